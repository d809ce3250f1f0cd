"""The same thing said twice, within a file and across files, and two things that cannot both be.

Two games of the same two players on one date, in one event and one round are:
- numbered apart by a `sequence` column: two games;
- with a round: one game. Said twice, the second is refused; said differently, both are;
- without a round, in one file: two games, with a warning when they read the same;
- without a round, in two files: one game for each time both files have it (two exports that overlap).

An event that a second file tells in another dialect, pairing for pairing, counts once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, NamedTuple, TypeAlias

from bareme.facts import ADJUSTMENT_WORDS, Adjustment, Facts, Game, Place, Placement
from bareme.findings import Finding
from bareme.readers.tally import brief
from bareme.readers.values import folded

FEWEST_GAMES = 3  # an event with fewer is compared game by game only

Position: TypeAlias = tuple[int, int]  # file, game within the file


@dataclass(slots=True)
class Checked:
    """What is left after the checks, what was found, and how many rows each file lost for which code."""

    parts: list[Facts]
    findings: list[Finding] = field(default_factory=list)
    lost: list[Counter[str]] = field(default_factory=list)

    def lose(self, part: int, code: str, place: Place, **details: Any) -> None:
        """One row refused after all."""
        self.findings.append(Finding(code, place, details))
        self.lost[part][code] += 1


def without_doubles(parts: Sequence[Facts], sequenced: Sequence[bool]) -> Checked:
    """The files' facts, under common keys, each thing once. `sequenced`: does this file number its rows itself?"""
    checked = Checked(list(parts), lost=[Counter() for _ in parts])
    if len(parts) > 1:
        events_told_again(checked)
    games_told_twice(checked, sequenced)
    _placements(checked)
    _adjustments(checked, sequenced)
    return checked


# -- whole events


class _Told(NamedTuple):
    """One event as one file tells it."""

    part: int
    name: str
    start: date
    end: date
    place: Place


def events_told_again(checked: Checked) -> None:
    """Leave out each event that an earlier file tells under another name, or in another dialect."""
    seen: dict[Hashable, list[_Told]] = {}
    for part, facts in enumerate(checked.parts):
        known = {event.name: event for event in facts.events}
        by_event: dict[str, list[Game]] = defaultdict(list)
        for game in facts.games:
            by_event[game.event].append(game)
        again = set()
        for name, games in by_event.items():
            if len(games) < FEWEST_GAMES or not all(game.round for game in games):
                continue
            days = [game.date for game in games]
            event = known.get(name)
            start, end = (event and event.start) or min(days), (event and event.end) or max(days)
            told = _Told(part, name, start, end, games[0].source)
            others = seen.setdefault(frozenset((game.round, *_content(game)) for game in games), [])
            first = next((other for other in others if other.part != part and _same_event(other, told)), None)
            others.append(told)
            if first:
                again.add(name)
                details = {"event": name, "first": brief(first.place), "other": first.name, "count": len(games)}
                checked.findings.append(Finding("duplicate-event", told.place, details))
                checked.lost[part]["duplicate-event"] += len(games) + sum(bye.event == name for bye in facts.byes)
        if again:
            checked.parts[part] = replace(
                facts,
                events=tuple(event for event in facts.events if event.name not in again),
                games=tuple(game for game in facts.games if game.event not in again),
                byes=tuple(bye for bye in facts.byes if bye.event not in again),
            )


def _same_event(one: _Told, other: _Told) -> bool:
    overlap = one.start <= other.end and other.start <= one.end
    return one.start == other.start or (overlap and folded(one.name) == folded(other.name))


# -- games


def _content(game: Game) -> tuple[Any, ...]:
    """Who met and what is said of it, whichever side is named first. A game that is not rated has no score to dispute."""
    a, b, score = game.player_a, game.player_b, game.score_a if game.rated else None
    if b < a:
        a, b, score = b, a, None if score is None else 1.0 - score
    return (a, b, score, game.length, game.format, game.rated)


def games_told_twice(checked: Checked, sequenced: Sequence[bool]) -> None:
    """Leave out each game told again, and both of two that contradict each other."""
    first: dict[Hashable, Position] = {}
    groups: dict[Hashable, list[Position]] = {}
    refused: set[Position] = set()
    for part, facts in enumerate(checked.parts):
        for index, game in enumerate(facts.games):
            a, b = game.player_a, game.player_b
            here = (part, index)
            if a == b:
                refused.add(here)
                checked.lose(part, "self-match", game.source, value=a)
                continue
            key = (game.date, game.event, game.round, a, b) if a < b else (game.date, game.event, game.round, b, a)
            earlier = first.setdefault(key, here)
            if earlier is not here:
                groups.setdefault(key, [earlier]).append(here)
    for group in groups.values():
        _Meetings(checked, sequenced, refused).settle(group)
    if refused:
        for part, facts in enumerate(checked.parts):
            kept = tuple(game for index, game in enumerate(facts.games) if (part, index) not in refused)
            checked.parts[part] = replace(facts, games=kept)


class _Meetings:
    """Several games of the same two players on one date, in one event and round."""

    def __init__(self, checked: Checked, sequenced: Sequence[bool], refused: set[Position]) -> None:
        self.checked = checked
        self.sequenced = sequenced
        self.refused = refused
        self.by_sequence: dict[int, Position] = {}
        self.by_content: dict[Hashable, list[Position]] = {}  # counted ones
        self.elsewhere: dict[Hashable, Iterator[Position]] = {}  # (file, content): those of earlier files, not yet found again
        self.unnumbered: Position | None = None  # the first game with a round and no sequence of its own

    def settle(self, group: Sequence[Position]) -> None:
        """Count or refuse each, in the order read."""
        for position in group:
            game = self._game(position)
            rival = self._rival(position, game)
            if rival is None:
                self._count(position, game)
            elif _content(self._game(rival)) == _content(game):
                self._refuse(position, "duplicate-row", rival)
            else:
                self._refuse(position, "contradiction", rival)
                if rival not in self.refused:
                    self._refuse(rival, "contradiction", position)

    def _game(self, position: Position) -> Game:
        return self.checked.parts[position[0]].games[position[1]]

    def _refuse(self, position: Position, code: str, other: Position) -> None:
        game, source = self._game(position), self._game(other).source
        details = {"player_a": game.player_a, "player_b": game.player_b, "first": brief(source)}
        self.refused.add(position)
        self.checked.lose(position[0], code, game.source, **details)

    def _rival(self, position: Position, game: Game) -> Position | None:
        """The earlier game that this one repeats or contradicts."""
        part, content = position[0], _content(game)
        numbered = self.sequenced[part]
        if numbered and game.sequence in self.by_sequence:
            return self.by_sequence[game.sequence]
        if game.round:
            same = self.by_content.get(content)
            if same and not (numbered and self.sequenced[same[0][0]]):
                return same[0]
            return self.unnumbered if numbered else self.unnumbered or next(iter(self.by_sequence.values()), None)
        if (part, content) not in self.elsewhere:
            found = (other for other in self.by_content.get(content, ()) if other[0] != part)
            self.elsewhere[part, content] = iter([other for other in found if not (numbered and self.sequenced[other[0]])])
        return next(self.elsewhere[part, content], None)

    def _count(self, position: Position, game: Game) -> None:
        part, content = position[0], _content(game)
        if self.sequenced[part]:
            self.by_sequence[game.sequence] = position
        elif game.round:
            self.unnumbered = self.unnumbered or position
        else:
            self._remark(position, game)
        self.by_content.setdefault(content, []).append(position)

    def _remark(self, position: Position, game: Game) -> None:
        """Two games without a round in one file: both count, and the user is told."""
        for content, code in ((_content(game), "possible-duplicate"), (_content(_reversed(game)), "opposite-results")):
            others = self.by_content.get(content, ())
            if game.rated and others and others[-1][0] == position[0]:
                source = self._game(others[-1]).source
                details = {"player_a": game.player_a, "player_b": game.player_b, "first": brief(source)}
                self.checked.findings.append(Finding(code, game.source, details))
                return


def _reversed(game: Game) -> Game:
    return replace(game, score_a=1.0 - game.score_a)


# -- placements and adjustments


def _placements(checked: Checked) -> None:
    seen: dict[Hashable, Placement] = {}
    for part, facts in enumerate(checked.parts):
        kept = []
        for row in facts.placements:
            first = seen.setdefault((row.date, row.event, row.player), row)
            if first is row:
                kept.append(row)
                continue
            same = replace(first, sequence=row.sequence, source=row.source) == row
            details = {"player": row.player, "event": row.event, "first": brief(first.source), "value": row.place}
            checked.lose(part, "placement-repeated" if same else "player-twice", row.source, **details)
        checked.parts[part] = replace(facts, placements=tuple(kept))


def _adjustments(checked: Checked, sequenced: Sequence[bool]) -> None:
    seen: dict[Hashable, Adjustment] = {}
    for part, facts in enumerate(checked.parts):
        kept = []
        for row in facts.adjustments:
            same = replace(row, sequence=row.sequence if sequenced[part] else 0, source=Place())
            first = seen.setdefault(same, row)
            if first is row:
                kept.append(row)
            else:
                details = {"player": row.player, "value": ADJUSTMENT_WORDS[row.kind], "first": brief(first.source)}
                checked.lose(part, "adjustment-repeated", row.source, **details)
        checked.parts[part] = replace(facts, adjustments=tuple(kept))
