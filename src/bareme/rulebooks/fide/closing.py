"""The closing of a period: what its games bring a rated player, and when an unrated one gets a first rating."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import TYPE_CHECKING, Any

from bareme.journal import Line
from bareme.rulebooks.fide import periods, rules
from bareme.rulebooks.fide.people import Counted, Entry, Person, Pooled, Side

if TYPE_CHECKING:
    from bareme.rulebooks.fide.book import Book
    from bareme.rulebooks.fide.terms import Terms


def close(book: Book, day: date, player: str, played: list[Side]) -> None:
    """Rate one player's games of the period that the list of `day` closes.

    Article late-rating: whether he is a rated player is asked now, not at the start of his events.
    """
    person = book.persons[player]
    if person.now.rating is None:
        _pool(book, day, player, person, played)
    else:
        _rate(book, day, player, person, played)


# -- a rated player


def count(book: Book, day: date, person: Person, played: Sequence[Side]) -> list[Counted]:
    """Articles difference, probability, development-limit, change: each game of one player's period."""
    counted: list[Counted] = []
    now = person.now.rating or 0
    for event, group in groupby(played, key=lambda side: side.event):
        games = list(group)
        terms = book.terms(event.start)
        own, k_published = games[0].own, games[0].k
        if own is None:  # article late-rating: with his current rating
            own, k_published = now, book.k(person, day - timedelta(days=1))
        k = rules.development_limit(k_published, len(played), terms.k_games_limit)
        differences = terms.differences(own, [side.opponent_rating for side in games])
        for side, difference in zip(games, differences, strict=True):
            p = rules.scoring_probability(difference)
            change = rules.rating_change(k, rules.score_difference(side.half_points, p))
            true = own - side.opponent_rating
            counted.append(Counted(side, own, terms.name, true, difference, p, k_published, k, change))
    return counted


def rounded_parts(counted: Sequence[Counted], rounding: str) -> list[tuple[str, int, int]]:
    """Article rounding: (what, K·ΣΔR in hundredths, points) of each part that is rounded once."""
    sums: dict[str, int] = {}
    for game in counted:
        part = {"period": "", "rating-used": str(game.own), "event": game.side.event.name}[rounding]
        sums[part] = sums.get(part, 0) + game.change
    return [(part, change, rules.rounded_change(change)) for part, change in sums.items()]


def publish(day: date, person: Person, games: int, change: int, exact: int) -> int:
    """A rated player's next entry and rating: `change` in points, `exact` in hundredths before rounding."""
    now = person.now
    new = (now.rating or 0) + change
    person.history.append(Entry(day, new, now.games + games, max(now.reached, new), games, exact))
    return new


def _rate(book: Book, day: date, player: str, person: Person, played: Sequence[Side]) -> None:
    counted = count(book, day, person, played)
    terms, rating = book.terms(day), person.now.rating or 0
    parts = rounded_parts(counted, terms.rounding)
    change = sum(points for _, _, points in parts)
    exact = sum(game.change for game in counted)
    new = publish(day, person, len(counted), change, exact)
    if not book.record:
        return
    running = _game_lines(book, "game", day, player, rating, counted)
    rounded = {"n": len(counted), "sum": exact / 100, "change": change, "list": rating, "new": new,
               "parts": [[part, hundredths / 100, points] for part, hundredths, points in parts],
               "rounding": terms.rounding}  # fmt: skip
    book.record(Line(day, player, "closing", "rounding", terms.name, running, float(new), rounded))


def _game_lines(book: Book, kind: str, day: date, player: str, rating: int, counted: Sequence[Counted]) -> float:
    """One line for each game, running from `rating` by K·ΔR; gives the last value."""
    running = 100 * rating
    for game in sorted(counted, key=lambda game: (game.side.game.date, game.side.event.name, *game.side.game[1:3])):
        side = game.side
        terms = {
            "own": game.own, "opponent": side.opponent_rating, "D": game.true_difference, "D_counted": game.difference,
            "P": game.probability / 100, "score": side.half_points / 2, "K": game.k, "K_published": game.k_published,
            "n": len(counted), "change": game.change / 100, "played": side.game.date.isoformat(),
            "start": side.event.start.isoformat(), "late": side.own is None,
        }  # fmt: skip
        before = running / 100
        if kind == "game":
            running += game.change
        if book.record:
            book.record(
                Line(
                    day if kind == "game" else side.game.date, player, kind, "change", game.version, before, running / 100,
                    terms, side.event.name, side.game.round, side.opponent, source=side.game.source,
                )
            )  # fmt: skip
    return running / 100


def pending(book: Book, on: date, player: str, played: Sequence[Side]) -> None:
    """Games of events that no list has rated yet: what they would bring; nothing moves."""
    person = book.persons[player]
    waiting, change = book.live.get(player, (0, 0))
    rating = person.now.rating
    if rating is None:
        book.live[player] = (waiting + len(played), 0)
        _side_lines(book, on, player, "pending", played)
        return
    counted = count(book, on, person, played)
    book.live[player] = (waiting + len(counted), change + sum(game.change for game in counted))
    _game_lines(book, "pending", on, player, rating, counted)


# -- an unrated player


def within(pool: Iterable[Pooled], day: date, months: int) -> list[Pooled]:
    """Article first-games: the events still pooled in the list of `day`."""
    return [event for event in pool if periods.months_between(event.listed, day) < months]


def _pool(book: Book, day: date, player: str, person: Person, played: Sequence[Side]) -> None:
    """Articles first-games, first-rating: the period's events join the pool; enough of them give a first rating."""
    added: list[Pooled] = []
    for event, group in groupby(played, key=lambda side: side.event):
        games = list(group)
        terms = book.terms(event.start)
        half_points = sum(side.half_points for side in games)
        reason = left_out(person, terms, len(games), half_points)
        if reason:
            book.disregard(reason, len(games))
            _side_lines(book, day, player, "not-counted", games, reason)
        else:
            opponents = sum(side.opponent_rating for side in games)
            added.append(Pooled(day, event.name, event.start, len(games), half_points, opponents))
            _side_lines(book, day, player, "pooled", games)
    join_pool(book, day, player, person, added)


def left_out(person: Person, terms: Terms, games: int, half_points: int) -> str:
    """Article first-games: why the next event of an unrated player is left out; empty if it is not."""
    first, person.started = not person.started, True
    if first and terms.zero_disregarded and half_points == 0:
        return "first-rating-zero"
    return "first-rating-few-opponents" if games < terms.first_event_games else ""


def join_pool(book: Book, day: date, player: str, person: Person, added: Sequence[Pooled]) -> None:
    """Article first-rating: events of the period that `day` closes join an unrated player's pool."""
    if not added:
        return
    terms = book.terms(max(event.start for event in added))
    person.pool = within([*person.pool, *added], day, terms.pool_months)
    _first_rating(book, day, player, person, terms, sum(event.games for event in added))


def _first_rating(book: Book, day: date, player: str, person: Person, terms: Terms, in_period: int) -> None:
    events = [(event.games, event.half_points, event.opponents) for event in person.pool]
    games = sum(n for n, _, _ in events)
    detail: dict[str, Any] = {"n": games, "minimum": terms.first_games, "missing": max(terms.first_games - games, 0)}
    rating, reason = None, "first-rating-too-few-games"
    if games >= terms.first_games:
        computed = terms.first_rating(events)
        ru = min(computed, terms.first_maximum)
        floor = terms.one_off_from if book.one_off_day(day) else book.terms(day).floor
        rating, reason = (None, "first-rating-below-floor") if rules.below_floor(ru, floor) else (ru, "")
        detail |= first_rating_terms(terms, person.pool)
        detail |= {"computed": computed, "Ru": ru, "limited": ru != computed, "floor": floor}
    if book.record:
        after = None if rating is None else float(rating)
        book.record(Line(day, player, "first-rating", "first-rating", terms.name, None, after, detail, reason=reason))
    if rating is not None:
        now = person.now
        person.history.append(Entry(day, rating, now.games + games, max(now.reached, rating), in_period))
        person.pool = []
        person.since = person.since or day


def first_rating_terms(terms: Terms, pool: Sequence[Pooled]) -> dict[str, Any]:
    """Article first-rating: the numbers put in, for an explanation."""
    n = sum(event.games for event in pool) + (terms.virtual_opponents if terms.first_method == "virtual-opponents" else 0)
    virtual = n - sum(event.games for event in pool)
    half_points = sum(event.half_points for event in pool) + virtual
    opponents = sum(event.opponents for event in pool) + virtual * terms.virtual_rating
    p = rules.fractional_score(half_points, n)
    events = [
        {"event": event.event, "n": event.games, "score": event.half_points / 2, "Rc": event.opponents / event.games,
         "Ru": terms.event_rating_times_games(*event[3:]) / 100 / event.games}
        for event in pool
    ]  # fmt: skip
    return {"method": terms.first_method, "score": (half_points - virtual) / 2, "Ra": opponents / n, "p": p / 100,
            "dp": rules.rating_difference(p), "virtual": virtual, "above": half_points - n, "events": events}  # fmt: skip


def _side_lines(book: Book, day: date, player: str, kind: str, games: Sequence[Side], reason: str = "") -> None:
    if not book.record:
        return
    for side in games:
        terms = {"opponent": side.opponent_rating, "score": side.half_points / 2, "played": side.game.date.isoformat()}
        when = day if kind == "pooled" else side.game.date
        book.record(
            Line(
                when, player, kind, "first-games", book.terms(side.event.start).name, None, None,
                terms, side.event.name, side.game.round, side.opponent, reason, side.game.source,
            )
        )  # fmt: skip


# -- everybody


def one_off(book: Book, day: date) -> None:
    """Article one-off: every rating in its range moves, once, after the closing of the period."""
    terms = book.terms(day)
    share = terms.one_off_share or 0
    for player in book.known(day):
        person = book.persons[player]
        now = person.now
        if now.rating is None:
            continue
        new = rules.one_off(now.rating, share, terms.one_off_from, terms.one_off_below)
        if new != now.rating:
            book.meet_listed(day, player)
            person.history.append(Entry(day, new, now.games, max(now.reached, new)))
            if book.record:
                detail = {"rating": now.rating, "share": share / 100, "below": terms.one_off_below}
                book.record(Line(day, player, "one-off", "one-off", terms.name, float(now.rating), float(new), detail))


def floor(book: Book, day: date, players: Iterable[str]) -> None:
    """Article floor: who fell below it is unrated from this list on, and begins again."""
    terms = book.terms(day)
    for player in players:
        person = book.persons[player]
        now = person.now
        if now.rating is not None and rules.below_floor(now.rating, terms.floor):
            book.meet_listed(day, player)
            person.history.append(Entry(day, None, now.games, now.reached))
            person.pool = []
            if book.record:
                detail = {"rating": now.rating, "floor": terms.floor}
                book.record(
                    Line(day, player, "floor", "floor", terms.name, float(now.rating), None, detail, reason="below-floor")
                )
