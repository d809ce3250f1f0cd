"""What the head and foot of every page need."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.functional import SimpleLazyObject

import bareme
from bareme.portal.site.languages import in_address, in_other
from bareme.portal.site.pages import allowed, user_of
from bareme.portal.slices import urls


def site(request: HttpRequest) -> dict[str, Any]:
    """`office`, `language`, `other_language`, `navigation`, `who`."""
    code, name, address = in_other(request)
    return {
        "office": settings.OFFICE_NAME,
        "language": in_address(request.path_info) or request.LANGUAGE_CODE,
        "other_language": {"code": code, "name": name, "address": address},
        "navigation": SimpleLazyObject(lambda: navigation(request)),
        "who": SimpleLazyObject(lambda: user_of(request)),
        "bareme_version": bareme.__version__,
    }


def navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """The links of all slices that whoever asks may open."""
    found = []
    for slice_ in urls():
        for name, text, action in getattr(slice_, "NAVIGATION", ()):
            if allowed(request, action):
                address = reverse(name)
                found.append({"text": text, "address": address, "here": _here(request.path, address)})
    return found


def _here(path: str, address: str) -> bool:
    """Is this page below that address? Home is above everything: only home itself is there."""
    return path == address or (address.count("/") > 2 and path.startswith(address))


def address(name: str, *args: Any, **kwargs: Any) -> str:
    """The address of a page of another slice, empty where that slice is not there."""
    try:
        return str(reverse(name, args=args, kwargs=kwargs))
    except NoReverseMatch:
        return ""
