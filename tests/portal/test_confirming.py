"""Before what opens doors is changed, the password is asked again, and what was sent is not lost (ASVS 7.5.1)."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client
from django_otp.plugins.otp_totp.models import TOTPDevice

from bareme.office.models import Act, User
from bareme.portal.account import confirming, second
from bareme.portal.account.views import KEY
from bareme.portal.api import tokens
from bareme.portal.api.models import Token
from bareme.portal.site.sessions import CONFIRMED
from portal.desk import plain
from portal.made_up import PASSWORD, MadeUp
from portal.test_account import enrolled, now
from portal.visiting import logged_in

ACCOUNT, SECOND, USERS = "/en/account/", "/en/account/second-factor/", "/en/desk/users/"


def while_ago(client: Client) -> Client:
    """The same, eleven minutes after he gave his password."""
    session = client.session
    session[CONFIRMED] -= confirming.SECONDS + 60
    session.save()
    return client


def kept(text: str) -> list[tuple[str, str]]:
    """What the page that asks carries on."""
    found = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', text.partition("<main")[2].partition("</main>")[0])
    return [(html.unescape(name), html.unescape(value)) for name, value in found if name != "csrfmiddlewaretoken"]


DOORS = [
    (ACCOUNT, {"do": "token", "label": "machine", "days": "30"}),
    (ACCOUNT, {"do": "take-back", "number": "1"}),
    (SECOND, {"code": "123456"}),
    (USERS, {"username": "nina", "role": "administrator", "password": "given by the administrator"}),
    ("user", {"do": "change", "role": "administrator", "active": "1", "reason": "elected"}),
    ("user", {"do": "password", "password": "given by the administrator"}),
    ("user", {"do": "report", "pool": "club"}),
    ("user", {"do": "second", "reason": "lost"}),
    ("user", {"do": "close", "reason": "telephone stolen"}),
    (ACCOUNT, {"do": "end", "session": "others"}),
    ("/en/desk/exports/", {"do": "all"}),
]


@pytest.mark.parametrize(("address", "form"), DOORS)
def test_what_opens_doors_is_asked_about(office: MadeUp, address: str, form: dict[str, str]) -> None:
    client = while_ago(logged_in(office, "administrator"))
    address = f"{USERS}{office.reader.pk}/" if address == "user" else address
    before = (Act.objects.count(), Token.objects.count(), User.objects.count(), TOTPDevice.objects.count())
    for wrong in ({}, {"confirm-password": ""}, {"confirm-password": "guessed"}):
        answer = client.post(address, {**form, **wrong})
        assert answer.status_code == 403
        assert dict(kept(answer.content.decode())) == form
        assert "guessed" not in answer.content.decode()
    assert before == (Act.objects.count(), Token.objects.count(), User.objects.count(), TOTPDevice.objects.count())


def test_then_it_goes_on_and_holds_for_a_while(office: MadeUp) -> None:
    client = while_ago(logged_in(office, "administrator"))
    name = "\"><svg/onload=alert(1)>' & é"
    asked = client.post(
        USERS, {"username": "nina", "name": name, "role": "reader", "password": "given by alice"}
    ).content.decode()
    assert "<svg/onload" not in asked
    assert 'type="password"' in asked
    done = client.post(USERS, {**dict(kept(asked)), "confirm-password": PASSWORD})
    assert done.headers["Location"] == f"{USERS}{User.objects.get(username='nina').pk}/"
    nina = User.objects.get(username="nina")
    assert (nina.name, nina.check_password("given by alice")) == (name, True)
    assert client.post(f"{USERS}{nina.pk}/", {"do": "change", "role": "officer", "active": "1"}).status_code == 302
    while_ago(client)
    assert client.post(f"{USERS}{nina.pk}/", {"do": "change", "role": "reader", "active": "1"}).status_code == 403
    nina.refresh_from_db()
    assert nina.role == "officer"


def test_an_administrator_has_no_way_round_for_himself(office: MadeUp) -> None:
    """His own password wants the old one, his own second factor a code: he has a page for both."""
    TOTPDevice.objects.create(user_id=office.admin.pk, name="totp", confirmed=True, key=second.new_key())
    client = logged_in(office, "administrator")
    session = client.session
    session["otp_device_id"] = TOTPDevice.objects.get().persistent_id
    session.save()
    mine = f"{USERS}{office.admin.pk}/"
    page = client.get(mine).content.decode()
    for do, more in (("password", {"password": "another horse battery"}), ("second", {"reason": "lost"})):
        assert f'value="{do}"' not in page
        assert client.post(mine, {"do": do, **more}).status_code == 400
    assert User.objects.get(username="alice").check_password(PASSWORD)
    assert second.device_of(office.admin) is not None


def test_fields_that_come_twice_are_kept_twice(office: MadeUp) -> None:
    answer = while_ago(logged_in(office, "administrator")).post(USERS, {"username": ["a", "b"], "role": "reader"})
    assert kept(answer.content.decode()) == [("username", "a"), ("username", "b"), ("role", "reader")]


def test_whoever_just_came_in_is_not_asked(office: MadeUp, client: Client) -> None:
    client.post("/en/login/", {"username": "rea", "password": PASSWORD})
    assert client.post(ACCOUNT, {"do": "token", "label": "machine", "days": "30"}).status_code == 200
    assert Token.objects.count() == 1


def test_what_opens_no_door_is_not_asked_about(office: MadeUp) -> None:
    client = while_ago(logged_in(office, "reader"))
    assert client.post(ACCOUNT, {"do": "language", "language": "fr"}).status_code == 302
    assert client.get(ACCOUNT).status_code == 200


def test_a_clock_set_back_opens_nothing(office: MadeUp) -> None:
    client = logged_in(office, "reader")
    session = client.session
    session[CONFIRMED] += 100_000
    session.save()
    assert client.post(ACCOUNT, {"do": "token", "label": "machine", "days": "30"}).status_code == 403


@pytest.mark.parametrize("address", [ACCOUNT, USERS])
def test_guessing_it_is_stopped_as_at_the_login(office: MadeUp, client: Client, address: str) -> None:
    """With a stolen session: five guesses, whichever page they go to, and none more at the login."""
    there = while_ago(logged_in(office, "administrator"))
    guesses = [
        {"do": "token", "label": "x", "days": "1", "confirm-password": "guess"},
        {"do": "password", "old": "guess", "new": "another horse battery"},
    ]
    answers = [there.post(ACCOUNT, guesses[at % 2]).status_code for at in range(5)]
    assert answers[:4] == [403, 400, 403, 400]
    right = {"username": "nina", "role": "reader", "do": "token", "label": "x", "days": "1", "confirm-password": PASSWORD}
    assert there.post(address, right).status_code == 429
    old = {"do": "password", "old": PASSWORD, "new": "another horse battery"}
    assert there.post(ACCOUNT, old).status_code == 429
    assert client.post("/en/login/", {"username": "alice", "password": PASSWORD}).status_code == 429
    assert User.objects.get(username="alice").check_password(PASSWORD)
    assert not Token.objects.exists()


def test_with_a_second_factor_a_code_is_asked_for_too(office: MadeUp, client: Client) -> None:
    key = enrolled(office.officer)
    client.post("/en/login/", {"username": "olga", "password": PASSWORD})
    client.post("/en/account/code/", {"code": now(key)})
    TOTPDevice.objects.update(last_t=-1)
    while_ago(client)
    form = {"do": "token", "label": "machine", "days": "30"}
    assert 'name="confirm-code"' in client.post(ACCOUNT, form).content.decode()
    assert client.post(ACCOUNT, {**form, "confirm-password": PASSWORD}).status_code == 403
    TOTPDevice.objects.update(throttling_failure_count=0, throttling_failure_timestamp=None)
    wrong = {**form, "confirm-password": "x", "confirm-code": now(key)}
    assert client.post(ACCOUNT, wrong).status_code == 403
    assert client.post(ACCOUNT, {**form, "confirm-password": PASSWORD, "confirm-code": now(key)}).status_code == 200
    while_ago(client)
    again = {**form, "confirm-password": PASSWORD, "confirm-code": now(key)}
    assert client.post(ACCOUNT, again).status_code == 403  # a code is good once
    assert Token.objects.count() == 1


def test_to_take_a_second_factor_off_its_code_is_asked_for_once(office: MadeUp, client: Client) -> None:
    key = enrolled(office.officer)
    client.post("/en/login/", {"username": "olga", "password": PASSWORD})
    client.post("/en/account/code/", {"code": now(key)})
    TOTPDevice.objects.update(last_t=-1)
    asked = while_ago(client).post(SECOND, {"code": now(key)})
    assert "confirm-code" not in asked.content.decode()
    client.post(SECOND, {"code": now(key), "confirm-password": PASSWORD})
    assert second.device_of(office.officer) is None


def test_a_second_factor_is_set_up_with_the_picture_that_was_read(office: MadeUp) -> None:
    client = logged_in(office, "officer")
    client.get(SECOND)
    key = client.session[KEY]
    while_ago(client)
    assert client.post(SECOND, {"code": now(key)}).status_code == 403
    assert second.device_of(office.officer) is None
    assert client.post(SECOND, {"code": now(key), "confirm-password": PASSWORD}).status_code == 302
    assert second.device_of(office.officer) is not None


def test_it_is_asked_of_people_and_noted(office: MadeUp, caplog: Any) -> None:
    caplog.set_level("INFO", "bareme.security")
    client = while_ago(logged_in(office, "reader"))
    answer = client.post(ACCOUNT, {"do": "token", "label": "x", "days": "1", "confirm-password": "guessed this"})
    assert "This is not your password" in plain(answer.content.decode())
    told = [record.getMessage() for record in caplog.records if record.name == "bareme.security"]
    assert any(line.startswith("not confirmed") for line in told)
    assert not any("guessed this" in line for line in told)
    assert tokens.tokens_of(office.reader) == []
