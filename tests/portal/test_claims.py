"""Something is wrong: anybody may say so, until the deadline, and it stays in the ledger."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from bareme.office.editions import claims
from bareme.office.models import Act, Member
from portal.made_up import LISTS, MadeUp


@pytest.fixture
def address(office: MadeUp) -> str:
    return f"/en/pools/club/players/{Member.objects.get(name='Ada Roux').code}/claim/"


def test_a_claim_is_an_act(office: MadeUp, client: Client, address: str) -> None:
    answer = client.post(address, {"text": "I won round 2.", "signed": "Ada", "line": "12"})
    act = Act.objects.get(action="claim")
    assert f"the number {act.pk}" in answer.content.decode()
    assert (act.by, act.pool, act.reason) == (None, office.ffbg, "I won round 2.")
    assert act.after["player"] == Member.objects.get(name="Ada Roux").code
    assert (act.after["day"], act.after["edition"], act.after["line"]) == (LISTS[-1].isoformat(), 1, 12)


def test_who_is_logged_in_signs_with_his_name(office: MadeUp, client: Client, address: str) -> None:
    client.force_login(office.reader, backend="bareme.portal.site.access.Backend")
    client.post(address, {"text": "x"})
    assert Act.objects.get(action="claim").by == office.reader


def test_the_form_says_until_when(page: Callable[..., str], address: str) -> None:
    assert "may be contested until" in page(address)


@pytest.mark.parametrize("sent", [{"text": "  "}, {"text": "x" * 3000}, {"text": "x", "signed": "y" * 200}])
def test_nothing_is_recorded_of_what_is_refused(client: Client, address: str, sent: dict[str, Any]) -> None:
    answer = client.post(address, sent)
    assert answer.status_code == 400
    assert not Act.objects.filter(action="claim").exists()


def test_a_machine_fills_in_what_people_do_not_see(client: Client, address: str) -> None:
    client.post(address, {"text": "buy", "website": "http://x"})
    assert not Act.objects.filter(action="claim").exists()


def test_after_the_deadline_it_is_too_late(client: Client, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "claims_until", lambda edition: (datetime.now(UTC) - timedelta(days=1)).date())
    answer = client.post(address, {"text": "x"})
    assert "could be contested until" in answer.content.decode()
    assert not Act.objects.filter(action="claim").exists()


def test_a_flood_is_stopped(client: Client, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "HOURLY", 2)
    answers = [client.post(address, {"text": "x"}).status_code for _ in range(3)]
    assert answers == [200, 200, 400]


def test_a_claim_from_elsewhere_is_refused(address: str) -> None:
    assert Client(enforce_csrf_checks=True).post(address, {"text": "x"}).status_code == 403
