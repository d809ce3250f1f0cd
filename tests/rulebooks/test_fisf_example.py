"""FISF: the regulation's own season of five events, row by row through the replay. Numbers are the source's, or by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from bareme.facts import Facts, Placement
from bareme.journal import Line
from bareme.replay import replay
from bareme.rulebooks.base import open_rulebook
from bareme.rulebooks.book import Standing

HERO = "Le joueur"
# event, day, category, rounds, players in all, of series 1 to 3 (the hero among them), his place
EVENTS = (
    ("TH2", date(2010, 9, 12), "TH2", 2, 60, (2, 5, 11), 1),
    ("TH3", date(2010, 9, 19), "TH3", 3, 110, (9, 15, 22), 8),
    ("TH5", date(2010, 9, 26), "TH5", 5, 160, (20, 32, 57), 33),
    ("Triplex", date(2010, 10, 10), "triplex", 3, 500, (25, 46, 72), 80),
    ("Coupe d'Aix", date(2010, 10, 31), "Grand Chelem", 5, 1100, (110, 160, 220), 105),
)


@cache
def rows(series: int) -> tuple[Placement, ...]:
    """Everybody of the five events, the hero in this series."""
    found = []
    for event, day, category, rounds, number, counts, place in EVENTS:
        others = [n for n, count in enumerate(counts, 1) for _ in range(count - (n == series))]
        others += [5] * (number - 1 - len(others))
        places = [p for p in range(1, number + 1) if p != place]
        common = (day, event, rounds, category)
        found.append(Placement(*common, HERO, "FFSc", series, place))
        found += [Placement(*common, f"{n} {at}", "FFSc", n, at) for n, at in zip(others, places, strict=True)]
    return tuple(replace(row, sequence=number) for number, row in enumerate(found))


@cache
def season(series: int, on: date = date(2011, 9, 1), **overrides: Any) -> tuple[Standing, list[Line]]:
    lines: list[Line] = []
    rulebook = open_rulebook("fisf", overrides)
    outcome = replay(rulebook, Facts(placements=rows(series)), on=on, record=lines.append)
    assert not [finding for finding in outcome.findings if finding.severity != "info"]
    return next(row for row in outcome.standings if row.player == HERO), [line for line in lines if line.player == HERO]


def percents(values: Mapping[str, float], digits: int) -> list[float]:
    return [round(values[n], digits) for n in "123"]


def test_the_table_cell_by_cell() -> None:
    _, lines = season(3)
    terms = [line.terms for line in lines if line.kind == "placement"]
    assert [t["%S"][:3] for t in terms] == [[100, 100, 100], [22.22, 100, 100], [0, 62.5, 100], [0, 0, 88.89], [5.45, 100, 100]]
    assert [t["W"][:3] for t in terms] == [[4, 10, 20], [10, 15, 22], [20, 32, 57], [25, 45, 60], [75, 113, 150]]
    assert [t["Num"][:3] for t in terms] == [[4, 10, 20], [2.222, 15, 22], [0, 20, 57], [0, 0, 53.334], [4.0875, 113, 150]]
    assert [t["c"] for t in terms] == [1, 1, 1, 1, 1.5]


def test_raw_season_as_published() -> None:
    hero, _ = season(3)
    assert percents(hero.more["raw"], 2) == [7.69, 73.49, 97.84]  # the source prints 73.66: erratum season-73-66


def test_raw_season_exact() -> None:
    hero, _ = season(3, rounding="exact")
    assert percents(hero.more["raw"], 4) == [7.6964, 73.4884, 97.8425]


@pytest.mark.parametrize(("series", "bonused"), [(1, [7.69, 73.49, 97.84]), (2, [7.69, 74.70, 97.84]), (3, [7.69, 73.49, 98.60])])
def test_the_bonus_belongs_to_the_players_own_series(series: int, bonused: list[float]) -> None:
    hero, _ = season(series)
    assert percents(hero.more["with_bonus"], 2) == bonused


def test_without_bonus() -> None:
    hero, _ = season(3, bonus=False)
    assert hero.more["with_bonus"] == hero.more["raw"]


def test_quotas_and_the_ten_percent_rule() -> None:
    """168.3095/439, 470.6435/637; S1: 10.3095 < 30.5."""
    of_two, _ = season(2, quotas="printed")
    assert percents(of_two.more["season"], 2) == [0, 38.34, 47.46]  # 302.334/637 = 47.462 %: no bonus in S3
    of_three, _ = season(3, quotas="printed")
    assert percents(of_three.more["season"], 2) == [0, 35.99, 73.88]  # 158/439 = 35.990 %
    assert of_three.more["sums"]["1"]["below_minimum"]
    assert not of_three.more["sums"]["2"]["below_minimum"]


def test_the_final_percentage_is_three_quarters_of_a_first_season() -> None:
    hero, _ = season(2, quotas="printed")
    assert round(hero.more["percentages"]["2"], 4) == round(0.75 * 168.3095 / 439 * 100, 4)
    assert hero.published["%S2"] == 28.75


def test_what_the_quota_still_misses() -> None:
    hero, _ = season(2, quotas="printed", on=date(2010, 11, 5))
    missing = [hero.more["sums"][n]["missing"] for n in "1234"]
    assert missing == [305 - 134, pytest.approx(439 - 225.3095), 637 - 309, 988]
    assert hero.states == ("below-quota",)


def test_the_list_of_5_november() -> None:
    """k = 2 + 5/30; nothing the season before."""
    hero, _ = season(2, on=date(2010, 11, 5))
    assert hero.more["share"] == pytest.approx(65 / 480)
    assert hero.rating == pytest.approx(100 * 168.3095 / 225.3095 * 65 / 480)


@pytest.mark.parametrize("on", [date(2010, 11, 5), date(2011, 9, 1), date(2011, 12, 24)])
def test_the_movements_add_up_to_the_list(on: date) -> None:
    hero, lines = season(2, on=on, quotas="printed")
    assert sum(line.change for line in lines) == pytest.approx(hero.rating)
    assert lines[-1].after == pytest.approx(hero.rating)
    for earlier, later in pairwise(lines):
        assert later.before == earlier.after
