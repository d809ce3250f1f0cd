"""Named roundings, against exact fractions and the decimal module."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bareme.rounding import half_away, half_up, ratio_half_away, ratio_half_up

numbers = st.one_of(
    st.floats(-1e18, 1e18),
    st.integers(-(10**9), 10**9).map(lambda n: n / 2),  # ties
    st.integers(-(10**9), 10**9).map(lambda n: math.nextafter(n / 2, math.inf)),
    st.integers(-(10**9), 10**9).map(lambda n: math.nextafter(n / 2, -math.inf)),
)


def exactly_half_up(x: Fraction) -> int:
    return math.floor(x + Fraction(1, 2))


@pytest.mark.parametrize(
    ("x", "up", "away"),
    [
        (2.5, 3, 3),
        (-2.5, -2, -3),
        (0.5, 1, 1),
        (-0.5, 0, -1),
        (1.5, 2, 2),
        (2.4, 2, 2),
        (-2.6, -3, -3),
        (0.0, 0, 0),
        (0.49999999999999994, 0, 0),  # the largest number below one half: adding 0.5 to it gives 1
        (4503599627370497.5, 4503599627370498, 4503599627370498),
        (9007199254740993.0, 9007199254740992, 9007199254740992),  # beyond 2**53 every number is whole
    ],
)
def test_roundings_by_hand(x: float, up: int, away: int) -> None:
    assert half_up(x) == up
    assert half_away(x) == away


@given(numbers)
def test_half_up_is_exact(x: float) -> None:
    assert half_up(x) == exactly_half_up(Fraction(x))


@given(numbers)
def test_half_away_is_exact_and_odd(x: float) -> None:
    assert half_away(x) == (exactly_half_up(Fraction(x)) if x >= 0 else -exactly_half_up(-Fraction(x)))
    assert half_away(-x) == -half_away(x)


@given(st.decimals(-(10**9), 10**9, places=1))
def test_half_away_agrees_with_the_decimal_module(x: Decimal) -> None:
    assert ratio_half_away(int(x * 10), 10) == int(x.to_integral_value(ROUND_HALF_UP))


@given(st.integers(), st.integers(1))
def test_ratios_are_exact(numerator: int, denominator: int) -> None:
    x = Fraction(numerator, denominator)
    assert ratio_half_up(numerator, denominator) == exactly_half_up(x)
    assert ratio_half_away(numerator, denominator) == (exactly_half_up(x) if x >= 0 else -exactly_half_up(-x))


@given(st.integers(), st.integers(1), st.integers(1))
def test_a_ratio_may_be_written_in_other_terms(numerator: int, denominator: int, times: int) -> None:
    assert ratio_half_up(numerator * times, denominator * times) == ratio_half_up(numerator, denominator)
    assert ratio_half_away(numerator * times, denominator * times) == ratio_half_away(numerator, denominator)
