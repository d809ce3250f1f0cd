"""The desk as tests use it: somebody logged in, forms sent, what the page said."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import Any

from django.test import Client

from portal.made_up import MadeUp


@dataclass
class Desk:
    """A client of somebody's."""

    client: Client
    office: MadeUp

    def enter(self, role: str) -> Desk:
        """As somebody of this role."""
        self.client.force_login(self.office.users[role], backend="bareme.portal.site.access.Backend")
        return self

    def get(self, address: str, status: int = 200) -> str:
        """A page as plain text."""
        response = self.client.get(address)
        assert response.status_code == status, (response.status_code, response.headers.get("Location"))
        return str(response.content.decode())

    def send(self, address: str, form: dict[str, Any], status: int = 302) -> str:
        """A form: where it leads, or what the page says instead."""
        response = self.client.post(address, form)
        text = str(response.content.decode())
        assert response.status_code == status, (response.status_code, response.headers.get("Location"), plain(text)[:1500])
        return str(response.headers.get("Location", text))


def plain(text: str) -> str:
    """A page without its tags."""
    main = re.search(r"<main.*</main>", text, re.S)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", main[0] if main else text)).split())


def value(text: str, name: str) -> str:
    """What a hidden field holds."""
    found = re.search(rf'name="{re.escape(name)}" value="([^"]*)"', text)
    assert found, f"no field {name}"
    return html.unescape(found[1])
