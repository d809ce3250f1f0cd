"""FISF: the example files. They hold the regulation's worked example, and make a list of 1 September with every series."""

from __future__ import annotations

import runpy
from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from bareme.lists import Row, ranked
from bareme.readers import Reading, read
from bareme.replay import replay
from bareme.rulebooks.base import open_rulebook
from bareme.rulebooks.book import Standing

FILES = ("players.csv", "season-before.csv", "season.csv")


@pytest.fixture(scope="module")
def reading(root: Path) -> Reading:
    return read([root / "examples" / "fisf" / file for file in FILES])


@pytest.fixture(scope="module")
def lists(reading: Reading) -> Callable[[date], list[Row]]:
    days = [date(2011, 8, 31), date(2011, 9, 1), date(2011, 9, 2)]
    outcome = replay(open_rulebook("fisf"), reading.facts, on=date(2011, 9, 18), also_on=days)
    assert not outcome.findings
    found = {**outcome.earlier, outcome.on: outcome.standings}
    return lambda day: ranked(found[day])


def test_nothing_is_wrong_with_the_files(reading: Reading, root: Path) -> None:
    assert not reading.findings
    assert all((root / "examples" / "fisf" / file).stat().st_size < 400_000 for file in FILES)


def test_the_worked_example_is_in_it(lists: Callable[[date], list[Row]]) -> None:
    """As published, but for the erratum season-73-66."""
    example: Standing = next(row.standing for row in lists(date(2011, 9, 1)) if row.player == "Solène Mercœur")
    assert [round(example.more["raw"][n], 2) for n in "123"] == [7.69, 73.49, 97.84]
    assert [example.more["sums"][n]["weight"] for n in "123"] == [134, 215, 309]
    assert example.games == 5


def test_every_series_is_filled_and_the_second_federation_recovers(lists: Callable[[date], list[Row]]) -> None:
    """3001 licensed players: 30, 90, 180 and 540 seats, with the better series; ties at a bar and recoveries come on top."""
    rows = [row.standing for row in lists(date(2011, 9, 1)) if row.rank]
    held = Counter(row.level for row in rows)
    assert held.keys() == {"S1", "S2", "S3", "S4", "S5", "S6"}
    for last, seats in ((1, 30), (2, 90), (3, 180), (4, 540)):
        assert seats <= sum(held[f"S{n}"] for n in range(1, last + 1)) < 1.3 * seats
    assert sum(row.level == "S1" and not row.more["recovered"] for row in rows) == 30
    recovered = Counter(row.more["federation"] for row in rows if row.more["recovered"])
    assert set(recovered) == {"FBS"}
    bars = rows[0].more["bars"]
    assert all(0 < bars[n] <= 100 for n in "1234")


def test_the_lists_around_1_september_agree(lists: Callable[[date], list[Row]]) -> None:
    """The same players lead; the season closed alone has nearly all the weight on 18 September, so some change places."""
    first, *others = ({row.player for row in lists(day)[:30]} for day in (date(2011, 9, 1), date(2011, 8, 31), date(2011, 9, 18)))
    assert others[0] == first
    assert len(others[1] & first) > 20
    today = Counter(row.standing.more["series_today"] for row in lists(date(2011, 9, 18)) if row.rank)
    assert today[1] in range(30, 45)


def test_the_files_are_what_the_script_makes(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = runpy.run_path(str(root / "examples" / "make.py"))
    (tmp_path / "fisf").mkdir()
    monkeypatch.setitem(script["write"].__globals__, "HERE", tmp_path)
    script["scrabble"]()
    for file in FILES:
        assert (tmp_path / "fisf" / file).read_bytes() == (root / "examples" / "fisf" / file).read_bytes()
