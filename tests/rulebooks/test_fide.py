"""FIDE's articles one by one: the tables, the cap, K, first ratings, the calendar of lists."""

from __future__ import annotations

import csv
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bareme.findings import Refused
from bareme.rounding import half_away
from bareme.rulebooks.base import open_rulebook
from bareme.rulebooks.fide import calculators, periods, rules, tables
from bareme.rulebooks.fide.terms import Terms

FIDE = open_rulebook("fide")
ALL_DAYS = st.dates(date(2000, 1, 1), date(2030, 12, 31))
ratings = st.integers(1000, 2900)
half_points = st.integers(0, 2)


def version(day: str) -> Terms:
    return Terms.of(FIDE.on(date.fromisoformat(day)))


# -- article probability, article performance-table


@given(st.integers(-3000, 3000))
def test_probability_of_the_two_sides_makes_one(d: int) -> None:
    assert rules.scoring_probability(d) + rules.scoring_probability(-d) == 100


def test_probability_never_falls_as_the_difference_grows() -> None:
    found = [rules.scoring_probability(d) for d in range(-800, 801)]
    assert found == sorted(found)
    assert set(found) == set(range(101))


@pytest.mark.parametrize(
    ("d", "p"),
    [
        (0, 50),
        (3, 50),
        (4, 51),
        (-4, 49),
        (100, 64),
        (350, 89),
        (400, 92),
        (413, 93),
        (735, 99),
        (736, 100),
        (-736, 0),
        (4000, 100),
    ],
)
def test_probability_at_the_edges_of_the_printed_rows(d: int, p: int) -> None:
    assert rules.scoring_probability(d) == p


@given(st.integers(0, 100))
def test_dp_is_mirrored(p: int) -> None:
    assert rules.rating_difference(p) == -rules.rating_difference(100 - p)


@given(st.integers(51, 99))
def test_the_two_tables_are_nearly_mirror_images(p: int) -> None:
    """The regulation says so of them: P(dp(p)) is p, to a hundredth."""
    assert abs(rules.scoring_probability(rules.rating_difference(p)) - p) <= 1


def test_both_tables_are_whole_numbers() -> None:
    assert all(type(value) is int for value in (*tables.PD, *tables.DP, *tables.PD_LAST))
    assert (len(tables.PD), len(tables.DP), len(tables.PD_LAST)) == (736, 101 - 50, 50)


@given(st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, 2 * n), st.just(n))))
def test_a_fractional_score_is_exact_to_the_nearest_hundredth_halves_up(played: tuple[int, int]) -> None:
    score, games = played
    exact = Fraction(50 * score, games)
    found = rules.fractional_score(score, games)
    assert type(found) is int
    assert -Fraction(1, 2) < found - exact <= Fraction(1, 2)


def test_tables_agree_with_the_printed_ones(shared: Path) -> None:
    with (shared / "reference" / "fide_d_pd.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            for d in range(int(row["d_min"]), int(row["d_max"] or 3000) + 1):
                assert rules.scoring_probability(d) == hundredths(row["pd_higher"])
                assert rules.scoring_probability(-d) == (hundredths(row["pd_lower"]) if d else 50)
    with (shared / "reference" / "fide_p_dp.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            assert rules.rating_difference(hundredths(row["p"])) == int(row["dp"])


def hundredths(text: str) -> int:
    """Exact: .57 as a binary float is not .57."""
    found = Fraction(text) * 100
    assert found.denominator == 1
    return int(found)


# -- article difference


@given(ratings, st.lists(ratings, min_size=1, max_size=9), ALL_DAYS)
def test_a_counted_difference_is_the_true_one_or_the_cap(own: int, opponents: list[int], day: date) -> None:
    terms = Terms.of(FIDE.on(day))
    for opponent, counted in zip(opponents, terms.differences(own, opponents), strict=True):
        assert counted in (own - opponent, rules.capped_difference(own - opponent, terms.cap))


@given(ratings, st.lists(ratings, min_size=1, max_size=9))
def test_in_2022_one_game_of_an_event_is_capped_at_most(own: int, opponents: list[int]) -> None:
    counted = version("2022-06-01").differences(own, opponents)
    true = [own - opponent for opponent in opponents]
    changed = [d for d, c in zip(true, counted, strict=True) if d != c]
    assert len(changed) == any(abs(d) > 400 for d in true)
    assert all(abs(d) == max(map(abs, true)) for d in changed)


def test_the_order_of_an_events_games_is_of_no_account() -> None:
    terms = version("2022-06-01")
    assert terms.differences(2400, [1900, 1950, 2900]) == [400, 450, -500]  # of +500 and -500 the favourable one
    assert terms.differences(2400, [2900, 1950, 1900]) == [-500, 450, 400]


def test_one_upgrade_is_the_other_reading_of_2022() -> None:
    rulebook = open_rulebook("fide", {"cap_rule": "one-upgrade-per-event"})
    terms = Terms.of(rulebook.on(date(2022, 6, 1)))
    assert terms.differences(2400, [1900, 1950, 2900, 2950]) == [400, 450, -400, -400]


@pytest.mark.parametrize(("own", "counted"), [(2649, 400), (2650, 450)])
def test_from_2650_on_only_that_players_own_side_is_true(own: int, counted: int) -> None:
    terms = version("2025-10-01")
    assert terms.differences(own, [own - 450]) == [counted]
    assert terms.differences(own - 450, [own]) == [-400]


# -- article development, development-limit, rounding


@given(st.integers(1, 300), st.sampled_from([10, 15, 20, 40]))
def test_the_limit_is_the_largest_whole_k(games: int, k: int) -> None:
    limited = rules.development_limit(k, games, 700)
    assert limited * games <= 700
    assert limited == k or (limited + 1) * games > 700


def test_no_limit_before_2022() -> None:
    assert version("2021-12-31").k_games_limit >= 10**6
    assert version("2022-01-01").k_games_limit == 700


@given(st.integers(-(10**6), 10**6))
def test_a_change_is_rounded_away_from_zero(change: int) -> None:
    assert rules.rounded_change(change) == half_away(Fraction(change, 100))  # type: ignore[arg-type]
    assert rules.rounded_change(-change) == -rules.rounded_change(change)


# -- article first-rating


@given(st.lists(st.tuples(ratings, half_points), min_size=9, max_size=30), ALL_DAYS)
def test_a_first_rating_is_that_of_exact_fractions(games: list[tuple[int, int]], day: date) -> None:
    """The same by fractions, from the sentences of the specification."""
    n, score = len(games), sum(half for _, half in games)
    opponents = sum(opponent for opponent, _ in games)
    terms = Terms.of(FIDE.on(day))
    if day >= date(2024, 3, 1):
        exact = Fraction(opponents + 3600, n + 2) + rules.rating_difference(rules.fractional_score(score + 2, n + 2))
    elif score >= n:
        per_half_point = Fraction(25, 2) if day < date(2011, 7, 1) else 15 if day < date(2014, 7, 1) else 20
        exact = Fraction(opponents, n) + per_half_point * (score - n)
    else:
        exact = Fraction(opponents, n) + rules.rating_difference(rules.fractional_score(score, n))
    found = terms.first_rating([(n, score, opponents)])
    assert -Fraction(1, 2) < found - exact <= Fraction(1, 2)


# -- article lists


@given(ALL_DAYS)
def test_the_list_in_force_is_the_last_one_that_came_out(day: date) -> None:
    published = periods.list_in_force(FIDE, day)
    assert published <= day
    assert periods.is_list_day(FIDE, published)
    assert not list(periods.list_days(FIDE, published, day))


@given(ALL_DAYS, st.integers(0, 40))
def test_an_event_is_rated_in_the_first_list_after_it(end: date, later: int) -> None:
    reported = end + timedelta(days=later)
    day = periods.rated_on(FIDE, end, reported)
    assert day > reported
    assert not list(periods.list_days(FIDE, reported, day - timedelta(days=1)))


@pytest.mark.parametrize(
    ("year", "months"),
    [(2008, [1, 4, 7, 10]), (2009, [1, 4, 7, 9, 11]), (2010, [1, 3, 5, 7, 9, 11]), (2012, [1, 3, 5, 7, 8, 9, 10, 11, 12])],
)
def test_the_lists_of_a_year(year: int, months: list[int]) -> None:
    assert [day.month for day in periods.list_days(FIDE, date(year - 1, 12, 31), date(year, 12, 31))] == months


def test_a_closing_date_puts_an_event_off() -> None:
    rulebook = open_rulebook("fide", {"closing_days": 3})
    ends = [periods.rated_on(rulebook, date(2026, 8, day), None) for day in (29, 30, 31)]
    assert ends == [date(2026, 9, 1), date(2026, 10, 1), date(2026, 10, 1)]


def test_the_end_of_the_calendar_is_no_accident() -> None:
    assert periods.rated_on(FIDE, date.max, None) == date.max
    assert periods.list_in_force(FIDE, date.min) == date.min


# -- the versions


@pytest.mark.parametrize(
    ("day", "cap", "floor", "k"),
    [
        ("1985-01-01", 350, 1400, (25, 15, 10)),
        ("2009-06-30", 350, 1400, (25, 15, 10)),
        ("2009-07-01", 400, 1200, (25, 15, 10)),
        ("2011-07-01", 400, 1200, (30, 15, 10)),
        ("2012-07-01", 400, 1000, (30, 15, 10)),
        ("2014-07-01", 400, 1000, (40, 20, 10)),
        ("2022-01-01", 400, 1000, (40, 20, 10)),
        ("2024-03-01", 400, 1400, (40, 20, 10)),
        ("2026-10-01", 400, 1400, (40, 20, 10)),
    ],
)
def test_versions_by_day(day: str, cap: int, floor: int, k: tuple[int, int, int]) -> None:
    terms = version(day)
    assert (terms.cap, terms.floor, (terms.k_new, terms.k_middle, terms.k_top)) == (cap, floor, k)


# -- the calculators


@given(ratings, ratings, ALL_DAYS)
def test_odds_are_those_of_an_event_of_one_game(a: int, b: int, day: date) -> None:
    law = FIDE.on(day)
    side = calculators.odds(law, a, b)["a"]
    for word, score in (("win", 1.0), ("draw", 0.5), ("loss", 0.0)):
        event = calculators.event(law, a, [(b, score)])
        assert (event["change"], event["expected"], event["k"]) == (side[word], side["probability"], side["k"])


def test_k_of_the_calculator_follows_what_is_known() -> None:
    law = FIDE.on(date(2025, 1, 1))
    games = [(2000, 1.0)]
    assert calculators.event(law, 2000, games)["k"] == 20
    assert calculators.event(law, 2000, games, games_played=10)["k"] == 40
    assert calculators.event(law, 2000, games, born=2008, on=date(2026, 1, 1))["k"] == 40
    assert calculators.event(law, 2000, games, born=2008, on=date(2027, 1, 1))["k"] == 20
    assert calculators.event(law, 2000, games, k=15)["change"] == 7.5


def test_an_event_that_ends_below_the_floor_says_so() -> None:
    answer = calculators.event(FIDE.on(date(2025, 1, 1)), 1400, [(1400, 0.0)])
    assert (answer["new"], answer["reason"], answer["change"]) == (None, "below-floor", -10.0)


@pytest.mark.parametrize(
    ("rating", "games", "message"),
    [
        (2000.5, [(2000, 1.0)], "whole number; 2000.5 is not"),
        (2000, [(2000.5, 1.0)], "whole number; 2000.5 is not"),
        (2000, [(2000, 0.7)], "0.7 is none of them"),
        (2000, [], "at least one game"),
    ],
)
def test_what_cannot_be_counted_is_refused(rating: float, games: list[tuple[float, float]], message: str) -> None:
    with pytest.raises(Refused, match=message):
        calculators.event(FIDE.latest, rating, games)


@pytest.mark.parametrize(("name", "rows"), [("pd", 51), ("probability", 51), ("dp", 101)])
def test_the_tables_have_every_row(name: str, rows: int) -> None:
    table = calculators.TABLES[name](FIDE.latest)
    assert len(table.rows) == rows
    assert all(len(row) == len(table.columns) for row in table.rows)


def test_the_cap_is_marked_in_its_row() -> None:
    assert [row[0] for row in calculators.TABLES["pd"](FIDE.latest).rows if row[3]] == ["392-411"]
    assert [row[0] for row in calculators.TABLES["pd"](FIDE.versions[0]).rows if row[3]] == ["345-357"]
