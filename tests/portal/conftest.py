"""One made-up office for all of the portal's tests; what a test changes in it is taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from portal.desk import Desk
from portal.made_up import MadeUp, make


@pytest.fixture(scope="package")
def _made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[MadeUp]:
    with django_db_blocker.unblock():
        outer = transaction.atomic()
        outer.__enter__()
        try:
            yield make()
        finally:
            transaction.set_rollback(True)
            outer.__exit__(None, None, None)


@pytest.fixture
def office(_made: MadeUp, db: None) -> MadeUp:
    """The made-up office."""
    return _made


@pytest.fixture
def page(office: MadeUp, client: Client) -> Callable[..., str]:
    """A page as text: page("/en/"), page("/en/desk/", "officer"); it must come with this status."""

    def get(address: str, role: str | None = None, status: int = 200, **more: Any) -> str:
        if role:
            client.force_login(office.users[role], backend="bareme.portal.site.access.Backend")
        response = client.get(address, **more)
        assert response.status_code == status, (response.status_code, response.headers)
        return str(response.content.decode())

    return get


@pytest.fixture
def desk(office: MadeUp, client: Client) -> Desk:
    """The desk, nobody there yet: desk.enter("officer")."""
    return Desk(client, office)


@pytest.fixture(autouse=True)
def _nobody_has_come_yet() -> Iterator[None]:
    """What is counted by visitor begins anew with each test."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def visitor(office: MadeUp) -> Client:
    """Whoever comes from outside: forms are checked, and what fails is answered as it would be."""
    return Client(raise_request_exception=False, enforce_csrf_checks=True)
