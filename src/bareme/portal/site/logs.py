"""What the server's log says of coming in, going out and being refused: one line each, which nobody's text can break in two."""

from __future__ import annotations

import json
import logging
import unicodedata
from typing import Any

from django.http import HttpRequest

from bareme.portal.site.visitors import address_of

_SECURITY = logging.getLogger("bareme.security")


class Line(logging.Formatter):
    """A message in one line, controls and marks that turn the writing direction written out; below it a failure's trace."""

    def format(self, record: logging.LogRecord) -> str:
        """What was refused for safety's sake is no failure, and has no trace: anybody can make as many as he likes."""
        if record.name.startswith("django.security"):
            record = logging.makeLogRecord({**vars(record), "exc_info": None, "exc_text": None})
        return super().format(record)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the library's name
        """The line."""
        return "".join(plain(character) for character in super().formatMessage(record))


def plain(character: str) -> str:
    """A character as a log shows it."""
    hidden = unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")
    return f"\\u{ord(character):04x}" if hidden else character


def note(request: HttpRequest | None, what: str, **details: Any) -> None:
    """Note something that concerns safety: what, from where, on which page, and details. Never a password, token or code."""
    where = {"address": address_of(request), "method": request.method, "path": request.path} if request else {}
    _SECURITY.info("%s %s", what, json.dumps({**where, **details}, default=str)[:2000])


def came(request: HttpRequest | None, user: Any, **_: Any) -> None:
    """Somebody logged in."""
    note(request, "logged in", user=user.get_username())


def left(request: HttpRequest | None, user: Any, **_: Any) -> None:
    """Somebody logged out, or was sent out."""
    note(request, "logged out", user=user.get_username() if user else "-")


def failed(credentials: Any, request: HttpRequest | None = None, **_: Any) -> None:
    """Somebody did not."""
    note(request, "login failed", user=str(credentials.get("username", ""))[:150])
