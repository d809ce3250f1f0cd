"""Runs and lists: started here, looked at while they go on, with their receipts and reports."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from bareme.facts import Place
from bareme.findings import Finding, Refused
from bareme.office.editions.models import Edition
from bareme.office.editions.service import editions_of
from bareme.office.pools.service import pool_of
from bareme.office.runs.fold import finding_of
from bareme.office.runs.models import Run
from bareme.office.runs.service import run_of, today
from bareme.office.seasons.service import calendar, next_turn
from bareme.portal.desk import board, jobs, outgoing
from bareme.portal.desk.members import day_of
from bareme.portal.desk.models import Job
from bareme.portal.desk.saying import Trial, text
from bareme.portal.site.pages import user_of

WHAT = {
    "run": _("Run"),
    "rollover": _("Roll-over"),
    "publish": _("Publication"),
    "verify": _("Verification"),
    "look": _("Check of an import"),
    "record": _("Import"),
    "export": _("Export"),
    "export-all": _("Export of the whole office"),
    "backup": _("Backup"),
    "check": _("Check of the backups"),
}
PHASES = {
    "read": _("reading the facts"),
    "replay": _("replaying"),
    "write": _("writing the journal"),
    "verify": _("verifying"),
    "files": _("reading the files"),
    "match": _("recognising people and events"),
    "rows": _("entering the rows"),
    "export": _("writing the tables"),
    "check": _("reading the backups"),
}
LAST, AHEAD = 12, timedelta(days=200)


def runs(request: HttpRequest) -> HttpResponse:
    """All rankings, and the work that was asked for last."""
    recent = Job.objects.order_by("-pk").select_related("pool", "user")[:LAST]
    said = {"pools": board.pools(), "jobs": [(job, WHAT[job.what], jobs.failure_of(job)) for job in recent]}
    return render(request, "desk/runs.html", said)


def pool(request: HttpRequest, pool: str) -> HttpResponse:
    """A ranking: its runs, its lists, what comes; POST starts a run, a roll-over or a list."""
    user, found = user_of(request), pool_of(pool)
    if request.method == "POST" and user:
        with Trial(request) as trial:
            job = _start(request, user, found)
        if trial.went:
            return HttpResponseRedirect(reverse("desk:job", args=[job.pk]))
    editions = editions_of(found, 3 * LAST)
    latest = {edition.day: edition.number for edition, _stands in reversed(editions)}
    late = board.state_of(found)
    said = {
        "pool": found,
        "state": late,
        "runs": Run.objects.filter(pool=found).order_by("-pk").select_related("act")[:LAST],
        "editions": [(edition, stands, latest[edition.day] == edition.number) for edition, stands in editions],
        "comes": calendar(found, today(), today() + AHEAD)[:LAST],
        "turn": _next_turn(found),
        "today": today(),
        "due": late.late[0] if late.late else late.next,
    }
    return render(request, "desk/pool.html", said, status=400 if request.method == "POST" else 200)


def _next_turn(pool: Any) -> Any:
    try:
        return next_turn(pool)
    except Refused:
        return None


def _start(request: HttpRequest, user: Any, pool: Any) -> Job:
    """Errors: Refused `not-allowed`, `bad-date`, `bad-request`."""
    what, day = text(request, "what"), day_of(request, "day")
    if what not in ("run", "rollover", "publish"):
        raise Refused("bad-request")
    if day is None and what != "run":
        raise Refused("bad-date", value="")
    return jobs.start(user, what, pool, day=day, reason=text(request, "reason"))


def verify(request: HttpRequest) -> HttpResponse:
    """Start a verification of everything."""
    user = user_of(request)
    if user is None:
        raise TypeError("this page asks for a user")
    return HttpResponseRedirect(reverse("desk:job", args=[jobs.start(user, "verify").pk]))


def job(request: HttpRequest, number: int) -> HttpResponse:
    """Work that goes on, or what became of it."""
    found: Job | None = Job.objects.filter(pk=number).select_related("pool", "user").first()
    if found is None:
        raise Refused("no-such-page", path=request.path)
    failure = jobs.failure_of(found)
    findings = [Finding(kept["code"], Place(kept.get("file", "")), kept["details"]) for kept in found.outcome.get("findings", [])]
    said = {
        "job": found,
        "word": WHAT[found.what],
        "failure": failure,
        "going": found.ended_at is None and failure is None,
        **progress(found),
        "findings": findings,
        "edition": _edition(found),
        "leaves": found.what in outgoing.WORK,
    }
    return render(request, "desk/job.html", said)


def progress(job: Job) -> dict[str, Any]:
    """How far work is, in words and numbers."""
    phase, done, total = jobs.progress_of(job)
    return {"phase": PHASES.get(phase, ""), "done": done, "total": total}


def _edition(job: Job) -> Edition | None:
    if job.what != "publish" or not job.outcome:
        return None
    outcome = job.outcome
    found: Edition | None = Edition.objects.filter(pool=job.pool, day=outcome["day"], number=outcome["number"]).first()
    return found


def receipt(request: HttpRequest, pool: str, number: int) -> HttpResponse:
    """A run's receipt: over which facts, under which rules, what came of it."""
    found = run_of(pool_of(pool), number)
    findings = [finding_of(content) for content in found.findings]
    said = {"pool": found.pool, "run": found, "findings": findings[:100], "more": max(len(findings) - 100, 0)}
    return render(request, "desk/run.html", said)
