"""Which editions a pool has, and what two of them say differently."""

from __future__ import annotations

from datetime import date

from bareme.findings import Refused
from bareme.office.editions.models import Edition
from bareme.office.editions.service import edition_of
from bareme.office.pools.models import Pool


def all_of(pool: Pool) -> list[Edition]:
    """Every edition of a pool, the newest list first, of each day the last edition first."""
    return list(Edition.objects.filter(pool=pool).order_by("-day", "-number").select_related("act"))


def current_of(pool: Pool) -> Edition:
    """The official list: the last edition of the latest day. Errors: Refused `no-list-yet`."""
    found: Edition | None = (
        Edition.objects.filter(pool=pool).order_by("-day", "-number").select_related("pool", "act", "previous", "run").first()
    )
    if found is None:
        raise Refused("no-list-yet", pool=pool.name)
    return found


def one(pool: Pool, day: date, number: int | None = None) -> Edition:
    """Errors: Refused `no-such-edition`."""
    return edition_of(pool, day, number)


def current_of_each(pools: list[Pool]) -> dict[int, Edition]:
    """{pool: its official list}."""
    found: dict[int, Edition] = {}
    for edition in Edition.objects.filter(pool__in=pools).order_by("day", "number").defer("overrides").select_related("act"):
        found[edition.pool_id] = edition
    return found
