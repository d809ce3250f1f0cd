"""The page of a list: official or live, filtered and sorted by its address; as files; all lists of a pool."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from bareme.office.editions.models import Edition
from bareme.office.editions.service import claims_until
from bareme.office.exports.files import PROFILES, as_bytes
from bareme.office.pools.service import pool_of
from bareme.portal.public import editions
from bareme.portal.public.asked import PER_PAGE, Asked
from bareme.portal.public.columns import Head, level_words, row_html
from bareme.portal.public.listing import Listing, of_edition, of_live
from bareme.portal.public.progress import bands
from bareme.portal.site.context import address
from bareme.readers.values import bare

TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def pool(request: HttpRequest, pool: str) -> HttpResponse:
    """A pool: its official list."""
    return shown(request, of_edition(editions.current_of(pool_of(pool))))


def day(request: HttpRequest, pool: str, day: date) -> HttpResponse:
    """The list of a day: its last edition."""
    return shown(request, of_edition(editions.one(pool_of(pool), day)))


def edition(request: HttpRequest, pool: str, day: date, number: int) -> HttpResponse:
    """One edition, for ever at this address."""
    return shown(request, of_edition(editions.one(pool_of(pool), day, number)))


def live(request: HttpRequest, pool: str) -> HttpResponse:
    """The live list."""
    return shown(request, of_live(pool_of(pool)))


def edition_file(request: HttpRequest, pool: str, day: date, number: int, format: str) -> HttpResponse:
    """What the page of an edition shows, as a file."""
    return as_file(request, of_edition(editions.one(pool_of(pool), day, number)), format)


def live_file(request: HttpRequest, pool: str, format: str) -> HttpResponse:
    """What the page of the live list shows, as a file."""
    return as_file(request, of_live(pool_of(pool)), format)


def as_file(request: HttpRequest, listing: Listing, format: str) -> HttpResponse:
    """A list's table. Errors: Refused `bad-filter`."""
    table = listing.table(Asked.read(request.GET))
    profile = "spreadsheet" if request.GET.get("profile") == PROFILES[1] else PROFILES[0]
    return file_response(as_bytes(table, format, profile), table.name, format)


def file_response(content: bytes, name: str, format: str) -> HttpResponse:
    """A file to keep."""
    plain = "".join(c if c.isascii() and (c.isalnum() or c in "-._") else "-" for c in name)
    return HttpResponse(
        content, content_type=TYPES[format], headers={"Content-Disposition": f'attachment; filename="{plain}.{format}"'}
    )


def shown(request: HttpRequest, listing: Listing, per_page: int = PER_PAGE) -> HttpResponse:
    """A list's page; on paper it has more rows."""
    asked, columns = Asked.read(request.GET), listing.columns
    count = listing.count(asked)
    first = (asked.page - 1) * per_page
    player = reverse("public:player", args=(listing.pool.slug, "CODE"))
    rows = list(listing.chosen(asked)[first : first + per_page])
    said = {
        "pool": listing.pool,
        "listing": listing,
        "edition": listing.edition,
        "rulebook": listing.rulebook,
        "asked": asked,
        "heads": [(head, *_sorting(head, asked, listing.fields)) for head in columns],
        "rows": [row_html(row, columns, listing.rulebook, player) for row in rows],
        "count": count,
        "pages": pages(asked, count),
        "filters": _filters(listing, asked),
        "files": _files(listing, asked),
        "rulebook_page": address("rulebooks:page", listing.rulebook.name),
        **(_of_edition(listing.edition) if listing.edition else {}),
    }
    return render(request, "public/list.html", said)


def _sorting(head: Head, asked: Asked, fields: Mapping[str, str]) -> tuple[str, str]:
    """The address that sorts by a column, and what aria-sort says of it; empty where it cannot be sorted."""
    if head.sort not in fields:
        return "", ""
    up, down = head.sort, f"-{head.sort}"
    if asked.sort == up:
        return asked.address(sort=down, page=None), "ascending"
    if asked.sort == down:
        return asked.address(sort=up, page=None), "descending"
    return asked.address(sort=down if head.falling else up, page=None), ""


def pages(asked: Asked, count: int) -> dict[str, Any]:
    """Where one is, and the way on and back."""
    last = max((count + PER_PAGE - 1) // PER_PAGE, 1)
    numbers = sorted({1, last, *range(asked.page - 2, asked.page + 3)} & set(range(1, last + 1)))
    return {
        "here": asked.page,
        "last": last,
        "links": [(number, asked.address(page=number)) for number in numbers],
        "before": asked.address(page=asked.page - 1) if asked.page > 1 else "",
        "after": asked.address(page=asked.page + 1) if asked.page < last else "",
    }


def _filters(listing: Listing, asked: Asked) -> list[dict[str, Any]]:
    """The choices of the form above the list, where there is more than one."""
    names = {
        "club": _("Club"), "committee": _("Committee"), "federation": _("Federation"), "level": _("Level"),
        "category": _("Category of licence"),
    }  # fmt: skip
    found = []
    for name, text in names.items():
        values = _levels(listing) if name == "level" else sorted(getattr(listing.choices, name), key=bare)
        if len(values) > 1 or name in asked.filters:
            words = {value: level_words(value, listing.rulebook) if name == "level" else value for value in values}
            found.append({"name": name, "text": text, "values": words, "chosen": asked.filters.get(name, "")})
    return found


def _levels(listing: Listing) -> list[str]:
    """The levels there are, the highest first, as the list has them."""
    highest = [band.level for band in reversed(bands(listing.rulebook))]
    return sorted(listing.choices.level, key=lambda level: highest.index(level) if level in highest else len(highest))


def _files(listing: Listing, asked: Asked) -> list[tuple[str, str]]:
    """The same as files: what the link says, and its address."""
    if listing.edition:
        given: dict[str, Any] = {"pool": listing.pool.slug, "day": listing.day, "number": listing.edition.number}
        name = "public:edition-file"
    else:
        given, name = {"pool": listing.pool.slug}, "public:live-file"
    made = [(kind.upper(), reverse(name, kwargs={**given, "format": kind}) + asked.whole) for kind in TYPES]
    for_sheets = reverse(name, kwargs={**given, "format": "csv"}) + asked.address(page=None, profile=PROFILES[1])
    printed = address("printing:list", **given) if listing.edition else ""
    return [*made, (_("CSV for a spreadsheet in French"), for_sheets), *([("PDF", printed + asked.whole)] if printed else [])]


def _of_edition(edition: Edition) -> dict[str, Any]:
    """What stands above an official list."""
    others = [other for other in editions.all_of(edition.pool) if other.pk != edition.pk]
    newest = max([other.day for other in others], default=edition.day)
    return {
        "claims_until": claims_until(edition),
        "same_day": sorted((other for other in others if other.day == edition.day), key=lambda other: other.number),
        "superseded": any(other.day == edition.day and other.number > edition.number for other in others),
        "newest": newest if newest > edition.day else None,
        "others": others[:60],
    }


def all_lists(request: HttpRequest, pool: str) -> HttpResponse:
    """Every edition there was."""
    found = pool_of(pool)
    return render(request, "public/lists.html", {"pool": found, "editions": editions.all_of(found)})


def compare(request: HttpRequest, pool: str, day: date, number: int) -> HttpResponse:
    """From the form on a list's page to the address of the difference. Errors: Refused `no-such-edition`."""
    of, _bar, which = request.GET.get("with", "").partition("/")
    here = reverse("public:edition", args=(pool, day, number))
    if not (which.isascii() and which.isdigit()):
        return HttpResponseRedirect(here)
    try:
        other = date.fromisoformat(of)
    except ValueError:
        return HttpResponseRedirect(here)
    return HttpResponseRedirect(reverse("public:difference", args=(pool, day, number, other, int(which[:6]))))
