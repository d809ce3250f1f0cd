"""Corrections: looked at, asked for, decided. Where the pool asks for two people, the second one is not the author."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Any

from bareme.findings import Refused
from bareme.office.audit.models import Act
from bareme.office.audit.trail import Work, acting
from bareme.office.corrections.changes import Change, Written, write
from bareme.office.corrections.models import Correction, CorrectionDecision, Evidence
from bareme.office.corrections.preview import Preview, look, tried
from bareme.office.pools.models import Pool
from bareme.office.runs.replaying import Told
from bareme.office.runs.touched import changed_since
from bareme.office.users.models import User
from bareme.office.users.policy import require

DOCUMENT_LIMIT = 20 * 2**20  # bytes
DIRECT = {"merge": "merge", "split": "split", "decision": "decide"}  # else `correct`


@dataclass(frozen=True)
class Document:
    """Evidence: a letter, a score sheet."""

    name: str
    data: bytes


@dataclass(frozen=True)
class Asked:
    """A correction as recorded. `decision` is None while it waits for a second person."""

    correction: Correction
    decision: CorrectionDecision | None


def preview(by: User, change: Change, on: date | None = None, told: Told | None = None) -> Preview:
    """Who would move, and by how much, on the lists of day `on` (default: today). Nothing is recorded.

    Errors: Refused `not-allowed`, and as of `changes.write`.
    """
    require(by, "ask-correction", change.pool)
    return look(by, change, on, told)


def ask(
    by: User,
    change: Change,
    reason: str,
    *,
    evidence: str = "",
    documents: Sequence[Document] = (),
    seen: Preview | None = None,
) -> Asked:
    """Ask for a correction. It is done at once, unless it needs a second person.

    `seen`: what was looked at before; if facts that it stands on were recorded since, nothing is done.
    Errors: Refused `not-allowed`, `no-reason`, `evidence-too-large`, `correction-basis-changed`, as of `changes.write`.
    """
    require(by, "ask-correction", change.pool)
    if not reason.strip():
        raise Refused("no-reason", kind=change.kind)
    for document in documents:
        if len(document.data) > DOCUMENT_LIMIT:
            raise Refused("evidence-too-large", value=document.name, size=len(document.data), limit=DOCUMENT_LIMIT)
    two = needs_two(change.pool)
    action = "ask-correction" if two else DIRECT.get(change.kind, "correct")
    with acting(by, action, pool=change.pool, reason=reason) as work:
        if seen is not None:
            _stands(_moving(change), seen.basis, seen.on)
        written = tried(by, change) if two else write(work, change)
        work.about, work.before, work.after = written.about, written.before, written.after
        correction = _record(work, change, written, evidence, documents, seen)
        decision = None if two else work.add(CorrectionDecision, correction_id=correction, accepted=True)
        work.after = {**work.after, "correction": correction} if two else work.after
    return Asked(
        Correction.objects.get(pk=correction), CorrectionDecision.objects.get(pk=decision) if decision is not None else None
    )


def needs_two(pool: Pool | None) -> bool:
    """Does a second person have to accept? Of members: if any pool asks for two."""
    if pool is not None:
        return bool(pool.two_person)
    return bool(Pool.objects.filter(two_person=True).exists())


def _record(
    work: Work, change: Change, written: Written, evidence: str, documents: Sequence[Document], seen: Preview | None
) -> int:
    kept = {
        **change.kept(),
        "rows": written.rows,
        "basis": {"act": seen.basis if seen else work.act_id - 1, "on": seen.on if seen else None},
        "effect": seen.summary() if seen else None,
    }
    pool = change.pool.pk if change.pool else None
    number = work.add(Correction, asked_id=work.act_id, pool_id=pool, kind=change.kind, change=kept, evidence=evidence)
    for document in documents:
        hashed = sha256(document.data).hexdigest()
        work.add(Evidence, correction_id=number, name=document.name[:200], sha256=hashed, data=zlib.compress(document.data))
    return number


def _moving(change: Change) -> list[Pool]:
    return [change.pool] if change.pool else list(Pool.objects.order_by("pk"))


def _stands(pools: Sequence[Pool], basis: int, on: date | None) -> None:
    """Errors: Refused `correction-basis-changed`."""
    for pool in pools:
        day = changed_since(pool, basis)
        if day <= (on or date.max) and day != date.max:
            raise Refused("correction-basis-changed", pool=pool.slug, act=basis, day="-" if day == date.min else day)


# -- decided


def change_of(correction: Correction) -> Change:
    """What a correction asks for."""
    return Change.read(correction.kind, correction.pool, correction.change)


def correction_of(number: int) -> Correction:
    """Errors: Refused `no-such-correction`."""
    found: Correction | None = Correction.objects.filter(pk=number).select_related("asked", "pool").first()
    if found is None:
        waiting = [correction.pk for correction in pending()]
        raise Refused("no-such-correction", value=number, allowed=waiting or ["-"])
    return found


def pending(pool: Pool | None = None) -> list[Correction]:
    """Those that wait for a decision, oldest first."""
    query = Correction.objects.filter(decision__isnull=True).order_by("pk").select_related("asked", "pool")
    return list(query.filter(pool=pool) if pool else query)


def decide(
    by: User, correction: Correction, accept: bool, reason: str = "", *, seen: Preview | None = None
) -> CorrectionDecision:
    """Accept or refuse a correction. To be accepted, what its author saw must still stand, or what the decider has `seen`.

    Errors: Refused `not-allowed` (his own, where two are asked for), `correction-decided`, `correction-basis-changed`.
    """
    require(by, "decide-correction", correction)
    change = change_of(correction)
    action = "accept-correction" if accept else "refuse-correction"
    with acting(by, action, pool=correction.pool, about=correction.asked.about, reason=reason) as work:
        _open(correction)
        if accept:
            kept = correction.change["basis"]
            on = date.fromisoformat(kept["on"]) if kept["on"] else None
            basis, on = (seen.basis, seen.on) if seen else (kept["act"], on)
            _stands(_moving(change), basis, on)
            written = write(work, change)
            if not _same_rows(written, correction, seen):
                raise Refused("correction-basis-changed", pool=_slug(correction), act=basis, day="-")
            work.before, work.after = written.before, written.after
        number = work.add(CorrectionDecision, correction_id=correction.pk, accepted=accept)
        work.after = {**work.after, "correction": correction.pk}
    return _decision(number)


def _same_rows(written: Written, correction: Correction, seen: Preview | None) -> bool:
    """Does it take the place of the rows that were looked at? A new decision has none."""
    looked_at: Any = seen.written.rows if seen else correction.change["rows"]
    return bool(sorted(filter(None, written.rows.values())) == sorted(filter(None, looked_at.values())))


def withdraw(by: User, correction: Correction, reason: str = "") -> CorrectionDecision:
    """Its author takes it back.

    Errors: Refused `not-allowed`, `correction-decided`, `not-the-author`.
    """
    require(by, "ask-correction", correction.pool)
    if correction.asked.by_id != by.pk:
        raise Refused("not-the-author", value=correction.pk, author=correction.asked.by_name)
    with acting(by, "withdraw-correction", pool=correction.pool, about=correction.asked.about, reason=reason) as work:
        _open(correction)
        number = work.add(CorrectionDecision, correction_id=correction.pk, accepted=False)
        work.after = {"correction": correction.pk}
    return _decision(number)


def _open(correction: Correction) -> None:
    decision = CorrectionDecision.objects.filter(correction=correction).select_related("act").first()
    if decision is not None:
        raise Refused("correction-decided", value=correction.pk, act=decision.act_id, by=decision.act.by_name)


def _decision(number: int) -> CorrectionDecision:
    found: CorrectionDecision = CorrectionDecision.objects.select_related("act").get(pk=number)
    return found


def _slug(correction: Correction) -> str:
    return correction.pool.slug if correction.pool else "-"


def decided_by(correction: Correction) -> Act | None:
    """The act that decided it."""
    decision = CorrectionDecision.objects.filter(correction=correction).select_related("act").first()
    return decision.act if decision else None
