"""The diary: who did what, when, why; newest first, by pool, kind of act and user."""

from __future__ import annotations

from operator import itemgetter
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from bareme.findings import Refused
from bareme.office.audit.diary import kind
from bareme.office.audit.diary import whole as told_whole
from bareme.office.audit.models import Act
from bareme.office.pools.models import Pool
from bareme.office.pools.service import pool_of
from bareme.office.tables import canonical
from bareme.portal.desk.saying import whole
from bareme.portal.site.templatetags.words import speech

PAGE = 60


def diary(request: HttpRequest) -> HttpResponse:
    """A page of it; `before` is the number of the act that the page begins below."""
    names = ("pool", "action", "user")
    asked = {name: request.GET.get(name, "").replace("\0", "")[:150] for name in names}
    before = whole(request.GET.get("before"))
    query = Act.objects.order_by("-pk").select_related("pool")
    if asked["pool"]:
        query = query.filter(pool=pool_of(asked["pool"]))
    if asked["action"]:
        query = query.filter(action=asked["action"])
    if asked["user"]:
        query = query.filter(by__username=asked["user"])
    rows = list((query.filter(pk__lt=before) if before else query)[: PAGE + 1])
    said = {name: value for name, value in asked.items() if value}
    older = f"?{urlencode({**said, 'before': rows[PAGE - 1].pk})}" if len(rows) > PAGE else ""
    language = speech().language
    actions = Act.objects.order_by("action").values_list("action", flat=True).distinct()
    found = {
        "asked": asked,
        "acts": rows[:PAGE],
        "older": older,
        "newest": f"?{urlencode(said)}" if before else "",
        "pools": Pool.objects.order_by("name"),
        "actions": sorted(((action, kind(action, language)) for action in actions), key=itemgetter(1)),
        "users": Act.objects.exclude(by=None).order_by("by__username").values_list("by__username", flat=True).distinct(),
    }
    return render(request, "desk/audit.html", found)


def act(request: HttpRequest, number: int) -> HttpResponse:
    """One act with all it holds, and its hash."""
    found: Act | None = Act.objects.filter(pk=number).select_related("pool").first()
    if found is None:
        raise Refused("no-such-page", path=request.path)
    content = [
        (name, canonical(value) if isinstance(value, (dict, list)) else value) for name, value in told_whole(found).items()
    ]
    return render(request, "desk/act.html", {"act": found, "content": content})
