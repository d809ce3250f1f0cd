"""Rulebooks of placements: the order foretold, series and quotas under two rules."""

from __future__ import annotations

import json
import random
from datetime import date, timedelta

import pytest

from bareme.facts import Facts, Placement, Player
from bareme.findings import Refused
from bareme.lab import placed_words
from bareme.lab.documents import placed_comparison_document, placed_evaluation_document
from bareme.lab.placements import (
    PlacedHistory,
    compare_placements,
    evaluate_placements,
    foretold,
    placed_history,
)
from bareme.lab.words import ALIKE, CANNOT_TELL
from bareme.rulebooks.base import open_rulebook
from bareme.rulebooks.speech import Speech


def season(people: int = 60, events: int = 14, seed: int = 5) -> Facts:
    """A made-up season: players whose places follow from their strength, with luck."""
    chances = random.Random(seed)
    strength = {f"Player {number:02}": chances.gauss(0.0, 1.0) for number in range(people)}
    series = {name: 1 + min(rank // 8, 4) for rank, name in enumerate(sorted(strength, key=strength.__getitem__, reverse=True))}
    rows = []
    for number in range(events):
        present = chances.sample(sorted(strength), 30)
        order = sorted(present, key=lambda name: strength[name] + chances.gauss(0.0, 0.5), reverse=True)
        day = date(2010, 9, 18) + timedelta(days=21 * number)
        rows += [
            Placement(day, f"Event {number}", 3, "", name, "FFSc", series[name], place, place)
            for place, name in enumerate(order, 1)
        ]
    players = tuple(Player(name, federation="FFSc", series=series[name]) for name in strength)
    return Facts(players=players, placements=tuple(rows))


SEASON = season()


@pytest.fixture(scope="module")
def pair() -> tuple[PlacedHistory, PlacedHistory]:
    floors = {"1": 20, "2": 30, "3": 40, "4": 80}
    a = placed_history(SEASON, open_rulebook("fisf"))
    b = placed_history(SEASON, open_rulebook("fisf", {"floors": floors, "quota_share": 0.25}))
    return a, b


def test_the_order_foretold_by_hand() -> None:
    """Four players; of six pairs one is the wrong way round and one is equal in the list."""
    pairs, correlation = foretold([(4.0,), (3.0,), (3.0,), (1.0,)], [1, 3, 2, 4])
    assert pairs == pytest.approx(5.5 / 6)
    assert correlation == pytest.approx(4.5 / (5 * 4.5) ** 0.5)
    assert foretold([(2.0,), (1.0,)], [2, 1])[0] == 0.0


def test_the_list_of_the_morning_foretells_better_than_chance(pair: tuple[PlacedHistory, PlacedHistory]) -> None:
    evaluation = evaluate_placements(pair, ["A", "B"], warm_up=0.2, draws=300)
    own = evaluation.contenders[0].measures
    assert own["pairs"].low > 0.6
    assert own["correlation"].low > 0.3
    assert evaluation.events + evaluation.warm_up == len(pair[0].meets) == 13  # of the first event nothing is known
    assert json.loads(json.dumps(placed_evaluation_document(evaluation)))["events"] == evaluation.events


def test_the_same_rule_foretells_alike(pair: tuple[PlacedHistory, PlacedHistory]) -> None:
    evaluation = evaluate_placements([pair[0], pair[0]], ["A", "B"], warm_up=0.2, draws=100)
    assert placed_words.decided(evaluation.contenders[1]) in (ALIKE, CANNOT_TELL)
    assert evaluation.contenders[1].against["pairs"].value == 0.0


def test_floors_and_share_change_quotas_and_series(pair: tuple[PlacedHistory, PlacedHistory]) -> None:
    comparison = compare_placements(*pair, ("old", "new"), None)
    assert comparison.closed == date(2011, 9, 1)
    before, after = (quotas["FFSc"] for quotas in comparison.quotas)
    assert all(new > old for old, new in zip(before, after, strict=True) if old)
    assert sum(comparison.series.values()) == 60
    assert len(comparison.moved) == sum(count for (a, b), count in comparison.series.items() if a != b)
    heading, sentences = placed_words.conclusion(comparison, Speech("en"))
    assert "quotas of the next season" in sentences[-1]
    assert heading
    document = json.loads(json.dumps(placed_comparison_document(comparison, "fr"), allow_nan=False))
    assert document["quotas"]["a"]["FFSc"] == list(before)


def test_the_quota_is_that_of_the_article() -> None:
    """Article quota: the total raw weight that three quarters of the series' players reached, counted by hand."""
    history = placed_history(SEASON, open_rulebook("fisf"))
    weights: dict[str, int] = {}
    for event in {row.event for row in SEASON.placements}:
        rows = [row for row in SEASON.placements if row.event == event]
        present = sum(row.series == 1 for row in rows)
        weight = min(max(present, 10), 2 * present, 30)  # F = 10, three rounds, c = 1
        for row in rows:
            if row.series == 1:
                weights[row.player] = weights.get(row.player, 0) + weight
    ascending = sorted(weights.values())
    assert len(ascending) == 8
    assert history.quotas["FFSc"][0] == ascending[1]  # six of eight reached it


def test_what_has_no_placements_is_told() -> None:
    with pytest.raises(Refused) as refused:
        placed_history(Facts(), open_rulebook("fisf"))
    assert refused.value.finding.code == "no-placements"
    with pytest.raises(Refused) as refused:
        placed_history(SEASON, open_rulebook("elo"))
    assert refused.value.finding.code == "no-placements"


def test_one_event_foretells_nothing() -> None:
    alone = placed_history(season(events=1), open_rulebook("fisf"))
    with pytest.raises(Refused) as refused:
        evaluate_placements([alone], ["A"], warm_up=0.0)
    assert refused.value.finding.code == "no-event-foretold"
