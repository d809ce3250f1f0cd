"""What a file tells that the ledger has already, and what it tells otherwise.

- An event told again, pairing for pairing, under whatever name and in whatever dialect, is already recorded.
- So is a game of the same day, event, round, players and result: as many times as the ledger has it.
- A game of that day, event, round and players with another result is a question: a correction, or a second game?
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cached_property
from typing import Any, TypeVar

from bareme.facts import Adjustment, Bye, Facts, Game, Place, Placement
from bareme.findings import Finding
from bareme.office.imports.models import ImportedFile
from bareme.office.ledger.reading import Ledger
from bareme.office.pools.models import Pool
from bareme.readers import Reading
from bareme.readers.values import folded

AROUND = timedelta(days=90)  # how far around a file's days the ledger is searched
LIKELY = 5  # as many events of the ledger are looked at for one of the files
FEWEST = 3  # an event with fewer games or places is compared one by one only
MANY_EVENTS = 20  # more are only counted
MANY_QUESTIONS = 200

F = TypeVar("F", Game, Placement, Adjustment, Bye)


@dataclass
class Known:
    """What is left of the files' facts, and how many of each event the ledger has already."""

    left: Facts
    held: Facts
    both: bool
    numbered: set[str]  # the files, of the ledger and of the import, that number their rows themselves
    already: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)


def leave_out_what_is_known(pool: Pool, told: Facts, reading: Reading, *, both: bool) -> Known:
    """Compare what the files tell with the ledger around their days."""
    dated: list[Game | Placement | Adjustment | Bye] = [*told.games, *told.placements, *told.adjustments, *told.byes]
    days = [fact.date for fact in dated]
    ledger = Ledger(pool)
    held = ledger.facts(min(days) - AROUND, max(days) + AROUND) if days else Facts()
    numbered = {file.file for file in reading.files if "sequence" in file.columns}
    numbered |= {file.place for file in ImportedFile.objects.filter(numbered=True, imported__pool=pool)}
    known = Known(told, held, both, numbered)
    if held:
        _events_told_again(known)
        _games(known)
        _placements(known)
        known.left = replace(
            known.left,
            adjustments=_not_held(known, held.adjustments, known.left.adjustments, _decision),
            byes=_not_held(known, held.byes, known.left.byes, lambda bye: (bye.date, bye.event, bye.round, bye.player)),
        )
    _say(known)
    return known


def _say(known: Known) -> None:
    if len(known.already) > MANY_EVENTS:
        details = {"events": len(known.already), "count": known.already.total()}
        known.findings.append(Finding("events-already-recorded", details=details))
        return
    for event, count in known.already.items():
        known.findings.append(Finding("already-recorded", details={"event": event or "-", "count": count}))


def _not_held(known: Known, held: Iterable[F], told: Iterable[F], content: Callable[[F], Hashable]) -> tuple[F, ...]:
    """Those of `told` that the ledger does not hold; what it holds n times answers n of them."""
    there = Counter(map(content, held))
    left = []
    for fact in told:
        key = content(fact)
        if there[key] > 0:
            there[key] -= 1
            known.already[getattr(fact, "event", "")] += 1
        else:
            left.append(fact)
    return tuple(left)


def _decision(fact: Adjustment) -> Hashable:
    return replace(fact, sequence=0, source=None)  # type: ignore[arg-type]  # only to compare


# -- events


def _pairing(game: Game) -> tuple[Any, ...]:
    """Who met in which round with which result, whichever side is named first; of a game that is not rated, no result."""
    a, b, score = game.player_a, game.player_b, game.score_a if game.rated else None
    if b < a:
        a, b, score = b, a, None if score is None else 1.0 - score
    return game.round, a, b, score, game.length, game.format, game.rated


@dataclass
class _Story:
    """An event as told by one side: the days of everything that happened in it."""

    content: dict[Hashable, list[date]]
    source: Place

    @cached_property
    def size(self) -> int:
        """How many games and places."""
        return sum(map(len, self.content.values()))

    @cached_property
    def days(self) -> tuple[date, date]:
        """The first and the last."""
        every = [day for days in self.content.values() for day in days]
        return min(every), max(every)

    def shared(self, other: _Story) -> int:
        """How much both tell."""
        return sum(min(len(days), len(other.content.get(thing, ()))) for thing, days in self.content.items())

    def same_days(self, other: _Story) -> bool:
        """Are there no two days for anything both tell? Then they are compared one by one."""
        return all(set(days) <= set(other.content.get(thing, days)) for thing, days in self.content.items())

    def meets(self, other: _Story) -> bool:
        """Do their days overlap?"""
        return self.days[0] <= other.days[1] and other.days[0] <= self.days[1]


def _stories(facts: Facts) -> dict[str, _Story]:
    """Events whose games all have a round, or whose places are known."""
    found: dict[str, _Story] = {}
    without_round = {game.event for game in facts.games if not game.round}
    told: list[Game | Placement] = [*facts.games, *facts.placements]
    for fact in told:
        if fact.event and fact.event not in without_round:
            thing = _place(fact) if isinstance(fact, Placement) else _pairing(fact)
            story = found.get(fact.event)
            if story is None:
                story = found[fact.event] = _Story({}, fact.source)
            story.content.setdefault(thing, []).append(fact.date)
    return found


def _place(row: Placement) -> Hashable:
    return row.player, row.place, row.series, row.rounds, row.category


def _events_told_again(known: Known) -> None:
    held = _stories(known.held)
    index: dict[Hashable, list[str]] = defaultdict(list)
    for name, story in held.items():
        for thing in story.content:
            index[thing].append(name)
    again = set()
    for name, story in _stories(known.left).items():
        votes = Counter(other for thing in story.content for other in index.get(thing, ()))
        likely = [other for other, count in votes.most_common(LIKELY) if 2 * count >= len(story.content)]
        if story.size >= FEWEST and any(_told_again(known, name, story, other, held[other]) for other in likely):
            again.add(name)
    if again:
        known.left = replace(
            known.left,
            games=tuple(game for game in known.left.games if game.event not in again),
            byes=tuple(bye for bye in known.left.byes if bye.event not in again),
            placements=tuple(row for row in known.left.placements if row.event not in again),
        )


def _told_again(known: Known, name: str, story: _Story, other: str, there: _Story) -> bool:
    """Is the event `name` of the files the event `other` of the ledger? If it only may be: a question."""
    if not story.meets(there) or (name == other and story.same_days(there)):
        return False
    same = story.shared(there)
    whole = same == story.size == there.size and (story.days[0] == there.days[0] or folded(name) == folded(other))
    if whole and name == other:
        known.already[other] += same
        return True
    if known.both:
        return False
    if whole:
        known.findings.append(Finding("event-told-again", story.source, {"event": name, "other": other, "count": same}))
    elif 2 * same >= story.size and same >= FEWEST:
        details = {"event": name, "other": other, "same": same, "count": story.size}
        known.findings.append(Finding("event-perhaps-recorded", story.source, details))
    return whole


# -- games and places


def _meeting(game: Game) -> Hashable:
    pair = (game.player_a, game.player_b) if game.player_a < game.player_b else (game.player_b, game.player_a)
    return game.date, game.event, game.round, pair


def _games(known: Known) -> None:
    there: dict[Hashable, list[Game]] = defaultdict(list)
    for game in known.held.games:
        there[_meeting(game)].append(game)
    open_: list[Game] = []
    for game in known.left.games:
        candidates = there.get(_meeting(game), [])
        same = next((other for other in candidates if _pairing(other) == _pairing(game)), None)
        if same is None:
            open_.append(game)
        else:
            candidates.remove(same)
            known.already[game.event] += 1
    for game in open_:
        other = next((other for other in there.get(_meeting(game), ()) if not _numbered_apart(known, game, other)), None)
        if other is not None and not known.both:
            _ask(known, "told-otherwise", game, other, player_a=game.player_a, player_b=game.player_b)
    known.left = replace(known.left, games=tuple(open_))


def _numbered_apart(known: Known, game: Game, other: Game) -> bool:
    both = game.source.file in known.numbered and other.source.file in known.numbered
    return both and game.sequence != other.sequence


def _placements(known: Known) -> None:
    there = {(row.date, row.event, row.player): row for row in known.held.placements}
    left = []
    for row in known.left.placements:
        other = there.get((row.date, row.event, row.player))
        if other is None:
            left.append(row)
        elif _place(other) == _place(row) and other.federation == row.federation:
            known.already[row.event] += 1
        else:
            _ask(known, "place-told-otherwise", row, other, player=row.player, value=row.place, recorded=other.place)
    known.left = replace(known.left, placements=tuple(left))


def _ask(known: Known, code: str, fact: Game | Placement, other: Game | Placement, **details: Any) -> None:
    if len(known.findings) < MANY_QUESTIONS:
        place = other.source
        known.findings.append(Finding(code, fact.source, {"event": fact.event or "-", "first": str(place), **details}))
