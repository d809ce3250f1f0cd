"""FFBG over many matches with the log loss of its predictions: the loop of `engines/ffbg_kernel.py`, which also keeps score."""

from __future__ import annotations

import math
from typing import Any

from bareme.engines.compiled import kernel
from bareme.engines.ffbg_kernel import EXPERIENCE, GAMES, RATING, SEASON
from bareme.engines.machine import AHEAD, prefetch
from bareme.lab.tuning_likelihood import SMALL, likelihood
from bareme.rulebooks.ffbg.rules import acceleration, stake_won, win_probability


@kernel("u4[]", "u4[]", "u1[]", "f8[]", "u4[]", "f8[,]", "f8", "f8", "f8", "f8", "f8[]")
def scored(
    first: Any,
    second: Any,
    halves: Any,
    length: Any,
    block: Any,
    state: Any,
    stake: float,
    scale: float,
    ramp_start: float,
    ramp_per: float,
    loss: Any,
) -> None:
    """Rate matches in place, and add the loss of each, predicted before it counts, to its block's in `loss`.

    Arguments as in the engine's `replay`; `block` a number for each match, the same for matches that follow one another.
    """
    product, at = 1.0, 0  # of likelihoods: one logarithm for hundreds of matches
    for i in range(first.size):
        if i + AHEAD < first.size:
            prefetch(state, first[i + AHEAD])
            prefetch(state, second[i + AHEAD])
        if halves[i] > 2:
            continue
        w, o, n = first[i], second[i], length[i]
        if halves[i] == 0:
            w, o = o, w
        rating_w, rating_o = state[w, RATING], state[o, RATING]
        gap = rating_w - rating_o
        stronger = win_probability(abs(gap), n, scale)
        p_loser = 1.0 - stronger if gap >= 0.0 else stronger
        fa_w = acceleration(state[w, EXPERIENCE], n, ramp_start, ramp_per)
        fa_o = acceleration(state[o, EXPERIENCE], n, ramp_start, ramp_per)
        state[w, RATING] = rating_w + stake_won(stake, fa_w, p_loser, n)
        state[o, RATING] = rating_o - stake_won(stake, fa_o, p_loser, n)
        for player in (w, o):
            state[player, EXPERIENCE] += n
            state[player, SEASON] += n
            state[player, GAMES] += 1.0
        if block[i] != at or product < SMALL:
            loss[at] -= math.log(product)
            product, at = 1.0, block[i]
        product *= likelihood(2, 1.0 - p_loser)
    loss[at] -= math.log(product)
