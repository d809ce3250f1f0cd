"""A history laid out once and gone through under many settings: what each loses, block by block of time."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from threading import Lock
from typing import Any, TypeAlias

import numpy as np

from bareme.engines.fold import Fold
from bareme.engines.games import Games, Legend
from bareme.engines.job import Job
from bareme.engines.pools import UNRATED, BasePool, open_pool
from bareme.facts import Adjustment, Event, Facts, Player
from bareme.findings import Finding, Refused
from bareme.lab import tuning_elo_kernel, tuning_ffbg_kernel
from bareme.lab.tuning_fide import Foretold, play_scored
from bareme.lab.tuning_span import Span, span_of
from bareme.readers.gathering import Options
from bareme.rulebooks.base import Rulebook

Array: TypeAlias = "np.ndarray[Any, Any]"
_names = Lock()  # names are looked up in tables that grow; the loops themselves run side by side


@dataclass(frozen=True, slots=True)
class Course:
    """Games in the lawful order, with the span over them. `compiled`: their loops let other threads run."""

    legend: Legend
    games: Games
    players: Sequence[Player]
    adjustments: Sequence[Adjustment]
    events: Mapping[str, Event]
    span: Span
    compiled: bool
    findings: Sequence[Finding] = ()

    def losses(self, rulebook: Rulebook) -> Array:
        """The sum of the log losses of each block under a rulebook; nats."""
        pool = open_pool(rulebook, self.legend)
        scorer = _Scorer(pool, self.span.block, np.zeros(self.span.blocks + 1))
        with _names:
            pool.grow()
            pool.prepare(self.players, self.events)
        fold = Fold(pool, scorer)
        fold.begin(self.adjustments)
        fold.feed(self.games, self.legend)
        fold.finish()
        return scorer.loss[: self.span.blocks]


def course_of(
    source: Facts | Sequence[str | Path],
    rulebook: Rulebook,
    options: Options,
    warm_up: float | date,
    until: date | None,
    progress: Callable[[int, int], None] | None = None,
) -> Course:
    """Read the source once, and keep its games as numbers.

    Errors: Refused `tune-few-games`, and those of `bareme.rate`; UnfitError where only the reference can count.
    """
    kept: list[_Keeper] = []

    def plays(pool: BasePool) -> _Keeper:
        kept[:] = [_Keeper(pool)]  # of a reading that had to begin again only the last stays
        return kept[0]

    job = Job(rulebook, source if isinstance(source, Facts) else list(source), options, progress=progress)
    try:
        done = job.run(plays)
    except Refused as refused:
        errors = [one for one in (job.source.findings if job.source else ()) if one.severity == "error"]
        if errors and refused.finding.code == "nothing-to-rate":  # nothing at all could be read: say why
            raise Refused(errors[0].code, errors[0].place, **errors[0].details) from None
        raise
    read, keeper = done.source, kept[0]
    games = Games.joined(keeper.games)
    counts = np.concatenate(keeper.counts) if keeper.counts else np.empty(0, bool)
    span = span_of(games.day.astype("datetime64[D]"), counts, warm_up, until)
    compiled = rulebook.name in LOOPS
    events = {} if compiled else read.events()
    return Course(read.legend, games, read.players, read.adjustments, events, span, compiled, read.findings)


class _Keeper:
    """Keeps the games, and which of them are predicted: for that nobody need be rated, where everybody has a rating."""

    def __init__(self, pool: BasePool) -> None:
        self.pool = pool
        self.games: list[Games] = []
        self.counts: list[Array] = []
        self.foretold = None if pool.rulebook.name in LOOPS else Foretold(pool.rulebook)

    def play(self, games: Games) -> None:
        """Keep games."""
        self.games.append(games)
        if self.foretold is None:
            self.counts.append(self.pool.ready(games) != UNRATED)
        else:
            self.counts.append(
                play_scored(self.pool, self.foretold, games.take(slice(None)), np.zeros(len(games), "u4"), np.zeros(1))
            )

    def adjust(self, fact: Adjustment) -> None:
        """A decision may give somebody a rating."""
        if self.foretold is not None:
            self.pool.adjust(fact)

    def turn(self, day: date) -> None:
        """So may a list."""
        if self.foretold is not None:
            self.pool.turn(day)

    def finish(self, on: date) -> None:
        """The clock stops."""


class _Scorer:
    """A pool whose loops also keep score. A game that the present rule predicts, and this one does not, costs ln 2."""

    def __init__(self, pool: BasePool, block: Array, loss: Array) -> None:
        self.pool = pool
        self.block = block
        self.loss = loss
        self.done = 0
        self.foretold = None if pool.rulebook.name in LOOPS else Foretold(pool.rulebook)

    def play(self, games: Games) -> None:
        """Count games, in their order; each is predicted before it counts."""
        block = self.block[self.done : self.done + len(games)]
        self.done += len(games)
        if self.foretold is None:
            LOOPS[self.pool.rulebook.name](self.pool, games, self.pool.ready(games), block, self.loss)
        else:
            predicted = play_scored(self.pool, self.foretold, games, block, self.loss)
            np.add.at(self.loss, block[~predicted], math.log(2.0))

    def adjust(self, fact: Adjustment) -> None:
        """Count a decision."""
        with _names:
            self.pool.adjust(fact)

    def turn(self, day: date) -> None:
        """Turn the calendar."""
        self.pool.turn(day)

    def finish(self, on: date) -> None:
        """The clock stops; nothing more is predicted."""


def _elo(pool: Any, games: Games, halves: Array, block: Array, loss: Array) -> None:
    r = pool.rules
    tuning_elo_kernel.scored(
        games.first, games.second, halves, block, pool.state_, r.scale, pool.schedule, r.k_strong, r.strong, r.floor, loss
    )


def _ffbg(pool: Any, games: Games, halves: Array, block: Array, loss: Array) -> None:
    r = pool.rules
    tuning_ffbg_kernel.scored(
        games.first, games.second, halves, pool.length(games), block, pool.state_, r.stake, r.scale, r.ramp_start, r.ramp_per,
        loss,
    )  # fmt: skip


LOOPS: dict[str, Callable[[Any, Games, Array, Array, Array], None]] = {"elo": _elo, "ffbg": _ffbg}
