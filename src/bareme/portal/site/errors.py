"""When there is no page: what is wrong, and what to do next, in the reader's language."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language

from bareme.findings import Finding


def told(request: HttpRequest, finding: Finding, status: int) -> HttpResponse:
    """A finding as a page."""
    language = "fr" if get_language() == "fr" else "en"
    said = {"message": finding.message(language), "remedy": finding.remedy(language), "code": finding.code, "status": status}
    return render(request, "site/error.html", said, status=status)


def bad_request(request: HttpRequest, exception: Any = None) -> HttpResponse:
    """400."""
    return told(request, Finding("bad-request"), 400)


def forbidden(request: HttpRequest, exception: Any = None) -> HttpResponse:
    """403."""
    return told(request, Finding("page-forbidden"), 403)


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that did not come from a page of ours, or from one that is too old."""
    return told(request, Finding("form-too-old"), 403)


def not_found(request: HttpRequest, exception: Any = None) -> HttpResponse:
    """404."""
    return told(request, Finding("no-such-page", details={"path": request.path}), 404)


def failed(request: HttpRequest) -> HttpResponse:
    """500: nothing may be asked of the database here."""
    return HttpResponse(render_to_string("site/failed.html"), status=500)
