"""Users and their roles, for the administrator."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bareme.findings import Refused
from bareme.office.corrections.fields import event_of
from bareme.office.pools.models import Pool
from bareme.office.pools.service import pool_of
from bareme.office.users import service
from bareme.office.users.models import EventReporter, PoolReporter, User
from bareme.office.users.policy import ROLES
from bareme.portal.account import second, sessions
from bareme.portal.account.confirming import confirmed
from bareme.portal.desk.saying import Trial, text
from bareme.portal.site.pages import user_of

ROLE_WORDS = {
    "reader": gettext_lazy("Reader"),
    "reporter": gettext_lazy("Reporter of own events"),
    "officer": gettext_lazy("Officer"),
    "administrator": gettext_lazy("Administrator"),
}


def users(request: HttpRequest) -> HttpResponse:
    """All of them; a new one."""
    by = user_of(request)
    if request.method == "POST" and by:
        confirmed(request)
        with Trial(request) as trial:
            password = request.POST.get("password") or None
            name, language = text(request, "name", 150), text(request, "language", 2)
            language = language if language in ("en", "fr") else "en"
            made = service.new_user(
                by, text(request, "username", 151), text(request, "role"), password, name=name, language=language
            )
            messages.success(request, _("The user %(name)s was made.") % {"name": made.username})
        if trial.went:
            return HttpResponseRedirect(reverse("desk:user", args=[made.pk]))
    with_second = second.who_have_one()
    said = {
        "users": [(user, ROLE_WORDS[user.role], user.pk in with_second) for user in User.objects.order_by("username")],
        "roles": [(role, ROLE_WORDS[role]) for role in ROLES],
        "days": service.FIRST_DAYS,
        "given": request.POST,
    }
    return render(request, "desk/users.html", said, status=400 if request.method == "POST" else 200)


def user(request: HttpRequest, number: int) -> HttpResponse:
    """One user: role, whether he may come in, a new password, what he may report, his second factor."""
    by = user_of(request)
    found: User | None = User.objects.filter(pk=number).first()
    if found is None or by is None:
        raise Refused("no-such-page", path=request.path)
    if request.method == "POST":
        confirmed(request)
        with Trial(request) as trial:
            doing = _DOINGS.get(request.POST.get("do", ""))
            if doing is None:
                raise Refused("bad-request")
            doing(request, by, found)
            messages.success(request, _("Noted."))
        if trial.went:
            return HttpResponseRedirect(reverse("desk:user", args=[number]))
    said = {
        "user": found,
        "role": ROLE_WORDS[found.role],
        "roles": [(role, ROLE_WORDS[role]) for role in ROLES],
        "second": second.device_of(found) is not None,
        "own": found.pk == by.pk,
        "ended": service.has_ended(found),
        "days": service.FIRST_DAYS,
        "pools": Pool.objects.order_by("name"),
        "reports_pools": PoolReporter.objects.filter(user=found).select_related("pool"),
        "reports_events": EventReporter.objects.filter(user=found).select_related("event__pool").order_by("-event")[:100],
    }
    return render(request, "desk/user.html", said, status=400 if request.method == "POST" else 200)


def _change(request: HttpRequest, by: User, found: User) -> None:
    active = request.POST.get("active") == "1"
    service.change_user(by, found, role=text(request, "role") or None, active=active, reason=text(request, "reason"))


def _of_another(by: User, found: User) -> None:
    """One's own are changed on the page of one's account, which asks for the old password, or for a code.

    Errors: Refused `bad-request`.
    """
    if by.pk == found.pk:
        raise Refused("bad-request")


def _password(request: HttpRequest, by: User, found: User) -> None:
    _of_another(by, found)
    password = request.POST.get("password") or ""
    service.change_user(by, found, password=password, reason=text(request, "reason"))


def _report(request: HttpRequest, by: User, found: User) -> None:
    pool, label = pool_of(text(request, "pool")), text(request, "event", 150)
    if label:
        service.let_report(by, found, event=event_of(pool, label))
    else:
        service.let_report(by, found, pool=pool)


def _second(request: HttpRequest, by: User, found: User) -> None:
    _of_another(by, found)
    second.take_away(by, found, text(request, "reason"))


def _close(request: HttpRequest, by: User, found: User) -> None:
    sessions.end_all(by, found, text(request, "reason"))


_DOINGS: Mapping[str, Callable[[HttpRequest, User, User], Any]] = {
    "change": _change,
    "password": _password,
    "report": _report,
    "second": _second,
    "close": _close,
}
