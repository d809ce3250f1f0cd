"""Elo in bulk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from bareme.engines import elo_kernel as kernel
from bareme.engines.elo_kernel import GAMES, RATING
from bareme.engines.games import Games, Legend
from bareme.engines.journal import Sides
from bareme.engines.pools import OneByOne, extended
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.elo.book import State

Array: TypeAlias = "np.ndarray[Any, Any]"


class Pool(OneByOne):
    """The generic Elo system over many players."""

    columns: Sequence[str] = ("rating", "games")
    article = "update"
    entry_article = "start"
    terms: Mapping[str, Any] = {
        **dict.fromkeys(("score", "own", "opponent", "D", "P", "K"), pl.Float64),
        "games": pl.Int64,
        "floored": pl.Boolean,
        "listed": pl.Boolean,
        "why": pl.String,
        "kind": pl.String,
    }

    def __init__(self, rulebook: Rulebook, legend: Legend) -> None:
        super().__init__(rulebook, legend)
        self.state_ = np.empty((0, 2))
        self.schedule = np.array(self.rules.schedule, "f8")

    def _grow(self, size: int) -> None:
        self.state_ = extended(self.state_, size, (self.rules.version["initial_rating"], 0.0))

    def games(self) -> Array:
        """Games counted."""
        return self.state_[:, GAMES]

    def _put(self, book: Any, name: str, row: int) -> None:
        book.players[name] = State(float(self.state_[row, RATING]), int(self.state_[row, GAMES]))

    def _take(self, book: Any, name: str, row: int) -> bool:
        state = book.players.get(name)
        if state is not None:
            self.state_[row] = state.rating, state.games
        return state is not None

    def rate(self, games: Games, halves: Array) -> None:
        """Articles development, probability, update."""
        rules = self.rules
        kernel.replay(
            games.first, games.second, halves, self.state_, rules.scale, self.schedule, rules.k_strong, rules.strong, rules.floor
        )

    def record(self, games: Games, halves: Array) -> Sides:
        """The same, written down."""
        rules = self.rules
        sides = np.zeros((2 * len(games), 8))
        kernel.record(
            games.first, games.second, halves, self.state_, self.met(), rules.scale, self.schedule, rules.k_strong, rules.strong,
            rules.floor, sides,
        )  # fmt: skip
        score = np.stack([halves * 0.5, 1.0 - halves * 0.5], 1).ravel()
        own, opponent = sides[:, kernel.OWN], sides[:, kernel.OPPONENT]
        return Sides(
            player=np.stack([games.first, games.second], 1).ravel(),
            before=own,
            after=sides[:, kernel.AFTER],
            entered=sides[:, kernel.ENTERED],
            terms={
                "score": score,
                "own": own,
                "opponent": opponent,
                "D": own - opponent,
                "P": sides[:, kernel.PROBABILITY],
                "K": sides[:, kernel.K],
                "games": sides[:, kernel.BEFORE_GAMES].astype("i8"),
                "floored": sides[:, kernel.FLOORED] != 0,
            },
        )

    def standings(self, on: date) -> pl.DataFrame:
        """Ranked by the rating as printed, to the nearest whole point."""
        rows = self.there()
        state = self.state_[rows]
        published = np.empty(len(rows), "i8")
        kernel.publish(state, published)
        provisional = state[:, GAMES] < self.schedule[-1, 0]
        return pl.DataFrame(
            {
                "player": rows.astype("u4"),
                "rating": state[:, RATING],
                "games": state[:, GAMES].astype("i8"),
                "states": pl.Series(["", "provisional"])[provisional.astype("u4")],
                "published_rating": published,
                "headline": published,
                "order_0": published,
            }
        )

    def saved(self) -> pl.DataFrame:
        """Rating and games of everybody."""
        state = self.state_[self.there()]
        return pl.DataFrame({"rating": state[:, RATING], "games": state[:, GAMES].astype("i8")})

    def restored(self, rows: Array, state: pl.DataFrame) -> None:
        """The inverse of `saved`."""
        self.state_[rows, RATING] = state["rating"].to_numpy()
        self.state_[rows, GAMES] = state["games"].to_numpy()
        self.known[rows] = 1
