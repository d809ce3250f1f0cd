"""The API's addresses: outside the languages, /api/v1/...; and the page that says what they are."""

from __future__ import annotations

from django.urls import URLPattern, path

from bareme.portal.api.answering import public, with_token
from bareme.portal.api.service import api

app_name = "api"
PREFIX = "api/v1/"
BARE = True
BY_TOKEN = {"import": "preview-import"}  # every other address is for reading


def _guarded(pattern: URLPattern) -> URLPattern:
    action = BY_TOKEN.get(pattern.name)
    view = with_token(pattern.callback, action, upload=True) if action else public(pattern.callback)
    return path(str(pattern.pattern), view, name=pattern.name)


urlpatterns = [_guarded(pattern) for pattern in api.urls[0]]
