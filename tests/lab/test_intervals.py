"""Intervals drawn among players."""

from __future__ import annotations

import math

import numpy as np
import pytest

from bareme.lab.intervals import Interval, drawn_means, interval


def test_a_game_weighs_its_players_times_less_one() -> None:
    """Three players, three games, worked out for every draw there is: counts (c1, c2, c3) with sum 3."""
    players = np.array([[10, 20], [10, 30], [20, 30]])
    values = np.array([[1.0], [2.0], [6.0]])
    found = {round(float(value), 9) for value in drawn_means(values, players, 400, 1)[:, 0] if not math.isnan(value)}
    expected = set()
    for a in range(4):
        for b in range(4 - a):
            c = 3 - a - b
            weights = (a + b - 1, a + c - 1, b + c - 1)
            assert sum(weights) == 3
            expected.add(round((weights[0] * 1 + weights[1] * 2 + weights[2] * 6) / 3, 9))
    assert found == expected


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    """Games that share a player's own error: 95 of 100 intervals must hold nought, or a few more."""
    chance = np.random.default_rng(11)
    held = 0
    for seed in range(120):
        players = np.array([chance.choice(40, 2, replace=False) for _ in range(400)])
        own = chance.normal(0.0, 1.0, 40)
        values = own[players].sum(1) + chance.normal(0.0, 1.0, 400)
        drawn = drawn_means(values[:, None], players, 300, seed)[:, 0]
        one = interval(float(values.mean()), drawn)
        held += one.low <= 0.0 <= one.high
    assert 0.88 <= held / 120 <= 1.0
    naive = 1.96 * values.std() / math.sqrt(400)
    assert one.high - one.low > 2.5 * naive  # what counting games alone would claim is far too narrow


def test_what_is_no_number_is_no_part_of_its_column() -> None:
    players = np.array([[1, 2], [2, 3], [1, 3]] * 20)
    values = np.array([[1.0, 4.0], [math.nan, 4.0], [1.0, 4.0]] * 20)
    drawn = drawn_means(values, players, 100, 3)
    known = drawn[:, 0][~np.isnan(drawn[:, 0])]
    assert known == pytest.approx(1.0)
    assert drawn[:, 1] == pytest.approx(4.0)


def test_what_an_interval_tells() -> None:
    assert Interval(1.0, 0.5, 1.5).sure == 1
    assert Interval(-1.0, -1.5, -0.5).sure == -1
    assert Interval(0.1, -0.5, 0.7).sure == 0
    assert Interval(1.0, 0.5, 1.5).apart(Interval(3.0, 2.0, 4.0))
    assert not Interval(1.0, 0.5, 1.5).apart(Interval(1.2, 1.0, 4.0))
    assert math.isnan(interval(1.0, np.array([np.nan])).low)
