"""A turn looked at before it is done; a list's report: who moved since the list before, what the run found, what it corrects."""

from __future__ import annotations

from datetime import date

from django.db.models.functions import Abs
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from bareme.office.editions.differences import differences, key
from bareme.office.editions.models import Edition, EditionRow
from bareme.office.editions.service import claims_until, edition_of
from bareme.office.pools.service import pool_of
from bareme.office.runs.effect import bars
from bareme.office.runs.fold import finding_of
from bareme.office.seasons.service import look
from bareme.portal.desk import effects, previewing
from bareme.portal.desk.effects import MOST
from bareme.portal.site.pages import user_of
from bareme.portal.site.templatetags.words import speech


def turn(request: HttpRequest, pool: str, day: date) -> HttpResponse:
    """What the turn of this day would do. Nothing is recorded."""
    user, found = user_of(request), pool_of(pool)
    if user is None:
        raise TypeError("this page asks for a user")
    seen = look(user, found, day)
    states, say = seen.rulebook.module("words").STATES, speech()
    said = {
        "pool": found,
        "turn": seen,
        "effect": effects.shown(seen.effect, seen.rulebook),
        "digits": previewing.digits(found),
        "states": [(say.of(states[name]), *pair) for name, pair in seen.states.items() if pair[0] != pair[1]],
        "series": range(1, max(map(len, seen.quotas.values()), default=0) + 1),
    }
    return render(request, "desk/turn.html", said)


def report(request: HttpRequest, pool: str, day: date, number: int) -> HttpResponse:
    """What an edition did."""
    found = pool_of(pool)
    edition = edition_of(found, day, number)
    before = Edition.objects.filter(pk=edition.supersedes_id).first() if edition.supersedes_id else None
    moved = EditionRow.objects.filter(edition=edition).exclude(change=None).exclude(change=0)
    changes = list(moved.order_by("position").values_list("change", flat=True))
    findings = [finding_of(content) for content in edition.run.findings]
    said = {
        "pool": found,
        "edition": edition,
        "until": claims_until(edition),
        "moved": moved.order_by(-Abs("change"), "position").select_related("player")[:MOST],
        "count": len(changes),
        "picture": effects.picture(bars(changes)),
        "digits": previewing.digits(found),
        "findings": findings[:100],
        "before": before,
        "difference": differences(key(before), key(edition))[:MOST] if before else [],
    }
    return render(request, "desk/report.html", said)
