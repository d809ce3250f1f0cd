"""Passwords, sessions, forms of others, and what the log says of them: answers of docs/security.md."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django_otp.plugins.otp_totp.models import TOTPDevice

from bareme.findings import Refused
from bareme.office.config import FILE, Config, load
from bareme.office.users import service
from bareme.portal.api import tokens
from bareme.portal.config import portal_settings
from bareme.portal.site import logs, sessions
from portal.made_up import PASSWORD, MadeUp
from portal.test_access import ADDRESSES, opened
from portal.visiting import BACKEND, logged_in


@pytest.fixture
def security(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """What the server's log says."""
    caplog.set_level(logging.INFO, "bareme.security")
    return caplog


# -- coming in and going out


def test_every_form_that_changes_something_wants_its_token(office: MadeUp, visitor: Client) -> None:
    """Every address that takes a POST, as somebody who is logged in, from a form of another site."""
    forms = 0
    for role in ("administrator", None):
        if role:
            visitor.force_login(office.users[role], backend=BACKEND)
        else:
            visitor.logout()
        for name in ADDRESSES:
            if "api/" in opened(office, name):
                continue
            answer = visitor.post(opened(office, name), {"do": "x"}, headers={"origin": "https://evil.example"})
            assert answer.status_code == 403, name
            forms += 1
    assert forms > 50


def test_a_session_is_made_anew_at_login_and_gone_after_it(office: MadeUp, client: Client) -> None:
    client.cookies["session"] = "chosen-by-somebody-else-00000000"
    client.post("/en/login/", {"username": "rea", "password": PASSWORD})
    first = client.cookies["session"].value
    assert first != "chosen-by-somebody-else-00000000"
    assert len(first) >= 32  # 36 ** 32: more than 128 bits
    answer = client.post("/en/logout/")
    assert answer.headers["Clear-Site-Data"] == '"cache", "storage"'
    client.cookies["session"] = first
    assert client.get("/en/account/").status_code == 302  # the cookie kept by a thief opens nothing
    client.cookies.clear()
    client.post("/en/login/", {"username": "rea", "password": PASSWORD})
    assert client.cookies["session"].value != first


def test_a_new_password_ends_the_other_sessions(office: MadeUp) -> None:
    here, elsewhere = logged_in(office, "reader"), logged_in(office, "reader")
    sent = {"do": "password", "old": PASSWORD, "new": "another horse battery"}
    assert here.post("/en/account/", sent).status_code == 302
    assert here.get("/en/account/").status_code == 200
    assert elsewhere.get("/en/account/").status_code == 302


def test_whoever_is_sent_away_is_away_at_once(office: MadeUp) -> None:
    client = logged_in(office, "reader")
    assert client.get("/en/account/").status_code == 200
    service.change_user(office.admin, service.by_name("rea"), active=False)
    assert client.get("/en/account/").status_code == 302


def test_a_token_is_no_way_round_the_second_factor(office: MadeUp, client: Client, settings: Any) -> None:
    sent = {"Authorization": f"Bearer {tokens.new_token(office.officer, 'before')}"}
    settings.SECOND_FACTOR = "required"
    with pytest.raises(Refused) as refused:
        tokens.new_token(office.officer, "after")
    assert refused.value.finding.code == "second-factor-first"
    assert client.post("/api/v1/pools/ladder/imports", headers=sent).status_code == 401
    tokens.new_token(office.reporter, "of a reporter")
    TOTPDevice.objects.create(user_id=office.officer.pk, name="totp", confirmed=True)
    tokens.new_token(office.officer, "after")
    assert client.post("/api/v1/pools/ladder/imports", headers=sent).status_code == 422  # let in; no file was sent


def test_who_comes_in_is_noted_whatever_was_imported(root: Path) -> None:
    """In a process that has not served a page yet."""
    asked = """
import sys, django
django.setup()
from django.contrib.auth import signals
assert "bareme.portal.site.gate" not in sys.modules
for signal in (signals.user_logged_in, signals.user_logged_out, signals.user_login_failed):
    print(*sorted(f"{one.__module__}.{one.__name__}" for one in signal._live_receivers(None)[0]))
"""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "office_settings", "PYTHONPATH": str(root / "tests" / "office")}
    told = subprocess.run([sys.executable, "-c", asked], env=environment, text=True, capture_output=True, check=True).stdout
    ours = [{word for word in line.split() if word.startswith("bareme.")} for line in told.splitlines()]
    assert ours == [
        {"bareme.portal.site.logs.came", "bareme.portal.site.sessions.came"},
        {"bareme.portal.site.logs.left"},
        {"bareme.portal.site.logs.failed"},
    ]


@pytest.mark.parametrize(("mark", "ago"), [(sessions.CAME, sessions.AT_MOST), (sessions.SEEN, sessions.IDLE)])
def test_a_session_ends_by_itself(office: MadeUp, mark: str, ago: int) -> None:
    client = logged_in(office)
    session = client.session
    session[mark] -= ago - 60
    session.save()
    assert client.get("/en/account/").status_code == 200
    session = client.session
    session[mark] -= 400 if mark == sessions.CAME else ago + 1
    session.save()
    assert client.get("/en/account/").status_code == 302


def test_a_name_that_is_not_there_costs_as_much(office: MadeUp, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted, not timed: one hash of a password each, whoever is asked for; and the same answer."""
    from django.contrib.auth.hashers import MD5PasswordHasher

    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return str(encode(self, password, salt))

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    service.new_user(office.admin, "nopass", "reader", None)
    service.change_user(office.admin, service.by_name("rudi"), active=False)
    pages = set()
    for name in ("nobody", "olga", "nopass", "rudi"):
        hashed.clear()
        answer = client.post("/en/login/", {"username": name, "password": "wrong password"})
        assert len(hashed) == 1, name
        text = re.sub(r'value="[^"]{64}"', "", answer.content.decode()).replace(name, "NAME")
        pages.add((answer.status_code, text))
    assert len(pages) == 1


def test_a_name_written_otherwise_is_counted_as_the_same(office: MadeUp, client: Client) -> None:
    for name in ("olga", " olga", "olga ", "\uff4flga", "olga"):  # NFKC makes the wide o one
        answer = client.post("/en/login/", {"username": name, "password": "x"})
    assert answer.status_code == 429


# -- the log


def test_the_log_says_who_came_who_did_not_and_who_may_not(
    office: MadeUp, client: Client, security: pytest.LogCaptureFixture
) -> None:
    client.post("/en/login/", {"username": "rea", "password": "not this one"})
    client.post("/en/login/", {"username": "rea", "password": PASSWORD})
    assert client.get("/en/desk/users/").status_code == 403
    client.post("/api/v1/pools/ladder/imports", {}, headers={"Authorization": "Bearer bareme_notatoken"})
    client.post("/en/logout/")
    told = [record.getMessage() for record in security.records if record.name == "bareme.security"]
    assert [line.partition(" {")[0] for line in told] == ["login failed", "logged in", "not allowed", "no token", "logged out"]
    assert all('"address": "127.0.0.1"' in line for line in told)
    assert not [line for line in told if PASSWORD in line or "not this one" in line or "notatoken" in line]


def test_forged_forms_and_strange_hosts_are_noted(visitor: Client, caplog: pytest.LogCaptureFixture) -> None:
    visitor.post("/en/login/", {"username": "rea"})
    visitor.get("/en/", headers={"host": "evil.example"})
    assert {record.name for record in caplog.records} >= {"django.security.csrf", "django.security.DisallowedHost"}
    told = [logs.Line("{message}", style="{").format(one) for one in caplog.records if one.name.startswith("django.security")]
    assert all(len(line.splitlines()) == 1 for line in told)  # no trace for each wrong host


def test_nobody_writes_a_line_of_his_own_into_the_log(office: MadeUp, client: Client, security: pytest.LogCaptureFixture) -> None:
    client.post("/en/login/", {"username": "x\r\nlogged in {} \u202e\u2028", "password": "x"})
    line = logs.Line("{levelname} {message}", style="{")
    told = [line.format(record) for record in security.records if record.name == "bareme.security"]
    assert len(told) == 1
    assert len(told[0].splitlines()) == 1
    broken_up = logging.LogRecord("django", logging.WARNING, "", 0, "Not Found: /x\ny\u202e", None, None)
    assert line.format(broken_up) == "WARNING Not Found: /x\\u000ay\\u202e"


# -- what others wrote


@pytest.fixture
def secret_folder(tmp_path: Path) -> Path:
    """A folder of an office, with its secret."""
    (tmp_path / "secret-key").write_text("".join(map(chr, range(40, 120))), encoding="utf-8")
    return tmp_path


def test_packages_come_by_their_hash_and_debug_is_off(root: Path, secret_folder: Path) -> None:
    assert "--hash=sha256:" in (root / "requirements" / "office.txt").read_text()
    assert portal_settings(Config(secret_folder))["DEBUG"] is False
    (secret_folder / FILE).write_text("debug = true\n", encoding="utf-8")
    with pytest.raises(Refused) as refused:
        load(secret_folder)
    assert refused.value.finding.code == "office-settings"


def test_passwords_are_long_known_to_nobody_and_kept_as_slow_hashes(office: MadeUp) -> None:
    from django.conf import global_settings

    assert global_settings.PASSWORD_HASHERS[0].endswith("PBKDF2PasswordHasher")
    for weak in ("short", "password123", "1234567890123", "qwertyuiop", "newcomer-2026"):
        with pytest.raises(Refused) as refused:
            service.new_user(office.admin, "newcomer", "reader", weak)
        assert refused.value.finding.code == "weak-password"
    office_words = ("Bareme-2026!", "The Ladder 2026", "scrabble!club1", "Classement#99", "FFBG fide ELO 1")
    for weak in office_words:  # "The ladder" and "Scrabble" are rankings of this office
        with pytest.raises(Refused, match="own words"):
            service.new_user(office.admin, "newcomer", "reader", weak)
    service.new_user(office.admin, "other", "reader", "the ladder has eleven rungs")
    long = "é" * 64 + " a whole sentence, with blanks"
    user = service.new_user(office.admin, "new", "reader", long)
    assert get_user_model().objects.get(pk=user.pk).check_password(long)
    assert not user.check_password(long[:64])


def test_passwords_are_typed_unseen_and_may_be_pasted(office: MadeUp, client: Client) -> None:
    client.force_login(office.reader, backend=BACKEND)
    for address, count in (("/en/login/", 1), ("/en/account/", 2)):
        fields = re.findall(r"<input[^>]*password[^>]*>", client.get(address).content.decode())
        assert len(fields) == count
        assert all('type="password"' in field and 'autocomplete="' in field for field in fields)
        assert not [field for field in fields if "maxlength" in field or "onpaste" in field]
