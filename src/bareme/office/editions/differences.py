"""What one edition says otherwise than another. Editions never change: what is read of them is kept in memory."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from bareme.office.editions.models import Edition, EditionRow

Key: TypeAlias = tuple[int, str]  # an edition by its number and checksum: what is kept of it is kept under both


@dataclass(frozen=True, slots=True)
class Difference:
    """One player's line in two editions; None where he stands in one alone, or has no rank or number."""

    player: str
    name: str
    rank_before: int | None
    rank_after: int | None
    before: float | None
    after: float | None

    @property
    def change(self) -> float | None:
        """The movement of the published number."""
        return None if self.before is None or self.after is None else self.after - self.before


def key(edition: Edition) -> Key:
    """By what an edition is known here."""
    return edition.pk, edition.checksum


@lru_cache(maxsize=8)
def differences(before: Key, after: Key) -> tuple[Difference, ...]:
    """What `after` says otherwise than `before`: the largest movements first, who cannot be compared last."""
    then, now = _lines_of(before), _lines_of(after)
    found = []
    for code in then.keys() | now.keys():
        rank_before, old, name = then.get(code, _NOWHERE)
        rank_after, new, newer = now.get(code, _NOWHERE)
        if (rank_before, old) != (rank_after, new) or (code in then) != (code in now):
            found.append(Difference(code, newer or name, rank_before, rank_after, old, new))
    return tuple(sorted(found, key=lambda d: (d.change is None, -abs(d.change or 0.0), d.player)))


_Line: TypeAlias = tuple[int | None, float | None, str]  # rank, published number, name
_NOWHERE: _Line = (None, None, "")


@lru_cache(maxsize=16)
def _lines_of(edition: Key) -> dict[str, _Line]:
    rows = EditionRow.objects.filter(edition=edition[0]).order_by().values_list("player__code", "rank", "name", "published")
    return {code: (rank, said.get("elo", said.get("rating")), name) for code, rank, name, said in rows}
