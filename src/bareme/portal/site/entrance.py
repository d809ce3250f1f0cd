"""Before Django reads a request: what it says of its encoding, and of where our addresses begin."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.utils.http import parse_header_parameters

from bareme.portal.site.headers import HEADERS

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]
UTF_8 = ("", "utf-8", "utf8")


def entrance(application: Application) -> Application:
    """The application, for requests in UTF-8. Django would try any encoding of Python's, and breaks over those that are none.

    Our addresses begin at the root: a header SCRIPT_NAME, which gunicorn takes from its own machine, would move every link.
    """

    def answered(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        environ["SCRIPT_NAME"] = ""
        if _encoding(environ) in UTF_8:
            return application(environ, start_response)
        start_response("400 Bad Request", [*HEADERS.items(), ("Content-Type", "text/plain"), ("Cache-Control", "no-store")])
        return [b"Only UTF-8 is understood.\n"]

    return answered


def _encoding(environ: dict[str, Any]) -> str:
    try:
        said = parse_header_parameters(environ.get("CONTENT_TYPE") or "")[1]
    except ValueError:
        return "?"
    return str(said.get("charset", "")).lower()
