"""The spans of time: a warm-up that is not scored, training, and later games never looked at; each in blocks."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeAlias

import numpy as np

from bareme.findings import Refused
from bareme.lab.history import WARM_UP

Array: TypeAlias = "np.ndarray[Any, Any]"
SHARE = 0.7  # of the games, for the warm-up and training, where no day is named
BLOCKS = 20  # of each span: few and long, for what a rating learns of one game shows in the next ten of either player
LEAST_BLOCKS = 5
LEAST_GAMES = 20  # of each span


@dataclass(frozen=True, slots=True)
class Span:
    """Where each game is scored. `block`: 0 to `train` - 1 in training, then `later` blocks, `blocks` for not scored."""

    block: Array  # u4, of every game
    train: int
    later: int
    games: Array  # of each block
    first: date  # of training
    until: date  # the last day of training that has a game
    since: date  # the first day of the later span
    last: date

    @property
    def blocks(self) -> int:
        """Of both spans."""
        return self.train + self.later


def span_of(day: Array, counted: Array, warm_up: float | date = WARM_UP, until: date | None = None) -> Span:
    """Lay the spans over games in their order. `day`: datetime64[D]; `counted`: those that count and are foretold.

    Games of one day stay together. `warm_up`: a share of the games or the first day scored; `until`: the last day of
    training, else the first SHARE of the games.

    Errors: Refused `tune-few-games`, `tune-few-days`.
    """
    days = day[counted]
    if not len(days):
        raise Refused("tune-few-games", training=0, later=0, least=LEAST_GAMES)
    first = np.datetime64(warm_up, "D") if isinstance(warm_up, date) else _at(days, warm_up)
    later = np.datetime64(until, "D") + 1 if until else _at(days, SHARE)
    training = counted & (day >= first) & (day < later)
    after = counted & (day >= max(later, first))
    sizes = int(training.sum()), int(after.sum())
    if min(sizes) < LEAST_GAMES:
        raise Refused("tune-few-games", training=sizes[0], later=sizes[1], least=LEAST_GAMES)
    blocks, more = _blocks(day[training]), _blocks(day[after])
    train, rest = int(blocks[-1]) + 1, int(more[-1]) + 1
    if min(train, rest) < LEAST_BLOCKS:
        raise Refused("tune-few-days", least=LEAST_BLOCKS)
    block = np.full(len(day), train + rest, "u4")
    block[training], block[after] = blocks, train + more
    games = np.bincount(block, minlength=train + rest + 1)[: train + rest].astype("f8")
    ends = (day[training][0], day[training][-1], day[after][0], day[after][-1])
    return Span(block, train, rest, games, *(one.item() for one in ends))


def _at(days: Array, share: float) -> Any:
    return days[min(math.ceil(len(days) * share), len(days) - 1)]


def _blocks(day: Array) -> Array:
    """About BLOCKS blocks of as many games; those of one day are in one."""
    first = np.searchsorted(day, day, "left")
    numbers: Array = np.unique(first * BLOCKS // len(day), return_inverse=True)[1]
    return numbers
