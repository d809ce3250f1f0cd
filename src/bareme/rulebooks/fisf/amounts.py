"""Exact numbers: whole where the published rounding makes them whole, fractions where nothing is rounded."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from bareme.rounding import ratio_half_up

Amount: TypeAlias = int | Fraction  # players or hundredths of a percent
Ratio: TypeAlias = Fraction  # a percentage of a season, or a share of 1

NIL: Ratio = Fraction(0)


def written(amount: Amount) -> int | str:
    """The amount as JSON keeps it exactly: a whole number, or "numerator/denominator"."""
    return amount if isinstance(amount, int) else str(amount)


def read(value: int | str) -> Amount:
    """The inverse of `written`."""
    return Fraction(value) if isinstance(value, str) else value


def published(percentage: Ratio) -> float:
    """A percentage to 0.01 %, halves up, as the federation prints it.

    >>> published(Fraction(103095, 13400))
    7.69
    """
    return ratio_half_up(100 * percentage.numerator, percentage.denominator) / 100
