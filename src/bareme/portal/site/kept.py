"""Public pages kept in memory. What one of them says depends on its address, the ledger and the day alone, and the hash of the
last act stands for the whole ledger: a page that was made since is given again as it is.

Nobody who is logged in gets one, and none with a form's token or a cookie in it is kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime
from threading import Lock
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from bareme.office.audit.models import Act
from bareme.portal.site.languages import in_address

LARGEST = 2**18  # bytes of one page


class Kept:
    """Middleware, below the gate. `settings.PAGES_KEPT` pages for each process."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.most: int = settings.PAGES_KEPT
        self.pages: OrderedDict[tuple[str, str], HttpResponse] = OrderedDict()
        self.lock = Lock()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer, which is kept if it may be."""
        response = self.get_response(request)
        key = getattr(request, "kept_as", None)
        if key is not None and _may_be_kept(request, response):
            with self.lock:
                self.pages[key] = _copy(response)
                while len(self.pages) > self.most:
                    self.pages.popitem(last=False)
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """The page as it was made before, if nothing was recorded since."""
        if not self.most or not _anybodys(request, view):
            return None
        last = Act.objects.order_by("-pk").values_list("hash", flat=True).first() or ""
        key = (request.get_full_path(), f"{datetime.now(UTC).date()} {last}")
        with self.lock:
            found = self.pages.get(key)
            if found is not None:
                self.pages.move_to_end(key)
                return _copy(found)
        request.kept_as = key
        return None


def _anybodys(request: HttpRequest, view: Any) -> bool:
    """Is this a page in a language, looked at by somebody unknown? The API (no language) answers tokens and other headers too."""
    unknown = settings.SESSION_COOKIE_NAME not in request.COOKIES and "Authorization" not in request.headers
    return request.method == "GET" and view.action == "public" and unknown and in_address(request.path_info) is not None


def _may_be_kept(request: HttpRequest, response: HttpResponse) -> bool:
    private = request.META.get("CSRF_COOKIE_NEEDS_UPDATE") or response.cookies
    plain = response.status_code == 200 and not response.streaming
    return plain and not private and len(response.content) <= LARGEST


def _copy(response: HttpResponse) -> HttpResponse:
    """The same answer, for another request: middleware above writes into its headers."""
    made = HttpResponse(response.content, headers=dict(response.headers))
    patch_vary_headers(made, ["Cookie"])  # who is logged in gets another one
    return made
