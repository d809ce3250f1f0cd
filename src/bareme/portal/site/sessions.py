"""How long one stays logged in: so long at most, and less when nothing is done."""

from __future__ import annotations

from collections.abc import Mapping
from time import time
from typing import Any

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest

from bareme.portal.site.logs import plain
from bareme.portal.site.pages import user_of
from bareme.portal.site.visitors import address_of

AT_MOST = 12 * 3600  # seconds from logging in
IDLE = 2 * 3600  # seconds without a page
BROWSER = 200  # characters of what a browser calls itself
NOTED_EACH = 300  # seconds: how exactly it is kept when a page was last opened
CAME, SEEN = "came", "seen"
CONFIRMED = "confirmed"  # when he last gave his password
WHENCE = "whence"  # [address, browser], for himself to recognise


def came(request: HttpRequest | None, **_: object) -> None:
    """Somebody logged in: his session begins."""
    if request is not None:
        request.session[CAME] = request.session[SEEN] = request.session[CONFIRMED] = int(time())
        browser = "".join(map(plain, request.headers.get("User-Agent", "")[:BROWSER]))
        request.session[WHENCE] = [address_of(request), browser]


def is_old(session: Mapping[str, Any], now: float) -> bool:
    """Did he come too long ago, or do nothing for too long?"""
    return bool(now - session.get(CAME, 0) > AT_MOST or now - session.get(SEEN, 0) > IDLE)


def end_old(request: HttpRequest) -> None:
    """End the session of whoever came too long ago, or did nothing for too long."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES or user_of(request) is None:
        return
    now, session = time(), request.session
    if is_old(session, now):
        logout(request)
    elif now - session[SEEN] > NOTED_EACH:
        session[SEEN] = int(now)
