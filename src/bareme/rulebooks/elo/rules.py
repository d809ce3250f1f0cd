"""Elo, the generic system: one pure function per article.

Plain scalar Python, so that the same functions can be called for one game and compiled for millions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

LN10 = math.log(10.0)


def expected_score(difference: float, scale: float) -> float:
    """Article probability: P = 1 / (1 + 10^(-D/scale)), D the player's rating minus the opponent's.

    The exponential is taken of the absolute difference, so that none is too large.
    """
    stronger = 1.0 / (1.0 + math.exp(-abs(difference) * LN10 / scale))
    return stronger if difference >= 0.0 else 1.0 - stronger


def relative_strength(difference: float, scale: float) -> float:
    """Article strength: f(A/B) = exp(c·D), c = ln(10)/scale. Strengths multiply: f(A/C) = f(A/B)·f(B/C)."""
    return math.exp(difference * LN10 / scale)


def probability_density(difference: float, scale: float) -> float:
    """dP/dD = e^(-D/Z) / (Z·(1 + e^(-D/Z))²), Z = scale/ln 10 (the source drops the 1/Z)."""
    z = scale / LN10
    e = math.exp(-abs(difference) / z)
    return e / (z * (1.0 + e) * (1.0 + e))


def development(rating: float, games: int, schedule: Sequence[tuple[float, float]], k_strong: float, strong: float) -> float:
    """Article development: K by games played before this one; `k_strong` while the rating is above `strong`
    and the last step of the schedule is reached.
    """
    last, k = schedule[0]
    for start, step in schedule:
        last = start
        if games >= start:
            k = step
    return k_strong if rating > strong and games >= last else k


def updated(rating: float, k: float, result: float, expected: float) -> float:
    """Article update: Elo(n+1) = Elo(n) + K·(R - P(D)); R = 1 win, 0.5 draw, 0 loss."""
    return rating + k * (result - expected)


def match_gap(points_a: float, points_b: float, scale: float) -> float:
    """Article match: D = scale·log10(N_A/N_B), plus or minus infinity when one side has nothing."""
    if points_b == 0.0:
        return math.inf
    if points_a == 0.0:
        return -math.inf
    return scale * math.log10(points_a / points_b)
