"""Where a request comes from: so that the wrong passwords of one do not lock out another."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """The visitor's address: as the proxy says where one stands before us (setting `https`), else the other end's.

    Nobody but the proxy reaches us then, and it puts its own X-Real-IP in the place of one that was sent.
    """
    behind_proxy = getattr(settings, "SECURE_PROXY_SSL_HEADER", None) is not None
    told = request.headers.get("X-Real-IP", "") if behind_proxy else ""
    return str(told or request.META.get("REMOTE_ADDR", ""))
