"""Named roundings. Python's own `round` (half to even) is never used for a rating."""

from __future__ import annotations

import math


def half_up(x: float) -> int:
    """Nearest whole number, halves towards plus infinity: 2.5 -> 3, -2.5 -> -2."""
    below = math.floor(x)
    return below + 1 if x - below >= 0.5 else below


def half_away(x: float) -> int:
    """Nearest whole number, halves away from zero: 2.5 -> 3, -2.5 -> -3."""
    return half_up(x) if x >= 0 else -half_up(-x)


def ratio_half_up(numerator: int, denominator: int) -> int:
    """numerator/denominator to the nearest whole number, halves up, in exact integers (denominator > 0)."""
    return (2 * numerator + denominator) // (2 * denominator)


def ratio_half_away(numerator: int, denominator: int) -> int:
    """numerator/denominator to the nearest whole number, halves away from zero, exact (denominator > 0)."""
    if numerator >= 0:
        return ratio_half_up(numerator, denominator)
    return -ratio_half_up(-numerator, denominator)
