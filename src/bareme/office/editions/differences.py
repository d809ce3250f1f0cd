"""What one edition says otherwise than another. Editions never change: what is read of them is kept in memory."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from bareme.office.editions.models import Edition, EditionRow

Key: TypeAlias = tuple[int, str]  # an edition by its number and checksum: what is kept of it is kept under both

KEPT = 16  # editions


class Difference(NamedTuple):
    """One player's line in two editions; None where he stands in one alone, or has no rank or number."""

    player: str
    name: str
    rank_before: int | None
    rank_after: int | None
    before: float | None
    after: float | None
    change: float | None


def key(edition: Edition) -> Key:
    """By what an edition is known here."""
    return edition.pk, edition.checksum


def differences(before: Key, after: Key) -> list[Difference]:
    """What `after` says otherwise than `before`: the largest movements first, who cannot be compared last."""
    found = [difference(before, after, code) for code in by_gain(before, after)]
    return sorted(found, key=lambda d: (d.change is None, -abs(d.change or 0.0), d.player))


@lru_cache(maxsize=KEPT)
def by_gain(before: Key, after: Key) -> tuple[str, ...]:
    """Whom `after` says otherwise of than `before`: the largest gains first, who cannot be compared last; then rank and name."""
    then, now = lines_of(before), lines_of(after)
    moved, others = [], [(_LAST, then[code][2], code) for code in then.keys() - now.keys()]
    for code, line in now.items():
        rank, number, name = line
        old_rank, old, _ = then.get(code, _NOWHERE)
        if old is None or number is None:
            if (old_rank, old) != (rank, number) or code not in then:
                others.append((rank or _LAST, name, code))
        elif old != number or old_rank != rank:
            moved.append((old - number, rank or _LAST, name, code))
    return (*(row[-1] for row in sorted(moved)), *(row[-1] for row in sorted(others)))


def difference(before: Key, after: Key, code: str) -> Difference:
    """What the two say of one player."""
    rank_before, old, name = lines_of(before).get(code, _NOWHERE)
    rank_after, new, newer = lines_of(after).get(code, _NOWHERE)
    change = None if old is None or new is None else new - old
    return Difference(code, newer or name, rank_before, rank_after, old, new, change)


Line: TypeAlias = tuple[int | None, float | None, str]  # rank, published number, name
_NOWHERE: Line = (None, None, "")
_LAST = 10**9  # behind every rank


@lru_cache(maxsize=KEPT)
def lines_of(edition: Key) -> dict[str, Line]:
    """What an edition says of each player."""
    rows = EditionRow.objects.filter(edition=edition[0]).order_by().values_list("player__code", "rank", "name", "published")
    return {code: (rank, said.get("elo", said.get("rating")), name) for code, rank, name, said in rows}
