"""FISF's list, in columns."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import polars as pl

from bareme.engines.fisf_members import Members
from bareme.engines.fisf_views import Views
from bareme.rulebooks.fisf.amounts import published
from bareme.rulebooks.fisf.law import RANKED
from bareme.rulebooks.fisf.season import missing

Array: TypeAlias = "np.ndarray[Any, Any]"


def listing(members: Members, rows: Array, seen: Views, today: Array) -> pl.DataFrame:
    """The row of each of these members, as `listing.standing` of the rulebook has it. `today`: the series filled on the day."""
    shown, printed = seen.shown.floats(), published(seen.shown).astype("f8")  # type: ignore[arg-type, attr-defined]
    unknown, inactive = members.unknown(rows), members.inactive(rows)
    at, own = np.arange(len(rows)), members.own(rows) - 1
    unranked = pl.Series(unknown | inactive)
    columns: dict[str, Any] = {
        "player": rows.astype("u4"),
        "rating": pl.Series(shown[at, own]).set(pl.Series(unknown), None),
        "level": pl.Series([f"S{series}" for series in members.series[rows].tolist()], dtype=pl.String),
        "games": members.events[rows],
        "states": _states(members, rows, seen, unknown, inactive, own),
        "published_rating": pl.Series(printed[at, own]).set(pl.Series(unknown), None),
        **{f"published_%S{n}": printed[:, n - 1] for n in RANKED},
        "headline": pl.Series(printed[at, own]).set(pl.Series(unknown), None),
    }
    orders = [-today.astype("f8"), shown[at, np.minimum(today, RANKED[-1]) - 1], *shown.T]
    columns.update({f"order_{n}": pl.Series(order).set(unranked, None) for n, order in enumerate(orders)})
    return pl.DataFrame(columns)


def _states(members: Members, rows: Array, seen: Views, unknown: Array, inactive: Array, own: Array) -> pl.Series:
    at = np.arange(len(rows))
    amounts = (seen.sums["weights"], seen.sums["bonuses"], seen.quotas)
    lacks = [missing(*amount) > 0 for amount in zip(*(column[at, own].tolist() for column in amounts), strict=True)]
    played = (seen.sums["weights"] != 0).any(axis=1)
    told = [(unknown, "unrated"), (inactive, "inactive"), (played & seen.below[at, own], "below-minimum"),
            (played & np.array(lacks, bool), "below-quota")]  # fmt: skip
    states = pl.Series([*(name for _, name in told), ""])[np.select([where for where, _ in told], range(4), 4).astype("u4")]
    recovered = pl.Series(members.recovered[rows])
    frame = pl.DataFrame({"state": states, "recovered": recovered})
    with_recovered = pl.concat_str(pl.col("state"), pl.lit(" recovered")).str.strip_chars_start()
    return frame.select(shown=pl.when("recovered").then(with_recovered).otherwise(pl.col("state")))["shown"]
