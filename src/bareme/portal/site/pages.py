"""A page, and the action one needs to open it. What declares none is never shown (`gate.py`), and a test finds it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import URLPattern, path, reverse

from bareme.office.database import reading
from bareme.office.users.models import User
from bareme.office.users.policy import EVERYBODY, may, require
from bareme.office.users.service import is_first

View = Callable[..., HttpResponse]
_WITH_A_FIRST_PASSWORD = ("account:password", "site:logout")


def page(
    route: str, view: View, action: str, name: str, *, methods: Sequence[str] = ("GET",), upload: bool = False
) -> URLPattern:
    """An address. `action` is one of `office/users/policy.py`; `public` is everybody's. `upload`: files may be sent here.

    A page that is only looked at sees the ledger at one moment, and never waits for the writer.
    """
    return path(route, guarded(view, action, methods=methods, upload=upload), name=name)


def guarded(view: View, action: str, *, methods: Sequence[str] = ("GET",), upload: bool = False) -> View:
    """A view that asks first. Nobody in particular is sent to the login, who may not is told so."""

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if action not in EVERYBODY:
            user = user_of(request)
            if user is None:
                return redirect_to_login(request.get_full_path(), reverse("site:login"))
            require(user, action)
            first = first_step(request, user, action)
            if first is not None:
                return first
        if request.method not in known:
            return HttpResponseNotAllowed(known)
        if request.method not in ("GET", "HEAD"):
            return view(request, *args, **kwargs)
        with reading():
            return view(request, *args, **kwargs)

    known = tuple(dict.fromkeys([*methods, *(["HEAD"] if "GET" in methods else [])]))
    return declared(asked, action, upload=upload)


def first_step(request: HttpRequest, user: User, action: str) -> HttpResponse | None:
    """What stands before a page: the second factor's code, a password of one's own, the second factor where it is required."""
    from bareme.portal.account.second import missing

    lacking = missing(request, user)
    if lacking == "code":
        return redirect_to_login(request.get_full_path(), reverse("site:login"))
    if is_first(user) and (request.resolver_match is None or request.resolver_match.view_name not in _WITH_A_FIRST_PASSWORD):
        return redirect_to_login(request.get_full_path(), reverse("account:password"))
    return HttpResponseRedirect(reverse("account:second")) if lacking and action != "own-account" else None


def declared(view: View, action: str, *, upload: bool = False) -> View:
    """Say of a view that asks by itself (an API's) what it asks for."""
    view.action, view.upload = action, upload  # type: ignore[attr-defined]
    return view


def user_of(request: HttpRequest) -> User | None:
    """Who is logged in."""
    user = getattr(request, "user", None)
    return user if user is not None and user.is_authenticated and user.is_active else None


def allowed(request: HttpRequest, action: str, about: Any = None) -> bool:
    """May whoever asks do this? For links and buttons; the pages behind them ask again."""
    return action in EVERYBODY or may(user_of(request), action, about)
