"""Where one goes after a step that stood before a page: to that page, if it is one of ours."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def onward(request: HttpRequest, otherwise: str) -> str:
    """What `next` says, in the form or the address; else `otherwise`."""
    said = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(said, {request.get_host()}, require_https=request.is_secure())
    return said if ours else otherwise
