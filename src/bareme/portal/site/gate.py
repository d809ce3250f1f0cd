"""The gate every request comes through: no page without a declared action, nothing too big, refusals told in words."""

from __future__ import annotations

from collections.abc import Callable
from logging import getLogger
from typing import Any

from django.conf import settings
from django.db import Error
from django.http import HttpRequest, HttpResponse

from bareme.findings import Finding, Refused
from bareme.office.database import why
from bareme.portal.account.confirming import Unconfirmed
from bareme.portal.site import logs, sessions
from bareme.portal.site.errors import told
from bareme.portal.site.pages import allowed

# What became of the request, by the finding's code; every other refusal is of what was asked (400).
STATUS = {
    **dict.fromkeys(("unknown-pool", "no-such-edition", "no-run", "no-list-yet", "unknown-player", "no-such-page"), 404),
    **dict.fromkeys(("not-allowed",), 403),
    **dict.fromkeys(("upload-too-big", "too-large", "too-many-lines"), 413),
    **dict.fromkeys(
        (
            "database-full",
            "database-read-only",
            "database-busy",
            "database-unreachable",
            "run-going-on",
            "printing-busy",
            "lab-busy",
        ),
        503,
    ),
    **dict.fromkeys(("database-damaged", "database-not-prepared"), 500),
}
_IN_THE_LOG = {"en": "the server's log says more", "fr": "le journal du serveur en dit plus"}


class Gate:
    """Middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """On to the page."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Deny by default, and before a body is read."""
        if not hasattr(view, "action"):
            raise TypeError(f"{view} declares no action: make its address with site.pages.page")
        try:
            sessions.end_old(request)
        except (Error, Refused) as error:
            return self.process_exception(request, error)
        limit = _limit(request, view)
        if _length(request) > limit:
            return told(request, Finding("upload-too-big", details={"megabytes": limit // 2**20}), 413)
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """A question first, what was refused, and a database that fails for an outside reason, as a page; a bug stays a bug."""
        if isinstance(error, Unconfirmed):
            return error.page(request)
        if isinstance(error, Error) and (code := why(error)):
            error = Refused(code, database="-", why=str(error))
        if isinstance(error, Refused):
            if error.finding.code == "not-allowed":
                logs.note(request, "not allowed", **error.finding.details)
            return told(request, for_outside(error), STATUS.get(error.finding.code, 400))
        return None


def _length(request: HttpRequest) -> int:
    """How much is sent. Where a length is not said, or is none, nothing is read."""
    said = request.META.get("CONTENT_LENGTH") or ""
    return int(said) if said.isascii() and said.isdigit() else 0


def _limit(request: HttpRequest, view: Any) -> int:
    """How much may be sent: files only by whoever may bring some. What wants a token asks before it reads anything."""
    files = view.upload and (getattr(view, "csrf_exempt", False) or allowed(request, view.action))
    return int(settings.UPLOAD_AT_MOST if files else settings.DATA_UPLOAD_MAX_MEMORY_SIZE)


def for_outside(error: Refused) -> Finding:
    """What is said of a refusal. Where a database is that fails, and what it said, stands in the log alone."""
    if not error.finding.code.startswith("database-"):
        return error.finding
    getLogger("bareme.database").error("%s", error.finding.message())
    return Finding(error.finding.code, details={"database": settings.OFFICE_NAME, "why": _IN_THE_LOG})
