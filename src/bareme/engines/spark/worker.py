"""What a worker does with one pool: its rows to frames, the local engine on them, and the list back as bytes.

The workers have Barème installed: Spark sends them the name of this function and what it is called with, no code.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

import polars as pl

from bareme.engines.spark.tables import POOL, SOURCE
from bareme.engines.state import versions_hash
from bareme.facts import Place
from bareme.findings import LANGUAGES, Finding, Refused, shown
from bareme.rulebooks.base import open_rulebook

ANSWER = f"{POOL} string, part int, about string, standings binary"
PART = 1 << 19  # players of a list sent at a time: a cell of Arrow holds two gigabytes


@dataclass(frozen=True, slots=True)
class Table:
    """One table as the worker gets it: the names of its columns on the way, and their headers."""

    name: str
    columns: Mapping[str, str]
    keys: Mapping[str, str]  # ours to those on the way; empty where rows need no order
    common: bytes | None = None  # of a table that is every pool's: all of it


@dataclass(frozen=True, slots=True)
class Task:
    """What is the same for every pool."""

    local: Callable[..., Any]  # `bareme.rate`
    spec: str
    overrides: Mapping[str, Any]
    rules: str  # a hash of the rulebook's text
    tables: Sequence[Table]
    options: Mapping[str, Any] = field(default_factory=dict)
    release: str = field(default_factory=lambda: version("bareme"))


def rate_pool(task: Task, pool: str | None, rows: pl.DataFrame) -> list[dict[str, Any]]:
    """One pool's answer in the columns of `ANSWER`, the first row with the account, each with a stretch of the list.

    The rows of no pool (null) are refused.
    """
    try:
        if pool is None:
            raise Refused("no-pool", count=rows.height)
        rating, untold = rated(task, rows)
    except Refused as refused:
        return [_answer(pool, 0, {"refused": _told(task, refused.finding)}, None)]
    found = [*untold, *rating.found]
    outcome = rating.outcome
    about = {
        "on": outcome.on.isoformat(),
        "version": rating.rulebook.on(outcome.on).name,
        "counted": outcome.counted,
        "not_counted": dict(outcome.not_counted),
        "findings": [_told(task, finding) for finding in found],
    }
    parts: list[bytes | None] = [_bytes(part) for part in rating.standings.iter_slices(PART)]
    return [_answer(pool, number, about if not number else {}, part) for number, part in enumerate(parts or [None])]


def rated(task: Task, rows: pl.DataFrame) -> tuple[Any, list[Finding]]:
    """The local rating of one pool, and what the cluster adds to its findings.

    Errors: Refused, as `bareme.rate`; `spark-other-bareme`.
    """
    rulebook = open_rulebook(task.spec, task.overrides)
    if task.rules != versions_hash(rulebook) or task.release != version("bareme"):
        raise Refused("spark-other-bareme", theirs=version("bareme"), ours=task.release)
    tables = [(table, _table(table, number, rows)) for number, table in enumerate(task.tables)]
    untold = [
        Finding("order-not-told", Place(f"table {number}"), {"count": count})
        for number, (table, frame) in enumerate(tables, 1)
        if table.keys and (count := untold_order(frame, table))
    ]
    frames = [frame.rename(dict(table.columns)) for table, frame in tables]
    bulk = find_spec(f"bareme.engines.pool_{rulebook.name}") is not None
    return task.local(frames, rulebook, engine="fast" if bulk else "reference", **task.options), untold


def _table(table: Table, number: int, rows: pl.DataFrame) -> pl.DataFrame:
    """The rows of one table. A cluster does not keep the order of rows; what they say puts them into one of their own."""
    if table.common is not None:
        return pl.read_ipc(io.BytesIO(table.common))
    names = list(table.columns)
    return rows.filter(pl.col(SOURCE) == number).select(names).sort(names)


def untold_order(frame: pl.DataFrame, table: Table) -> int:
    """Rows that share a player, a day, an event and a round with another, where no column says which came first."""
    when = [table.keys[name] for name in ("date", "event", "round") if name in table.keys]
    sides = [table.keys[name] for name in ("player_a", "player_b", "winner", "loser") if name in table.keys]
    one = (
        frame.with_row_index("row")
        .select("row", *when, pl.concat_list(pl.col(sides).cast(pl.String)).alias("who"))
        .explode("who")
    )
    return one.unique().filter(pl.len().over([*when, "who"]) > 1)["row"].n_unique()


def _answer(pool: str | None, part: int, about: Mapping[str, Any], standings: bytes | None) -> dict[str, Any]:
    return {POOL: pool, "part": part, "about": json.dumps(about, ensure_ascii=False), "standings": standings}


def _bytes(frame: pl.DataFrame) -> bytes:
    out = io.BytesIO()
    frame.write_ipc(out)
    return out.getvalue()


def _told(task: Task, finding: Finding) -> dict[str, Any]:
    """A finding as JSON; the table it speaks of by its name."""
    names = {f"table {number}": table.name for number, table in enumerate(task.tables, 1)}
    place = finding.place
    return {
        "code": finding.code,
        "place": [names.get(place.file, place.file), *place[1:]],
        "details": {name: _plain(value) for name, value in finding.details.items()},
    }


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    return {language: shown(value, language) for language in LANGUAGES} if isinstance(value, date) else str(value)


def finding_of(told: Mapping[str, Any]) -> Finding:
    """The inverse of `_told`."""
    return Finding(told["code"], Place(*told["place"]), told["details"])
