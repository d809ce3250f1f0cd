"""What leaves the office as files: a ranking's, the whole office; and the backups there are."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bareme.findings import Refused
from bareme.office.editions.models import Edition
from bareme.office.exports import backups as service
from bareme.office.exports.files import FORMATS, PROFILES
from bareme.office.exports.service import export, has, size_of
from bareme.office.exports.wanted import LISTS, WHAT, Wanted
from bareme.office.pools.models import Pool
from bareme.office.pools.service import pool_of
from bareme.office.runs.models import Run
from bareme.office.users.models import User
from bareme.office.users.policy import require
from bareme.portal.account.confirming import confirmed
from bareme.portal.desk import jobs, outgoing
from bareme.portal.desk.models import Job
from bareme.portal.desk.saying import Trial, text, whole
from bareme.portal.public.lists import TYPES
from bareme.portal.site.logs import note
from bareme.portal.site.pages import user_of

AT_ONCE = 10_000  # rows that a page is asked to wait for (a workbook of them: under two seconds); more are written beside it
LAST = 60  # runs and editions to choose from
WORDS = {
    "live": (gettext_lazy("The live list"), gettext_lazy("As it is now; not official.")),
    "edition": (gettext_lazy("A published list"), gettext_lazy("In JSON with its checksum, which anybody can take again.")),
    "history": (gettext_lazy("Every published list"), gettext_lazy("Every line of every edition, the oldest list first.")),
    "journal": (gettext_lazy("The journal of a run"), gettext_lazy("Every movement, with its terms, article and source.")),
    "results": (gettext_lazy("Results"), gettext_lazy("As they stand, corrections included; bareme rate reads them.")),
    "placements": (gettext_lazy("Final places"), gettext_lazy("As they stand, corrections included; bareme rate reads them.")),
    "adjustments": (gettext_lazy("Decisions"), gettext_lazy("Assigned ratings, titles, revaluations, licences.")),
    "players": (gettext_lazy("Members"), gettext_lazy("Code, name, numbers, club, federation, and what outside lists said.")),
}
TABLES = (
    ("csv-machine", "CSV"),
    ("csv-spreadsheet", gettext_lazy("CSV for a French spreadsheet")),
    ("xlsx-machine", "XLSX"),
    ("xlsx-spreadsheet", gettext_lazy("XLSX in French")),
    ("json-machine", "JSON"),
)


@dataclass(frozen=True)
class Offer:
    """One kind of file, in the ways it can be had."""

    what: str
    word: Any
    hint: Any
    ways: tuple[tuple[str, Any], ...]


def exports(request: HttpRequest) -> HttpResponse:
    """What can be taken along of a ranking (`?pool=`), the whole office, and the files that wait for whoever asked for them."""
    user, every = user_of(request), list(Pool.objects.order_by("name"))
    slug = request.GET.get("pool")
    found = pool_of(slug) if slug else every[0] if every else None
    outgoing.sweep()
    if request.method == "POST" and user:
        with Trial(request):
            return _asked(request, user, found)
    said = {
        "pools": every,
        "pool": found,
        "offers": _offers(found) if found else [],
        "editions": Edition.objects.filter(pool=found).order_by("-day", "-number")[:LAST],
        "runs": Run.objects.filter(pool=found).order_by("-pk").select_related("act")[:LAST],
        "kept": outgoing.kept(user) if user else [],
    }
    return render(request, "desk/exports.html", said, status=400 if request.method == "POST" else 200)


def _offers(pool: Pool) -> list[Offer]:
    """The lists, and the facts of which there are any."""
    ways = {what: TABLES if what in LISTS else TABLES[:1] for what in WHAT}
    return [Offer(what, *WORDS[what], ways[what]) for what in WHAT if what in LISTS or has(pool, what)]


def _asked(request: HttpRequest, user: User, pool: Pool | None) -> HttpResponse:
    """Errors: Refused `bad-request`, those of `export` and `jobs.start`."""
    doing = text(request, "do")
    if doing == "all":
        confirmed(request)  # it holds everybody's data, and what passwords are checked with
        return _to(jobs.start(user, "export-all", instead=_going("export-all", user)))
    if doing == "away":
        outgoing.let_go(outgoing.kept_of(user, whole(text(request, "file"))))
        messages.info(request, _("It was deleted."))
        return HttpResponseRedirect(request.get_full_path())
    if pool is None:
        raise Refused("bad-request")
    wanted = _wanted(request)
    require(user, "export", pool)
    if size_of(pool, wanted) > AT_ONCE:
        return _to(jobs.start(user, "export", pool, wanted=outgoing.as_said(wanted)))
    return _written(user, pool, wanted)


def _wanted(request: HttpRequest) -> Wanted:
    """Errors: Refused `bad-request`."""
    what, (format_, _, profile) = text(request, "what"), text(request, "way").partition("-")
    day, _, number = text(request, "edition").partition("/")
    if what not in WHAT or format_ not in FORMATS or profile not in PROFILES:
        raise Refused("bad-request")
    try:
        chosen = date.fromisoformat(day) if what == "edition" else None
    except ValueError:
        raise Refused("bad-date", value=day) from None
    edition = whole(number) or None if what == "edition" else None
    return Wanted(what, format_, profile, chosen, edition, whole(text(request, "run")) or None if what == "journal" else None)


def _written(user: User, pool: Pool, wanted: Wanted) -> HttpResponse:
    """The file, written to the disk first, so that nobody is sent half of one, then sent piece by piece."""
    with TemporaryDirectory(dir=outgoing.folder()) as place:
        path = Path(place, "file")
        export(user, pool, wanted, path)
        content = path.open("rb")  # it can be read to its end when its name is gone
    return FileResponse(content, as_attachment=True, filename=outgoing.name_of(pool, wanted), content_type=TYPES[wanted.format])


def file(request: HttpRequest, number: int) -> HttpResponse:
    """A file that was made beside the page, for whoever asked for it alone."""
    user = user_of(request)
    if user is None:
        raise TypeError("this page asks for a user")
    found = outgoing.kept_of(user, number)
    require(user, jobs.ACTION[found.job.what], found.job.pool)
    if found.job.what == "export-all":
        note(request, "whole office taken along", user=user.username, job=number)
    kind = TYPES.get(found.name.rpartition(".")[2], "application/octet-stream")
    return FileResponse(found.path.open("rb"), as_attachment=True, filename=found.name, content_type=kind)


def backups(request: HttpRequest) -> HttpResponse:
    """Those there are, and how they are; POST makes one, or reads them all again."""
    user = user_of(request)
    if user is None:
        raise TypeError("this page asks for a user")
    if request.method == "POST":
        with Trial(request):
            what = {"make": "backup", "check": "check"}.get(text(request, "do"))
            if what is None:
                raise Refused("bad-request")
            return _to(jobs.start(user, what, instead=_going(what)))
    folder, found, checked = service.folder_of(settings.OFFICE), service.backups(user, settings.OFFICE), _checked()
    said = {
        "backups": [(one, _state(one, checked.get(one.name))) for one in found],
        "folder": folder,
        "free": shutil.disk_usage(folder).free,
        "newest": shlex.quote(str(folder / found[0].name)) if found else "",  # to be copied into a shell
    }
    return render(request, "desk/backups.html", said, status=400 if request.method == "POST" else 200)


def _checked() -> dict[str, tuple[datetime, bool]]:
    """By the name of a backup when it was last read again, and whether it was whole."""
    found: dict[str, tuple[datetime, bool]] = {}
    for job in Job.objects.filter(what__in=("backup", "check"), ended_at__isnull=False, failed=None).order_by("pk"):
        outcome = job.outcome if job.what == "check" else {"files": {job.outcome["file"]: True}}
        found |= {name: (job.ended_at, good) for name, good in outcome["files"].items()}
    return found


def _state(one: service.Backup, checked: tuple[datetime, bool] | None) -> dict[str, Any]:
    """What is known of a backup; a check before the file was written says nothing of it."""
    at, good = checked if checked and checked[0] >= one.at else (None, True)
    return {"at": at, "bad": one.finding is not None or not good}


def _going(what: str, user: User | None = None) -> Callable[[], Job | None]:
    """The same work, asked for by this user or by anybody, that goes on already."""

    def found() -> Job | None:
        query = Job.objects.filter(what=what, ended_at=None).order_by("-pk")
        return next((job for job in (query.filter(user=user) if user else query)[:5] if not jobs.failure_of(job)), None)

    return found


def _to(job: Job) -> HttpResponse:
    return HttpResponseRedirect(reverse("desk:job", args=[job.pk]))
