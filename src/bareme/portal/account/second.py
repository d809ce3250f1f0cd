"""The second factor: a code of six digits that changes each half minute (TOTP, RFC 6238), made by an application of one's own."""

from __future__ import annotations

from base64 import b32encode
from binascii import unhexlify
from time import time
from urllib.parse import quote, urlencode

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice
from django_otp.util import random_hex

from bareme.findings import Refused
from bareme.office.audit.trail import acting
from bareme.office.database import told
from bareme.office.users.models import User
from bareme.office.users.policy import require

ASKED_OF = (User.Role.OFFICER, User.Role.ADMINISTRATOR)
STEP, DRIFT = 30, 1  # seconds of a code; codes before and after the present one that fit, too


def device_of(user: User) -> TOTPDevice | None:
    """His second factor."""
    found: TOTPDevice | None = _devices_of(user).first()
    return found


def _devices_of(user: User) -> QuerySet[TOTPDevice]:
    return TOTPDevice.objects.filter(user=user.pk, confirmed=True).order_by("pk")


def who_have_one() -> set[int]:
    """The users with a second factor."""
    return set(TOTPDevice.objects.filter(confirmed=True).values_list("user_id", flat=True))


def wanted(user: User | None) -> bool:
    """Is he asked to set one up?"""
    return user is not None and user.role in ASKED_OF and device_of(user) is None


def missing(request: HttpRequest, user: User) -> str:
    """What stands between this session and its pages: `set-up` where one is required, `code` where it was not given yet."""
    device = device_of(user)
    if device is None:
        return "set-up" if settings.SECOND_FACTOR == "required" and user.role in ASKED_OF else ""
    verified = getattr(request.user, "is_verified", None)
    return "" if verified is not None and verified() else "code"


def new_key() -> str:
    """A fresh secret, in hexadecimal."""
    return str(random_hex())


def address(user: User, key: str) -> str:
    """What an application reads from the picture."""
    issuer = quote(settings.OFFICE_NAME)
    return f"otpauth://totp/{issuer}:{quote(user.username)}?" + urlencode(
        {"secret": secret(key), "issuer": settings.OFFICE_NAME, "digits": 6, "period": STEP}
    )


def secret(key: str) -> str:
    """The same to be typed."""
    return b32encode(unhexlify(key)).decode().rstrip("=")


def set_up(user: User, key: str, code: str) -> None:
    """From now on he gives a code when he logs in: the application must have shown one that fits.

    Errors: Refused `wrong-code`.
    """
    require(user, "own-account")
    totp = TOTP(unhexlify(key), step=STEP, digits=6)
    totp.time = time()
    if not (code.isascii() and code.isdigit() and totp.verify(int(code), tolerance=DRIFT)):
        raise Refused("wrong-code")
    with acting(user, "change-user", about=user.username) as work:
        work.before, work.after = {"second_factor": device_of(user) is not None}, {"second_factor": True}
        TOTPDevice.objects.filter(user=user.pk).delete()
        TOTPDevice.objects.create(user_id=user.pk, name="totp", confirmed=True, key=key, tolerance=DRIFT, last_t=totp.t())


def check(user: User, code: str) -> TOTPDevice:
    """The device whose code this is; after wrong ones it makes him wait, longer each time.

    One at a time: of those who come with the same code at the same moment, one gets in.
    Errors: Refused `wrong-code`.
    """
    with told(), transaction.atomic():  # SQLite has one writer, PostgreSQL holds the row
        device: TOTPDevice | None = _devices_of(user).select_for_update().first()
        fits = device is not None and device.verify_is_allowed()[0] and device.verify_token(code)
    if device is None or not fits:
        raise Refused("wrong-code")
    return device


def take_away(by: User, user: User, reason: str) -> None:
    """Take a second factor off: one's own, or, by an administrator, that of somebody who lost his telephone.

    Errors: Refused `not-allowed`, `no-reason`.
    """
    require(by, "own-account" if by.pk == user.pk else "manage-users")
    if not reason.strip():
        raise Refused("no-reason", kind="second-factor")
    with acting(by, "change-user", about=user.username, reason=reason) as work:
        if not TOTPDevice.objects.filter(user=user.pk).delete()[0]:
            work.drop()
        work.before, work.after = {"second_factor": True}, {"second_factor": False}
