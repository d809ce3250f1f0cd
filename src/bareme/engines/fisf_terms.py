"""The terms of the FISF's journal, and their types; lists, one number for each series, are JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

TERMS: Mapping[str, Any] = {
    **dict.fromkeys(("place", "series", "rounds"), pl.Int64),
    "category": pl.String,
    "c": pl.Float64,
    **dict.fromkeys(("A", "P", "%S", "W", "Num"), pl.String),
    "bonus": pl.String,
    **dict.fromkeys(("Num'", "W'"), pl.String),
    **dict.fromkeys(("sum Num'", "sum W'"), pl.Float64),
    **dict.fromkeys(("quota", "below minimum", "%S before", "blend"), pl.String),
    "share": pl.Float64,
    "new series": pl.Int64,
    "computed": pl.Boolean,
    "bars": pl.String,
    "recovered": pl.Boolean,
    "k": pl.Float64,
    "closed": pl.Boolean,
    "federation": pl.String,
    "level": pl.Int64,
    "rating": pl.Float64,
    **dict.fromkeys(("value", "player", "event", "column", "values"), pl.String),
    "counted": pl.Int64,
    **dict.fromkeys(("why", "kind"), pl.String),
}
