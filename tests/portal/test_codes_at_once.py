"""A code of the second factor holds once, however many come with it at the same moment (ASVS 6.5.1)."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from offices import Office, office

USERS, AT_ONCE = 8, 3
KEY = "3132333435363738393031323334353637383930"
BEGIN = f"""
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "bareme.portal.settings"
import django
django.setup()
from binascii import unhexlify
from time import sleep, time
from django_otp.oath import totp
from django_otp.plugins.otp_totp.models import TOTPDevice
from bareme.findings import Refused
from bareme.office.users.models import User
from bareme.office.users.service import new_user
from bareme.portal.account import second
from bareme.portal.setup import prepare
KEY, USERS = "{KEY}", {USERS}
"""
MAKE = """
prepare()
alice = User.objects.get(username="alice")
for number in range(USERS):
    user = new_user(alice, f"user{number}", "officer", None)
    TOTPDevice.objects.create(user_id=user.pk, name="totp", confirmed=True, key=KEY)
"""
TRY = """
import sys
from django.db import connection
connection.ensure_connection()
fits = TOTPDevice.verify_token

def slowly(self, code):
    sleep(0.05)  # between reading what was used last and writing it
    return fits(self, code)

TOTPDevice.verify_token = slowly
print("ready", flush=True)
start = float(sys.stdin.readline())
for number in range(USERS):
    user = User.objects.get(username=f"user{number}")
    while time() < start + number * 0.4:
        pass
    try:
        second.check(user, f"{totp(unhexlify(KEY)):06d}")
        print("in", number, flush=True)
    except Refused as refused:
        print(refused.finding.code, number, flush=True)
"""


@pytest.fixture
def ours(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


def started(ours: Office, script: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", BEGIN + script],
        env={**ours.environment, "BAREME_OFFICE": str(ours.folder)},
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


def test_a_code_that_comes_thrice_at_once_is_good_once(ours: Office) -> None:
    from time import time

    made = started(ours, MAKE)
    made.communicate(timeout=120)
    assert made.returncode == 0
    trying = [started(ours, TRY) for _ in range(AT_ONCE)]
    for one in trying:
        assert one.stdout
        assert one.stdout.readline() == "ready\n"
    start = time() + 0.5
    for one in trying:
        assert one.stdin
        print(start, file=one.stdin, flush=True)
    said = [line.split() for one in trying for line in one.communicate(timeout=120)[0].splitlines()]
    assert Counter(number for what, number in said if what == "in") == Counter(map(str, range(USERS)))
    assert Counter(what for what, _ in said) == {"in": USERS, "wrong-code": USERS * (AT_ONCE - 1)}
