"""Intervals by players: how far a mean over games could be off, were other players of the same kind drawn.

Games of one player are not independent: who is misjudged once is misjudged in the next game too. So it is players who are
drawn again, with replacement, and a game of players drawn c_a and c_b times weighs c_a + c_b - 1. To the variance each game
then brings what it shares with all other games of its two players. Where games do not lean on each other at all, such an
interval is too wide, by the root of two at most; it is never too narrow for that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = "np.ndarray[Any, Any]"

DRAWS = 2000
SEED = 20_240_901
FEW_PLAYERS = 20  # with fewer, drawing among them says little
_AT_ONCE = 4_000_000  # counts held in memory


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean, and where it lies in 95 of 100 draws of the players."""

    value: float
    low: float
    high: float

    @property
    def sure(self) -> int:
        """-1 where all of it lies below nought, 1 where above, else 0: the data cannot tell."""
        return -1 if self.high < 0.0 else 1 if self.low > 0.0 else 0

    def apart(self, other: Interval) -> bool:
        """Do the two not overlap?"""
        return self.high < other.low or other.high < self.low


def drawn_means(columns: Array, players: Array, draws: int = DRAWS, seed: int = SEED) -> Array:
    """The mean of each column in each draw of the players: (draws, columns).

    `columns` is (games, columns); a cell that is not a number is no part of its column. `players` is (games, 2).
    """
    everybody, pairs = _in_order_of_appearance(players.ravel())
    pairs = pairs.reshape(players.shape)
    there = ~np.isnan(columns)
    values = np.where(there, columns, 0.0)
    sums, counts = (_by_player(part, pairs, everybody) for part in (values, there.astype("f8")))
    total, games = values.sum(0), there.sum(0)
    chance = np.random.default_rng(seed)
    step = max(1, _AT_ONCE // everybody)
    found = []
    for start in range(0, draws, step):
        each = np.full(everybody, 1.0 / everybody)
        times = chance.multinomial(everybody, each, min(step, draws - start)).astype("f8")
        weights = times @ counts - games
        with np.errstate(divide="ignore", invalid="ignore"):
            found.append(np.where(weights > 0.0, (times @ sums - total) / weights, np.nan))
    return np.concatenate(found)


def _in_order_of_appearance(owners: Array) -> tuple[int, Array]:
    """How many there are, and each one's number, so that the same draws meet the same players whoever numbered them."""
    _, first, inverse = np.unique(owners, return_index=True, return_inverse=True)
    place = np.empty(len(first), "i8")
    place[np.argsort(first)] = np.arange(len(first))
    return len(first), place[inverse]


def _by_player(values: Array, pairs: Array, people: int) -> Array:
    """The sum of each column over each player's games: (players, columns)."""
    sums = np.empty((people, values.shape[1]))
    for column in range(values.shape[1]):
        sums[:, column] = np.bincount(pairs[:, 0], values[:, column], people) + np.bincount(
            pairs[:, 1], values[:, column], people
        )
    return sums


def interval(value: float, drawn: Array) -> Interval:
    """The middle 95 of 100 draws around a mean."""
    known = drawn[~np.isnan(drawn)]
    if not known.size:
        return Interval(value, float("nan"), float("nan"))
    low, high = np.quantile(known, [0.025, 0.975])
    return Interval(value, float(low), float(high))


def drawn_of_owners(columns: Array, owners: Array, draws: int = DRAWS, seed: int = SEED) -> Array:
    """The mean of each column in each draw of its owners, where each row is one player's: (draws, columns).

    A cell that is not a number is no part of its column. `owners` is (rows,).
    """
    everybody, owner = _in_order_of_appearance(owners)
    there = ~np.isnan(columns)
    size = (everybody, columns.shape[1])
    sums, counts = np.zeros(size), np.zeros(size)
    np.add.at(sums, owner, np.where(there, columns, 0.0))
    np.add.at(counts, owner, there.astype("f8"))
    chance = np.random.default_rng(seed)
    step = max(1, _AT_ONCE // everybody)
    found = []
    for start in range(0, draws, step):
        each = np.full(everybody, 1.0 / everybody)
        times = chance.multinomial(everybody, each, min(step, draws - start)).astype("f8")
        totals = times @ counts
        found.append(np.divide(times @ sums, totals, out=np.full(totals.shape, np.nan), where=totals > 0.0))
    return np.concatenate(found)
