"""Facts with their numbers, to be pointed at by a correction."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from bareme.findings import Refused
from bareme.office.corrections.changes import detail_of
from bareme.office.corrections.facts import Fact, facts
from bareme.office.ledger.models import Event
from bareme.office.people.members import member_of
from bareme.office.pools.models import Pool
from bareme.office.pools.service import pool_of
from bareme.portal.desk import fields
from bareme.portal.desk.saying import Trial, whole
from bareme.portal.site.pages import allowed

KINDS = ("game", "placement", "adjustment", "bye")
PERSONAL = ("listing",)  # what lists say of people: their year of birth, too
MOST = 200


def search(request: HttpRequest) -> HttpResponse:
    """By pool and kind; of an event, of a player, between two days."""
    asked = {name: request.GET.get(name, "").replace("\0", "").strip()[:150] for name in _ASKED}
    kinds = (*KINDS, *(PERSONAL if allowed(request, "see-personal-data") else ()))
    kind = asked["kind"] if asked["kind"] in kinds else "game"
    found: list[Fact] = []
    pool = event = None
    with Trial(request) as trial:
        if asked["pool"]:
            pool = pool_of(asked["pool"])
            event = detail_of(pool, asked["event"]) if asked["event"] else None
            if asked["event"] or asked["player"] or asked["since"]:
                found = _found(pool, kind, asked)
    said = {
        "asked": {**asked, "kind": kind},
        "pool": pool,
        "event": event,
        "pools": Pool.objects.order_by("name"),
        "kinds": [(one, fields.KINDS[one]) for one in kinds],
        "facts": found[:MOST],
        "full": len(found) > MOST,
        "names": [(name, fields.WORDS[name]) for name in found[0].said] if found else [],
        "claim": whole(asked["claim"]),
        "labels": Event.objects.filter(pool=pool).order_by("-pk").values_list("label", flat=True)[:300] if pool else [],
    }
    return render(request, "desk/facts.html", said, status=200 if trial.went else 400)


_ASKED = ("pool", "kind", "event", "player", "since", "until", "void", "claim")


def _found(pool: Pool, kind: str, asked: dict[str, str]) -> list[Fact]:
    return list(
        facts(
            pool,
            kind,
            event=asked["event"] or None,
            player=member_of(asked["player"]) if asked["player"] else None,
            since=_day(asked["since"]),
            until=_day(asked["until"]),
            void=bool(asked["void"]),
        )
    )


def _day(value: str) -> date | None:
    """Errors: Refused `bad-date`."""
    try:
        return date.fromisoformat(value) if value else None
    except ValueError:
        raise Refused("bad-date", value=value) from None
