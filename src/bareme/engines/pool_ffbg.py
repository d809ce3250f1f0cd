"""FFBG in bulk."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from bareme.engines import ffbg_kernel as kernel
from bareme.engines.ffbg_kernel import EXPERIENCE, GAMES, RATING, SEASON
from bareme.engines.games import Games, Legend
from bareme.engines.journal import Sides
from bareme.engines.pools import OneByOne, extended
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.ffbg import rules
from bareme.rulebooks.ffbg.book import Member, equivalent

Array: TypeAlias = "np.ndarray[Any, Any]"


class Pool(OneByOne):
    """The FFBG's regulation over many members."""

    columns: Sequence[str] = ("rating", "experience", "season", "games", "entrants", "assigned", "inactive")

    article = "rating"
    entry_article = "attribution"
    terms: Mapping[str, Any] = {
        "score": pl.Int64,
        "N": pl.Float64,
        "format": pl.String,
        **dict.fromkeys(("D", "P_loser", "FA", "FA_opponent", "Exp", "own", "opponent", "opponent_Exp"), pl.Float64),
        "BCDF": pl.Int64,
        **dict.fromkeys(("FC", "elo_before", "elo_after"), pl.Float64),
        "assigned": pl.Boolean,
        "listed": pl.Boolean,
        **dict.fromkeys(("why", "level"), pl.String),
        **dict.fromkeys(("entrants", "sum_entrants"), pl.Int64),
        "printed": pl.Boolean,
        **dict.fromkeys(("formula_elo", "ELO", "ExpX", "n", "horizon", "FCI"), pl.Float64),
        "kind": pl.String,
    }

    def __init__(self, rulebook: Rulebook, legend: Legend) -> None:
        super().__init__(rulebook, legend)
        version = self.version = self.rules.version
        self.state_ = np.empty((0, 4))
        self.entrants = np.empty(0, "i8")
        self.assigned = np.empty(0, "f8")  # an ELO as printed, while games are `assigned_at`
        self.assigned_at = np.empty(0, "f8")
        self.inactive = np.empty(0, "u1")
        self.horizon: float = version["correction_horizon"] if version["correction"] else 0.0
        self.lengths = np.full(1, np.nan)  # of the notations in sets

    def _grow(self, size: int) -> None:
        version = self.version
        self.state_ = extended(self.state_, size, (version["initial_rating"], version["initial_experience"], 0.0, 0.0))
        self.entrants = extended(self.entrants, size, 0)
        self.assigned = extended(self.assigned, size, np.nan)
        self.assigned_at = extended(self.assigned_at, size, np.nan)
        self.inactive = extended(self.inactive, size, 0)

    def games(self) -> Array:
        """Matches counted."""
        return self.state_[:, GAMES]

    def _put(self, book: Any, name: str, row: int) -> None:
        state = self.state_[row]
        member = book.members[name] = Member(float(state[RATING]), float(state[EXPERIENCE]))
        member.season = float(state[SEASON])
        member.games = int(state[GAMES])
        member.entrants = int(self.entrants[row])
        member.inactive = bool(self.inactive[row])
        if self.assigned_at[row] == state[GAMES]:
            member.assigned = float(self.assigned[row])

    def _take(self, book: Any, name: str, row: int) -> bool:
        member = book.members.get(name)
        if member is None:
            return False
        self.state_[row] = member.rating, member.experience, member.season, member.games
        self.entrants[row] = member.entrants
        self.inactive[row] = member.inactive
        self.assigned[row] = math.nan if member.assigned is None else member.assigned
        self.assigned_at[row] = math.nan if member.assigned is None else member.games
        return True

    # -- matches

    def reasons(self, games: Games) -> Array:
        """Beside games declared not rated: draws, and matches of no known length."""
        drawn, endless = games.halves == 1, np.isnan(self.length(games))
        if not len(games.why) and not drawn.any() and not endless.any():
            return games.why
        found = games.why.copy() if len(games.why) else np.zeros(len(games), "u2")
        found[(found == 0) & drawn] = self.legend.why("no-draws")
        found[(found == 0) & endless] = self.legend.why("no-length")
        return found

    def length(self, games: Games) -> Array:
        """N of each match, in points; NaN where neither length nor notation says it."""
        found = games.length.astype("f8") if len(games.length) else np.zeros(len(games))
        missing = found == 0.0
        if missing.any():
            found[missing] = self._of_sets()[games.format[missing]] if len(games.format) else np.nan
        return found

    def _of_sets(self) -> Array:
        new = self.legend.formats[len(self.lengths) :]
        if new:
            lengths = [equivalent(self.version, notation) if notation else None for notation in new]
            self.lengths = np.append(self.lengths, [math.nan if length is None else length for length in lengths])
        return self.lengths

    def rate(self, games: Games, halves: Array) -> None:
        """Articles probability, acceleration, rating, experience."""
        r = self.rules
        length = self.length(games)
        kernel.replay(games.first, games.second, halves, length, self.state_, r.stake, r.scale, r.ramp_start, r.ramp_per)

    def record(self, games: Games, halves: Array) -> Sides:
        """The same, written down."""
        r = self.rules
        length = self.length(games)
        sides = np.zeros((2 * len(games), 14))
        kernel.record(
            games.first, games.second, halves, length, self.state_, self.met(), self.entrants, self.assigned, self.assigned_at,
            r.stake, r.scale, r.ramp_start, r.ramp_per, self.version["bonus_rate"], self.horizon, sides,
        )  # fmt: skip
        swapped = (halves == 0)[:, None]
        pairs = np.stack([games.first, games.second], 1)
        own, opponent = sides[:, kernel.OWN], sides[:, kernel.OPPONENT]
        twice = np.repeat(np.arange(len(games)), 2)
        formats = games.format if len(games.format) else np.zeros(len(games), "u4")
        return Sides(
            player=np.where(swapped, pairs[:, ::-1], pairs).ravel(),
            before=own,
            after=sides[:, kernel.AFTER],
            entered=sides[:, kernel.ENTERED],
            terms={
                "score": np.tile([1, 0], len(games)),
                "N": length[twice],
                "format": pl.Series([notation or "" for notation in self.legend.formats])[formats[twice]],
                "D": np.abs(own - opponent),
                "P_loser": sides[:, kernel.P_LOSER],
                "FA": sides[:, kernel.FA],
                "FA_opponent": sides[:, kernel.OPPONENT_FA],
                "Exp": sides[:, kernel.EXP],
                "own": own,
                "opponent": opponent,
                "opponent_Exp": sides[:, kernel.OPPONENT_EXP],
                "BCDF": sides[:, kernel.BCDF].astype("i8"),
                "FC": sides[:, kernel.FC],
                "elo_before": sides[:, kernel.ELO_BEFORE],
                "elo_after": sides[:, kernel.ELO_AFTER],
                "assigned": sides[:, kernel.PRINTED] != 0,
            },
        )

    # -- the season

    def turn(self, day: date) -> None:
        """Article inactivity."""
        self.roll_over(np.empty((0, 4)))

    def roll_over(self, moved: Array) -> None:
        """A new season for everybody. `moved`: see the kernel."""
        v = self.version
        self.grow()
        kernel.turn(
            self.state_, self.known, self.entrants, self.assigned, self.assigned_at, self.inactive, v["bonus_rate"],
            self.horizon, v["inactivity_rate"], v["inactivity_experience"], v["inactivity_condition"] == "elo", moved,
        )  # fmt: skip

    def recorded_turn(self, day: date) -> pl.DataFrame:
        """The same, with a line for each member whose rating moved."""
        moved = np.full((self.size, 4), math.nan)
        season = self.state_[:, SEASON].copy()
        self.roll_over(moved)
        rows = np.flatnonzero(~np.isnan(moved[:, 1]))
        elo, fci, after, before = moved[rows].T
        return pl.DataFrame(
            {
                "player": self.legend.names.series()[rows],
                "kind": pl.repeat("rollover", len(rows), eager=True),
                "article": pl.repeat("inactivity", len(rows), eager=True),
                "version": pl.repeat(self.version.name, len(rows), eager=True),
                "before": before,
                "after": self.state_[rows, RATING],
                "term_ELO": elo,
                "term_ExpX": season[rows],
                "term_n": np.full(len(rows), self.version["inactivity_rate"]),
                "term_horizon": np.full(len(rows), self.version["inactivity_experience"]),
                "term_FCI": fci,
                "term_elo_before": elo,
                "term_elo_after": after,
            }
        )

    # -- results

    def standings(self, on: date) -> pl.DataFrame:
        """Article ranking: ELO as published, then experience."""
        rows = self.there()
        state = self.state_[rows]
        elos, published = np.empty(len(rows)), np.empty((len(rows), 3), "i8")
        kernel.publish(
            state, self.entrants[rows], self.assigned[rows], self.assigned_at[rows], self.version["bonus_rate"], self.horizon,
            elos, published,
        )  # fmt: skip
        inactive = (self.inactive[rows] != 0) & (state[:, SEASON] <= self.version["inactivity_experience"])
        provisional = state[:, EXPERIENCE] < self.horizon
        states = pl.Series(["", "inactive", "provisional", "inactive provisional"])
        return pl.DataFrame(
            {
                "player": rows.astype("u4"),
                "rating": state[:, RATING],
                "elo": elos,
                "experience": state[:, EXPERIENCE],
                "level": _levels(published[:, 1]),
                "games": state[:, GAMES].astype("i8"),
                "states": states[inactive.astype("u4") + 2 * provisional.astype("u4")],
                "published_rating": published[:, 0],
                "published_elo": published[:, 1],
                "published_experience": published[:, 2],
                "headline": published[:, 1],
                "order_0": published[:, 1],
                "order_1": state[:, EXPERIENCE],
            }
        )

    def saved(self) -> pl.DataFrame:
        """Every member's state."""
        rows = self.there()
        state = self.state_[rows]
        assigned = np.where(self.assigned_at[rows] == state[:, GAMES], self.assigned[rows], np.nan)
        return pl.DataFrame(
            {
                "rating": state[:, RATING],
                "experience": state[:, EXPERIENCE],
                "season": state[:, SEASON],
                "games": state[:, GAMES].astype("i8"),
                "entrants": self.entrants[rows],
                "assigned": pl.Series(assigned).fill_nan(None),
                "inactive": self.inactive[rows] != 0,
            }
        )

    def restored(self, rows: Array, state: pl.DataFrame) -> None:
        """The inverse of `saved`."""
        for column, name in ((RATING, "rating"), (EXPERIENCE, "experience"), (SEASON, "season"), (GAMES, "games")):
            self.state_[rows, column] = state[name].to_numpy()
        self.entrants[rows] = state["entrants"].to_numpy()
        self.assigned[rows] = state["assigned"].fill_null(math.nan).to_numpy()
        self.assigned_at[rows] = np.where(state["assigned"].is_null().to_numpy(), math.nan, state["games"].to_numpy())
        self.inactive[rows] = state["inactive"].to_numpy()
        self.known[rows] = 1


def _levels(published: Array) -> pl.Series:
    """Article levels, for each different ELO once."""
    different, codes = np.unique(published, return_inverse=True)
    return pl.Series([rules.level(elo) for elo in different.tolist()], dtype=pl.String)[codes]
