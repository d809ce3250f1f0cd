"""Which editions a pool has, and what two of them say differently."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from typing import TypeAlias

from bareme.findings import Refused
from bareme.office.editions.models import Edition, EditionRow
from bareme.office.editions.service import Difference, edition_of
from bareme.office.people.models import Member
from bareme.office.pools.models import Pool

Key: TypeAlias = tuple[int, str]  # an edition by its number and checksum: what is kept of it is kept under both


def key(edition: Edition) -> Key:
    """By what an edition is known to what is kept in memory."""
    return edition.pk, edition.checksum


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


def differences(before: Edition, after: Edition) -> tuple[Difference, ...]:
    """What `after` says otherwise than `before`: the largest gains first, who cannot be compared last."""
    return _differences(key(before), key(after))


@lru_cache(maxsize=24)
def _differences(before: Key, after: Key) -> tuple[Difference, ...]:
    then, now = lines_of(before), lines_of(after)
    found = []
    for player in then.keys() | now.keys():
        rank_before, old, name = then.get(player, (None, None, ""))
        rank_after, new, newer = now.get(player, (None, None, ""))
        if (rank_before, old) != (rank_after, new) or (player in then) != (player in now):
            found.append(Difference(str(player), newer or name, rank_before, rank_after, old, new))
    return tuple(sorted(found, key=lambda d: (d.change is None, -(d.change or 0.0), d.rank_after or 10**9, d.name)))


@lru_cache(maxsize=8)
def lines_of(edition: Key) -> dict[int, tuple[int | None, float | None, str]]:
    """{member: (rank, published number, name)}. An edition never changes: it is read once."""
    rows = EditionRow.objects.filter(edition=edition[0]).values_list("player_id", "rank", "name", "published")
    return {player: (rank, said.get("elo", said.get("rating")), name) for player, rank, name, said in rows}


def codes_of(differences: Sequence[Difference]) -> dict[str, str]:
    """{member's number as text: code} of those who are shown."""
    rows = Member.objects.filter(pk__in=[int(d.player) for d in differences]).values_list("pk", "code")
    return {str(pk): code for pk, code in rows}
