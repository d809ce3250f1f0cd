"""Somebody who is logged in, for tests that look at what he is answered."""

from __future__ import annotations

from typing import Any

from django.test import Client

from portal.made_up import MadeUp

BACKEND = "bareme.portal.site.access.Backend"


def logged_in(office: MadeUp, role: str = "officer", **more: Any) -> Client:
    """A client of somebody of this role."""
    client = Client(**more)
    client.force_login(office.users[role], backend=BACKEND)
    return client
