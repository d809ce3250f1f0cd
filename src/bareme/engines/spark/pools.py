"""Many pools at once: rows grouped by pool, and each group rated by the local engine on a worker."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from typing import Any

import polars as pl

from bareme.engines.spark import worker
from bareme.engines.spark.rating import PoolRating, SparkRating
from bareme.engines.spark.session import told
from bareme.engines.spark.tables import POOL, Source, cell, together
from bareme.engines.state import versions_hash
from bareme.facts import Place
from bareme.findings import Finding, Refused
from bareme.rulebooks.base import Rulebook


def rate_pools(
    sources: Sequence[Source], rulebook: Rulebook, local: Callable[..., Any], on: date | None, since: date | None, **options: Any
) -> SparkRating:
    """Rate every pool. `local` is `bareme.rate`, which each worker calls for the rows of one pool.

    Errors: Refused `pool-missing`, `nothing-to-rate`, those of the cluster, and the reason if every pool is refused.
    """
    task, dealt = _task(sources, rulebook, local, {"on": on, "since": since, **options})
    rows = together(dealt)

    def rate_group(key: Any, rows: Any) -> Any:  # Spark looks at the signature, so it is no partial
        return _rate_group(task, key, rows)

    with told():
        answers = rows.groupBy(POOL).applyInArrow(rate_group, worker.ANSWER).toArrow()
    pools, standings = _taken(pl.DataFrame(answers))
    if not pools:
        raise Refused("nothing-to-rate")
    if not standings:
        first = next(finding for pool in pools for finding in pool.found if finding is pool.refused)
        raise Refused(first.code, first.place, **first.details)
    found = [] if any(source.pool is not None for source in sources) else [Finding("one-pool")]
    return SparkRating(rulebook, pools, pl.concat(standings, how="diagonal_relaxed"), found, partial(_one, task, rows))


def _task(
    sources: Sequence[Source], rulebook: Rulebook, local: Callable[..., Any], options: dict[str, Any]
) -> tuple[worker.Task, list[Source]]:
    """What is sent to the workers, and the tables that are dealt out by pool; the others are every pool's."""
    several = any(source.pool is not None for source in sources)
    common = [several and source.pool is None for source in sources]
    for source, everywhere in zip(sources, common, strict=True):
        if everywhere and source.kind in ("results", "placements"):
            raise Refused("pool-missing", Place(source.name), columns=list(source.header))
    dealt = [source for source, everywhere in zip(sources, common, strict=True) if not everywhere]
    tables = [_table(number, source) for number, source in enumerate(dealt)]
    tables += [_common(source) for source, everywhere in zip(sources, common, strict=True) if everywhere]
    return worker.Task(local, rulebook.spec, dict(rulebook.overrides), versions_hash(rulebook), tables, options), dealt


def _table(number: int, source: Source) -> worker.Table:
    columns = {cell(number, at): source.header[at] for at in sorted(source.at.values())}
    ordered = source.kind != "results" or "sequence" in source.at
    keys = {} if ordered else {ours: cell(number, at) for ours, at in source.at.items()}
    return worker.Table(source.name, columns, keys)


def _common(source: Source) -> worker.Table:
    with told():
        table = pl.DataFrame(source.frame.toArrow())
    out = io.BytesIO()
    table.write_ipc(out)
    return worker.Table(source.name, {name: name for name in table.columns}, {}, out.getvalue())


def _rate_group(task: worker.Task, key: Sequence[Any], rows: Any) -> Any:
    """On a worker: Arrow in, Arrow out."""
    import pyarrow

    schema = pyarrow.schema([(POOL, "string"), ("part", "int32"), ("about", "string"), ("standings", "binary")])
    return pyarrow.Table.from_pylist(worker.rate_pool(task, key[0].as_py(), pl.DataFrame(rows)), schema)


def whole_pool(sources: Sequence[Source], rulebook: Rulebook, local: Callable[..., Any], **options: Any) -> Any:
    """The local rating of all rows, brought here."""
    task, dealt = _task(sources, rulebook, local, options)
    return _one(task, together(dealt), "")


# -- back on the driver


def _taken(answers: pl.DataFrame) -> tuple[list[PoolRating], list[pl.DataFrame]]:
    """What became of each pool, by name, and the parts of their lists."""
    pools, standings = [], []
    for pool, part, about, table in answers.sort(POOL, "part").iter_rows():
        if part == 0:
            pools.append(PoolRating.of(pool or "", json.loads(about)))
        if table is not None:
            standings.append(pl.read_ipc(io.BytesIO(table)).select(pl.lit(pool).alias(POOL), pl.all()))
    return pools, standings


def _one(task: worker.Task, rows: Any, pool: str) -> Any:
    """The local rating of one pool, its rows brought here."""
    from pyspark.sql.connect.functions import builtin as f

    with told():
        table = pl.DataFrame(rows.filter(f.col(POOL) == pool).toArrow())
    return worker.rated(task, table)[0]
