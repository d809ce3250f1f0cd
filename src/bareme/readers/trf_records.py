"""What stands in a tournament report, before anyone has asked whether it makes sense."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from bareme.readers.tally import Tally
from bareme.readers.trf_points import Scoring

PLAYED = "1=0"  # over the board: these alone are rated
FORFEITS = "+-"
NO_MOVE = "wdl"  # a game that lasted less than one move
BYES = "hfuza"  # half-point, full-point, pairing-allocated, zero-point bye, absence


@dataclass(slots=True)
class Cell:
    """One player's round: opponent's start number (0: none), colour `w`, `b` or none, result code or none.

    `text` is the cell as written, for messages; `unreadable` says that nothing else of it can be trusted.
    """

    text: str
    opponent: int = 0
    color: str = ""
    result: str = ""
    unreadable: bool = False


@dataclass(slots=True)
class Entry:
    """A 001 line: a player with his rounds. `cells` has the rounds in which anything is written."""

    line: int
    number: int | None
    name: str
    sex: str = ""
    title: str = ""
    federation: str = ""
    licence: str = ""
    rating: int | None = None
    born: int | None = None
    points: float | None = None
    cells: dict[int, Cell] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.name or '?'} ({'?' if self.number is None else self.number})"


@dataclass(slots=True)
class Report:
    """A whole file: its header lines by tag (line, text), its players, and what other lines say."""

    tally: Tally
    header: dict[str, tuple[int, str]] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    by_number: dict[int, list[Entry]] = field(default_factory=dict)
    scoring: Scoring = field(default_factory=Scoring)
    listed_byes: list[tuple[int, str, int, int]] = field(default_factory=list)  # 240: line, kind, round, start number
    special_points: set[int] = field(default_factory=set)  # 299: start numbers whose points do not follow the rule
    teams: dict[str, int] = field(default_factory=dict)  # team lines by tag
    national: list[tuple[int, str, int]] = field(default_factory=list)  # line, federation, start number
    dates: dict[int, date] = field(default_factory=dict)  # of the rounds
    start: date | None = None
    end: date | None = None

    def say(self, code: str, line: int = 0, column: str = "", **details: Any) -> None:
        """A finding that refuses no row; players in its details are shown by name and start number."""
        self.tally.say(code, line, column, **{name: _plain(value) for name, value in details.items()})

    def refuse(self, code: str, line: int, column: str = "", **details: Any) -> None:
        """One row refused, with the finding that says why."""
        self.tally.refuse(code, line, column, **{name: _plain(value) for name, value in details.items()})

    def value(self, tag: str) -> str:
        """The text of a header line, or nothing."""
        return self.header.get(tag, (0, ""))[1]

    def place(self, tag: str) -> int:
        """The line on which a header line stands, 0 if nowhere."""
        return self.header.get(tag, (0, ""))[0]

    def whole(self, tag: str) -> int | None:
        """The number a header line begins with."""
        found = re.match(r"\d+", self.value(tag), re.ASCII)
        return whole(found[0]) if found else None

    def day(self, round: int, start: date) -> date:
        """The day of a round: its own, else that of the last round before it that has one, else the event's first."""
        last = round if round in self.dates else max((other for other in self.dates if other < round), default=0)
        return self.dates.get(last, start)

    def pairs(self) -> Iterator[tuple[int, Entry, Cell]]:
        """Every cell: round by round, in the order of the table."""
        for nth in range(1, self.columns + 1):
            for entry in self.entries:
                cell = entry.cells.get(nth)
                if cell is not None:
                    yield nth, entry, cell

    @property
    def columns(self) -> int:
        """The last round in which anything is written."""
        return max((max(entry.cells, default=0) for entry in self.entries), default=0)

    @property
    def announced(self) -> int | None:
        """The number of rounds by 142, else by XXR."""
        return self.whole("142") or self.whole("XXR")

    @property
    def is_for_teams(self) -> bool:
        """Whether the file has team lines: then 240 lines name teams, not players."""
        return bool(self.teams) or bool(self.whole("082"))


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(part) for part in value]
    return str(value) if isinstance(value, Entry) else value


def clean(report: Report, line: int, text: str) -> str:
    """A text of one line, without the characters nobody sees: two names that look alike must be alike."""
    seen = "".join(c for c in text if c.isprintable() or c.isspace() or c in _JOINERS)
    if seen != text:
        report.say("trf-hidden-characters", line, value=text)
    return " ".join(seen.split())


_JOINERS = "\u200c\u200d"  # which some scripts need


def whole(text: str) -> int | None:
    """A number written in the digits 0 to 9 alone, of at most nine of them."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None
