"""Import: files sent or pasted; how they are read; what they would do; recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from bareme.findings import Refused
from bareme.office.database import writing
from bareme.office.imports.service import Options, import_files, read_files
from bareme.office.pools.models import Pool
from bareme.office.pools.service import pool_of
from bareme.office.users.policy import may, require
from bareme.portal.desk import effects, previewing, uploads
from bareme.portal.desk.models import Upload
from bareme.portal.desk.remembered import header, remembered
from bareme.portal.desk.saying import Trial, text, words
from bareme.portal.site.pages import user_of
from bareme.readers.columns import HEADERS

KINDS = ("results", "placements", "adjustments", "players", "trf", "rating-list")
ENCODINGS = ("utf-8", "windows-1252", "iso-8859-15", "mac-roman", "utf-16")
DELIMITERS = {";": ";", ",": ",", "tab": "\t", "|": "|"}
SHOWN = 25  # lines of the text, and findings of one kind
OURS = sorted({column for table in ("results", "placements", "adjustments", "players") for column in HEADERS[table]})


def begin(request: HttpRequest) -> HttpResponse:
    """Choose a pool, and files or a pasted text."""
    user = user_of(request)
    pools = [pool for pool in Pool.objects.order_by("name") if may(user, "import", pool)]
    if request.method == "POST" and user:
        with Trial(request) as trial:
            pool = pool_of(text(request, "pool"))
            require(user, "preview-import", pool)
            files = [(file.name or "file", file.read()) for file in request.FILES.getlist("files")]
            pasted = (request.POST.get("pasted") or "").strip()
            if pasted:
                files.append((text(request, "name", 100) or "pasted.csv", pasted.encode()))
            upload = uploads.keep(user, pool, files)
            found = remembered(pool, uploads.deliveries_of(upload))
            if found:
                _note(upload, found)
                messages.info(request, _("These files are read as the last ones with the same header were."))
        if trial.went:
            return HttpResponseRedirect(reverse("desk:upload", args=[upload.pk]))
    chosen = request.POST.get("pool") or request.GET.get("pool", "")
    said = {"pools": pools, "chosen": chosen, "pasted": request.POST.get("pasted", ""), "waiting": uploads.waiting(user)}
    return render(request, "desk/import.html", said, status=400 if request.method == "POST" else 200)


def upload(request: HttpRequest, number: int) -> HttpResponse:
    """One upload: how it is read; `look` what it would do; `record` it; or `drop` it."""
    user = user_of(request)
    if user is None:
        raise TypeError("this page asks for a user")
    kept = uploads.upload_of(user, number)
    doing = request.POST.get("do", "")
    if doing == "drop":
        uploads.let_go(kept)
        messages.info(request, _("The files were let go; nothing was recorded."))
        return HttpResponseRedirect(reverse("desk:import"))
    if doing:
        _note(kept, _said(request.POST))
    said = _page(kept)
    if doing in ("look", "record"):
        return _import(request, kept, said, record=doing == "record")
    return render(request, "desk/upload.html", said)


def _note(upload: Upload, options: Mapping[str, Any]) -> None:
    with writing():
        Upload.objects.filter(pk=upload.pk).update(options=dict(options))
    upload.refresh_from_db()


def _said(form: QueryDict) -> dict[str, Any]:
    """What the form says of the files and the people in them, as it is kept."""
    columns, match = {}, {}
    for key, value in form.items():
        if key.startswith("column/") and value in OURS:
            columns[value] = key.removeprefix("column/")
        if key.startswith("match/") and value:
            match[key.removeprefix("match/")] = value
    if form.get("all_new"):
        match["*"] = "new"
    said = {
        "columns": columns,
        "encoding": form.get("encoding"),
        "delimiter": DELIMITERS.get(form.get("delimiter", "")),
        "kind": form.get("kind"),
        "date": form.get("date"),
        "match": match,
        "both": bool(form.get("both")),
        "despite_errors": bool(form.get("despite_errors")),
    }
    return {name: value for name, value in said.items() if value}


def options_of(upload: Upload) -> Options:
    """What was said last of an upload.

    Errors: Refused `bad-date`.
    """
    said = upload.options
    try:
        day = date.fromisoformat(said["date"]) if said.get("date") else None
    except ValueError:
        raise Refused("bad-date", value=said["date"]) from None
    return Options(
        said.get("columns", {}),
        said.get("encoding"),
        said.get("delimiter"),
        said.get("kind"),
        day,
        said.get("match", {}),
        said.get("both", False),
        said.get("despite_errors", False),
    )


def _page(kept: Upload) -> dict[str, Any]:
    """The files as they are read."""
    deliveries = uploads.deliveries_of(kept)
    options = options_of(kept)
    reading = read_files(deliveries, options)
    columns = {theirs: ours for ours, theirs in options.columns.items()}
    heads = dict.fromkeys(name for delivery in deliveries for name in header(delivery.data, delivery.name, kept.options))
    recognised = {theirs: ours for file in reading.files for ours, theirs in file.columns.items()}
    return {
        "upload": kept,
        "options": options,
        "reading": reading,
        "faults": Counter(finding.code for finding in reading.findings if finding.severity == "error"),
        "findings": reading.findings[: 4 * SHOWN],
        "more": max(len(reading.findings) - 4 * SHOWN, 0),
        "previews": [previewing.lines(delivery, kept.options, SHOWN) for delivery in deliveries],
        "headings": [(name, columns.get(name, ""), recognised.get(name, "")) for name in heads],
        "ours": OURS,
        "kinds": KINDS,
        "encodings": ENCODINGS,
        "delimiters": list(DELIMITERS),
        "delimiter": next((name for name, sign in DELIMITERS.items() if sign == options.delimiter), ""),
    }


def _import(request: HttpRequest, kept: Upload, said: dict[str, Any], *, record: bool) -> HttpResponse:
    """Look at what the files would do, or record it. What must be decided first is asked in the same page."""
    options, deliveries = said["options"], uploads.deliveries_of(kept)
    reason = text(request, "reason")
    result = import_files(kept.user, kept.pool, deliveries, options, reason=reason, preview=not record)
    if result.act is not None:
        uploads.let_go(kept)
        messages.success(request, _("Recorded as act %(act)s.") % {"act": result.act.pk})
        return HttpResponseRedirect(f"{reverse('desk:pool', args=[kept.pool.slug])}?recorded={result.act.pk}")
    said |= {
        "result": result,
        "reason": reason,
        "people": previewing.people(result),
        "counts": previewing.counts(result),
        "already": sorted(result.plan.already.items()),
        "questions": previewing.questions(result),
        "remarks": [finding for finding in result.plan.findings if not previewing.about_person(finding)][: 2 * SHOWN],
        "effect": effects.shown(result.effect, previewing.rules(kept.pool), result.names) if result.effect else None,
        "digits": previewing.digits(kept.pool),
        "stopped": [words(finding) for finding in result.plan.questions if not previewing.about_person(finding)][:SHOWN],
    }
    return render(request, "desk/upload.html", said, status=409 if record else 200)
