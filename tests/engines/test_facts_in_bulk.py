"""Facts through the bulk engine give what the reference gives."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from twins import same

from bareme.facts import Facts, Player
from bareme.findings import Refused
from bareme.readers.reading import Reading
from bareme.replay import carry, replay
from bareme.rulebooks.base import open_rulebook
from seasons import FIRST_DAY, NAMES, days, seasons

ELO: list[dict[str, Any]] = [
    {},
    {"k": 24, "floor": 1490},
    {"k_schedule": [[0, 60], [2, 30], [4, 15], [9, 7]], "strong": 1510, "k_strong": 3, "scale": 250},
    {"initial_rating": 1800.5, "strong": "none"},
]
FFBG: list[dict[str, Any]] = [
    {},
    {"ramp": False},
    {"correction": False, "inactivity_condition": "elo"},
    {"inactivity_rate": 0.3, "season_start": "01-15", "assigned_elo": "formula", "initial_rating": 1700},
    {"scale": 700, "stake": 9, "sets_length": "exact", "inactivity_experience": 60, "bonus_rate": 0.33},
]
players = st.lists(
    st.builds(
        lambda key, rating, games: Player(key, rating=rating, games=games),
        st.sampled_from((*NAMES, "Zoe")),
        st.one_of(st.none(), st.floats(900, 2700)),
        st.one_of(st.none(), st.integers(0, 50)),
    ),
    max_size=4,
    unique_by=lambda player: player.key,
)


@given(st.data(), players, st.one_of(st.none(), days), st.one_of(st.none(), days))
def test_elo(data: st.DataObject, listed: list[Player], on: date | None, since: date | None) -> None:
    facts = data.draw(seasons(with_decisions=True))
    facts = Facts(players=tuple(listed), games=facts.games, adjustments=facts.adjustments)
    rulebook = open_rulebook("elo", data.draw(st.sampled_from(ELO)))
    same(rulebook, Reading(facts), facts, since, on=on)


@given(st.data(), players, st.one_of(st.none(), days), st.one_of(st.none(), days))
def test_ffbg(data: st.DataObject, listed: list[Player], on: date | None, since: date | None) -> None:
    facts = data.draw(seasons(with_decisions=True))
    facts = Facts(players=tuple(listed), games=facts.games, adjustments=facts.adjustments)
    rulebook = open_rulebook("ffbg", data.draw(st.sampled_from(FFBG)))
    same(rulebook, Reading(facts), facts, since, on=on)


@pytest.mark.parametrize("name", ["elo", "ffbg"])
@given(facts=seasons(with_decisions=True), cut=days)
def test_carried_between_the_engines(name: str, facts: Facts, cut: date) -> None:
    rulebook = open_rulebook(name)
    first = Facts(
        games=tuple(game for game in facts.games if game.date <= cut),
        adjustments=tuple(fact for fact in facts.adjustments if fact.date <= cut),
    )
    second = Facts(
        games=tuple(game for game in facts.games if game.date > cut),
        adjustments=tuple(fact for fact in facts.adjustments if fact.date > cut),
    )
    if not first:
        return
    carried = carry(replay(rulebook, first))
    got = same(rulebook, Reading(first), first)
    assert got is not None
    assert got.carry()["on"] == carried["on"]
    assert got.carry()["state"] == carried["state"]
    same(rulebook, Reading(second), second, carried=got.carry())


@pytest.mark.parametrize("name", ["elo", "ffbg"])
@given(facts=seasons(with_decisions=True), listed=players, data=st.data())
def test_explained_in_the_same_words(name: str, facts: Facts, listed: list[Player], data: st.DataObject) -> None:
    facts = Facts(players=tuple(listed), games=facts.games, adjustments=facts.adjustments)
    from twins import Reference

    rulebook = open_rulebook(name)
    got = same(rulebook, Reading(facts), facts)
    assert got is not None
    wanted = Reference(rulebook, Reading(facts))
    player = data.draw(st.sampled_from((*NAMES, "Zoe", "Nobody")))
    assert got.lines(player) == [line for line in wanted.lines if line.player == player]


@given(facts=seasons(with_decisions=True))
def test_a_day_before_the_carried_one_is_refused(facts: Facts) -> None:
    rulebook = open_rulebook("elo")
    carried = {"rulebook": "elo", "overrides": {}, "on": (FIRST_DAY + timedelta(days=2000)).isoformat(), "state": {"Ada": [1, 2]}}
    assert same(rulebook, Reading(facts), facts, carried=carried) is None


def test_nothing_to_rate() -> None:
    assert same(open_rulebook("elo"), Reading(Facts()), Facts()) is None


def test_other_rules_are_refused() -> None:
    from bareme.engines.bulk import rate_in_bulk

    with pytest.raises(Refused, match="not with the rules"):
        rate_in_bulk(
            Facts(), open_rulebook("elo"), carried={"rulebook": "ffbg", "overrides": {}, "on": "2020-01-01", "state": {}}
        )
