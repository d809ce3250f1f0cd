"""Elo over many games with the log loss of its predictions: the loop of `engines/elo_kernel.py`, which also keeps score."""

from __future__ import annotations

import math
from typing import Any

from bareme.engines.compiled import kernel
from bareme.engines.elo_kernel import GAMES, RATING
from bareme.engines.machine import AHEAD, prefetch
from bareme.lab.tuning_likelihood import SMALL, likelihood
from bareme.rulebooks.elo.rules import development, expected_score, updated


@kernel("u4[]", "u4[]", "u1[]", "u4[]", "f8[,]", "f8", "pairs", "f8", "f8", "f8", "f8[]")
def scored(
    first: Any,
    second: Any,
    halves: Any,
    block: Any,
    state: Any,
    scale: float,
    schedule: Any,
    k_strong: float,
    strong: float,
    floor: float,
    loss: Any,
) -> None:
    """Rate games in place, and add the loss of each, predicted before it counts, to its block's in `loss`.

    Arguments as in the engine's `replay`; `block` a number for each game, the same for games that follow one another.
    """
    product, at = 1.0, 0  # of likelihoods: one logarithm for hundreds of games
    for i in range(first.size):
        if i + AHEAD < first.size:
            prefetch(state, first[i + AHEAD])
            prefetch(state, second[i + AHEAD])
        if halves[i] > 2:
            continue
        a, b = first[i], second[i]
        rating_a, rating_b = state[a, RATING], state[b, RATING]
        score = halves[i] * 0.5
        expected = expected_score(rating_a - rating_b, scale)
        k_a = development(rating_a, state[a, GAMES], schedule, k_strong, strong)
        k_b = development(rating_b, state[b, GAMES], schedule, k_strong, strong)
        state[a, RATING] = max(updated(rating_a, k_a, score, expected), floor)
        state[b, RATING] = max(updated(rating_b, k_b, 1.0 - score, 1.0 - expected), floor)
        state[a, GAMES] += 1.0
        state[b, GAMES] += 1.0
        if block[i] != at or product < SMALL:
            loss[at] -= math.log(product)
            product, at = 1.0, block[i]
        product *= likelihood(halves[i], expected)
    loss[at] -= math.log(product)
