"""Files and frames through the bulk engine give what the readers and the reference give, findings included."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from twins import same

from bareme.engines.cells import rows_of
from bareme.readers import read
from bareme.readers.delimited import table_of
from bareme.readers.gathering import Gathering, Options
from bareme.rulebooks.base import open_rulebook

NAMES = [
    "Ada",
    "ada",
    "Bo",
    "Cy Dee",
    "Dee Cy",
    "  Bo ",
    "Zoé",
    "Zoe",
    "Müller",
    "Mueller",
    "'=1+1",
    "O'Hara",
    "",
    "Ann\u200eA",
    "李",
]
DATES = ["2024-01-05", "2024-01-06", "2024-02-01", "2024-09-01", "2025-09-02", "05/01/2024", "2024-01-05 10:30", "13/02/2024",
         "02/13/2024", "03/04/2024", "", "soon", "2024-02-30"]  # fmt: skip
SCORES = ["1", "0", "0.5", "½", "1-0", "W", "L", "D", "V", "+", "-", "--", "2", "nan", "", "1,0"]
CELLS: dict[str, list[str]] = {
    "date": DATES,
    "event": ["Open", "Club", "", "  Open ", "'=Open", "x" * 101],
    "round": ["1", "2", "R3", "final", "", "zz", "0"],
    "player_a": NAMES,
    "player_b": NAMES,
    "winner": NAMES,
    "loser": NAMES,
    "score_a": SCORES,
    "score_b": SCORES,
    "points_a": ["3", "2", "2½", "1,5", "", "x"],
    "points_b": ["3", "2", "2½", "1,5", "", "x"],
    "draw": ["yes", "no", "", "?"],
    "walkover_a": ["yes", "no", "", "?"],
    "walkover_b": ["yes", "no", ""],
    "number_a": ["12", "7", "0", "", "12.0", "34"],
    "number_b": ["12", "7", "0", "", "99"],
    "rated": ["yes", "no", "", "oui", "?"],
    "why": ["", "forfeit", "declared-unrated", "because"],
    "length": ["7", "9", "11", "", "0", "x", "1000"],
    "format": ["2x9", "2x9-11", "3x5", "", "?"],
    "sequence": ["1", "2", "3", "", "x", "-1"],
    "remarks": ["", "nice", "a"],
}
WAYS: list[list[str]] = [
    ["player_a", "player_b", "score_a"],
    ["player_a", "player_b", "score_a", "score_b"],
    ["player_a", "player_b", "points_a", "points_b"],
    ["player_a", "player_b", "winner", "draw"],
    ["winner", "loser"],
    ["winner", "loser", "draw", "walkover_a"],
]
MORE = [
    "event",
    "round",
    "length",
    "format",
    "rated",
    "why",
    "sequence",
    "number_a",
    "number_b",
    "walkover_a",
    "walkover_b",
    "remarks",
]


@st.composite
def tables(draw: st.DrawFn, *, clean: bool = False) -> dict[str, list[str]]:
    """A results table, more or less dirty."""
    columns = ["date", *draw(st.sampled_from(WAYS)), *draw(st.lists(st.sampled_from(MORE), unique=True, max_size=5))]
    columns = list(dict.fromkeys(columns))
    count = draw(st.integers(0, 14))
    good = 1 if clean else draw(st.integers(1, 4))
    found: dict[str, list[str]] = {}
    for name in columns:
        cells = CELLS[name]
        likely = cells[: max(2, len(cells) // good)]
        found[name] = draw(st.lists(st.sampled_from(likely), min_size=count, max_size=count))
    return found


def written(path: Path, table: dict[str, list[str]], delimiter: str = ",") -> Path:
    """A delimited file; cells that need quotes get them."""
    rows = [table, *zip(*table.values(), strict=True)]
    lines = (delimiter.join(f'"{cell}"' if delimiter in cell else cell for cell in row) for row in rows)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def check(sources: Sequence[Any], rulebook: str = "elo", **options: Any) -> None:
    settings = Options(options.pop("columns", {}), date=options.pop("day", None))
    reading = read(sources, columns=settings.columns, date=settings.date)
    same(open_rulebook(rulebook), reading, list(map(str, sources)), settings=settings, **options)


@given(tables(), st.sampled_from(["elo", "ffbg", "fide"]), st.sampled_from(",;\t|"))
def test_one_file(table: dict[str, list[str]], rulebook: str, delimiter: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        check([written(Path(folder, "games.csv"), table, delimiter)], rulebook)


@given(st.lists(tables(clean=True), min_size=2, max_size=3), st.sampled_from(["elo", "ffbg"]))
def test_several_files(parts: list[dict[str, list[str]]], rulebook: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        check([written(Path(folder, f"games{number}.csv"), table) for number, table in enumerate(parts)], rulebook)


DECISIONS = """date,player,kind,rating,elo,level,entrants,reason
2024-01-05,Ada,assign,,,advanced,,new
2024-01-06,Bo,revalue,,1700,,,abroad
2024-02-01,Zoe,title,,,,40,
2024-02-01,zoé,licence,,,,,
2024-02-01,Cy,assign,1500,1900,,,no
"""
PLAYERS = "player,number,rating,games,club\nAda,12,1650,40,Lyon\nBo,,1400,3,\nCy Dee,7,,,Nice\nNew,8,1800,10,\n"


@given(tables(clean=True), tables(clean=True), st.sampled_from(["elo", "ffbg", "fide"]), st.permutations(range(4)))
def test_with_decisions_and_a_list_of_players(one: Any, two: Any, rulebook: str, order: list[int]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        files = [written(Path(folder, "one.csv"), one), written(Path(folder, "two.csv"), two)]
        files += [Path(folder, "decisions.csv"), Path(folder, "players.csv")]
        files[2].write_text(DECISIONS, encoding="utf-8")
        files[3].write_text(PLAYERS, encoding="utf-8")
        check([files[number] for number in order], rulebook, since=date(2024, 1, 31))


@pytest.mark.parametrize("held", [0, 3])
@given(table=tables(clean=True), rulebook=st.sampled_from(["elo", "fide"]), known=st.booleans())
def test_more_than_are_held(held: int, table: dict[str, list[str]], rulebook: str, known: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        files = [written(Path(folder, "one.csv"), table)]
        if known:
            files.append(Path(folder, "players.csv"))
            files[1].write_text(PLAYERS, encoding="utf-8")
        check(files, rulebook, held=held)


@given(tables(clean=True), st.sampled_from(["elo", "ffbg"]))
def test_a_frame_and_a_parquet_file(table: dict[str, list[str]], rulebook: str) -> None:
    frame = pl.DataFrame(table, schema=dict.fromkeys(table, pl.String))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "games.parquet")
        frame.write_parquet(path, row_group_size=3)
        for part, name in ((frame, "table 1"), (path, str(path))):
            header, rows = rows_of(frame)
            gathering = Gathering(Options())
            gathering.add_table(name, table_of(header, enumerate(rows, 1)))
            same(open_rulebook(rulebook), gathering.together(), part)
