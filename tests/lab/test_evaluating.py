"""Evaluations: the numbers are what a few lines of anybody's would give, and wrong rules are seen as worse."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pytest
from made_up import FIRST, chance, pool

from bareme.facts import Facts, Game, Player
from bareme.lab.baselines import BASELINES
from bareme.lab.evaluating import Evaluation, evaluate
from bareme.lab.history import histories
from bareme.lab.intervals import Interval
from bareme.lab.words import ALIKE, CANNOT_TELL, CHANGE, KEEP, SMALL, decided, decision, verdict
from bareme.readers import read
from bareme.rulebooks.base import Rulebook, open_rulebook
from bareme.rulebooks.speech import Speech


def elo(**more: object) -> Rulebook:
    return open_rulebook("elo", more)


def evaluated(facts: Facts, *rules: Rulebook, baselines: tuple[str, ...] = (), draws: int = 400) -> Evaluation:
    found = histories(facts, rules)
    return evaluate(found, [f"rule {number}" for number in range(len(rules))], baselines=baselines, draws=draws)


def by_hand(facts: Facts, k: float, start: float, warm_up: float) -> tuple[float, float, float]:
    """Log loss, Brier and accuracy of plain Elo, as anybody would write it down."""
    ordered = sorted(facts.games, key=lambda game: (game.date, game.event, game.round, game.sequence))
    games = [game for game in ordered if game.rated]
    first = games[math.ceil(len(games) * warm_up)].date
    rating: dict[str, float] = {}
    losses, squares, right = [], [], []
    for game in games:
        a, b = rating.get(game.player_a, start), rating.get(game.player_b, start)
        p = 1 / (1 + 10 ** ((b - a) / 400))
        s = game.score_a
        if game.date >= first:
            losses.append(-(s * math.log(p) + (1 - s) * math.log(1 - p)))
            squares.append((s - p) ** 2)
            if s != 0.5:
                right.append(0.5 if p == 0.5 else float((p > 0.5) == (s > 0.5)))
        rating[game.player_a] = a + k * (s - p)
        rating[game.player_b] = b + k * (p - s)
    return tuple(sum(values) / len(values) for values in (losses, squares, right))  # type: ignore[return-value]


def agrees(facts: Facts, k: float) -> int:
    evaluation = evaluated(facts, elo(k=k), draws=100)
    measures = evaluation.contenders[0].measures
    found = [measures[name].value for name in ("log_loss", "brier", "accuracy")]
    assert found == pytest.approx(by_hand(facts, k, 1500.0, 0.2), abs=1e-9)
    return evaluation.games


def test_plain_elo_agrees_with_a_few_lines() -> None:
    assert agrees(pool(games=2000, draws=0.5), 20.0) > 1500


FOOTBALL = {
    "player_a": "home_team",
    "player_b": "away_team",
    "points_a": "home_score",
    "points_b": "away_score",
    "event": "tournament",
}
SNOOKER = {
    "date": "startDate",
    "event": "eventId",
    "round": "round",
    "player_a": "player1Id",
    "player_b": "player2Id",
    "points_a": "score1",
    "points_b": "score2",
    "walkover_a": "walkover1",
    "walkover_b": "walkover2",
}


@pytest.mark.parametrize(
    ("file", "columns", "least"),
    [("football_internationals_1872-1999.csv.gz", FOOTBALL, 19_000), ("snooker_matches_2016-17.csv.gz", SNOOKER, 1_900)],
)
def test_plain_elo_agrees_with_a_few_lines_on_real_games(shared: Path, file: str, columns: dict[str, str], least: int) -> None:
    assert agrees(read([str(shared / "data" / "games" / file)], columns=columns).facts, 20.0) > least


# -- rules that are wrong on purpose


def listed_pool(people: int = 80, games: int = 6000) -> Facts:
    """Players whose list says how strong they are, and results that follow from it: any other scale is wrong."""
    chances = random.Random(7)
    strength = [chances.gauss(1500.0, 250.0) for _ in range(people)]
    played = []
    for number in range(games):
        a, b = chances.sample(range(people), 2)
        score = float(chances.random() < chance(strength[a] - strength[b]))
        played.append(Game(FIRST + timedelta(days=number // 5), "", 0, number, f"Player {a:03}", f"Player {b:03}", score))
    players = tuple(Player(f"Player {number:03}", rating=rating, games=100) for number, rating in enumerate(strength))
    return Facts(games=tuple(played), players=players)


def test_wrong_rules_are_worse_and_their_intervals_lie_apart() -> None:
    evaluation = evaluated(listed_pool(700, 16_000), elo(k=5), elo(k=5, scale=200), elo(k=5, scale=800), elo(k=400))
    own, *others = evaluation.contenders
    for other in others:
        assert other.against["log_loss"].low > 0.0
        assert decided(evaluation, other) == KEEP
        assert own.measures["log_loss"].high < other.measures["log_loss"].low, other.key


def test_a_rule_that_learns_nothing_of_unknown_players_is_worse() -> None:
    own, *others = evaluated(replace(listed_pool(), players=()), elo(k=20), elo(k=0), elo(k=400)).contenders
    for other in others:
        assert other.against["log_loss"].low > 0.0
        assert own.measures["log_loss"].high < other.measures["log_loss"].low, other.key


def test_a_better_rule_is_seen_as_better() -> None:
    evaluation = evaluated(replace(listed_pool(), players=()), elo(k=200), elo(k=20))
    assert decided(evaluation, evaluation.contenders[1]) == CHANGE
    assert "beyond chance" in verdict(evaluation, Speech("en"))[0]


def test_the_same_rule_twice_predicts_alike() -> None:
    evaluation = evaluated(pool(games=600), elo(k=20), elo(k=20))
    assert decided(evaluation, evaluation.contenders[1]) == ALIKE
    assert "exactly the same" in verdict(evaluation, Speech("en"))[0]


def test_the_data_cannot_tell_two_rules_nearly_alike() -> None:
    evaluation = evaluated(pool(players=40, games=200), elo(k=150), elo(k=160))
    assert decided(evaluation, evaluation.contenders[1]) == CANNOT_TELL
    assert verdict(evaluation, Speech("fr"))[0].startswith("Les données ne tranchent pas")


@pytest.mark.parametrize(
    ("against", "code"),
    [
        (Interval(-0.02, -0.03, -0.01), CHANGE),
        (Interval(-0.0005, -0.0009, -0.0001), SMALL),
        (Interval(0.02, 0.01, 0.03), KEEP),
        (Interval(0.01, -0.01, 0.03), CANNOT_TELL),
        (Interval(0.0, 0.0, 0.0), ALIKE),
        (Interval(0.1, math.nan, math.nan), CANNOT_TELL),
    ],
)
def test_a_decision_comes_from_the_interval(against: Interval, code: str) -> None:
    assert decision(against, 0.6) == code


# -- what is scored


def test_only_games_that_every_rulebook_predicts_are_scored() -> None:
    facts = pool(players=30, games=900, lengths=(5, 9), draws=0.3)
    ffbg = open_rulebook("ffbg")
    evaluation = evaluated(facts, elo(), ffbg)
    drawn = sum(game.score_a == 0.5 for game in facts.games)
    assert drawn > 50
    assert evaluation.left_out > 40
    assert evaluation.games + evaluation.warm_up == 900 - drawn
    assert evaluation.draws == 0.0
    assert set(evaluation.contenders[1].calibration) == {"expected", "gap", "length", "experience"}
    assert set(evaluation.contenders[0].calibration) == {"expected", "gap", "experience"}
    for group in ("expected", "gap", "length", "experience"):
        assert sum(part.games for part in evaluation.contenders[1].calibration[group]) == evaluation.games


def test_draws_have_a_loss_of_their_own() -> None:
    evaluation = evaluated(pool(draws=0.5), elo(k=20))
    assert "outcome" in evaluation.measures
    assert 0.3 < evaluation.contenders[0].nu < 2.0
    assert "outcome" not in evaluated(pool(games=500), elo()).measures


def test_the_seed_gives_the_same_intervals() -> None:
    facts = pool(games=500)
    one, two = (evaluated(facts, elo()).contenders[0].measures for _ in range(2))
    assert one == two


def test_few_players_are_told() -> None:
    evaluation = evaluated(pool(players=6, games=200), elo())
    assert [finding.code for finding in evaluation.findings] == ["few-players"]


def test_a_market_is_a_contender() -> None:
    facts = pool(games=600)
    found = histories(facts, [elo()])
    odds = dict.fromkeys(range(0, 600, 2), 0.5)
    evaluation = evaluate(found, ["elo"], baselines=(), odds=odds, draws=100)
    assert evaluation.contenders[-1].kind == "odds"
    assert evaluation.contenders[-1].measures["log_loss"].value == pytest.approx(math.log(2))
    assert evaluation.games + evaluation.warm_up == 300


def test_a_warm_up_by_day() -> None:
    (history,) = histories(pool(games=600), [elo()], warm_up=date(2017, 6, 1))
    evaluation = evaluate([history], ["elo"], baselines=(), draws=100)
    assert evaluation.since >= date(2017, 6, 1)


# -- baselines


@pytest.mark.parametrize("name", ["glicko2", "trueskill", "openskill"])
def test_baselines_learn(name: str) -> None:
    pytest.importorskip(BASELINES[name][1])
    (history,) = histories(pool(players=20, games=1500, draws=0.2), [elo(k=20)])
    expected = BASELINES[name][2](history)
    assert len(expected) == len(history)
    assert ((expected > 0.0) & (expected < 1.0)).all()
    assert expected[0] == pytest.approx(0.5)
    favourite, score = np.maximum(expected, 1 - expected)[500:], history.score[500:]
    won = np.where(expected[500:] >= 0.5, score, 1 - score)
    assert won.mean() > 0.65
    assert favourite.mean() > 0.6


def test_glicko_2_is_glickmans_example() -> None:
    """The worked example of Glickman's paper: 1500 (200) against three players becomes 1464.06 (151.52)."""
    library = pytest.importorskip("glicko2")
    player = library.Player(1500, 200, 0.06)
    player.update_player([1400, 1550, 1700], [30, 100, 300], [1, 0, 0])
    assert player.rating == pytest.approx(1464.06, abs=0.02)
    assert player.rd == pytest.approx(151.52, abs=0.01)
    assert player.vol == pytest.approx(0.05999, abs=1e-5)


def test_a_baseline_without_its_library_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bareme.lab.baselines.find_spec", lambda name: None)
    evaluation = evaluated(pool(games=400), elo(), baselines=("glicko2", "constant"))
    assert [one.key for one in evaluation.contenders] == ["rule 0", "constant"]
    assert [finding.code for finding in evaluation.findings] == ["baseline-missing"]


def test_libraries_are_not_made_to_count_for_hours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bareme.lab.evaluating.MOST_GAMES", 100)
    evaluation = evaluated(pool(games=400), elo(), baselines=("openskill", "constant"))
    assert [one.key for one in evaluation.contenders] == ["rule 0", "constant"]
    assert [finding.code for finding in evaluation.findings] == ["baseline-too-slow"]
