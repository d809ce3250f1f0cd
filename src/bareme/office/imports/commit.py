"""A plan written into the ledger, within an act."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from operator import attrgetter
from typing import Any

from django.db.models import Max

from bareme.facts import Facts, Place, Player
from bareme.office.audit.trail import Work
from bareme.office.imports.events import DETAILS, EventMatch
from bareme.office.imports.models import FileContent, Import, ImportedFile
from bareme.office.imports.people import Match
from bareme.office.imports.plan import Plan
from bareme.office.ledger.models import Adjustment, Bye, Event, EventDetail, Game, Listing, Placement
from bareme.office.people import members
from bareme.office.people.codes import code
from bareme.office.people.models import Affiliation, MemberName, MemberNumber
from bareme.office.users.models import EventReporter, User

WEIGHTS = {"players": 0, "rating-list": 1}
FROM_EVENT = 2
SAID = ("federation", "sex", "title", "born", "rating", "games", "k", "reached", "series")
CHUNK = 50_000
PART = 200  # characters of a file's name kept


@dataclass
class Delivery:
    """One file as it came."""

    name: str
    data: bytes


Progress = Callable[[int, int], None]


@dataclass
class Commit:
    """One plan on its way into the ledger."""

    work: Work
    plan: Plan
    deliveries: Sequence[Delivery]
    options: dict[str, Any]
    decisions: dict[str, str]
    by: User
    progress: Progress | None = None
    files: dict[str, int] = field(default_factory=dict)
    numbered: set[str] = field(default_factory=set)
    ids: dict[str, int] = field(default_factory=dict)  # key of a player -> member
    events: dict[str, int] = field(default_factory=dict)  # label -> event
    codes: dict[str, str] = field(default_factory=dict)  # key of a newcomer -> his code
    counts: dict[str, int] = field(default_factory=dict)

    def write(self) -> bool:
        """Everything that is new; False if nothing was: then the transaction is to be taken back."""
        self.imported = self.work.new_id(Import)
        self._files()
        self._people()
        self._events()
        self._facts()
        self.work.after = {name: count for name, count in self.counts.items() if count}
        self._import()
        return bool(self.work.after)

    def _count(self, what: str, number: int = 1) -> None:
        self.counts[what] = self.counts.get(what, 0) + number

    # -- files

    def _files(self) -> None:
        by_name = {delivery.name: delivery for delivery in self.deliveries}
        for summary in self.plan.reading.files:
            if summary.kind != "duplicate":
                self._file(summary, by_name[summary.file].data)

    def _import(self) -> None:
        """The import itself comes last, when its counts are known."""
        findings = [{"code": f.code, "place": str(f.place), "message": f.message()} for f in self.plan.reading.findings[:1000]]
        self.work.add(
            Import,
            id=self.imported,
            pool_id=self.plan.pool.pk,
            content=self.plan.content(self.codes),
            options=self.options,
            decisions=self.decisions,
            counts=self.work.after,
            findings=findings,
        )

    def _file(self, summary: Any, data: bytes) -> None:
        pk = self.work.add(
            ImportedFile,
            imported_id=self.imported,
            name=summary.file[-PART:],
            sha256=hashlib.sha256(data).hexdigest(),
            size=len(data),
            kind=summary.kind,
            encoding=summary.encoding,
            delimiter=summary.delimiter,
            columns=dict(summary.columns),
            numbered="sequence" in summary.columns,
            rows_read=summary.rows_read,
            rows_counted=summary.rows_counted,
            rows_refused=summary.rows_refused,
            rows_blank=summary.rows_blank,
        )
        self.work.append(FileContent, [(pk, zlib.compress(data))])
        self.files[summary.file] = pk
        if "sequence" in summary.columns:
            self.numbered.add(summary.file)

    def _origin(self, place: Place) -> dict[str, Any]:
        return {"file_id": self.files.get(place.file), "line": place.line, "column": place.column[:100]}

    # -- people

    def _people(self) -> None:
        news = [match for match in self.plan.people.values() if match.how == "new"]
        first = members.make(self.work, [(self._newcomer(match), self._origin(match.person.place)) for match in news])
        self._count("members", len(news))
        fresh = {match.person.key: first + at for at, match in enumerate(news)}
        for key, match in self.plan.people.items():
            self.ids[self.plan.keys[key]] = fresh[key] if match.member is None else match.member
        self.codes = {self.plan.keys[key]: code(member) for key, member in fresh.items()}
        self._learned([match for match in self.plan.people.values() if match.member is not None])
        self._listings()

    def _newcomer(self, match: Match) -> members.NewMember:
        person, record = match.person, match.person.record
        told = {"club": record.club, "federation": record.federation} if record else {}
        kind = self.plan.pool.numbers
        alias = person.name if person.name != person.full_name else ""
        numbers = {kind: person.number} if person.number else {}
        return members.NewMember(person.full_name, numbers, {k: v for k, v in told.items() if v}, alias=alias)

    def _learned(self, known: Sequence[Match]) -> None:
        """Numbers, spellings and affiliations of known members that are news."""
        for match in known:
            person, origin = match.person, self._origin(match.person.place)
            if match.learn_number:
                self.work.add(MemberNumber, member_id=match.member, kind=self.plan.pool.numbers, number=person.number, **origin)
                self._count("numbers")
            if match.learn_name:
                self.work.add(MemberName, member_id=match.member, name=person.name, kind="alias", **origin)
                self._count("spellings")
        listed = [match for match in known if match.person.record and self._weight(match.person.record) < FROM_EVENT]
        if listed:
            self._affiliations(listed)

    def _affiliations(self, listed: Sequence[Match]) -> None:
        """What a list says of club and federation, where it is not what was known on its day."""
        since = self._list_day()
        there = members.affiliations(since)
        for match in listed:
            record = match.person.record
            for kind, value in (("club", record.club), ("federation", record.federation)) if record else ():
                if value and match.member is not None and there.get((match.member, kind)) != value:
                    values = {"member_id": match.member, "kind": kind, "value": value, "since": since}
                    self.work.add(Affiliation, **values, **self._origin(match.person.place))
                    self._count("affiliations")

    @cached_property
    def _kinds(self) -> dict[str, str]:
        return {summary.file: summary.kind for summary in self.plan.reading.files}

    def _weight(self, record: Player) -> int:
        return WEIGHTS.get(self._kinds.get(record.source.file, ""), FROM_EVENT)

    def _list_day(self) -> date:
        """The day of a list: the one the officer gives, else today's."""
        given = self.options.get("date")
        return date.fromisoformat(given) if given else self.work.at.date()

    @cached_property
    def _started(self) -> set[int]:
        """The members who have a fact in this pool. Asked for lists alone: it looks at every fact there is."""
        return _started(self.plan.pool.pk)

    def _listings(self) -> None:
        """What lists and reports say of ratings, where it is not already recorded."""
        pool = self.plan.pool.pk
        there = set(Listing.objects.filter(pool=pool).values_list("player_id", "weight", *SAID))
        firsts = _first_days(self.plan.reading.facts)
        rows = []
        for player in self.plan.told.players:
            member, weight = self.ids[player.key], self._weight(player)
            said = tuple(getattr(player, name) for name in SAID)
            if not any(value not in (None, "") for value in said) or (member, weight, *said) in there:
                continue
            day: date | None = firsts.get(player.source.file)
            if weight < FROM_EVENT:
                day = self._list_day() if self.options.get("date") or member in self._started else None
            place = player.source
            rows.append((pool, member, weight, day, *said, self.files.get(place.file), place.line, place.column[:100]))
        self.work.append(Listing, rows, ("pool_id", "player_id", "weight", "date", *SAID, "file_id", "line", "column"))
        self._count("listings", len(rows))

    # -- events

    def _events(self) -> None:
        facts = self.plan.facts
        used = (
            {fact.event for fact in facts.games} | {fact.event for fact in facts.placements} | {fact.event for fact in facts.byes}
        )
        for match in self.plan.events.values():
            if match.known is not None:
                self.events[match.label] = match.known.pk
                if match.news:
                    self._detail(match, match.known.pk)
                    self._count("event_details")
            elif match.label in used:
                pk = self.work.add(Event, pool_id=self.plan.pool.pk, label=match.label)
                self.events[match.label] = pk
                self._detail(match, pk)
                self._count("events")
                if self.by.role == User.Role.REPORTER:
                    EventReporter.objects.create(user=self.by, event_id=pk)

    def _detail(self, match: EventMatch, event: int) -> None:
        told = {name: getattr(match.event, name) for name in DETAILS}
        chain: dict[str, Any] = {}
        name = match.event.name
        if match.known is not None:
            old = match.known.detail
            told = {key: match.news.get(key, getattr(old, key)) for key in DETAILS}
            chain, name = {"supersedes_id": old.pk, "root": old.root or old.pk}, old.name
        self.work.add(EventDetail, event_id=event, name=name, **told, **chain, **self._origin(match.event.source))

    # -- facts

    def _facts(self) -> None:
        facts, ids, events = self.plan.facts, self.ids, self.events
        total = len(facts.games) + len(facts.byes) + len(facts.placements) + len(facts.adjustments)
        self.done, self.total = 0, total
        after, own = _last_sequence(self.plan.pool.pk) if total else 0, self.numbered

        def sequence(fact: Any) -> int:
            return int(fact.sequence if fact.source.file in own else after + fact.sequence)

        def event(fact: Any) -> int | None:
            return events[fact.event] if fact.event else None

        def copied(fact: Any, names: Sequence[str]) -> tuple[Any, ...]:
            return tuple(getattr(fact, name) for name in names)

        self._write(
            Game,
            facts.games,
            ("event_id", "sequence", "player_a_id", "player_b_id", *_GAME),
            lambda game: (event(game), sequence(game), ids[game.player_a], ids[game.player_b], *_game(game)),
        )
        self._write(
            Bye, facts.byes, ("event_id", "player_id", *_BYE), lambda bye: (event(bye), ids[bye.player], *copied(bye, _BYE))
        )
        self._write(
            Placement,
            facts.placements,
            ("event_id", "sequence", "player_id", *_PLACEMENT),
            lambda row: (event(row), sequence(row), ids[row.player], *copied(row, _PLACEMENT)),
        )
        self._write(
            Adjustment,
            facts.adjustments,
            ("sequence", "player_id", *_ADJUSTMENT),
            lambda row: (sequence(row), ids[row.player], *copied(row, _ADJUSTMENT)),
        )

    def _write(self, model: Any, facts: Sequence[Any], names: Sequence[str], content: Callable[[Any], tuple[Any, ...]]) -> None:
        pool, files = self.plan.pool.pk, self.files
        for chunk in (facts[at : at + CHUNK] for at in range(0, len(facts), CHUNK)):
            rows = [(pool, files[fact.source.file], fact.source.line, fact.source.column[:100], *content(fact)) for fact in chunk]
            self.work.append(model, rows, ("pool_id", "file_id", "line", "column", *names))
            self.done += len(rows)
            if self.progress:
                self.progress(self.done, self.total)
        self._count(f"{model.__name__.lower()}s", len(facts))


_GAME = ("date", "round", "score_a", "length", "format", "rated", "why")
_BYE = ("date", "round", "points", "why")
_PLACEMENT = ("date", "rounds", "category", "federation", "series", "place")
_ADJUSTMENT = ("date", "kind", "rating", "elo", "experience", "entrants", "level", "federation", "series", "reason")
_game = attrgetter(*_GAME)


def _last_sequence(pool: int) -> int:
    highest = (m.objects.filter(pool=pool).aggregate(Max("sequence"))["sequence__max"] for m in (Game, Placement, Adjustment))
    return max(number or 0 for number in highest)


def _started(pool: int) -> set[int]:
    """The members who have a fact in this pool."""
    found: set[int] = set()
    for model, names in ((Game, ("player_a_id", "player_b_id")), (Placement, ("player_id",)), (Adjustment, ("player_id",))):
        for name in names:
            found.update(model.objects.filter(pool=pool).order_by().values_list(name, flat=True).distinct())
    return found


def _first_days(facts: Facts) -> dict[str, date]:
    """The first day of each file's facts, the start of an event where it is earlier."""
    found: dict[str, date] = {}
    for place, day in _dated(facts):
        found[place.file] = min(found.get(place.file, day), day)
    return found


def _dated(facts: Facts) -> Iterator[tuple[Place, date]]:
    dated: Iterable[Any] = (*facts.games, *facts.byes, *facts.placements, *facts.adjustments)
    for fact in dated:
        yield fact.source, fact.date
    for event in facts.events:
        if event.start:
            yield event.source, event.start
