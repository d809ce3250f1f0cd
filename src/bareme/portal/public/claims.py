"""Something is wrong: the form, and its deadline."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from bareme.findings import Refused
from bareme.office.editions.claims import LONGEST, claim
from bareme.office.editions.service import claims_until
from bareme.office.pools.service import pool_of
from bareme.portal.public import editions
from bareme.portal.public.lookups import account_of, member_of
from bareme.portal.site.pages import user_of
from bareme.portal.site.templatetags.words import speech
from bareme.portal.site.visitors import counted, often

HOURLY = 5  # claims of one address; those of all together are bounded where they are recorded


def form(request: HttpRequest, pool: str, code: str) -> HttpResponse:
    """The form; what is sent with it becomes an act. What is refused is said above it, with what was written."""
    edition = editions.current_of(pool_of(pool))
    member = account_of(member_of(code))
    number = (request.GET.get("line") or request.POST.get("line") or "")[:18]
    said: dict[str, Any] = {
        "pool": edition.pool,
        "edition": edition,
        "member": member,
        "until": claims_until(edition),
        "longest": LONGEST,
        "line": int(number) if number.isascii() and number.isdigit() else None,
        "text": request.POST.get("text", ""),
        "signed": request.POST.get("signed", ""),
    }
    status = 200
    if request.method == "POST" and not request.POST.get("website"):  # only a machine fills that in
        try:
            if user_of(request) is None and often(request, "claim") >= HOURLY:
                raise Refused("too-many-claims")
            said["made"] = claim(user_of(request), edition, member, said["text"], signed=said["signed"], line=said["line"])
            counted(request, "claim")
        except Refused as refusal:
            language = speech().language
            said["refused"] = (refusal.finding.message(language), refusal.finding.remedy(language))
            status = 400
    return render(request, "public/claim.html", said, status=status)
