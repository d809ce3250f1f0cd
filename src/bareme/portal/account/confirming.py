"""Is it still he? Asked before what opens doors is changed: passwords, second factors, tokens, users (ASVS 7.5.1).

A view says `confirmed(request)` before it does such a thing. Whoever logged in or confirmed it a while ago is asked for his
password, and for a code where he has a second factor; the form he sent stands in the page that asks, and goes on from there.
"""

from __future__ import annotations

from time import time

from django.contrib import messages
from django.contrib.auth import authenticate
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from bareme.findings import Refused
from bareme.office.users.models import User
from bareme.portal.account import second
from bareme.portal.desk.saying import text, words
from bareme.portal.site.logs import note
from bareme.portal.site.pages import user_of
from bareme.portal.site.sessions import CONFIRMED

SECONDS = 600
PASSWORD, CODE = "confirm-password", "confirm-code"  # fields of the page that asks
_OURS = {"csrfmiddlewaretoken", PASSWORD, CODE}


class Unconfirmed(Exception):  # noqa: N818 - no error: a question
    """The page that asks is to be shown instead; nothing was done. The gate shows it."""

    def __init__(self, *, code: bool) -> None:
        super().__init__()
        self.code = code

    def page(self, request: HttpRequest) -> HttpResponse:
        """What was sent, and the question."""
        kept = [(name, value) for name, values in request.POST.lists() if name not in _OURS for value in values]
        said = {"kept": kept, "code": self.code, "minutes": SECONDS // 60}
        return render(request, "account/confirm.html", said, status=403)


def confirmed(request: HttpRequest, *, code: bool = True) -> None:
    """Go on, if he has shown lately who he is, or does with this form. `code=False`: the form itself asks for one.

    Errors: Unconfirmed.
    """
    user = user_of(request)
    if user is None or 0 <= time() - request.session.get(CONFIRMED, 0) <= SECONDS:
        return  # nobody in particular: the services refuse him
    asks = code and second.device_of(user) is not None
    if PASSWORD not in request.POST:
        raise Unconfirmed(code=asks)
    try:
        check_password(request, user, request.POST[PASSWORD])
        if asks:
            second.check(user, text(request, CODE, 12).replace(" ", ""))
    except Refused as refused:
        note(request, "not confirmed", user=user.get_username(), why=refused.finding.code)
        messages.error(request, words(refused.finding))
        raise Unconfirmed(code=asks) from None
    request.session[CONFIRMED] = int(time())


def check_password(request: HttpRequest, user: User, password: str) -> None:
    """His password, counted with the wrong ones of the login: after too many the answer is that there were too many.

    Errors: Refused `wrong-password`.
    """
    if authenticate(request, username=user.get_username(), password=password) is None:
        raise Refused("wrong-password")
