"""The frame of a list made in bulk is the reference's, column by column."""

from __future__ import annotations

from typing import Any

import pytest

import bareme

GAMES = [
    {"date": "2024-01-01", "player_a": "Bo", "player_b": "Ada", "score_a": "1"},
    {"date": "2024-01-02", "player_a": "Ada", "player_b": "Cy", "score_a": "1"},
]
NUMBERED: list[dict[str, Any]] = [{**game, "number_a": {"Bo": "77", "Ada": "12"}[game["player_a"]]} for game in GAMES]


@pytest.mark.parametrize("games", [GAMES, NUMBERED], ids=["names", "numbers"])
def test_a_list_shows_the_numbers_of_people_not_of_rows(games: list[dict[str, str]]) -> None:
    fast, reference = (bareme.rate(games, "elo", engine=engine).standings for engine in ("fast", "reference"))
    shown = [name for name in reference.columns if reference[name].null_count() < reference.height]
    assert fast.select(shown).equals(reference.select(shown))
    unknown = [name for name in ("number", "federation", "club") if name not in shown]
    assert all(fast[name].null_count() == fast.height for name in unknown)


def test_a_rating_below_every_level_has_none() -> None:
    people = [{"player": "Ada", "rating": "1000"}, {"player": "Bo", "rating": "1900"}]
    games = [{"date": "2010-01-01", "player_a": "Bo", "player_b": "Ada", "score_a": "1"}]
    fast, reference = (
        bareme.rate([games, people], "fide", engine=engine, floor=1000, on="2010-01-02").standings
        for engine in ("fast", "reference")
    )
    assert reference["level"].to_list() == ["very-good-club", None]
    assert fast["level"].to_list() == reference["level"].to_list()
