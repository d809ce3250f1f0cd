"""Somebody says that a published list is wrong about a player. Kept as an act, which the office answers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bareme.findings import Refused
from bareme.office.audit.models import Act
from bareme.office.audit.trail import acting
from bareme.office.editions.models import Edition
from bareme.office.editions.service import claims_until
from bareme.office.people.models import Member
from bareme.office.tables import storable
from bareme.office.users.models import User
from bareme.office.users.policy import require

LONGEST = 2000  # characters
HOURLY = 30  # claims of everybody together: more are no claims


def claim(by: User | None, edition: Edition, member: Member, text: str, *, signed: str = "", line: int | None = None) -> Act:
    """Record what somebody says is wrong with a list about a player. `by` is None for the public; `line`: a journal line.

    Errors: Refused `claim-empty`, `claim-too-long`, `claim-too-late`, `too-many-claims`.
    """
    require(by, "claim", edition)
    text = storable(text).strip()
    if not text:
        raise Refused("claim-empty")
    if len(text) > LONGEST or len(signed) > 100:
        raise Refused("claim-too-long", limit=LONGEST)
    now = datetime.now(UTC)
    last = claims_until(edition)
    if now.date() > last:
        raise Refused("claim-too-late", day=edition.day, last=last)
    about = f"{edition.pool.slug} {edition.day} ({edition.number}), {member}"
    with acting(by, "claim", pool=edition.pool, about=about, reason=text) as work:
        if Act.objects.filter(action="claim", at__gt=now - timedelta(hours=1)).count() >= HOURLY:
            raise Refused("too-many-claims")
        work.after = {
            "player": member.code,
            "day": edition.day,
            "edition": edition.number,
            "line": line,
            "signed": storable(signed),
        }
        number = work.act_id
    made: Act = Act.objects.get(pk=number)
    return made
