"""Numbers, days and words as the rulebooks' speech writes them, for templates; no `load` is needed.

{{ day|day }}  {{ x|number:2 }}  {{ x|signed:1 }}  {{ x|percent:1 }}  {{ moment|moment }}
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from django import template
from django.utils.translation import get_language

from bareme.explain import round_name
from bareme.findings import short
from bareme.rulebooks.speech import Speech

register = template.Library()


_FRENCH, _ENGLISH = Speech("fr"), Speech("en")


def speech() -> Speech:
    """Speech in the language of the page."""
    return _FRENCH if get_language() == "fr" else _ENGLISH


@register.filter
def day(value: date | None) -> str:
    """A date."""
    return speech().day(value) if value else ""


@register.filter
def moment(value: datetime | None) -> str:
    """A point in time, to the minute, UTC."""
    return f"{speech().day(value.astimezone(UTC).date())}\N{NO-BREAK SPACE}{value.astimezone(UTC):%H:%M} UTC" if value else ""


@register.filter
def number(value: Any, digits: int | None = None) -> str:
    """A number with so many decimals, or as short as exact; a dash for none."""
    return "–" if value is None else speech().number(value, digits).replace("-", "\N{MINUS SIGN}")


@register.filter
def signed(value: Any, digits: int = 0) -> str:
    """A movement with its sign; a dash for none, a plain nought for none at all."""
    if value is None:
        return "–"
    text = speech().signed(value, digits)
    return text[1:] if float(text.replace(",", ".")) == 0 else text.replace("-", "\N{MINUS SIGN}")


@register.filter
def percent(value: Any, digits: int = 1) -> str:
    """A share of 1."""
    return "–" if value is None else speech().percent(value, digits).replace("-", "\N{MINUS SIGN}")


@register.filter
def movement(value: Any) -> str:
    """The class of a movement: up, down, or level where it shows as nought."""
    return "up" if value and value >= 0.005 else "down" if value and value <= -0.005 else "level"


@register.filter
def version(name: str) -> str:
    """A version's name."""
    return speech().version(name)


@register.filter
def shortly(code: str) -> str:
    """A finding's code in a few words."""
    return short(code, speech().language)


@register.filter
def minus(value: float, other: float) -> float:
    """A difference."""
    return value - other


@register.filter
def exact(value: Any) -> str:
    """A term of a formula as it is put in: up to four decimals, no more than it has; a text as it stands."""
    if value is None or isinstance(value, bool):
        return "–" if value is None else speech()("yes" if value else "no", "oui" if value else "non")
    return number(round(value, 4)) if isinstance(value, (int, float)) else str(value)


@register.filter
def roundword(value: int) -> str:
    """A round in the head of a column: its number, or its name."""
    return str(value) if value < 1000 else round_name(value, speech())


@register.filter
def at(mapping: Mapping[Any, Any], key: Any) -> Any:
    """What stands under a key; nothing where there is none."""
    return mapping.get(key, ())
