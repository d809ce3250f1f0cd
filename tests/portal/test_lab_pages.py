"""The lab's pages: for officers only, the report of the command line, under its own style and nothing else."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable

import pytest
from django.test import Client

from bareme.office.models import Member
from bareme.portal.lab import pages
from bareme.portal.site import turns
from portal.made_up import MadeUp

Page = Callable[..., str]


def test_the_form_shows_what_can_be_set_in_a_pool(page: Page) -> None:
    shown = page("/en/lab/?pool=ladder", "officer")
    assert "<code>scale</code>" in shown
    assert "The ladder" in shown


@pytest.mark.parametrize(
    ("pool", "set_"), [("ladder", "k=48"), ("club", "ramp=false"), ("open", "k_new=20"), ("scrabble", "quota_in_season=false")]
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_report_names_both_rules_and_people_by_name(page: Page, pool: str, set_: str, language: str) -> None:
    shown = page(f"/{language}/lab/report/?pool={pool}&set={set_}", "officer")
    assert set_.partition("=")[0] in shown
    assert "<svg/onload" not in shown
    assert not [member.code for member in Member.objects.all() if f">{member.code}<" in shown]


def test_a_report_s_own_style_is_allowed_and_no_other(office: MadeUp, client: Client) -> None:
    client.force_login(office.officer, backend="bareme.portal.site.access.Backend")
    response = client.get("/en/lab/report/?pool=ladder&set=k=48")
    style = response.content.decode().partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = response.headers["Content-Security-Policy"]
    assert f"style-src 'sha256-{digest}'" in policy
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert " style=" not in response.content.decode()


@pytest.mark.parametrize(
    ("query", "code", "status"),
    [
        ("pool=none&set=k=1", "unknown-pool", 404),
        ("pool=ladder&set=", "nothing-set", 400),
        ("pool=ladder&set=zzz", "bad-setting", 400),
        ("pool=ladder&set=zzz=1", "unknown-parameter", 400),
        ("pool=ladder&set=scale=x", "bad-parameter-value", 400),
        ("pool=ladder&set=k=1e308", "bad-parameter-value", 400),
    ],
)
def test_what_cannot_be_compared_is_said(page: Page, query: str, code: str, status: int) -> None:
    assert code in page(f"/fr/lab/report/?{query}", "officer", status)


def test_too_many_or_two_at_once(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "RESULTS_AT_MOST", 3)
    assert "too-many-for-this-page" in page("/en/lab/report/?pool=ladder&set=k=48", "officer", 400)
    monkeypatch.setattr(pages, "RESULTS_AT_MOST", 50_000)
    monkeypatch.setattr(turns, "PATIENCE", 0.01)
    with pages.TURN.lock:
        assert "lab-busy" in page("/en/lab/report/?pool=ladder&set=k=48", "officer", 503)


def test_the_lab_is_not_for_everybody(page: Page) -> None:
    page("/en/lab/", status=302)
    page("/en/lab/", "reporter", status=403)
    page("/en/lab/report/?pool=ladder&set=k=48", "reader", status=403)


@pytest.mark.parametrize(
    ("pool", "set_"), [("ladder", "k=1e9"), ("ladder", "scale=1e-9"), ("club", "stake=1e9"), ("open", "k_new=1e9")]
)
def test_absurd_rules_are_worked_out_or_refused(office: MadeUp, client: Client, pool: str, set_: str) -> None:
    client.force_login(office.officer, backend="bareme.portal.site.access.Backend")
    response = client.get(f"/en/lab/report/?pool={pool}&set={set_}")
    assert response.status_code in (200, 400)
