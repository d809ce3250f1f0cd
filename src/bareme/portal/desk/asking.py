"""Asking for a correction: the form, who would move, and the asking itself."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from bareme.findings import Refused
from bareme.office.corrections.changes import Change
from bareme.office.corrections.facts import facts_numbered
from bareme.office.corrections.preview import Preview
from bareme.office.corrections.service import Document, ask, needs_two, preview
from bareme.office.editions.claims import answer, claim_of
from bareme.office.people.members import member_of
from bareme.office.pools.models import Pool
from bareme.office.pools.service import pool_of
from bareme.office.tables import canonical
from bareme.office.users.models import User
from bareme.portal.desk import effects, fields, previewing
from bareme.portal.desk.saying import Trial, text, whole
from bareme.portal.site.pages import user_of
from bareme.portal.site.sizes import check_sizes

OF_MEMBERS = ("merge", "split")


def form(request: HttpRequest, kind: str) -> HttpResponse:
    """A correction of a kind: `look` at what it does, then `ask` for it."""
    user = user_of(request)
    if kind not in fields.KINDS:
        raise Refused("no-such-page", path=request.path)
    query = request.POST if request.method == "POST" else request.GET
    pool = _pool(query.get("pool", ""), kind)
    numbers = tuple(number for number in (whole(part) for part in query.get("facts", "").split(",")[:200]) if number)
    now = fields.now_of(kind, pool, numbers[0]) if pool and len(numbers) == 1 and kind != "decision" else {}
    typed = {name: query[key].strip()[:500] for name in _names(kind) if (key := f"set-{name}") in query}
    said: dict[str, Any] = {
        "kind": kind,
        "word": fields.KINDS[kind],
        "pool": pool,
        "pools": Pool.objects.order_by("name"),
        "numbers": ",".join(map(str, numbers)),
        "facts": facts_numbered(pool, kind, numbers) if pool and numbers else [],
        "doings": [(name, word) for name, word in fields.DOINGS.items() if name != "swap" or kind == "game"],
        "do": _doing(query.get("doing", "")),
        "fields": [] if kind in OF_MEMBERS else fields.form_of(kind, now, typed),
        "typed": typed,
        "reason": text(request, "reason"),
        "evidence": text(request, "evidence", 5000),
        "claim": whole(query.get("claim")),
        "two": needs_two(pool),
    }
    status = 200
    if request.method == "POST" and user:
        with Trial(request) as trial:
            change = _change(kind, pool, numbers, said, now)
            seen = preview(user, change)
            said |= shown(seen)
            if request.POST.get("go") == "ask":
                return _ask(request, user, change, seen, said)
        status = 200 if trial.went else 400
    return render(request, "desk/ask.html", said, status=status)


def _doing(asked: str) -> str:
    return asked if asked in fields.DOINGS else fields.CHANGED


def _pool(slug: str, kind: str) -> Pool | None:
    return pool_of(slug) if slug and kind not in OF_MEMBERS else None


def _names(kind: str) -> Sequence[str]:
    return ("member", "into") if kind in OF_MEMBERS else fields.names_of(kind)


def _change(kind: str, pool: Pool | None, numbers: tuple[int, ...], said: dict[str, Any], now: dict[str, str]) -> Change:
    """What the form asks for. Of facts, only what is said otherwise than it stands.

    Errors: Refused `unknown-pool`, `no-such-member`, `several-members`.
    """
    typed = said["typed"]
    if kind in OF_MEMBERS:
        wanted = ("member", "into") if kind == "merge" else ("member",)
        return Change(kind, None, said={name: member_of(typed.get(name, "")).code for name in wanted})
    if pool is None:
        raise Refused("unknown-pool", name="-", allowed=list(Pool.objects.order_by("slug").values_list("slug", flat=True)))
    if kind == "decision":
        given = {name: value for name, value in typed.items() if value}
        given["player"] = member_of(given.get("player", "")).code
        return Change(kind, pool, said={"reason": said["reason"], **given})
    changed = {name: value for name, value in typed.items() if value != now.get(name, "")}
    return Change(kind, pool, numbers, said["do"], changed if said["do"] == fields.CHANGED else {})


def shown(seen: Preview) -> dict[str, Any]:
    """A preview for a page: what becomes of the facts, and who moves in each pool."""
    after, before = seen.written.after, seen.written.before
    return {
        "seen": seen,
        "sign": sign(seen),
        "changes": [(name, before.get(name), after[name]) for name in after],
        "effects": [
            {
                "pool": found.pool,
                "digits": previewing.digits(found.pool),
                "effect": effects.shown(found.effect, found.rulebook),
                "editions": found.editions,
            }
            for found in seen.pools
        ],
    }


def sign(seen: Preview) -> str:
    """What was seen, in short: who asks or accepts has seen this and nothing else."""
    moves = [[found.pool.slug, found.effect.codes, found.effect.largest] for found in seen.pools]
    return sha256(canonical([seen.written.rows, seen.written.after, seen.summary(), moves]).encode()).hexdigest()[:24]


def _ask(request: HttpRequest, user: User, change: Change, seen: Preview, said: dict[str, Any]) -> HttpResponse:
    if request.POST.get("sign") != said["sign"]:
        messages.warning(request, _("The effect is no longer the one you saw. Look again, then ask."))
        return render(request, "desk/ask.html", said, status=409)
    sent = [(file.name or "-", file.read()) for file in request.FILES.getlist("documents")]
    check_sizes(sent)
    documents = [Document(name, data) for name, data in sent]
    claim = claim_of(said["claim"]) if said["claim"] else None
    asked = ask(user, change, said["reason"], evidence=said["evidence"], documents=documents, seen=seen)
    if claim:
        answer(user, claim, said["reason"], asked.correction)
    if asked.decision is None:
        messages.info(request, _("The correction waits for a second person."))
    else:
        messages.success(request, _("Corrected. The lists follow when the ranking is run and published again."))
    return HttpResponseRedirect(reverse("desk:correction", args=[asked.correction.pk]))
