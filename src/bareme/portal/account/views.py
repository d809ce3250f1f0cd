"""My account."""

from __future__ import annotations

import django_otp
import segno
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from bareme.findings import Refused
from bareme.office.users import service
from bareme.office.users.models import User
from bareme.portal.account import may_do, second, sessions
from bareme.portal.account.confirming import check_password, confirmed
from bareme.portal.api import tokens
from bareme.portal.desk.saying import Trial, text, whole
from bareme.portal.site.onward import onward
from bareme.portal.site.pages import user_of

KEY = "second-key"


def _user(request: HttpRequest) -> User:
    user = user_of(request)
    if user is None:
        raise TypeError("this page asks for a user")
    return user


def account(request: HttpRequest) -> HttpResponse:
    """Password, language, the state of the second factor, tokens."""
    user = _user(request)
    shown = ""
    if request.method == "POST":
        with Trial(request) as trial:
            shown = _do(request, user)
        if trial.went and not shown:
            return HttpResponseRedirect(reverse("account:account"))
    said = {
        "user": user,
        "second": second.device_of(user),
        "wanted": second.wanted(user),
        "tokens": tokens.tokens_of(user),
        "sessions": sessions.open_sessions(user, request.session.session_key),
        "days": tokens.DAYS,
        "token": shown,
    }
    return render(request, "account/account.html", said, status=200 if request.method == "GET" or shown else 400)


def _do(request: HttpRequest, user: User) -> str:
    """What the form asks for; the text of a new token, which is shown this once."""
    do = request.POST.get("do", "")
    if do == "token":
        confirmed(request)
        return tokens.new_token(user, text(request, "label", 61), whole(request.POST.get("days"), tokens.DAYS))
    if do == "password":
        _new_password(request, user)
    elif do == "language":
        service.speak(user, text(request, "language", 2))
        messages.success(request, _("Noted."))
    elif do == "take-back":
        confirmed(request)
        tokens.take_back(user, whole(request.POST.get("number")))
        messages.info(request, _("The token opens nothing any more."))
    elif do == "end":
        confirmed(request)
        sessions.end(user, text(request, "session", 20), request.session.session_key)
        messages.info(request, _("Ended: whoever is there has to log in again."))
    else:
        raise Refused("bad-request")
    return ""


def _new_password(request: HttpRequest, user: User) -> None:
    """A new one, by whoever knows the old one; a wrong old one counts as at the login."""
    old = request.POST.get("old") or ""
    check_password(request, user, old)
    service.change_own_password(user, old, request.POST.get("new") or "")
    update_session_auth_hash(request, user)
    messages.success(request, _("Your password is changed; other sessions of yours are ended."))


def password(request: HttpRequest) -> HttpResponse:
    """A password of one's own: the only page that one opens which somebody else chose."""
    user = _user(request)
    then = onward(request, reverse("desk:home"))
    if request.method == "POST":
        with Trial(request) as trial:
            _new_password(request, user)
        if trial.went:
            return HttpResponseRedirect(then)
    said = {"first": service.is_first(user), "next": then}
    return render(request, "account/password.html", said, status=400 if request.method == "POST" else 200)


def set_up(request: HttpRequest) -> HttpResponse:
    """Set the second factor up, or take it off with a code of its own."""
    user = _user(request)
    device = second.device_of(user)
    if request.method == "POST":
        confirmed(request, code=False)  # what follows asks for a code anyway
        code = text(request, "code", 12).replace(" ", "")
        with Trial(request) as trial:
            if device is None:
                second.set_up(user, request.session.get(KEY) or second.new_key(), code)
                request.session.pop(KEY, None)
                django_otp.login(request, second.device_of(user))
                messages.success(request, _("From now on you give a code when you log in."))
            else:
                second.check(user, code)
                second.take_away(user, user, text(request, "reason") or _("by himself"))
                messages.info(request, _("The second factor is taken off."))
        if trial.went:
            return HttpResponseRedirect(reverse("account:account"))
    said: dict[str, object] = {"device": device}
    if device is None:
        key = request.session.setdefault(KEY, second.new_key())
        said |= {"secret": second.secret(key), "picture": picture(second.address(user, key))}
    return render(request, "account/second.html", said, status=400 if request.method == "POST" else 200)


def picture(content: str) -> SafeString:
    """A QR code as SVG in the page."""
    svg = segno.make(content, error="m").svg_inline(scale=1, border=2, omitsize=True, svgclass="qr", lineclass=None)
    return mark_safe(svg)  # noqa: S308 - drawn here: lines and numbers


def what_i_may(request: HttpRequest) -> HttpResponse:
    """The policy, for whoever asks, in words."""
    return render(request, "account/may.html", may_do.of(_user(request)))
