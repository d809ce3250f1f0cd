"""Which event of the ledger a file's event is: by its name, and by its days."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from django.db.models import Max, Min

from bareme.facts import Event, Facts, Game
from bareme.findings import Finding
from bareme.office.ledger import models
from bareme.office.pools.models import Pool
from bareme.replay import event_spans

# Two events of one name that lie further apart are two: next year's Open is not this year's.
APART = timedelta(days=90)
DETAILS = ("start", "end", "reported", "rounds", "category", "city", "federation", "time_control")


@dataclass
class Known:
    """An event of the ledger: its last detail, the days of its facts."""

    pk: int
    label: str
    detail: Any
    first: date | None = None
    last: date | None = None

    def gap(self, start: date, end: date) -> timedelta:
        """How far apart its days and these are; none where they overlap."""
        first, last = self.first or start, self.last or end
        return max(first - end, start - last, timedelta())


@dataclass
class EventMatch:
    """What becomes of a file's event: the event of the ledger (None: a new one), its label, what is newly known of it."""

    event: Event
    known: Known | None
    label: str
    news: dict[str, Any] = field(default_factory=dict)


@dataclass
class Events:
    """The events of a pool, for one import."""

    pool: Pool
    findings: list[Finding] = field(default_factory=list)

    def match(self, facts: Facts) -> dict[str, EventMatch]:
        """Every event of the facts, by the name it has there."""
        told = {event.name: event for event in facts.events}
        spans = {name: event for name, event in event_spans(facts).items() if name}
        known = self._known(list(spans))
        taken = set(models.Event.objects.filter(pool=self.pool).values_list("label", flat=True))
        found = {}
        for name, span in spans.items():
            match = self._one(told.get(name, Event(name, source=span.source)), span, known.get(name, []), taken)
            found[name] = match
            taken.add(match.label)
        return found

    def _one(self, event: Event, span: Event, same_name: list[Known], taken: set[str]) -> EventMatch:
        start, end = span.start or date.min, span.end or date.max
        near = [known for known in same_name if known.gap(start, end) <= APART]
        if not near:
            return EventMatch(event, None, _label(event.name, span.start, taken))
        known = min(near, key=lambda known: (known.gap(start, end), known.pk))
        if known.detail.void:
            details = {"event": event.name, "act": known.detail.act_id}
            self.findings.append(Finding("event-is-void", event.source, details))
        return EventMatch(event, known, known.label, self._news(event, known))

    def _news(self, event: Event, known: Known) -> dict[str, Any]:
        """What the file knows and the ledger does not. What they say differently is said, and stays as recorded."""
        news = {}
        for name in DETAILS:
            told, recorded = getattr(event, name), getattr(known.detail, name)
            if told in (None, ""):
                continue
            if recorded in (None, ""):
                news[name] = told
            elif recorded != told:
                details = {"event": event.name, "what": name, "value": told, "recorded": recorded}
                self.findings.append(Finding("event-differs", event.source, details))
        return news

    def _known(self, names: list[str]) -> Mapping[str, list[Known]]:
        """The pool's events that bear one of these names, or bore it, with the days of their facts."""
        found: dict[str, dict[int, None]] = {}
        for some in _slices(names):
            query = models.EventDetail.objects.filter(event__pool=self.pool, name__in=some).order_by("pk")
            for name, event in query.values_list("name", "event_id"):
                found.setdefault(name, {})[event] = None
        known = self._details([event for events in found.values() for event in events])
        return {name: [known[event] for event in events] for name, events in found.items()}

    def _details(self, events: list[int]) -> dict[int, Known]:
        """The last word on each of these events, void or not."""
        known: dict[int, Known] = {}
        for some in _slices(events):
            for detail in models.EventDetail.objects.filter(event__in=some).select_related("event").order_by("pk"):
                known[detail.event_id] = Known(detail.event_id, detail.event.label, detail, detail.start, detail.end)
            for model in (models.Game, models.Placement):
                days = model.objects.filter(event__in=some).values("event_id").annotate(first=Min("date"), last=Max("date"))
                for row in days.order_by():
                    one = known[row["event_id"]]
                    one.first = min(one.first or row["first"], row["first"])
                    one.last = max(one.last or row["last"], row["last"])
        return known


def _slices(values: list[Any]) -> Iterator[list[Any]]:
    """No query names more than a few hundred."""
    return (values[at : at + 500] for at in range(0, len(values), 500))


def _label(name: str, start: date | None, taken: set[str]) -> str:
    """The name, and where another event has it, the year or the day behind it."""
    tries = [name] if start is None else [name, f"{name} ({start.year})", f"{name} ({start.isoformat()})"]
    number = 2
    while tries[0] in taken:
        tries.pop(0)
        if not tries:
            tries.append(f"{name} [{number}]")
            number += 1
    return tries[0]


def relabelled(facts: Facts, labels: Mapping[str, str], keys: Mapping[str, str]) -> Facts:
    """The facts under the ledger's labels of events and keys of players."""
    return replace(
        facts,
        players=tuple(replace(p, key=keys[p.key]) for p in facts.players),
        events=tuple(replace(e, name=labels[e.name]) for e in facts.events if e.name in labels),
        games=tuple(_renamed(game, labels, keys) for game in facts.games),
        byes=tuple(replace(b, event=labels.get(b.event, ""), player=keys[b.player]) for b in facts.byes),
        placements=tuple(replace(p, event=labels.get(p.event, ""), player=keys[p.player]) for p in facts.placements),
        adjustments=tuple(replace(a, player=keys[a.player]) for a in facts.adjustments),
    )


def _renamed(g: Game, labels: Mapping[str, str], keys: Mapping[str, str]) -> Game:
    """Written out: `replace` takes six times as long, and there may be a million."""
    event, a, b = labels.get(g.event, ""), keys[g.player_a], keys[g.player_b]
    return Game(g.date, event, g.round, g.sequence, a, b, g.score_a, g.length, g.format, g.rated, g.why, g.source)
