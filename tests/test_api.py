"""`bareme.rate`: sources of every kind, frames out, the same numbers as the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import bareme
from bareme.findings import Refused

GAMES = [
    {"date": "2025-01-11", "event": "Club", "round": 1, "player_a": "Ada", "player_b": "Bo", "score_a": 1.0},
    {"date": "2025-01-11", "event": "Club", "round": 2, "player_a": "Bo", "player_b": "Cy", "score_a": 0.5},
    {"date": "2025-01-12", "event": "Club", "round": 3, "player_a": "Cy", "player_b": "Ada", "score_a": 0.0},
]


def csv_file(folder: Path) -> Path:
    path = folder / "games.csv"
    pl.DataFrame(GAMES).write_csv(path)
    return path


def test_every_source_gives_the_same(tmp_path: Path) -> None:
    dated = pl.DataFrame(GAMES).with_columns(pl.col("date").str.to_date())
    sources: list[Any] = [
        GAMES,
        pl.DataFrame(GAMES),
        dated,
        pd.DataFrame(GAMES),
        pd.DataFrame(GAMES).assign(date=lambda frame: pd.to_datetime(frame["date"])),
        pa.Table.from_pylist(GAMES),
        csv_file(tmp_path),
        [str(csv_file(tmp_path))],
    ]
    results = [bareme.rate(source, rulebook="elo").standings for source in sources]
    assert all(result.equals(results[0]) for result in results)


def test_what_pandas_lacks_is_blank() -> None:
    games = [
        {"date": "2025-01-11", "winner": "Ada", "loser": "Bo", "length": 7},
        {"date": "2025-01-12", "winner": "Bo", "loser": "Ada"},
    ]
    rating = bareme.rate(pd.DataFrame(games), rulebook="ffbg")
    assert [finding.code for finding in rating.found] == ["no-length"]
    assert rating.outcome.counted == 1
    assert rating.outcome.not_counted == {"no-length": 1}


def test_frames(tmp_path: Path) -> None:
    rating = bareme.rate(GAMES, rulebook="elo", k=20, since="2025-01-11")
    assert rating.standings.columns[:5] == ["rank", "previous_rank", "change", "player", "rating"]
    assert rating.standings["player"].to_list()[0] == "Ada"
    assert rating.journal.filter(pl.col("kind") == "game").height == 6
    assert rating.findings.height == 0
    assert rating.to_dict()["overrides"] == {"k": 20.0}


def test_several_tables_at_once() -> None:
    players = pl.DataFrame({"player": ["Ada", "Bo"], "rating": [2000, 1900]})
    rating = bareme.rate([pl.DataFrame(GAMES), players], rulebook="elo", k=0)
    assert dict(zip(rating.standings["player"], rating.standings["rating"], strict=True)) == {"Ada": 2000, "Bo": 1900, "Cy": 1500}
    mixed = bareme.rate([pd.DataFrame(GAMES), [{"player": "Ada", "rating": 2000}]], rulebook="elo", k=0)
    assert mixed.standings["rating"][0] == 2000


def test_a_lazy_frame() -> None:
    assert bareme.rate(pl.DataFrame(GAMES).lazy(), rulebook="elo").outcome.counted == 3


@pytest.mark.parametrize("source", [3, [(1, 2)], {"date": ["2025-01-01"]}, [object()]])
def test_what_is_no_source_is_refused(source: Any) -> None:
    with pytest.raises(Refused, match="cannot be rated"):
        bareme.rate(source)


def test_what_cannot_be_read_says_why() -> None:
    with pytest.raises(Refused) as refused:
        bareme.rate("no-such-file.csv")
    assert refused.value.finding.code == "cannot-open"
    with pytest.raises(Refused) as refused:
        bareme.rate([{"shoe": 1, "size": 2}])
    assert refused.value.finding.code == "unknown-columns"


def test_frames_have_their_columns_when_they_are_empty() -> None:
    drawn = [{**GAMES[1], "length": 7}]
    rating = bareme.rate(drawn, rulebook="ffbg")
    assert rating.standings.columns[:5] == ["rank", "previous_rank", "change", "player", "rating"]
    assert rating.standings.height == 0
    assert bareme.rate(GAMES).findings.filter(pl.col("severity") == "error").height == 0


def test_explain_finds_people_as_the_command_line_does() -> None:
    rating = bareme.rate(GAMES)
    assert rating.explain("ada") == rating.explain("Ada")
    with pytest.raises(Refused, match="Nearest names"):
        rating.explain("Nobody")


def test_explain() -> None:
    text = bareme.rate(GAMES, rulebook="elo").explain("Ada", last=1)
    assert "win against Cy" in text


def test_carry() -> None:
    first = bareme.rate(GAMES[:2], rulebook="elo")
    second = bareme.rate(GAMES[2:], rulebook="elo", carried=first.carry())
    assert second.standings.equals(bareme.rate(GAMES, rulebook="elo").standings)


def test_findings_are_values_and_bad_rules_are_refused() -> None:
    rating = bareme.rate([*GAMES, {**GAMES[0], "player_b": "Ada", "round": 9}], rulebook="elo")
    assert rating.findings["code"].to_list() == ["self-match"]
    with pytest.raises(Refused, match="no parameter"):
        bareme.rate(GAMES, rulebook="elo", kk=3)


@pytest.mark.parametrize("score", [float("nan"), 2, -1, None])
def test_a_score_that_is_none_is_refused(score: float | None) -> None:
    rating = bareme.rate([*GAMES, {**GAMES[0], "score_a": score, "round": 9}], rulebook="elo")
    assert rating.outcome.counted == 3
    assert len(rating.found) == 1
    assert rating.found[0].severity == "error"
