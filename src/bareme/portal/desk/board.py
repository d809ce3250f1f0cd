"""What waits on the desk: events by their state, pools with their lists, corrections, claims, failures, upkeep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.conf import settings
from django.db.models import Count, Max, Min

from bareme.office.editions.models import Edition
from bareme.office.ledger.models import Event, EventDetail
from bareme.office.pools.models import Pool
from bareme.office.pools.rhythm import Rhythm
from bareme.office.runs.models import JournalLine, Run, RunLease
from bareme.office.runs.service import today
from bareme.office.upkeep import BACKUP, VERIFY, noted
from bareme.portal.desk import jobs
from bareme.portal.desk.models import Job

EVENTS = 40  # of all pools, those recorded last
COLUMN = 12
AHEAD = timedelta(days=800)


@dataclass(frozen=True)
class Told:
    """An event on the board. `rated` is the day of its first run, `anew` how often it was rated again with another outcome."""

    pk: int
    pool: Pool
    label: str
    received: datetime
    rated: date | None = None
    anew: int = 0


@dataclass(frozen=True)
class PoolState:
    """A pool at a glance. `late` are the lists that were due since the last one; `waiting` events recorded since its run."""

    pool: Pool
    run: Run | None
    edition: Edition | None
    next: date | None
    late: Sequence[date]
    waiting: int
    running: RunLease | None


def events() -> dict[str, list[Told]]:
    """The events recorded last: `recorded` and not rated yet, `rated` once, `anew` rated more than once."""
    found: dict[str, list[Told]] = {"recorded": [], "rated": [], "anew": []}
    latest = list(Event.objects.order_by("-pk").select_related("pool", "act")[:EVENTS])
    numbers = [event.pk for event in latest]
    lines = JournalLine.objects.filter(event__in=numbers).order_by().values("event")
    spans = {row["event"]: row for row in lines.annotate(first=Min("run__act__at"), runs=Count("run", distinct=True))}
    gone = _void(numbers)
    for event in latest:
        span = spans.get(event.pk)
        if event.pk in gone:
            continue
        rated = span["first"].date() if span else None
        told = Told(event.pk, event.pool, event.label, event.act.at, rated, span["runs"] - 1 if span else 0)
        found["recorded" if span is None else "anew" if told.anew else "rated"].append(told)
    return {name: column[:COLUMN] for name, column in found.items()}


def _void(numbers: Sequence[int]) -> set[int]:
    """Those of these events that were taken out."""
    last = EventDetail.objects.filter(event__in=numbers).order_by().values("event").annotate(last=Max("pk"))
    rows = EventDetail.objects.filter(pk__in=[row["last"] for row in last], void=True)
    return set(rows.values_list("event_id", flat=True))


def pools() -> list[PoolState]:
    """All of them, by name."""
    leases = {lease.pool_id: lease for lease in RunLease.objects.all()}
    return [state_of(pool, leases.get(pool.pk)) for pool in Pool.objects.order_by("name")]


def state_of(pool: Pool, running: RunLease | None = None) -> PoolState:
    """One of them."""
    run = Run.objects.filter(pool=pool).order_by("-pk").select_related("act").first()
    edition = Edition.objects.filter(pool=pool).order_by("-day", "-number").select_related("act").first()
    rhythm = Rhythm.parse(pool.rhythm)
    late = list(rhythm.due(edition.day, today())) if edition else []
    coming = next(iter(rhythm.due(today(), today() + AHEAD)), None)
    waiting = Event.objects.filter(pool=pool, act__gt=run.upto_id if run else 0).count()
    return PoolState(pool, run, edition, coming, late, waiting, running)


@dataclass(frozen=True)
class Upkeep:
    """When the office was last copied and verified. `old`: longer ago than it should be, or never."""

    at: datetime | None
    old: bool
    faults: int = 0

    @property
    def days(self) -> int:
        """How many days ago."""
        return (datetime.now(UTC) - self.at).days if self.at else 0


def upkeep() -> dict[str, Upkeep]:
    """`backup` (each day) and `verify` (each week)."""
    found = {}
    for what, most in ((BACKUP, timedelta(days=2)), (VERIFY, timedelta(days=8))):
        last = noted(settings.OFFICE_FOLDER, what)
        at = last["at"] if last else None
        found[what] = Upkeep(at, at is None or datetime.now(UTC) - at > most, last.get("faults", 0) if last else 0)
    return found


def failures(most: int = 5) -> list[Job]:
    """The last work that failed."""
    recent = Job.objects.order_by("-pk").select_related("pool", "user")[:60]
    return [job for job in recent if jobs.failure_of(job)][:most]
