"""Where somebody is logged in: looked at, and ended, one by one or all (ASVS 7.5.2, 7.4.5)."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from bareme.findings import Refused
from bareme.office.models import Act
from bareme.portal.account import sessions
from bareme.portal.api import tokens
from portal.desk import plain
from portal.made_up import PASSWORD, MadeUp
from portal.visiting import logged_in

ACCOUNT = "/en/account/"


def came(name: str, browser: str) -> Client:
    """Somebody who logged in with this browser."""
    client = Client(headers={"user-agent": browser})
    assert client.post("/en/login/", {"username": name, "password": PASSWORD}).status_code == 302
    return client


def is_in(client: Client) -> bool:
    return bool(client.get(ACCOUNT).status_code == 200)


def test_one_sees_ones_own_and_ends_one(office: MadeUp) -> None:
    here, there, another = came("rea", "Firefox"), came("rea", "<svg/onload=alert(1)> \u202e" + "x" * 500), came("olga", "Lynx")
    page = here.get(ACCOUNT).content.decode()
    shown = plain(page)
    assert "Firefox" in shown
    assert "Lynx" not in shown
    assert "<svg/onload" not in page
    assert "\u202e" not in page
    assert "127.0.0.1" in shown
    keys = [client.cookies["session"].value for client in (here, there, another)]
    assert not [key for key in keys if key in page]
    names = re.findall(r'name="session" value="(\w{20})"', page)
    assert len(names) == 1
    assert here.post(ACCOUNT, {"do": "end", "session": names[0]}).status_code == 302
    assert (is_in(here), is_in(there), is_in(another)) == (True, False, True)


def test_all_others_end_at_once(office: MadeUp) -> None:
    here, *others = (came("rea", f"browser {number}") for number in range(3))
    officer = came("olga", "Lynx")
    here.post(ACCOUNT, {"do": "end", "session": "others"})
    assert (is_in(here), is_in(others[0]), is_in(others[1]), is_in(officer)) == (True, False, False, True)


def test_nobody_ends_anothers(office: MadeUp) -> None:
    mine, his = came("rea", "mine"), came("olga", "his")
    for name in (sessions.open_sessions(office.officer)[0].name, his.cookies["session"].value, "", "x" * 20):
        mine.post(ACCOUNT, {"do": "end", "session": name})
    assert is_in(his)
    assert is_in(mine)


def test_what_opens_nothing_is_not_shown(office: MadeUp) -> None:
    old, dead = came("rea", "old"), came("rea", "dead")
    session = old.session
    session["seen"] -= 3 * 3600
    session.save()
    assert [one.browser for one in sessions.open_sessions(office.reader)] == ["dead"]
    dead.post("/en/logout/")
    assert sessions.open_sessions(office.reader) == []


def test_an_administrator_ends_all_that_somebody_has_open(office: MadeUp) -> None:
    his, mine = came("olga", "stolen"), logged_in(office, "administrator")
    token = tokens.new_token(office.officer, "stolen, too")
    address = f"/en/desk/users/{office.officer.pk}/"
    assert mine.post(address, {"do": "close", "reason": ""}).status_code == 400
    assert is_in(his)
    assert mine.post(address, {"do": "close", "reason": "telephone stolen"}).status_code == 302
    assert not is_in(his)
    bearing = {"Authorization": f"Bearer {token}"}
    assert Client().post("/api/v1/pools/ladder/imports", headers=bearing).status_code == 401
    act = Act.objects.latest("pk")
    assert (act.action, act.about, act.after) == ("change-user", "olga", {"sessions_ended": 1, "tokens_ended": 1})
    assert "1 session ended; 1 token taken back" in plain(mine.get("/en/desk/diary/").content.decode())
    with pytest.raises(Refused):
        sessions.end_all(office.officer, office.admin, "I want to")
