"""Measures against numbers worked out by hand, and against their definitions written out in full."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bareme.lab import scoring

P = np.array([0.75, 0.4, 0.5, 0.9])
S = np.array([1.0, 0.0, 0.5, 0.0])


def test_log_loss_and_brier_by_hand() -> None:
    by_hand = [-math.log(0.75), -math.log(0.6), math.log(2), -math.log(0.1)]
    assert scoring.log_loss(P, S) == pytest.approx(by_hand)
    assert scoring.brier(P, S) == pytest.approx([0.0625, 0.16, 0.0, 0.81])


def test_a_certain_prediction_is_not_worth_infinity() -> None:
    assert scoring.log_loss(np.array([1.0]), np.array([0.0]))[0] == pytest.approx(-math.log(1e-6), abs=1e-6)


def test_accuracy_speaks_of_games_with_a_winner() -> None:
    found = scoring.accuracy(P, S)
    assert found[[0, 1, 3]].tolist() == [1.0, 1.0, 0.0]
    assert math.isnan(found[2])
    assert scoring.accuracy(np.array([0.5]), np.array([1.0]))[0] == 0.5


def auc_in_full(p: np.ndarray, s: np.ndarray) -> float:
    winners = [float(x if won else 1 - x) for x, won in zip(p, s == 1, strict=True)]
    pairs = list(itertools.product(winners, [1 - x for x in winners]))
    return sum(1.0 if winner > loser else 0.5 if winner == loser else 0.0 for winner, loser in pairs) / len(pairs)


def test_auc_is_its_definition() -> None:
    chance = np.random.default_rng(3)
    p = chance.integers(1, 20, 80) / 20.0
    s = (chance.random(80) < p).astype(float)
    assert scoring.auc(p, s).mean() == pytest.approx(auc_in_full(p, s))
    assert math.isnan(scoring.auc(p[:1], np.array([0.5]))[0])


@given(st.floats(0.001, 0.999), st.floats(0.0, 20.0))
def test_the_draw_model_keeps_the_expected_score(p: float, nu: float) -> None:
    win, draw, loss = (float(x[0]) for x in scoring.davidson(np.array([p]), nu))
    assert win + draw + loss == pytest.approx(1.0)
    assert min(win, draw, loss) >= 0.0
    assert win + draw / 2 == pytest.approx(p, abs=1e-9)
    assert draw * draw == pytest.approx(nu * nu * win * loss, abs=1e-9)  # Davidson's own definition


def test_without_draws_the_outcome_is_the_log_loss() -> None:
    p, s = np.array([0.2, 0.7]), np.array([0.0, 1.0])
    assert scoring.fitted_nu(p, s) == 0.0
    assert scoring.outcome_loss(p, s, 0.0) == pytest.approx(scoring.log_loss(p, s))


def test_the_draw_parameter_is_found_again() -> None:
    chance = np.random.default_rng(5)
    p = chance.uniform(0.1, 0.9, 40_000)
    win, draw, _ = scoring.davidson(p, 0.8)
    thrown = chance.random(len(p))
    s = np.where(thrown < win, 1.0, np.where(thrown < win + draw, 0.5, 0.0))
    assert scoring.fitted_nu(p, s) == pytest.approx(0.8, abs=0.03)
    assert scoring.fitted_nu(np.full(9, 0.5), np.full(9, 0.5)) > 40  # nothing but draws


def test_calibration_sees_the_favourite() -> None:
    p = np.array([0.8, 0.2, 0.6, 0.6])
    s = np.array([1.0, 1.0, 0.5, 1.0])
    low, high = scoring.calibration(p, s, np.maximum(p, 1 - p), [0.5, 0.7, 1.01])
    assert [low.games, low.predicted, low.actual] == pytest.approx([2, 0.6, 0.75])
    assert [high.games, high.predicted, high.actual] == pytest.approx([2, 0.8, 0.5])
    assert low.error == pytest.approx(math.sqrt(0.125 / 2))
    assert scoring.calibration_error([low, high]) == pytest.approx((2 * 0.15 + 2 * 0.3) / 4)


def test_decile_edges_part_the_favourites() -> None:
    p = np.linspace(0.01, 0.99, 1000)
    edges = scoring.decile_edges(p)
    assert len(edges) == 11
    assert sum(one.games for one in scoring.calibration(p, p, np.maximum(p, 1 - p), edges)) == 1000
    assert len(scoring.decile_edges(np.full(7, 0.5))) == 2
