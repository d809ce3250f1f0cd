"""A history laid out once and gone through under many settings: what each loses, block by block of time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from threading import Lock
from typing import Any, ClassVar, TypeAlias

import numpy as np

from bareme.engines.fold import Fold
from bareme.engines.games import Games, Legend
from bareme.engines.job import Job
from bareme.engines.pools import UNRATED, BasePool, open_pool
from bareme.facts import Adjustment, Facts, Player
from bareme.findings import Refused
from bareme.lab import tuning_elo_kernel, tuning_ffbg_kernel
from bareme.lab.tuning_span import Span, span_of
from bareme.readers.gathering import Options
from bareme.rulebooks.base import Rulebook

Array: TypeAlias = "np.ndarray[Any, Any]"
_names = Lock()  # names are looked up in tables that grow; the loops themselves run side by side


@dataclass(frozen=True, slots=True)
class Course:
    """Games in the lawful order, with the span over them."""

    legend: Legend
    games: Games
    players: Sequence[Player]
    adjustments: Sequence[Adjustment]
    span: Span
    compiled: ClassVar[bool] = True

    def losses(self, rulebook: Rulebook) -> Array:
        """The sum of the log losses of each block under a rulebook; nats."""
        pool = open_pool(rulebook, self.legend)
        scorer = _Scorer(pool, self.span.block, np.zeros(self.span.blocks + 1))
        with _names:
            pool.grow()
            pool.prepare(self.players, {})
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
    games = Games.joined(kept[0].games)
    counts = np.concatenate(kept[0].counts) if kept[0].counts else np.empty(0, bool)
    span = span_of(games.day.astype("datetime64[D]"), counts, warm_up, until)
    return Course(done.source.legend, games, done.source.players, done.source.adjustments, span)


class _Keeper:
    """Keeps the games instead of counting them, and which of them a pool would count."""

    def __init__(self, pool: BasePool) -> None:
        self.pool = pool
        self.games: list[Games] = []
        self.counts: list[Array] = []

    def play(self, games: Games) -> None:
        """Keep games."""
        self.games.append(games)
        self.counts.append(self.pool.ready(games) != UNRATED)

    def adjust(self, fact: Adjustment) -> None:
        """A decision moves nobody here."""

    def turn(self, day: date) -> None:
        """Nor does the calendar."""

    def finish(self, on: date) -> None:
        """Nor the end."""


class _Scorer:
    """A pool whose loops also keep score."""

    def __init__(self, pool: BasePool, block: Array, loss: Array) -> None:
        self.pool = pool
        self.block = block
        self.loss = loss
        self.done = 0

    def play(self, games: Games) -> None:
        """Count games, in their order; each is predicted before it counts."""
        halves = self.pool.ready(games)
        block = self.block[self.done : self.done + len(games)]
        LOOPS[self.pool.rulebook.name](self.pool, games, halves, block, self.loss)
        self.done += len(games)

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
