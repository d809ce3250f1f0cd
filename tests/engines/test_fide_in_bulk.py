"""FIDE through the bulk engine gives what the reference gives, bit for bit."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random

from fide_seasons import FIDE, NAMES, STARTS, seasons
from hypothesis import given, settings
from hypothesis import strategies as st
from twins import Reference, same

import bareme
from bareme.facts import Adjustment, Facts, Game, Player
from bareme.readers import read
from bareme.readers.reading import Reading
from bareme.replay import carry, replay
from bareme.rulebooks.base import open_rulebook

days = st.builds(lambda start, more: start + timedelta(days=more), st.sampled_from(STARTS), st.integers(0, 400))
maybe = st.one_of(st.none(), days)


@settings(max_examples=40)
@given(seasons(), st.sampled_from(FIDE), maybe, maybe)
def test_fide(facts: Facts, overrides: dict[str, object], on: date | None, since: date | None) -> None:
    same(open_rulebook("fide", overrides), Reading(facts), facts, since, on=on)


@settings(max_examples=40)
@given(seasons(), st.sampled_from(FIDE[:3]), days)
def test_carried_between_the_engines(facts: Facts, overrides: dict[str, object], cut: date) -> None:
    rulebook = open_rulebook("fide", overrides)
    first = Facts(
        players=facts.players,
        events=facts.events,
        games=tuple(game for game in facts.games if game.date <= cut),
        adjustments=tuple(fact for fact in facts.adjustments if fact.date <= cut),
    )
    if not first.games:
        return
    wanted = replay(rulebook, first, on=cut)
    carried = carry(wanted)
    got = same(rulebook, Reading(first), first, on=cut)
    assert got is not None
    assert got.carry()["on"] == carried["on"]
    assert got.carry()["state"] == carried["state"]
    second = Facts(
        games=tuple(game for game in facts.games if game.date > cut),
        adjustments=tuple(fact for fact in facts.adjustments if fact.date > cut),
    )
    same(rulebook, Reading(second), second, carried=got.carry())


@settings(max_examples=40)
@given(seasons(), st.data())
def test_explained_in_the_same_words(facts: Facts, data: st.DataObject) -> None:
    rulebook = open_rulebook("fide", data.draw(st.sampled_from(FIDE)))
    got = same(rulebook, Reading(facts), facts)
    assert got is not None
    wanted = Reference(rulebook, Reading(facts))
    player = data.draw(st.sampled_from((*NAMES, "Zoe", "Nobody")))
    assert got.lines(player) == [line for line in wanted.lines if line.player == player]


@settings(max_examples=40)
@given(seasons(), st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_nothing(facts: Facts, random: Random) -> None:
    rulebook = open_rulebook("fide")
    shuffled = list(facts.games)
    random.shuffle(shuffled)
    got = same(rulebook, Reading(facts), facts)
    other = same(rulebook, Reading(facts), replace(facts, games=tuple(shuffled)))
    assert got is not None
    assert other is not None
    assert got.standings.equals(other.standings)


def test_equal_results_of_a_period_give_equal_changes() -> None:
    """Two pairs of equals with equal results, one early in the period and one late, after a win over both."""
    rated = [Player(name, rating=2000.0, games=40, born=1980) for name in ("Ada", "Bo", "Cy", "Di")]
    games = [(3, "Ada", "Bo"), (10, "Ada", "Di"), (17, "Cy", "Bo"), (24, "Cy", "Di")]
    facts = Facts(
        players=tuple(rated),
        games=tuple(Game(date(2024, 5, day), f"Open {day}", 1, number, a, b, 1.0) for number, (day, a, b) in enumerate(games)),
    )
    got = same(open_rulebook("fide"), Reading(facts), facts)
    assert got is not None
    assert [(row.player, row.standing.rating) for row in got.rows] == [
        ("Ada", 2020.0), ("Cy", 2020.0), ("Bo", 1980.0), ("Di", 1980.0)
    ]  # fmt: skip  # K 20, two games of 0.5 each


def test_the_examples(root: Path) -> None:
    files = sorted(map(str, (root / "examples" / "fide").iterdir()))
    same(open_rulebook("fide"), read(files), files)


def test_real_and_synthetic_reports(shared: Path) -> None:
    folders = ("trf", "trf_synthetic", "krause_icu", "trf_odd")
    files = [str(file) for folder in folders for file in sorted((shared / "data" / folder).iterdir())]
    rulebook = open_rulebook("fide", {"floor": 0, "first_games": 1, "first_event_games": 1})
    rated = [file for file in files if same(rulebook, read([file]), [file]) is not None]
    assert len(rated) > 20
    same(rulebook, read(files), files)


def test_numbers_beyond_the_kernel_are_left_to_the_reference() -> None:
    facts = Facts(
        players=(Player("Ada", rating=1900.0), Player("Bo", rating=1500.0)),
        games=(Game(date(2024, 5, 1), "Open", 1, 1, "Ada", "Bo", 0.0),),
        adjustments=(Adjustment(date(2024, 5, 2), "Bo", "assign", rating=1e30),),
    )
    large = bareme.rate(facts, "fide", engine="fast")
    assert isinstance(large, bareme.Rating)
    assert large.rows[0].standing.rating == 1e30
    assert isinstance(bareme.rate(facts, "fide", engine="fast", k_new=10**9), bareme.Rating)
