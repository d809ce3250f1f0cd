"""When there is no page: what is wrong, and what to do next, in the reader's language."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language, override

from bareme.findings import Finding
from bareme.portal.site.languages import in_address, wanted

API = "/api/"


def told(request: HttpRequest, finding: Finding, status: int) -> HttpResponse:
    """A finding as a page; to a program, as JSON. What goes wrong before the language is known is told in it, too."""
    if not hasattr(request, "LANGUAGE_CODE"):
        request.LANGUAGE_CODE = in_address(request.path_info) or wanted(request)
        with override(request.LANGUAGE_CODE):
            return _told(request, finding, status)
    return _told(request, finding, status)


def _told(request: HttpRequest, finding: Finding, status: int) -> HttpResponse:
    if request.path_info.startswith(API):
        return JsonResponse(said(finding), status=status)
    return render(request, "site/error.html", {**said(finding), "status": status}, status=status)


def said(finding: Finding) -> dict[str, str]:
    """A finding in the language of the request."""
    language = "fr" if get_language() == "fr" else "en"
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message(language),
        "remedy": finding.remedy(language),
        "place": str(finding.place),
    }


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
    if request.path_info.startswith(API):
        return JsonResponse(said(Finding("work-broke-off")), status=500)
    return HttpResponse(render_to_string("site/failed.html"), status=500)
