"""Standings in columns to a ranked list, in columns: what `lists.py` does, for millions."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from bareme.engines.names import Names
from bareme.facts import Player

PERSONAL = ("number", "federation", "club")
COLUMNS = ("rank", "previous_rank", "change", "player", *PERSONAL, "rating", "elo", "experience", "level", "games", "states")
TYPES = {
    "rank": pl.Int64, "previous_rank": pl.Int64, "change": pl.Float64, "player": pl.String, "rating": pl.Float64,
    "elo": pl.Float64, "experience": pl.Float64, "level": pl.String, "games": pl.Int64, "states": pl.String,
    "published_rating": pl.Float64,
}  # fmt: skip


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


def as_list(table: pl.DataFrame, players: Sequence[Player]) -> pl.DataFrame:
    """The columns that a list shows, as `Rating.standings` of the reference has them; `players` are those known by more
    than their name.
    """
    if not table.height:
        return pl.DataFrame(schema=TYPES)
    who = [(player.key, player.number or None, player.federation or None, player.club or None) for player in players]
    known = pl.DataFrame(who, schema=dict.fromkeys(("player", *PERSONAL), pl.String), orient="row")
    table = table.join(known, on="player", how="left", maintain_order="left")
    published = [name for name in table.columns if name.startswith("published_")]
    shown = table.select(pl.col(name) if name in table.columns else pl.lit(None).alias(name) for name in (*COLUMNS, *published))
    none = [name for name in PERSONAL if shown[name].null_count() == shown.height]
    return shown.cast({name: kind for name, kind in TYPES.items() if name in shown.columns}).with_columns(
        pl.lit(None).alias(name) for name in none
    )
