"""Made-up results for the bench: the same on every run, kept in a folder outside the repository.

Players have hidden skills and meet at random; the better one wins more often, and nobody draws, so that every rulebook of
pairs can count the same file. Games lie in the order of their dates, over ten years.
"""

from __future__ import annotations

import math
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import polars as pl

Array: TypeAlias = Any

SEED = 20_250_901
FIRST, DAYS = date(2015, 9, 1), 3650
LENGTHS = (5, 7, 9, 11)
CHUNK = 1 << 20  # games made at a time, and rows of a group of the Parquet file
SPREAD = 300.0  # of the hidden skills, in points


def folder() -> Path:
    """Where the bench keeps its files: BAREME_BENCH_DIR, else a folder among the temporary ones."""
    chosen = Path(os.environ.get("BAREME_BENCH_DIR") or Path(tempfile.gettempdir()) / "bareme-bench")
    chosen.mkdir(parents=True, exist_ok=True)
    return chosen


def short(count: int) -> str:
    """10000 as 10k, 1000000 as 1M."""
    return f"{count // 1_000_000}M" if count % 1_000_000 == 0 else f"{count // 1000}k" if count % 1000 == 0 else str(count)


@dataclass(frozen=True, slots=True)
class Chunk:
    """Games in columns: rows of the players, half points of the first, length of the match, day since the first."""

    first: Array
    second: Array
    halves: Array
    length: Array
    day: Array


def chunks(games: int, players: int) -> Iterator[Chunk]:
    """Games, piece by piece."""
    import numpy as np

    chance = np.random.default_rng([SEED, players])
    skill = chance.normal(0.0, SPREAD, players)
    for start in range(0, games, CHUNK):
        count = min(CHUNK, games - start)
        first = chance.integers(0, players, count, "u4")
        second = ((first + chance.integers(1, players, count, "u4")) % players).astype("u4")
        probability = 1.0 / (1.0 + np.exp((skill[second] - skill[first]) * (math.log(10.0) / 400.0)))
        yield Chunk(
            first=first,
            second=second,
            halves=2 * (chance.random(count) < probability).astype("u1"),
            length=chance.choice(np.array(LENGTHS, "u2"), count),
            day=(np.arange(start, start + count, dtype="i8") * DAYS // games).astype("i4"),
        )


def names(players: int) -> pl.Series:
    """Everybody's name, as long as a name is."""
    import numpy as np
    import polars as pl

    given = np.array("Aya Bruno Chloe Dario Edith Farid Greta Hugo Ines Jorge".split())
    family = np.array("Abel Bertrand Castel Duval Estrada Fournier Garnier Hermann Ivanov Jansen Keller Lambert Moreau".split())
    number = np.arange(players)
    texts = pl.DataFrame({"g": given[number % len(given)], "f": family[number % len(family)], "n": number})
    return texts.select(pl.format("{} {} {}", "g", "f", "n")).to_series()


def frame(chunk: Chunk, who: pl.Series) -> pl.DataFrame:
    """The same games as a table of results."""
    import polars as pl

    return pl.DataFrame(
        {
            "date": pl.Series(chunk.day + (FIRST - date(1970, 1, 1)).days).cast(pl.Date),
            "player_a": who[chunk.first],
            "player_b": who[chunk.second],
            "score_a": chunk.halves * 0.5,
            "length": chunk.length,
        }
    )


def results(games: int, players: int, kind: str = "parquet") -> Path:
    """A file of results, made if it is not there yet. `kind`: parquet or csv."""
    path = folder() / f"results-{short(games)}-{short(players)}.{kind}"
    if not path.exists():
        new = path.with_name(f".{path.name}.new")
        who = names(players)
        tables = (frame(chunk, who) for chunk in chunks(games, players))
        (_write_parquet if kind == "parquet" else _write_csv)(tables, new)
        new.replace(path)
    return path


def _write_parquet(tables: Iterator[pl.DataFrame], path: Path) -> None:
    import pyarrow.parquet

    first = next(tables).to_arrow()
    with pyarrow.parquet.ParquetWriter(str(path), first.schema, compression="zstd") as writer:
        writer.write_table(first)
        for table in tables:
            writer.write_table(table.to_arrow().cast(first.schema))


def _write_csv(tables: Iterator[pl.DataFrame], path: Path) -> None:
    with path.open("wb") as file:
        for number, table in enumerate(tables):
            table.write_csv(file, include_header=number == 0)


def next_day(games: int, players: int) -> Path:
    """The results of the day after the last, as many as any other day has."""
    path = folder() / f"day-{short(games)}-{short(players)}.parquet"
    if not path.exists():
        a_day = max(games // DAYS, 1)
        chunk = next(chunks(a_day, players))
        frame(replace(chunk, day=chunk.day * 0 + DAYS), names(players)).write_parquet(path)
    return path


def late_result(players: int, days_ago: int) -> Path:
    """One result that was forgotten."""
    path = folder() / f"late-{days_ago}.csv"
    who = names(2)
    day = FIRST + timedelta(days=DAYS - days_ago)
    path.write_text(f"date,player_a,player_b,score_a,length\n{day},{who[0]},{who[1]},1,7\n", encoding="utf-8")
    return path


# -- what the rulebooks need that do not live on such a file alone


def rated_players(players: int) -> Path:
    """Everybody with a rating, as FIDE publishes them."""
    import numpy as np

    path = folder() / f"players-{short(players)}.csv"
    chance = np.random.default_rng(SEED)
    rating = np.clip(1800 + chance.normal(0.0, SPREAD, players), 1400, 2800).astype("i8")
    rows = (f"{name},{rating[row]},30,{1950 + row % 60}" for row, name in enumerate(names(players)))
    path.write_text("player,rating,games,born\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def opens(games: int, players: int) -> Path:
    """The same results in events, one a month."""
    import polars as pl

    path = folder() / f"opens-{short(games)}-{short(players)}.csv"
    month = pl.format("Open {}", pl.col("date").dt.strftime("%Y-%m")).alias("event")
    who = names(players)
    pl.concat(frame(chunk, who) for chunk in chunks(games, players)).with_columns(month).drop("length").write_csv(path)
    return path


def placements(rows: int, players: int, entrants: int = 50) -> Path:
    """Tournaments of fifty, one a weekend for as long as it takes; the place follows the hidden skill, more or less."""
    import numpy as np

    path = folder() / f"placements-{short(rows)}-{short(players)}.csv"
    chance = np.random.default_rng(SEED)
    skill = chance.normal(0.0, 1.0, players)
    series = 1 + np.searchsorted(np.sort(-skill), -skill) * 7 // players
    who = names(players).to_list()
    lines = ["date,event,rounds,category,player,federation,series,place"]
    for number in range(rows // entrants):
        field = chance.choice(players, entrants, replace=False)
        order = field[np.argsort(-skill[field] - chance.normal(0.0, 0.5, entrants))]
        day = date(2010, 9, 4) + timedelta(days=number * DAYS * entrants // rows)
        lines += [f"{day},TH {number},3,th,{who[one]},FFSc,{series[one]},{place}" for place, one in enumerate(order, 1)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
