"""One's own account: password, language, tokens, the second factor and what it stands before."""

from __future__ import annotations

import re
from binascii import unhexlify
from time import time
from typing import Any

import pytest
from django.test import Client
from django_otp.oath import totp
from django_otp.plugins.otp_totp.models import TOTPDevice

from bareme.findings import Refused
from bareme.office.models import Act, User
from bareme.office.users import service
from bareme.office.users.policy import LEAST
from bareme.portal.account import may_do, second
from bareme.portal.account.views import KEY
from bareme.portal.api.models import Token
from portal.desk import Desk, plain
from portal.made_up import PASSWORD, MadeUp

ACCOUNT = "/en/account/"


def now(key: str, step: int = 0) -> str:
    """The code that an application shows now, or `step` half minutes later."""
    return f"{totp(unhexlify(key), drift=step):06d}"


def enrolled(user: User) -> str:
    """A second factor for somebody; its key."""
    key = second.new_key()
    second.set_up(user, key, now(key))
    TOTPDevice.objects.filter(user=user.pk).update(last_t=-1)  # so that a test need not wait for the next code
    return key


def test_a_new_password_needs_the_old_one(desk: Desk) -> None:
    desk.enter("reader")
    assert "not your password" in plain(desk.send(ACCOUNT, {"do": "password", "old": "x", "new": PASSWORD * 2}, 400))
    desk.send(ACCOUNT, {"do": "password", "old": PASSWORD, "new": "short"}, 400)
    desk.send(ACCOUNT, {"do": "password", "old": PASSWORD, "new": PASSWORD * 2})
    assert User.objects.get(username="rea").check_password(PASSWORD * 2)
    assert "ended" in desk.get(ACCOUNT)  # still logged in here
    act = Act.objects.latest("pk")
    assert (act.action, act.about, act.after) == ("change-user", "rea", {"new_password": True})


def test_the_language_after_logging_in(office: MadeUp, desk: Desk) -> None:
    desk.enter("reader").send(ACCOUNT, {"do": "language", "language": "fr"})
    desk.send(ACCOUNT, {"do": "language", "language": "xx"})
    done = Client().post("/en/login/", {"username": "rea", "password": PASSWORD})
    assert done.headers["Location"] == "/fr/desk/"


def test_a_token_is_shown_once(desk: Desk) -> None:
    page = desk.enter("reporter").send(ACCOUNT, {"do": "token", "label": "club machine", "days": "30"}, 200)
    text = re.search(r"bareme_[\w-]+", page)
    assert text
    assert text[0] not in desk.get(ACCOUNT)
    token = Token.objects.get()
    assert text[0] not in token.hash
    other = desk.enter("officer")
    other.send(ACCOUNT, {"do": "take-back", "number": token.pk})
    assert Token.objects.exists()  # it is another's
    desk.enter("reporter").send(ACCOUNT, {"do": "take-back", "number": token.pk})
    assert not Token.objects.exists()
    desk.send(ACCOUNT, {"do": "token", "label": "", "days": "30"}, 400)
    desk.send(ACCOUNT, {"do": "dance"}, 400)


class TestSecondFactor:
    """A code after the password."""

    def test_is_set_up_with_a_code_that_fits(self, desk: Desk) -> None:
        page = desk.enter("officer").get("/en/account/second-factor/")
        key = desk.client.session[KEY]
        assert "<svg" in page
        assert second.secret(key) in page
        desk.send("/en/account/second-factor/", {"code": "000000" if now(key) != "000000" else "111111"}, 400)
        assert second.device_of(desk.office.officer) is None
        assert second.secret(key) in desk.get("/en/account/second-factor/")  # the same picture again
        desk.send("/en/account/second-factor/", {"code": now(key)})
        assert second.device_of(desk.office.officer) is not None
        assert "set up" in desk.get(ACCOUNT)
        assert Act.objects.latest("pk").after == {"second_factor": True}

    def test_the_password_alone_opens_nothing(self, office: MadeUp, client: Client) -> None:
        key = enrolled(office.officer)
        half = client.post("/en/login/", {"username": "olga", "password": PASSWORD, "next": "/en/desk/diary/"})
        assert half.headers["Location"] == "/en/account/code/"
        assert "/login/" in client.get("/en/desk/").headers["Location"]
        assert client.post("/en/account/code/", {"code": "12"}).status_code == 403
        TOTPDevice.objects.update(throttling_failure_count=0, throttling_failure_timestamp=None)
        whole = client.post("/en/account/code/", {"code": now(key)})
        assert whole.headers["Location"] == "/en/desk/diary/"
        assert client.get("/en/desk/diary/").status_code == 200

    def test_a_code_is_good_once(self, office: MadeUp) -> None:
        key = enrolled(office.officer)
        second.check(office.officer, now(key))
        with pytest.raises(Refused):
            second.check(office.officer, now(key))

    def test_guessing_codes_is_slowed(self, office: MadeUp) -> None:
        key = enrolled(office.officer)
        for _ in range(3):
            with pytest.raises(Refused):
                second.check(office.officer, "x")
        with pytest.raises(Refused):
            second.check(office.officer, now(key))  # right, but too soon

    def test_a_session_from_before_needs_the_code_too(self, desk: Desk) -> None:
        desk.enter("officer").get("/en/desk/")
        enrolled(desk.office.officer)
        assert "/login/" in desk.client.get("/en/desk/").headers["Location"]

    def test_nobody_half_way_is_asked_for_no_code(self, office: MadeUp, client: Client) -> None:
        assert client.get("/en/account/code/").status_code == 400

    def test_half_way_lasts_five_minutes(self, office: MadeUp, client: Client, monkeypatch: Any) -> None:
        from bareme.portal.account import login

        enrolled(office.officer)
        client.post("/en/login/", {"username": "olga", "password": PASSWORD})
        assert client.get("/en/account/code/").status_code == 200
        later = time() + login.SECONDS + 1
        monkeypatch.setattr(login, "time", lambda: later)
        assert client.get("/en/account/code/").status_code == 400

    def test_half_way_ends_with_the_password_that_was_given(self, office: MadeUp, client: Client) -> None:
        key = enrolled(office.officer)
        client.post("/en/login/", {"username": "olga", "password": PASSWORD})
        service.change_user(office.admin, service.by_name("olga"), password="given since by alice")  # noqa: S106
        assert client.post("/en/account/code/", {"code": now(key)}).status_code == 400
        assert "/login/" in client.get("/en/desk/").headers["Location"]

    def test_taken_off_with_a_code_or_by_an_administrator(self, office: MadeUp, desk: Desk) -> None:
        key = enrolled(office.officer)
        desk.client.post("/en/login/", {"username": "olga", "password": PASSWORD})
        desk.client.post("/en/account/code/", {"code": now(key)})
        TOTPDevice.objects.update(last_t=-1)
        desk.send("/en/account/second-factor/", {"code": "x"}, 400)
        TOTPDevice.objects.update(throttling_failure_count=0, throttling_failure_timestamp=None)
        desk.send("/en/account/second-factor/", {"code": now(key)})
        assert second.device_of(office.officer) is None
        enrolled(office.officer)
        address = f"/en/desk/users/{office.officer.pk}/"
        desk.enter("administrator").send(address, {"do": "second", "reason": ""}, 400)
        desk.send(address, {"do": "second", "reason": "telephone lost"})
        assert second.device_of(office.officer) is None
        with pytest.raises(Refused):
            second.take_away(office.officer, office.admin, "I want to")

    def test_officers_are_asked_and_others_are_not(self, desk: Desk) -> None:
        assert "no second factor yet" in desk.enter("officer").get("/en/desk/")
        assert "no second factor yet" not in desk.enter("reader").get("/en/desk/")

    def test_where_it_is_required_nothing_else_opens(self, desk: Desk, settings: Any) -> None:
        settings.SECOND_FACTOR = "required"
        for role in ("officer", "administrator"):
            desk.enter(role)
            assert desk.client.get("/en/desk/").headers["Location"] == "/en/account/second-factor/"
            assert desk.client.post("/en/desk/verify/").headers["Location"] == "/en/account/second-factor/"
            desk.get("/en/account/second-factor/")
        desk.enter("reporter").get("/en/desk/")


def test_what_i_may_do_is_what_the_policy_says(desk: Desk) -> None:
    assert may_do.WORDS.keys() == LEAST.keys()
    for role, yes in (("reader", 2), ("administrator", len(LEAST))):
        page = desk.enter(role).get("/en/account/what-i-may-do/")
        assert page.count('<span class="up">yes</span>') == yes
    assert "new events of The ladder" in desk.enter("reporter").get("/en/account/what-i-may-do/")
