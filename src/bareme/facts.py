"""The vocabulary: facts, frozen records of what happened, each with the place it came from.

A fact is never edited. A correction is a new fact that supersedes an old one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple


class Place(NamedTuple):
    """Where something stands in the outside world: file, line (from 1), column (name or number)."""

    file: str = ""
    line: int = 0
    column: str = ""

    def __str__(self) -> str:
        parts = [self.file or "-"]
        if self.line:
            parts.append(str(self.line))
        if self.column:
            parts.append(self.column)
        return ":".join(parts)


NOWHERE = Place()


@dataclass(frozen=True, slots=True)
class Player:
    """A person of the pool. `key` is the one name used by every other fact.

    `rating`, `games`, `k` and `reached` (the highest rating ever published) are what an outside
    list said of him before the first fact; None means the list did not say.
    """

    key: str
    name: str = ""
    number: str = ""  # licence or federation number
    federation: str = ""
    club: str = ""
    sex: str = ""
    title: str = ""
    born: int | None = None  # year
    rating: float | None = None
    games: int | None = None
    k: int | None = None
    reached: int | None = None
    series: int | None = None
    source: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament, known by its name. `reported` is the day its results arrived, when it is later."""

    name: str
    start: date | None = None
    end: date | None = None
    reported: date | None = None
    rounds: int | None = None
    category: str = ""
    city: str = ""
    federation: str = ""
    time_control: str = ""
    source: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Game:
    """Two players met. `score_a` is 1.0, 0.5 or 0.0 of player_a; player_b has the rest.

    A game with `rated=False` is kept and shown but never counted; `why` is the finding's code
    (`forfeit`, `less-than-one-move`, `declared-unrated` ...). `length` is the match length in points,
    `format` the sets notation (`2x9-11`); at most one of them is given.
    """

    date: date
    event: str
    round: int
    sequence: int
    player_a: str
    player_b: str
    score_a: float
    length: int | None = None
    format: str | None = None
    rated: bool = True
    why: str = ""
    source: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Bye:
    """A player without an opponent in a round (bye, absence): shown, never rated.

    `why`: `bye` (pairing-allocated), `half-bye`, `full-bye`, `zero-bye`, `absent`.
    """

    date: date
    event: str
    round: int
    player: str
    points: float
    why: str
    source: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Placement:
    """A player's final place in an event of many. `series` 1 (best) to 7, as recorded for that event."""

    date: date
    event: str
    rounds: int
    category: str
    player: str
    federation: str
    series: int
    place: int
    sequence: int = 0
    source: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A dated, reasoned decision about one player.

    kind: `assign` (rating, elo, experience or a recognised level), `title` (entrants), `revalue`
    (rating or elo), `licence` (federation, series).
    """

    date: date
    player: str
    kind: str
    rating: float | None = None
    elo: float | None = None
    experience: float | None = None
    entrants: int | None = None
    level: str = ""
    federation: str = ""
    series: int | None = None
    reason: str = ""
    sequence: int = 0
    source: Place = NOWHERE


# Knock-out rounds come after every numbered one, in this order. No spreadsheet makes a date of these words.
KNOCK_OUT = {
    "last-256": 1000,
    "last-128": 1001,
    "last-64": 1002,
    "last-32": 1003,
    "last-16": 1004,
    "quarter-final": 1005,
    "semi-final": 1006,
    "third-place": 1007,
    "final": 1008,
}


def numbered(name: str, number: str) -> str:
    """The key of one of several people of this name: `Name #number`."""
    return f"{name} #{number}"


@dataclass(frozen=True, slots=True)
class Published:
    """What somebody published of one player's change: an outside statement that the arithmetic must meet.

    new = old + K·(score - expected) + bonus, to the nearest whole point. Texts, not floats: exact as printed.
    """

    player: str
    old: str
    new: str
    k: str
    score: str
    expected: str
    bonus: str
    date: date | None = None
    event: str = ""
    source: Place = NOWHERE


ADJUSTMENT_KINDS = ("assign", "title", "revalue", "licence")
ADJUSTMENT_WORDS: Mapping[str, Mapping[str, str]] = {
    "assign": {"en": "assign", "fr": "attribution"},
    "title": {"en": "title", "fr": "titre"},
    "revalue": {"en": "revalue", "fr": "revalorisation"},
    "licence": {"en": "licence", "fr": "licence"},
}


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything read from one or more files. Tuples, in the order read; `replay` puts them in order."""

    players: tuple[Player, ...] = ()
    events: tuple[Event, ...] = ()
    games: tuple[Game, ...] = ()
    byes: tuple[Bye, ...] = ()
    placements: tuple[Placement, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    published: tuple[Published, ...] = ()
    rows_read: int = field(default=0, compare=False)
    rows_refused: int = field(default=0, compare=False)

    def __bool__(self) -> bool:
        return bool(self.players or self.games or self.placements or self.adjustments or self.byes or self.published)
