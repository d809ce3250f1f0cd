"""A FIDE pool at work: order, halves, the journal's sums, and the readings of the folder's page."""

from __future__ import annotations

import itertools
import json
import random
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pools import SPANS, pools

from bareme.explain import explain as explained
from bareme.explain import text
from bareme.facts import Adjustment, Event, Facts, Game, Player
from bareme.findings import Finding
from bareme.journal import Line
from bareme.replay import Outcome, carry, replay
from bareme.rulebooks.base import open_rulebook
from bareme.rulebooks.book import Standing

FIDE = open_rulebook("fide")
LAST = timedelta(days=400)


def rows(outcome: Outcome) -> dict[str, Standing]:
    return {row.player: row for row in outcome.standings}


def game(day: str, a: str, b: str, score: float = 1.0, **more: Any) -> Game:
    fields: dict[str, Any] = {"event": "", "round": 0, "sequence": 0, "player_a": a, "player_b": b, "score_a": score, **more}
    return Game(date.fromisoformat(day), **fields)


def listed(*told: tuple[str, int], games: int = 100) -> tuple[Player, ...]:
    return tuple(Player(name, rating=rating, games=games, reached=0, born=1970) for name, rating in told)


def codes(outcome: Outcome) -> set[str]:
    return {finding.code for finding in outcome.findings}


# -- properties of the fold


@given(pools(), st.randoms())
def test_shuffled_facts_change_nothing(facts: Facts, rng: random.Random) -> None:
    def mixed(part: tuple[Any, ...]) -> Any:
        return tuple(rng.sample(part, len(part)))

    lines: list[Line] = []
    shuffled: list[Line] = []
    other = Facts(mixed(facts.players), mixed(facts.events), mixed(facts.games), adjustments=mixed(facts.adjustments))
    assert rows(replay(FIDE, facts, record=lines.append)) == rows(replay(FIDE, other, record=shuffled.append))
    assert lines == shuffled


@given(pools(), st.randoms())
def test_the_order_of_a_periods_games_is_of_no_account(facts: Facts, rng: random.Random) -> None:
    """Rounds and sequences exchanged inside each event move nobody's rating."""
    keys = [(g.round, g.sequence) for g in facts.games]
    rng.shuffle(keys)
    games = tuple(replace(g, round=number, sequence=place) for g, (number, place) in zip(facts.games, keys, strict=True))
    assert rows(replay(FIDE, facts)) == rows(replay(FIDE, replace(facts, games=games)))


@given(pools(), st.integers(0, 220))
def test_two_halves_make_the_whole(facts: Facts, cut: int) -> None:
    day = min(g.date for g in facts.games) + timedelta(days=cut)
    end = max(g.date for g in facts.games) + LAST

    def half(later: bool) -> Facts:
        kept = replace(facts, games=tuple(g for g in facts.games if (g.date >= day) is later))
        return replace(kept, adjustments=tuple(a for a in facts.adjustments if (a.date >= day) is later))

    lines: list[Line] = []
    halves: list[Line] = []
    whole = replay(FIDE, facts, on=end, record=lines.append)
    first = replay(FIDE, half(later=False), on=day - timedelta(days=1), record=halves.append)
    state = json.loads(json.dumps(carry(first)))
    halves = [line for line in halves if line.kind != "pending"]
    again = replay(FIDE, half(later=True), on=end, carried=state, record=halves.append)
    assert rows(whole) == rows(again)
    assert lines == halves


@given(pools())
def test_a_players_lines_add_up_to_the_change_of_his_rating(facts: Facts) -> None:
    lines: list[Line] = []
    outcome = replay(FIDE, facts, on=max(g.date for g in facts.games) + LAST, record=lines.append)
    for player, standing in rows(outcome).items():
        own = [line for line in lines if line.player == player and line.kind not in ("not-counted", "pending")]
        assert all(earlier.after == later.before for earlier, later in itertools.pairwise(own))
        if own:
            assert own[0].before is None
            assert own[-1].after == standing.rating
            assert sum(line.change for line in own) == pytest.approx(standing.rating or 0.0, abs=1e-9)


@given(pools(decisions=False))
def test_a_closing_is_the_rounding_of_its_games(facts: Facts) -> None:
    lines: list[Line] = []
    replay(FIDE, facts, on=max(g.date for g in facts.games) + LAST, record=lines.append)
    for line in (line for line in lines if line.kind == "closing"):
        games = [g for g in lines if (g.date, g.player, g.kind) == (line.date, line.player, "game")]
        total = sum(round(100 * g.terms["K"] * (g.terms["score"] - g.terms["P"])) for g in games)
        assert line.terms["n"] == len(games)
        assert line.terms["sum"] == total / 100
        assert line.after == line.terms["list"] + sum(part[2] for part in line.terms["parts"])
        assert all(abs(points - change) <= 0.5 for _, change, points in line.terms["parts"])


@given(pools())
def test_live_is_the_list_and_what_waits(facts: Facts) -> None:
    lines: list[Line] = []
    on = max(g.date for g in facts.games)
    for player, row in rows(replay(FIDE, facts, on=on, record=lines.append)).items():
        waiting = [line for line in lines if line.kind == "pending" and line.player == player]
        assert row.more["games_pending"] == len(waiting)
        if row.rating is not None:
            change = sum(line.terms["change"] for line in waiting)
            assert row.more["live"] == pytest.approx(row.rating + change, abs=1e-9)
        assert all(line.before == line.after == row.rating for line in waiting)


@given(pools())
@settings(max_examples=30)
def test_every_line_can_be_told_in_both_languages(facts: Facts) -> None:
    lines: list[Line] = []
    for on in (None, max(g.date for g in facts.games)):
        replay(FIDE, facts, on=on, record=lines.append)
    told = {language: text([explained(line, FIDE, language) for line in lines], FIDE, language) for language in ("en", "fr")}
    assert told["en"] != told["fr"]
    assert "{" not in told["en"] + told["fr"]
    articles = {step.article for line in lines for step in explained(line, FIDE).steps if step.article}
    assert articles <= FIDE.articles.keys()


@given(pools())
def test_the_default_list_closes_every_event(facts: Facts) -> None:
    outcome = replay(FIDE, facts)
    assert not outcome.book.state()["open"]
    assert outcome.counted + sum(outcome.not_counted.values()) == len(facts.games) + len(facts.adjustments)


@pytest.mark.parametrize("first", SPANS)
def test_the_pools_reach_over_a_change_of_rules(first: date) -> None:
    assert FIDE.on(first) is not FIDE.on(first + timedelta(days=189))


# -- lists and periods


def test_ratings_are_those_of_the_start_even_if_the_event_is_reported_late() -> None:
    facts = Facts(
        listed(("A", 2000), ("B", 2000)),
        (
            Event("Long", date(2025, 1, 30), date(2025, 2, 20)),
            Event("Short", date(2025, 1, 10), date(2025, 1, 12), reported=date(2025, 2, 3)),
        ),
        (
            game("2025-01-30", "A", "B", event="Long"),
            game("2025-01-10", "A", "B", event="Short"),
            game("2025-02-10", "A", "B", event="Long", sequence=1),
        ),
    )
    outcome = replay(FIDE, facts)
    assert outcome.on == date(2025, 3, 1)
    assert rows(outcome)["A"].rating == 2030  # three games at D = 0
    assert rows(replay(FIDE, facts, on=date(2025, 2, 1)))["A"].rating == 2000


def test_games_of_no_event_are_events_of_their_days() -> None:
    facts = Facts(listed(("A", 2000), ("B", 2000)), games=(game("2025-01-30", "A", "B"), game("2025-03-30", "A", "B")))
    lines: list[Line] = []
    outcome = replay(FIDE, facts, record=lines.append)
    assert [line.date.month for line in lines if line.player == "A" and line.kind == "closing"] == [2, 4]
    assert rows(outcome)["A"].rating == 2019  # D = 20 in March: P = .53, +9.4
    assert {line.event for line in lines if line.kind == "game"} == {"2025-01-30", "2025-03-30"}


def test_a_junior_grows_up_on_the_first_of_january() -> None:
    junior = Player("J", rating=2000, games=100, born=2007, reached=0)
    for day, k in (("2025-12-20", 40), ("2026-01-02", 20)):
        lines: list[Line] = []
        facts = Facts((junior, *listed(("A", 2000))), games=(game(day, "J", "A"),))
        replay(FIDE, facts, record=lines.append)
        assert [line.terms["K"] for line in lines if line.kind == "game" and line.player == "J"] == [k]


def test_thirty_games_are_counted_by_lists() -> None:
    """K falls with the list, not inside the period that brings the thirtieth game."""
    games = tuple(game("2025-01-10", "N", "A", 0.5, sequence=n) for n in range(4))
    games += tuple(game("2025-02-10", "N", "A", 0.5, sequence=n) for n in range(2))
    players = (*listed(("N", 2000), games=27), *listed(("A", 2000)))
    lines: list[Line] = []
    replay(FIDE, Facts(players, games=games), record=lines.append)
    assert [line.terms["K"] for line in lines if line.kind == "game" and line.player == "N"] == [40] * 4 + [20] * 2


def test_2400_is_for_ever() -> None:
    players = listed(("A", 2398), ("B", 2398))
    games = (game("2025-01-10", "A", "B"), game("2025-02-10", "A", "B", 0.0), game("2025-03-10", "A", "B", 0.0))
    lines: list[Line] = []
    outcome = replay(FIDE, Facts(players, games=games), record=lines.append)
    own = [line.terms for line in lines if line.kind == "game" and line.player == "A"]
    assert [(terms["own"], terms["K"]) for terms in own] == [(2398, 20), (2408, 10), (2403, 10)]
    assert rows(outcome)["A"].more["k"] == 10


def test_the_new_floor_sweeps_everybody() -> None:
    """1 March 2024 without the one-off: who has less than 1400 leaves the list, whether he played or not."""
    rulebook = open_rulebook("fide", {"one_off_share": "none"})
    facts = Facts(listed(("A", 2000), ("B", 2000), ("Idle", 1399), ("Safe", 1400)), games=(game("2024-02-10", "A", "B"),))
    lines: list[Line] = []
    outcome = replay(rulebook, facts, record=lines.append)
    assert outcome.on == date(2024, 3, 1)
    assert rows(outcome)["Idle"].states == ("unrated",)
    assert rows(outcome)["Safe"].rating == 1400
    assert [(line.kind, line.after) for line in lines if line.player == "Idle"] == [("entry", 1399), ("floor", None)]


def test_who_fell_below_the_floor_begins_again() -> None:
    games = (game("2025-01-10", "A", "B", 0.0), *(game("2025-02-10", "A", "B", 0.5, sequence=n) for n in range(5)))
    facts = Facts(listed(("A", 1405), ("B", 1405)), games=games)
    outcome = replay(FIDE, facts)
    assert rows(outcome)["A"].rating == 1525  # (5·1415 + 3600)/7 and p = .5; B has 1415 since January
    assert rows(outcome)["A"].games == 106


def test_one_rounding_for_each_own_rating() -> None:
    """At 2000 twice +2.6, then a corrected rating of 2010 and +2.6: 5 and 3, where the period would give 8, each event 9."""
    events = tuple(Event(f"E{n}", date(2025, 1, n), date(2025, 1, n)) for n in (3, 4, 20))
    games = tuple(game(f"2025-01-{n:02}", "A", f"O{n}", event=f"E{n}") for n in (3, 4, 20))
    opponents = listed(("A", 2000), ("O3", 1670), ("O4", 1670), ("O20", 1680))
    decision = Adjustment(date(2025, 1, 10), "A", "revalue", rating=2010)
    facts = Facts(opponents, events, games, adjustments=(decision,))
    found = {}
    for rounding in ("rating-used", "period", "event"):
        found[rounding] = rows(replay(open_rulebook("fide", {"rounding": rounding}), facts))["A"].rating
    assert found == {"rating-used": 2017, "period": 2017, "event": 2016}  # 2.4 each: 4.8 -> 5, 2.4 -> 2; 7.2 -> 7; 2 + 2 + 2


# -- what is assumed, and what is said


def test_what_is_missing_is_assumed_and_said_once() -> None:
    facts = Facts(tuple(Player(f"P{n}", rating=2000) for n in range(5)), games=(game("2025-01-10", "P0", "P1"),))
    outcome = replay(FIDE, facts)
    assert codes(outcome) == {"assumed-games", "assumed-not-reached", "assumed-adult"}
    told = next(finding for finding in outcome.findings if finding.code == "assumed-games")
    assert (told.severity, told.details["count"]) == ("info", 5)
    assert "P0, P1, P2, ..." in told.message()
    assert rows(outcome)["P0"].rating == 2010


def test_a_full_list_leaves_nothing_to_assume() -> None:
    facts = Facts(listed(("A", 2000), ("B", 2000)), games=(game("2025-01-10", "A", "B"),))
    assert not codes(replay(FIDE, facts))


@pytest.mark.parametrize(("k", "born", "later"), [(40, None, 40), (40, 1990, 40), (40, 2010, 40), (20, None, 20), (10, None, 10)])
def test_k_tells_the_history_that_is_missing(k: int, born: int | None, later: int) -> None:
    players = (Player("A", rating=2100, k=k, born=born), *listed(("B", 2100)))
    facts = Facts(players, games=(game("2025-01-10", "A", "B"), game("2025-02-10", "A", "B")))
    lines: list[Line] = []
    outcome = replay(FIDE, facts, record=lines.append)
    assert [line.terms["K"] for line in lines if line.kind == "game" and line.player == "A"] == [k, later]
    assert not codes(outcome)


def test_a_k_unlike_the_rules_holds_for_the_first_list() -> None:
    players = (Player("A", rating=2100, k=15, games=100, born=1970, reached=0), *listed(("B", 2100)))
    facts = Facts(players, games=(game("2025-01-10", "A", "B"), game("2025-02-10", "A", "B")))
    lines: list[Line] = []
    outcome = replay(FIDE, facts, record=lines.append)
    assert [line.terms["K"] for line in lines if line.kind == "game" and line.player == "A"] == [15, 20]
    assert codes(outcome) == {"k-unlike-rules"}
    assert "A (15)" in outcome.findings[0].message()


def test_ratings_no_list_publishes() -> None:
    players = (*listed(("A", 2000), ("Low", 1399)), Player("Half", rating=2000.5, games=50, reached=0, born=1970))
    facts = Facts(players, games=(game("2025-01-10", "A", "Low"), game("2025-01-10", "A", "Half", sequence=1)))
    outcome = replay(FIDE, facts)
    assert codes(outcome) == {"opening-below-floor", "rating-rounded"}
    assert rows(outcome)["Low"].states == ("unrated",)
    assert rows(outcome)["A"].games == 101


def test_a_very_long_event_is_noticed() -> None:
    facts = Facts(
        listed(("A", 2000), ("B", 2000)),
        games=(game("2024-09-10", "A", "B", event="League"), game("2025-05-10", "A", "B", event="League")),
    )
    outcome = replay(FIDE, facts)
    assert codes(outcome) == {"event-too-long"}
    assert rows(outcome)["A"].rating == 2020
    assert outcome.on == date(2025, 6, 1)


def test_reasons_for_what_does_not_count() -> None:
    lines: list[Line] = []
    facts = Facts(
        listed(("A", 2000)),
        games=(
            game("2025-01-10", "New", "Newer", event="E"),
            game("2025-01-10", "A", "New", event="E", sequence=1),
            replace(game("2025-01-10", "A", "New", event="E", sequence=2), rated=False, why="forfeit"),
        ),
        adjustments=(
            Adjustment(date(2025, 1, 1), "A", "title"),
            Adjustment(date(2025, 1, 1), "A", "revalue", rating=1399, sequence=1),
        ),
    )
    outcome = replay(FIDE, facts, record=lines.append)
    assert outcome.counted == 0  # A beat New, whose first event without half a point is disregarded
    told = {"both-unrated": 1, "forfeit": 1, "adjustment-unknown-here": 1, "decision-below-floor": 1, "first-rating-zero": 1}
    assert outcome.not_counted == told
    assert {line.reason for line in lines if line.player == "A" and line.reason} >= {"opponent-unrated", "forfeit"}


def test_a_first_rating_says_what_is_missing() -> None:
    lines: list[Line] = []
    facts = Facts(listed(("A", 2000)), games=tuple(game("2025-01-10", "New", "A", event="E", sequence=n) for n in range(3)))
    replay(FIDE, facts, record=lines.append)
    last = [line for line in lines if line.player == "New"][-1]
    assert (last.kind, last.before, last.after, last.reason) == ("first-rating", None, None, "first-rating-too-few-games")
    assert (last.terms["n"], last.terms["missing"]) == (3, 2)


def test_a_first_event_without_half_a_point_is_told() -> None:
    lines: list[Line] = []
    facts = Facts(listed(("A", 2000)), games=tuple(game("2025-01-10", "New", "A", 0.0, event="E", sequence=n) for n in range(3)))
    outcome = replay(FIDE, facts, record=lines.append)
    assert [line.reason for line in lines if line.player == "New"] == ["first-rating-zero"] * 3
    assert rows(outcome)["New"].games == 0


def test_every_reason_has_its_sentence() -> None:
    for code in ("first-rating-too-few-games", "first-rating-below-floor", "below-floor", "first-rating-few-opponents"):
        assert Finding(code).message("fr") != Finding(code).message("en")


def test_several_records_of_one_player_the_first_rating_counts() -> None:
    players = (Player("A"), Player("A", rating=2000, games=100, reached=0, born=1970), Player("A", rating=2100, games=100))
    facts = Facts((*players, *listed(("B", 2000))), games=(game("2025-01-10", "A", "B"),))
    assert rows(replay(FIDE, facts))["A"].rating == 2010


def test_a_decision_ends_the_wait_for_a_first_rating() -> None:
    games = tuple(game("2025-01-10", "New", "A", 0.5, event="E", sequence=n) for n in range(3))
    decision = Adjustment(date(2025, 2, 10), "New", "assign", rating=1900, reason="recognised")
    outcome = replay(FIDE, Facts(listed(("A", 2000)), games=games, adjustments=(decision,)), on=date(2025, 3, 1))
    row = rows(outcome)["New"]
    assert (row.rating, row.games, row.more["missing_games"], row.more["k"]) == (1900, 3, 0, 40)


def test_people_without_a_game_stand_in_the_list() -> None:
    facts = Facts((*listed(("A", 2300), ("B", 2100)), Player("C", title="WFM", federation="FRA")))
    found = rows(replay(FIDE, facts, on=date(2025, 1, 1)))
    assert [found[name].order for name in "ABC"] == [(2300,), (2100,), None]
    assert (found["A"].level, found["A"].states, found["C"].states) == ("national-master", (), ("unrated",))
    assert (found["C"].more["title"], found["C"].more["federation"], found["C"].more["missing_games"]) == ("WFM", "FRA", 5)


def test_a_pinned_version_holds_for_every_day() -> None:
    facts = Facts(listed(("A", 2235), ("B", 1700)), games=(game("2025-01-10", "A", "B"),))
    outcome = replay(open_rulebook("fide@2008-01-01"), facts)
    assert outcome.on == date(2025, 4, 1)  # quarterly
    assert rows(outcome)["A"].more["calculated_change"] == 1.65


def test_a_list_of_players_alone_stays_as_it_was_read() -> None:
    """No calendar before the first event: neither the one-off of 2024 nor a floor moves it."""
    outcome = replay(FIDE, Facts(listed(("A", 1500), ("B", 1450))), on=date(2025, 1, 1))
    assert [rows(outcome)[name].rating for name in "AB"] == [1500, 1450]
