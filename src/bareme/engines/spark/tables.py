"""Sources on a cluster: what Spark reads, each table's columns under names of ours, all tables of one call in one frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

import polars as pl

from bareme.engines.cells import name_of
from bareme.engines.sources import of_frame
from bareme.engines.spark.session import quiet
from bareme.facts import Place
from bareme.findings import Refused
from bareme.readers.columns import identify
from bareme.readers.gathering import Options
from bareme.readers.values import folded

SOURCE, POOL = "source", "pool"  # our own columns, beside those of the tables
POOL_HEADERS = ("pool", "bassin")
CSV = (".csv", ".tsv", ".txt")


@dataclass(frozen=True, slots=True)
class Source:
    """One table: what findings call it, its header, the frame on the cluster, and where its column `pool` stands."""

    name: str
    frame: Any
    header: tuple[str, ...]
    kind: str  # as `readers/columns.py` knows tables
    at: Mapping[str, int]
    pool: int | None


def sources_of(session: Any, parts: Sequence[Any], options: Options) -> list[Source]:
    """The tables of a call. Paths are the cluster's; frames of Polars, pandas or Arrow and lists of mappings are sent there.

    Errors: Refused `spark-source`, and those of a header that says too little.
    """
    return [_source(session, part, name_of(part, number), options) for number, part in enumerate(parts, 1)]


def _source(session: Any, part: Any, name: str, options: Options) -> Source:
    from pyspark.errors import PySparkException

    try:
        with quiet():
            frame = part if hasattr(part, "sparkSession") else _read(session, part, name, options)
            header = tuple(frame.columns)
    except PySparkException as error:
        raise Refused("spark-source", Place(name), why=_first(error)) from None
    if not header:
        why = {"en": "there is nothing under this name", "fr": "il n'y a rien sous ce nom"}
        raise Refused("spark-source", Place(name), why=why)
    wanted = options.columns.get(POOL)
    pools = [at for at, column in enumerate(header) if column == wanted or (wanted is None and folded(column) in POOL_HEADERS)]
    table = identify([column for at, column in enumerate(header) if at not in pools], options.columns, name, kind=options.kind)
    left = [at for at in range(len(header)) if at not in pools]
    return Source(name, frame, header, table.kind, {ours: left[at] for ours, at in table.at.items()}, pools[0] if pools else None)


def _first(error: Exception) -> str:
    return (str(error).splitlines() or [""])[0].rstrip(".")


def _read(session: Any, part: Any, name: str, options: Options) -> Any:
    if not isinstance(part, (str, Path)):
        bulk = of_frame(part, name)
        columns = pl.concat(list(bulk.read(range(len(bulk.header)))))
        return session.createDataFrame(columns.rename(dict(zip(columns.columns, bulk.header, strict=True))).to_arrow())
    path = str(Path(part).resolve()) if Path(part).exists() else str(part)  # a server of this machine runs elsewhere
    if any(path.removesuffix(".gz").lower().endswith(suffix) for suffix in CSV):
        tab = path.removesuffix(".gz").lower().endswith(".tsv")
        delimiter = options.delimiter or ("\t" if tab else ",")
        return session.read.csv(path, header=True, sep=delimiter, encoding=options.encoding or "UTF-8", quote='"', escape='"')
    return session.read.parquet(path)


# -- all of them in one frame, to be dealt out by pool


def together(sources: Sequence[Source]) -> Any:
    """Every row of these tables: its pool (null: of none), the number of its table, and the cells, `c<table>_<column>`."""
    from pyspark.sql.connect.functions import builtin as f

    frames = []
    types = {cell(number, at): kind for number, source in enumerate(sources) for at, kind in _kinds(source)}
    for number, source in enumerate(sources):
        own = source.frame.toDF(*(cell(number, at) for at in range(len(source.header))))
        pool = f.lit("") if source.pool is None else f.nullif(f.trim(f.col(cell(number, source.pool)).cast("string")), f.lit(""))
        cells = [f.col(name) if name in own.columns else f.lit(None).cast(kind).alias(name) for name, kind in types.items()]
        frames.append(own.select(pool.alias(POOL), f.lit(number).cast("int").alias(SOURCE), *cells))
    return reduce(lambda one, other: one.unionAll(other), frames)


def _kinds(source: Source) -> list[tuple[int, Any]]:
    """The columns that are known here, with their types."""
    used = set(source.at.values()) | ({source.pool} if source.pool is not None else set())
    return [(at, kind.dataType) for at, kind in enumerate(source.frame.schema.fields) if at in used]


def cell(number: int, at: int) -> str:
    """The name of a column on the way: headers may repeat, and two tables may say different things under one name."""
    return f"c{number}_{at}"
