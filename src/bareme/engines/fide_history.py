"""Every player's history under FIDE's regulation, in arrays; and to and from the records that the reference's book keeps."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from bareme.engines import fide_kernel as kernel
from bareme.engines.fide_kernel import BEFORE, CHANGE, DAY, GAMES, IN_PERIOD, NO_K, NO_YEAR, RATING, REACHED, UNRATED, K
from bareme.engines.games import UnfitError, date_of, number_of
from bareme.rulebooks.fide.people import Entry, Person, Pooled

Array: TypeAlias = "np.ndarray[Any, Any]"

NO_DAY = -(1 << 31)
ALWAYS = (1 << 31) - 1
OPENING = Entry(date.min, None, 0, 0)  # of a player whom no list knows
COLUMNS = ("day", "rating", "games", "reached", "in_period", "change", "k")  # of an entry as saved


class Histories:
    """A chain of entries for each player, the latest first, and what else is known of him."""

    def __init__(self) -> None:
        self.small = np.empty((0, 5), "i4")
        self.large = np.empty((0, 3), "i8")
        self.used = np.zeros(1, "i8")
        self.latest = np.empty(0, "i4")
        self.since = np.empty(0, "i4")
        self.since_list = np.empty(0, "i4")  # the list in force on that day: with it ends a K that an outside list gave
        self.born = np.empty(0, "i4")
        self.started = np.empty(0, "u1")
        self.pools: dict[int, list[Pooled]] = {}
        self.titles: dict[int, str] = {}
        self.federations: dict[int, str] = {}

    def room(self, more: int) -> None:
        """Make room for so many entries more."""
        wanted = int(self.used[0]) + more
        if wanted > len(self.small):
            size = max(wanted, len(self.small) + len(self.small) // 2)
            self.small, self.large = _longer(self.small, size), _longer(self.large, size)

    def now(self, rows: Array) -> Array:
        """The ratings of these players now."""
        entries = self.latest[rows]
        if not len(self.large):
            return np.full(len(entries), UNRATED)
        return np.where(entries >= 0, self.large[entries, RATING], UNRATED)

    # -- records

    def entries(self, row: int) -> list[Entry]:
        """A player's entries, oldest first."""
        found = []
        at = int(self.latest[row])
        while at >= 0:
            day, games, in_period, k, before = self.small[at].tolist()
            rating, reached, change = self.large[at].tolist()
            found.append(
                Entry(
                    date_of(day), None if rating == UNRATED else rating, games, reached, in_period, change,
                    None if k == NO_K else k,
                )
            )  # fmt: skip
            at = before
        return found[::-1]

    def person(self, row: int) -> Person:
        """A player as the book knows him."""
        since = int(self.since[row])
        person = Person(OPENING, None if since == NO_DAY else date_of(since))
        person.history = self.entries(row) or [OPENING]
        person.born = int(self.born[row]) or None
        person.started = bool(self.started[row])
        person.title, person.federation = self.titles.get(row, ""), self.federations.get(row, "")
        person.pool = list(self.pools.get(row, ()))
        return person

    def take(self, row: int, person: Person, since_list: date | None) -> None:
        """What the book says of a player; a history only grows.

        Errors: UnfitError.
        """
        known = 0
        at = int(self.latest[row])
        while at >= 0:
            known += 1
            at = int(self.small[at, BEFORE])
        if known or person.history != [OPENING]:
            self.room(len(person.history) - known)
            for entry in person.history[known:]:
                self._append(row, entry)
        self.since[row] = NO_DAY if person.since is None else number_of(person.since)
        self.since_list[row] = ALWAYS if since_list is None else number_of(since_list)
        self.started[row] = person.started
        try:
            self.born[row] = person.born or NO_YEAR
        except OverflowError:
            raise UnfitError from None
        for texts, text in ((self.titles, person.title), (self.federations, person.federation)):
            if text:
                texts[row] = text
        if person.pool:
            self.pools[row] = list(person.pool)
        else:
            self.pools.pop(row, None)

    def _append(self, row: int, entry: Entry) -> None:
        at = int(self.used[0])
        k = NO_K if entry.k is None else entry.k
        rating = UNRATED if entry.rating is None else entry.rating
        try:
            self.small[at] = number_of(entry.day), entry.games, entry.in_period, k, self.latest[row]
            self.large[at] = rating, entry.reached, entry.change
        except OverflowError:
            raise UnfitError from None
        self.latest[row] = at
        self.used[0] += 1

    # -- all of them

    def saved(self, rows: Array) -> dict[str, pl.Series]:
        """These players' histories as columns of lists, and the rest of what is known of them."""
        rows = rows.astype("u4")
        counts = np.empty(len(rows), "i8")
        kernel.lengths(rows, self.latest, self.small, counts)
        ends = np.cumsum(counts)
        entries = np.empty(int(ends[-1]) if len(ends) else 0, "i8")
        kernel.chains(rows, self.latest, self.small, ends, entries)
        found = {}
        for name, column in zip(COLUMNS, self._columns(entries), strict=True):
            found[f"entry_{name}"] = _lists(column, ends)
        found["since"] = pl.Series(self.since[rows]).replace({NO_DAY: None})
        found["born"] = pl.Series(self.born[rows])
        found["started"] = pl.Series(self.started[rows])
        texts = ((name, [kept.get(row, "") for row in rows.tolist()]) for name, kept in self._texts())
        found.update({name: pl.Series(column, dtype=pl.String) for name, column in texts})
        pools = [[[p.listed, p.event, p.start, *p[3:]] for p in self.pools.get(row, ())] for row in rows.tolist()]
        for at, (name, kind) in enumerate(POOLED.items()):
            found[f"pooled_{name}"] = pl.Series([[event[at] for event in pool] for pool in pools], dtype=pl.List(kind))
        return found

    def _texts(self) -> Sequence[tuple[str, dict[int, str]]]:
        return (("title", self.titles), ("home", self.federations))

    def _columns(self, entries: Array) -> Sequence[Array]:
        small, large = self.small[entries], self.large[entries]
        return (
            small[:, DAY], large[:, RATING], small[:, GAMES], large[:, REACHED], small[:, IN_PERIOD], large[:, CHANGE],
            small[:, K],
        )  # fmt: skip

    def restored(self, rows: Array, state: pl.DataFrame, since_list: Any) -> None:
        """The inverse of `saved`. `since_list`: the list in force on a day, as numbers."""
        counts = state["entry_day"].list.len().to_numpy().astype("i8")
        day, rating, games, reached, in_period, change, k = (
            state[f"entry_{name}"].explode().drop_nulls().to_numpy() for name in COLUMNS
        )
        count, base = len(day), int(self.used[0])
        self.room(count)
        ends = np.cumsum(counts)
        before = np.arange(base - 1, base + count - 1)
        has = counts > 0
        before[(ends - counts)[has]] = -1
        place = slice(base, base + count)
        self.small[place] = np.stack([day, games, in_period, k, before], 1)
        self.large[place] = np.stack([rating, reached, change], 1)
        self.used[0] += count
        self.latest[rows] = np.where(has, base + ends - 1, -1)
        self.since[rows] = state["since"].fill_null(NO_DAY).to_numpy()
        different, places = np.unique(self.since[rows], return_inverse=True)
        lists = [ALWAYS if one == NO_DAY else since_list(one) for one in different.tolist()]
        self.since_list[rows] = np.array(lists, "i4")[places]
        self.born[rows] = state["born"].to_numpy()
        self.started[rows] = state["started"].to_numpy()
        for name, kept in self._texts():
            kept.update((row, text) for row, text in zip(rows.tolist(), state[name], strict=True) if text)
        columns = state.select(f"pooled_{name}" for name in POOLED)
        for row, pool in zip(rows.tolist(), columns.iter_rows(), strict=True):
            if pool[0]:
                self.pools[row] = [Pooled(*event) for event in zip(*pool, strict=True)]


POOLED: dict[str, Any] = {"listed": pl.Date, "event": pl.String, "start": pl.Date, "games": pl.Int64, "half_points": pl.Int64,
                          "opponents": pl.Int64}  # fmt: skip


def _lists(values: Array, ends: Array) -> pl.Series:
    """Values behind one another as a column of lists."""
    import pyarrow

    offsets = pyarrow.array(np.concatenate([[0], ends]), pyarrow.int64())
    found = pl.from_arrow(pyarrow.LargeListArray.from_arrays(offsets, pyarrow.array(np.ascontiguousarray(values))))
    return found if isinstance(found, pl.Series) else found.to_series()


def _longer(array: Array, size: int) -> Array:
    longer = np.empty((size, array.shape[1]), array.dtype)
    longer[: len(array)] = array
    return longer
