"""The facts of a replay: all of them or those after a day, and what must be known of people and events in either case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property
from hashlib import sha256
from typing import Any

from django.db.models import Exists, Max, Min, OuterRef

from bareme import facts as vocabulary
from bareme.facts import Event, Facts, Player
from bareme.office.ledger.models import Adjustment, Game, Listing, Placement
from bareme.office.ledger.reading import Ledger, current
from bareme.office.tables import canonical
from bareme.replay import Fact, in_order, lawful_order

ONE_DAY = timedelta(days=1)
_RATED_BY = ("key", "federation", "sex", "title", "born", "rating", "games", "k", "reached", "series")


@dataclass(frozen=True)
class Known:
    """What a book is prepared with. `sha256` covers what it has of people, and the day its first event begins."""

    players: tuple[Player, ...]
    events: Mapping[str, Event]
    sha256: str


class Window(Ledger):
    """One pool's facts up to the end of a day. `like`: another window, and the events in which alone the two may differ."""

    like: tuple[Window, Sequence[int]] | None = None

    def known(self, on: date) -> Known:
        """People and events as of day `on`: who is first listed later, and events that begin later, are not known yet.

        An event's start and end are those of all its facts, where nobody gave them.
        """
        players = tuple(self._people(on))
        events = {name: event for name, event in self.spans.items() if event.start and event.start <= on}
        first = min((event.start for event in events.values() if event.start), default=None)
        said = [[getattr(player, name) for name in _RATED_BY] for player in players]
        return Known(players, events, sha256(canonical([first, said]).encode("utf-8", "surrogatepass")).hexdigest())

    def dated(self, after: date | None, on: date, events: Sequence[int] | None = None) -> list[Fact]:
        """The facts after the end of day `after` (None: from the first one), up to the end of `on`, in the lawful order.

        `events`: of games and places, only those of these events.
        """
        self.days = (after + ONE_DAY if after else None, on)
        _ = self.events  # all of them, before only some are asked for
        adjustments = tuple(self._adjustments())
        self.only = events
        games, placements = tuple(self._games()), tuple(self._placements())
        self.only = None
        return lawful_order(Facts(games=games, placements=placements, adjustments=adjustments))

    def replaced(self, every: Sequence[Fact], some: Sequence[Fact], events: Sequence[int]) -> list[Fact]:
        """`every` as it was before, with what `dated` gave for some events in place of what it had of them."""
        labels = {self.labels[number] for number in events}
        kept = [fact for fact in every if not isinstance(fact, vocabulary.Adjustment) and fact.event not in labels]
        return in_order([*kept, *some])

    def later(self, on: date) -> bool:
        """Is there a fact after this day?"""
        return any(self._standing(model).filter(date__gt=on).exists() for model in (Game, Placement, Adjustment))

    def last_day(self) -> date | None:
        """The day of the last fact."""
        days = [self._standing(model).aggregate(last=Max("date"))["last"] for model in (Game, Placement, Adjustment)]
        return max((day for day in days if day is not None), default=None)

    # -- events

    @cached_property
    def spans(self) -> Mapping[str, Event]:
        """Every event with its first and last day, by its name."""
        if self.like is None:
            return self._spans()
        other, numbers = self.like
        labels = {other.labels[number] for number in numbers}
        same = {name: event for name, event in other.spans.items() if name not in labels}
        theirs = {name: event for name, event in self._spans(numbers).items() if name in labels}
        return {**same, **theirs}

    def _spans(self, numbers: Sequence[int] | None = None) -> dict[str, Event]:
        """Of all events, or of the facts of some."""
        days: dict[str, tuple[date, date]] = {}
        for model in (Game, Placement):
            query = self._standing(model) if numbers is None else self._standing(model).filter(event__in=numbers)
            for number, start, end in query.values_list("event").annotate(Min("date"), Max("date")).order_by("event"):
                name = self.labels[number] if number is not None else ""
                known = days.get(name, (start, end))
                days[name] = (min(start, known[0]), max(end, known[1]))
        events = {name: Event(name, start, end) for name, (start, end) in days.items()}
        for event in self.events.values():
            found = events.get(event.name, event)
            events[event.name] = replace(event, start=event.start or found.start, end=event.end or found.end)
        return events

    def _standing(self, model: Any) -> Any:
        """The rows of a kind of fact that stand, in events that stand."""
        query, later = model.objects.filter(pool=self.pool, void=False), model.objects.filter(supersedes=OuterRef("pk"))
        if self.upto is not None:
            query, later = query.filter(act__lte=self.upto), later.filter(act__lte=self.upto)
        query = query.filter(~Exists(later)).order_by()
        gone = self.labels.keys() - self.events.keys()
        return query.exclude(event__in=gone) if gone and model is not Adjustment else query

    # -- people

    def _people(self, on: date) -> Iterator[Player]:
        listed = self._listing_days()
        dated = any(day != date.min for day in listed.values())
        firsts = self._first_days() if dated else {}
        for player in self.players(firsts):
            if min(listed[player.key], firsts.get(player.key, date.max)) <= on:
                yield player

    def _listing_days(self) -> dict[str, date]:
        """The day on which a list first named somebody."""
        found: dict[str, date] = {}
        for _, (member, day) in current(Listing.objects.filter(pool=self.pool), ("player_id", "date"), self.upto, self._place):
            code = self.accounts.codes[member]
            found[code] = min(day or date.min, found.get(code, date.max))
        return found

    def _first_days(self) -> dict[str, date]:
        """The day of everybody's first fact."""
        found: dict[str, date] = {}
        kinds = ((Game, "player_a"), (Game, "player_b"), (Placement, "player"), (Adjustment, "player"))
        for model, side in kinds:
            for member, day in self._standing(model).values_list(side).annotate(Min("date")):
                code = self.accounts.codes[member]
                found[code] = min(day, found.get(code, day))
        return found
