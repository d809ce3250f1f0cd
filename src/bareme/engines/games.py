"""Results in columns: a row of small numbers for each game, and what the numbers stand for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import date
from typing import Any, Protocol, TypeAlias

import numpy as np
import polars as pl

from bareme.engines.names import Names
from bareme.engines.numbering import Texts
from bareme.facts import Game, Place
from bareme.findings import Refused

Array: TypeAlias = "np.ndarray[Any, Any]"
EPOCH = date(1970, 1, 1).toordinal()
LARGEST_LENGTH, LARGEST_ROUND = 0xFFFE, 1023


def number_of(day: date) -> int:
    """A date as days since 1970."""
    return day.toordinal() - EPOCH


def date_of(number: int) -> date:
    """The date of a number of days since 1970."""
    return date.fromordinal(int(number) + EPOCH)


@dataclass(slots=True)
class Games:
    """Games in columns. A column that would hold nothing but 0 is empty."""

    day: Array  # since 1970
    first: Array  # player_a, by number
    second: Array  # player_b
    halves: Array  # half points of player_a
    row: Array  # within its part, from 0
    event: Array = field(default_factory=lambda: np.empty(0, "u4"))
    round: Array = field(default_factory=lambda: np.empty(0, "u2"))
    sequence: Array = field(default_factory=lambda: np.empty(0, "i8"))  # where a part has a column of its own for it
    why: Array = field(default_factory=lambda: np.empty(0, "u2"))  # why it is not rated; 0: it is
    length: Array = field(default_factory=lambda: np.empty(0, "u2"))  # points; 0: not given
    format: Array = field(default_factory=lambda: np.empty(0, "u4"))  # notation of a match in sets; 0: not given
    part: Array = field(default_factory=lambda: np.empty(0, "u2"))

    def __len__(self) -> int:
        return len(self.day)

    def before(self, day: int) -> int:
        """How many of the games, in the order of their days, are before this one."""
        return int(np.searchsorted(self.day, np.int32(day)))  # an int of Python would have the column copied

    def take(self, rows: Any) -> Games:
        """Some of the games: their positions, a mask or a slice."""
        return Games(*(column[rows] if len(column) else column for column in self._columns()))

    def without(self, rows: Sequence[int]) -> Games:
        """All but a few."""
        ends = zip([0, *(row + 1 for row in rows)], [*rows, len(self)], strict=True)
        between = [slice(start, end) for start, end in ends if start <= end]
        columns = self._columns()
        return Games(*(np.concatenate([column[piece] for piece in between]) if len(column) else column for column in columns))

    def _columns(self) -> Iterable[Array]:
        return (getattr(self, one.name) for one in fields(self))

    @classmethod
    def joined(cls, pieces: Sequence[Games]) -> Games:
        """Several pieces behind one another."""
        if len(pieces) == 1:
            return pieces[0]
        if not pieces:
            return cls.none()
        columns = []
        for one in fields(cls):
            parts: list[Array] = [getattr(piece, one.name) for piece in pieces]
            if not any(len(part) for part in parts):
                columns.append(parts[0])
                continue
            filled = (part if len(part) else np.zeros(len(piece), part.dtype) for part, piece in zip(parts, pieces, strict=True))
            columns.append(np.concatenate(list(filled)))
        return cls(*columns)

    @classmethod
    def none(cls) -> Games:
        """No games."""
        return cls(*(np.empty(0, kind) for kind in ("i4", "u4", "u4", "u1", "u4")))


class Part(Protocol):
    """One file, frame or other source of games."""

    index: int
    file: str
    sequenced: bool  # does it number its games itself?

    def place(self, row: int) -> Place:
        """Where a row stands."""

    def sequences(self, rows: Any) -> Any:
        """The order of rows within a day, event and round, where there is no column for it."""


@dataclass(slots=True)
class Legend:
    """What the numbers in the columns stand for."""

    names: Names = field(default_factory=Names)
    events: Texts = field(default_factory=Texts)
    whys: list[str] = field(default_factory=lambda: [""])
    formats: list[str | None] = field(default_factory=lambda: [None])
    parts: list[Part] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.events.codes(pl.Series([""]))  # event 0 is none

    def why(self, code: str) -> int:
        """The number of a reason."""
        if code not in self.whys:
            self.whys.append(code)
        return self.whys.index(code)

    def format(self, notation: str | None) -> int:
        """The number of a notation in sets."""
        if notation not in self.formats:
            self.formats.append(notation)
        return self.formats.index(notation)

    def place(self, games: Games, row: int) -> Place:
        """Where one of the games stands."""
        return self.parts[int(games.part[row]) if len(games.part) else 0].place(int(games.row[row]))

    def records(self, games: Games, rows: Iterable[int]) -> list[Game]:
        """Some of the games as facts."""
        names, events = self.names.series(), self.events.series()

        def at(column: Array, row: int) -> int:
            return int(column[row]) if len(column) else 0

        found = []
        for row in rows:
            part: Part = self.parts[at(games.part, row)]
            number = int(games.row[row])
            why = self.whys[at(games.why, row)]
            found.append(
                Game(
                    date=date_of(games.day[row]),
                    event=events[at(games.event, row)],
                    round=at(games.round, row),
                    sequence=int(games.sequence[row] if len(games.sequence) else part.sequences(games.row[row : row + 1])[0]),
                    player_a=names[int(games.first[row])],
                    player_b=names[int(games.second[row])],
                    score_a=float(games.halves[row]) / 2,
                    length=at(games.length, row) or None,
                    format=self.formats[at(games.format, row)],
                    rated=not why,
                    why=why,
                    source=part.place(number),
                )
            )
        return found


@dataclass(slots=True)
class FactsPart:
    """Games that are facts already: of a report, or given by a program."""

    index: int
    file: str
    games: tuple[Game, ...] = ()
    sequenced: bool = False

    def place(self, row: int) -> Place:
        """Where a game stood."""
        return self.games[row].source

    def sequences(self, rows: Array) -> Array:
        """A fact bears its sequence."""
        return np.array([self.games[row].sequence for row in rows.tolist()], "i8")


class UnfitError(Refused):
    """A fact or a house rule holds a number that no file could give: the reference must count it."""

    def __init__(self, rulebook: str = "") -> None:
        super().__init__("no-bulk-engine", rulebook=rulebook)


def of_facts(games: Sequence[Game], legend: Legend, part: int) -> Games:
    """The same games in columns.

    Errors: UnfitError.
    """
    count = len(games)
    for game in games:
        score, length = game.score_a in (0.0, 0.5, 1.0), game.length is None or 0 < game.length <= LARGEST_LENGTH
        if not (score and length and 0 <= game.round <= LARGEST_ROUND and 0 <= game.sequence < 1 << 62):
            raise UnfitError
    columns = Games(
        day=np.fromiter((number_of(game.date) for game in games), "i4", count),
        first=legend.names.of_keys([game.player_a for game in games]),
        second=legend.names.of_keys([game.player_b for game in games]),
        halves=np.fromiter((round(2 * game.score_a) for game in games), "u1", count),
        row=np.arange(count, dtype="u4"),
        event=legend.events.codes(pl.Series([game.event for game in games], dtype=pl.String)),
        round=np.fromiter((game.round for game in games), "u2", count),
        sequence=np.fromiter((game.sequence for game in games), "i8", count),
        why=np.fromiter((0 if game.rated else legend.why(game.why or "declared-unrated") for game in games), "u2", count),
        length=np.fromiter((game.length or 0 for game in games), "u2", count),
        format=np.fromiter((legend.format(game.format) for game in games), "u4", count),
    )
    return replace(columns, part=np.full(count, part, "u2")) if part else columns
