"""Somebody says that a published list is wrong about a player. Kept as an act, which the office answers by another."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bareme.findings import Refused
from bareme.office import typed
from bareme.office.audit.models import Act
from bareme.office.audit.trail import acting
from bareme.office.corrections.models import Correction
from bareme.office.editions.models import Edition
from bareme.office.editions.service import claims_until
from bareme.office.people.models import Member
from bareme.office.pools.models import Pool
from bareme.office.tables import storable
from bareme.office.users.models import User
from bareme.office.users.policy import require

LONGEST = 2000  # characters
ANSWER = "answer-claim"
HOURLY = 30  # claims of everybody together: more are no claims


def claim(by: User | None, edition: Edition, member: Member, text: str, *, signed: str = "", line: int | None = None) -> Act:
    """Record what somebody says is wrong with a list about a player. `by` is None for the public; `line`: a journal line.

    Errors: Refused `claim-empty`, `claim-too-long`, `claim-too-late`, `too-many-claims`, `hidden-characters`, `too-long`.
    """
    require(by, "claim", edition)
    text, signed = typed.prose(text).strip(), typed.line(storable(signed))
    if not text:
        raise Refused("claim-empty")
    if len(text) > LONGEST:
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
            "signed": signed,
        }
        number = work.act_id
    made: Act = Act.objects.get(pk=number)
    return made


def claim_of(number: int) -> Act:
    """Errors: Refused `no-such-claim`."""
    found: Act | None = Act.objects.filter(action="claim", pk=number).select_related("pool").first()
    if found is None:
        raise Refused("no-such-claim", value=number, allowed=[act.pk for act in open_claims()[:10]] or ["-"])
    return found


def answer_to(claim: Act) -> Act | None:
    """The act that answered it."""
    later = Act.objects.filter(action=ANSWER, pool=claim.pool, pk__gt=claim.pk).order_by("pk")
    return next((act for act in later if act.after["claim"] == claim.pk), None)


def open_claims(pool: Pool | None = None) -> list[Act]:
    """The claims that wait for an answer, oldest first."""
    claims = Act.objects.filter(action="claim").order_by("pk").select_related("pool")
    answered = {act.after["claim"] for act in Act.objects.filter(action=ANSWER)}
    return [act for act in (claims.filter(pool=pool) if pool else claims) if act.pk not in answered]


def answer(by: User, claim: Act, reason: str, correction: Correction | None = None) -> Act:
    """Answer a claim: by a correction that was asked for, or with the reason why there is none.

    Errors: Refused `not-allowed`, `no-reason`, `claim-answered`.
    """
    require(by, "ask-correction", claim.pool)
    if not reason.strip():
        raise Refused("no-reason", kind="claim")
    with acting(by, ANSWER, pool=claim.pool, about=claim.about, reason=reason) as work:
        earlier = answer_to(claim)
        if earlier is not None:
            raise Refused("claim-answered", value=claim.pk, act=earlier.pk, by=earlier.by_name)
        work.after = {"claim": claim.pk, "correction": correction.pk if correction else None}
        number = work.act_id
    made: Act = Act.objects.get(pk=number)
    return made
