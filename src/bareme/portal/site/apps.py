"""The Django app."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed


class SiteConfig(AppConfig):
    """What all pages share. Whoever comes in, fails to or goes out is noted, in his session and in the log."""

    name = "bareme.portal.site"
    label = "site"

    def ready(self) -> None:
        """Listen to who comes and goes."""
        from bareme.portal.site import logs, sessions

        user_logged_in.connect(sessions.came)
        user_logged_in.connect(logs.came)
        user_logged_out.connect(logs.left)
        user_login_failed.connect(logs.failed)
