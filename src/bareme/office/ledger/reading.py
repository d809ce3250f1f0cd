"""Facts out of the ledger: what the rulebooks are fed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache, cached_property
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection, models
from django.db.models.functions import Cast

from bareme import facts as vocabulary
from bareme.facts import Facts, Place
from bareme.office.database import reading
from bareme.office.imports.models import ImportedFile
from bareme.office.ledger.models import Adjustment, Bye, Event, EventDetail, Game, Listing, Placement
from bareme.office.ledger.places import place
from bareme.office.people.accounts import Accounts
from bareme.office.people.models import MemberNumber
from bareme.office.pools.models import Pool
from bareme.office.tables import Recorded
from bareme.readers.files import collector_at_rest


def facts_of(
    pool: Pool,
    *,
    upto: int | None = None,
    since: date | None = None,
    until: date | None = None,
    events: Sequence[int] | None = None,
) -> Facts:
    """The current facts of a pool, as `bareme.facts` knows them: players by their code, events by their label.

    `upto`: as they were known when that act was recorded. `since`, `until`: only what happened on or after, up to and
    with these days; `events`: only what belongs to these events. Players, with what lists said of them, come whole.
    Facts that read equal in the lawful order come in the order of their roots: a corrected one keeps its place.
    """
    with reading():
        return Ledger(pool, upto).facts(since, until, events)


@dataclass
class Ledger:
    """One pool's ledger as it stands, or as it stood at the act `upto`."""

    pool: Pool
    upto: int | None = None
    days: tuple[date | None, date | None] = (None, None)
    only: Sequence[int] | None = field(default=None)

    def facts(self, since: date | None = None, until: date | None = None, events: Sequence[int] | None = None) -> Facts:
        """All of them, or those of some days or events."""
        self.days, self.only = (since, until), events
        with collector_at_rest():
            return self._facts()

    def _facts(self) -> Facts:
        games, placements, adjustments = tuple(self._games()), tuple(self._placements()), tuple(self._adjustments())
        said = Listing.objects.filter(pool=self.pool).exists()  # else nobody's first day matters
        return Facts(
            players=tuple(self.players(_first_days(games, placements, adjustments) if said else {})),
            events=tuple(self.events.values()),
            games=games,
            byes=tuple(self._byes()),
            placements=placements,
            adjustments=adjustments,
        )

    # -- what facts refer to

    @cached_property
    def accounts(self) -> Accounts:
        """Members, and whose account each one's facts go to."""
        return Accounts(self.upto)

    @cached_property
    def files(self) -> Mapping[int, str]:
        """The names of files by their number, as places bear them."""
        return {file.pk: file.place for file in ImportedFile.objects.only("pk", "name")}

    @cached_property
    def labels(self) -> Mapping[int, str]:
        """The labels of the pool's events by their number."""
        return dict(Event.objects.filter(pool=self.pool).values_list("pk", "label"))

    @cached_property
    def events(self) -> Mapping[int, vocabulary.Event]:
        """The pool's events that are not void, by number."""
        query = EventDetail.objects.filter(event__pool=self.pool)
        if self.only is not None:
            query = query.filter(event__in=self.only)
        names = ("event_id", "start", "end", "reported", "rounds", "category", "city", "federation", "time_control")
        found: dict[int, vocabulary.Event] = {}
        for source, (event, *rest) in current(query, names, self.upto, self._place):
            start, end, reported, rounds, category, city, federation, control = rest
            found[event] = vocabulary.Event(
                self.labels[event], start, end, reported, rounds, category, city, federation, control, source
            )
        return found

    def _place(self, act: int, file: int | None, line: int, column: str) -> Place:
        return place(act, file, line, column, self.files)

    def _current(self, query: Any, names: Sequence[str]) -> Iterator[tuple[Place, Sequence[Any]]]:
        query = query.filter(pool=self.pool)
        since, until = self.days
        if since:
            query = query.filter(date__gte=since)
        if until:
            query = query.filter(date__lte=until)
        if self.only is not None:
            query = query.filter(event__in=self.only) if "event_id" in names else query.none()
        return current(query, names, self.upto, self._place)

    # -- facts

    def _games(self) -> Iterator[vocabulary.Game]:
        # Casts spare a million conversions of dates and flags: a day is parsed once.
        query = Game.objects.annotate(day=Cast("date", models.TextField()), counts=Cast("rated", models.IntegerField()))
        names = (
            *("day", "event_id", "round", "sequence", "player_a_id", "player_b_id", "score_a", "length", "format", "counts"),
            "why",
        )
        codes, labels, known = self.accounts.codes, self.labels, self.events
        make = vocabulary.Game
        for source, (day, event, number, sequence, a, b, score, length, notation, rated, why) in self._current(query, names):
            if event is None:
                label = ""
            elif event in known:
                label = labels[event]
            else:
                continue
            yield make(_day(day), label, number, sequence, codes[a], codes[b], score, length, notation, rated == 1, why, source)

    def _byes(self) -> Iterator[vocabulary.Bye]:
        names = ("date", "event_id", "round", "player_id", "points", "why")
        for source, (day, event, number, player, points, why) in self._current(Bye.objects, names):
            if event is None or event in self.events:
                code = self.accounts.codes[player]
                yield vocabulary.Bye(day, self.labels.get(event, ""), number, code, points, why, source)

    def _placements(self) -> Iterator[vocabulary.Placement]:
        names = ("date", "event_id", "rounds", "category", "player_id", "federation", "series", "place", "sequence")
        for source, (day, event, rounds, category, player, federation, series, rank, sequence) in self._current(
            Placement.objects, names
        ):
            if event is None or event in self.events:
                code = self.accounts.codes[player]
                label = self.labels.get(event, "")
                yield vocabulary.Placement(day, label, rounds, category, code, federation, series, rank, sequence, source)

    def _adjustments(self) -> Iterator[vocabulary.Adjustment]:
        names = (
            *("date", "player_id", "kind", "rating", "elo", "experience", "entrants", "level", "federation", "series"),
            *("reason", "sequence"),
        )
        for source, (day, player, *content) in self._current(Adjustment.objects, names):
            values: dict[str, Any] = dict(zip(names[2:], content, strict=True))
            yield vocabulary.Adjustment(day, self.accounts.codes[player], **values, source=source)

    # -- players

    def players(self, first_days: Mapping[str, date]) -> Iterator[vocabulary.Player]:
        """Everybody of whom a list said something in this pool, one record each: for each field, the first word that counts.

        What a list says of a rating opens an account only where it stood before his first fact, or bears no day.
        """
        said: dict[str, list[tuple[Any, ...]]] = {}
        query = Listing.objects.filter(pool=self.pool)
        for source, (player, weight, day, *values) in current(
            query, ("player_id", "weight", "date", *_SAID), self.upto, self._place
        ):
            code = self.accounts.codes[player]
            order = (weight, day or date.min, len(said.setdefault(code, [])))
            said[code].append((order, day, source, dict(zip(_SAID, values, strict=True))))
        numbers = self._numbers() if said else {}
        for code, records in said.items():
            records.sort(key=lambda record: record[0])
            first = first_days.get(code)
            before = [values for _, day, _, values in records if day is None or first is None or day <= first]
            every = [values for *_, values in records]
            merged = {name: _first(name, before if name in _OPENING else every) for name in _SAID}
            yield vocabulary.Player(code, self.accounts.names[code], numbers.get(code, ""), source=records[0][2], **merged)

    def _numbers(self) -> Mapping[str, str]:
        query = MemberNumber.objects.filter(kind=self.pool.numbers)
        rows = current(query, ("member_id", "number"), self.upto, self._place)
        return {self.accounts.codes[member]: number for _, (member, number) in rows}


_SAID = ("federation", "sex", "title", "born", "rating", "games", "k", "reached", "series")
_day = cache(date.fromisoformat)
_OPENING = ("rating", "games", "k", "reached", "series")


def _first(name: str, records: Sequence[Mapping[str, Any]]) -> Any:
    """The first word on a field, None or an empty text where there is none."""
    empty = "" if name in ("federation", "sex", "title") else None
    return next((record[name] for record in records if record[name] not in (None, "")), empty)


def _first_days(
    games: Sequence[vocabulary.Game], placements: Sequence[vocabulary.Placement], adjustments: Sequence[vocabulary.Adjustment]
) -> dict[str, date]:
    """The day of everybody's first fact."""
    found: dict[str, date] = {}
    for game in games:
        for player in (game.player_a, game.player_b):
            if player not in found or game.date < found[player]:
                found[player] = game.date
    singles: list[vocabulary.Placement | vocabulary.Adjustment] = [*placements, *adjustments]
    for single in singles:
        found[single.player] = min(found.get(single.player, single.date), single.date)
    return found


def current(query: Any, names: Sequence[str], upto: int | None, make_place: Any) -> Iterator[tuple[Place, Sequence[Any]]]:
    """The current rows of a query over facts: their places, and the values of these columns; in the order of their roots.

    `upto`: the rows that were current when this act was recorded.
    """
    model: type[Recorded] = query.model
    superseding = model._default_manager.filter(supersedes__isnull=False)
    if upto is not None:
        query, superseding = query.filter(act__lte=upto), superseding.filter(act__lte=upto)
    gone = set(superseding.values_list("supersedes_id", flat=True))
    rows = query.filter(void=False).order_by("pk").values_list("pk", "root", "act_id", "file_id", "line", "column", *names)
    kept = [row for row in _fetched(rows) if row[0] not in gone]
    if gone:
        kept.sort(key=lambda row: row[1] or row[0])
    for row in kept:
        yield make_place(*row[2:6]), row[6:]


def _fetched(rows: Any) -> Iterator[Sequence[Any]]:
    """The rows of a query as the driver gives them: Django's conversions take longer than everything else."""
    try:
        sql, params = rows.query.sql_with_params()
    except EmptyResultSet:  # "of these events", and there are none
        return
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        while chunk := cursor.fetchmany(10_000):
            yield from chunk


def current_rows(query: Any) -> list[Any]:
    """The current rows of a query over facts, as model objects; for few rows."""
    rows = list(query.order_by("pk"))
    if not rows:
        return []
    model: type[Recorded] = query.model
    superseding = model._default_manager.filter(supersedes__in=[row.pk for row in rows])
    gone = set(superseding.values_list("supersedes_id", flat=True))
    return [row for row in rows if row.pk not in gone and not row.void]
