"""What the book remembers of a player and of an event that is not rated yet, and how that is written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from bareme.facts import Place, Player
from bareme.rulebooks.fide.rules import UNKNOWN_AGE


class Entry(NamedTuple):
    """What a player's row said from `day` on: one entry for each list that changed it, and each decision."""

    day: date
    rating: int | None
    games: int  # played so far, towards K
    reached: int  # the highest rating ever published, 0 if none
    in_period: int = 0  # games rated in the list of this day
    change: int = 0  # their K·ΣΔR in hundredths, before rounding
    k: int | None = None  # K as an outside list published it


class Pooled(NamedTuple):
    """An event kept for a first rating: only its games against rated opponents."""

    listed: date
    event: str
    start: date
    games: int
    half_points: int
    opponents: int  # sum of their ratings


class Person:
    """One player. `since` is the first day of which the book knows whether he played; None while unrated and unknown."""

    __slots__ = ("born", "federation", "history", "pool", "since", "started", "title")

    def __init__(self, opening: Entry, since: date | None = None) -> None:
        self.history: list[Entry] = [opening]
        self.since = since
        self.born: int | None = None
        self.title = ""
        self.federation = ""
        self.started = False  # his first event as an unrated player is behind him
        self.pool: list[Pooled] = []

    def know(self, player: Player) -> None:
        """Take in what a list says of the person; what it leaves out stays."""
        self.born = player.born or self.born
        self.title = player.title or self.title
        self.federation = player.federation or self.federation

    @property
    def now(self) -> Entry:
        """The latest entry."""
        return self.history[-1]

    def at(self, day: date) -> Entry:
        """The entry in force on `day`."""
        for entry in reversed(self.history):
            if entry.day <= day:
                return entry
        return self.history[0]

    def age(self, day: date) -> int:
        """Article development: the year of the list minus the year of birth."""
        return UNKNOWN_AGE if self.born is None else day.year - self.born

    def games_between(self, after: date, until: date) -> int:
        """Games rated in the lists after `after`, up to and with `until`."""
        return sum(entry.in_period for entry in self.history if after < entry.day <= until)

    def state(self) -> list[Any]:
        """As JSON-ready data."""
        history = [[entry.day.isoformat(), *entry[1:]] for entry in self.history]
        pool = [[p.listed.isoformat(), p.event, p.start.isoformat(), *p[3:]] for p in self.pool]
        since = self.since.isoformat() if self.since else None
        return [history, since, self.born, self.title, self.federation, self.started, pool]

    @classmethod
    def restored(cls, state: Sequence[Any]) -> Person:
        """The inverse of `state`."""
        history, since, born, title, federation, started, pool = state
        person = cls(Entry(date.min, None, 0, 0), date.fromisoformat(since) if since else None)
        person.history = [Entry(date.fromisoformat(entry[0]), *entry[1:]) for entry in history]
        person.born, person.title, person.federation, person.started = born, title, federation, started
        person.pool = [Pooled(date.fromisoformat(p[0]), p[1], date.fromisoformat(p[2]), *p[3:]) for p in pool]
        return person


class Played(NamedTuple):
    """A game of an open event, as far as it matters."""

    date: date
    round: int
    sequence: int
    player_a: str
    player_b: str
    half_points_a: int
    source: Place


class OpenEvent:
    """An event that has begun and is not rated yet. `entrants` are the (rating, K) that count in it, by player."""

    __slots__ = ("end", "entrants", "games", "name", "reported", "start")

    def __init__(self, name: str, start: date, end: date, reported: date | None) -> None:
        self.name = name
        self.start = start
        self.end = end
        self.reported = reported
        self.games: list[Played] = []
        self.entrants: dict[str, tuple[int | None, int]] = {}

    @property
    def order(self) -> tuple[date, date, str]:
        """Which of a period's events comes first."""
        return (self.start, self.end, self.name)

    def state(self) -> list[Any]:
        """As JSON-ready data; `entrants` follow from the players' histories."""
        reported = self.reported.isoformat() if self.reported else None
        games = [[game.date.isoformat(), *game[1:6], list(game.source)] for game in self.games]
        return [self.name, self.start.isoformat(), self.end.isoformat(), reported, games]

    @classmethod
    def restored(cls, state: Sequence[Any]) -> OpenEvent:
        """The inverse of `state`."""
        name, start, end, reported, games = state
        event = cls(name, date.fromisoformat(start), date.fromisoformat(end), date.fromisoformat(reported) if reported else None)
        event.games = [
            Played(date.fromisoformat(day), number, sequence, a, b, half_points, Place(*source))
            for day, number, sequence, a, b, half_points, source in games
        ]
        return event


class Side(NamedTuple):
    """One game seen by one of its players. `own` is None for a player whom his event did not know as rated."""

    event: OpenEvent
    game: Played
    opponent: str
    own: int | None
    k: int
    opponent_rating: int
    half_points: int


class Counted(NamedTuple):
    """A side with what it is worth: D counted, P(D), K after the limit, K·ΔR in hundredths."""

    side: Side
    own: int
    version: str
    true_difference: int
    difference: int
    probability: int
    k_published: int
    k: int
    change: int


def sides_of(events: Sequence[OpenEvent]) -> Mapping[str, list[Side]]:
    """For each player his games against opponents rated when the event began, in the order of the events."""
    sides: dict[str, list[Side]] = {}
    for event in events:
        entrants = event.entrants
        for game in event.games:
            rating_a, k_a = entrants[game.player_a]
            rating_b, k_b = entrants[game.player_b]
            if rating_b is not None:
                side = Side(event, game, game.player_b, rating_a, k_a, rating_b, game.half_points_a)
                sides.setdefault(game.player_a, []).append(side)
            if rating_a is not None:
                side = Side(event, game, game.player_a, rating_b, k_b, rating_a, 2 - game.half_points_a)
                sides.setdefault(game.player_b, []).append(side)
    return sides
