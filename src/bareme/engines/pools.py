"""A pool of players under one rulebook, its state in arrays: what a book of the reference is, for millions.

A rulebook's pool is the module `pool_<rulebook>.py` with a class `Pool`; where there is none, the rulebook is replayed by
the reference alone. Many games go to a kernel in one call. What happens to one player (a decision) or to the one who is
explained is done by the reference's own book, on the numbers from the arrays.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from importlib import import_module
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from bareme.engines.games import Games, Legend
from bareme.facts import Adjustment, Event, Placement, Player
from bareme.findings import Finding
from bareme.journal import Recorder
from bareme.replay import open_book
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.book import TOLD, Standing

Array: TypeAlias = "np.ndarray[Any, Any]"

UNRATED = 3  # in place of half points: the game does not count


class BasePool(ABC):
    """What every pool does the same way. Subclasses hold the state."""

    spanned = False  # must the first and last day of each event be known beforehand?
    columns: Sequence[str]  # of the state as saved, beside the player
    terms: Mapping[str, Any]  # the formulas' symbols in the journal, and their types

    def __init__(self, rulebook: Rulebook, legend: Legend) -> None:
        self.rulebook = rulebook
        self.legend = legend
        self.rules: Any = open_book(rulebook)  # the parameters as the book reads them, and its calendar
        self.counted = 0
        self.not_counted: Counter[str] = Counter()
        self.findings: list[Finding] = []
        self.size = 0
        self.known = np.empty(0, "u1")  # from a list, a decision or a carried state
        self.listed_at = np.empty(0, "f8")  # games, while a player is known from a list alone; else NaN

    # -- who there is

    def grow(self) -> None:
        """Make room for all names met."""
        count = len(self.legend.names)
        if count > self.size:
            more = max(count, 2 * self.size) if self.size else count
            self.known = extended(self.known, more, 0)
            self.listed_at = extended(self.listed_at, more, np.nan)
            self._grow(more)
            self.size = more

    def prepare(self, players: Sequence[Player], events: Mapping[str, Event]) -> None:
        """Take in the players of a list, as the book does. `events`: those known, with their days where they are `spanned`."""
        if players:
            rows = self.rows([player.key for player in players])
            book = self.book(rows)
            book.prepare(players, events)
            self.take(book, rows)

    def rows(self, keys: Sequence[str]) -> list[int]:
        """The rows of these players; they need not be known yet."""
        rows: list[int] = self.legend.names.of_keys(keys).tolist()
        self.grow()
        return rows

    def there(self) -> Array:
        """The rows of the players that are in the pool."""
        return np.flatnonzero((self.known[: self.size] != 0) | (self.games() > 0))

    def is_there(self, row: int) -> bool:
        """Is this player in the pool?"""
        return bool(self.known[row]) or bool(self.games()[row] > 0)

    # -- the reference's book, for a few

    def book(self, rows: Iterable[int], record: Recorder | None = None) -> Any:
        """A book of the reference that knows these players, if they are in the pool, and nobody else."""
        book: Any = open_book(self.rulebook, record)
        names = self.legend.names.series()
        games = self.games()
        for row in dict.fromkeys(rows):
            if self.is_there(row):
                self._put(book, names[row], row)
                if games[row] == self.listed_at[row]:
                    book.listed.add(names[row])
        return book

    def take(self, book: Any, rows: Iterable[int]) -> None:
        """What the book says of these players, and what it counted."""
        names = self.legend.names.series()
        for row in dict.fromkeys(rows):
            name = names[row]
            there = self._take(book, name, row)
            self.known[row] = there
            self.listed_at[row] = self.games()[row] if there and name in book.listed else np.nan
        self.counted += book.counted
        self.not_counted.update(book.not_counted)
        self.findings += [finding for finding in book.findings if self.not_counted[finding.code] <= TOLD]

    def meet(self, placements: Sequence[Placement]) -> None:
        """Count one event of placements: all rows of one date and event."""
        self._meet(placements, None)

    def watch_meet(self, placements: Sequence[Placement], player: int | None, record: Recorder) -> None:
        """The same, recorded."""
        self._meet(placements, record)

    def _meet(self, placements: Sequence[Placement], record: Recorder | None) -> None:
        rows = self.rows([placement.player for placement in placements])
        book = self.book(rows, record)
        book.meet(placements)
        self.take(book, rows)

    def adjust(self, fact: Adjustment, record: Recorder | None = None) -> None:
        """Count one decision."""
        rows = self.rows([fact.player])
        book = self.book(rows, record)
        book.adjust(fact)
        self.take(book, rows)

    # -- games

    def ready(self, games: Games) -> Array:
        """Half points for the kernel; UNRATED for what does not count, which is counted out by its reason."""
        reasons = self.reasons(games)
        if not len(reasons):
            return games.halves
        counts = np.bincount(reasons).tolist()
        told = [row for reason, count in enumerate(counts) if reason and count for row in self._told(reasons, reason)]
        for reason, count in enumerate(counts):
            if reason and count:
                self.not_counted[self.legend.whys[reason]] += count
        for row in sorted(told):
            self.findings.append(Finding(self.legend.whys[int(reasons[row])], self.legend.place(games, row)))
        return np.where(reasons > 0, np.uint8(UNRATED), games.halves)

    def _told(self, reasons: Array, reason: int) -> list[int]:
        """The games of this reason that deserve a finding: of many alike the first."""
        code = self.legend.whys[reason]
        room = TOLD - self.not_counted[code]
        if room <= 0 or Finding(code).severity == "info":
            return []
        rows: list[int] = np.flatnonzero(reasons == reason)[:room].tolist()
        return rows

    def reasons(self, games: Games) -> Array:
        """Why games do not count: numbers of the legend's reasons, 0 for those that do; empty where all do."""
        return games.why

    @abstractmethod
    def play(self, games: Games) -> None:
        """Count games, in their order."""

    @abstractmethod
    def watch(self, games: Games, player: int | None, record: Recorder) -> None:
        """The same, and record what each game does to one player, or to everybody."""

    # -- what a rulebook's pool says

    @abstractmethod
    def _grow(self, size: int) -> None:
        """Longer arrays; a new row is a player as he enters."""

    @abstractmethod
    def games(self) -> Array:
        """Every row's number of games."""

    @abstractmethod
    def _put(self, book: Any, name: str, row: int) -> None:
        """A row into a book."""

    @abstractmethod
    def _take(self, book: Any, name: str, row: int) -> bool:
        """A row from a book; was he there?"""

    def turn(self, day: date) -> None:  # noqa: B027  # a book without a calendar has nothing to do on a turn
        """Turn the calendar."""

    def watch_turn(self, day: date, player: int | None, record: Recorder) -> None:
        """The same, and record what it does to one player, or to everybody."""
        self.book(self.there().tolist() if player is None else [player], record).turn(day)
        self.turn(day)

    def finish(self, on: date) -> None:  # noqa: B027  # nor at the end
        """The clock stops at the end of `on`."""

    def watch_finish(self, on: date, player: int | None, record: Recorder) -> None:
        """The same, recorded."""
        self.finish(on)

    def default_on(self, last: date) -> date:
        """The day of the list when the user names none."""
        day: date = self.rules.default_on(last)
        return day

    def season_ends(self, after: date, until: date) -> Iterable[date]:
        """The first days of seasons, before which a state is worth keeping."""
        turns: Iterable[date] = self.rules.turns(after, until)
        return turns

    @abstractmethod
    def standings(self, on: date) -> pl.DataFrame:
        """Everybody's row: `player` (row number), `order_0` ..., `headline`, and the columns of a list."""

    @abstractmethod
    def saved(self) -> pl.DataFrame:
        """The state of everybody there, in `columns`."""

    @abstractmethod
    def restored(self, rows: Array, state: pl.DataFrame) -> None:
        """The inverse of `saved`."""

    def note(self, on: date) -> dict[str, Any]:
        """What the state of a day holds beside its players, ready for JSON."""
        return {}

    def recall(self, noted: Mapping[str, Any]) -> None:  # noqa: B027  # most pools have nothing to note
        """The inverse of `note`, after `restored`."""

    def resume(self, noted: Mapping[str, Any]) -> None:  # noqa: B027  # most pools need no more than their state
        """The state recalled is one of the very sources that are read now, of which only later games are taken."""

    def standing_rows(self, numbers: Sequence[int], on: date) -> list[Standing]:
        """The book's own rows of some players."""
        found: list[Standing] = self.book(numbers).standings(on)
        return found

    # -- the state as the reference's book gives it

    def state(self) -> dict[str, Any]:
        """JSON-ready, as `Book.state`."""
        state: dict[str, Any] = self.book(self.there().tolist()).state()
        return state

    def restore(self, state: Mapping[str, Any]) -> None:
        """The inverse of `state`."""
        book: Any = open_book(self.rulebook)
        book.restore(state)
        self.take(book, self.rows(list(state)))


class OneByOne(BasePool):
    """A pool whose games move ratings one after the other."""

    article: str  # of a game's line in the journal
    entry_article: str  # of an entry's

    def play(self, games: Games) -> None:
        """Count games, in their order."""
        self.grow()
        halves = self.ready(games)
        self.counted += int((halves != UNRATED).sum())
        self.rate(games, halves)

    def watch(self, games: Games, player: int | None, record: Recorder) -> None:
        """The same; the reference's book writes what each game does to one player, and the others go to the kernel."""
        self.grow()
        halves = self.ready(games)
        done = 0
        watched = np.ones(len(games), bool) if player is None else (games.first == player) | (games.second == player)
        for at in np.flatnonzero(watched).tolist():
            self._rate_some(games, halves, done, at)
            (game,) = self.legend.records(games, [at])
            book = self.book([int(games.first[at]), int(games.second[at])], record)
            if game.rated:
                book.game(game)
            else:
                book.skip_game(game, game.why)
            done = at
        self._rate_some(games, halves, done, len(games))

    def _rate_some(self, games: Games, halves: Array, start: int, end: int) -> None:
        if start < end:
            some = games.take(slice(start, end))
            some_halves = halves[start:end]
            self.counted += int((some_halves != UNRATED).sum())
            self.rate(some, some_halves)

    @abstractmethod
    def rate(self, games: Games, halves: Array) -> None:
        """Give games to the kernel."""

    @abstractmethod
    def record(self, games: Games, halves: Array) -> Any:
        """Give games to the kernel, and write down what happened to either side (`journal.Sides`)."""

    def recorded_turn(self, day: date) -> pl.DataFrame | None:
        """Turn the calendar, and write down whom it moved, in columns of the journal."""
        self.turn(day)
        return None

    def met(self) -> Array:
        """For the journal: 0 for who is not in the pool, 1 for who is, 2 for who is known from a list alone."""
        found: Array = ((self.known[: self.size] != 0) | (self.games() > 0)).astype("u1")
        found[self.games() == self.listed_at[: self.size]] = 2
        return found


def extended(array: Array, size: int, value: Any) -> Array:
    """A longer array, filled up with a value, or with a row of values."""
    longer = np.empty((size, *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    longer[len(array) :] = value
    return longer


def pool_class(rulebook: Rulebook) -> type[BasePool]:
    """The pools of a rulebook."""
    found: type[BasePool] = import_module(f"bareme.engines.pool_{rulebook.name}").Pool
    return found


def open_pool(rulebook: Rulebook, legend: Legend) -> BasePool:
    """An empty pool of a rulebook."""
    return pool_class(rulebook)(rulebook, legend)
