"""What a browser may do with a page of ours: show it, with our own style, pictures and scripts, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "script-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


class Headers:
    """Middleware, the outermost. A page made for somebody who is logged in is kept nowhere."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer, with its headers."""
        response = self.get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        ended = response.cookies.get(settings.SESSION_COOKIE_NAME)
        if ended is not None and not ended.value:
            response.headers.setdefault("Clear-Site-Data", '"cache", "storage"')
        if request.method == "HEAD" and not response.streaming:
            response.content = b""  # the server would complain of each
        known = settings.SESSION_COOKIE_NAME in request.COOKIES
        response.headers.setdefault("Cache-Control", "private, no-store" if known else "no-cache")
        return response
