"""How good predictions are. Every measure is the mean of one number for each game, so that all get the same intervals.

`expected` is the predicted expected score of side A (0 to 1), `score` what it was (1, 0.5, 0). A contribution that is
not a number is a game the measure does not speak of (accuracy and AUC: draws).

    log loss     -(s·ln p + (1-s)·ln(1-p)). Least when p is the true mean score; 0.6931 for p = 1/2. Predictions are
                 held between 1e-6 and 1 - 1e-6, so that no single game is worth infinity.
    Brier        (s - p)²; 0.25 for p = 1/2 where there are no draws.
    accuracy     the favourite won: 1, lost: 0, no favourite: 1/2. Of games with a winner.
    AUC          the chance that a winner was given more than a loser of any other game, both seen from their own side;
                 ties are halves. Of games with a winner.
    outcome      -ln of the probability given to what happened: win, draw or loss (`davidson`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = "np.ndarray[Any, Any]"

HELD = 1e-6
NU_MOST = 50.0  # a draw parameter beyond this means that nearly all games are drawn


def log_loss(expected: Array, score: Array) -> Array:
    """Of each game, in nats."""
    p = np.clip(expected, HELD, 1.0 - HELD)
    loss: Array = -(score * np.log(p) + (1.0 - score) * np.log1p(-p))
    return loss


def brier(expected: Array, score: Array) -> Array:
    """Of each game."""
    return (score - expected) ** 2


def accuracy(expected: Array, score: Array) -> Array:
    """Of each game with a winner."""
    right = np.sign(expected - 0.5) * np.sign(score - 0.5)
    return np.where(score == 0.5, np.nan, 0.5 + 0.5 * right)


def auc(expected: Array, score: Array) -> Array:
    """Of each game with a winner: twice the share of the others that it is in order with, minus the mean of that.

    The mean is the AUC, the scatter that of its linear approximation (a U-statistic of two games).
    """
    found = np.full(len(score), np.nan)
    decided = score != 0.5
    if not decided.any():
        return found
    winner = np.where(score > 0.5, expected, 1.0 - expected)[decided]
    losers = np.sort(1.0 - winner)
    below = np.searchsorted(losers, winner, "left")
    with_ties = np.searchsorted(losers, winner, "right")
    shares = (below + with_ties) / (2.0 * len(losers))
    found[decided] = 2.0 * shares - shares.mean()
    return found


MEASURES = {"log_loss": log_loss, "brier": brier, "accuracy": accuracy, "auc": auc}
SMALLER_IS_BETTER = {"log_loss": True, "outcome": True, "brier": True, "accuracy": False, "auc": False}


# -- draws


def davidson(expected: Array, nu: float) -> tuple[Array, Array, Array]:
    """Probabilities of win, draw and loss of side A, whose mean score is exactly `expected`.

    Davidson (1970): win : draw : loss = r² : nu·r : 1. Here r is the one that gives the expected score, the root of
    r²·(1-p) + r·nu·(1/2-p) - p = 0, so that the draw model adds how often games are drawn, and changes nothing else.
    """
    p = np.clip(expected, HELD, 1.0 - HELD)
    half = nu * (p - 0.5)
    r = (half + np.sqrt(half * half + 4.0 * p * (1.0 - p))) / (2.0 * (1.0 - p))
    total = r * r + nu * r + 1.0
    return r * r / total, nu * r / total, 1.0 / total


def outcome_loss(expected: Array, score: Array, nu: float) -> Array:
    """Of each game, in nats; without draws (nu = 0) it is the log loss."""
    win, draw, loss = davidson(expected, nu)
    happened = np.where(score == 1.0, win, np.where(score == 0.0, loss, draw))
    return -np.log(np.maximum(happened, HELD))


def fitted_nu(expected: Array, score: Array) -> float:
    """The draw parameter most likely on these games: 0 where none is drawn. Golden section on ln(1 + nu)."""
    if not (score == 0.5).any():
        return 0.0
    ratio = (np.sqrt(5.0) - 1.0) / 2.0
    low, high = 0.0, float(np.log1p(NU_MOST))
    for _ in range(60):
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        if outcome_loss(expected, score, np.expm1(left)).sum() <= outcome_loss(expected, score, np.expm1(right)).sum():
            high = right
        else:
            low = left
    return float(np.expm1((low + high) / 2.0))


# -- calibration


@dataclass(frozen=True, slots=True)
class Bin:
    """Games alike in something: how often the favourite scored, and how often it was said he would.

    `low` and `high` bound what they are alike in; `error` is the standard error of `actual`, as if games were independent.
    """

    low: float
    high: float
    games: int
    predicted: float
    actual: float
    error: float


def from_the_favourite(expected: Array, score: Array) -> tuple[Array, Array]:
    """The same games seen from the side with the larger expected score; side A where both are equal."""
    turned = expected < 0.5
    return np.where(turned, 1.0 - expected, expected), np.where(turned, 1.0 - score, score)


def calibration(expected: Array, score: Array, by: Array, edges: Sequence[float]) -> list[Bin]:
    """Predicted and actual score of the favourite, for the games with `by` in [edge, next edge); empty bins are left out."""
    p, s = from_the_favourite(expected, score)
    place = np.searchsorted(np.asarray(edges), by, "right") - 1
    bins = []
    for index in range(len(edges) - 1):
        here = place == index
        games = int(here.sum())
        if games:
            error = float(s[here].std(ddof=1) / np.sqrt(games)) if games > 1 else float("nan")
            bins.append(Bin(edges[index], edges[index + 1], games, float(p[here].mean()), float(s[here].mean()), error))
    return bins


def decile_edges(expected: Array, parts: int = 10) -> list[float]:
    """Edges that part the favourites' expected scores into groups of about the same size; equal ones are one."""
    favourite = np.maximum(expected, 1.0 - expected)
    inner = np.unique(np.quantile(favourite, np.linspace(0.0, 1.0, parts + 1)))
    return (
        [*inner[:-1].tolist(), float(np.nextafter(inner[-1], 2.0))]
        if len(inner) > 1
        else [0.5, float(np.nextafter(inner[0], 2.0))]
    )


def calibration_error(bins: Sequence[Bin]) -> float:
    """The mean distance between predicted and actual score, each bin by its games."""
    games = sum(one.games for one in bins)
    return sum(one.games * abs(one.predicted - one.actual) for one in bins) / games if games else float("nan")
