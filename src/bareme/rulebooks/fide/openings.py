"""How a player stands before the first fact: what the list says of him, and what has to be assumed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from bareme.facts import Player
from bareme.findings import Finding
from bareme.rounding import half_up
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.fide import rules
from bareme.rulebooks.fide.people import Entry, Person
from bareme.rulebooks.fide.terms import Terms

EXAMPLES = 3  # names shown in a finding


def merged(players: Iterable[Player]) -> dict[str, Player]:
    """One record for each key; the first that names a rating gives rating, games, K and history."""
    told: dict[str, Player] = {}
    for player in players:
        first = told.get(player.key)
        if first is None:
            told[player.key] = player
        elif first.rating is None and player.rating is not None:
            told[player.key] = replace(player, born=player.born or first.born)
    return told


class Assumptions:
    """Opens players' histories, and keeps count of what it had to assume: one finding for each kind."""

    def __init__(self, rulebook: Rulebook, terms: Terms, since: date | None) -> None:
        self.terms = terms
        self.since = since
        middle = {version["k_middle"] for version in rulebook.versions}
        self.k_top = {version["k_top"] for version in rulebook.versions} - middle
        self.k_new = {version["k_new"] for version in rulebook.versions} - middle - self.k_top
        self.assumed: dict[str, list[str]] = {}

    def opening(self, player: Player) -> Person:
        """The player as the list shows him."""
        rating = self._rating(player)
        reached = max(player.reached or 0, rating or 0)
        games = player.games
        if rating is not None and games is None:
            games = self._games(player)
        if rating is not None and player.reached is None:
            reached = self._reached(player, reached)
        if rating is not None and player.born is None and player.k is None and self._junior_matters(rating, reached):
            self._note("assumed-adult", player)
        person = Person(Entry(date.min, rating, games or 0, reached, k=player.k))
        if rating is not None and player.k is not None and player.k != self._k(player, rating, games or 0, reached):
            self._note("k-unlike-rules", player)
        return person

    def _rating(self, player: Player) -> int | None:
        if player.rating is None or player.rating <= 0:
            return None
        rating = half_up(player.rating)
        if rating != player.rating:
            self._note("rating-rounded", player)
        if rules.below_floor(rating, self.terms.floor):
            self._note("opening-below-floor", player)
            return None
        return rating

    def _games(self, player: Player) -> int:
        if player.k is None:
            self._note("assumed-games", player)
        elif player.k in self.k_new and self._age(player) > self.terms.junior_age:
            return 0  # K tells that he is new
        return self.terms.new_games

    def _reached(self, player: Player, reached: int) -> int:
        if player.k is not None:
            return max(reached, self.terms.top_rating) if player.k in self.k_top else reached
        if reached < self.terms.top_rating:
            self._note("assumed-not-reached", player)
        return reached

    def _junior_matters(self, rating: int, reached: int) -> bool:
        high = reached if self.terms.junior_once else rating
        return self.terms.junior_age > 0 and high < self.terms.junior_rating

    def _k(self, player: Player, rating: int, games: int, reached: int) -> int:
        return self.terms.development(rating, games, reached, self._age(player))

    def _age(self, player: Player) -> int:
        return rules.UNKNOWN_AGE if player.born is None or self.since is None else self.since.year - player.born

    def _note(self, code: str, player: Player) -> None:
        value = {"rating-rounded": player.rating, "opening-below-floor": player.rating, "k-unlike-rules": player.k}.get(code)
        name = player.name or player.key
        self.assumed.setdefault(code, []).append(name if value is None else f"{name} ({value:g})")

    def findings(self) -> list[Finding]:
        """What was assumed, each kind once."""
        return [
            Finding(
                code,
                details={
                    "count": len(names),
                    "examples": [*names[:EXAMPLES], *(["..."] if len(names) > EXAMPLES else [])],
                    "new_games": self.terms.new_games,
                    "top_rating": self.terms.top_rating,
                    "floor": self.terms.floor,
                },
            )
            for code, names in sorted(self.assumed.items())
        ]
