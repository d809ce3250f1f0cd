"""FIDE in bulk: games wait for the list of their event; a period is rated player by player, in whole hundredths."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from bareme.engines import fide_kernel as kernel
from bareme.engines.fide_events import OpenEvents, Sides, merged, prolong
from bareme.engines.fide_history import ALWAYS, NO_DAY, Histories
from bareme.engines.fide_kernel import UNRATED
from bareme.engines.fide_listing import listing
from bareme.engines.fide_terms import ROUNDINGS, TERMS, Calendar
from bareme.engines.games import Games, Legend, date_of, number_of
from bareme.engines.pools import UNRATED as NOT_COUNTED
from bareme.engines.pools import BasePool, extended
from bareme.facts import NOWHERE, Event, Player
from bareme.journal import Recorder
from bareme.replay import open_book
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.fide import closing, rules
from bareme.rulebooks.fide.people import OpenEvent, Played, Side

Array: TypeAlias = "np.ndarray[Any, Any]"

DAY = timedelta(days=1)
TOGETHER = 10_000  # players whom the reference's book closes at a time
UNTOLD = Played(date.min, 0, 0, "", "", 0, NOWHERE)  # a game of which no line is written
_NOTHING = np.empty(0, "i8")


class Pool(BasePool):
    """FIDE's regulation over many players."""

    columns: Sequence[str] = ("history", "since", "born", "started", "title", "home", "pooled")
    spanned = True
    terms: Mapping[str, Any] = TERMS

    def __init__(self, rulebook: Rulebook, legend: Legend) -> None:
        super().__init__(rulebook, legend)
        self.rules = Calendar(rulebook)
        self.people = Histories()
        self.seen = np.empty(0, "f8")  # 1 for who was met in a game
        self.waiting = self.live = _NOTHING  # at `finish`: games not rated yet, and what they bring in hundredths
        self.law = self.rules.law()
        self.resumed = False
        self.running: list[Event] = []  # where a replay goes on: those that had begun, and the names of all before them
        self.closed: Sequence[str] = ()
        self.probability = np.array(kernel.PROBABILITIES, "i8")
        self.open = OpenEvents(legend, self._about)

    def _grow(self, size: int) -> None:
        people = self.people
        people.latest = extended(people.latest, size, -1)
        people.since = extended(people.since, size, NO_DAY)
        people.since_list = extended(people.since_list, size, ALWAYS)
        people.born = extended(people.born, size, 0)
        people.started = extended(people.started, size, 0)
        self.seen = extended(self.seen, size, 0.0)

    def games(self) -> Array:
        """Who was met in a game."""
        return self.seen

    def _about(self, day: date) -> tuple[int, int, int, int]:
        """For the kernel: the list in force on a day, its year, the versions of the day and of the list."""
        published = self.rules.list_in_force(day)
        return number_of(published), published.year, self.rules.version(day), self.rules.version(published)

    # -- what is known before the first game

    def prepare(self, players: Sequence[Player], events: Mapping[str, Event]) -> None:
        """Players of a list begin with its rating, K and history; events have their first and last day."""
        events = merged(events, self.running)
        rows = self.rows([player.key for player in players])
        book = self.book(rows)
        book.prepare(players, events)
        self.rules.events = self.open.known = events
        self.take(book, rows)
        since = min((event.start for event in events.values() if event.start), default=None)
        rated = self.people.now(np.arange(self.size)) != UNRATED
        if rated.any():  # the book saw those of the list alone
            self.findings = [finding for finding in self.findings if finding.code != "no-rating-known"]
        if since is not None:
            new = rated & (self.people.since == NO_DAY)
            self.people.since[new] = number_of(since)
            self.people.since_list[new] = number_of(self.rules.list_in_force(since))
        for event in self.open.events:
            if event.name in events:
                prolong(event, events[event.name])
        if not self.resumed:  # of a replay that goes on, these are not known yet when the day of its list is found
            self.rules.open = {e.name: OpenEvent(e.name, e.start, e.end, e.reported) for e in self.open.events}

    def _put(self, book: Any, name: str, row: int) -> None:
        book.persons[name] = self.people.person(row)
        if row < len(self.waiting) and self.waiting[row]:
            book.live[name] = int(self.waiting[row]), int(self.live[row])

    def _take(self, book: Any, name: str, row: int) -> bool:
        person = book.persons.get(name)
        if person is not None:
            self.people.take(row, person, None if person.since is None else self.rules.list_in_force(person.since))
        return person is not None

    # -- games

    def play(self, games: Games) -> None:
        """Articles counted, lists: games wait for the list of their event."""
        self._play(games, None, None)

    def watch(self, games: Games, player: int | None, record: Recorder) -> None:
        """The same; what there is to say of one player's games, or of everybody's, is recorded."""
        self._play(games, player, record)

    def _play(self, games: Games, player: int | None, record: Recorder | None) -> None:
        self.grow()
        counts = games.why == 0 if len(games.why) else np.ones(len(games), bool)
        slots = self.open.enter(games, self.open.codes_of(games), counts)
        own, other = self._at_start(games.first, slots), self._at_start(games.second, slots)
        if record:
            said = ~counts | (own == UNRATED) | (other == UNRATED) | self._listed(games.first) | self._listed(games.second)
            if player is not None:
                said &= (games.first == player) | (games.second == player)
            self._say(games, np.flatnonzero(said), slots, record)
        nobody = counts & (own == UNRATED) & (other == UNRATED)
        if nobody.any():
            why = games.why if len(games.why) else np.zeros(len(games), "u2")
            games.why = np.where(nobody, np.uint16(self.legend.why("both-unrated")), why)
        rated = self.ready(games) != NOT_COUNTED
        self.counted += int(rated.sum())
        met = np.concatenate([games.first[counts], games.second[counts]])
        self.seen[met] = 1.0
        if rated.any():
            self.open.wait(games, slots, own, other, np.flatnonzero(rated))

    def _listed(self, rows: Array) -> Array:
        found: Array = self.seen[rows] == self.listed_at[rows]
        return found

    def _at_start(self, players: Array, slots: Array) -> Array:
        found = np.empty(len(players), "i8")
        people = self.people
        kernel.ratings_at_start(players, slots, self.open.numbers, people.latest, people.small, people.large, found)
        return found

    def _say(self, games: Games, rows: Array, slots: Array, record: Recorder) -> None:
        """The book's own words on these games: who enters, what does not count. It is no other book's business."""
        book = self.book(np.stack([games.first[rows], games.second[rows]], 1).ravel().tolist(), record)
        for row, game in zip(rows.tolist(), self.legend.records(games, rows.tolist()), strict=True):
            if slots[row] < 0:
                book.skip_game(game, game.why)
                continue
            event = self.open.events[slots[row]]
            name = game.event or game.date.isoformat()
            book.open[name] = OpenEvent(name, event.start, event.end, event.reported)
            book.game(game)

    # -- a list comes out

    def turn(self, day: date) -> None:
        """Articles change, rounding, first-rating, one-off, floor."""
        self._turn(day, None, None)

    def watch_turn(self, day: date, player: int | None, record: Recorder) -> None:
        """The same, recorded."""
        self._turn(day, player, record)

    def _turn(self, day: date, player: int | None, record: Recorder | None) -> None:
        self.grow()
        due = [slot for slot, event in enumerate(self.open.events) if self.rules.rated_on(event) <= day]
        games, events, numbers = self.open.taken(due)
        sides = Sides.of(games)
        told = self._written(sides, player, record)
        kept = told | (self.people.now(sides.player) == UNRATED)
        self._by_kernel(sides.take(~kept), numbers, day, number_of(day - DAY), _NOTHING)
        self._by_book(closing.close, games, sides.take(kept), events, day, record)
        terms, before = self.rules.terms(day), self.rules.terms(day - DAY)
        one_off = self.rules.one_off_day(day)
        if one_off:
            self._one_off(day, player, record)
        if one_off or terms.floor > before.floor:
            self._floor(day, np.flatnonzero(self._known(day)), record, by_name=True)
        else:
            self._floor(day, sides.player[sides.starts_in_order()], record, by_name=False)

    def _known(self, day: date) -> Array:
        since = self.people.since
        found: Array = (since != NO_DAY) & (since <= number_of(day))
        return found

    def _floor(self, day: date, rows: Array, record: Recorder | None, *, by_name: bool) -> None:
        low = rows[self._below(rows, self.rules.terms(day).floor)].tolist()
        if low:
            book = self.book(low, record)
            names = self.legend.names.series()[low].to_list()
            closing.floor(book, day, sorted(names) if by_name else names)
            self.take(book, low)

    def _below(self, rows: Array, floor: int) -> Array:
        """Article floor."""
        now = self.people.now(rows)
        different, places = np.unique(now, return_inverse=True)
        below = [rating != UNRATED and rules.below_floor(rating, floor) for rating in different.tolist()]
        return np.array(below, bool)[places]

    def _written(self, sides: Sides, player: int | None, record: Recorder | None) -> Array:
        if record is None:
            return np.zeros(len(sides), bool)
        return np.ones(len(sides), bool) if player is None else sides.player == player

    def _by_kernel(self, sides: Sides, numbers: Array, day: date, eve: int, waiting: Array) -> None:
        if not len(sides):
            return
        people, rounding = self.people, self.rules.terms(day).rounding
        people.room(len(sides.starts()))
        used_rating, change = np.empty(len(sides), "i8"), np.empty(len(sides), "i8")
        kernel.close(
            sides.player, sides.slot, sides.own, sides.opponent, sides.halves, used_rating, change, numbers, people.latest,
            people.since_list, people.born, people.small, people.large, people.used, self.law, self.probability,
            np.array([eve, *self._about(date_of(eve))[:2], self._about(date_of(eve))[3]], "i8"), number_of(day),
            ROUNDINGS.index(rounding), waiting, self.live,
        )  # fmt: skip

    def _by_book(self, close: Any, games: Any, sides: Sides, events: Sequence[OpenEvent], day: date, record: Any) -> None:
        """Players who get a first rating, or are written down: the book's own closing, for some at a time."""
        starts = sides.starts_in_order()
        borders = [*sides.starts().tolist(), len(sides)]
        ends = dict(itertools.pairwise(borders))
        names = self.legend.names.series()
        for at in range(0, len(starts), TOGETHER):
            some = starts[at : at + TOGETHER].tolist()
            rows = [int(sides.player[start]) for start in some]
            book = self.book(rows, record)
            for start, row in zip(some, rows, strict=True):
                person = book.persons[names[row]]
                his = [self._side(book, person, games, sides, events, at) for at in range(start, ends[start])]
                close(book, day, names[row], his)
            self.take(book, rows)

    def _side(self, book: Any, person: Any, games: Any, sides: Sides, events: Sequence[OpenEvent], at: int) -> Side:
        event = events[int(sides.slot[at])]
        own = None if sides.own[at] == UNRATED else int(sides.own[at])
        k = 0 if own is None else book.k(person, event.start)
        played, opponent = UNTOLD, ""
        if book.record:
            played = self.open.played(games, int(sides.game[at]), self.legend.names.series())
            opponent = played.player_a if sides.second[at] else played.player_b
        return Side(event, played, opponent, own, k, int(sides.opponent[at]), int(sides.halves[at]))

    def _one_off(self, day: date, player: int | None, record: Recorder | None) -> None:
        """Article one-off, for everybody known."""
        people, terms = self.people, self.rules.terms(day)
        rows = np.flatnonzero(self._known(day)).astype("u4")
        people.room(len(rows))
        moved = np.empty(len(rows), "u1")
        law = number_of(day), terms.one_off_share or 0, terms.one_off_from, terms.one_off_below
        if record is not None:
            kernel.raise_once(rows, people.latest, people.small, people.large, _NOTHING, *law, moved)
            names = self.legend.names.series()
            told = rows[(moved == 1) & (True if player is None else rows == player)].tolist()
            told.sort(key=lambda row: names[row])
            for at in range(0, len(told), TOGETHER):
                some = told[at : at + TOGETHER]
                book = self.book(some, record)
                closing.one_off(book, day)
                self.take(book, some)
            rows = rows[~np.isin(rows, told)]
        moved = np.empty(len(rows), "u1")
        kernel.raise_once(rows, people.latest, people.small, people.large, people.used, *law, moved)
        self.listed_at[rows[moved == 1]] = np.nan

    def finish(self, on: date) -> None:
        """Games that no list has rated yet: what they will bring, if nothing else comes."""
        self._finish(on, None, None)

    def watch_finish(self, on: date, player: int | None, record: Recorder) -> None:
        """The same, recorded."""
        self._finish(on, player, record)

    def _finish(self, on: date, player: int | None, record: Recorder | None) -> None:
        self.grow()
        self.waiting, self.live = np.zeros(self.size, "i8"), np.zeros(self.size, "i8")
        lists: dict[date, list[int]] = {}
        for slot, event in enumerate(self.open.events):
            lists.setdefault(self.rules.rated_on(event), []).append(slot)
        for day in sorted(lists):
            games, events, numbers = self.open.taken(lists[day], keep=True)
            sides = Sides.of(games)
            if record is not None:
                self._by_book(closing.pending, games, sides.take(self._written(sides, player, record)), events, on, record)
            unrated = self.people.now(sides.player) == UNRATED
            np.add.at(self.waiting, sides.player[unrated], 1)
            self._by_kernel(sides.take(~unrated), numbers, on, number_of(on) - 1, self.waiting)

    def season_ends(self, after: date, until: date) -> tuple[date, ...]:
        """There are none: of a history of lists, one state a year is enough."""
        return ()

    # -- results

    def standings(self, on: date) -> pl.DataFrame:
        """In the order of the official list: by rating."""
        return listing(self.rules, self.people, self.there(), on)

    def state(self) -> dict[str, Any]:
        """Every player's history, and the events that are not rated yet."""
        state = super().state()
        return {**state, "open": [event.state() for event in self.open.records()]}

    def restore(self, state: Mapping[str, Any]) -> None:
        """The inverse of `state`."""
        book: Any = open_book(self.rulebook)
        book.restore({**state, "open": []})
        self.take(book, self.rows(list(state["players"])))
        self.recall({"open": state["open"]})

    def saved(self) -> pl.DataFrame:
        """Every player's history."""
        rows = self.there()
        return pl.DataFrame({"games": self.seen[rows].astype("i8"), **self.people.saved(rows)})

    def restored(self, rows: Array, state: pl.DataFrame) -> None:
        """The inverse of `saved`."""
        self.people.restored(rows, state, lambda day: number_of(self.rules.list_in_force(date_of(day))))
        self.known[rows] = 1

    def note(self, on: date) -> dict[str, Any]:
        """The events that are not rated yet, and for a replay that goes on from here those that have begun, and all others."""
        begun = [event for event in self.open.known.values() if event.start and event.start <= on]
        running = {e.name: [str(e.start), str(e.end or ""), str(e.reported or "")] for e in begun if self.rules.rated_on(e) > on}
        return {
            "open": [event.state() for event in self.open.records()],
            "running": running,
            "closed": [*self.closed, *(event.name for event in begun if event.name and event.name not in running)],
        }

    def recall(self, noted: Mapping[str, Any]) -> None:
        """The inverse of `note`."""
        self.open.restored([OpenEvent.restored(event) for event in noted["open"]], self._at_start)

    def resume(self, noted: Mapping[str, Any]) -> None:
        """The same sources are read again, of which only the later games are taken."""
        self.resumed = True
        self.closed = noted["closed"]
        for name, days in noted["running"].items():
            start, end, reported = (date.fromisoformat(day) if day else None for day in days)
            self.running.append(Event(name, start, end, reported))
