"""What is printed: the page that is shown, whole."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse

from bareme.findings import Refused
from bareme.office.pools.service import pool_of
from bareme.portal.printing.paper import WIDE, printed
from bareme.portal.public import editions, events, lists, players
from bareme.portal.public.asked import Asked
from bareme.portal.public.listing import of_edition

ROWS_AT_MOST = 3000  # two to eight seconds of a processor


def edition(request: HttpRequest, pool: str, day: date, number: int) -> HttpResponse:
    """An edition, with the filters and the order of the address, all its rows.

    Errors: Refused `too-many-to-print`.
    """
    listing = of_edition(editions.one(pool_of(pool), day, number))
    count = listing.count(Asked.read(request.GET))
    if count > ROWS_AT_MOST:
        raise Refused("too-many-to-print", value=count, limit=ROWS_AT_MOST)
    page = lists.shown(request, listing, per_page=ROWS_AT_MOST)
    return printed(request, page, f"{pool}-{day}-{number}", WIDE)


def player(request: HttpRequest, pool: str, code: str) -> HttpResponse:
    """A player's card."""
    page = players.player(request, pool, code)
    return printed(request, page, f"{pool}-{code}") if page.status_code == 200 else page


def event(request: HttpRequest, pool: str, event: int) -> HttpResponse:
    """An event."""
    return printed(request, events.event(request, pool, event), f"{pool}-event-{event}")
