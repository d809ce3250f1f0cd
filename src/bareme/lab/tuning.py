"""Tuning: which values of a rulebook's parameters predict best, by how much, and whether the data can tell at all.

Settings are compared by the log loss of their predictions in training; what is found is judged once, on later games
that no choice was made on. `tuning_axes.py` says what is varied, `tuning_span.py` which games are scored,
`tuning_trials.py` goes through the history, `tuning_region.py` knows how sure it all is.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from bareme.facts import Facts
from bareme.findings import Finding, Refused
from bareme.lab.history import WARM_UP, need
from bareme.lab.tuning_axes import Axis, Setting, axis_of, changes, present_setting, settings, told
from bareme.lab.tuning_region import Profile, difference, drawn, profile, region
from bareme.lab.tuning_span import Span
from bareme.lab.tuning_trials import Trials, all_losses, trials_of
from bareme.readers.gathering import Options
from bareme.rulebooks.base import Rulebook

Array: TypeAlias = "np.ndarray[Any, Any]"
MOST_SETTINGS = 20_000  # of one grid
FINE = 7  # values inside an interval, from which it need not be looked at more closely
ROUNDS = 6
COUNTS = {1: 17, 2: 11, 3: 7}  # values of each parameter in a closer look, by how many are varied together
FEW = 5

KEEP_UNTOLD, KEEP_LATER, CHANGE = "cannot-tell", "not-confirmed", "change"


@dataclass(frozen=True, slots=True)
class Interval:
    """The values of one parameter that cannot be told from the best: the ends of a range, or those of a list.

    `open_low`, `open_high`: it reaches the end of what was tried.
    """

    low: float | None
    high: float | None
    open_low: bool
    open_high: bool
    values: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found for one parameter, or for several together. Losses are per game, in nats."""

    axes: tuple[Axis, ...]
    present: Setting
    best: Setting
    intervals: tuple[Interval, ...]
    verdict: str  # `change`, or why to keep: `cannot-tell`, `not-confirmed`
    loss_present: float  # in training
    loss_best: float
    height: float  # how much worse than the best a setting may be without being told from it
    later_present: float
    later_best: float
    gain: tuple[float, float, float]  # on the later games: present minus best, and its interval
    surface: Mapping[Setting, float]  # every setting of the grid as it was asked for
    tried: Mapping[Setting, float]  # and of the closer looks


@dataclass(frozen=True, slots=True)
class Tuned:
    """The answers, and what they rest on."""

    rulebook: Rulebook
    span: Span
    answers: tuple[Answer, ...]
    seed: int
    settings: int
    seconds: float
    pairs: bool = False  # what is scored are pairs of placements, not games
    findings: Sequence[Finding] = ()  # what was wrong in the sources

    @property
    def games(self) -> tuple[int, int]:
        """Scored in training, and later."""
        return int(self.span.games[: self.span.train].sum()), int(self.span.games[self.span.train :].sum())


def tune(
    source: Facts | Sequence[str | Path],
    rulebook: Rulebook,
    vary: Sequence[str],
    *,
    jointly: bool = False,
    refine: bool = True,
    train_until: date | None = None,
    warm_up: float | date = WARM_UP,
    seed: int = 0,
    options: Options | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Tuned:
    """Try the values of `vary` (each as `K=10:60:5`), one parameter after the other or all `jointly`.

    `refine` looks again, and closer, where the best values lie. `train_until` is the last day of training; by default it
    takes the first 70 % of the games, of which the `warm_up` is not scored. The same `seed` gives the same intervals.

    Errors: Refused `vary-nothing`, `vary-twice`, `vary-many-settings`, those of `axis_of`, of `trials_of`, of reading.
    """
    need()
    axes = [axis_of(text, rulebook) for text in vary]
    if not axes:
        raise Refused("vary-nothing")
    for number, axis in enumerate(axes):
        if axis.name in (other.name for other in axes[:number]):
            raise Refused("vary-twice", name=axis.name)
    groups = [tuple(axes)] if jointly else [(axis,) for axis in axes]
    for group in groups:
        count = math.prod(len(axis.values) for axis in group)
        if count > MOST_SETTINGS:
            raise Refused("vary-many-settings", count=count, most=MOST_SETTINGS)
    trials = trials_of(source, rulebook, options or Options(), warm_up, train_until, progress)
    search = _Search(trials, rulebook, np.random.default_rng(seed), progress)
    begun = time.perf_counter()
    answers = tuple(search.answer(group, refine) for group in groups)
    seconds = time.perf_counter() - begun
    return Tuned(rulebook, trials.span, answers, seed, search.count, seconds, rulebook.kind == "placements", trials.findings)


class _Search:
    """The trials, the draws that intervals come from, and what has been tried."""

    def __init__(
        self, trials: Trials, rulebook: Rulebook, chance: np.random.Generator, progress: Callable[[int, int], None] | None
    ) -> None:
        self.trials = trials
        self.rulebook = rulebook
        self.progress = progress
        self.train = trials.span.train
        self.train_games, self.later_games = np.split(trials.span.games, [self.train])
        self.draws = drawn(self.train, chance)
        self.later_draws = drawn(trials.span.later, chance)
        self.present = all_losses(trials, [rulebook])[0]
        self.count = 1

    def answer(self, axes: Sequence[Axis], refine: bool) -> Answer:
        """One parameter, or several together."""
        tried: dict[Setting, Array] = {}
        grid = list(axes)
        self._try(grid, tried)
        asked = list(tried)
        for _ in range(ROUNDS if refine else 0):
            closer = self._closer(axes, grid, tried)
            if closer is None:
                break
            grid = closer
            self._try(grid, tried)
        return self._judged(tuple(axes), grid, tried, asked)

    def _try(self, grid: Sequence[Axis], tried: dict[Setting, Array]) -> None:
        new = [setting for setting in settings(grid) if setting not in tried]
        values = self.rulebook.latest.values
        losses = all_losses(self.trials, [self.rulebook.override(changes(grid, one, values)) for one in new], self.progress)
        tried.update(zip(new, losses, strict=True))
        self.count += len(new)

    def _profiles(self, grid: Sequence[Axis], tried: Mapping[Setting, Array]) -> tuple[list[Axis], list[Profile]]:
        """Each parameter's profile over the settings of the last grid; of one alone, over all its values tried."""
        if len(grid) == 1 and grid[0].ranged:
            (axis,) = grid
            every = tuple(sorted({setting[0] for setting in tried}))
            grid = [Axis(axis.parameter, axis.part, every, True, axis.whole)]
        there = list(settings(grid))
        losses = np.array([tried[setting][: self.train] for setting in there])
        index = np.indices([len(axis.values) for axis in grid]).reshape(len(grid), -1)
        return list(grid), [profile(losses, index[number], self.draws) for number in range(len(grid))]

    def _closer(self, axes: Sequence[Axis], grid: Sequence[Axis], tried: Mapping[Setting, Array]) -> list[Axis] | None:
        """The grid of a closer look; None where the last one was close enough."""
        looked, profiles = self._profiles(grid, tried)
        count = COUNTS.get(len(axes), FEW)
        found, wanted = [], False
        for axis, asked, one in zip(looked, axes, profiles, strict=True):
            if not asked.ranged:
                found.append(asked)
                continue
            inside = np.flatnonzero(one.inside)
            low, high = axis.values[max(inside[0] - 1, 0)], axis.values[min(inside[-1] + 1, len(axis.values) - 1)]
            cut_low = inside[0] == 0 and axis.values[0] > asked.values[0]
            cut_high = inside[-1] == len(axis.values) - 1 and axis.values[-1] < asked.values[-1]
            reach = high - low
            low, high = low - reach * cut_low, high + reach * cut_high
            closer = asked.within(low, high, count)
            fine = len(inside) >= min(FINE, count - 2) or _step(axis) <= _step(closer)
            wanted = wanted or cut_low or cut_high or not fine
            found.append(closer)
        return found if wanted else None

    def _judged(
        self, axes: tuple[Axis, ...], grid: Sequence[Axis], tried: Mapping[Setting, Array], asked: list[Setting]
    ) -> Answer:
        looked, profiles = self._profiles(grid, tried)
        there = list(settings(looked))
        present = present_setting(axes, self.rulebook)
        every = np.array([self.present, *(tried[setting] for setting in there)])
        losses = every[:, : self.train]
        at, height, inside = region(losses, self.draws)
        best, best_losses = (present, *there)[at], every[at]
        games, later_games = self.train_games.sum(), self.later_games.sum()
        later, later_present = best_losses[self.train :], self.present[self.train :]
        gain = difference(later_present, later, self.later_games, self.later_draws)
        verdict = KEEP_UNTOLD if inside[0] else CHANGE if gain[1] > 0.0 else KEEP_LATER
        per_game = {setting: float(loss[: self.train].sum() / games) for setting, loss in tried.items()}
        return Answer(
            axes=axes,
            present=present,
            best=best,
            intervals=tuple(_interval(axis, one) for axis, one in zip(looked, profiles, strict=True)),
            verdict=verdict,
            loss_present=float(losses[0].sum() / games),
            loss_best=float(best_losses[: self.train].sum() / games),
            height=height / float(games),
            later_present=float(later_present.sum() / later_games),
            later_best=float(later.sum() / later_games),
            gain=gain,
            surface={setting: per_game[setting] for setting in asked},
            tried=per_game,
        )


def _step(axis: Axis) -> float:
    """The largest distance of neighbours."""
    return float(np.diff(axis.values).max())


def _interval(axis: Axis, one: Profile) -> Interval:
    inside = tuple(value for value, there in zip(axis.values, one.inside, strict=True) if there)
    if not axis.ranged:
        return Interval(None, None, False, False, inside)
    low, high, open_low, open_high = one.interval(axis.values)
    return Interval(low, high, open_low, open_high)


def document(tuned: Tuned) -> dict[str, Any]:
    """The answers as JSON-ready data, numbers unrounded."""
    span, (training, later) = tuned.span, tuned.games
    return {
        "rulebook": tuned.rulebook.spec,
        "overrides": dict(tuned.rulebook.overrides),
        "scored": "pairs of placements" if tuned.pairs else "games",
        "training": {"from": span.first.isoformat(), "until": span.until.isoformat(), "games": training},
        "later": {"from": span.since.isoformat(), "until": span.last.isoformat(), "games": later},
        "seed": tuned.seed,
        "settings": tuned.settings,
        "seconds": tuned.seconds,
        "answers": [_told(answer) for answer in tuned.answers],
    }


def _told(answer: Answer) -> dict[str, Any]:
    axes = answer.axes
    return {
        "parameters": [axis.name for axis in axes],
        "verdict": "change" if answer.verdict == CHANGE else "keep",
        "reason": answer.verdict,
        "present": told(axes, answer.present),
        "best": told(axes, answer.best),
        "intervals": {
            axis.name: {
                "low": one.low, "high": one.high, "open_low": one.open_low, "open_high": one.open_high,
                "values": list(one.values),
            }
            for axis, one in zip(axes, answer.intervals, strict=True)
        },
        "training": {"present": answer.loss_present, "best": answer.loss_best, "cannot_tell_below": answer.height},
        "later": {
            "present": answer.later_present,
            "best": answer.later_best,
            "gain": dict(zip(("mean", "low", "high"), answer.gain, strict=True)),
        },
        "surface": [{**told(axes, setting), "log_loss": loss} for setting, loss in answer.surface.items()],
        "closer": [{**told(axes, s), "log_loss": loss} for s, loss in answer.tried.items() if s not in answer.surface],
    }  # fmt: skip
