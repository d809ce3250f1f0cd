"""What a correction would do, before it is done: written for a moment, read, and taken back; then replayed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import transaction

from bareme.findings import Finding
from bareme.office.audit.trail import Work, acting
from bareme.office.corrections.changes import Change, Written, write
from bareme.office.corrections.merges import doubts
from bareme.office.editions.models import Edition
from bareme.office.editions.service import claims_until
from bareme.office.ledger.models import Adjustment, Game, Placement
from bareme.office.pools.models import Pool
from bareme.office.runs.effect import Effect, compared
from bareme.office.runs.replaying import Basis, Draft, Told, draft, lists_of
from bareme.office.runs.service import today
from bareme.office.runs.touched import NEVER, changed_since
from bareme.office.users.models import User
from bareme.readers.files import collector_at_rest
from bareme.rulebooks.base import Rulebook


@dataclass(frozen=True)
class EditionEffect:
    """A published list that would say something else."""

    edition: Edition
    moves: int
    largest: float
    claims_until: date


@dataclass(frozen=True)
class PoolEffect:
    """What a correction does in one pool: on the list of a day, and on the lists that were published."""

    pool: Pool
    rulebook: Rulebook
    since: date  # the first day it touches
    effect: Effect
    editions: tuple[EditionEffect, ...] = ()


@dataclass
class Preview:
    """A correction looked at. `basis` is the last act it knew: whoever accepts it says up to which act he has seen."""

    change: Change
    written: Written
    basis: int
    on: date
    pools: list[PoolEffect] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def summary(self) -> dict[str, Any]:
        """In short, for the diary."""
        return {
            found.pool.slug: {
                "on": found.effect.on,
                "moves": len(found.effect.moves),
                "largest": found.effect.largest,
                "editions": [f"{seen.edition.day} ({seen.edition.number})" for seen in found.editions],
            }
            for found in self.pools
        }


class _TakenBack(Exception):  # noqa: N818 - not an error
    """Ends a transaction that is not to be kept."""


def look(by: User, change: Change, on: date | None = None, told: Told | None = None) -> Preview:
    """What would become of the lists of day `on` (default: today).

    Errors: Refused, as of `changes.write` and `basis`.
    """
    day = on or today()
    drafts: list[tuple[Draft, date]] = []
    try:
        with acting(by, "preview", pool=change.pool) as work:
            seen = Preview(change, write(work, change), work.act_id - 1, day)
            for pool in _pools(change):
                since = changed_since(pool, seen.basis)
                if since <= day:
                    drafts.append((draft(pool, day, work.act_id), since))
            raise _TakenBack
    except _TakenBack:
        pass
    if change.kind == "merge":
        seen.findings = doubts(change.said["member"], change.said["into"])
    with collector_at_rest():
        seen.pools = [_effect(*drawn.sides(), since, told) for drawn, since in drafts]
    return seen


def tried(by: User, change: Change) -> Written:
    """Within an act: what a change would write, without leaving a trace."""
    try:
        with transaction.atomic():
            written = write(Work(by, "preview", change.pool, "", ""), change)
            raise _TakenBack
    except _TakenBack:
        return written


def _pools(change: Change) -> Sequence[Pool]:
    """The pools a change is about: its own, or for members all."""
    if change.pool is not None:
        return [change.pool]
    return [pool for pool in Pool.objects.order_by("pk") if _rates(pool)]


def _rates(pool: Pool) -> bool:
    return any(model.objects.filter(pool=pool).exists() for model in (Game, Placement, Adjustment))


def _effect(before: Basis | None, after: Basis, since: date, told: Told | None) -> PoolEffect:
    lists = list(_published(after, since)) if before else []
    days = sorted({edition.day for edition in lists})
    old = lists_of(before, days, told) if before else {after.on: []}
    new = lists_of(after, days, told)
    found = []
    for edition in lists:
        change = compared(edition.day, old[edition.day], new[edition.day])
        if change.moves:
            found.append(EditionEffect(edition, len(change.moves), change.largest, claims_until(edition)))
    effect = compared(after.on, old[after.on], new[after.on])
    return PoolEffect(after.pool, after.rulebook, since, effect, tuple(found))


def _published(after: Basis, since: date) -> Iterator[Edition]:
    """The last edition of each list that the change may touch."""
    if since == NEVER:
        return
    query = Edition.objects.filter(pool=after.pool, day__gte=since, day__lte=after.on).select_related("act", "pool")
    by_day = {edition.day: edition for edition in query.order_by("day", "number")}
    yield from by_day.values()
