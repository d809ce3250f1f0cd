"""The turn of a season or a period: looked at before, done as a run up to its day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from bareme.findings import Refused
from bareme.journal import Line
from bareme.office.audit.trail import acting
from bareme.office.pools.models import Pool
from bareme.office.pools.rhythm import Rhythm
from bareme.office.pools.service import rules_of
from bareme.office.runs.effect import Effect, compared
from bareme.office.runs.fold import Fold
from bareme.office.runs.lease import leased
from bareme.office.runs.models import Run
from bareme.office.runs.replaying import Told, basis, spooled
from bareme.office.runs.service import Made, check, receipt, store, today, work_out
from bareme.office.users.models import User
from bareme.office.users.policy import require
from bareme.readers.files import collector_at_rest
from bareme.replay import open_book
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.book import BaseBook, Standing

ONE_DAY = timedelta(days=1)
AHEAD = 400  # days in which the next turn is looked for


@dataclass
class Turn:
    """What a turn of the calendar does: before the facts of its day, after those of the day before.

    `lines` are its journal; `states` how many players are in which state before and after; `quotas` those that now hold, by
    federation and series, where the rulebook has quotas.
    """

    pool: Pool
    rulebook: Rulebook
    day: date
    effect: Effect
    lines: list[Line] = field(default_factory=list)
    states: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    quotas: Mapping[str, tuple[float, ...]] = field(default_factory=dict)

    @property
    def kinds(self) -> Counter[str]:
        """How many lines of each kind."""
        return Counter(line.kind for line in self.lines)

    @property
    def events(self) -> list[str]:
        """The events that this turn rates."""
        return sorted({line.event for line in self.lines if line.event})

    def summary(self) -> dict[str, Any]:
        """In short, for the diary."""
        changed = {state: list(pair) for state, pair in self.states.items() if pair[0] != pair[1]}
        quotas = {name: list(values) for name, values in self.quotas.items()}
        found = {"moves": len(self.effect.moves), "levels": len(self.effect.levels), **dict(sorted(self.kinds.items()))}
        return {**found, **({"states": changed} if changed else {}), **({"quotas": quotas} if quotas else {})}


def turn_days(pool: Pool, after: date, until: date) -> list[date]:
    """The days on which the pool's calendar turns, after `after`, up to and with `until`."""
    return list(open_book(rules_of(pool)).turns(after, until))


def next_turn(pool: Pool) -> date:
    """The first turn that no run of this pool has reached yet.

    Errors: Refused `no-turn`.
    """
    reached = Run.objects.filter(pool=pool).order_by("-on").values_list("on", flat=True).first() or today()
    days = turn_days(pool, min(reached, today()), today() + timedelta(days=AHEAD))
    if not days:
        raise Refused("no-turn", pool=pool.slug, day="-", allowed="-")
    return days[0]


def look(by: User, pool: Pool, day: date, told: Told | None = None) -> Turn:
    """What the turn of this day does. Nothing is recorded.

    Errors: Refused `not-allowed`, `no-turn`, `nothing-to-rate`.
    """
    require(by, "run", pool)
    _check_turn(pool, day)
    start = basis(pool, day - ONE_DAY)
    with collector_at_rest():
        lines = _Lines()
        fold = Fold(start.rulebook, start.known, start.start, lines, hashed=False)
        fold.run(start.facts, [start.on], lambda _: None, (lambda a, b: told("replay", a, b)) if told else None)
        before = fold.book.standings(start.on)
        lines.kept = []
        for turn in fold.book.turns(start.on, day):
            fold.book.turn(turn)
        return _turn(pool, fold.book, day, before, lines.kept)


class _Lines:
    """A recorder that keeps the lines since it was last emptied; before that, they cost nothing but the call."""

    def __init__(self) -> None:
        self.kept: list[Line] | None = None

    def __call__(self, line: Line) -> None:
        if self.kept is not None:
            self.kept.append(line)


def _turn(pool: Pool, book: BaseBook, day: date, before: list[Standing], lines: list[Line]) -> Turn:
    after = book.standings(day)
    then, now = (Counter(state for row in rows for state in row.states) for rows in (before, after))
    states = {state: (then[state], now[state]) for state in sorted(then | now)}
    quotas = {name: tuple(map(float, values)) for name, values in sorted(getattr(book, "quotas", {}).items())}
    return Turn(pool, book.rulebook, day, compared(day, before, after), lines, states, quotas)


def roll_over(
    by: User, pool: Pool, day: date, *, reason: str = "", wait: float = 0.0, told: Told | None = None
) -> tuple[Turn, Made]:
    """Turn the season or period: a run up to its day, noted in the diary with what it did.

    Errors: Refused `not-allowed`, `no-turn`, `turn-too-early`, and those of `make_run`.
    """
    if day > today():
        raise Refused("turn-too-early", pool=pool.slug, day=day)
    turn = look(by, pool, day, told)
    with leased(pool, wait) as lease, spooled(work_out(pool, day, lease, told)) as made:
        with acting(by, "rollover", pool=pool, about=f"{pool.slug} {day}", reason=reason) as work:
            check(made, lease)
            run, new = store(work, made, told)
            if not new:
                work.drop()
            work.after = {**turn.summary(), **receipt(run)}
        return turn, Made(run, made, new)


def _check_turn(pool: Pool, day: date) -> None:
    if day not in turn_days(pool, day - ONE_DAY, day):
        near = [str(other) for other in turn_days(pool, day, day + timedelta(days=AHEAD))[:3]]
        raise Refused("no-turn", pool=pool.slug, day=day, allowed=near or "-")


# -- what comes


@dataclass(frozen=True)
class Coming:
    """A day of the calendar: `list` is due, or the season or period `turn`s."""

    day: date
    what: tuple[str, ...]


@dataclass(frozen=True)
class Waiting:
    """An event that no list has rated yet, and the one that will."""

    event: str
    end: date
    reported: date | None
    rated_on: date


def calendar(pool: Pool, after: date, until: date) -> list[Coming]:
    """The days after `after`, up to and with `until`, on which lists are due or the calendar turns."""
    lists, turns = set(Rhythm.parse(pool.rhythm).due(after, until)), set(turn_days(pool, after, until))
    return [
        Coming(day, tuple(what for what, days in (("list", lists), ("turn", turns)) if day in days))
        for day in sorted(lists | turns)
    ]


def waiting(pool: Pool, on: date) -> list[Waiting]:
    """The events that wait for their list at the end of day `on`, where the rulebook rates by lists; with their cut-off."""
    start = basis(pool, on)
    fold = Fold(start.rulebook, start.known, start.start, None, hashed=False)
    fold.run(start.facts, [on], lambda _: None)
    events = getattr(fold.book, "open", {}).values()
    found = [Waiting(event.name, event.end, event.reported, fold.book.rated_on(event)) for event in events]  # type: ignore[attr-defined]
    return sorted(found, key=lambda event: (event.rated_on, event.end, event.event))
