"""Users: made, changed, found."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta

from bareme.findings import LANGUAGES, Refused
from bareme.office.audit.trail import acting
from bareme.office.database import told, writing
from bareme.office.ledger.models import Event
from bareme.office.pools.models import Pool
from bareme.office.typed import line
from bareme.office.typed import username as clean_username
from bareme.office.users import passwords
from bareme.office.users.models import EventReporter, PoolReporter, User
from bareme.office.users.names import os_user
from bareme.office.users.policy import ROLES, require

FIRST_DAYS = 7  # how long a password that somebody else chose may wait for its first use, which ends it


def acting_user(name: str | None = None, *, of_any_version: bool = False) -> User:
    """The user as whom a command acts: the name given, else BAREME_USER, else the machine's user of that name.

    `of_any_version`: only what policy asks is read, which the first version had already.

    Errors: Refused `unknown-user`.
    """
    keyboard = os_user()
    chosen = name or os.environ.get("BAREME_USER") or keyboard
    with told():
        users = User.objects.only("username", "role", "is_active") if of_any_version else User.objects
        user: User | None = users.filter(username=chosen, is_active=True).first()
        if user is None:
            raise Refused("unknown-user", name=chosen, allowed=_names())
    user.through = keyboard
    return user


def by_name(username: str) -> User:
    """Errors: Refused `unknown-user`."""
    user: User | None = User.objects.filter(username=username).first()
    if user is None:
        raise Refused("unknown-user", name=username, allowed=_names())
    return user


def _names() -> list[str]:
    return list(User.objects.filter(is_active=True).order_by("username").values_list("username", flat=True)[:20])


def new_user(
    by: User | None,
    username: str,
    role: str,
    password: str | None,
    *,
    name: str = "",
    language: str = "en",
    own: bool = False,
) -> User:
    """A new user. `by` is None only for the first one, whom nobody can allow. A password that is not his `own` choice ends with
    its first use: see `is_first`.

    Errors: Refused `not-allowed`, `user-exists`, `bad-username`, `bad-role`, `weak-password`, `hidden-characters`, `too-long`.
    """
    if by is not None or User.objects.exists():
        require(by, "manage-users")
    username, name = clean_username(username), line(name, 150)
    _check_role(role)
    with acting(by, "new-user", about=username) as work:
        if User.objects.filter(username=username).exists():
            raise Refused("user-exists", value=username)
        user = User(username=username, name=name, role=role, language=language, created_at=datetime.now(UTC))
        _set_password(user, password, own=own)
        user.save()
        work.after = {"role": role, "name": name, "can_log_in": password is not None}
    return user


def change_user(
    by: User, user: User, *, role: str | None = None, active: bool | None = None, password: str | None = None, reason: str = ""
) -> None:
    """Change a user's role, whether he may come in, or his password: another's is a first one, one's own is one's own.

    The last administrator stays one.

    Errors: Refused `not-allowed`, `bad-role`, `last-administrator`, `weak-password`.
    """
    require(by, "manage-users")
    if role is not None:
        _check_role(role)
    with acting(by, "change-user", about=user.username, reason=reason) as work:
        changed = User.objects.get(pk=user.pk)  # the one given stays as it is, if this is refused
        work.before = {"role": changed.role, "active": changed.is_active}
        changed.role = changed.role if role is None else role
        changed.is_active = changed.is_active if active is None else active
        others = User.objects.filter(role=User.Role.ADMINISTRATOR, is_active=True).exclude(pk=user.pk)
        if not (changed.role == User.Role.ADMINISTRATOR and changed.is_active) and not others.exists():
            raise Refused("last-administrator", user=user.username)
        if password is not None:
            _set_password(changed, password, own=by.pk == user.pk)
        changed.save()
        work.after = {"role": changed.role, "active": changed.is_active, "new_password": password is not None}
    user.refresh_from_db()


def change_own_password(by: User, old: str, new: str) -> None:
    """Change one's own password, by somebody who knows the present one.

    Errors: Refused `not-allowed`, `wrong-password`, `same-password`, `weak-password`.
    """
    require(by, "own-account")
    with acting(by, "change-user", about=by.username) as work:
        if not by.check_password(old):
            raise Refused("wrong-password")
        if new == old:
            raise Refused("same-password")
        _set_password(by, new, own=True)
        by.save(update_fields=["password", "first_until"])
        work.after = {"new_password": True}


def is_first(user: User) -> bool:
    """Was his password chosen by somebody else? Then it opens one page: where he chooses his own."""
    return user.first_until is not None


def has_ended(user: User) -> bool:
    """Was it not used in time? Then it opens nothing, and an administrator sets another."""
    return user.first_until is not None and user.first_until < datetime.now(UTC)


def speak(by: User, language: str) -> None:
    """The language of one's own pages after logging in: `en` or `fr`; anything else leaves it as it was.

    Errors: Refused `not-allowed`.
    """
    require(by, "own-account")
    if language in LANGUAGES:
        with writing():
            User.objects.filter(pk=by.pk).update(language=language)


def let_report(by: User, user: User, *, pool: Pool | None = None, event: Event | None = None) -> None:
    """Let a reporter bring results of new events of a pool, or of one event."""
    require(by, "manage-users")
    with acting(by, "let-report", pool=pool, about=user.username) as work:
        work.after = {"pool": pool.slug if pool else None, "event": event.label if event else None}
        if pool:
            PoolReporter.objects.get_or_create(user=user, pool=pool)
        if event:
            EventReporter.objects.get_or_create(user=user, event=event)


def _check_role(role: str) -> None:
    if role not in ROLES:
        raise Refused("bad-role", value=role, allowed=ROLES)


def _set_password(user: User, password: str | None, *, own: bool) -> None:
    user.first_until = None if own or password is None else datetime.now(UTC) + timedelta(days=FIRST_DAYS)
    if password is None:
        user.set_unusable_password()
        return
    passwords.check(password, user)
    user.set_password(password)
