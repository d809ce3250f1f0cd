"""Elo over many games, one after the other."""

from __future__ import annotations

from typing import Any

from bareme.engines.compiled import kernel
from bareme.engines.machine import AHEAD, prefetch
from bareme.rounding import half_up
from bareme.rulebooks.elo.rules import development, expected_score, updated

RATING, GAMES = range(2)  # columns of the state: a player's numbers lie side by side, so that one fetch brings both


@kernel("u4[]", "u4[]", "u1[]", "f8[,]", "f8", "pairs", "f8", "f8", "f8")
def replay(
    first: Any, second: Any, halves: Any, state: Any, scale: float, schedule: Any, k_strong: float, strong: float, floor: float
) -> None:
    """Rate games in place. `first`, `second`: rows of `state`; `halves`: half points of the first, 3 does not count."""
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


@kernel("f8[,]", "i8[]")
def publish(state: Any, published: Any) -> None:
    """Every rating as it is printed."""
    for i in range(published.size):
        published[i] = half_up(state[i, RATING])


OWN, OPPONENT, PROBABILITY, K, BEFORE_GAMES, FLOORED, AFTER, ENTERED = range(8)  # columns of what is recorded of each side


@kernel("u4[]", "u4[]", "u1[]", "f8[,]", "u1[]", "f8", "pairs", "f8", "f8", "f8", "f8[,]")
def record(
    first: Any,
    second: Any,
    halves: Any,
    state: Any,
    met: Any,
    scale: float,
    schedule: Any,
    k_strong: float,
    strong: float,
    floor: float,
    sides: Any,
) -> None:
    """The same, each game written down: `sides` has a row for either side of each game, columns OWN to ENTERED.

    `met`: 0 for a player not in the pool, 1 for one in it, 2 for one known from a list alone. ENTERED: 1 where he enters now, 2
    from a list. Of a game that does not count OWN and AFTER are the rating, no number where there is none.
    """
    for i in range(first.size):
        a, b = first[i], second[i]
        if halves[i] > 2:
            for side in range(2):
                player = b if side else a
                sides[2 * i + side, OWN] = state[player, RATING] if met[player] else float("nan")
                sides[2 * i + side, AFTER] = sides[2 * i + side, OWN]
            continue
        rating_a, rating_b = state[a, RATING], state[b, RATING]
        score = halves[i] * 0.5
        expected = expected_score(rating_a - rating_b, scale)
        for side in range(2):
            player = b if side else a
            own, result, p = rating_a, score, expected
            if side:
                own, result, p = rating_b, 1.0 - score, 1.0 - expected
            row = 2 * i + side
            k = development(own, state[player, GAMES], schedule, k_strong, strong)
            sides[row, OWN], sides[row, OPPONENT] = own, rating_a if side else rating_b
            sides[row, PROBABILITY], sides[row, K], sides[row, BEFORE_GAMES] = p, k, state[player, GAMES]
            sides[row, AFTER] = max(updated(own, k, result, p), floor)
            sides[row, FLOORED] = sides[row, AFTER] != updated(own, k, result, p)
            sides[row, ENTERED] = 0.0 if met[player] == 1 else 1.0 + (met[player] == 2)
            met[player] = 1
        for side in range(2):
            player = b if side else a
            state[player, RATING] = sides[2 * i + side, AFTER]
            state[player, GAMES] += 1.0
