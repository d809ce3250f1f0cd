"""FIDE's own published calculations, game by game, from the folder of real data (skipped without it)."""

from __future__ import annotations

import csv
import json
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bareme.facts import Adjustment, Event, Facts, Game, Player
from bareme.journal import Line
from bareme.replay import replay
from bareme.rulebooks.base import open_rulebook
from bareme.rulebooks.fide import calculators

FIDE = open_rulebook("fide")
SCORES = {"1": 1.0, "=": 0.5, "0.5": 0.5, "0": 0.0}


@pytest.fixture(scope="module")
def published(shared: Path) -> dict[str, Any]:
    file = shared / "data" / "fide_official" / "published_calculations_P01-P05.json"
    return {case["id"]: case for case in json.loads(file.read_text(encoding="utf-8"))["cases"]}


def pool(case: dict[str, Any]) -> Facts:
    """The player's period: each opponent a player of his own, an own rating of another list a decision of the day before."""
    players, events, games, decisions = [], [], [], []
    own = None
    for event in case["tournaments"]:
        start, end = date.fromisoformat(event["start"]), date.fromisoformat(event["end"])
        name = str(event["event_id"])
        late = date(2026, 9, 1) if (case["id"], name) == ("F-P05", "477038") else None  # ended on 30 August, listed in October
        events.append(Event(name, start, end, late))
        if own is None:
            players.append(Player("P", rating=event["Ro"], k=event["K"] if case["id"] != "F-P05" else 20))
        elif own != event["Ro"]:
            decisions.append(Adjustment(start.replace(day=1), "P", "revalue", rating=event["Ro"]))
        own = event["Ro"]
        for number, played in enumerate(event["games"]):
            opponent = f"{name}/{number}"
            players.append(Player(opponent, rating=played["opponent_rating_used"], games=100, reached=0, born=1970))
            games.append(Game(start, name, number + 1, 0, "P", opponent, SCORES[played["score"]]))
    return Facts(tuple(players), tuple(events), tuple(games), adjustments=tuple(decisions))


@pytest.mark.parametrize("id", ["F-P01", "F-P02", "F-P03", "F-P04", "F-P05"])
def test_a_published_period_game_by_game(published: dict[str, Any], id: str) -> None:
    case = published[id]
    lines: list[Line] = []
    outcome = replay(FIDE, pool(case), on=date.fromisoformat(case["rating_period"] + "-01"), record=lines.append)
    own = [line for line in lines if line.player == "P" and line.kind == "game"]
    told = [(event, game) for event in case["tournaments"] for game in event["games"]]
    assert len(own) == len(told) == case["published_list_games"]
    for line, (event, game) in zip(own, told, strict=True):
        terms = line.terms
        assert (terms["own"], terms["K"], terms["opponent"]) == (event["Ro"], event["K"], game["opponent_rating_used"])
        assert terms["change"] == float(game["K_chg"])
        assert Fraction(round(100 * terms["score"]) - round(100 * terms["P"]), 100) == Fraction(game["chg"])
        assert line.change == pytest.approx(float(game["K_chg"]), abs=1e-9)
        if game["capped"]:
            assert terms["D_counted"] in (400, -400)
    row = next(row for row in outcome.standings if row.player == "P")
    assert row.published["rating"] == case["published_list_ratings"][case["rating_period"]]
    assert row.more["calculated_change"] == float(case["total_change_shown"])
    assert row.more["k"] == case["published_list_k"][case["rating_period"]]


@pytest.mark.parametrize("id", ["F-P01", "F-P02", "F-P03", "F-P04", "F-P05"])
def test_each_published_event_by_the_calculator(published: dict[str, Any], id: str) -> None:
    for event in published[id]["tournaments"]:
        games = [(game["opponent_rating_used"], SCORES[game["score"]]) for game in event["games"]]
        answer = calculators.event(FIDE.on(date.fromisoformat(event["start"])), event["Ro"], games, k=event["K"])
        assert (answer["games"], answer["score"], answer["change"]) == (event["n"], float(event["w"]), float(event["K_chg"]))
        assert calculators.performance(FIDE.latest, games)["average"] == event["Rc"]


def test_which_rounding_the_published_lists_follow(published: dict[str, Any]) -> None:
    """Only the games of one own rating, rounded once, give all five; see the erratum published-2406."""
    agreeing = {}
    for rounding in ("rating-used", "period", "event"):
        rulebook = open_rulebook("fide", {"rounding": rounding})
        agreeing[rounding] = {
            name
            for name, case in published.items()
            for row in replay(rulebook, pool(case), on=date.fromisoformat(case["rating_period"] + "-01")).standings
            if row.player == "P" and row.published["rating"] == case["published_list_ratings"][case["rating_period"]]
        }
    everything = set(published)
    assert agreeing == {"rating-used": everything, "period": everything - {"F-P02"}, "event": everything - {"F-P05"}}


def test_history_vectors(shared: Path) -> None:
    with (shared / "reference" / "fide_history_vectors.csv").open(encoding="utf-8") as file:
        vectors = list(csv.DictReader(file))
    assert len(vectors) == 15
    for row in vectors:
        period = row["period"]
        day = (
            date(2008, 6, 1)
            if not period[:4].isdigit() or period < "2009-08"
            else date.fromisoformat(f"{period}-01").replace(month=1)
        )
        games = list(zip(map(int, row["opponents"].split()), map(SCORES.__getitem__, row["results"].split()), strict=True))
        answer = calculators.event(FIDE.on(day), int(row["own_rating"]), games, k=int(row["k"]))
        for column, name in (("expected_score", "expected"), ("rating_change", "change"), ("performance", "performance")):
            if row[column]:
                assert answer[name] == float(row[column]), (row["id"], column)


def test_calculator_answers(shared: Path) -> None:
    file = shared / "data" / "fide_official" / "online_calculator_C01-C24.csv"
    with file.open(encoding="utf-8") as text:
        answers = list(csv.DictReader(text))
    assert len(answers) == 24
    columns = (("2024-03-01", "fide_online_calculator_change"), ("2025-10-01", "change_under_rules_of_2025_10_01"))
    for row in answers:
        for day, column in columns:
            law = FIDE.on(date.fromisoformat(day))
            games = [(int(row["opponent_rating"]), float(row["score"]))]
            assert calculators.event(law, int(row["own_rating"]), games, k=int(row["K"]))["change"] == float(row[column]), row


def test_the_published_first_rating(shared: Path) -> None:
    file = shared / "data" / "fide_official" / "published_initial_rating_N01.json"
    case = json.loads(file.read_text(encoding="utf-8"))["case"]
    games = [(game["opponent_rating_used"], float(game["score"])) for game in case["games"]]
    assert calculators.event(FIDE.on(date.fromisoformat(case["start"])), None, games)["new"] == 1922
    assert calculators.event(FIDE.on(date(2022, 1, 1)), None, games)["new"] == case["Rp_printed_by_FIDE"]
    assert calculators.performance(FIDE.latest, games)["average"] == case["Rc"]
