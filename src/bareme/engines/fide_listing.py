"""FIDE's list, in columns."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from bareme.engines import fide_kernel as kernel
from bareme.engines.fide_history import NO_DAY, Histories
from bareme.engines.fide_kernel import ROW_FORMER, ROW_GAMES, ROW_PERIOD, ROW_RATING, ROW_YEAR, UNRATED
from bareme.engines.games import number_of
from bareme.rulebooks.fide import periods, rules
from bareme.rulebooks.fide.book import Book

Array: TypeAlias = "np.ndarray[Any, Any]"


def listing(book: Book, people: Histories, rows: Array, on: date) -> pl.DataFrame:
    """Article lists: the row of each of these players at the end of a day. `book` knows the calendar."""
    published = book.list_in_force(on)
    previous = book.list_in_force(published - timedelta(days=1)) if published > date.min else published
    year_ago = periods.a_year_before(published)
    found = np.empty((len(rows), 5), "i8")
    days = map(number_of, (on, published, previous, year_ago))
    kernel.rows_on(rows.astype("u4"), people.latest, people.small, people.large, *days, found)
    unrated = found[:, ROW_RATING] == UNRATED
    games, pooled = found[:, ROW_GAMES].copy(), [row for row in people.pools if row < len(people.latest)]
    if pooled:
        waiting = np.zeros(len(people.latest), "i8")
        waiting[pooled] = [sum(event.games for event in people.pools[row]) for row in pooled]
        games += waiting[rows]
    terms = book.terms(published)
    known = (people.since[rows] != NO_DAY) & (people.since[rows] <= number_of(year_ago))
    idle = known & _each(found[:, ROW_YEAR], lambda count: rules.inactive(count, terms.inactive_games))
    states = pl.Series(["", "provisional", "inactive", "provisional inactive", "unrated"])
    rating = _numbers(found[:, ROW_RATING], unrated)
    return pl.DataFrame(
        {
            "player": rows.astype("u4"),
            "rating": rating.cast(pl.Float64),
            "level": _levels(found[:, ROW_RATING], unrated),
            "games": games,
            "states": states[np.where(unrated, 4, (games < terms.new_games) + 2 * idle).astype("u4")],
            "published_rating": rating,
            "published_change": rating - _numbers(found[:, ROW_FORMER], found[:, ROW_FORMER] == UNRATED),
            "published_games": found[:, ROW_PERIOD],
            "headline": rating,
            "order_0": rating,
        }
    )


def _numbers(values: Array, none: Array) -> pl.Series:
    return pl.Series(values).set(pl.Series(none), None) if none.any() else pl.Series(values)


def _each(values: Array, rule: Any) -> Array:
    """A rule, asked once for each different number."""
    different, places = np.unique(values, return_inverse=True)
    answers: Array = np.array([rule(value) for value in different.tolist()], bool)[places]
    return answers


def _levels(ratings: Array, unrated: Array) -> pl.Series:
    """Article levels, for each different rating once."""
    different, places = np.unique(np.where(unrated, UNRATED, ratings), return_inverse=True)
    names = ["" if rating == UNRATED else rules.level(rating) for rating in different.tolist()]
    return pl.Series(names, dtype=pl.String)[places]
