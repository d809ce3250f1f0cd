"""Corrections that were asked for: shown, looked at anew, accepted or refused by a second person, withdrawn."""

from __future__ import annotations

import zlib

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from bareme.findings import Refused
from bareme.office.corrections.models import Correction, Evidence
from bareme.office.corrections.service import (
    change_of,
    correction_of,
    decide,
    decided_by,
    needs_two,
    pending,
    preview,
    withdraw,
)
from bareme.office.users.models import User
from bareme.portal.desk import fields
from bareme.portal.desk.asking import shown
from bareme.portal.desk.saying import Trial, text, whole
from bareme.portal.site.pages import user_of

LAST = 40


def corrections(request: HttpRequest) -> HttpResponse:
    """Those that wait, and the last ones that were decided."""
    decided = Correction.objects.filter(decision__isnull=False).order_by("-pk").select_related("asked", "pool", "decision__act")
    said = {
        "waiting": pending(),
        "decided": decided[:LAST],
        "claim": whole(request.GET.get("claim")),
        "kinds": [(kind, fields.KINDS[kind]) for kind in ("decision", "merge", "split")],
    }
    return render(request, "desk/corrections.html", said)


def correction(request: HttpRequest, number: int) -> HttpResponse:
    """One: what it asks for and why. `look` shows who would move now; `accept`, `refuse`, `withdraw`."""
    user = user_of(request)
    found = correction_of(number)
    said = {
        "correction": found,
        "word": fields.KINDS[found.kind],
        "decided": decided_by(found),
        "documents": found.documents.order_by("pk"),
        "mine": user is not None and found.asked.by_id == user.pk,
        "two": needs_two(found.pool),
    }
    go = request.POST.get("go", "")
    status = 200
    if user and (go == "look" or go in _DOINGS):
        with Trial(request) as trial:
            seen = preview(user, change_of(found)) if go in ("look", "accept") else None
            if seen:
                said |= shown(seen)
            if go == "accept" and request.POST.get("sign") != said["sign"]:
                messages.warning(request, _("The effect is no longer the one you saw. Look again, then accept."))
            elif go != "look":
                _DOINGS[go](request, user, found, seen)
                return HttpResponseRedirect(reverse("desk:correction", args=[number]))
        status = 200 if trial.went else 400
    return render(request, "desk/correction.html", said, status=status)


def _accept(request: HttpRequest, user: User, found: Correction, seen: object) -> None:
    decide(user, found, True, text(request, "reason"), seen=seen)  # type: ignore[arg-type]
    messages.success(request, _("Accepted. The lists follow when the ranking is run and published again."))


def _refuse(request: HttpRequest, user: User, found: Correction, _seen: object) -> None:
    reason = text(request, "reason")
    if not reason:
        raise Refused("no-reason", kind=found.kind)
    decide(user, found, False, reason)
    messages.info(request, _("Refused."))


def _withdraw(request: HttpRequest, user: User, found: Correction, _seen: object) -> None:
    withdraw(user, found, text(request, "reason"))
    messages.info(request, _("Withdrawn."))


_DOINGS = {"accept": _accept, "refuse": _refuse, "withdraw": _withdraw}


def document(request: HttpRequest, number: int, document: int) -> HttpResponse:
    """A document that goes with it, to be kept, never shown by the browser as a page of ours."""
    found = Evidence.objects.filter(correction=correction_of(number), pk=document).first()
    if found is None:
        raise Refused("no-such-page", path=request.path)
    plain = "".join(c if c.isascii() and (c.isalnum() or c in "-._") else "-" for c in found.name)
    return HttpResponse(
        zlib.decompress(bytes(found.data)),
        content_type="application/octet-stream",
        headers={"Content-Disposition": f'attachment; filename="{plain}"'},
    )
