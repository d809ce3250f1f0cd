"""The fold: order is part of the law, halves make the whole, the clock stops where it is told to."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bareme.facts import Facts, Game
from bareme.findings import Refused
from bareme.journal import Line
from bareme.replay import carry, event_spans, lawful_order, replay
from bareme.rulebooks.base import open_rulebook
from seasons import days, seasons

PAIRS = st.sampled_from(["elo", "ffbg"])


def game(day: str, a: str, b: str, score: float = 1.0, **more: Any) -> Game:
    fields = {"event": "", "round": 0, "sequence": 0, "length": 7, **more}
    return Game(date.fromisoformat(day), player_a=a, player_b=b, score_a=score, **fields)


@given(PAIRS, seasons(with_decisions=True), st.randoms())
def test_shuffled_rows_change_nothing(name: str, facts: Facts, rng: random.Random) -> None:
    rulebook = open_rulebook(name)
    lines: list[Line] = []
    shuffled: list[Line] = []
    whole = replay(rulebook, facts, record=lines.append)
    mixed = Facts(games=_mixed(facts.games, rng), adjustments=_mixed(facts.adjustments, rng))
    again = replay(rulebook, mixed, record=shuffled.append)
    assert lines == shuffled
    assert sorted(whole.standings, key=str) == sorted(again.standings, key=str)


def _mixed(facts: tuple[Any, ...], rng: random.Random) -> tuple[Any, ...]:
    return tuple(rng.sample(facts, len(facts)))


@given(PAIRS, seasons(with_decisions=True), days)
def test_two_halves_make_the_whole(name: str, facts: Facts, cut: date) -> None:
    rulebook = open_rulebook(name)
    whole = replay(rulebook, facts)
    before = Facts(
        games=tuple(g for g in facts.games if g.date < cut), adjustments=tuple(a for a in facts.adjustments if a.date < cut)
    )
    after = Facts(
        games=tuple(g for g in facts.games if g.date >= cut), adjustments=tuple(a for a in facts.adjustments if a.date >= cut)
    )
    if not before or not after:
        return
    first = replay(rulebook, before)
    second = replay(rulebook, after, carried=carry(first), on=whole.on)
    assert sorted(second.standings, key=str) == sorted(whole.standings, key=str)


@given(PAIRS, seasons(with_decisions=True))
def test_a_players_movements_add_up_to_the_change_of_his_rating(name: str, facts: Facts) -> None:
    lines: list[Line] = []
    outcome = replay(open_rulebook(name), facts, record=lines.append)
    for standing in outcome.standings:
        own = [line for line in lines if line.player == standing.player and line.kind != "not-counted"]
        assert own[0].before is None
        for earlier, later in itertools.pairwise(own):
            assert earlier.after == later.before
        assert sum(line.change for line in own) == pytest.approx(standing.rating, abs=1e-9)


@given(PAIRS, seasons(with_decisions=True), days)
def test_stopping_the_clock_is_leaving_out_the_rest(name: str, facts: Facts, on: date) -> None:
    kept = Facts(
        games=tuple(g for g in facts.games if g.date <= on), adjustments=tuple(a for a in facts.adjustments if a.date <= on)
    )
    if not kept:
        return
    rulebook = open_rulebook(name)
    stopped = replay(rulebook, facts, on=on)
    assert sorted(stopped.standings, key=str) == sorted(replay(rulebook, kept, on=on).standings, key=str)


@given(PAIRS, seasons(), days)
def test_the_list_of_an_earlier_day_is_the_list_stopped_there(name: str, facts: Facts, day: date) -> None:
    rulebook = open_rulebook(name)
    outcome = replay(rulebook, facts, also_on=[day], on=date(2022, 1, 1))
    assert outcome.earlier[day] == replay(rulebook, facts, on=day).standings


def test_order_is_date_event_round_sequence_and_decisions_come_first() -> None:
    facts = Facts(
        games=(
            game("2020-01-02", "A", "B", event="b", sequence=1),
            game("2020-01-02", "A", "B", event="a", round=2, sequence=2),
            game("2020-01-02", "A", "B", event="a", round=1, sequence=3),
            game("2020-01-01", "A", "B", event="z", sequence=5),
            game("2020-01-01", "A", "B", event="z", sequence=4),
        )
    )
    assert [fact.sequence for fact in lawful_order(facts)] == [4, 5, 3, 2, 1]


def test_unrated_games_are_said_and_not_counted() -> None:
    lines: list[Line] = []
    facts = Facts(
        games=(game("2020-01-01", "A", "B"), replace(game("2020-01-02", "A", "B"), rated=False, why="declared-unrated"))
    )
    outcome = replay(open_rulebook("elo"), facts, record=lines.append)
    assert (outcome.counted, outcome.not_counted) == (1, {"declared-unrated": 1})
    assert [line.reason for line in lines[4:]] == ["declared-unrated"] * 2
    assert all(line.change == 0 for line in lines[4:])


def test_nothing_to_rate_is_refused() -> None:
    with pytest.raises(Refused, match="nothing to rate"):
        replay(open_rulebook("elo"), Facts())


def test_carried_standings_refuse_earlier_facts_and_other_rules() -> None:
    rulebook = open_rulebook("elo")
    state = carry(replay(rulebook, Facts(games=(game("2020-01-05", "A", "B"),))))
    with pytest.raises(Refused, match="before 2020-01-05"):
        replay(rulebook, Facts(games=(game("2020-01-04", "A", "B"),)), carried=state)
    with pytest.raises(Refused, match="not with the rules asked for"):
        replay(rulebook.override({"k": 32}), Facts(games=(game("2020-01-06", "A", "B"),)), carried=state)
    with pytest.raises(Refused, match="cannot be read"):
        replay(rulebook, Facts(games=(game("2020-01-06", "A", "B"),)), carried={"rulebook": "elo"})


def test_memory_is_not_kept_by_a_replay_without_a_journal() -> None:
    outcome = replay(open_rulebook("ffbg"), Facts(games=tuple(game("2020-01-01", "A", "B", sequence=n) for n in range(500))))
    assert len(str(outcome.book.state())) < 400


def test_event_spans_are_filled_from_the_games() -> None:
    facts = Facts(games=(game("2020-01-05", "A", "B", event="Open"), game("2020-01-07", "A", "B", event="Open")))
    span = event_spans(facts)["Open"]
    assert (span.start, span.end) == (date(2020, 1, 5), date(2020, 1, 7))


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    facts = Facts(games=tuple(game("2020-01-01", "A", "B", sequence=n) for n in range(12000)))
    replay(open_rulebook("elo"), facts, progress=lambda done, total: told.append((done, total)))
    assert told == [(5000, 12000), (10000, 12000)]
