"""Coming in and going out."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model, logout
from django.contrib.auth.backends import BaseBackend
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import override

from bareme.findings import Finding
from bareme.office.users.models import User
from bareme.office.users.service import has_ended
from bareme.portal.site.errors import told
from bareme.portal.site.logs import note


class Backend(BaseBackend):
    """Name and password. A name that is not there takes as long as one that is."""

    def authenticate(self, request: HttpRequest | None, username: str = "", password: str = "", **_: Any) -> User | None:
        """The user, if he may come in."""
        user: User | None = User.objects.filter(username=username).first()
        if user is None:
            get_user_model()().set_password(password)
            return None
        return user if user.check_password(password) and user.is_active else None

    def get_user(self, user_id: int) -> User | None:
        """The user of a session, as long as he works here."""
        found: User | None = User.objects.filter(pk=user_id, is_active=True).first()
        return found


class Login(LoginView):
    """Name and password; then the code, of whoever has a second factor. After that the desk, in his language."""

    template_name = "site/login.html"

    def form_valid(self, form: Any) -> HttpResponse:
        """The password was right."""
        from bareme.portal.account import login as code
        from bareme.portal.account import second

        user = form.get_user()
        self.user = user
        if has_ended(user):
            note(self.request, "first password ended", user=user.get_username())
            return told(self.request, Finding("first-password-ended"), 403)
        if second.device_of(user) is not None:
            return code.half_way(self.request, user, self.get_success_url())
        return super().form_valid(form)

    def get_default_redirect_url(self) -> str:
        """Where one goes who did not come from anywhere."""
        with override(self.user.language):
            return str(reverse("desk:home"))


login = Login.as_view()


def leave(request: HttpRequest) -> HttpResponse:
    """The session ends, here and in the database."""
    logout(request)
    return HttpResponseRedirect(reverse("public:home"))


def locked_out(request: HttpRequest, *_: Any, **__: Any) -> HttpResponse:
    """Too many wrong passwords."""
    return told(request, Finding("too-many-logins"), 429)
