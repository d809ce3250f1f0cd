"""Standings in columns to a ranked list, in columns: what `lists.py` does, for millions."""

from __future__ import annotations

import polars as pl

from bareme.engines.names import Names

COLUMNS = ("rank", "previous_rank", "change", "player", "rating", "elo", "experience", "level", "games", "states")


def ranked(standings: pl.DataFrame, names: Names, earlier: pl.DataFrame | None = None) -> pl.DataFrame:
    """The list: larger orders first, equal orders share a rank (1, 1, 3), names settle the rest. `number` is the player's row."""
    orders = [name for name in standings.columns if name.startswith("order_")]
    table = standings.rename({"player": "number"}).with_columns(player=names.series().gather(standings["player"]))
    table = table.sort([*orders, "player"], descending=[True] * len(orders) + [False])
    same = pl.all_horizontal(pl.col(name) == pl.col(name).shift() for name in orders)
    position = pl.int_range(1, pl.len() + 1, dtype=pl.Int64)
    table = table.with_columns(rank=pl.when(same.fill_null(value=False)).then(None).otherwise(position).forward_fill())
    if earlier is None:
        return table.with_columns(previous_rank=pl.lit(None, pl.Int64), change=pl.lit(None, pl.Int64))
    before = ranked(earlier, names).select("number", previous_rank="rank", before="headline")
    table = table.join(before, on="number", how="left", maintain_order="left")
    return table.with_columns(change=pl.col("headline") - pl.col("before"))


def as_list(table: pl.DataFrame) -> pl.DataFrame:
    """The columns that a list shows, as `Rating.standings` of the reference has them."""
    published = sorted(name for name in table.columns if name.startswith("published_"))
    if not table.height:
        return pl.DataFrame()
    shown = table.select(
        *(pl.col(name) if name in table.columns else pl.lit(None).alias(name) for name in COLUMNS),
        *published,
    )
    empty = [name for name in shown.columns if shown[name].null_count() == shown.height]
    return shown.with_columns(pl.lit(None).alias(name) for name in empty)
