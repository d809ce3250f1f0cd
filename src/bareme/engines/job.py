"""One bulk replay from its sources to the pool at the end; and again, with a watch on one player or with a journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, Protocol

import polars as pl

from bareme.engines.fold import Few, Fold, Plays
from bareme.engines.games import FactsPart, Games, Legend, number_of, of_facts
from bareme.engines.intake import HELD, AgainError, Intake, Learned
from bareme.engines.lawful import in_order
from bareme.engines.pools import BasePool, open_pool, pool_class
from bareme.facts import Adjustment, Event, Facts, Placement, Player
from bareme.findings import Finding, Refused
from bareme.readers.gathering import Options
from bareme.readers.reading import FileSummary
from bareme.replay import event_spans
from bareme.rulebooks.base import Rulebook

if TYPE_CHECKING:
    from bareme.engines.state import State

REMEMBERED = 5_000_000  # games kept after a replay, so that an explanation need not read the sources again


class Source(Protocol):
    """What a replay takes in: people and decisions with the first stretch of games, findings after the last."""

    legend: Legend
    players: tuple[Player, ...]
    adjustments: tuple[Adjustment, ...]
    placements: tuple[Placement, ...]
    findings: tuple[Finding, ...]
    files: tuple[FileSummary, ...]

    def stretches(self) -> Iterator[Games]:
        """The games in order."""

    def met(self) -> Any:
        """The numbers of the players who are in a game, rated or not."""

    def events(self) -> Mapping[str, Event]:
        """What is known of events: all of them with their first and last day, where the rulebook needs it."""


class Given:
    """Facts given by a program: they are taken as they are."""

    def __init__(self, facts: Facts) -> None:
        self.legend = Legend()
        self.players = facts.players
        self.adjustments, self.placements = facts.adjustments, facts.placements
        self.findings: tuple[Finding, ...] = ()
        self.files: tuple[FileSummary, ...] = ()
        self._facts = facts

    def stretches(self) -> Iterator[Games]:
        """All games."""
        self.legend.parts = [FactsPart(0, "", self._facts.games)]
        if self._facts.games:
            yield in_order(of_facts(self._facts.games, self.legend, 0), self.legend)

    def events(self) -> Mapping[str, Event]:
        """The events of the facts."""
        return event_spans(self._facts)

    def met(self) -> Any:
        """The players of the games."""
        return self.legend.names.of_keys([name for game in self._facts.games for name in (game.player_a, game.player_b)])


class Remembered:
    """The games of an earlier replay."""

    def __init__(self, source: Source, stretches: Sequence[Games]) -> None:
        self.legend, self.players = source.legend, source.players
        self.adjustments, self.placements = source.adjustments, source.placements
        self.findings, self.files = source.findings, source.files
        self._source, self._stretches = source, stretches

    def stretches(self) -> Iterator[Games]:
        """The same games."""
        yield from self._stretches

    def events(self) -> Mapping[str, Event]:
        """The same events."""
        return self._source.events()

    def met(self) -> Any:
        """The same players."""
        return self._source.met()


@dataclass(slots=True)
class Done:
    """A replay done: the pool on day `on`, and what was found."""

    source: Source
    pool: BasePool
    on: date
    earlier: Mapping[date, pl.DataFrame]
    last: date | None
    games: int
    remembered: list[Games] | None


@dataclass(slots=True)
class Job:
    """What is to be replayed."""

    rulebook: Rulebook
    sources: Sequence[Any] | Facts  # paths and frames, or facts
    options: Options = field(default_factory=Options)
    on: date | None = None
    lists: Sequence[date] = ()
    state: State | None = None  # to go on from
    resumed: bool = False  # the state is of these very sources: only facts after its day are wanted
    held: int = HELD
    progress: Callable[[int, int], None] | None = None
    learned: Learned = field(default_factory=Learned)
    done: Done | None = None
    source: Source | None = None  # of the last replay

    def run(self, plays: Callable[[BasePool], Plays] | None = None, keep: Any = None) -> Done:
        """Replay. `plays` makes of the pool what counts the games; `keep` has `days` and `save` of checkpoints.

        Errors: Refused `nothing-to-rate`, `carried-later`, and those of what is taken over.
        """
        while True:
            source = self.source = self._source()
            pool = open_pool(self.rulebook, source.legend)
            clock = self.state.begin(pool) if self.state else None
            if self.state and self.resumed:
                pool.counted = self.state.receipt["counted"]
                pool.not_counted = Counter(self.state.receipt["not_counted"])
                pool.resume(self.state.receipt.get("noted", {}))
            fold = Fold(pool, plays(pool) if plays else pool, self.on, list(self.lists), clock=clock)
            if keep:
                fold.checkpoint, fold.checkpoints = keep.saver(pool, fold, source), keep.days(pool)
            try:
                done = self._replayed(source, pool, fold)
            except AgainError:
                continue
            self.done = self.done or done
            return done

    def _source(self) -> Source:
        if self.done and self.done.remembered is not None:
            return Remembered(self.done.source, self.done.remembered)
        if isinstance(self.sources, Facts):
            return Given(self.sources)
        state = self.state
        return Intake(
            self.sources,
            self.options,
            self.learned,
            held=self.held,
            later_than=number_of(state.on) if state and self.resumed else None,
            known=state.people if state else None,
            spanned=pool_class(self.rulebook).spanned,
            counted={content: file for file, content in state.inputs.items()} if state and not self.resumed else {},
        )

    def _replayed(self, source: Source, pool: BasePool, fold: Fold) -> Done:
        remembered: list[Games] | None = []
        begun = False
        total = 0
        for games in filter(len, source.stretches()):
            if not begun:
                self._begin(source, pool, fold)
                begun = True
            fold.feed(games, source.legend)
            total += len(games)
            if remembered is not None:
                remembered = [*remembered, games] if total <= REMEMBERED else None
            if self.progress:
                self.progress(total, total)
        if not begun:
            self._begin(source, pool, fold)
            if fold.clock is None and not fold.few and not source.players:
                raise Refused("nothing-to-rate")
            if fold.clock is None and not fold.few and self.on is None:
                raise Refused("no-day")
        on = fold.finish()
        return Done(source, pool, on, fold.earlier, fold.last, total, remembered)

    def _begin(self, source: Source, pool: BasePool, fold: Fold) -> None:
        pool.grow()
        pool.prepare(source.players, source.events())
        late = self.state.on if self.state and self.resumed else date.min
        few: list[Few] = [*source.adjustments, *source.placements]
        fold.begin(fact for fact in few if fact.date > late)
