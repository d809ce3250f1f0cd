"""FIDE's versions as numbers for the kernel, the terms of its journal, and its calendar with a memory."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from bareme.engines.games import UnfitError
from bareme.facts import Event
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.fide import periods
from bareme.rulebooks.fide.book import Book
from bareme.rulebooks.fide.people import OpenEvent
from bareme.rulebooks.fide.terms import CAP_RULES, Terms

Array: TypeAlias = "np.ndarray[Any, Any]"

LARGEST = 1_000_000_000  # of what a version says; nothing then grows beyond 64 bits
ROUNDINGS = ("period", "rating-used", "event")  # in the order of the kernel's numbers

TERMS: Mapping[str, Any] = {
    **dict.fromkeys(("own", "opponent", "D", "D_counted"), pl.Int64),
    **dict.fromkeys(("P", "score"), pl.Float64),
    **dict.fromkeys(("K", "K_published", "n"), pl.Int64),
    "change": pl.Float64,
    **dict.fromkeys(("played", "start"), pl.String),
    "late": pl.Boolean,
    "sum": pl.Float64,
    **dict.fromkeys(("list", "new"), pl.Int64),
    **dict.fromkeys(("parts", "rounding"), pl.String),
    **dict.fromkeys(("minimum", "missing"), pl.Int64),
    "method": pl.String,
    **dict.fromkeys(("Ra", "p"), pl.Float64),
    **dict.fromkeys(("dp", "virtual", "above"), pl.Int64),
    "events": pl.String,
    **dict.fromkeys(("computed", "Ru"), pl.Int64),
    "limited": pl.Boolean,
    **dict.fromkeys(("floor", "rating"), pl.Int64),
    "share": pl.Float64,
    "below": pl.Int64,
    "listed": pl.Boolean,
    **dict.fromkeys(("why", "kind"), pl.String),
}


class Calendar(Book):
    """The book without anybody in it. It remembers which list rates what."""

    def __init__(self, rulebook: Rulebook) -> None:
        super().__init__(rulebook)
        self._rated: dict[tuple[date, date | None], date] = {}
        self._numbers = {version.start: number for number, version in enumerate(rulebook.versions)}

    def rated_on(self, event: OpenEvent | Event) -> date:
        """The list that rates this event."""
        key = (event.end or date.min, event.reported)
        if key not in self._rated:
            self._rated[key] = periods.rated_on(self.rulebook, *key)
        return self._rated[key]

    def version(self, day: date) -> int:
        """The number of the version in force on a day."""
        return self._numbers[self.rulebook.on(day).start]

    def law(self) -> Array:
        """A row of numbers for each version, in the columns of the kernel.

        Errors: UnfitError.
        """
        rows = [_numbers(self.terms(version.start)) for version in self.rulebook.versions]
        if any(abs(number) > LARGEST for row in rows for number in row):
            raise UnfitError(self.rulebook.name)
        return np.array(rows, "i8")


def _numbers(terms: Terms) -> list[int]:
    t = terms
    return [
        t.cap, CAP_RULES.index(t.cap_rule), t.uncapped_from, t.k_new, t.new_games, t.k_middle, t.k_top, t.top_rating,
        t.top_first, t.k_junior, t.junior_age, t.junior_rating, t.junior_once, t.k_games_limit,
    ]  # fmt: skip
