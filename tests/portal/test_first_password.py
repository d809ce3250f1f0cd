"""A password that somebody else chose opens one page, where one chooses one's own; unused, it ends (ASVS 6.4.1)."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from bareme.findings import Refused
from bareme.office.models import User
from bareme.office.users import service
from portal.desk import Desk, plain
from portal.made_up import PASSWORD, MadeUp
from portal.test_access import ADDRESSES, opened

FIRST, OWN = "given by the administrator", "chosen by nina herself"


@pytest.fixture
def nina(office: MadeUp) -> User:
    return service.new_user(office.admin, "nina", "administrator", FIRST)


def enter(client: Client, password: str, then: str = "") -> str:
    """Log in; where it leads."""
    answer = client.post("/en/login/", {"username": "nina", "password": password, "next": then})
    return str(answer.headers.get("Location", answer.status_code))


def test_it_opens_the_page_where_it_is_changed_and_no_other(office: MadeUp, nina: User, client: Client) -> None:
    assert enter(client, FIRST, "/en/desk/diary/") == "/en/desk/diary/"
    closed = 0
    for name, pattern in ADDRESSES.items():
        if pattern.callback.action in ("public", "claim") or "api/" in opened(office, name):
            continue
        for answer in (client.get(opened(office, name)), client.post(opened(office, name), {"do": "x"})):
            if name == "account:password":
                assert answer.status_code in (200, 400)
            elif name != "site:logout":
                assert answer.headers["Location"].startswith("/en/account/password/?next="), name
                closed += 1
        if name == "site:logout":
            enter(client, FIRST)
    assert closed > 50


def test_then_it_leads_where_one_wanted_to_go(nina: User, client: Client) -> None:
    enter(client, FIRST)
    there = client.get("/en/desk/diary/").headers["Location"]
    page = client.get(there).content.decode()
    assert "chosen by somebody else" in page
    then = re.search(r'name="next" value="([^"]*)"', page)
    assert then
    wrong = client.post(there, {"old": "x", "new": OWN, "next": then[1]})
    assert (wrong.status_code, "not your password" in plain(wrong.content.decode())) == (400, True)
    same = client.post(there, {"old": FIRST, "new": FIRST, "next": then[1]})
    assert "have already" in plain(same.content.decode())
    assert client.post(there, {"old": FIRST, "new": OWN, "next": then[1]}).headers["Location"] == "/en/desk/diary/"
    assert client.get("/en/desk/diary/").status_code == 200
    assert not service.is_first(User.objects.get(pk=nina.pk))
    other = Client()
    assert enter(other, FIRST) == "200"  # it opens nothing any more
    assert enter(other, OWN) == "/en/desk/"
    assert other.get("/en/desk/").status_code == 200


@pytest.mark.parametrize("then", ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"])
def test_it_leads_to_no_other_site(nina: User, client: Client, then: str) -> None:
    enter(client, FIRST)
    page = client.get("/en/account/password/", {"next": then}).content.decode()
    assert "evil.example" not in page.partition("<main")[2]
    there = client.post("/en/account/password/", {"old": FIRST, "new": OWN, "next": then})
    assert there.headers["Location"] == "/en/desk/"


def test_unused_it_ends(nina: User, client: Client) -> None:
    left = service.FIRST_DAYS
    assert nina.first_until
    assert timedelta(days=left - 1) < nina.first_until - datetime.now(UTC) <= timedelta(days=left)
    User.objects.filter(pk=nina.pk).update(first_until=datetime.now(UTC) - timedelta(seconds=1))
    assert enter(client, FIRST) == "403"
    assert "session" not in client.cookies
    assert enter(client, "wrong") == "200"  # whoever does not know it learns nothing


def test_a_second_factor_and_a_first_password(office: MadeUp, client: Client) -> None:
    """A lost password of somebody with a second factor: the code first, then a password of his own."""
    from django_otp.plugins.otp_totp.models import TOTPDevice

    from portal.test_account import enrolled, now

    key = enrolled(office.officer)
    service.change_user(office.admin, service.by_name("olga"), password=FIRST)
    client.post("/en/login/", {"username": "olga", "password": FIRST})
    assert "/login/" in client.get("/en/account/password/").headers["Location"]
    TOTPDevice.objects.update(throttling_failure_count=0, throttling_failure_timestamp=None)
    client.post("/en/account/code/", {"code": now(key)})
    assert client.get("/en/desk/").headers["Location"].startswith("/en/account/password/")
    assert client.get("/en/account/password/").status_code == 200


def test_whose_password_is_a_first_one(office: MadeUp, desk: Desk) -> None:
    desk.enter("administrator").send(f"/en/desk/users/{office.officer.pk}/", {"do": "password", "password": FIRST})
    assert service.is_first(User.objects.get(pk=office.officer.pk))
    assert "not used yet, until" in plain(desk.get(f"/en/desk/users/{office.officer.pk}/"))
    User.objects.filter(pk=office.officer.pk).update(first_until=datetime.now(UTC) - timedelta(days=1))
    assert "ended unused" in plain(desk.get(f"/en/desk/users/{office.officer.pk}/"))
    service.change_user(office.admin, service.by_name("alice"), password="my own new password")  # noqa: S106
    assert not service.is_first(User.objects.get(pk=office.admin.pk))
    assert not service.is_first(service.new_user(office.admin, "nopass", "reader", None))
    service.change_user(office.admin, service.by_name("olga"), role="reader")
    assert service.is_first(User.objects.get(pk=office.officer.pk))  # another change leaves it


def test_who_changes_his_password_changes_it(office: MadeUp) -> None:
    with pytest.raises(Refused) as refused:
        service.change_own_password(service.by_name("rea"), PASSWORD, PASSWORD)
    assert refused.value.finding.code == "same-password"
