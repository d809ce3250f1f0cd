"""The desk: what waits, and the way to everything."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from bareme.office.corrections.service import pending
from bareme.office.editions.claims import open_claims
from bareme.portal.account import second
from bareme.portal.desk import board, jobs, uploads
from bareme.portal.site.pages import allowed, user_of

MOST = 8


def home(request: HttpRequest) -> HttpResponse:
    """The board. A reporter sees the files he sent, an officer everybody's."""
    officer = allowed(request, "import")
    said = {
        "columns": board.events(),
        "uploads": uploads.waiting(None if officer else user_of(request)),
        "pools": board.pools(),
        "corrections": pending()[:MOST],
        "claims": open_claims()[:MOST] if allowed(request, "ask-correction") else [],
        "upkeep": board.upkeep() if officer else {},
        "second_factor_wanted": second.wanted(user_of(request)),
        "failures": [(job, jobs.failure_of(job)) for job in board.failures()] if allowed(request, "run") else [],
    }
    return render(request, "desk/home.html", said)
