"""Deny by default: every address declares its action, and every role gets what the policy says, no more and no less."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import translation

from bareme.office.models import Act
from bareme.office.users.policy import EVERYBODY, LEAST, ROLES, may
from bareme.portal.desk.models import Job
from portal.made_up import MadeUp
from portal.samples import SAMPLES


def addresses(resolver: URLResolver | None = None, space: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every address of the portal: its whole name, and its pattern."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern, ":".join(filter(None, (space, pattern.namespace))))
        else:
            yield ":".join(filter(None, (space, pattern.name))), pattern


ADDRESSES = dict(addresses())


def opened(office: MadeUp, name: str) -> str:
    """The address of a page, with samples for its arguments."""
    pattern = ADDRESSES[name].pattern
    given = {key: SAMPLES.get(f"{name}/{key}", SAMPLES.get(key)) for key in pattern.converters}
    missing = [key for key, sample in given.items() if sample is None]
    assert not missing, f"{name}: tests/portal/samples.py has no sample of {missing}"
    with translation.override("en"):
        return str(reverse(name, kwargs={key: sample(office) for key, sample in given.items() if sample}))


def test_there_are_addresses() -> None:
    assert {"root", "public:home", "site:login", "site:logout"} <= ADDRESSES.keys()
    assert len(ADDRESSES) == len(list(addresses()))  # no two of one name


@pytest.mark.parametrize("name", ADDRESSES)
def test_every_address_declares_a_known_action(name: str) -> None:
    assert getattr(ADDRESSES[name].callback, "action", None) in LEAST.keys() | EVERYBODY


@pytest.mark.parametrize("role", [None, *ROLES])
@pytest.mark.parametrize("name", ADDRESSES)
def test_every_role_opens_what_it_may_and_nothing_else(office: MadeUp, client: Client, name: str, role: str | None) -> None:
    user: Any = office.users[role] if role else None
    if user:
        client.force_login(user, backend="bareme.portal.site.access.Backend")
    address = opened(office, name)
    response = client.get(address)
    if may(user, ADDRESSES[name].callback.action):
        assert response.status_code not in (401, 403), address
        assert "/login/" not in response.headers.get("Location", ""), address
        assert response.status_code < 500, address
    elif user:
        assert response.status_code == 403, address
    else:
        assert response.status_code in (302, 401), address
        assert response.status_code == 401 or "/login/?next=" in response.headers["Location"], address


@pytest.mark.parametrize("role", [None, *ROLES])
def test_no_role_sends_a_form_where_it_may_not(office: MadeUp, client: Client, role: str | None) -> None:
    user: Any = office.users[role] if role else None
    if user:
        client.force_login(user, backend="bareme.portal.site.access.Backend")
    acts, refused = Act.objects.count(), 0
    for name, pattern in ADDRESSES.items():
        if not may(user, pattern.callback.action):
            response = client.post(opened(office, name), {"do": "make", "reason": "mine"})
            assert response.status_code in ((401, 403) if user else (302, 401)), name
            assert user or response.status_code == 401 or "/login/?next=" in response.headers["Location"], name
            refused += 1
    assert refused > 0 or role == "administrator"
    assert Act.objects.count() == acts
    assert not Job.objects.exists()


@pytest.mark.parametrize("name", [name for name, pattern in ADDRESSES.items() if pattern.callback.action in EVERYBODY])
def test_public_pages_set_no_session(office: MadeUp, client: Client, name: str) -> None:
    client.get(opened(office, name))
    assert "session" not in client.cookies


def test_a_view_that_declares_nothing_is_never_called(rf: Any) -> None:
    from bareme.portal.site.gate import Gate

    with pytest.raises(TypeError, match="declares no action"):
        Gate(lambda request: None).process_view(rf.get("/"), lambda request: None, (), {})
