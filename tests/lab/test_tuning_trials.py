"""What tuning adds up: the compiled loops, the engine and the reference agree on every loss."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import numpy as np
import pytest
from true_rules import FIRST, elo_games, ffbg_games

from bareme.engines.elo_kernel import replay as replay_elo
from bareme.engines.pools import UNRATED, open_pool
from bareme.facts import Adjustment, Facts, Game, Player
from bareme.findings import Refused
from bareme.lab import tuning_trials
from bareme.lab.foretold import foretold
from bareme.lab.scoring import log_loss
from bareme.lab.simulating_world import made_up, usual
from bareme.lab.tuning_course import Course, _Scorer, course_of
from bareme.lab.tuning_places import PlaceTrials, steepness
from bareme.lab.tuning_span import BLOCKS, span_of
from bareme.lab.tuning_trials import GameTrials, all_losses, trials_of
from bareme.readers.gathering import Options
from bareme.rulebooks.base import open_rulebook


def odd(facts: Facts, chance: random.Random) -> Facts:
    """The same with draws, games not rated, a list, and decisions."""
    games = []
    for game in facts.games:
        lot = chance.random()
        if lot < 0.1:
            game = replace(game, score_a=0.5)
        elif lot < 0.15:
            game = replace(game, rated=False, why="forfeit")
        games.append(game)
    decisions = (
        Adjustment(FIRST + timedelta(days=20), "P001", "assign", rating=1700.0, sequence=1),
        Adjustment(FIRST + timedelta(days=40), "P002", "revalue", rating=1400.0, sequence=2),
    )
    return replace(facts, games=tuple(games), adjustments=decisions, players=(Player("P003", rating=1800.0, games=35),))


SETTINGS: dict[str, tuple[dict[str, Any], ...]] = {
    "elo": ({}, {"k": 10, "scale": 800}, {"floor": 1480, "strong": 1550, "initial_rating": 1450}),
    "ffbg": ({}, {"ramp": False, "stake": 6}, {"inactivity_rate": 0.3, "ramp_per": 40, "scale": 900}),
}


@pytest.mark.parametrize("name", ["elo", "ffbg"])
def test_loops_lose_what_the_reference_loses(name: str) -> None:
    facts = odd(elo_games(1, 3000) if name == "elo" else ffbg_games(1, 20_000, 400), random.Random(2))
    rulebook = open_rulebook(name)
    course = course_of(facts, rulebook, Options(), 0.2, None)
    assert isinstance(course, Course)
    for changes in SETTINGS[name]:
        setting = rulebook.override(changes)
        history = foretold(facts, setting, ())
        block = course.span.block[history.number]
        wanted = np.bincount(block, log_loss(history.expected, history.score), minlength=course.span.blocks + 1)[:-1]
        assert course.losses(setting) == pytest.approx(wanted, rel=1e-12)


def test_the_loop_moves_ratings_as_the_engine_does() -> None:
    course = course_of(odd(elo_games(4, 2000), random.Random(5)), open_rulebook("elo"), Options(), 0.2, None)
    pools = [open_pool(open_rulebook("elo"), course.legend) for _ in range(2)]
    for pool in pools:
        pool.grow()
    _Scorer(pools[0], course.span.block, np.zeros(course.span.blocks + 1)).play(course.games)
    one, other = pools
    halves = other.ready(course.games)
    assert (halves == UNRATED).any()
    r = other.rules
    state = other.state_  # type: ignore[attr-defined]  # Elo's
    replay_elo(
        course.games.first, course.games.second, halves, state, r.scale, other.schedule, r.k_strong, r.strong, r.floor  # type: ignore[attr-defined]
    )  # fmt: skip
    assert (one.state_ == state).all()  # type: ignore[attr-defined]


def test_the_reference_adds_up_the_same_losses() -> None:
    facts, rulebook = elo_games(6, 1500), open_rulebook("elo")
    course = course_of(facts, rulebook, Options(), 0.2, None)
    history = foretold(facts, rulebook, ())
    trials = GameTrials(facts, span_of(history.day, np.ones(len(history), bool)))
    settings = [rulebook.override({"k": k}) for k in (5, 20, 40)]
    assert all_losses(trials, settings) == pytest.approx(all_losses(course, settings), rel=1e-12)


def test_processes_give_what_one_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    facts, rulebook = elo_games(7, 400, 10), open_rulebook("elo")
    history = foretold(facts, rulebook, ())
    trials = GameTrials(facts, span_of(history.day, np.ones(len(history), bool)))
    settings = [rulebook.override({"k": k}) for k in (5, 20, 40)]
    alone = all_losses(trials, settings)
    monkeypatch.setattr(tuning_trials, "SOON", -1.0)
    monkeypatch.setattr(tuning_trials, "cores", lambda: 2)
    told: list[tuple[int, int]] = []
    assert (all_losses(trials, settings, lambda *done: told.append(done)) == alone).all()
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_fide_loses_what_the_reference_loses() -> None:
    """Lists, first ratings, decisions; a rule that rates some players later predicts less, and pays ln 2 for each game."""
    rulebook = open_rulebook("fide")
    world = replace(usual(rulebook), players=50, years=3, entering=0.4, spread=300.0, first=date(2021, 9, 6))
    facts = made_up(world, rulebook, 3).facts
    decision = Adjustment(date(2022, 5, 3), facts.games[0].player_a, "revalue", rating=2100.0, sequence=1)
    facts = replace(facts, adjustments=(decision,))
    course = course_of(facts, rulebook, Options(), 0.2, None)
    history = foretold(facts, rulebook, ())
    counted = np.zeros(len(facts.games), bool)
    counted[history.number] = True
    assert (course.span.block == span_of(course.games.day.astype("datetime64[D]"), counted).block).all()
    trials = GameTrials(facts, course.span)
    for changes in ({}, {"k_middle": 40, "cap": 200}, {"first_games": 20, "uncapped_from": 2000}):
        setting = rulebook.override(changes)
        assert course.losses(setting) == pytest.approx(trials.losses(setting), rel=1e-12)
    assert len(foretold(facts, rulebook.override({"first_games": 20}), ())) < len(history)


def test_results_of_chance_speak_for_a_small_k() -> None:
    days = [date(2024, 4, 1) + timedelta(days=n) for n in range(400)]
    chance = random.Random(3)
    names = [f"P{n}" for n in range(12)]
    players = tuple(Player(name, rating=1600.0 + 50 * n, games=50) for n, name in enumerate(names))
    games = []
    for number, day in enumerate(days):
        a, b = chance.sample(names, 2)
        games.append(Game(day, f"Open {day:%Y-%m}", 1, number, a, b, chance.choice((0.0, 0.5, 1.0))))
    games.append(Game(days[-1], "Open x", 1, 0, "new", "newer", 1.0))  # neither is rated: nothing is foretold
    trials = trials_of(Facts(players=players, games=tuple(games)), open_rulebook("fide"), Options(), 0.2, None)
    assert trials.span.games.sum() == pytest.approx(320, abs=1)
    low, high = all_losses(trials, [open_rulebook("fide", {"k_middle": k}) for k in (20, 400)]).sum(1)
    assert low < high  # results are chance: a rule that runs after them foretells worse


# -- spans


def test_spans_follow_one_another_and_days_stay_together() -> None:
    day = np.repeat(np.arange("2020-01-01", "2020-07-19", dtype="datetime64[D]"), 5)
    counted = np.ones(len(day), bool)
    counted[::7] = False
    span = span_of(day, counted)
    assert span.train == span.later == BLOCKS
    assert (span.block[~counted] == span.blocks).all()
    scored = span.block < span.blocks
    assert (np.diff(span.block[scored].astype("i8")) >= 0).all()
    assert all(len(np.unique(span.block[scored & (day == one)])) == 1 for one in np.unique(day[scored]))
    assert day[scored][0] == np.datetime64(span.first)
    assert np.datetime64(span.until) < np.datetime64(span.since)
    warm, train, later = (counted & (day < np.datetime64(span.first))).sum(), *np.add.reduceat(span.games, [0, BLOCKS])
    assert warm + train + later == counted.sum()
    assert warm == pytest.approx(0.2 * counted.sum(), abs=5)
    assert later == pytest.approx(0.3 * counted.sum(), abs=5)


def test_a_named_day_ends_training() -> None:
    day = np.repeat(np.arange("2020-01-01", "2020-07-19", dtype="datetime64[D]"), 5)
    span = span_of(day, np.ones(len(day), bool), date(2020, 2, 1), date(2020, 3, 31))
    assert (span.first, span.until, span.since, span.last) == (
        date(2020, 2, 1), date(2020, 3, 31), date(2020, 4, 1), date(2020, 7, 18),
    )  # fmt: skip
    assert span.games[: span.train].sum() == 60 * 5


@pytest.mark.parametrize(
    ("days", "each", "code"), [(20, 2, "tune-few-games"), (8, 100, "tune-few-days"), (0, 1, "tune-few-games")]
)
def test_too_little_is_refused(days: int, each: int, code: str) -> None:
    day = np.repeat(np.datetime64("2020-01-01") + np.arange(days), each)
    with pytest.raises(Refused) as refused:
        span_of(day, np.ones(len(day), bool))
    assert refused.value.finding.code == code
    assert "{" not in refused.value.finding.message("fr") + refused.value.finding.remedy("fr")


# -- placements


def test_steepness_is_where_the_likelihood_is_greatest() -> None:
    chance = np.random.default_rng(1)
    gap = chance.normal(0, 1, 50_000)
    won = chance.random(50_000) < 1 / (1 + np.exp(-1.7 * gap))
    assert steepness(np.where(won, gap, -gap)) == pytest.approx(1.7, abs=0.05)
    assert steepness(-np.abs(gap)) < 1e-9  # a list the wrong way round is worth nothing, and never turned round


def test_placements_are_foretold_by_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    from bareme.facts import Placement

    chance = random.Random(4)
    rows = []
    for week in range(40):
        day = date(2009, 9, 5) + timedelta(days=7 * week)
        order = sorted(range(40), key=lambda player: player + chance.gauss(0, 4))
        rows += [
            Placement(day, f"Simultané {week}", 3, "", f"P{player:02}", "FFSc", 1 + player // 10, place, place)
            for place, player in enumerate(order, 1)
        ]
    facts, rulebook = Facts(placements=tuple(rows)), open_rulebook("fisf")
    trials = trials_of(facts, rulebook, Options(), 0.2, None)
    assert isinstance(trials, PlaceTrials)
    place = {(row.event, row.player): row.place for row in rows}
    better, worse = rows[int(trials.better[0])], rows[int(trials.worse[0])]
    assert better.event == worse.event
    assert place[better.event, better.player] < place[worse.event, worse.player]
    per_pair = trials.losses(rulebook).sum() / trials.span.games.sum()
    assert per_pair < 0.45  # ln 2 = 0.69 is a list that knows nothing
