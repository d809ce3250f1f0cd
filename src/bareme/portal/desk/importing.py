"""Import: files sent or pasted; how they are read; what they would do; recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from bareme.findings import Refused
from bareme.office.database import writing
from bareme.office.pools.models import Pool
from bareme.office.pools.service import pool_of
from bareme.office.runs.fold import finding_of
from bareme.office.users.models import User
from bareme.office.users.policy import may, require
from bareme.portal.desk import beside, filewords, jobs, previewing, recording, runs, uploads
from bareme.portal.desk.heads import Head, heads_of, large, lines, read_heads
from bareme.portal.desk.models import Job, Upload
from bareme.portal.desk.recording import Found
from bareme.portal.desk.remembered import header, remembered
from bareme.portal.desk.saying import Trial, text
from bareme.portal.site.pages import user_of
from bareme.readers.values import bare

SHOWN = 25  # lines of the text


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
            found = remembered(pool, heads_of(upload))
            if found:
                _note(upload, found)
                messages.info(request, _("These files are read as the last ones with the same header were."))
        if trial.went:
            return HttpResponseRedirect(_address(upload))
    chosen = request.POST.get("pool") or request.GET.get("pool", "")
    said = {"pools": pools, "chosen": chosen, "pasted": request.POST.get("pasted", ""), "waiting": uploads.waiting(user)}
    return render(request, "desk/import.html", said, status=400 if request.method == "POST" else 200)


def upload(request: HttpRequest, number: int) -> HttpResponse:
    """One upload: how it is read; `look` what it would do; `record` it; or `drop` it. What is too much for a page is done
    beside it, and this is where one looks how far that is, and what came of it.
    """
    user = user_of(request)
    if user is None:
        raise TypeError("this page asks for a user")
    try:
        kept = uploads.upload_of(user, number)
    except Refused:
        return _recorded_since(request, user, number)
    job, going = beside.last(kept), beside.going(kept)
    if going:
        if request.method == "POST":
            return HttpResponseRedirect(_address(kept))
        return render(request, "desk/upload_going.html", {"upload": kept, "job": going, **runs.progress(going)})
    if request.method == "POST":
        return _done(request, kept, request.POST.get("do", ""))
    if job is not None and job.said["options"] == kept.options:
        return _page(request, kept, found=job.outcome or None, job=job, reason=job.said["reason"])
    return _page(request, kept)


def _recorded_since(request: HttpRequest, user: User, number: int) -> HttpResponse:
    """Errors: Refused `upload-gone`."""
    job = beside.recorded(user, number)
    if job is None or job.pool is None:
        raise Refused("upload-gone")
    return _is_recorded(request, job.pool, job.outcome["act"])


def _is_recorded(request: HttpRequest, pool: Pool, act: int) -> HttpResponse:
    messages.success(request, _("Recorded as act %(act)s.") % {"act": act})
    return HttpResponseRedirect(f"{reverse('desk:pool', args=[pool.slug])}?recorded={act}")


def _address(upload: Upload) -> str:
    return str(reverse("desk:upload", args=[upload.pk]))


def _done(request: HttpRequest, kept: Upload, doing: str) -> HttpResponse:
    """What the form asks for. What must be decided before it is recorded is asked in the same page."""
    if doing == "drop":
        uploads.let_go(kept)
        messages.info(request, _("The files were let go; nothing was recorded."))
        return HttpResponseRedirect(reverse("desk:import"))
    if not doing:
        return _page(request, kept)
    options: Any = _said(request.POST)
    kept.options = options
    uploads.options_of(kept)  # a wrong day is told before it is kept
    reason, seen = text(request, "reason"), text(request, "seen", 100)
    heads = heads_of(kept)
    if doing in beside.WHAT and large(kept, heads):
        job = beside.begin(kept, doing, options, reason, seen)
        _note(kept, job.said["options"])
        return HttpResponseRedirect(_address(kept))
    _note(kept, options)
    if doing == "look":
        return _page(request, kept, heads, recording.look(kept), reason=reason)
    if doing == "record":
        found = recording.record(kept, reason, seen)
        if "act" in found:
            return _is_recorded(request, kept.pool, found["act"])
        return _page(request, kept, heads, found, reason=reason, status=409)
    return _page(request, kept, heads)


def _note(upload: Upload, options: Mapping[str, Any]) -> None:
    with writing():
        Upload.objects.filter(pk=upload.pk).update(options=dict(options))


def _said(form: QueryDict) -> dict[str, Any]:
    """What the form says of the files and the people in them, as it is kept."""
    columns, match = {}, {}
    for key, value in form.items():
        if key.startswith("column/") and value in filewords.OURS:
            columns[value] = key.removeprefix("column/")
        if key.startswith("match/") and value:
            match[key.removeprefix("match/")] = value
    if form.get("all_new"):
        match["*"] = "new"
    delimiter = form.get("delimiter", "")
    said = {
        "columns": columns,
        "encoding": form.get("encoding"),
        "delimiter": delimiter if delimiter in filewords.DELIMITERS else None,
        "kind": form.get("kind"),
        "date": form.get("date"),
        "match": match,
        "both": bool(form.get("both")),
        "despite_errors": bool(form.get("despite_errors")),
    }
    return {name: value for name, value in said.items() if value}


def _page(
    request: HttpRequest,
    kept: Upload,
    heads: list[Head] | None = None,
    found: Found | None = None,
    *,
    job: Job | None = None,
    reason: str = "",
    status: int = 200,
) -> HttpResponse:
    """The files as they are read, and what was `found` of what they would do: within this page, or beside it by a `job`."""
    heads = heads or heads_of(kept)
    said = _files(kept, heads, found["reading"] if found else previewing.read(read_heads(kept, heads)))
    said |= {"reason": reason, "failure": jobs.failure_of(job) if job else None}
    if found:
        said |= previewing.shown(found, kept.pool)
    else:
        said["cut"] = any(head.cut for head in heads)
    return render(request, "desk/upload.html", said, status=status)


def _files(kept: Upload, heads: list[Head], reading: dict[str, Any]) -> dict[str, Any]:
    """`reading` as `previewing.read` has it."""
    options = uploads.options_of(kept)
    columns = {theirs: ours for ours, theirs in options.columns.items()}
    headings = dict.fromkeys(name for head in heads for name in header(head.data, head.name, kept.options))
    recognised = {theirs: ours for file in reading["files"] for ours, theirs in file["columns"].items()}
    words = filewords.COLUMNS
    return {
        "upload": kept,
        "options": options,
        "files": [
            {
                **file,
                "kind": filewords.FOUND.get(file["kind"], ""),
                "delimiter": filewords.DELIMITERS.get(file["delimiter"], file["delimiter"]),
            }
            for file in reading["files"]
        ],
        "faults": reading["faults"],
        "findings": [finding_of(content) for content in reading["findings"]],
        "more": reading["more"],
        "previews": [lines(head, kept.options, SHOWN) for head in heads],
        "headings": [(name, columns.get(name, ""), words.get(recognised.get(name, ""), "")) for name in headings],
        "ours": sorted(((name, str(words[name])) for name in filewords.OURS), key=lambda one: bare(one[1])),
        "kinds": filewords.KINDS.items(),
        "encodings": filewords.ENCODINGS,
        "delimiters": filewords.DELIMITERS.items(),
    }
