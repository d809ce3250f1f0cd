"""FIDE's one huge pool on a cluster, the games: read there, each with its event's days, and summed up for each player.

Everything that is added up is a whole number, so the sums are the same in whatever order a cluster adds.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cmp_to_key
from typing import Any

import numpy as np
import polars as pl

from bareme.engines.games import Legend
from bareme.engines.spark.session import quiet
from bareme.engines.spark.tables import Source
from bareme.engines.table import ResultsTable
from bareme.findings import LANGUAGES, Finding, shown
from bareme.readers.columns import identify
from bareme.rulebooks.fide import rules
from bareme.rulebooks.fide.terms import CAP_RULES, Terms

GAMES = "day date, event string, round int, first string, second string, halves int, why string, said string"
BATCH = 1 << 17  # rows read together
LARGEST = 10_000  # points between two players, at most
GAIN = 1_000  # more than there are differences between two P in hundredths
ISO = r"^\s*\d{4}-\d{2}-\d{2}([T ].*)?$"


def games_of(source: Source, columns: Mapping[str, str]) -> Any:
    """The games of a table, read on the workers by our own reader; rows of findings among them."""
    at = sorted(source.at.values())
    header = [source.header[position] for position in at]
    name = source.name

    def read(batches: Iterable[Any]) -> Iterator[Any]:
        return read_batches(batches, name, header, columns)

    with quiet():
        frame = source.frame.toDF(*map(str, range(len(source.header)))).select(*map(str, at))
        return frame.mapInArrow(read, GAMES)


def read_batches(batches: Iterable[Any], name: str, header: Sequence[str], columns: Mapping[str, str]) -> Iterator[Any]:
    """On a worker: a stretch of the table, in Arrow, to games in the columns of `GAMES`."""
    table = ResultsTable(0, name, header, identify(header, columns, name), Legend())
    for frame in _frames(batches):
        _only_iso_dates(table, frame)
        games = table.read(frame)
        names, events, whys = table.legend.names.series(), table.legend.events.series(), pl.Series(table.legend.whys)
        day = pl.Series(games.day).cast(pl.Date)
        event = events[games.event] if len(games.event) else pl.repeat("", len(games), eager=True)
        read = pl.DataFrame(
            {
                "day": day,
                "event": pl.select(pl.when(event == "").then(day.dt.to_string("%Y-%m-%d")).otherwise(event)).to_series(),
                "round": games.round.astype("i4") if len(games.round) else np.zeros(len(games), "i4"),
                "first": names[games.first],
                "second": names[games.second],
                "halves": pl.Series(games.halves).cast(pl.Int32),
                "why": whys[games.why] if len(games.why) else pl.repeat("", len(games), eager=True),
                "said": pl.repeat(None, len(games), dtype=pl.String, eager=True),
            }
        )
        yield from _batches(read)
    table.finish()
    said = [json.dumps(_plain(finding), ensure_ascii=False) for finding in table.said.all()]
    yield from _batches(pl.DataFrame({"said": said}, schema={"said": pl.String}))


def _frames(batches: Iterable[Any]) -> Iterator[pl.DataFrame]:
    """Some batches together, their columns named by their positions."""
    held: list[pl.DataFrame] = []
    for batch in batches:
        frame = pl.DataFrame(batch)
        held.append(frame.rename({name: str(at) for at, name in enumerate(frame.columns)}))
        if sum(one.height for one in held) >= BATCH:
            yield pl.concat(held)
            held = []
    if held:
        yield pl.concat(held)


def _only_iso_dates(table: ResultsTable, frame: pl.DataFrame) -> None:
    """Day or month first is told by all dates of a column together, and here nobody sees all of them."""
    column = frame[str(table.columns.at["date"])]
    if column.dtype == pl.String and not column.str.contains(ISO).fill_null(True).all():
        raise ValueError("dates must be dates, or text as YYYY-MM-DD")


def _batches(frame: pl.DataFrame) -> Iterator[Any]:
    import pyarrow

    kinds = {"date": pyarrow.date32(), "string": pyarrow.string(), "int": pyarrow.int32()}
    schema = pyarrow.schema([(name, kinds[kind]) for name, kind in (column.split() for column in GAMES.split(", "))])
    filled = frame.select(pl.col(name) if name in frame.columns else pl.lit(None).alias(name) for name in schema.names)
    yield from filled.to_arrow().cast(schema).to_batches()


def _plain(finding: Finding) -> Mapping[str, Any]:
    details = {name: {language: shown(value, language) for language in LANGUAGES} for name, value in finding.details.items()}
    return {"code": finding.code, "place": [finding.place.file, 0, ""], "details": details}


# -- sums


def law_of(number: int, terms: Terms) -> pl.DataFrame:
    """What a version makes of each difference D, in hundredths: `p_true` is P of it as it is, `p_other` P of it as counted when
    it is not the largest of its event. Of an event's `gained` the maximum belongs to the largest difference, and says by how
    much its P as counted is more (see `gain`).
    """
    rule = CAP_RULES.index(terms.cap_rule)
    gaps = list(range(-LARGEST, LARGEST + 1))

    def larger(one: int, other: int) -> int:
        return int(rules.larger_difference(one, other, rule)) - int(rules.larger_difference(other, one, rule))

    ranks = {gap: rank for rank, gap in enumerate(sorted(gaps, key=cmp_to_key(larger)))}

    def probability(largest: bool) -> list[int]:
        return [rules.scoring_probability(rules.counted_difference(gap, terms.cap, rule, largest)) for gap in gaps]

    others = probability(False)
    gained = [GAIN * ranks[gap] + 100 + top - other for gap, top, other in zip(gaps, probability(True), others, strict=True)]
    return pl.DataFrame(
        {
            "law": pl.Series([number] * len(gaps), dtype=pl.Int32),
            "gap": pl.Series(gaps, dtype=pl.Int32),
            "p_true": pl.Series([rules.scoring_probability(gap) for gap in gaps], dtype=pl.Int64),
            "p_other": pl.Series(others, dtype=pl.Int64),
            "gained": pl.Series(gained, dtype=pl.Int64),
        }
    )


def gain(gained: int) -> int:
    """By how much P of an event's largest difference is more when it is counted as such: it is carried in one whole number
    with the difference's place, as a cluster finds the largest number of a group, and not the row that holds it.
    """
    return gained % GAIN - 100


def sums_of(games: Any, starts: Any, ratings: Any, law: Any) -> Any:
    """For each player and event: games, half points, opponents' ratings and probabilities, added up.

    `starts`: key and law of each first day of an event. `ratings`: for each key each rated player's rating and K; key -1 is
    now. `law`: see `law_of`.
    """
    from pyspark.sql.connect.functions import builtin as f

    about = ("event", "start", "end")
    first, second, halves = f.col("first"), f.col("second"), f.col("halves")
    one = games.select(*about, first.alias("player"), second.alias("opponent"), "halves")
    other = games.select(*about, second.alias("player"), first.alias("opponent"), (2 - halves).alias("halves"))
    then = ratings.filter("key >= 0")
    own = then.select("key", "player", f.col("rating").alias("own"), "k")
    against = then.select("key", f.col("player").alias("opponent"), f.col("rating").alias("against"))
    now = ratings.filter("key < 0").select("player", f.col("rating").alias("now"))
    sides = one.unionAll(other).join(starts, "start").join(own, ["key", "player"], "left")
    sides = sides.join(against, ["key", "opponent"], "left").join(now, "player", "left")
    used = f.coalesce(f.col("own"), f.col("now"))
    true = used - f.col("against")
    bounded = f.greatest(f.least(true, f.lit(LARGEST)), f.lit(-LARGEST))
    gap = f.when(true.isNotNull(), bounded).cast("int")  # these two look away from nulls
    sides = sides.withColumn("used", used).withColumn("gap", gap).join(law, ["law", "gap"], "left")
    counted = f.when(f.col("against").isNotNull(), f.col("halves"))
    return sides.groupBy("player", "event", "start", "end", "own", "k", "used").agg(
        f.count(f.lit(1)).alias("met"),
        f.count("against").alias("games"),
        f.sum(counted).alias("half_points"),
        f.sum("against").alias("opponents"),
        f.sum("p_true").alias("p_true"),
        f.sum("p_other").alias("p_other"),
        f.max("gained").alias("gained"),
    )
