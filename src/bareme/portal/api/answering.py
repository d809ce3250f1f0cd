"""How every address of the API answers: open to all sites for reading, one moment of the ledger, what is wrong as JSON."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse

from bareme.findings import Finding, Refused
from bareme.office.database import reading
from bareme.office.users.policy import may
from bareme.portal.api.tokens import bearer
from bareme.portal.site import logs
from bareme.portal.site.errors import said
from bareme.portal.site.pages import View, declared, user_of

READABLE = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Content-Disposition",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
ASKED_BEFORE = {  # what a browser asks before it sends If-None-Match to another site
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "Accept-Language, If-None-Match",
    "Access-Control-Max-Age": "86400",
}


def public(view: View) -> View:
    """An address everybody may read, from any site."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "OPTIONS":
            return HttpResponse(status=204, headers={**READABLE, **ASKED_BEFORE})
        method, request.method = request.method, "GET" if request.method == "HEAD" else request.method
        with reading():
            response = view(request, *args, **kwargs)
        request.method = method  # of a HEAD the server leaves the body out
        for name, value in READABLE.items():
            response.headers[name] = value
        return response

    return declared(answered, "public")


def with_token(view: View, action: str, *, upload: bool = False) -> View:
    """An address for programs of people we know: what changes data asks for a token, a session is not enough.

    A session's cookie goes along with every request a browser makes, a token with none: no other site can use it.
    """

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        by_token = bearer(request)
        user = by_token or user_of(request)
        if user is None or (by_token is None and request.method not in ("GET", "HEAD")):
            logs.note(request, "no token", action=action)
            return as_json(Finding("no-token"), 401)
        if not may(user, action):
            logs.note(request, "not allowed", user=user.username, action=action)
            return as_json(_not_allowed(user, action), 403)
        request.user = user
        return view(request, *args, **kwargs)

    return declared(answered, action, upload=upload)


def _not_allowed(user: Any, action: str) -> Finding:
    details = {"user": user.username, "role": user.role, "action": action, "about": "-"}
    return Refused("not-allowed", **details).finding


def as_json(finding: Finding, status: int) -> HttpResponse:
    """What was refused."""
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    return JsonResponse(said(finding), status=status, headers={**READABLE, **headers})
