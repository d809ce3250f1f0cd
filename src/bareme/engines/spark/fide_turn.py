"""FIDE's one huge pool, the turn of a list: what the sums bring each player. The reference's own book holds the players."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from bareme.engines.spark.fide_games import gain
from bareme.rulebooks.fide import closing, rules
from bareme.rulebooks.fide.book import Book
from bareme.rulebooks.fide.people import Entry, Person, Pooled


class Sums(NamedTuple):
    """One player's games of one event: against opponents rated when it began, but `met`, which are all.

    `own` and `k` are his when it began, `used` is his rating now where he had none. `p_other` holds each P(D) as counted if
    it is not the event's largest difference, `gained` what that one adds (`fide_games.gain`).
    """

    player: str
    event: str
    start: date
    end: date
    own: int | None
    k: int | None
    used: int | None
    met: int
    games: int
    half_points: int
    opponents: int
    p_true: int
    p_other: int
    gained: int

    @property
    def order(self) -> tuple[date, date, str]:
        """Which of a period's events comes first."""
        return (self.start, self.end, self.event)

    def probability(self, uncapped_from: int) -> int:
        """Article difference: ΣP(D), of differences as this version counts them, in hundredths."""
        return self.p_true if (self.used or 0) >= uncapped_from else self.p_other + gain(self.gained)


def turn(book: Book, day: date, period: Sequence[Sums]) -> None:
    """A list comes out; see `Book.turn`. `period`: everybody's sums of the events that it rates."""
    wait(book, period)
    players: dict[str, list[Sums]] = {}
    for sums in period:
        if sums.games:
            players.setdefault(sums.player, []).append(sums)
    for player, events in players.items():
        events.sort(key=lambda sums: sums.order)
        _close(book, day, player, events)
    one_off = book.one_off_day(day)
    if one_off:
        closing.one_off(book, day)
    everybody = one_off or book.terms(day).floor > book.terms(day - timedelta(days=1)).floor
    closing.floor(book, day, book.known(day) if everybody else players)


def wait(book: Book, period: Sequence[Sums]) -> None:
    """Games are counted, and whoever plays is in the pool. Every game stands in the sums of both its players."""
    alone = sum(sums.met - sums.games for sums in period if sums.own is None)  # unrated against unrated
    book.counted += (sum(sums.met for sums in period) - alone) // 2
    if alone:
        book.not_counted["both-unrated"] += alone // 2
    for sums in period:
        if sums.player not in book.persons:
            book.persons[sums.player] = Person(Entry(date.min, None, 0, 0))


def _close(book: Book, day: date, player: str, events: Sequence[Sums]) -> None:
    person = book.persons[player]
    if person.now.rating is None:
        _pool(book, day, player, person, events)
    else:
        _rate(book, day, person, events)


def _rate(book: Book, day: date, person: Person, events: Sequence[Sums]) -> None:
    games = sum(sums.games for sums in events)
    parts: dict[Any, int] = {}
    for sums in events:
        terms = book.terms(sums.start)
        published = book.k(person, day - timedelta(days=1)) if sums.own is None else sums.k or 0
        k = rules.development_limit(published, games, terms.k_games_limit)
        difference = rules.score_difference(sums.half_points, sums.probability(terms.uncapped_from))
        part = {"period": None, "rating-used": sums.used, "event": sums.event}[book.terms(day).rounding]
        parts[part] = parts.get(part, 0) + rules.rating_change(k, difference)
    change = sum(map(rules.rounded_change, parts.values()))
    closing.publish(day, person, games, change, sum(parts.values()))


def _pool(book: Book, day: date, player: str, person: Person, events: Sequence[Sums]) -> None:
    added = []
    for sums in events:
        reason = closing.left_out(person, book.terms(sums.start), sums.games, sums.half_points)
        if reason:
            book.disregard(reason, sums.games)
        else:
            added.append(Pooled(day, sums.event, sums.start, sums.games, sums.half_points, sums.opponents))
    closing.join_pool(book, day, player, person, added)
