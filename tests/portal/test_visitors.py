"""Logins are counted by who tries: the proxy's word is taken only where a proxy stands before us."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from bareme.portal.site.visitors import address_of
from portal.made_up import PASSWORD, MadeUp


@pytest.mark.parametrize(
    ("https", "header", "expected"),
    [(True, "203.0.113.7", "203.0.113.7"), (True, "", "127.0.0.1"), (False, "203.0.113.7", "127.0.0.1")],
)
def test_whose_word_is_taken(rf: Any, settings: Any, https: bool, header: str, expected: str) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if https else None
    request = rf.get("/", headers={"X-Real-IP": header} if header else {})
    assert address_of(request) == expected


def test_one_who_guesses_does_not_lock_out_another(office: MadeUp, client: Client, settings: Any) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

    def login(password: str, address: str) -> int:
        response = client.post("/en/login/", {"username": "olga", "password": password}, headers={"X-Real-IP": address})
        return int(response.status_code)

    tries = [login("wrong", "203.0.113.7") for _ in range(6)]
    assert tries[-1] == 429
    assert login(PASSWORD, "203.0.113.7") == 429
    assert login(PASSWORD, "198.51.100.9") == 302
