"""FIDE at work: published ratings, list after list. A game moves nothing until the list that rates its event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from typing import Any

from bareme.facts import NOWHERE, Adjustment, Event, Game, Place, Player
from bareme.findings import Finding
from bareme.journal import Line, Recorder
from bareme.rounding import half_up
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.book import BaseBook, Foresight, Standing
from bareme.rulebooks.fide import closing, openings, periods, rules
from bareme.rulebooks.fide.people import Entry, OpenEvent, Person, Played, sides_of
from bareme.rulebooks.fide.terms import Terms

LONG_EVENT = 90  # days, FIDE's longest event; a longer one is likely several editions under one name


class Book(BaseBook):
    """FIDE's regulation over a pool of players."""

    def __init__(self, rulebook: Rulebook, record: Recorder | None = None) -> None:
        super().__init__(rulebook, record)
        self.events: Mapping[str, Event] = {}
        self.persons: dict[str, Person] = {}
        self.open: dict[str, OpenEvent] = {}
        self.live: dict[str, tuple[int, int]] = {}  # at `finish`: games not rated yet, and what they bring in hundredths
        self._terms = {version.start: Terms.of(version) for version in rulebook.versions}
        self._lists: dict[date, date] = {}

    def prepare(self, players: Iterable[Player], events: Mapping[str, Event]) -> None:
        """Players known from a list begin with its rating, K and history; what it does not say is assumed, and said."""
        told = openings.merged(players)
        super().prepare(told.values(), events)
        since = min((event.start for event in events.values() if event.start), default=None)
        assumed = openings.Assumptions(self.rulebook, self.terms(since) if since else Terms.of(self.rulebook.latest), since)
        for key, player in told.items():
            if key not in self.persons:
                self.persons[key] = assumed.opening(player)
                if self.persons[key].now.rating is not None:
                    self.listed.add(key)
            self.persons[key].know(player)
        for person in self.persons.values():
            if person.since is None and person.now.rating is not None:
                person.since = since
        self.findings += assumed.findings()
        if events and all(person.now.rating is None for person in self.persons.values()):
            self.findings.append(Finding("no-rating-known"))
        for event in events.values():
            self._announce(event)

    def _announce(self, event: Event) -> None:
        if event.name and event.start and event.end and (days := (event.end - event.start).days) > LONG_EVENT:
            self.findings.append(Finding("event-too-long", event.source, {"event": event.name, "days": days}))
        if event.name in self.open:
            self._prolong(self.open[event.name], event)

    # -- the law of a day

    def terms(self, day: date) -> Terms:
        """The version in force on `day`, ready for the rules."""
        return self._terms[self.rulebook.on(day).start]

    def list_in_force(self, day: date) -> date:
        """The latest list on or before `day`."""
        if day not in self._lists:
            self._lists[day] = periods.list_in_force(self.rulebook, day)
        return self._lists[day]

    def rated_on(self, event: OpenEvent | Event) -> date:
        """The list that rates this event."""
        end = event.end or date.min
        return periods.rated_on(self.rulebook, end, event.reported)

    def k(self, person: Person, day: date) -> int:
        """Article development: K published with the list in force on `day`."""
        entry, published = person.at(day), self.list_in_force(day)
        if entry.k is not None and (person.since is None or published <= self.list_in_force(person.since)):
            return entry.k
        return self.terms(published).development(entry.rating or 0, entry.games, entry.reached, person.age(published))

    # -- facts

    def game(self, game: Game) -> None:
        """Articles counted, lists: the game waits for the list of its event. Ratings and K are those of the event's start."""
        event = self._event(game)
        self.meet_listed(game.date, game.player_a, game.source)
        self.meet_listed(game.date, game.player_b, game.source)
        rating_a, _ = self._entrant(event, game.player_a)
        rating_b, _ = self._entrant(event, game.player_b)
        if rating_a is None and rating_b is None:
            self.skip_game(game, "both-unrated")
            return
        self.counted += 1
        score = half_up(2 * game.score_a)
        event.games.append(Played(game.date, game.round, game.sequence, game.player_a, game.player_b, score, game.source))
        if rating_a is None or rating_b is None:
            self.skip_side(game.date, game.player_a if rating_b is None else game.player_b, "opponent-unrated", game)

    def foresee(self, game: Game) -> Foresight | None:
        """Article probability, from the ratings in force on the day of the game; None where either side has none.

        Where one side's D is capped and the other's is not, the mean of both views. P(D) = 0 or 1 of the table is read as
        a quarter of a hundredth from there, for the table only says that it rounds to it.
        """
        a, b = self._person(game.player_a).at(game.date), self._person(game.player_b).at(game.date)
        if a.rating is None or b.rating is None:
            return None
        terms = self.terms(game.date)
        own = rules.scoring_probability(terms.differences(a.rating, [b.rating])[0])
        other = rules.scoring_probability(terms.differences(b.rating, [a.rating])[0])
        expected = min(max((100 + own - other) / 200, 0.0025), 0.9975)
        return Foresight(expected, a.rating, b.rating, a.games, b.games)

    def disregard(self, reason: str, games: int) -> None:
        """Games of an unrated player that turn out to count for nobody: his opponents, rated, never counted them."""
        self.counted -= games
        self.not_counted[reason] += games

    def meet_listed(self, day: date, player: str, source: Place = NOWHERE) -> None:
        """The first fact of a player known from a list opens his journal."""
        if player in self.listed:
            self.enter(day, player, float(self.persons[player].now.rating or 0), "lists", source)

    def _event(self, game: Game) -> OpenEvent:
        name = game.event or game.date.isoformat()  # a game of no event is an event of its day
        event = self.open.get(name)
        if event is None:
            known = self.events.get(game.event) if game.event else None
            start = min(known.start or game.date, game.date) if known else game.date
            event = self.open[name] = OpenEvent(name, start, game.date, None)
            if known:
                self._prolong(event, known)
        elif event.end < game.date:
            event.end = game.date
        return event

    def _prolong(self, event: OpenEvent, known: Event) -> None:
        event.end = max(event.end, known.end or event.end)
        event.reported = known.reported or event.reported

    def _entrant(self, event: OpenEvent, player: str) -> tuple[int | None, int]:
        entrant = event.entrants.get(player)
        if entrant is None:
            person = self._person(player)
            entrant = event.entrants[player] = person.at(event.start).rating, self.k(person, event.start)
        return entrant

    def _person(self, key: str) -> Person:
        person = self.persons.get(key)
        if person is None:
            person = self.persons[key] = Person(Entry(date.min, None, 0, 0))
        return person

    def adjust(self, adjustment: Adjustment) -> None:
        """Article decision: the rating of the list in force becomes another from this day on."""
        value = adjustment.rating if adjustment.rating is not None else adjustment.elo
        if adjustment.kind not in ("assign", "revalue") or value is None:
            super().adjust(adjustment)
            return
        rating = half_up(value)
        if rules.below_floor(rating, self.terms(adjustment.date).floor):
            self.skip(adjustment.date, adjustment.player, "decision-below-floor", source=adjustment.source)
            return
        self.meet_listed(adjustment.date, adjustment.player, adjustment.source)
        person = self._person(adjustment.player)
        before = person.now
        games = before.games + sum(event.games for event in person.pool)
        person.pool = []
        person.since = person.since or adjustment.date
        person.history.append(Entry(adjustment.date, rating, games, max(before.reached, rating)))
        self.counted += 1
        if self.record:
            self.record(
                Line(
                    adjustment.date, adjustment.player, adjustment.kind, "decision", self.terms(adjustment.date).name,
                    _points(before.rating), float(rating), {"why": adjustment.reason}, source=adjustment.source,
                )
            )  # fmt: skip

    # -- the calendar

    def turns(self, after: date, until: date) -> Iterator[date]:
        """The days of lists."""
        return periods.list_days(self.rulebook, after, until)

    def turn(self, day: date) -> None:
        """A list comes out: its events are rated, then the one-off if this is its day, then the floor."""
        due = [name for name, event in self.open.items() if self.rated_on(event) <= day]
        events = sorted((self.open.pop(name) for name in due), key=lambda event: event.order)
        sides = sides_of(events)
        for player, played in sides.items():
            closing.close(self, day, player, played)
        one_off = self.one_off_day(day)
        if one_off:
            closing.one_off(self, day)
        before = self.terms(day - timedelta(days=1)).floor
        everybody = one_off or self.terms(day).floor > before
        closing.floor(self, day, self.known(day) if everybody else sides)

    def known(self, day: date) -> list[str]:
        """The players known on `day`. A list read without a day stands on that of the first event, not before it."""
        return sorted(key for key, person in self.persons.items() if person.since is not None and person.since <= day)

    def one_off_day(self, day: date) -> bool:
        """Article one-off: is `day` the first one of a version that has it?"""
        version = self.rulebook.on(day)
        return version.start == day and self.terms(day).one_off_share is not None

    def finish(self, on: date) -> None:
        """Games that no list has rated yet: what they will bring, if nothing else comes."""
        self.live = {}
        for events in self._by_list():
            for player, played in sides_of(events).items():
                closing.pending(self, on, player, played)

    def _by_list(self) -> list[list[OpenEvent]]:
        groups: dict[date, list[OpenEvent]] = {}
        for event in sorted(self.open.values(), key=lambda event: event.order):
            groups.setdefault(self.rated_on(event), []).append(event)
        return [groups[day] for day in sorted(groups)]

    def default_on(self, last: date) -> date:
        """The list that rates the last of the events begun, so that one file closes its period."""
        days = [self.rated_on(event) for event in self.events.values() if event.end and event.start and event.start <= last]
        days += [self.rated_on(event) for event in self.open.values()]
        return max([last, *days])

    # -- results

    def standings(self, on: date) -> list[Standing]:
        """In the order of the official list: by rating."""
        published = self.list_in_force(on)
        previous = self.list_in_force(published - timedelta(days=1)) if published > date.min else published
        return [self._standing(key, person, on, published, previous) for key, person in self.persons.items()]

    def _standing(self, key: str, person: Person, on: date, published: date, previous: date) -> Standing:
        entry, terms = person.at(on), self.terms(on)
        rating, former = entry.rating, person.at(previous).rating
        pooled = sum(event.games for event in closing.within(person.pool, published, terms.pool_months))
        games = entry.games + sum(event.games for event in person.pool)
        in_period = person.games_between(previous, on)
        waiting, change = self.live.get(key, (0, 0))
        more = {
            "title": person.title,
            "federation": person.federation,
            "born": person.born,
            "k": None if rating is None else self.k(person, on),
            "live": None if rating is None else (100 * rating + change) / 100,
            "games_in_period": in_period,
            "games_pending": waiting,
            "calculated_change": sum(e.change for e in person.history if previous < e.day <= on) / 100,
            "missing_games": max(terms.first_games - pooled, 0) if rating is None else 0,
        }
        change_published = None if rating is None or former is None else rating - former
        return Standing(
            player=key,
            rating=_points(rating),
            games=games,
            order=None if rating is None else (rating,),
            level="" if rating is None else rules.level(rating),
            states=self._states(person, entry, published, games),
            published={"rating": rating, "change": change_published, "games": in_period},
            more=more,
        )

    def _states(self, person: Person, entry: Entry, published: date, games: int) -> tuple[str, ...]:
        if entry.rating is None:
            return ("unrated",)
        terms = self.terms(published)
        states = ["provisional"] if games < terms.new_games else []
        year_ago = periods.a_year_before(published)
        known = person.since is not None and person.since <= year_ago
        if known and rules.inactive(person.games_between(year_ago, published), terms.inactive_games):
            states.append("inactive")
        return tuple(states)

    def value(self, player: str) -> float | None:
        """The published rating, None if unrated."""
        person = self.persons.get(player)
        return _points(person.now.rating) if person else None

    def state(self) -> dict[str, Any]:
        """Every player's history, and the events that are not rated yet."""
        return {
            "players": {key: person.state() for key, person in self.persons.items()},
            "open": [event.state() for event in self.open.values()],
            "listed": sorted(self.listed),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """The inverse of `state`."""
        self.persons = {key: Person.restored(person) for key, person in state["players"].items()}
        self.listed = set(state["listed"])
        self.open = {}
        for written in state["open"]:
            event = self.open[written[0]] = OpenEvent.restored(written)
            for game in event.games:
                self._entrant(event, game.player_a)
                self._entrant(event, game.player_b)


def _points(rating: int | None) -> float | None:
    return None if rating is None else float(rating)
