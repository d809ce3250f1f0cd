"""Which settings the data cannot tell from the best one: profiles of the log loss, cut at a height that a bootstrap finds.

The blocks of time are drawn again and again with replacement. Each draw has its own best setting; how much worse the
original best is there, in 95 draws of 100, is how much worse than the best a setting may be on the data themselves
without being told from it. Blocks, not games, are drawn, for neighbouring games know of one another through the
ratings. This asks of the rule no more than that the loss tells better settings from worse ones; it need not be true.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = "np.ndarray[Any, Any]"
DRAWS = 2000
CONFIDENCE = 0.95
NOTHING = 1e-9  # a difference of the loss, as a share of it, that is but rounding
NORMAL = 1.959964  # of CONFIDENCE, both sides


@dataclass(frozen=True, slots=True)
class Profile:
    """The best that can be had with each value of one parameter, and the values that cannot be told from the best."""

    losses: Array  # sum over the span, for each value
    best: int  # index of the best value
    threshold: float  # of the sum, above the best
    inside: Array  # bool

    def interval(self, values: Sequence[float]) -> tuple[float, float, bool, bool]:
        """The ends of the interval between numbers in rising order, and whether either lies at the end of the range.

        Between two values tried the root of the excess grows in a straight line, as that of a parabola does.
        """
        roots = np.sqrt(np.maximum(self.losses - self.losses[self.best], 0.0))
        edge = float(np.sqrt(max(self.threshold, 0.0)))
        tried = np.flatnonzero(self.inside)
        first, last = int(tried[0]), int(tried[-1])
        low = values[first] if first == 0 else _between(values, roots, first, first - 1, edge)
        high = values[last] if last == len(values) - 1 else _between(values, roots, last, last + 1, edge)
        return float(low), float(high), first == 0, last == len(values) - 1


def _between(values: Sequence[float], roots: Array, inner: int, outer: int, edge: float) -> float:
    share = (edge - roots[inner]) / (roots[outer] - roots[inner])
    return float(values[inner] + min(max(share, 0.0), 1.0) * (values[outer] - values[inner]))


def drawn(blocks: int, chance: np.random.Generator, draws: int = DRAWS) -> Array:
    """How often each block is in each draw: (draws, blocks)."""
    return chance.multinomial(blocks, np.full(blocks, 1.0 / blocks), size=draws).astype("f8")


def region(losses: Array, draws: Array) -> tuple[int, float, Array]:
    """The best setting (of equals the first), the height of the cut above it, and which settings lie below the cut.

    `losses`: (settings, blocks).
    """
    total = losses.sum(1)
    best = _least(total)
    excess = draws @ (losses - losses[best]).T  # of each setting over the best, in each draw
    threshold = max(_height(-excess.min(1), losses.shape[1]), NOTHING * total[best])
    return best, threshold, total - total[best] <= threshold


def profile(losses: Array, values: Array, draws: Array) -> Profile:
    """The profile of one parameter. `values`: the index of its value in each setting."""
    count = int(values.max()) + 1
    total = losses.sum(1)
    excess = draws @ (losses - losses[total.argmin()]).T
    by_value = np.empty((len(draws), count))
    totals = np.empty(count)
    for value in range(count):
        rows = np.flatnonzero(values == value)
        by_value[:, value] = excess[:, rows].min(1)
        totals[value] = total[rows].min()
    best = _least(totals)
    threshold = max(_height(by_value[:, best] - by_value.min(1), losses.shape[1]), NOTHING * totals[best])
    return Profile(totals, best, threshold, totals - totals[best] <= threshold)


def _least(total: Array) -> int:
    return int(np.argmax(total <= total.min() * (1.0 + NOTHING)))


def _height(above: Array, blocks: int) -> float:
    """The height of the cut; the root of a height goes with the width of an interval."""
    return float(np.quantile(above, CONFIDENCE)) * _wider(blocks) ** 2


def _wider(blocks: int) -> float:
    """How much wider an interval from so few blocks must be than the draws make it.

    They vary less than the data, as n - 1 to n, and from a few blocks a spread is known badly: Student's quantile over
    the normal one, to the first order in 1/n.
    """
    return float(np.sqrt(blocks / (blocks - 1))) * (1.0 + (NORMAL**2 + 1.0) / (4.0 * (blocks - 1)))


def difference(a: Array, b: Array, games: Array, draws: Array) -> tuple[float, float, float]:
    """How much more `a` loses than `b` per game, with its interval. Arrays by block."""
    mean = float((a - b).sum() / games.sum())
    spread = (draws @ (a - b)) / (draws @ games) - mean
    tail = (1.0 - CONFIDENCE) / 2.0
    low, high = np.quantile(spread, [tail, 1.0 - tail]) * _wider(len(games))
    return mean, mean + float(low), mean + float(high)
