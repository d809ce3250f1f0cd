"""What the cells of a results table mean, each different cell or combination of cells read once, by the reader itself.

A batch's columns are numbers of cells (`coded.py`); here each number gets its meaning, in arrays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from bareme.engines.games import Legend, number_of
from bareme.engines.numbering import Words
from bareme.facts import Game
from bareme.readers import values
from bareme.readers.columns import Columns
from bareme.readers.delimited import Table
from bareme.readers.results import read_results
from bareme.readers.rounds import round_number
from bareme.readers.sheet import Sheet
from bareme.readers.tally import Bad, Tally

Array: TypeAlias = "np.ndarray[Any, Any]"

NO_DAY = -(1 << 31)
NO_EVENT = 0xFFFFFFFF
NO_ROUND = 0xFFFF
NO_SCORE = 0xFF
NO_REASON = 0xFFFF
NO_LENGTH = 0xFFFF
_A_DAY = "2000-01-01"


class Layout:
    """A results table's header and the places of our columns: enough to have the reader read rows made for it."""

    def __init__(self, header: Sequence[str], columns: Columns, day: date | None) -> None:
        self.header = tuple(header)
        self.columns = columns
        self.day = day
        at = columns.at.keys()
        self.pair = {"player_a", "player_b"} <= at
        self.sides = ("player_a", "player_b") if self.pair else ("winner", "loser")
        if not self.pair:
            outcome: tuple[str, ...] = ("draw",)
        elif "score_a" in at or "score_b" in at:
            outcome = ("score_a", "score_b")
        elif {"points_a", "points_b"} <= at:
            outcome = ("points_a", "points_b")
        else:
            outcome = ("winner", "draw")
        self.by_winner = outcome[0] == "winner"
        self.outcome = tuple(name for name in (*outcome, "walkover_a", "walkover_b") if name in at)
        self.declared = tuple(name for name in ("rated", "why") if name in at)
        self.measure = tuple(name for name in ("length", "format") if name in at)

    def sheet(self, cells: Mapping[str, Sequence[str]], count: int) -> Sheet:
        """A sheet of rows that hold these cells and no others. Its findings are nobody's."""
        blank = [""] * count
        columns: list[Sequence[str]] = [blank] * len(self.header)
        for name, column in cells.items():
            columns[self.columns.at[name]] = column
        return Sheet(Table(self.header, range(1, count + 1), columns), self.columns, Tally(""), day=self.day)

    def games(self, cells: Mapping[str, Sequence[str]], count: int) -> dict[int, Game]:
        """What the reader makes of rows with these cells, of two players of its own: {row from 0: game}."""
        a, b = self.sides
        filled = {a: ["A"] * count, b: ["B"] * count, **cells}
        if "date" in self.columns.at:
            filled["date"] = [_A_DAY] * count
        return {game.source.line - 1: game for game in read_results(self.sheet(filled, count)).games}


class Days:
    """The meaning of a date column's cells. One that could be read in two ways depends on the others."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.days = np.empty(0, np.int32)
        self.mixed = False  # is there a cell that is not written year first?

    def read(self, cells: list[str]) -> Array:
        """The day of each cell, or NO_DAY."""
        before = len(self.days)
        if before == len(cells):
            return self.days
        self.mixed = self.mixed or any(map(open_to_doubt, cells[before:]))
        start = 0 if self.mixed else before
        read: list[Any] = self.layout.sheet({"date": cells[start:]}, len(cells) - start).dates()
        found = np.array([NO_DAY if isinstance(day, Bad) else number_of(day) for day in read], np.int32)
        if (found[: before - start] != self.days[start:before]).any():
            raise MeaningChangedError
        self.days = np.append(self.days[:start], found)
        return self.days


class MeaningChangedError(Exception):
    """A later cell of the column shows that earlier ones, already read, mean something else: read again, knowing all of them."""


def open_to_doubt(cell: str) -> bool:
    """May other dates of the column change what this one means?"""
    return not cell.strip()[:4].isdigit()


class Single:
    """The meaning of a column whose cells are read one by one."""

    def __init__(self, layout: Layout, name: str, legend: Legend) -> None:
        self.layout = layout
        self.name = name
        self.legend = legend
        self.found = np.empty(0, np.uint32)

    def read(self, cells: list[str]) -> Array:
        """The meaning of each cell."""
        new = cells[len(self.found) :]
        if new:
            self.found = np.append(self.found, self._read(new))
        return self.found

    def _read(self, new: list[str]) -> Array:
        sheet = self.layout.sheet({self.name: new}, len(new))
        if self.name == "round":
            rounds: list[Any] = sheet.read("round", round_number, 0)
            return np.array([NO_ROUND if isinstance(number, Bad) else number for number in rounds], np.uint32)
        events: list[Any] = sheet.read("event", values.free_text, "")
        good = ["" if isinstance(event, Bad) else event for event in events]
        found = self.legend.events.codes(pl.Series(good, dtype=pl.String))
        found[[isinstance(event, Bad) for event in events]] = NO_EVENT
        return found


class Sequences:
    """The meaning of a sequence column's cells; -1 where the row's own place counts, -2 where none can be read."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.found = np.empty(0, np.int64)

    def read(self, cells: list[str]) -> Array:
        """The sequence of each cell."""
        new = cells[len(self.found) :]
        if new:
            given: list[Any] = self.layout.sheet({"sequence": new}, len(new)).read("sequence", values.whole())
            numbers = [-1 if number is None else -2 if isinstance(number, Bad) else number for number in given]
            self.found = np.append(self.found, np.array(numbers, np.int64))
        return self.found


class Results:
    """The meaning of the small columns together: who won, whether it is rated, how long it was."""

    def __init__(self, layout: Layout, legend: Legend) -> None:
        self.layout = layout
        self.legend = legend
        self.outcome, self.told, self.measure = (Combined(names) for names in (layout.outcome, layout.declared, layout.measure))
        self.halves = np.empty(0, np.uint8)
        self.whys = np.empty(0, np.uint16)
        self.declared = np.empty(0, np.uint16)
        self.lengths = np.empty(0, np.uint16)
        self.formats = np.empty(0, np.uint32)

    def read(self) -> None:
        """Have the reader read the combinations met; all of them when there are new ones, for one may decide another."""
        outcomes, declared, measures = self.outcome.met, self.told.met, self.measure.met
        if (len(outcomes), len(declared), len(measures)) == (len(self.halves), len(self.declared), len(self.lengths)):
            return
        before = self.halves
        games = self._games(outcomes)
        self.halves = _each(games, len(outcomes), lambda game: round(2 * game.score_a), NO_SCORE, np.uint8)
        self.whys = _each(games, len(outcomes), lambda game: self.legend.why(game.why), NO_REASON, np.uint16)
        if (before != self.halves[: len(before)]).any():
            raise MeaningChangedError
        # The other combinations beside an outcome that can be read; all outcomes stand above, for they read each other.
        played = sorted(games, key=lambda row: bool(games[row].why))  # one that counts, if there is any
        beside = outcomes[played[0]] if played else ("",) * len(self.layout.outcome)
        base = len(outcomes)
        more = self._games([*outcomes, *[beside] * (len(declared) + len(measures))], declared, measures)
        told = {row - base: game for row, game in more.items() if base <= row < base + len(declared)}
        measured = {row - base - len(declared): game for row, game in more.items() if row >= base + len(declared)}
        self.declared = _each(told, len(declared), lambda game: self.legend.why(game.why), NO_REASON, np.uint16)
        self.lengths = _each(measured, len(measures), lambda game: game.length or 0, NO_LENGTH, np.uint16)
        self.formats = _each(measured, len(measures), lambda game: self.legend.format(game.format), 0, np.uint32)

    def _games(self, outcomes: Met, declared: Met = (), measures: Met = ()) -> dict[int, Game]:
        """The games of rows with these outcomes; the declared combinations and the measures beside the last of them."""
        count = len(outcomes)
        filled: dict[str, list[str]] = {}
        ends = ((self.layout.outcome, outcomes, 0), (self.layout.declared, declared, count - len(declared) - len(measures)))
        for names, combinations, start in (*ends, (self.layout.measure, measures, count - len(measures))):
            for index, name in enumerate(names):
                filled[name] = [""] * count
                filled[name][start : start + len(combinations)] = [combination[index] for combination in combinations]
        return self.layout.games(filled, count)


Met: TypeAlias = "Sequence[tuple[str, ...]]"


class Combined:
    """The different combinations of some columns' cells, under numbers."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.met: list[tuple[str, ...]] = [] if names else [()]
        self._words = [Words() for _ in names[1:]]

    def codes(self, codes: Mapping[str, Array], cells: Mapping[str, list[str]], count: int) -> Array:
        """The number of each row's combination."""
        if not self.names:
            return np.zeros(count, np.uint8)
        first = self.names[0]
        if not self._words:
            self.met += [(cell,) for cell in cells[first][len(self.met) :]]
            return codes[first]
        numbers, new = codes[first], np.empty(0, np.int64)
        for name, words in zip(self.names[1:], self._words, strict=True):
            numbers, new = words.codes(numbers.astype(np.uint64) << np.uint64(32) | codes[name])
        self.met += [tuple(cells[name][codes[name][row]] for name in self.names) for row in new]
        return numbers


def _each(games: Mapping[int, Game], count: int, meaning: Any, none: int, kind: Any) -> Array:
    found = np.full(count, none, kind)
    for row, game in games.items():
        found[row] = meaning(game)
    return found
