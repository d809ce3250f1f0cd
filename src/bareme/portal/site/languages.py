"""The language of a page stands in its address: /fr/..., /en/... Nothing is remembered."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import translation
from django.utils.cache import patch_vary_headers

LANGUAGES = {"fr": "Français", "en": "English"}


class Language:
    """Middleware: the language of the address; where it has none, the one the browser asks for, else the office's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer, in its language."""
        language = in_address(request.path_info) or wanted(request)
        request.LANGUAGE_CODE = language
        with translation.override(language):
            response = self.get_response(request)
        if in_address(request.path_info) is None:
            patch_vary_headers(response, ["Accept-Language"])
        response.headers.setdefault("Content-Language", language)
        return response


def in_address(path: str) -> str | None:
    """The language a path begins with."""
    first = path.split("/", 2)[1] if path.startswith("/") else ""
    return first if first in LANGUAGES else None


def wanted(request: HttpRequest) -> str:
    """The first language of the browser's list that we speak, by its weights; else the office's own."""
    weighed = []
    for at, part in enumerate(request.headers.get("Accept-Language", "").split(",")[:20]):
        tag, _, weight = part.strip().lower().partition(";q=")
        code = tag.partition("-")[0]
        try:
            weighed.append((-float(weight or 1), at, code))
        except ValueError:
            continue
    spoken = (code for weight, _, code in sorted(weighed) if code in LANGUAGES and weight < 0)
    return next(spoken, str(settings.LANGUAGE_CODE))


def in_other(request: HttpRequest) -> tuple[str, str, str]:
    """The same page in the other language: its code, its name, its address."""
    here = in_address(request.path_info) or request.LANGUAGE_CODE
    other = next(code for code in LANGUAGES if code != here)
    path = request.get_full_path()
    return other, LANGUAGES[other], f"/{other}/{path[4:]}" if in_address(path) else f"/{other}/"


def choose(request: HttpRequest) -> HttpResponse:
    """From the bare address to the one in the reader's language."""
    return HttpResponseRedirect(f"/{wanted(request)}/")
