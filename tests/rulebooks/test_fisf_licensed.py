"""FISF: who is licensed, while a season begins, runs and closes."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from bareme.facts import Adjustment, Facts, Placement, Player
from bareme.lists import ranked
from bareme.replay import Outcome, replay
from bareme.rulebooks.base import open_rulebook

FIRST, SECOND = date(2010, 10, 3), date(2011, 10, 2)  # an event of each season


def placed(day: date, count: int, federation: str = "FFSc", first: int = 0) -> list[Placement]:
    """An event of `count` players, `p0`, `p1` ..., all of series 1."""
    return [
        Placement(day, f"Coupe {day} {federation}", 3, "", f"p{n}", federation, 1, place, place)
        for place, n in enumerate(range(first, first + count), 1)
    ]


def licences(day: date, count: int) -> list[Adjustment]:
    return [Adjustment(day, f"p{n}", "licence", federation="FFSc", sequence=n) for n in range(count)]


def rate(
    on: date, *placements: list[Placement], adjustments: list[Adjustment] | None = None, players: int = 0, **overrides: Any
) -> Outcome:
    facts = Facts(
        players=tuple(Player(f"p{n}", federation="FFSc") for n in range(players)),
        placements=tuple(row for rows in placements for row in rows),
        adjustments=tuple(adjustments or ()),
    )
    return replay(open_rulebook("fisf", overrides), facts, on=on)


def licensed(outcome: Outcome, day: date, closing: bool = False) -> int:
    book: Any = outcome.book
    return sum(book.licensees(book.law(day), day, closing).values())


# -- the days around 1 September


@pytest.mark.parametrize("day", [date(2011, 8, 31), date(2011, 9, 1), date(2011, 9, 2), date(2011, 9, 18), date(2011, 10, 2)])
def test_the_lists_around_1_september_agree(day: date) -> None:
    """200 played: 2, 6, 12, 36 seats. Nobody, then two, have played in the season that begins."""
    outcome = rate(day, placed(FIRST, 200), placed(SECOND, 2))
    today = [row.standing.more["series_today"] for row in ranked(outcome.standings)]
    assert (today.count(1), today[:2], ranked(outcome.standings)[0].player) == (2, [1, 1], "p0")
    assert not outcome.findings


def test_the_order_of_2_september_is_that_of_1_september() -> None:
    last, next_day = (rate(date(2011, 9, day), placed(FIRST, 200)) for day in (1, 2))
    assert [row.player for row in ranked(last.standings)] == [row.player for row in ranked(next_day.standings)]


# -- how many


def test_a_season_that_runs_has_at_least_the_licensed_of_the_one_before() -> None:
    facts = (placed(FIRST, 20), placed(SECOND, 5, first=18))  # two of the twenty, and three newcomers
    assert licensed(rate(date(2011, 9, 30), *facts), date(2011, 9, 30)) == 20
    assert licensed(rate(SECOND, *facts), SECOND) == 20
    more = placed(date(2011, 11, 6), 25)
    assert licensed(rate(date(2011, 12, 1), *facts, more), date(2011, 12, 1)) == 25


def test_a_player_who_changes_federation_is_counted_once() -> None:
    outcome = rate(SECOND, placed(FIRST, 20, federation=""), placed(SECOND, 20))
    assert licensed(outcome, SECOND) == 20


def test_licences_taken_one_by_one_do_not_empty_the_series() -> None:
    day = date(2011, 9, 5)
    assert licensed(rate(day, placed(FIRST, 20), adjustments=licences(day, 3)), day) == 20


def test_when_a_season_closes_licences_on_record_are_its_register() -> None:
    end = date(2012, 8, 31)
    recorded = rate(end, placed(FIRST, 20), placed(SECOND, 4), adjustments=licences(date(2011, 9, 5), 12))
    assert (licensed(recorded, end), licensed(recorded, end, closing=True)) == (20, 12)
    unrecorded = rate(end, placed(FIRST, 20), placed(SECOND, 4))
    assert licensed(unrecorded, end, closing=True) == 20


def test_a_table_of_players_is_the_register_of_every_season() -> None:
    for day in (date(2010, 12, 1), date(2011, 9, 2), date(2013, 1, 1)):
        assert licensed(rate(day, placed(FIRST, 20), players=100), day) == 100
    end = date(2012, 8, 31)
    left = rate(end, placed(FIRST, 20, first=90), players=100)  # p100 to p109 stand in no table
    assert (licensed(left, end), licensed(left, end, closing=True)) == (110, 100)


def test_a_parameter_goes_first() -> None:
    day = date(2011, 9, 2)
    outcome = rate(day, placed(FIRST, 20), placed(FIRST, 4, "FBS", first=50), licensees={"FFSc": 300})
    assert licensed(outcome, day) == 304


# -- nobody


def test_nobody_licensed_is_said_once_with_the_day() -> None:
    assigned = [Adjustment(date(2010, 9, 1), "p0", "assign", rating=60.0, series=1)]
    outcome = rate(date(2010, 9, 15), adjustments=assigned)
    assert [(finding.code, finding.severity) for finding in outcome.findings] == [("nobody-licensed", "warning")]
    assert outcome.findings[0].details == {"day": date(2010, 9, 15)}
    assert not rate(date(2010, 9, 15), adjustments=assigned, licensees={"FFSc": 100}).findings


def test_nobody_licensed_at_a_closing_is_said() -> None:
    outcome = rate(date(2011, 9, 1), placed(FIRST, 20), licensees={"FFSc": 0})
    assert [finding.code for finding in outcome.findings] == ["nobody-licensed"]


def test_where_nobody_plays_any_more_there_is_nothing_to_say() -> None:
    assert not rate(date(2013, 10, 1), placed(FIRST, 20)).findings
