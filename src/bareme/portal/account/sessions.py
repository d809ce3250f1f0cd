"""Where somebody is logged in, to be looked at and ended: by himself, or by an administrator with all he has open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from time import time
from typing import Any

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils.crypto import constant_time_compare

from bareme.findings import Refused
from bareme.office.audit.trail import acting
from bareme.office.database import writing
from bareme.office.users.models import User
from bareme.office.users.policy import require
from bareme.portal.api import tokens
from bareme.portal.site.sessions import CAME, SEEN, WHENCE, is_old


@dataclass(frozen=True)
class Open:
    """A session that opens something. `name` stands for its key, which nobody is shown."""

    name: str
    came: datetime
    seen: datetime
    address: str
    browser: str
    here: bool


def open_sessions(user: User, here: str | None = None) -> list[Open]:
    """A user's sessions, the one last used first; `here` is the key of the one that asks."""
    found = [_shown(session, said, here) for session, said in _of(user)]
    return sorted(found, key=lambda one: (not one.here, -one.seen.timestamp()))


def end(user: User, name: str, here: str | None) -> int:
    """End one of one's own sessions by its name, or (`others`) all but the one that asks; how many.

    Errors: Refused `not-allowed`.
    """
    require(user, "own-account")
    keys = [session.pk for session, _ in _of(user) if (session.pk != here if name == "others" else _name(session.pk) == name)]
    with writing():
        Session.objects.filter(pk__in=keys).delete()
    return len(keys)


def end_all(by: User, user: User, reason: str) -> None:
    """An administrator ends all that somebody has open: his sessions and his tokens.

    Errors: Refused `not-allowed`, `no-reason`.
    """
    require(by, "manage-users")
    if not reason.strip():
        raise Refused("no-reason", kind="sessions")
    with acting(by, "change-user", about=user.username, reason=reason) as work:
        ended = Session.objects.filter(pk__in=[session.pk for session, _ in _of(user)]).delete()[0]
        work.after = {"sessions_ended": ended, "tokens_ended": tokens.take_all_back(user)}


def _of(user: User) -> Iterator[tuple[Session, dict[str, Any]]]:
    """Sessions stand in one table as sealed texts; only who works here has one, so that they are few."""
    for session in Session.objects.filter(expire_date__gt=datetime.now(UTC)):
        said = session.get_decoded()
        his = said.get(SESSION_KEY) == str(user.pk)
        if (
            his
            and constant_time_compare(said.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
            and not is_old(said, time())
        ):
            yield session, said


def _shown(session: Session, said: dict[str, Any], here: str | None) -> Open:
    came, seen = (datetime.fromtimestamp(said[mark], UTC) for mark in (CAME, SEEN))
    address, browser = said.get(WHENCE) or ("", "")
    return Open(_name(session.pk), came, seen, address, browser, session.pk == here)


def _name(key: str) -> str:
    return sha256(key.encode()).hexdigest()[:20]
