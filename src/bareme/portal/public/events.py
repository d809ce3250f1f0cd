"""The pages of events: all of a pool, and one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db.models import Count, Max, Min
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from bareme.findings import Refused
from bareme.office.exports.files import Table, as_bytes
from bareme.office.ledger.models import Event, EventDetail, Game, Placement
from bareme.office.pools.models import Pool
from bareme.office.pools.service import pool_of
from bareme.portal.public.asked import PER_PAGE, Asked
from bareme.portal.public.columns import headline
from bareme.portal.public.event_rows import Rows
from bareme.portal.public.lines import live_run, of_event
from bareme.portal.public.lists import file_response, pages
from bareme.portal.public.lookups import rules_of
from bareme.portal.public.meeting import Meeting, slices, state_of
from bareme.portal.site.context import address


def events(request: HttpRequest, pool: str) -> HttpResponse:
    """The events of a pool, the last recorded first."""
    found = pool_of(pool)
    asked = Asked.read({name: request.GET.get(name, "") for name in ("page", "name")})
    query = Event.objects.filter(pool=found)
    if "name" in asked.filters:
        query = query.filter(label__icontains=asked.filters["name"])
    count = query.count()
    first = (asked.page - 1) * PER_PAGE
    shown = list(query.order_by("-pk").values_list("pk", flat=True)[first : first + PER_PAGE])
    said = {"pool": found, "events": told(shown), "count": count, "asked": asked, "pages": pages(asked, count)}
    return render(request, "public/events.html", said)


def told(numbers: Sequence[int]) -> list[dict[str, Any]]:
    """These events in short: name, days, how many results; in the order given. Two queries for facts, one for names."""
    gone = EventDetail.objects.filter(event__in=numbers, supersedes__isnull=False).values_list("supersedes", flat=True)
    details = EventDetail.objects.filter(event__in=numbers).exclude(pk__in=list(gone)).select_related("event__pool")
    by_event = {detail.event_id: detail for detail in details}
    spans: dict[int, dict[str, Any]] = {}
    for model in (Game, Placement):
        rows = model.objects.filter(event__in=numbers).order_by().values("event")
        for row in rows.annotate(first=Min("date"), last=Max("date"), results=Count("pk")):
            spans[row["event"]] = row
    found = []
    for number in numbers:
        detail, span = by_event[number], spans.get(number, {"first": None, "last": None, "results": 0})
        found.append(
            {
                "pk": number,
                "pool": detail.event.pool,
                "label": detail.event.label,
                "city": detail.city,
                "void": detail.void,
                "first": detail.start or span["first"],
                "last": detail.end or span["last"],
                "results": span["results"],
            }
        )
    return found


def _meeting(pool: str, number: int) -> tuple[Pool, Meeting]:
    """Errors: Refused `no-such-page`."""
    found = pool_of(pool)
    event = Event.objects.filter(pool=found, pk=number).select_related("act").first()
    if event is None:
        raise Refused("no-such-page", path=f"{pool}/events/{number}")
    run = live_run(found.pk)
    return found, Meeting.of(event, of_event(run, number) if run else [])


def event(request: HttpRequest, pool: str, event: int) -> HttpResponse:
    """One event."""
    found, meeting = _meeting(pool, event)
    first, last = meeting.days
    results = meeting.results()
    rows = Rows.of(found.slug, event, headline(rules_of(found)).digits or 0)
    asked = Asked.read({"page": request.GET.get("page", "")})
    start = (asked.page - 1) * PER_PAGE
    placements = sorted(meeting.placements, key=lambda row: (row.place, row.pk))
    count = len(results) if results else len(placements)
    said = {
        "pool": found,
        "meeting": meeting,
        "detail": meeting.detail,
        "first": first,
        "last": last,
        "state": state_of(meeting.event, last),
        "rounds": meeting.rounds,
        "entrants": rows.entrants(meeting.entrants(), meeting.rounds),
        "results": rows.results(results[start : start + PER_PAGE]),
        "left_out": meeting.left_out(results).most_common(),
        "placements": _placed(meeting, placements[start : start + PER_PAGE]),
        "slices": slices(meeting.lines),
        "pages": pages(asked, count),
        "printed": address("printing:event", found.slug, event),
    }
    return render(request, "public/event.html", said)


def _placed(meeting: Meeting, placements: Sequence[Any]) -> list[dict[str, Any]]:
    """Places with what each was worth in the player's own series."""
    lines = {told.player: told for told in meeting.lines}
    found = []
    for row in placements:
        line = lines.get(row.player_id)
        terms = line.line.terms if line and line.line.kind == "placement" else None
        own = min(row.series, 4) - 1
        found.append(
            {
                "row": row,
                "code": meeting.names[row.player_id][0],
                "name": meeting.names[row.player_id][1],
                "line": line,
                "percent": terms["%S"][own] if terms else None,
                "weight": terms["W"][own] if terms else None,
            }
        )
    return found


RESULTS = ("date", "round", "player_a", "name_a", "player_b", "name_b", "score_a", "note", "not_counted", "change_a", "change_b")
PLACES = ("place", "player", "name", "federation", "series", "percent", "weight")


def event_file(request: HttpRequest, pool: str, event: int, format: str) -> HttpResponse:
    """An event's results as a file, with what they moved."""
    found, meeting = _meeting(pool, event)
    name = f"{found.slug} {meeting.event.label}"
    top: dict[str, Any] = {"pool": found.slug, "event": meeting.event.label}
    first, last = meeting.days
    top |= {"first": _day(first), "last": _day(last), "void": meeting.detail is None}
    if meeting.placements:
        placements = sorted(meeting.placements, key=lambda row: (row.place, row.pk))
        places = (
            [one["row"].place, one["code"], one["name"], one["row"].federation, one["row"].series, one["percent"], one["weight"]]
            for one in _placed(meeting, placements)
        )
        return file_response(as_bytes(Table(name, PLACES, places, top), format), name, format)
    rows = (
        [
            result.day,
            result.round,
            *result.a,
            *result.b,
            result.score_a,
            result.note,
            result.why,
            result.change_a,
            result.change_b,
        ]
        for result in meeting.results()
    )
    return file_response(as_bytes(Table(name, RESULTS, rows, top), format), name, format)


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None
