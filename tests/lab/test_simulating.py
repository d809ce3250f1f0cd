"""Made-up pools: what they hold, and that what is measured on them is what is there."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bareme.cli import main
from bareme.lab import simulating
from bareme.lab.simulating import STEPS, estimate, followed, measured, reached_after, simulate
from bareme.lab.simulating_places import seasons, year_of
from bareme.lab.simulating_world import World, made_up, results, usual
from bareme.readers import read
from bareme.rulebooks.base import open_rulebook

ELO = open_rulebook("elo")
SMALL = World(players=60, years=2, games=30)


def test_results_have_the_means_asked_for() -> None:
    expected = np.repeat([0.1, 0.5, 0.8], 60_000)
    scores = np.array(results(expected, 0.4, np.random.default_rng(1))).reshape(3, -1)
    assert scores.mean(1) == pytest.approx([0.1, 0.5, 0.8], abs=0.006)
    drawn = (scores == 0.5).mean(1)
    assert drawn[1] == pytest.approx(0.4, abs=0.01)
    assert drawn[0] < drawn[2] < drawn[1]


def test_a_pool_lives_as_it_was_told_to() -> None:
    world = World(players=300, years=4, games=50, drift=30, entering=0.2, leaving=0.15, newcomers=-100)
    pool = made_up(world, ELO, 7)
    entering = pool.entered > 0
    assert entering.sum() == pytest.approx(0.2 * 300 * 4, rel=0.2)
    there = ~np.isnan(pool.skill)
    assert there[-1, ~entering].sum() == pytest.approx(300 * math.exp(-0.15 * 4), rel=0.12)
    assert pool.skill[0, there[0]].mean() == pytest.approx(1500)
    assert pool.skill[0, there[0]].std() == pytest.approx(200, rel=0.1)
    first = pool.skill[pool.entered[entering], np.flatnonzero(entering)]
    assert first.mean() == pytest.approx(1400, abs=40)
    stayed = there[-1] & ~entering
    moved = pool.skill[-1, stayed] - pool.skill[0, stayed]
    assert moved.std() == pytest.approx(30 * math.sqrt(4), rel=0.2)
    played = Counter(name for game in pool.facts.games for name in (game.player_a, game.player_b))
    assert sum(played.values()) / (there.sum() / 52) == pytest.approx(50, rel=0.1)
    gone = dict(zip(pool.names, there.shape[0] - there[::-1].argmax(0), strict=True))
    assert all(game.date < pool.days[0] + (gone[game.player_a] * (pool.days[1] - pool.days[0])) for game in pool.facts.games)


def test_results_follow_the_skills() -> None:
    """The textbook's formula, at the skills, foretells the games: the sum of scores lies where it says."""
    pool = made_up(World(players=80, years=3, games=100, draws=0.3), ELO, 3)
    row = {name: number for number, name in enumerate(pool.names)}
    week = {day: number for number, day in enumerate(pool.days)}
    favourites = []
    for game in pool.facts.games:
        a, b = (pool.skill[week[game.date], row[name]] for name in (game.player_a, game.player_b))
        p = 1.0 / (1.0 + 10.0 ** ((b - a) / 400.0))
        favourites.append((p, game.score_a) if p >= 0.5 else (1.0 - p, 1.0 - game.score_a))
    expected, score = np.array(favourites).T
    assert score.mean() == pytest.approx(expected.mean(), abs=4 * 0.45 / math.sqrt(len(score)))


def test_the_same_seed_makes_the_same_pool() -> None:
    one, again, other = (made_up(SMALL, ELO, seed).facts for seed in (1, 1, 2))
    assert one == again
    assert one != other


def test_ratings_that_are_right_and_stay_have_no_error() -> None:
    world = replace(SMALL, listed=0.0, entering=0.0)
    found = measured(made_up(world, ELO, 5), open_rulebook("elo", {"k": 0}))
    for row in found.years.values():
        assert row["mean_error"] == pytest.approx(0, abs=0.3)
        assert row["rmse"] == pytest.approx(math.sqrt(1 / 12), rel=0.3)  # lists give whole points
        assert row["correlation"] > 0.99999
    assert found.steps[100]["share"] > 0.9  # a list's players have a hundred games behind them


def test_an_error_put_in_is_found() -> None:
    world = replace(SMALL, listed=80.0, entering=0.0)
    found = measured(made_up(world, ELO, 6), open_rulebook("elo", {"k": 0}))
    assert found.years[1]["rmse"] == pytest.approx(80, rel=0.3)


def test_ratings_are_followed_week_by_week() -> None:
    pool = made_up(SMALL, ELO, 8)
    rating, games = followed(pool, ELO)
    player = pool.facts.games[0].player_a
    row = pool.names.index(player)
    assert games[-1, row] == sum(player in (game.player_a, game.player_b) for game in pool.facts.games)
    assert np.isnan(rating[0]).sum() == len(pool.names) - len(
        {name for game in pool.facts.games if game.date == pool.days[0] for name in (game.player_a, game.player_b)}
    )


def test_a_faster_rule_brings_newcomers_home_sooner() -> None:
    world = World(players=100, years=3, games=60, spread=200, entering=0.3)
    slow, fast = (simulate(open_rulebook("elo", {"k": k}), world, runs=2).until[0.5].value for k in (5, 40))
    assert fast < slow or math.isnan(slow)


def test_errors_fall_with_games() -> None:
    found = simulate(ELO, World(players=100, years=3), runs=2)
    errors = [found.steps[step]["rmse"].value for step in (1, 10, 30, 100)]
    assert errors == sorted(errors, reverse=True)
    assert sum(row["share"].value for row in found.steps.values()) == pytest.approx(1)


def test_processes_give_what_one_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(players=20, years=1, games=10)
    alone = simulating.document(simulate(ELO, world, runs=3))
    monkeypatch.setattr(simulating, "ALONE", 0.0)
    monkeypatch.setattr(simulating, "cores", lambda: 2)
    assert simulating.document(simulate(ELO, world, runs=3)) == alone


@pytest.mark.parametrize("name", ["ffbg", "fide"])
def test_other_rulebooks_are_measured(name: str) -> None:
    rulebook = open_rulebook(name)
    found = simulate(rulebook, replace(usual(rulebook), players=60, years=2), runs=1)
    assert found.years[2]["correlation"].value > 0.5
    assert found.newcomers > 0
    assert math.isnan(found.years[2]["correlation"].low)  # one run has no interval


# -- placements


def test_a_ranking_of_placements_finds_most_of_the_order() -> None:
    rulebook = open_rulebook("fisf")
    world = replace(usual(rulebook), players=150, years=2)
    facts, lists = seasons(world, rulebook, 4)
    assert {row.series for row in facts.placements} == set(range(1, 8))
    for event in {row.event for row in facts.placements}:
        rows = [row for row in facts.placements if row.event == event]
        assert sorted(row.place for row in rows) == list(range(1, len(rows) + 1))
    late = [row for row in facts.placements if row.event > "Week 0051"]
    found, skill = lists[0]
    assert all(found[row.player].level == f"S{row.series}" for row in late if row.player in found)
    assert 0.4 < year_of(found, skill)["correlation"] < 1.0


def test_luck_alone_ranks_nobody() -> None:
    rulebook = open_rulebook("fisf")
    world = replace(usual(rulebook), players=150, years=1, luck=50.0)
    known, none = (year_of(*seasons(replace(world, luck=luck), rulebook, 5)[1][0])["correlation"] for luck in (0.2, 50.0))
    assert abs(none) < 0.25 < known


# -- estimates


def test_students_interval() -> None:
    found = estimate([1.0, 2.0, 3.0, 4.0, 5.0])
    assert found.value == 3.0
    assert found.high - 3.0 == pytest.approx(2.776 * math.sqrt(2.5 / 5))
    assert estimate([1.0, float("nan")]).value == 1.0
    assert math.isnan(estimate([1.0]).low)


def test_those_who_left_count_as_far_as_they_went() -> None:
    """The remission times of Freireich (1963), 6-MP: the survival curve is in every textbook."""
    gone = [6, 6, 6, 7, 10, 13, 16, 22, 23]
    censored = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35]
    played, near = np.array([*gone, *censored], "f8"), np.array([True] * 9 + [False] * 12)
    assert reached_after(played, near, 0.5).value == 23
    assert reached_after(played, near, 0.25).value == 13  # S(13) = 0.690, S(10) = 0.753
    assert math.isnan(reached_after(played, near, 0.75).value)
    assert reached_after(played, near, 0.5).low == 13  # 0.690 - 1.96·0.107 = 0.481
    assert math.isnan(reached_after(played, near, 0.5).high)


# -- the command


@pytest.mark.parametrize("rulebook", ["elo", "fisf"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_command_measures(rulebook: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["lab", "simulate", "--rulebook", rulebook, "--players", "40", "--years", "1", "--runs", "2", "--games", "20"]
    assert main([*command, "--lang", language]) == 0
    printed = capsys.readouterr().out
    assert "nan" not in printed
    assert ("seed 0" if language == "en" else "germe 0") in printed


def test_the_command_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["lab", "simulate", "--rulebook", "ffbg", "--set", "ramp=false", "--players", "30", "--years", "1", "--runs", "1"]
    assert main([*command, "--lengths", "7,11", "--json", "--seed", "9"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["world"]["lengths"] == [7, 11]
    assert document["overrides"] == {"ramp": False}
    assert [row["from"] for row in document["by_games_played"]] == list(STEPS)
    assert document["by_year"][0]["rating"]["low"] is None


@pytest.mark.parametrize(
    "more", [["--draws", "1"], ["--games", "0"], ["--lengths", "7,x"], ["--lengths", "0"], ["--spread", "-1"], ["--within", "-1"]]
)
def test_wrong_numbers_are_findings(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "simulate", "--rulebook", "elo", *more]) == 2
    assert "[simulate-bad-number]" in capsys.readouterr().err


@pytest.mark.parametrize(("rulebook", "tables"), [("fide", {"players.csv", "results.csv"}), ("fisf", {"placements.csv"})])
def test_a_pool_can_be_taken_home(rulebook: str, tables: set[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "pool"
    command = ["lab", "simulate", "--rulebook", rulebook, "--players", "40", "--years", "1", "--runs", "1", "--games", "10"]
    assert main([*command, "--write", str(folder), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {file.name for file in folder.iterdir()} == tables
    reading = read([str(file) for file in sorted(folder.iterdir())])
    assert not [finding for finding in reading.findings if finding.severity != "info"]
    assert len(reading.facts.games) + len(reading.facts.placements) == told["facts"]
    assert main([*command, "--write", str(folder / "results.csv" if rulebook == "fide" else folder / "placements.csv")]) == 2
    assert "[cannot-write]" in capsys.readouterr().err
