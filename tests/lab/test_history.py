"""Histories: predicted before counted, the same by both engines, and the same games under every rulebook."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from made_up import pool

from bareme.engines.pools import OneByOne
from bareme.facts import Adjustment, Facts, Game, Player
from bareme.findings import Refused
from bareme.lab.history import GAME_BY_GAME, History, histories
from bareme.rulebooks.base import names, open_rulebook


def plain_elo(facts: Facts, k: float) -> list[float]:
    """The few lines of any Elo program: expected score of A before each game."""
    rating: dict[str, float] = {}
    said = []
    for game in facts.games:
        a, b = rating.get(game.player_a, 1200.0), rating.get(game.player_b, 1200.0)
        p = 1 / (1 + 10 ** ((b - a) / 400))
        said.append(p)
        rating[game.player_a], rating[game.player_b] = a + k * (game.score_a - p), b - k * (game.score_a - p)
    return said


@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_plain_elo_is_what_a_few_lines_say(engine: str) -> None:
    facts = pool(games=1500, draws=0.4)
    (history,) = histories(facts, [open_rulebook("elo", {"k": 24, "initial_rating": 1200})], engine=engine)
    assert np.abs(history.expected - plain_elo(facts, 24)).max() < 1e-12
    assert history.score.tolist() == [game.score_a for game in facts.games]
    assert np.allclose(history.gap, history.before[:, 0] - history.before[:, 1])
    assert np.allclose(history.after.sum(1), history.before.sum(1))


def test_nothing_of_a_game_is_known_before_it() -> None:
    facts = pool(games=300)
    other = Facts(games=(*facts.games[:-1], replace(facts.games[-1], score_a=1.0 - facts.games[-1].score_a)))
    one, two = (histories(each, [open_rulebook("elo")])[0] for each in (facts, other))
    assert (one.expected == two.expected).all()
    assert one.after[-1, 0] != two.after[-1, 0]


MIXED = replace(
    pool(players=30, games=900, lengths=(1, 5, 9, 17)),
    adjustments=(
        Adjustment(date(2016, 3, 1), "Player 001", "assign", level="champion"),
        Adjustment(date(2016, 5, 1), "Player 002", "title", entrants=40),
    ),
    players=(Player("Player 003", rating=1700.0, games=80),),
)
MIXED = replace(
    MIXED,
    games=(
        *(replace(game, rated=False, why="forfeit") if index % 50 == 7 else game for index, game in enumerate(MIXED.games)),
        Game(date(2019, 3, 1), "Last", 0, 0, "Player 001", "Player 002", 0.5, 7),
        Game(date(2019, 3, 1), "Last", 0, 1, "Player 001", "Player 004", 1.0),
    ),
)


@pytest.mark.parametrize("rulebook", ["elo", "ffbg"])
def test_both_engines_tell_the_same_history(rulebook: str) -> None:
    book = open_rulebook(rulebook)
    days = [date(year, 12, 31) for year in range(2015, 2019)]
    slow, fast = (histories(MIXED, [book], engine=engine, yearly=True)[0] for engine in ("reference", "fast"))
    assert len(slow) == len(fast) > 850
    for name in ("number", "day", "score", "before", "after", "experience", "warm_up"):
        assert (getattr(slow, name) == getattr(fast, name)).all(), name
    assert np.abs(slow.expected - fast.expected).max() < 1e-15
    assert np.array_equal(slow.length, fast.length, equal_nan=True)
    assert named(slow) == named(fast)
    assert slow.not_counted == fast.not_counted
    assert slow.lists.keys() == fast.lists.keys() == {*days, slow.on}
    for day, rows in slow.lists.items():
        assert [told(row) for row in rows] == [told(row) for row in fast.lists[day]]
    assert slow.movements.keys() == fast.movements.keys()
    for key, (lines, change) in fast.movements.items():
        assert list(slow.movements[key]) == pytest.approx([lines, change], abs=1e-9), key


def test_the_rulebooks_that_go_game_by_game_are_known() -> None:
    for name in names():
        pool = import_module(f"bareme.engines.pool_{name}").Pool
        assert issubclass(pool, OneByOne) == (name in GAME_BY_GAME), name


def test_facts_that_columns_cannot_hold_go_to_the_reference() -> None:
    facts = pool(games=50)
    odd = replace(facts, games=(replace(facts.games[0], round=5000), *facts.games[1:]))
    (history,) = histories(odd, [open_rulebook("elo")], engine="fast")
    assert len(history) == 50


def named(history: History) -> list[tuple[str, str]]:
    return [(history.names[a], history.names[b]) for a, b in history.players.tolist()]


def told(row: Any) -> tuple[Any, ...]:
    standing = row.standing
    return row.rank, row.player, standing.rating, standing.level, standing.elo, standing.games, dict(standing.published)


def test_a_game_has_the_same_number_under_every_rulebook() -> None:
    elo, ffbg = histories(MIXED, [open_rulebook("elo"), open_rulebook("ffbg")])
    rated = [number for number, game in enumerate(MIXED.games) if game.rated]
    assert elo.number.tolist() == rated
    assert ffbg.number.tolist() == rated[:-2]  # a draw, and a match of no length
    assert elo.names == ffbg.names


def test_the_official_rating_predicts_where_a_rulebook_goes_by_periods() -> None:
    players = (Player("A", rating=2000.0, games=50), Player("B", rating=1900.0, games=50), Player("C"))
    games = (
        Game(date(2025, 11, 3), "Open", 1, 0, "A", "B", 0.0),
        Game(date(2025, 11, 4), "Open", 2, 1, "B", "A", 1.0),
        Game(date(2025, 11, 4), "Open", 2, 2, "A", "C", 1.0),  # C has no rating: no prediction
        Game(date(2026, 1, 10), "Winter", 1, 3, "A", "B", 0.5),
    )
    (history,) = histories(Facts(players=players, games=games), [open_rulebook("fide")], warm_up=0.0)
    assert history.number.tolist() == [0, 1, 3]
    assert history.expected[:2].tolist() == [0.64, 0.36]  # table 8.1.2: a difference of 100 points
    assert history.before[0].tolist() == [2000.0, 1900.0]
    assert history.before[2, 0] < 2000.0  # the list has come out in between
    assert np.isnan(history.after).all()


def test_the_warm_up_ends_between_two_days() -> None:
    facts = pool(games=1000)
    (history,) = histories(facts, [open_rulebook("elo")], warm_up=0.3)
    first = history.day[~history.warm_up][0]
    assert 280 <= history.warm_up.sum() <= 300
    assert (history.day[history.warm_up] < first).all()
    (by_day,) = histories(facts, [open_rulebook("elo")], warm_up=date(2017, 1, 1))
    assert by_day.day[by_day.scored][0] >= np.datetime64("2017-01-01")


@pytest.mark.parametrize(
    ("facts", "rulebook", "code"),
    [
        (pool(games=10), "fisf", "placements-have-no-games"),
        (pool(games=10), "fide", "no-game-predicted"),
        (pool(games=10), "ffbg", "no-game-predicted"),
    ],
)
def test_what_has_no_history_is_told(facts: Facts, rulebook: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        histories(facts, [open_rulebook(f"{rulebook}@2026-01-01" if rulebook == "fide" else rulebook)])
    assert refused.value.finding.code == code


def test_a_warm_up_that_takes_everything_is_told() -> None:
    with pytest.raises(Refused) as refused:
        histories(pool(games=10), [open_rulebook("elo")], warm_up=date(2030, 1, 1))
    assert refused.value.finding.code == "nothing-after-warm-up"
