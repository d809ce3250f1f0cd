"""Tokens made, taken back, and recognised."""

from __future__ import annotations

import hashlib
import secrets
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.http import HttpRequest
from django_otp import user_has_device

from bareme.findings import Refused
from bareme.office.typed import line
from bareme.office.users.models import User
from bareme.office.users.policy import require
from bareme.portal.api.models import Token

PREFIX = "bareme_"
DAYS = 365
AT_MOST = 20  # of one user
NOTED_EACH = timedelta(hours=1)  # how exactly it is kept when a token was last used


def new_token(user: User, label: str, days: int = DAYS) -> str:
    """A new token: its text, which is shown this once. It holds for `days` (1 to 365).

    Errors: Refused `not-allowed`, `second-factor-first`, `bad-token`, `hidden-characters`, `too-long`, `too-many-tokens`.
    """
    require(user, "own-account")
    if _lacks_second_factor(user):
        raise Refused("second-factor-first")
    label = line(label, 60)
    if not label or not 0 < days <= DAYS:
        raise Refused("bad-token", value=label, days=days)
    if Token.objects.filter(user=user).count() >= AT_MOST:
        raise Refused("too-many-tokens", limit=AT_MOST)
    now = datetime.now(UTC)
    text = PREFIX + secrets.token_urlsafe(32)
    Token.objects.create(user=user, label=label, hash=_hash(text), made_at=now, ends_at=now + timedelta(days=days))
    return text


def tokens_of(user: User) -> list[Token]:
    """A user's tokens, the newest first."""
    return list(Token.objects.filter(user=user).order_by("-made_at", "-pk"))


def take_back(user: User, number: int) -> None:
    """A token of the user's own opens nothing any more.

    Errors: Refused `not-allowed`.
    """
    require(user, "own-account")
    Token.objects.filter(user=user, pk=number).delete()


def take_all_back(user: User) -> int:
    """None of a user's tokens opens anything any more; how many there were."""
    return int(Token.objects.filter(user=user).delete()[0])


def bearer(request: HttpRequest) -> User | None:
    """Whose token the request bears, if it holds."""
    kind, _, text = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer" or not text.startswith(PREFIX) or len(text) > 100:
        return None
    now = datetime.now(UTC)
    found: Token | None = (
        Token.objects.filter(hash=_hash(text), ends_at__gt=now, user__is_active=True).select_related("user").first()
    )
    if found is None or _lacks_second_factor(found.user):
        return None
    if found.used_at is None or now - found.used_at > NOTED_EACH:
        Token.objects.filter(pk=found.pk).update(used_at=now)
    user: User = found.user
    return user


def _lacks_second_factor(user: User) -> bool:
    """A token is no way round the second factor, where one is required."""
    asked = settings.SECOND_FACTOR == "required" and user.role in (User.Role.OFFICER, User.Role.ADMINISTRATOR)
    return asked and not user_has_device(user)


def _hash(text: str) -> str:
    """A token has 256 bits of chance: no salt and no slow hash would make it safer."""
    return hashlib.sha256(text.encode()).hexdigest()
