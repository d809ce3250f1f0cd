"""Properties of the FFBG's regulation."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bareme.facts import Adjustment, Facts, Game
from bareme.journal import Line
from bareme.lists import ranked
from bareme.replay import replay
from bareme.rulebooks.base import open_rulebook
from bareme.rulebooks.ffbg import rules
from bareme.rulebooks.ffbg.formats import Sets, parse_format
from seasons import seasons

lengths = st.integers(1, 25)
probabilities = st.floats(0.0, 1.0)


@given(st.floats(0, 2000), lengths, lengths)
def test_longer_matches_favour_the_stronger(d: float, n: int, m: int) -> None:
    short, long = sorted((n, m))
    assert 0.5 <= rules.win_probability(d, short, 2000) <= rules.win_probability(d, long, 2000)


@given(st.floats(0, 2000), st.floats(0, 2000), lengths)
def test_a_larger_difference_favours_the_stronger(d: float, e: float, n: int) -> None:
    low, high = sorted((d, e))
    assert rules.win_probability(low, n, 2000) <= rules.win_probability(high, n, 2000)


@given(probabilities, st.integers(1, 5))
def test_sets_are_fair(p: float, sets: int) -> None:
    won, lost = rules.sets_probability(p, sets, p), rules.sets_probability(1.0 - p, sets, 1.0 - p)
    assert won + lost == pytest.approx(1.0, abs=1e-12)


@given(probabilities, probabilities)
def test_sets_of_the_text(p: float, t: float) -> None:
    q = 1 - p
    assert rules.sets_probability(p, 2, t) == pytest.approx(p * p + 2 * q * p * t, abs=1e-12)
    assert rules.sets_probability(p, 3, t) == pytest.approx(p**3 + 3 * p**3 * q + 6 * p * p * q * q * t, abs=1e-12)


@given(lengths)
def test_one_set_is_the_match_itself(points: int) -> None:
    assert rules.equivalent_length(points, 1, points, 2000) == pytest.approx(points, rel=1e-12)


@given(st.floats(0, 499), st.floats(0, 499))
def test_the_correction_falls_with_experience(a: float, b: float) -> None:
    low, high = sorted((a, b))
    assert 300 >= rules.correction(low, 500) >= rules.correction(high, 500) >= 0


@given(st.floats(0, 2000), lengths)
def test_fa_is_between_1_and_5(experience: float, n: int) -> None:
    assert 1 <= rules.acceleration(experience, n, 5, 100) <= 5


def test_the_bonus_rounds_halves_up_whatever_the_binary() -> None:
    assert [rules.bonus(n, 0.1) for n in range(5, 20005, 10)] == [n // 10 + 1 for n in range(5, 20005, 10)]


@given(seasons(draws=False))
def test_experience_is_the_sum_of_lengths(facts: Facts) -> None:
    outcome = replay(open_rulebook("ffbg"), facts)
    for row in outcome.standings:
        played = [g.length or 0 for g in facts.games if g.rated and row.player in (g.player_a, g.player_b)]
        assert row.experience == sum(played)


@given(seasons(draws=False, with_decisions=True))
def test_rating_is_never_below_elo_less_bonus(facts: Facts) -> None:
    for row in replay(open_rulebook("ffbg"), facts).standings:
        assert row.rating is not None
        assert row.elo is not None
        assert row.rating >= row.elo - row.more["bonus"] - 1e-9


@given(seasons(draws=False))
def test_beyond_the_ramp_points_only_change_hands(facts: Facts) -> None:
    plain = {"ramp": False, "correction": False, "inactivity_rate": 0, "initial_rating": 1800}
    rows = replay(open_rulebook("ffbg", plain), facts).standings
    assert sum(row.rating or 0 for row in rows) == pytest.approx(1800 * len(rows), abs=1e-6)


def assign(day: str, player: str, **values: float | str) -> Adjustment:
    return Adjustment(date.fromisoformat(day), player, "assign", reason="test", **values)  # type: ignore[arg-type]


def match(day: str, winner: str, loser: str, length: int) -> Game:
    return Game(date.fromisoformat(day), "", 0, 0, winner, loser, 1.0, length=length)


@pytest.mark.parametrize(("played", "moved"), [(10, 0.0), (11, 0.0), (9, 2.0), (0, 20.0)])
def test_inactivity_ends_at_ten_points(played: int, moved: float) -> None:
    facts = Facts(
        adjustments=(
            assign("2020-01-01", "A", rating=1600, experience=600),
            assign("2020-01-01", "B", rating=1600, experience=600),
        ),
        games=(match("2020-02-01", "A", "B", played),) if played else (),
    )
    outcome = replay(open_rulebook("ffbg", {"stake": 0}), facts, on=date(2020, 9, 1))
    assert {row.player: row.rating for row in outcome.standings}["A"] == pytest.approx(1600 - moved)


def test_the_rollover_comes_before_the_matches_of_its_day() -> None:
    facts = Facts(
        adjustments=(
            assign("2020-01-01", "A", rating=1600, experience=600),
            assign("2020-01-01", "B", rating=1600, experience=600),
        ),
        games=(match("2020-09-01", "A", "B", 25),),
    )
    lines: list[Line] = []
    replay(open_rulebook("ffbg"), facts, record=lines.append)
    assert [line.kind for line in lines if line.player == "A"] == ["assign", "rollover", "game"]


def test_a_printed_elo_moves_with_titles_revaluations_and_idle_seasons() -> None:
    facts = Facts(
        adjustments=(
            assign("2020-01-01", "A", level="champion"),
            Adjustment(date(2020, 2, 1), "A", "title", entrants=40, reason="won"),
            Adjustment(date(2020, 3, 1), "A", "revalue", elo=1681, reason="abroad"),
        )
    )
    rows = replay(open_rulebook("ffbg"), facts).standings
    assert (rows[0].rating, rows[0].elo) == (1710, 1681)
    later = replay(open_rulebook("ffbg"), facts, on=date(2020, 9, 1)).standings[0]
    assert later.rating == pytest.approx(1710 - (1681 - 1200) * 0.05)
    assert later.elo == pytest.approx(1681 - (1681 - 1200) * 0.05)


def test_impossible_decisions_are_said_not_made() -> None:
    facts = Facts(
        adjustments=(
            assign("2020-01-01", "A", rating=1600, elo=1700),
            assign("2020-01-01", "B", level="grandmaster"),
            Adjustment(date(2020, 1, 1), "C", "title", reason="no entrants"),
            Adjustment(date(2020, 1, 1), "D", "revalue", rating=1600, elo=1600, reason="both"),
            Adjustment(date(2020, 1, 1), "E", "revalue", reason="neither"),
            Adjustment(date(2020, 1, 1), "F", "assign", experience=100),
            Adjustment(date(2020, 1, 1), "G", "assign", rating=1600, experience=-0.5),
        )
    )
    outcome = replay(open_rulebook("ffbg"), facts)
    assert outcome.not_counted == {"adjustment-impossible": 7}
    assert not outcome.standings
    why = [finding.message("fr").removeprefix("Cette décision est inapplicable : ") for finding in outcome.findings]
    assert why == [
        "son ELO 1700 dépasserait son RATING 1600.",
        "« grandmaster » n'est pas l'un des niveaux intermédiaire, avancé, champion, master.",
        "elle ne donne pas le nombre d'inscrits.",
        "elle donne à la fois un ELO et un Rating.",
        "elle ne donne ni nouvel ELO ni nouveau Rating.",
        "elle ne donne ni Rating, ni ELO, ni niveau.",
        "son expérience est négative (-0,5).",
    ]


def test_draws_and_matches_without_length_do_not_count() -> None:
    drawn = Game(date(2020, 1, 1), "", 0, 0, "A", "B", 0.5, length=7)
    unknown = Game(date(2020, 1, 1), "", 0, 1, "A", "B", 1.0)
    outcome = replay(open_rulebook("ffbg"), Facts(games=(drawn, unknown)))
    assert outcome.not_counted == {"no-draws": 1, "no-length": 1}


def test_equal_elo_is_ordered_by_experience_then_shared() -> None:
    facts = Facts(
        adjustments=(
            assign("2020-01-01", "A", rating=1600, experience=500),
            assign("2020-01-01", "B", rating=1600.4, experience=700),
            assign("2020-01-01", "C", rating=1599.6, experience=500),
        )
    )
    rows = ranked(replay(open_rulebook("ffbg"), facts).standings)
    assert [(row.rank, row.player) for row in rows] == [(1, "B"), (2, "A"), (2, "C")]


@pytest.mark.parametrize(
    ("text", "sets"),
    [("2x9", Sets(2, 9, 9)), ("2x9-11", Sets(2, 9, 11)), ("3X5", Sets(3, 5, 5)), (" 2 × 7 ", Sets(2, 7, 7))],
)
def test_notation(text: str, sets: Sets) -> None:
    assert parse_format(text) == sets


@pytest.mark.parametrize("text", ["", "9", "0x9", "2x0", "2x9-", "2x9-11-13", "x9", "2x1000", "2x٩"])
def test_no_notation(text: str) -> None:
    assert parse_format(text) is None


def test_exact_lengths_on_request() -> None:
    game = Game(date(2020, 1, 1), "", 0, 0, "A", "B", 1.0, format="2x11")
    rounded = replay(open_rulebook("ffbg"), Facts(games=(game,))).standings[0].experience
    exact = replay(open_rulebook("ffbg", {"sets_length": "exact"}), Facts(games=(game,))).standings[0].experience
    assert rounded == 25
    assert exact == pytest.approx(24.899, abs=5e-4)
