"""The gate every request comes through: no page without a declared action, nothing too big, refusals told in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import Error
from django.http import HttpRequest, HttpResponse

from bareme.findings import Finding, Refused
from bareme.office.database import why
from bareme.portal.site.errors import told

# What became of the request, by the finding's code; every other refusal is of what was asked (400).
STATUS = {
    **dict.fromkeys(("unknown-pool", "no-such-edition", "no-run", "no-list-yet", "unknown-player", "no-such-page"), 404),
    **dict.fromkeys(("not-allowed",), 403),
    **dict.fromkeys(("upload-too-big",), 413),
    **dict.fromkeys(("database-full", "database-read-only", "database-busy", "database-unreachable", "run-going-on", "printing-busy"), 503),
    **dict.fromkeys(("database-damaged", "database-not-prepared"), 500),
}


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
        limit = settings.UPLOAD_AT_MOST if view.upload else settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        if int(request.META.get("CONTENT_LENGTH") or 0) > limit:
            return told(request, Finding("upload-too-big", details={"megabytes": limit // 2**20}), 413)
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """What was refused, and a database that fails for an outside reason, as a page; a bug stays a bug."""
        if isinstance(error, Error) and (code := why(error)):
            error = Refused(code, database="-", why=str(error).strip().splitlines()[0])
        if isinstance(error, Refused):
            return told(request, error.finding, STATUS.get(error.finding.code, 400))
        return None
