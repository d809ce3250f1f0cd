"""Cells to pairings: two players' cells that name each other are one game, never two.

A *row* of a tournament report is a pairing: the two cells of a game, or the one cell of a bye or of a claim that the
other player's line does not bear out. Every row becomes a game, a bye, or a refusal with its finding.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bareme.readers.trf_records import BYES, FORFEITS, NO_MOVE, PLAYED, Cell, Entry, Report

_OPPOSITE = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "w": "l", "l": "w", "d": "d"}
_SCORE = {"1": 1.0, "+": 1.0, "w": 1.0, "=": 0.5, "d": 0.5, "0": 0.0, "-": 0.0, "l": 0.0}
_OLD_BYES = {"=": "half-bye", "d": "half-bye", "+": "full-bye", "1": "full-bye", "w": "full-bye", "0": "absent", "l": "absent"}
# What a result means where there is no opponent; before the letters, byes were written as if they were games.
BYE_OF = {"h": "half-bye", "f": "full-bye", "u": "bye", "z": "zero-bye", "a": "absent", "-": "absent", "": "absent"} | _OLD_BYES


class Meeting(NamedTuple):
    """A game: who sat where, and why it does not count, if it does not.

    `a` is White when the colours are known, and the claimant where only one line tells of the game.
    """

    round: int
    line: int
    a: Entry
    b: Entry
    score_a: float
    why: str


class Free(NamedTuple):
    """A player without an opponent in a round; `kind` is one of the words of `Bye.why`."""

    round: int
    line: int
    player: Entry
    kind: str


@dataclass(slots=True)
class Crosstable:
    """Every pairing of a report, in the order of rounds and, within a round, of the table."""

    meetings: list[Meeting] = field(default_factory=list)
    free: list[Free] = field(default_factory=list)


def pair(report: Report) -> Crosstable:
    """The pairings of a report; what contradicts itself is said, and refused or kept as a game that does not count."""
    return _Pairing(report).run()


class _Pairing:
    def __init__(self, report: Report) -> None:
        self.report = report
        self.say, self.refuse = report.say, report.refuse
        self.table = Crosstable()
        self.done: set[tuple[int, int]] = set()  # (round, line) of the cells already taken with their other half
        self.old_byes: list[tuple[int, Entry, Cell]] = []

    def run(self) -> Crosstable:
        for nth, entry, cell in self.report.pairs():
            if (nth, entry.line) not in self.done:
                self._row(nth, entry, cell)
        self._listed_byes()
        self.table.meetings.sort(key=lambda meeting: (meeting.round, meeting.line))
        self.table.free.sort(key=lambda free: (free.round, free.player.line))
        if self.old_byes:
            nth, entry, cell = self.old_byes[0]
            self.say("trf-bye-old-form", entry.line, count=len(self.old_byes), player=entry, round=nth, value=cell.text)
        return self.table

    def _row(self, round: int, entry: Entry, cell: Cell) -> None:
        if cell.unreadable:  # said once for the line, in trf_players
            self.report.tally.refused["trf-cell"] += 1
        elif cell.opponent == 0:
            self._free(round, entry, cell)
        elif cell.opponent == entry.number:
            self.refuse("trf-self-paired", entry.line, player=entry, round=round)
        elif cell.opponent not in self.report.by_number:
            self.refuse("trf-opponent-unknown", entry.line, player=entry, round=round, number=cell.opponent)
        else:
            self._against(round, entry, cell)

    # -- without an opponent

    def _free(self, round: int, entry: Entry, cell: Cell) -> None:
        if cell.color and cell.result not in (*BYES, ""):
            self.refuse("trf-opponent-missing", entry.line, player=entry, round=round, value=cell.text)
            return
        if cell.result in _OLD_BYES:
            self.old_byes.append((round, entry, cell))
        self.table.free.append(Free(round, entry.line, entry, BYE_OF[cell.result]))

    def _listed_byes(self) -> None:
        """Byes of the 240 lines, where the player's own line says nothing yet. With teams in the file they are the teams'."""
        if self.report.is_for_teams:
            return
        for line, kind, nth, number in self.report.listed_byes:
            for entry in self.report.by_number.get(number, ()):
                cell = entry.cells.get(nth)
                if cell is None:
                    entry.cells[nth] = Cell(f"0000 - {kind.upper()}", result=kind)
                    self.table.free.append(Free(nth, line, entry, BYE_OF[kind]))
                elif cell.opponent or cell.unreadable:
                    self.say("trf-bye-and-game", line, player=entry, round=nth, value=cell.text, kind=kind.upper())
            if number not in self.report.by_number:
                self.say("trf-number-unknown", line, number=number, tag="240")

    # -- against an opponent

    def _against(self, round: int, entry: Entry, cell: Cell) -> None:
        opponents = self._opponents(round, entry, cell)
        rivals = [other for other in self.report.by_number.get(entry.number or 0, ()) if other is not entry]
        twins = [other for other in rivals if (same := other.cells.get(round)) and same.opponent == cell.opponent]
        if twins or len(opponents) > 1:
            self.refuse("trf-pairing-doubtful", entry.line, player=entry, round=round, number=cell.opponent)
            return
        opponent = opponents[0]
        reply = opponent.cells.get(round)
        if reply and not reply.unreadable and reply.opponent == entry.number:
            self.done.add((round, opponent.line))
            self._both(round, entry, cell, opponent, reply)
        else:
            self._one_sided(round, entry, cell, opponent, reply)

    def _opponents(self, round: int, entry: Entry, cell: Cell) -> list[Entry]:
        """Who may be meant: of several players with one start number, those whose own line names this player."""
        named = self.report.by_number[cell.opponent]
        if len(named) == 1:
            return named
        replying = [other for other in named if (own := other.cells.get(round)) and own.opponent == entry.number]
        return replying or named

    def _both(self, round: int, entry: Entry, cell: Cell, other: Entry, reply: Cell) -> None:
        for player, own in ((entry, cell), (other, reply)):
            if own.result and own.result in BYES:
                self.refuse("trf-bye-with-opponent", player.line, player=player, round=round, value=own.text)
                return
        if not cell.result and not reply.result:
            self.refuse("trf-no-result", entry.line, player=entry, opponent=other, round=round)
        elif not cell.result or not reply.result:
            claim = (entry, cell, other) if cell.result else (other, reply, entry)
            self._one_sided(round, *claim, None)
        else:
            why = self._why(round, entry, cell, other, reply)
            self._meet(round, entry, cell, other, reply, why)

    def _why(self, round: int, entry: Entry, cell: Cell, other: Entry, reply: Cell) -> str:
        """Why a game stated by both does not count, or nothing."""
        if cell.result == reply.result == "-":
            return "double-forfeit"
        if reply.result != _OPPOSITE[cell.result]:
            details: dict[str, Any] = {"player": entry, "opponent": other, "round": round, "value": cell.text}
            self.say("trf-results-contradict", entry.line, **details, other=reply.text)
            return "results-contradict"
        return "forfeit" if cell.result in FORFEITS else "less-than-one-move" if cell.result in NO_MOVE else ""

    def _one_sided(self, round: int, entry: Entry, cell: Cell, other: Entry, reply: Cell | None) -> None:
        """A pairing that stands on one line only: kept where it has a result, the claimant first, but never counted."""
        if not cell.result:
            self.refuse("trf-no-result", entry.line, player=entry, opponent=other, round=round)
        elif cell.result in BYES:
            self.refuse("trf-bye-with-opponent", entry.line, player=entry, round=round, value=cell.text)
        else:
            details: dict[str, Any] = {"player": entry, "opponent": other, "round": round, "value": cell.text}
            if reply is None:
                self.say("trf-one-sided", entry.line, **details)
            else:
                self.say("trf-told-otherwise", entry.line, **details, other=reply.text)
            self.table.meetings.append(Meeting(round, entry.line, entry, other, _SCORE[cell.result], "unconfirmed"))

    def _meet(self, round: int, entry: Entry, cell: Cell, other: Entry, reply: Cell, why: str) -> None:
        theirs = reply.color
        if cell.color and cell.color == theirs:
            self.say("trf-colours-equal", entry.line, player=entry, opponent=other, round=round, color=cell.color)
            black = False
        else:
            black = cell.color == "b" or (not cell.color and theirs == "w")
            if not cell.color and not theirs and cell.result in PLAYED:
                self.say("trf-no-colour", entry.line, player=entry, opponent=other, round=round)
        a, b = (other, entry) if black else (entry, other)
        score = _SCORE[cell.result]
        score_a = 0.0 if why == "double-forfeit" else 1.0 - score if black else score
        self.table.meetings.append(Meeting(round, entry.line, a, b, score_a, why))
