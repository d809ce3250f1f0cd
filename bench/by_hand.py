"""What somebody writes who needs this one list and no other: Polars and a C loop. `python -m bench.by_hand RULEBOOK FILE OUT`.

It reads four columns, gives names numbers, puts the games in the order of their dates, rates, ranks and writes. It finds
nothing wrong in any file, takes any number for a score, and knows one day's rules.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import polars as pl

from bench import native


def main(rulebook: str, source: str, out: str) -> None:
    """A file of results to a ranked list."""
    scan = pl.scan_parquet(source) if source.endswith(".parquet") else pl.scan_csv(source, try_parse_dates=True)
    table = scan.select("date", "player_a", "player_b", "score_a", "length").collect()
    if not table["date"].is_sorted():
        table = table.sort("date", maintain_order=True)
    both = pl.concat([table["player_a"], table["player_b"].alias("player_a")]).cast(pl.Categorical)
    different = both.unique()
    names = different.cast(pl.String)[different.to_physical().arg_sort()]
    count, (a, b) = len(names), np.split(both.to_physical().to_numpy(), 2)
    halves = (table["score_a"].to_numpy() * 2).astype("u1")
    if rulebook == "elo":
        state = np.zeros((count, 2))
        state[:, 0] = 1500.0
        native.elo(a, b, halves, state, (400.0, np.array([[0.0, 40.0], [30.0, 20.0]]), 10.0, 2400.0, -np.inf), 24)
        shown = state[:, 0]
    else:
        state = np.zeros((count, 4))
        state[:, 0] = 1500.0
        native.ffbg(a, b, halves, table["length"].to_numpy().astype("f8"), state, (4.0, 2000.0, 5.0, 100.0), 24)
        exp = state[:, 1]
        shown = state[:, 0] - np.where(exp < 500.0, 300.0 * exp * exp / 250_000.0 - 600.0 * exp / 500.0 + 300.0, 0.0)
    ranked = pl.DataFrame({"player": names, "rating": state[:, 0], "games": state[:, -1], "shown": np.floor(shown + 0.5)})
    ranked = ranked.sort("shown", "player", descending=[True, False])
    ranked = ranked.with_columns(rank=pl.col("shown").rank("min", descending=True))
    ranked.write_parquet(out) if Path(out).suffix == ".parquet" else ranked.write_csv(out)


if __name__ == "__main__":
    main(*sys.argv[1:])
