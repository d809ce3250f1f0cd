"""The replay in bulk: the same order and the same calendar as `replay.py`, with the games between two interruptions in one call.

Interruptions are a turn of the calendar, a decision, the end of a day whose list or state is wanted.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Protocol, TypeAlias

import polars as pl

from bareme.engines.games import Games, Legend, UnfitError, date_of, number_of
from bareme.engines.pools import BasePool
from bareme.facts import Adjustment, Placement
from bareme.findings import Refused
from bareme.replay import in_order

DAY = timedelta(days=1)
Few: TypeAlias = Adjustment | Placement


class Plays(Protocol):
    """Who counts games, decisions and turns: a pool as it is, or with a journal, or with a watch on one player."""

    def play(self, games: Games) -> None:
        """Count games."""

    def adjust(self, fact: Adjustment) -> None:
        """Count a decision."""

    def turn(self, day: date) -> None:
        """Turn the calendar."""

    def finish(self, on: date) -> None:
        """The clock stops."""


@dataclass(slots=True)
class Fold:
    """One replay. Feed it stretches of games in order, then finish it."""

    pool: BasePool
    plays: Plays
    on: date | None = None
    lists: list[date] = field(default_factory=list)  # days whose standings are wanted, before the last one
    clock: date | None = None
    checkpoint: Callable[[date], None] | None = None
    checkpoints: Callable[[date], date | None] = lambda day: None  # the first day after this one at whose end to keep the state

    few: list[Few] = field(default_factory=list)  # facts that interrupt the games
    earlier: dict[date, pl.DataFrame] = field(default_factory=dict)
    last: date | None = None
    done: int = 0
    _kept: date | None = None

    def begin(self, facts: Iterable[Few]) -> None:
        """The decisions and the placements, before the first game. In their day they come before its games."""
        self.few = in_order(facts)[::-1]  # type: ignore[assignment]  # no game is among them
        self.lists = sorted(set(self.lists))
        if self.few:
            self.last = self.few[0].date

    def feed(self, games: Games, legend: Legend) -> None:
        """The next games."""
        first = date_of(games.day[0])
        if self.done == 0 and not (self.few and self.few[-1].date <= first):
            self._start(first, legend.place(games, 0))
        elif self.done == 0:
            self._start(self.few[-1].date, self.few[-1].source)
        last = date_of(games.day[-1])
        self.last = max(self.last or last, last)
        stop = len(games) if self.on is None else games.before(number_of(self.on) + 1)
        at = 0
        while at < stop:
            day = date_of(games.day[at])
            self._advance(day)
            end = stop
            interruption = self._next(day, date_of(games.day[stop - 1]))
            if interruption is not None:
                end = min(games.before(number_of(interruption)), stop)
            self.plays.play(games.take(slice(at, end)))
            at = end
        self.done += len(games)

    def finish(self) -> date:
        """No more games: the rest of the decisions and turns up to the day of the list, which it gives back."""
        if self.done == 0:
            if self.few:
                self._start(self.few[-1].date, self.few[-1].source)
            self.clock = self.clock or date.min
        clock = self.clock or date.min
        stop = self.on or max(self.pool.default_on(self.last or clock), clock)
        self.lists = [day for day in self.lists if day < stop]
        self.few = [fact for fact in self.few if fact.date <= stop]
        self._advance(stop)
        self.plays.finish(stop)
        return stop

    def _start(self, first: date, place: Any) -> None:
        if self.clock is None:
            self.clock = first
        elif first < self.clock:
            raise Refused("carried-later", place, day=first, clock=self.clock)
        self._kept = self.clock

    def _advance(self, day: date) -> None:
        """All that comes before the games of `day`; the decisions of the day are among it."""
        while True:
            coming = self.few[-1].date if self.few else date.max
            ended = min(self._waiting(day), coming, day)
            if ended < min(day, coming):
                self._turn(ended)
                self._end_of(ended)
            elif coming <= day:
                self._turn(coming)
                self._count()
            else:
                break
        self._turn(day)

    def _count(self) -> None:
        """The next decision, or the next event of placements."""
        fact = self.few.pop()
        try:
            if isinstance(fact, Adjustment):
                self.plays.adjust(fact)
                return
            rows = [fact]
            while self.few and _same_meet(fact, self.few[-1]):
                rows.append(self.few.pop())  # type: ignore[arg-type]  # placements all
            meet: Any = getattr(self.plays, "meet", self.pool.meet)
            meet(rows)
        except UnfitError:
            raise
        except Refused as refused:
            raise Refused(refused.finding.code, fact.source, **refused.finding.details) from None

    def _waiting(self, day: date) -> date:
        """The first day before `day` at whose end something is wanted; else `day`."""
        wanted = self.lists[0] if self.lists else day
        kept = self.checkpoints(self._kept) if self._kept and self.checkpoint else None
        return min(wanted, kept or day, day)

    def _end_of(self, day: date) -> None:
        if self.lists and self.lists[0] == day:
            self.earlier[self.lists.pop(0)] = self.pool.standings(day)
        if self.checkpoint and self._kept and self.checkpoints(self._kept) == day:
            self.checkpoint(day)
            self._kept = day

    def _turn(self, until: date) -> None:
        clock = self.clock or date.min
        if clock < until:
            for day in self.pool.rules.turns(clock, until):
                self.plays.turn(day)
            self.clock = until

    def _next(self, day: date, last: date) -> date | None:
        """The first day after `day`, up to `last`, before whose games something else comes."""
        found = [fact.date for fact in self.few[-1:]]
        found += [self._waiting(date.max) + DAY] if self._waiting(date.max) < date.max else []
        found += itertools.islice(self.pool.rules.turns(day, last), 1)
        return min((when for when in found if day < when <= last), default=None)


def _same_meet(first: Placement, other: Few) -> bool:
    return isinstance(other, Placement) and (other.date, other.event) == (first.date, first.event)
