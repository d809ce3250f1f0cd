"""What other libraries let pass: times that go back, scores that are none, rows that change places, sizes that surprise."""

from __future__ import annotations

import math
from datetime import date, timedelta
from pathlib import Path

import polars as pl
import pytest

import bareme
from bareme.engines.choosing import ENOUGH, chosen
from bareme.engines.rating import BulkRating
from bareme.facts import Facts, Game, Placement

RULEBOOKS = ("elo", "ffbg", "fide", "fisf")
LIST = pl.DataFrame({"player": ["Ada", "Bo", "Cy"], "rating": [2000.0, 1900.0, 1800.0], "games": [40, 40, 40]})
ROWS = [
    ("2024-03-05", "Open", 2, "Ada", "Bo", 1.0),
    ("2024-03-04", "Open", 1, "Cy", "Ada", 1.0),
    ("2024-04-09", "Closed", 1, "Bo", "Cy", 0.0),
    ("2024-03-05", "Open", 2, "Cy", "Di", 1.0),
]


def table(rows: list[tuple[str, str, int, str, str, float]]) -> pl.DataFrame:
    frame = pl.DataFrame(rows, schema=["date", "event", "round", "player_a", "player_b", "score_a"], orient="row")
    return frame.with_columns(length=7)


@pytest.mark.parametrize("rulebook", RULEBOOKS[:3])
def test_times_that_go_back_are_sorted(rulebook: str) -> None:
    unsorted = bareme.rate([table(ROWS), LIST], rulebook, engine="fast")
    in_order = bareme.rate([table(sorted(ROWS)), LIST], rulebook, engine="fast")
    wanted = bareme.rate([table(ROWS), LIST], rulebook, engine="reference").standings
    assert unsorted.standings.equals(in_order.standings)
    assert unsorted.standings.select(wanted.columns).rows() == wanted.rows()
    assert unsorted.outcome.counted + sum(unsorted.outcome.not_counted.values()) == 4  # each once


@pytest.mark.parametrize("rulebook", RULEBOOKS[:3])
@pytest.mark.parametrize("score", [math.nan, 2.0, -1.0, 0.25, math.inf])
def test_a_score_that_is_none_is_refused(rulebook: str, score: float) -> None:
    rows = [*ROWS, ("2024-04-10", "Closed", 2, "Ada", "Cy", score)]
    with_it = bareme.rate([table(rows), LIST], rulebook, engine="fast")
    without = bareme.rate([table(ROWS), LIST], rulebook, engine="fast")
    assert with_it.standings.equals(without.standings)
    assert [finding.place.line for finding in with_it.found if finding.severity == "error"] == [5]


def test_the_journal_keeps_the_order_of_the_law() -> None:
    """However many threads read the columns: of a day without rounds the rows stay as they stand."""
    players = [f"Player {number:03d}" for number in range(200)]
    rows = [("2024-03-05", "Open", 0, players[at % 100], players[199 - at % 97], at % 3 / 2) for at in range(30_000)]
    rating = bareme.rate(table(rows), "elo", engine="fast")
    assert isinstance(rating, BulkRating)
    games = rating.journal.filter(pl.col("kind") == "game")
    assert games["line"].to_list() == [line for line in range(1, 30_001) for _ in range(2)]


def test_draws_are_halves() -> None:
    rows = [("2024-03-05", "Open", 1, "Ada", "Bo", 0.5)]
    fide, elo = (bareme.rate([table(rows), LIST], name, engine="fast") for name in ("fide", "elo"))
    ratings = {row.player: row.standing.rating for row in fide.rows}
    assert (ratings["Ada"], ratings["Bo"]) == (1997.0, 1903.0)  # 20·(0.5 - 0.64) = -2.8 and 20·(0.5 - 0.36) = 2.8
    assert elo.rows[0].standing.rating == pytest.approx(2000 + 20 * (0.5 - 1 / (1 + 10 ** (-100 / 400))))


def test_a_journal_on_disk_is_whole_beside_checkpoints(tmp_path: Path) -> None:
    games, kept, journal = tmp_path / "games.parquet", tmp_path / "kept", tmp_path / "journal.parquet"
    table(ROWS).write_parquet(games)
    first = bareme.rate(games, "elo", engine="fast", checkpoints=kept, every=1)
    assert isinstance(first, BulkRating)
    bareme.rate(games, "elo", engine="fast", checkpoints=kept, every=1, journal=journal)
    assert pl.read_parquet(journal).equals(first.journal)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_engine_is_chosen_by_the_number_of_facts(rulebook: str, tmp_path: Path) -> None:
    day = date(2012, 1, 1)
    games = tuple(Game(day, "", 0, number, "Ada", "Bo", 1.0) for number in range(ENOUGH))
    places = tuple(Placement(day + timedelta(number % 9), "Club", 1, "", f"P{number}", "", 7, 1) for number in range(ENOUGH))
    assert chosen("auto", rulebook, Facts(games=games)) == "fast"
    assert chosen("auto", rulebook, Facts(placements=places)) == "fast"
    assert chosen("auto", rulebook, Facts(games=games[:100], placements=places[:100])) == "reference"
    file = tmp_path / "small.csv"
    file.write_text("date,player_a,player_b,score_a\n2012-01-01,Ada,Bo,1\n", encoding="utf-8")
    assert chosen("auto", rulebook, [file]) == "reference"
