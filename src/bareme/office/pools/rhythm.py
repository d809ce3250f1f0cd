"""When a pool's lists are due: `monthly`, `none`, or days of the year such as `09-01` and `01-01,07-01`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from bareme.findings import Refused


@dataclass(frozen=True)
class Rhythm:
    """The days of the year, as (month, day), on which a list is due."""

    days: tuple[tuple[int, int], ...]

    @classmethod
    def parse(cls, text: str) -> Rhythm:
        """Errors: Refused `bad-rhythm`.

        >>> Rhythm.parse("01-01,07-01").days
        ((1, 1), (7, 1))
        """
        if text == "monthly":
            return cls(tuple((month, 1) for month in range(1, 13)))
        if text == "none":
            return cls(())
        try:
            days = [date.fromisoformat(f"2001-{part.strip()}") for part in text.split(",")]  # not a leap year: no 29 February
        except ValueError:
            raise Refused("bad-rhythm", value=text) from None
        return cls(tuple(sorted({(day.month, day.day) for day in days})))

    def due(self, after: date, until: date) -> Iterator[date]:
        """The days of lists after `after`, up to and with `until`."""
        for year in range(after.year, until.year + 1):
            for month, day in self.days:
                if after < date(year, month, day) <= until:
                    yield date(year, month, day)
