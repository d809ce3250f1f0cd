"""Who may do what: the one function that says so. What is not allowed here is refused, on the command line and on every page.

may(user, "publish", pool)          a question
require(user, "publish", pool)      a demand: Refused `not-allowed`
"""

from __future__ import annotations

from typing import Any

from bareme.findings import Refused
from bareme.office.corrections.models import Correction
from bareme.office.ledger.models import Event
from bareme.office.pools.models import Pool
from bareme.office.users.models import EventReporter, PoolReporter, User

ROLES: tuple[str, ...] = tuple(User.Role.values)  # each may do what those before it may

# What anybody may do, without being known here: look at the public pages, and say that something is wrong.
EVERYBODY = frozenset({"public", "claim"})

# The least role for each action. Reporters may do more with what is their own: see `_own`.
LEAST = {
    "see-desk": User.Role.READER,
    "own-account": User.Role.READER,
    "preview-import": User.Role.REPORTER,
    "import": User.Role.OFFICER,
    "add-results": User.Role.OFFICER,
    "see-files": User.Role.OFFICER,
    "see-personal-data": User.Role.OFFICER,
    "edit-members": User.Role.OFFICER,
    "ask-correction": User.Role.OFFICER,
    "decide-correction": User.Role.OFFICER,
    "run": User.Role.OFFICER,
    "publish": User.Role.OFFICER,
    "export": User.Role.OFFICER,
    "read-audit": User.Role.OFFICER,
    "verify": User.Role.OFFICER,
    "use-lab": User.Role.OFFICER,
    "manage-pools": User.Role.ADMINISTRATOR,
    "manage-users": User.Role.ADMINISTRATOR,
    "erase": User.Role.ADMINISTRATOR,
    "backup": User.Role.ADMINISTRATOR,
}


def may(user: User | None, action: str, about: Any = None) -> bool:
    """May this user do this to `about` (a pool, an event ...)? An unknown action: no. Nobody: what everybody may."""
    if action in EVERYBODY:
        return True
    least = LEAST.get(action)
    if user is None or least is None or not user.is_active or user.role not in ROLES:
        return False
    if action == "decide-correction" and not _second_person(user, about):
        return False
    if ROLES.index(user.role) >= ROLES.index(least):
        return True
    return user.role == User.Role.REPORTER and _own(user, action, about)


def require(user: User | None, action: str, about: Any = None) -> None:
    """Errors: Refused `not-allowed`."""
    if not may(user, action, about):
        name, role = (user.username, user.role) if user else ("-", "-")
        raise Refused("not-allowed", user=name, role=role, action=action, about=about or "-")


def _own(user: User, action: str, about: Any) -> bool:
    """A reporter brings results of his own events, and of new ones of the pools he reports for."""
    if action == "import" and isinstance(about, Pool):
        mine = EventReporter.objects.filter(user=user, event__pool=about)
        return bool(PoolReporter.objects.filter(user=user, pool=about).exists() or mine.exists())
    if action == "add-results" and isinstance(about, Event):
        return bool(EventReporter.objects.filter(user=user, event=about).exists())
    if action == "add-results" and isinstance(about, Pool):  # a new event of this pool
        return bool(PoolReporter.objects.filter(user=user, pool=about).exists())
    return False


def _second_person(user: User, about: Any) -> bool:
    """Where the pool asks for two people, nobody accepts his own correction."""
    if not isinstance(about, Correction):
        return True
    pools = [about.pool] if about.pool else list(Pool.objects.filter(two_person=True)[:1])
    two = any(pool.two_person for pool in pools)
    return not two or about.asked.by_id != user.pk
