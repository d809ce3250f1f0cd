"""Properties of the generic Elo system."""

from __future__ import annotations

import math
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bareme.facts import Facts, Game
from bareme.replay import replay
from bareme.rulebooks.base import open_rulebook
from bareme.rulebooks.elo import rules

differences = st.floats(-3000, 3000)


@given(differences)
def test_the_two_sides_make_one(d: float) -> None:
    assert rules.expected_score(d, 400) + rules.expected_score(-d, 400) == 1.0


@given(differences, differences)
def test_the_stronger_is_expected_to_do_better(d: float, e: float) -> None:
    low, high = sorted((d, e))
    assert rules.expected_score(low, 400) <= rules.expected_score(high, 400)


@given(st.floats(-800, 800), st.floats(-800, 800))
def test_relative_strengths_multiply(d: float, e: float) -> None:
    product = rules.relative_strength(d, 400) * rules.relative_strength(e, 400)
    assert rules.relative_strength(d + e, 400) == pytest.approx(product, rel=1e-12)


@given(st.floats(-1500, 1500))
def test_the_odds_are_the_strength(d: float) -> None:
    p = rules.expected_score(d, 400)
    assert p / (1 - p) == pytest.approx(rules.relative_strength(d, 400), rel=1e-9)


@given(st.integers(1, 99))
def test_a_matchs_gap_gives_back_its_score(won: int) -> None:
    assert rules.expected_score(rules.match_gap(won, 100 - won, 400), 400) == pytest.approx(won / 100, abs=1e-12)


def test_a_match_won_outright_has_no_finite_gap() -> None:
    assert rules.match_gap(5, 0, 400) == math.inf
    assert rules.match_gap(0, 5, 400) == -math.inf


@given(st.floats(-1000, 1000))
def test_density_is_the_slope(d: float) -> None:
    slope = (rules.expected_score(d + 0.01, 400) - rules.expected_score(d - 0.01, 400)) / 0.02
    assert rules.probability_density(d, 400) == pytest.approx(slope, rel=1e-4, abs=1e-12)


def test_no_difference_overflows() -> None:
    assert rules.expected_score(-1e9, 400) == 0.0
    assert rules.expected_score(1e9, 400) == 1.0


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=60))
def test_with_one_k_points_only_change_hands(scores: list[float]) -> None:
    games = tuple(Game(date(2020, 1, 1), "", 0, n, "A", "B", score) for n, score in enumerate(scores))
    ratings = [row.rating for row in replay(open_rulebook("elo", {"k": 24}), Facts(games=games)).standings]
    assert sum(filter(None, ratings)) == pytest.approx(3000, abs=1e-9)


def test_the_floor_holds() -> None:
    games = tuple(Game(date(2020, 1, 1), "", 0, n, "A", "B", 1.0) for n in range(50))
    outcome = replay(open_rulebook("elo", {"floor": 1400}), Facts(games=games))
    assert min(row.rating for row in outcome.standings if row.rating) == 1400


def test_k_follows_the_schedule_and_the_strong() -> None:
    schedule = ((0, 40), (30, 20))
    assert [rules.development(1500, games, schedule, 10, 2400) for games in (0, 29, 30, 500)] == [40, 40, 20, 20]
    assert [rules.development(r, 30, schedule, 10, 2400) for r in (2400, 2400.01)] == [20, 10]
