"""The book: a rulebook at work. It keeps every player's state and counts one fact after the other.

`replay.py` feeds a book in the lawful order and turns its calendar; a book never reads ahead and never
looks at a clock. Each rulebook's `book.py` has a class `Book` that inherits from `BaseBook`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from bareme.facts import ADJUSTMENT_WORDS, NOWHERE, Adjustment, Event, Game, Place, Placement, Player
from bareme.findings import Finding
from bareme.journal import Line, Recorder
from bareme.rulebooks.base import Rulebook


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's row, before ranking. `order` sorts the list, larger first; equal orders share a rank.

    `published` has the numbers as the federation prints them; rating, elo and experience are unrounded.
    `level` and `states` (`provisional`, `inactive`, `unrated` ...) are codes; their words are in the rulebook's
    `words.py`. `more` holds what only this rulebook has, ready for JSON.
    """

    player: str
    rating: float | None
    games: int
    order: tuple[float, ...] | None  # None: not ranked
    elo: float | None = None
    experience: float | None = None
    level: str = ""
    states: tuple[str, ...] = ()
    published: Mapping[str, Any] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)


class Foresight(NamedTuple):
    """What a book says of a game before it counts it, side A first.

    `expected` is A's expected score, from 0 to 1. Ratings are in the journal's unit, experience in the rulebook's own
    (games, or points of match length), `length` in points where the rulebook knows lengths.
    """

    expected: float
    rating_a: float
    rating_b: float
    experience_a: float
    experience_b: float
    length: float | None = None


TOLD = 100  # findings of one reason; the rest is only counted


class BaseBook(ABC):
    """State of a pool under one rulebook. Subclasses fill in what their regulation counts."""

    def __init__(self, rulebook: Rulebook, record: Recorder | None = None) -> None:
        self.rulebook = rulebook
        self.record = record
        self.people: dict[str, Player] = {}
        self.listed: set[str] = set()  # known from a list, and not yet seen in a fact
        self.counted = 0
        self.not_counted: Counter[str] = Counter()
        self.findings: list[Finding] = []

    # -- before the first fact

    def prepare(self, players: Iterable[Player], events: Mapping[str, Event]) -> None:
        """Take in what is known of people and events. `events` have their start and end filled in."""
        for player in players:
            self.people[player.key] = player
        self.events = events

    # -- the calendar

    def turns(self, after: date, until: date) -> Iterator[date]:
        """The days after `after`, up to and with `until`, on which the calendar itself moves ratings."""
        return iter(())

    def turn(self, day: date) -> None:
        """Turn the calendar: season roll-over, closing of a period. Comes before the facts of that day."""

    def finish(self, on: date) -> None:
        """The clock stops at the end of `on`: what the list of that day needs (blend of the day, pending games)."""

    def default_on(self, last: date) -> date:
        """The day of the list when the user names none; `last` is the last fact's date."""
        return last

    # -- facts

    def game(self, game: Game) -> None:
        """Count one game."""
        self.skip_game(game, "placements-only")

    def foresee(self, game: Game) -> Foresight | None:
        """What the ratings in force say of a game that is not counted yet; None where it would not count for both."""
        return None

    def meet(self, placements: Sequence[Placement]) -> None:
        """Count one event of placements: all rows of one date and event."""
        for placement in placements:
            self.skip(placement.date, placement.player, "pairs-only", event=placement.event, source=placement.source)

    def adjust(self, adjustment: Adjustment) -> None:
        """Count one adjustment."""
        self.skip(
            adjustment.date,
            adjustment.player,
            "adjustment-unknown-here",
            source=adjustment.source,
            details={"kind": ADJUSTMENT_WORDS[adjustment.kind]},
        )

    # -- results

    @abstractmethod
    def standings(self, on: date) -> list[Standing]:
        """Every player's row at the end of day `on`, in no order."""

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """The whole state as JSON-ready data, so that a later file can be rated from here."""

    @abstractmethod
    def restore(self, state: Mapping[str, Any]) -> None:
        """The inverse of `state`."""

    # -- shared

    def enter(self, day: date, player: str, rating: float, article: str, source: Place = NOWHERE) -> None:
        """The player's first fact: a line that says with what rating he begins, and whether a list gave it."""
        terms = {"listed": player in self.listed}
        self.listed.discard(player)
        if self.record:
            version = self.rulebook.on(day).name
            self.record(Line(day, player, "entry", article, version, None, rating, terms, source=source))

    def skip_game(self, game: Game, reason: str) -> None:
        """A game that does not count: one finding, one count, one line for each side."""
        self.count_out(reason, game.source)
        if self.record:
            for player, opponent in ((game.player_a, game.player_b), (game.player_b, game.player_a)):
                self.record(self._passed(game.date, player, reason, game.event, game.round, opponent, game.source))

    def skip(
        self,
        day: date,
        player: str,
        reason: str,
        event: str = "",
        source: Place = NOWHERE,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        """A placement or adjustment that does not count; `details` fill its message."""
        self.count_out(reason, source, details)
        if self.record:
            self.record(self._passed(day, player, reason, event, 0, "", source, details))

    def skip_side(self, day: date, player: str, reason: str, game: Game) -> None:
        """One side of a game that counts for the other alone: a line, and no count."""
        if self.record:
            opponent = game.player_b if player == game.player_a else game.player_a
            self.record(self._passed(day, player, reason, game.event, game.round, opponent, game.source))

    def count_out(self, reason: str, source: Place, details: Mapping[str, Any] | None = None) -> None:
        """Count a fact out, and say so where that is worth a finding; of many alike the first TOLD are told."""
        self.not_counted[reason] += 1
        finding = Finding(reason, source, details or {})
        if finding.severity != "info" and self.not_counted[reason] <= TOLD:
            self.findings.append(finding)

    def _passed(
        self,
        day: date,
        player: str,
        reason: str,
        event: str,
        round: int,
        opponent: str,
        source: Place,
        details: Mapping[str, Any] | None = None,
    ) -> Line:
        value, version = self.value(player), self.rulebook.on(day).name
        return Line(day, player, "not-counted", "", version, value, value, details or {}, event, round, opponent, reason, source)

    def value(self, player: str) -> float | None:
        """The player's present rating in the journal's unit, None if unrated or unknown."""
        return None
