"""Pools, lists, players, events and explanations, for reading."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router, Schema

from bareme.explain import text
from bareme.findings import Refused
from bareme.office.editions import models as official
from bareme.office.ledger.models import Event, EventDetail
from bareme.office.ledger.reading import current_rows
from bareme.office.people.accounts import Accounts
from bareme.office.people.search import find
from bareme.office.pools.models import Pool
from bareme.office.pools.service import pool_of
from bareme.office.runs.models import LiveStanding
from bareme.portal.api import shapes
from bareme.portal.public import editions
from bareme.portal.public.asked import Asked
from bareme.portal.public.columns import PRIVATE
from bareme.portal.public.explained import line_of
from bareme.portal.public.lines import Told, live_run, of_event, of_player
from bareme.portal.public.listing import Listing, of_edition, of_live
from bareme.portal.public.lookups import account_of, member_of, names_of
from bareme.portal.site.templatetags.words import speech

router = Router(tags=["reading"])
AT_MOST = 1000  # rows of an answer
_HIDDEN = {path.partition("/")[2] for path in PRIVATE}

PageNumber = Annotated[int, Query(ge=1, le=1_000_000)]
PerPage = Annotated[int, Query(ge=1, le=AT_MOST)]
Text = Annotated[str, Query(max_length=100)]


def page_of(rows: Any, count: int, page: int, per_page: int) -> dict[str, Any]:
    """A page of rows that can be sliced."""
    first = (page - 1) * per_page
    return {"count": count, "page": page, "per_page": per_page, "items": list(rows[first : first + per_page])}


# -- pools and lists


@router.get("/pools", response=list[shapes.Pool], url_name="pools")
def pools(request: HttpRequest) -> Any:
    """Every pool, with the days of its latest official list and of its live standings."""
    found = list(Pool.objects.order_by("slug"))
    return _pools(found)


@router.get("/pools/{slug:pool}", response=shapes.Pool, url_name="pool")
def pool(request: HttpRequest, pool: str) -> Any:
    """One pool."""
    return _pools([pool_of(pool)])[0]


def _pools(found: list[Pool]) -> list[dict[str, Any]]:
    current = editions.current_of_each(found)
    live = {p.pk: run.on for p in found if (run := live_run(p.pk)) is not None}
    return [
        {
            "pool": p.slug,
            "name": p.name,
            "rulebook": p.rulebook,
            "overrides": p.overrides,
            "latest_list": current[p.pk].day if p.pk in current else None,
            "live_on": live.get(p.pk),
        }
        for p in found
    ]


@router.get("/pools/{slug:pool}/lists", response=list[shapes.Edition], url_name="lists")
def lists(request: HttpRequest, pool: str) -> Any:
    """Every published list of a pool, the newest first."""
    return [_edition(edition) for edition in editions.all_of(pool_of(pool))]


@router.get("/pools/{slug:pool}/lists/{day}/{int:number}", response=shapes.Edition, url_name="list")
def one_list(request: HttpRequest, pool: str, day: date, number: int) -> Any:
    """One published list, without its rows."""
    return _edition(editions.one(pool_of(pool), day, number))


def _edition(edition: official.Edition) -> dict[str, Any]:
    return {
        "pool": edition.pool.slug,
        "day": edition.day,
        "edition": edition.number,
        "published_at": edition.act.at,
        "rulebook": edition.rulebook,
        "version": edition.version,
        "overrides": edition.overrides,
        "counts": edition.counts,
        "checksum": edition.checksum,
    }


class Filters(Schema):
    """What rows of a list are asked for, and in which order: `sort` is a column, with a minus for the largest first."""

    club: Text = ""
    committee: Text = ""
    federation: Text = ""
    level: Text = ""
    category: Text = ""
    name: Text = ""
    active: Text = ""
    sort: Text = "rank"


@router.get("/pools/{slug:pool}/lists/{day}/{int:number}/rows", response=shapes.Page[shapes.Row], url_name="list-rows")
def list_rows(
    request: HttpRequest,
    pool: str,
    day: date,
    number: int,
    filters: Annotated[Filters, Query()],
    page: PageNumber = 1,
    per_page: PerPage = 100,
) -> Any:
    """The rows of a published list."""
    return _rows(of_edition(editions.one(pool_of(pool), day, number)), filters, page, per_page)


@router.get("/pools/{slug:pool}/live/rows", response=shapes.Page[shapes.Row], url_name="live-rows")
def live_rows(
    request: HttpRequest, pool: str, filters: Annotated[Filters, Query()], page: PageNumber = 1, per_page: PerPage = 100
) -> Any:
    """The rows of the live standings: not official."""
    return _rows(of_live(pool_of(pool)), filters, page, per_page)


def _rows(listing: Listing, filters: Filters, page: int, per_page: int) -> dict[str, Any]:
    asked = Asked.read(filters.dict())
    found = page_of(listing.chosen(asked), listing.count(asked), page, per_page)
    return {**found, "items": [_row(row) for row in found["items"]]}


def _row(row: dict[str, Any]) -> dict[str, Any]:
    missing = {"previous_rank": None, "change": None, "club": "", "committee": "", "federation": ""}
    more = {name: value for name, value in row["more"].items() if name not in _HIDDEN}
    return {**missing, **row, "player": row["code"], "more": more}


# -- players


@router.get("/players", response=list[shapes.Found], url_name="players")
def players(request: HttpRequest, q: Text) -> Any:
    """Members by words of the name in any order, with or without accents, by code or by number; the first forty."""
    text = q.replace("\0", "").strip()
    found = find(text) if text else []
    return [{"player": code, "name": name} for code, name, _numbers in found]


@router.get("/pools/{slug:pool}/players/{player}", response=shapes.InPool, url_name="player")
def player(request: HttpRequest, pool: str, player: str) -> Any:
    """A player in a pool: official and live, apart. Who was merged into another is answered as that one."""
    found, account = pool_of(pool), account_of(member_of(player))
    edition = editions.current_of_each([found]).get(found.pk)
    printed = of_edition(edition).rows.filter(player__in=Accounts().family(account.pk)).first() if edition else None
    live = LiveStanding.objects.filter(pool=found, player=account).select_related("run").first()
    now = of_live(found).rows.filter(player=account).first() if live else None
    return {
        "pool": found.slug,
        "player": account.code,
        "name": account.name,
        "official_on": edition.day if edition else None,
        "official": _row(printed) if printed else None,
        "live_on": live.run.on if live else None,
        "live": _row(now) if now else None,
    }


@router.get("/pools/{slug:pool}/players/{player}/journal", response=shapes.Page[shapes.JournalLine], url_name="journal")
def journal(request: HttpRequest, pool: str, player: str, page: PageNumber = 1, per_page: PerPage = 100) -> Any:
    """A player's whole history in a pool, oldest first: every movement with its terms, and what did not count."""
    found, account = pool_of(pool), account_of(member_of(player))
    run = live_run(found.pk)
    return _lines(of_player(run, account.pk) if run else [], page, per_page)


# -- events


@router.get("/pools/{slug:pool}/events", response=shapes.Page[shapes.Event], url_name="events")
def events(request: HttpRequest, pool: str, page: PageNumber = 1, per_page: PerPage = 100) -> Any:
    """The events of a pool, those brought last first."""
    found = pool_of(pool)
    rows = Event.objects.filter(pool=found).order_by("-pk").select_related("pool")
    answer = page_of(rows, rows.count(), page, per_page)
    return {**answer, "items": _events(answer["items"])}


@router.get("/events/{int:event}", response=shapes.Event, url_name="event")
def event(request: HttpRequest, event: int) -> Any:
    """One event."""
    return _events([_event(event)])[0]


@router.get("/events/{int:event}/journal", response=shapes.Page[shapes.JournalLine], url_name="event-journal")
def event_journal(request: HttpRequest, event: int, page: PageNumber = 1, per_page: PerPage = 100) -> Any:
    """What an event's results did to everybody, and what did not count."""
    found = _event(event)
    run = live_run(found.pool_id)
    return _lines(of_event(run, found.pk) if run else [], page, per_page)


def _event(number: int) -> Event:
    """Errors: Refused `no-such-page`."""
    found: Event | None = Event.objects.filter(pk=number).select_related("pool").first()
    if found is None:
        raise Refused("no-such-page", path=f"events/{number}")
    return found


def _events(found: Sequence[Event]) -> list[dict[str, Any]]:
    rows = EventDetail.objects.filter(event__in=[event.pk for event in found])
    details = {detail.event_id: detail for detail in current_rows(rows)}
    return [
        {
            "event": event.pk,
            "pool": event.pool.slug,
            "name": detail.name if detail else event.label,
            "start": detail.start if detail else None,
            "end": detail.end if detail else None,
            "city": detail.city if detail else "",
            "category": detail.category if detail else "",
            "rounds": detail.rounds if detail else None,
            "void": detail is None,
        }
        for event in found
        for detail in [details.get(event.pk)]
    ]


# -- journal lines


@router.get("/pools/{slug:pool}/lines/{int:line}", response=shapes.Explained, url_name="line")
def line(request: HttpRequest, pool: str, line: int) -> Any:
    """A journal line explained, in the language of Accept-Language."""
    _run, one = line_of(pool, line)
    told = one.explanation
    return {
        "line": _line(one, _codes([one])),
        "heading": told.heading,
        "movement": told.movement,
        "steps": [
            {"article": s.article, "text": s.text, "formula": s.formula, "put_in": s.put_in, "value": s.value} for s in told.steps
        ],
        "errata": [speech().of(erratum.reading) for erratum in told.errata],
        "text": text([told], one.rulebook, speech().language),
    }


def _lines(lines: Sequence[Told], page: int, per_page: int) -> dict[str, Any]:
    found = page_of(lines, len(lines), page, per_page)
    codes = _codes(found["items"])
    return {**found, "items": [_line(one, codes) for one in found["items"]]}


def _codes(lines: Sequence[Told]) -> dict[int, tuple[str, str]]:
    return names_of(one.player for one in lines)


def _line(one: Told, codes: dict[int, tuple[str, str]]) -> dict[str, Any]:
    line = one.line
    return {
        "line": one.pk,
        "date": line.date,
        "kind": line.kind,
        "player": codes[one.player][0],
        "name": line.player,
        "event": one.event,
        "event_name": line.event,
        "round": line.round,
        "opponent": one.opponent_code,
        "opponent_name": line.opponent,
        "rating_before": line.before,
        "rating_after": line.after,
        "article": line.article,
        "version": line.version,
        "reason": line.reason,
        "terms": dict(line.terms),
    }
