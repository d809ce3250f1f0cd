"""Public pages kept in memory: given again until something is recorded, never to somebody who is logged in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from bareme.office.models import Member
from bareme.office.people.members import rename
from portal.made_up import MadeUp

PAGE = "/en/pools/club/live/"


@pytest.fixture
def reader(office: MadeUp) -> Iterator[Client]:
    with override_settings(PAGES_KEPT=2):
        yield Client()  # with middleware of its own


def asked(client: Client, address: str) -> tuple[int, str]:
    """How many queries, and the page."""
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
    return len(queries), answer.content.decode()


def test_a_page_is_given_again_with_its_headers(reader: Client) -> None:
    first = reader.get(PAGE)
    count, text = asked(reader, PAGE)
    again = reader.get(PAGE)
    assert count == 1  # the last act
    assert text == first.content.decode()
    assert dict(again.headers) == dict(first.headers)
    assert "Cookie" in again.headers["Vary"]
    assert "Content-Security-Policy" in again.headers


def test_what_is_recorded_is_seen_at_once(office: MadeUp, reader: Client) -> None:
    asked(reader, PAGE)
    rename(office.officer, Member.objects.get(name="Bo Picard"), "Boris Picard", None)
    assert "Boris Picard" in asked(reader, PAGE)[1]


def test_who_is_logged_in_gets_his_own(office: MadeUp, reader: Client) -> None:
    asked(reader, PAGE)
    reader.force_login(office.officer, backend="bareme.portal.site.access.Backend")
    count, text = asked(reader, PAGE)
    assert count > 1
    assert "olga" in text
    reader.logout()
    assert "olga" not in asked(reader, PAGE)[1]


def test_another_question_is_another_page(reader: Client) -> None:
    asked(reader, PAGE)
    assert asked(reader, f"{PAGE}?sort=name")[0] > 1
    assert '<html lang="fr">' in asked(reader, PAGE.replace("/en/", "/fr/"))[1]


def test_only_so_many_are_kept(reader: Client) -> None:
    for sort in ("name", "-name", "games"):
        asked(reader, f"{PAGE}?sort={sort}")
    assert asked(reader, f"{PAGE}?sort=games")[0] == 1
    assert asked(reader, f"{PAGE}?sort=name")[0] > 1


@pytest.mark.parametrize("address", ["/en/login/", "/en/nowhere/", "/en/pools/club/?sort=x"])
def test_forms_and_refusals_are_not_kept(reader: Client, address: str) -> None:
    asked(reader, address)  # what never changes is known after the first time
    first = asked(reader, address)
    second = asked(reader, address)
    assert first[0] == second[0]
    if "login" in address:
        assert first[1] != second[1]  # each with its own token
