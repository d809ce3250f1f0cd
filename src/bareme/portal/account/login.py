"""The second step of coming in: the code, after the password and before anything else."""

from __future__ import annotations

from time import time

import django_otp
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from bareme.findings import Finding
from bareme.office.users.models import User
from bareme.portal.account import second
from bareme.portal.desk.saying import Trial, text
from bareme.portal.site.errors import told
from bareme.portal.site.logs import note

HALF = "half-way"  # who gave his password: [user, when, where he wants to go, what stands for the password he gave]
SECONDS = 300
BACKEND = "bareme.portal.site.access.Backend"


def half_way(request: HttpRequest, user: User, then: str) -> HttpResponse:
    """His password was right; the session is nobody's until the code is."""
    request.session.cycle_key()
    request.session[HALF] = [user.pk, time(), then, user.get_session_auth_hash()]
    return HttpResponseRedirect(reverse("account:verify"))


def verify(request: HttpRequest) -> HttpResponse:
    """Ask for the code."""
    number, since, then, given = request.session.get(HALF) or (0, 0.0, "", "")
    user: User | None = User.objects.filter(pk=number, is_active=True).first()
    if user is None or time() - since > SECONDS or not constant_time_compare(given, user.get_session_auth_hash()):
        return told(request, Finding("form-too-old"), 400)
    if request.method == "POST":
        with Trial(request) as trial:
            device = second.check(user, text(request, "code", 12).replace(" ", ""))
        if trial.went:
            request.session.pop(HALF, None)
            login(request, user, backend=BACKEND)
            django_otp.login(request, device)
            return HttpResponseRedirect(then)
        note(request, "wrong code", user=user.get_username())
    return render(request, "account/verify.html", status=403 if request.method == "POST" else 200)
