"""The first day on which facts recorded lately could change anything: replays from before that day stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

from django.db.models import Min, Q

from bareme.office.ledger.models import Adjustment, EventDetail, Game, Listing, Placement
from bareme.office.people.accounts import Accounts
from bareme.office.people.models import Merge
from bareme.office.pools.models import Pool

NEVER = date.max
_CHUNK = 500


def touched(pool: Pool, after: int, upto: int | None = None) -> date:
    """The first day touched by the acts after `after`, up to and with `upto` (None: to the last one); `NEVER` if none.

    A fact of an event touches the whole event from its first day on: when an event is rated may hang on its last game.
    What lists say of people is not asked here: a checkpoint keeps the hash of what its book was prepared with.
    """
    days: list[date] = []
    events: set[int | None] = set()
    for model in (Game, Placement):
        for event, day in _new_and_old(model, pool, after, upto, "event", "date"):
            days.append(day)
            events.add(event)
    for _, day in _new_and_old(Adjustment, pool, after, upto, "kind", "date"):
        days.append(day)
    details = EventDetail.objects.filter(event__pool=pool, **_acts(after, upto))
    events.update(details.values_list("event", flat=True))
    moved = _moved(after, upto)
    if moved:
        days.extend(_of_members(pool, moved, events))
    days.extend(_first_days(event for event in events if event is not None))
    return min(days, default=NEVER)


def changed_since(pool: Pool, after: int, upto: int | None = None) -> date:
    """The same, with what lists say of people: from the day of the list on, or from the beginning."""
    listings = Listing.objects.filter(pool=pool, **_acts(after, upto)).values_list("date", "supersedes__date", "supersedes")
    days = [day or date.min for day, _, _ in listings] + [old or date.min for _, old, number in listings if number is not None]
    return min([touched(pool, after, upto), *days])


def touched_events(pool: Pool, act: int) -> list[int] | None:
    """The events whose facts the rows of one act change; None where that cannot be said by a few events."""
    found: set[int | None] = set()
    for model in (Game, Placement):
        rows = model.objects.filter(pool=pool, act=act).order_by()
        found.update(rows.values_list("event", flat=True).distinct())
        found.update(rows.filter(supersedes__isnull=False).values_list("supersedes__event", flat=True).distinct())
    found.update(EventDetail.objects.filter(event__pool=pool, act=act).values_list("event", flat=True))
    if None in found or len(found) > _CHUNK or Merge.objects.filter(act=act).exists():
        return None
    return sorted(event for event in found if event is not None)


def _acts(after: int, upto: int | None) -> dict[str, int]:
    return {"act__gt": after, **({} if upto is None else {"act__lte": upto})}


def _new_and_old(model: Any, pool: Pool, after: int, upto: int | None, group: str, day: str) -> Iterator[tuple[Any, date]]:
    """Of the rows recorded, and of those they take the place of: the first day of each group."""
    # By their acts, one by one, and every pool's: told of a range or of a pool, SQLite would look through the whole pool.
    acts = list(model.objects.filter(**_acts(after, upto)).order_by().values_list("act", flat=True).distinct())
    for at in range(0, len(acts), _CHUNK):
        new = model.objects.filter(act__in=acts[at : at + _CHUNK]).order_by()
        old = new.filter(supersedes__isnull=False)
        for rows, prefix in ((new, ""), (old, "supersedes__")):
            firsts = rows.values_list("pool", f"{prefix}{group}").annotate(Min(f"{prefix}{day}"))
            yield from ((about, first) for of, about, first in firsts if of == pool.pk)


def _first_days(events: Iterable[int]) -> Iterator[date]:
    """The first day of events: as ever stated, and of any fact they ever had."""
    numbers = sorted(events)
    for at in range(0, len(numbers), _CHUNK):
        chunk = numbers[at : at + _CHUNK]
        for model, name in ((EventDetail, "start"), (Game, "date"), (Placement, "date")):
            first = model.objects.filter(event__in=chunk).aggregate(first=Min(name))["first"]
            if first is not None:
                yield first


def _moved(after: int, upto: int | None) -> list[int]:
    """The members whose facts go to another account than before."""
    before, now = Accounts(after).merged, Accounts(upto).merged
    return sorted(member for member in before.keys() | now.keys() if before.get(member) != now.get(member))


def _of_members(pool: Pool, members: list[int], events: set[int | None]) -> Iterator[date]:
    """The first day of these members' facts; their events are added to `events`."""
    kinds = ((Game, Q(player_a__in=members) | Q(player_b__in=members)), (Placement, Q(player__in=members)))
    for model, theirs in kinds:
        for event, day in model.objects.filter(theirs, pool=pool).order_by().values_list("event").annotate(Min("date")):
            events.add(event)
            yield day
    first = Adjustment.objects.filter(pool=pool, player__in=members).aggregate(first=Min("date"))["first"]
    if first is not None:
        yield first
