"""Two lists compared, and the records of a pool's lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from itertools import islice
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from bareme.office.editions.differences import by_gain, key
from bareme.office.editions.differences import difference as difference_of
from bareme.office.editions.models import Edition, EditionRow
from bareme.office.pools.models import Pool
from bareme.office.pools.service import pool_of
from bareme.portal.public import editions
from bareme.portal.public.asked import PER_PAGE, Asked
from bareme.portal.public.columns import headline
from bareme.portal.public.lists import pages
from bareme.portal.public.lookups import rulebook_of, rules_of
from bareme.portal.site.templatetags.words import speech

TOP = 5
BEST = 50  # places of each list that are looked at for records
SHOWN = 10


def difference(request: HttpRequest, pool: str, day: date, number: int, other_day: date, other: int) -> HttpResponse:
    """What an edition says otherwise than another one."""
    found = pool_of(pool)
    after, before = editions.one(found, day, number), editions.one(found, other_day, other)
    if (before.day, before.number) > (after.day, after.number):
        before, after = after, before
    pair = key(before), key(after)
    every = by_gain(*pair)
    asked = Asked.read({"page": request.GET.get("page", "")})
    first = (asked.page - 1) * PER_PAGE
    gained = [d for d in (difference_of(*pair, code) for code in every[:TOP]) if (d.change or 0) > 0]
    last = (d for d in (difference_of(*pair, code) for code in reversed(every)) if d.change is not None)
    lost = [d for d in islice(last, TOP) if (d.change or 0) < 0]
    rulebook = rulebook_of(after.rulebook, after.overrides)
    said = {
        "pool": found,
        "before": before,
        "after": after,
        "total": len(every),
        "movers": {"up": gained, "down": lost} if first == 0 else None,
        "differences": [difference_of(*pair, code) for code in every[first : first + PER_PAGE]],
        "digits": headline(rulebook).digits or 0,
        "pages": pages(asked, len(every)),
    }
    return render(request, "public/difference.html", said)


def records(request: HttpRequest, pool: str) -> HttpResponse:
    """Who led most often, the highest numbers ever published, who took the lead when."""
    found = pool_of(pool)
    last = _last_editions(found)
    rows = _best(last)
    column = headline(rules_of(found))
    number = column.path.rpartition("/")[2]
    firsts = Counter((row["code"]) for row in rows if row["rank"] == 1)
    names = {row["code"]: row["name"] for row in rows}
    highest: dict[str, tuple[str, str, float, date, int]] = {}
    for row in rows:
        value = row["published"].get(number)
        if value is not None and (row["code"] not in highest or value > highest[row["code"]][2]):
            highest[row["code"]] = (row["code"], row["name"], value, row["edition__day"], row["edition__number"])
    said = {
        "pool": found,
        "lists": len(last),
        "firsts": [(code, names[code], n) for code, n in firsts.most_common(SHOWN)],
        "highest": sorted(highest.values(), key=lambda entry: (-entry[2], entry[3]))[:SHOWN],
        "reigns": _reigns(rows)[:SHOWN],
        "headline": speech()(column.en, column.fr),
        "digits": column.digits or 0,
    }
    return render(request, "public/records.html", said)


def _last_editions(pool: Pool) -> list[int]:
    """Of each day the last edition."""
    found = dict(Edition.objects.filter(pool=pool).order_by("day", "number").values_list("day", "pk"))
    return list(found.values())


def _best(last: Sequence[int]) -> list[dict[str, Any]]:
    """The first places of these lists, the oldest first."""
    names = ("rank", "name", "player__code", "published", "edition__day", "edition__number")
    rows = EditionRow.objects.filter(edition__in=last, position__lte=BEST).order_by("edition__day", "position").values(*names)
    return [{**row, "code": row["player__code"]} for row in rows]


def _reigns(rows: Sequence[dict[str, Any]]) -> list[tuple[str, str, date, int]]:
    """Each time somebody new came to the top, the latest first."""
    found: list[tuple[str, str, date, int]] = []
    for row in rows:
        if row["rank"] == 1 and (not found or found[-1][0] != row["code"]):
            found.append((row["code"], row["name"], row["edition__day"], row["edition__number"]))
    return found[::-1]
