"""Parts of addresses that are more than text: {% url "public:list" pool day %} takes a date."""

from __future__ import annotations

from datetime import date

from django.urls import register_converter

from bareme.office.exports.files import FORMATS

LAST_YEAR = 2999


class Day:
    """2026-09-01."""

    regex = r"\d{4}-\d\d-\d\d"

    def to_python(self, value: str) -> date:
        """A date; ValueError (no page) for a day there is not, or one so far away that no season could follow it."""
        day = date.fromisoformat(value)
        if day.year > LAST_YEAR:
            raise ValueError
        return day

    def to_url(self, value: date | str) -> str:
        """As it stands in the address."""
        return str(value)


class Format:
    """A kind of file."""

    regex = "|".join(FORMATS)

    def to_python(self, value: str) -> str:
        """As it is."""
        return value

    def to_url(self, value: str) -> str:
        """As it is."""
        return value


register_converter(Day, "day")
register_converter(Format, "format")
