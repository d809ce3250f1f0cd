"""Home: pools with their official lists, who moved, the latest events; search."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from bareme.office.editions.differences import Key, key
from bareme.office.editions.models import Edition, EditionRow
from bareme.office.ledger.models import Event
from bareme.office.people.search import MOST
from bareme.office.people.search import find as find_members
from bareme.office.pools.models import Pool
from bareme.office.runs.models import LiveStanding
from bareme.portal.public import editions
from bareme.portal.public.columns import headline, value
from bareme.portal.public.events import told
from bareme.portal.public.lookups import rulebook_of
from bareme.readers.identity import spelling

TOP, MOVERS, EVENTS = 5, 4, 8


@dataclass(frozen=True)
class Mover:
    """A line of a list in short."""

    code: str
    name: str
    rank: int | None
    value: float | None
    change: float | None


@dataclass(frozen=True)
class Card:
    """A pool at home: its official list's first lines, and the largest gains since the list before."""

    pool: Pool
    edition: Edition | None
    top: tuple[Mover, ...]
    movers: tuple[Mover, ...]
    digits: int


def home(request: HttpRequest) -> HttpResponse:
    """Where everything begins."""
    pools = list(Pool.objects.order_by("name"))
    current = editions.current_of_each(pools)
    cards = [_card(pool, current.get(pool.pk)) for pool in pools]
    latest = list(Event.objects.order_by("-pk").values_list("pk", flat=True)[:EVENTS])
    return render(request, "public/home.html", {"cards": cards, "events": told(latest)})


def _card(pool: Pool, edition: Edition | None) -> Card:
    if edition is None:
        return Card(pool, None, (), (), 0)
    top, movers = _lines(key(edition), edition.rulebook)
    return Card(pool, edition, top, movers, headline(rulebook_of(edition.rulebook, {})).digits or 0)


@lru_cache(maxsize=64)
def _lines(edition: Key, rulebook: str) -> tuple[tuple[Mover, ...], tuple[Mover, ...]]:
    """The first of an edition, and who gained most in it. An edition never changes: it is asked once."""
    path = headline(rulebook_of(rulebook, {})).path
    rows = EditionRow.objects.filter(edition=edition[0]).select_related("player")

    def short(row: EditionRow) -> Mover:
        return Mover(row.player.code, row.name, row.rank, value(vars(row), path), row.change)

    top = rows.filter(position__lte=TOP, rank__isnull=False).order_by("position")
    movers = rows.filter(change__gt=0).order_by("-change", "position")[:MOVERS]
    return tuple(map(short, top)), tuple(map(short, movers))


def find(request: HttpRequest) -> HttpResponse:
    """Players by words of the name in any order, with or without accents, by code or by number."""
    text = request.GET.get("q", "")[:100].replace("\0", "").strip()
    found = find_members(text) if spelling(text) else []  # a text without a letter would be everybody
    codes = [code for code, _, _ in found]
    pools: dict[str, list[str]] = {}
    for code, name in LiveStanding.objects.filter(player__code__in=codes).values_list("player__code", "pool__name"):
        pools.setdefault(code, []).append(name)
    shown = [(code, name, pools.get(code, [])) for code, name, _ in found]
    return render(request, "public/find.html", {"q": text, "found": shown, "full": len(found) == MOST})
