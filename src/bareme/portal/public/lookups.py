"""Pools, members and names for a page, each with a query or two, however big the office is."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from bareme.findings import Refused
from bareme.office.ledger.models import Event
from bareme.office.ledger.reading import current_rows
from bareme.office.people.codes import read
from bareme.office.people.models import Member, Merge
from bareme.office.pools.models import Pool
from bareme.office.tables import canonical
from bareme.rulebooks.base import Rulebook, open_rulebook

_CHAIN = 10  # merges followed one after the other


def member_of(code: str) -> Member:
    """Errors: Refused `unknown-player`."""
    member: Member | None = Member.objects.filter(code=read(code) or "").first()
    if member is None:
        raise Refused("unknown-player", value=code)
    return member


def account_of(member: Member) -> Member:
    """The member whose account this one's facts go to: himself, unless he was merged into another."""
    for _ in range(_CHAIN):
        merges = current_rows(Merge.objects.filter(member=member).select_related("into"))
        if not merges:
            break
        member = merges[-1].into
    return member


def names_of(numbers: Iterable[int | None]) -> dict[int, tuple[str, str]]:
    """{member: (code, name)} of these."""
    wanted = {number for number in numbers if number is not None}
    rows = Member.objects.filter(pk__in=wanted).values_list("pk", "code", "name")
    return {pk: (code, name) for pk, code, name in rows}


def labels_of(numbers: Iterable[int | None]) -> dict[int, str]:
    """{event: label} of these."""
    wanted = {number for number in numbers if number is not None}
    return dict(Event.objects.filter(pk__in=wanted).values_list("pk", "label"))


def rulebook_of(rulebook: str, overrides: object) -> Rulebook:
    """A rulebook under house rules; the same one is opened once."""
    return _opened(rulebook, canonical(overrides))


@lru_cache(maxsize=64)
def _opened(rulebook: str, overrides: str) -> Rulebook:
    import json

    return open_rulebook(rulebook, json.loads(overrides))


def rules_of(pool: Pool) -> Rulebook:
    """A pool's rulebook, as it is set now."""
    return rulebook_of(pool.rulebook, pool.overrides)
