"""Comparisons: newcomers, inflation and created points, by hand and against what the rules say."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta

import numpy as np
import pytest
from made_up import pool

from bareme.facts import Adjustment, Facts, Game
from bareme.lab.compared import conclusion, level_moves, made, newcomers, who_pays
from bareme.lab.comparing import Comparison, compare, shortened
from bareme.lab.course import convergence, created, inflation, totals, yearly
from bareme.lab.documents import comparison_document
from bareme.lab.history import History, histories
from bareme.rulebooks.base import Rulebook, open_rulebook
from bareme.rulebooks.ffbg import rules
from bareme.rulebooks.speech import Speech

EN = Speech("en")


def compared(facts: Facts, a: Rulebook, b: Rulebook) -> Comparison:
    one, two = histories(facts, [a, b], yearly=True)
    return compare(one, two, ("old", "new"), draws=200)


FFBG = pool(players=40, games=3000, lengths=(5, 7, 11))


# -- zero-sum


def test_the_ramp_creates_points_and_its_absence_does_not() -> None:
    comparison = compared(FFBG, open_rulebook("ffbg"), open_rulebook("ffbg", {"ramp": False}))
    ramp, flat = comparison.pools
    assert sum(abs(part.points) for part in flat.created) < 1e-6
    assert sum(abs(part.points) for part in ramp.created) > 50
    assert all(abs(part.points) < 1e-6 for part in ramp.created if part.low >= 400)  # both beyond the ramp
    assert "not zero-sum" in made(comparison, EN)


def test_created_points_are_those_of_the_articles() -> None:
    """A newcomer beats an old hand: he gains 5 - 7/100 times what the other loses."""
    games = (Game(date(2024, 9, 2), "Open", 1, 0, "New", "Old", 1.0, 7),)
    facts = Facts(games=games, adjustments=(Adjustment(date(2024, 9, 1), "Old", "assign", rating=1500.0, experience=900.0),))
    (history,) = histories(facts, [open_rulebook("ffbg")], warm_up=0.0)
    stake = rules.stake_won(4.0, 1.0, 0.5, 7)
    (part,) = created(history)
    assert part.points == pytest.approx(stake * (5 - 0.07) - stake)
    assert (part.low, part.games) == (0.0, 1)
    assert totals(history)["game"][1] == pytest.approx(part.points)
    assert yearly(history)[2024]["game"] == pytest.approx(part.points)


def test_elo_is_zero_sum() -> None:
    comparison = compared(pool(games=800), open_rulebook("elo", {"k": 20}), open_rulebook("elo", {"k": 40}))
    assert made(comparison, EN) == "Under both, games create no points: what one wins the other loses."


# -- newcomers


def history_of(course: list[float]) -> History:
    """A history in which one newcomer's rating takes this course, against an old hand."""
    count = len(course)
    (base,) = histories(pool(players=2, games=count), [open_rulebook("elo")])
    experience = np.stack([np.arange(count) + 0.0, np.arange(count) + 500.0], 1)
    before = np.stack([np.array(course), np.full(count, 1500.0)], 1)
    return replace(base, players=np.tile([0, 1], (count, 1)), before=before, experience=experience)


def test_games_until_a_newcomer_is_near_his_place() -> None:
    found = convergence(history_of([1500.0 + 20.0 * n for n in range(15)] + [1800.0] * 30))
    assert (found.newcomers, found.far) == (1, 1)
    assert found.games == (13.0, 13.0, 13.0)  # 1760 is the first within 50 of 1800
    assert found.start == -300.0
    assert found.wobble == 0.0


def test_who_begins_near_has_no_way_to_go() -> None:
    found = convergence(history_of([1790.0] * 10 + [1800.0] * 35))
    assert (found.newcomers, found.far) == (1, 0)
    assert convergence(history_of([1500.0] * 30)).newcomers == 0  # too few games to say


def test_a_larger_k_brings_newcomers_sooner_and_wobbles_more() -> None:
    comparison = compared(pool(spread=300.0), open_rulebook("elo", {"k": 10}), open_rulebook("elo", {"k": 40}))
    slow, quick = (pool.convergence for pool in comparison.pools)
    assert quick.games[1] < slow.games[1]
    assert quick.wobble > slow.wobble
    assert "Half of the newcomers" in newcomers(comparison, EN)


# -- inflation


def test_inflation_reads_the_lists_of_active_players() -> None:
    (history,) = histories(pool(players=30, games=2000), [open_rulebook("elo", {"k": 20})], yearly=True)
    levels = inflation(history)
    assert [level.day for level in levels] == [*(date(year, 12, 31) for year in range(2015, 2019)), history.on]
    assert levels[0].mean == pytest.approx(1500.0, abs=1.0)
    assert levels[-1].top > levels[-1].mean
    quiet = replace(history, day=history.day - np.timedelta64(900, "D"))
    assert len(inflation(quiet)) < len(levels)  # who has not played for a year is not counted


# -- the whole


def test_who_pays_is_told() -> None:
    comparison = compared(FFBG, open_rulebook("ffbg"), open_rulebook("ffbg", {"ramp": False}))
    heading, sentences = conclusion(comparison, EN)
    assert heading
    assert any(sentence.startswith(("Who pays", "No group")) for sentence in sentences)
    assert len(comparison.movers) > 30
    up, down = level_moves(comparison)
    assert up + down == sum(count for (a, b), count in comparison.levels.items() if a != b)


def test_nobody_pays_where_nothing_changes() -> None:
    comparison = compared(pool(games=400), open_rulebook("elo"), open_rulebook("elo"))
    assert comparison.movers == []
    assert who_pays(comparison, EN) == ["Nobody pays: the list stays as it is."]
    assert comparison.rank_correlation == pytest.approx(1.0)


def test_rules_of_two_rulebooks_are_compared_by_rank() -> None:
    comparison = compared(FFBG, open_rulebook("elo"), open_rulebook("ffbg"))
    assert not comparison.one_scale
    climbs = [abs(move.climbed or 0) for move in comparison.movers]
    assert climbs == sorted(climbs, reverse=True)
    assert not any("on average in points" in sentence for sentence in conclusion(comparison, EN)[1])


def test_the_document_is_json() -> None:
    comparison = compared(pool(games=900), open_rulebook("elo"), open_rulebook("elo", {"k": 30}))
    document = json.loads(json.dumps(comparison_document(comparison), allow_nan=False))
    assert document["pools"]["a"]["convergence"]["newcomers"] == comparison.pools[0].convergence.newcomers
    assert document["evaluation"]["contenders"][1]["decision"] in ("change", "small", "keep", "cannot-tell")


def test_long_names_are_letters_in_sentences() -> None:
    assert shortened(("elo", "elo (k=20)")) == ("elo", "elo (k=20)")
    assert shortened(("elo", "elo (k=20, scale=400, floor=1000)")) == ("A", "B")


def test_lists_of_a_pool_by_periods_are_compared_too() -> None:
    from bareme.facts import Player

    players = tuple(Player(f"P{number}", rating=1800.0 + 20 * number, games=50) for number in range(12))
    games = tuple(
        Game(date(2025, 1, 4) + timedelta(days=7 * number), f"Open {number}", 1, number, f"P{number % 12}",
             f"P{(number + 5) % 12}", float(number % 2))
        for number in range(60)
    )  # fmt: skip
    comparison = compared(Facts(players=players, games=games), open_rulebook("fide"), open_rulebook("fide", {"k_middle": 40}))
    assert comparison.one_scale
    assert not comparison.pools[0].created
    assert len(comparison.movers) >= 10
