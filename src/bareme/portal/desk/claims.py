"""Claims: what somebody says is wrong with a list; answered by a correction, or with the reason why there is none."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from bareme.office.audit.models import Act
from bareme.office.editions.claims import ANSWER, answer, answer_to, claim_of, open_claims
from bareme.portal.desk.saying import Trial, text
from bareme.portal.site.pages import user_of

LAST = 40


def claims(request: HttpRequest) -> HttpResponse:
    """Those that wait, and the last answers."""
    answers = Act.objects.filter(action=ANSWER).order_by("-pk").select_related("pool")[:LAST]
    return render(request, "desk/claims.html", {"open": open_claims(), "answers": answers})


def claim(request: HttpRequest, number: int) -> HttpResponse:
    """One claim; closed here with a reason, or answered by a correction from here."""
    user, found = user_of(request), claim_of(number)
    if request.method == "POST" and user:
        with Trial(request) as trial:
            answer(user, found, text(request, "reason"))
            messages.success(request, _("The claim is closed; the reason stands in the diary."))
        if trial.went:
            return HttpResponseRedirect(reverse("desk:claims"))
    said = {"claim": found, "answer": answer_to(found), "reason": text(request, "reason")}
    return render(request, "desk/claim.html", said, status=400 if request.method == "POST" else 200)
