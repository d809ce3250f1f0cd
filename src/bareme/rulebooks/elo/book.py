"""Elo at work: every player's rating and number of games, one game after the other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from bareme.facts import Adjustment, Event, Game, Player
from bareme.journal import Line, Recorder
from bareme.rounding import half_up
from bareme.rulebooks.base import Rulebook, Version
from bareme.rulebooks.book import BaseBook, Foresight, Standing
from bareme.rulebooks.elo import rules


class State:
    """A player's rating and the number of games that counted."""

    __slots__ = ("games", "rating")

    def __init__(self, rating: float, games: int = 0) -> None:
        self.rating = rating
        self.games = games


class Book(BaseBook):
    """The generic Elo system over a pool of players."""

    def __init__(self, rulebook: Rulebook, record: Recorder | None = None) -> None:
        super().__init__(rulebook, record)
        self.players: dict[str, State] = {}
        self.version = rulebook.latest  # the generic page has one version
        self.scale: float = self.version["scale"]
        self.schedule, self.k_strong, self.strong = k_terms(self.version)
        floor = self.version["floor"]
        self.floor: float = -math.inf if floor is None else floor

    def prepare(self, players: Iterable[Player], events: Mapping[str, Event]) -> None:
        """Players whom a list gives a rating begin with it and with the list's games; the others enter at their first fact."""
        super().prepare(players, events)
        for key, player in self.people.items():
            if key not in self.players and player.rating is not None:
                self.players[key] = State(player.rating, player.games or 0)
                self.listed.add(key)

    def _state(self, player: str, game: Game) -> State:
        state = self.players.get(player)
        if state is None:
            state = self.players[player] = State(self.version["initial_rating"])
            self.enter(game.date, player, state.rating, "start", game.source)
        elif player in self.listed:
            self.enter(game.date, player, state.rating, "start", game.source)
        return state

    def game(self, game: Game) -> None:
        """Articles development, probability, update: both from their ratings before the game."""
        a, b = self._state(game.player_a, game), self._state(game.player_b, game)
        expected = rules.expected_score(a.rating - b.rating, self.scale)
        k_a = rules.development(a.rating, a.games, self.schedule, self.k_strong, self.strong)
        k_b = rules.development(b.rating, b.games, self.schedule, self.k_strong, self.strong)
        new_a = max(rules.updated(a.rating, k_a, game.score_a, expected), self.floor)
        new_b = max(rules.updated(b.rating, k_b, 1.0 - game.score_a, 1.0 - expected), self.floor)
        if self.record:
            self._line(game, game.player_a, game.player_b, (a, b), k_a, game.score_a, expected, new_a)
            self._line(game, game.player_b, game.player_a, (b, a), k_b, 1.0 - game.score_a, 1.0 - expected, new_b)
        a.rating, b.rating = new_a, new_b
        a.games += 1
        b.games += 1
        self.counted += 1

    def foresee(self, game: Game) -> Foresight | None:
        """Article probability, from the ratings as they stand; who is not known yet begins with the initial one."""
        newcomer = State(self.version["initial_rating"])
        a, b = self.players.get(game.player_a, newcomer), self.players.get(game.player_b, newcomer)
        expected = rules.expected_score(a.rating - b.rating, self.scale)
        return Foresight(expected, a.rating, b.rating, a.games, b.games)

    def _line(
        self, game: Game, player: str, opponent: str, sides: tuple[State, State], k: float, result: float, p: float, after: float
    ) -> None:
        if self.record is None:
            return
        own, other = sides
        terms = {
            "score": result,
            "own": own.rating,
            "opponent": other.rating,
            "D": own.rating - other.rating,
            "P": p,
            "K": k,
            "games": own.games,
            "floored": after != rules.updated(own.rating, k, result, p),
        }
        self.record(
            Line(
                game.date, player, "game", "update", self.version.name, own.rating, after, terms,
                game.event, game.round, opponent, source=game.source,
            )
        )  # fmt: skip

    def adjust(self, adjustment: Adjustment) -> None:
        """A decision may assign or revalue a rating; the generic system knows no other."""
        rating = adjustment.rating if adjustment.rating is not None else adjustment.elo
        if adjustment.kind not in ("assign", "revalue") or rating is None:
            super().adjust(adjustment)
            return
        before = None if adjustment.player in self.listed else self.value(adjustment.player)
        self.listed.discard(adjustment.player)
        state = self.players.setdefault(adjustment.player, State(rating))
        state.rating = rating
        self.counted += 1
        if self.record:
            self.record(
                Line(
                    adjustment.date, adjustment.player, adjustment.kind, "start", self.version.name, before, rating,
                    {"why": adjustment.reason}, source=adjustment.source,
                )
            )  # fmt: skip

    def standings(self, on: date) -> list[Standing]:
        """Ranked by the rating as printed, to the nearest whole point."""
        return [
            Standing(
                player=key,
                rating=state.rating,
                games=state.games,
                order=(half_up(state.rating),),
                states=() if state.games >= self.schedule[-1][0] else ("provisional",),
                published={"rating": half_up(state.rating)},
            )
            for key, state in self.players.items()
        ]

    def value(self, player: str) -> float | None:
        """The player's rating, None before his first fact."""
        state = self.players.get(player)
        return state.rating if state else None

    def state(self) -> dict[str, Any]:
        """Rating and games of everybody."""
        return {key: [state.rating, state.games] for key, state in self.players.items()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """The inverse of `state`."""
        self.players = {key: State(float(rating), int(games)) for key, (rating, games) in state.items()}


def k_terms(version: Version) -> tuple[tuple[tuple[float, float], ...], float, float]:
    """The schedule, K of the strong, and who is strong; one number for K is a schedule of one step and nobody strong."""
    strong = math.inf if version["strong"] is None else version["strong"]
    if version["k"] == "schedule":
        return version["k_schedule"], version["k_strong"], strong
    return ((0, version["k"]),), version["k"], math.inf
