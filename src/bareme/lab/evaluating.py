"""Evaluate: rulebooks and baselines on the same games, each prediction made before its game.

All contenders are scored on the games that every rulebook predicts, after the warm-up. The first rulebook is the one in
force: the others are compared with it game by game, so that what makes a game hard for all cancels out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeAlias

import numpy as np

from bareme.findings import Finding, Text
from bareme.lab import scoring
from bareme.lab.baselines import BASELINES, MOST_GAMES, missing
from bareme.lab.history import History
from bareme.lab.intervals import DRAWS, FEW_PLAYERS, SEED, Interval, drawn_means, interval
from bareme.lab.scoring import Bin

Array: TypeAlias = "np.ndarray[Any, Any]"
Said: TypeAlias = tuple[str, Text, str, Array]  # key, name, kind, expected scores

MEASURES = ("log_loss", "outcome", "brier", "accuracy", "auc")
INF = float("inf")
GAPS = (0.0, 50.0, 100.0, 150.0, 200.0, 300.0, 400.0, 600.0, INF)
LENGTHS = (0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 16.0, 20.0, INF)
EXPERIENCES = (0.0, 10.0, 30.0, 100.0, 300.0, 1000.0, INF)


@dataclass(frozen=True, slots=True)
class Contender:
    """Who predicts, and how well. `nu` is the draw parameter fitted on the warm-up, 0 where nothing is drawn.

    `against` is the difference to the first rulebook in each measure, game by game; empty for that one itself.
    `calibration` by: `expected`, and for rulebooks `gap`, `length`, `experience`.
    """

    key: str
    name: Text
    kind: str  # "rulebook", "baseline" or "odds"
    nu: float
    measures: Mapping[str, Interval]
    against: Mapping[str, Interval]
    calibration: Mapping[str, Sequence[Bin]]

    @property
    def calibration_error(self) -> float:
        """The mean distance between what was said and what came, over the groups by expected score."""
        return scoring.calibration_error(self.calibration["expected"])


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What `evaluate` found. Contenders: the rulebook in force, those against it, baselines."""

    contenders: Sequence[Contender]
    games: int  # scored
    players: int  # of the scored games
    warm_up: int  # games before
    since: date  # the first day scored
    until: date
    draws: float  # share of the scored games
    left_out: int  # games after the warm-up that one rulebook predicts and another does not
    not_counted: Mapping[str, int]  # by the first rulebook
    findings: Sequence[Finding]
    experience_unit: str  # "games" or "points"
    seed: int

    @property
    def measures(self) -> Sequence[str]:
        """The measures to show: the loss of the outcome only where games are drawn."""
        return [name for name in MEASURES if name != "outcome" or self.draws > 0.0]

    @property
    def rulebooks(self) -> Sequence[Contender]:
        """The rulebook in force, then those against it."""
        return [one for one in self.contenders if one.kind == "rulebook"]


def evaluate(
    histories: Sequence[History],
    labels: Sequence[str],
    *,
    baselines: Sequence[str] = tuple(BASELINES),
    odds: Mapping[int, float] | None = None,
    draws: int = DRAWS,
    seed: int = SEED,
) -> Evaluation:
    """Score the histories of rulebooks over the same facts, named `labels`, and the baselines.

    `odds`: A's expected score by game number, from a bookmaker; only games that have one are scored then. `draws` and
    `seed` are of the intervals.
    """
    findings: list[Finding] = []
    first = histories[0]
    common = first.number
    for other in histories[1:]:
        common = common[np.isin(common, other.number)]
    if odds is not None:
        common = common[np.isin(common, np.fromiter(odds, "i8", len(odds)))]
    aligned = [_taken(history, common) for history in histories]
    said: list[Said] = [(label, label, "rulebook", history.expected) for label, history in zip(labels, aligned, strict=True)]
    said += _baselines(first, common, baselines, findings)
    if odds is not None:
        market = np.array([odds[number] for number in common.tolist()])
        said.append(("odds", {"en": "betting odds", "fr": "cotes des paris"}, "odds", market))
    base = aligned[0]
    people = len(np.unique(base.players[base.scored]))
    if people < FEW_PLAYERS:
        findings.append(Finding("few-players", details={"players": people, "least": FEW_PLAYERS}))
    contenders = list(_scored(said, aligned, draws, seed))
    after = [int(history.scored.sum()) for history in histories]
    days = base.day[base.scored]
    return Evaluation(
        contenders=contenders,
        games=int(base.scored.sum()),
        players=people,
        warm_up=int(base.warm_up.sum()),
        since=days[0].item(),
        until=days[-1].item(),
        draws=float((base.score[base.scored] == 0.5).mean()),
        left_out=max(after) - int(base.scored.sum()),
        not_counted=first.not_counted,
        findings=findings,
        experience_unit="points" if not np.isnan(base.length).all() else "games",
        seed=seed,
    )


def _taken(history: History, numbers: Array) -> History:
    """Only the games of these numbers."""
    from dataclasses import replace

    here = np.isin(history.number, numbers)
    columns = ("number", "day", "players", "score", "expected", "before", "after", "length", "experience", "warm_up")
    return replace(history, **{name: getattr(history, name)[here] for name in columns})


def _baselines(first: History, common: Array, names: Sequence[str], findings: list[Finding]) -> list[Said]:
    """What the baselines say of the common games, having seen all that the first rulebook counts."""
    lacking = missing(list(names))
    if lacking:
        findings.append(Finding("baseline-missing", details={"names": lacking}))
    slow = [name for name in names if BASELINES[name][1]] if len(first) > MOST_GAMES else []
    if slow:
        findings.append(Finding("baseline-too-slow", details={"games": len(first), "most": MOST_GAMES}))
    here = np.isin(first.number, common)
    usable = [name for name in names if BASELINES[name][1] not in lacking and name not in slow]
    return [(name, BASELINES[name][0], "baseline", BASELINES[name][2](first)[here]) for name in usable]


def _scored(said: Sequence[Said], aligned: Sequence[History], draws: int, seed: int) -> Iterator[Contender]:
    base = aligned[0]
    scored, score = base.scored, base.score[base.scored]
    nus = [scoring.fitted_nu(expected[~scored], base.score[~scored]) for _, _, _, expected in said]
    columns = np.concatenate([_columns(expected[scored], score, nu) for (*_, expected), nu in zip(said, nus, strict=True)], 1)
    drawn = drawn_means(columns, base.players[scored], draws, seed)
    means = _means(columns)
    width = len(MEASURES)
    for index, ((key, name, kind, expected), nu) in enumerate(zip(said, nus, strict=True)):
        here = slice(index * width, (index + 1) * width)
        own, own_drawn = means[here], drawn[:, here]
        apart, apart_drawn = own - means[:width], own_drawn - drawn[:, :width]
        history = aligned[index] if kind == "rulebook" else None
        yield Contender(
            key=key,
            name=name,
            kind=kind,
            nu=nu,
            measures={measure: interval(float(own[i]), own_drawn[:, i]) for i, measure in enumerate(MEASURES)},
            against={measure: interval(float(apart[i]), apart_drawn[:, i]) for i, measure in enumerate(MEASURES)}
            if index
            else {},
            calibration=_calibration(expected[scored], score, history, base),
        )


def _means(columns: Array) -> Array:
    """The mean of each column; of one without a number, none."""
    there = ~np.isnan(columns)
    games = there.sum(0)
    sums = np.where(there, columns, 0.0).sum(0)
    means: Array = np.divide(sums, games, out=np.full(len(games), np.nan), where=games > 0)
    return means


def _columns(expected: Array, score: Array, nu: float) -> Array:
    """What each game contributes to each measure: (games, measures)."""
    found = {name: measure(expected, score) for name, measure in scoring.MEASURES.items()}
    found["outcome"] = scoring.outcome_loss(expected, score, nu)
    return np.stack([found[name] for name in MEASURES], 1)


def _calibration(expected: Array, score: Array, history: History | None, base: History) -> dict[str, list[Bin]]:
    favourite = np.maximum(expected, 1.0 - expected)
    found = {"expected": scoring.calibration(expected, score, favourite, scoring.decile_edges(expected))}
    if history is None:
        return found
    scored = base.scored
    found["gap"] = scoring.calibration(expected, score, np.abs(history.gap[scored]), GAPS)
    length = history.length[scored]
    if not np.isnan(length).all():
        found["length"] = scoring.calibration(expected, score, np.nan_to_num(length, nan=-1.0), LENGTHS)
    # the same games in the same groups under every rulebook: by the experience the first one counts
    found["experience"] = scoring.calibration(expected, score, base.experience[scored].min(1), EXPERIENCES)
    return found
