"""Standings in columns to a ranked list, in columns: what `lists.py` does, for millions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from bareme.engines.arrow import text_views
from bareme.engines.names import Names
from bareme.engines.order_kernel import DIGIT, sort_by
from bareme.engines.spelling_kernel import common_start, eight_bytes
from bareme.facts import Player

Array: TypeAlias = "np.ndarray[Any, Any]"

PERSONAL = ("number", "federation", "club")
COLUMNS = ("rank", "previous_rank", "change", "player", *PERSONAL, "rating", "elo", "experience", "level", "games", "states")
TYPES = {
    "rank": pl.Int64, "previous_rank": pl.Int64, "change": pl.Float64, "player": pl.String, "rating": pl.Float64,
    "elo": pl.Float64, "experience": pl.Float64, "level": pl.String, "games": pl.Int64, "states": pl.String,
    "published_rating": pl.Float64,
}  # fmt: skip

LONGEST_START = 64  # bytes that all names may have in common before they are compared
UNRANKED = np.uint64(0xFFFFFFFFFFFFFFFF)
_SIGN = np.uint64(1 << 63)


def ranked(standings: pl.DataFrame, names: Names, earlier: pl.DataFrame | None = None) -> pl.DataFrame:
    """The list: larger orders first, equal orders share a rank (1, 1, 3), the unranked last, names settle the rest.
    `number` is the player's row.
    """
    orders = [_descending(standings[name]) for name in standings.columns if name.startswith("order_")]
    players = names.series()[standings["player"]]
    place = _places(orders, players)
    table = standings[place].rename({"player": "number"}).with_columns(player=players[place])
    table = table.with_columns(rank=_ranks([order[place] for order in orders]))
    if earlier is None:
        return table.with_columns(previous_rank=pl.lit(None, pl.Int64), change=pl.lit(None, pl.Int64))
    before = ranked(earlier, names).select("number", previous_rank="rank", before="headline")
    table = table.join(before, on="number", how="left", maintain_order="left")
    return table.with_columns(change=pl.col("headline") - pl.col("before"))


def _descending(order: pl.Series) -> Array:
    """Numbers without sign that are smaller for what comes first in the list."""
    missing = order.is_null().to_numpy() if order.null_count() else None
    values = order.fill_null(0).to_numpy() if missing is not None else order.to_numpy()
    if values.dtype.kind == "f":
        bits = (values + 0.0).view("u8")  # nought has no sign in a list
        keys = np.where(bits & _SIGN, ~bits, bits | _SIGN)
    else:
        keys = values.astype("i8").view("u8") ^ _SIGN
    found: Array = np.where(missing, UNRANKED, ~keys) if missing is not None else ~keys
    return found


def _places(orders: Sequence[Array], players: pl.Series) -> Array:
    """The rows in the order of the list."""
    count = len(players)
    place, spare, starts = np.arange(count, dtype="u4"), np.empty(count, "u4"), np.empty(1 << DIGIT, "i8")
    if not count:
        return place
    beginnings = _beginnings(players)
    for keys in (beginnings, *reversed(orders)):
        sort_by(np.ascontiguousarray(keys), place, spare, starts)
    alike = _same([beginnings[place], *(order[place] for order in orders)])
    if alike.any():  # names that begin alike, of equal order: the whole name decides
        group = np.cumsum(~alike)
        several = alike | np.append(alike[1:], False)
        rows = place[several]
        table = pl.DataFrame({"group": group[several], "name": players[rows], "row": rows})
        place[several] = table.sort("group", "name")["row"].to_numpy()
    return place


def _beginnings(names: pl.Series) -> Array:
    """Eight bytes of each name, behind those that all have in common."""
    words = np.empty(len(names), "u8")
    with text_views(names) as stretches:
        first, shared = stretches[0], LONGEST_START
        for views in stretches:
            shared = common_start(views.words, views.buffers, first.words, first.buffers, shared)
        at = 0
        for views in stretches:
            eight_bytes(views.words, views.buffers, shared, words[at : at + len(views.words)])
            at += len(views.words)
    return words


def _same(columns: Sequence[Array]) -> Array:
    """Which rows are equal to the one above."""
    same = np.zeros(len(columns[0]), bool)
    same[1:] = np.logical_and.reduce([column[1:] == column[:-1] for column in columns])
    return same


def _ranks(orders: Sequence[Array]) -> pl.Series:
    if not len(orders[0]):
        return pl.Series(dtype=pl.Int64)
    position = np.arange(1, len(orders[0]) + 1)
    ranks = pl.Series(np.maximum.accumulate(np.where(_same(orders), 0, position)))
    unranked = orders[0] == UNRANKED
    return ranks.set(pl.Series(unranked), None) if unranked.any() else ranks


def as_list(table: pl.DataFrame, players: Sequence[Player]) -> pl.DataFrame:
    """The columns that a list shows, as `Rating.standings` of the reference has them; `players` are those known by more
    than their name.
    """
    if not table.height:
        return pl.DataFrame(schema=TYPES)
    table = table.drop("number")  # the row in the pool; a list shows the number of the person
    if players:
        who = [(player.key, player.number or None, player.federation or None, player.club or None) for player in players]
        known = pl.DataFrame(who, schema=dict.fromkeys(("player", *PERSONAL), pl.String), orient="row")
        table = table.join(known, on="player", how="left", maintain_order="left")
    published = [name for name in table.columns if name.startswith("published_")]
    shown = table.select(pl.col(name) if name in table.columns else pl.lit(None).alias(name) for name in (*COLUMNS, *published))
    none = [name for name in PERSONAL if shown[name].null_count() == shown.height]
    shown = shown.cast({name: kind for name, kind in TYPES.items() if name in shown.columns})
    return shown.with_columns(pl.col("level").replace("", None), *(pl.lit(None).alias(name) for name in none))
