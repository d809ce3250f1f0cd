"""Elo over many games, one after the other."""

from __future__ import annotations

from typing import Any

from bareme.engines.compiled import kernel, rules_of
from bareme.engines.prefetch import AHEAD, prefetch

_rules = rules_of("elo")
development, expected_score, updated = _rules.development, _rules.expected_score, _rules.updated

RATING, GAMES = range(2)  # columns of the state: a player's numbers lie side by side, so that one fetch brings both


@kernel
def replay(
    first: Any, second: Any, halves: Any, state: Any, scale: float, schedule: Any, k_strong: float, strong: float, floor: float
) -> None:
    """Rate games in place. `first`, `second` (uint32): rows of `state` (float64); `halves` (uint8): half points of the first."""
    for i in range(first.size):
        if i + AHEAD < first.size:
            prefetch(state, first[i + AHEAD])
            prefetch(state, second[i + AHEAD])
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
