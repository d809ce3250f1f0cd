"""What an edition says, as text: its checksum is taken over it, and anybody can take it again from the machine's export.

SHA-256 over lines of JSON (keys sorted, no blanks, UTF-8, each ended by a line feed): first the head, then each row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from bareme.office.editions.models import Edition, EditionRow
from bareme.office.people.models import Member
from bareme.office.tables import canonical

ROW = (
    *("position", "rank", "previous_rank", "change", "player", "name", "club", "committee", "federation", "rating", "elo"),
    *("experience", "games", "level", "states", "published", "more"),
)


def head(edition: Edition) -> dict[str, Any]:
    """What stands above the rows."""
    previous = edition.previous
    return {
        "pool": edition.pool.slug,
        "day": edition.day.isoformat(),
        "number": edition.number,
        "previous": [previous.day.isoformat(), previous.number] if previous else None,
        "rulebook": edition.rulebook,
        "version": edition.version,
        "overrides": edition.overrides,
        "counts": edition.counts,
    }


def checksum(top: Mapping[str, Any], rows: Iterable[Sequence[Any]]) -> str:
    """The checksum of a head and of rows of `ROW`, players by code."""
    whole = sha256()
    for content in (top, *rows):
        whole.update(canonical(content).encode("utf-8", "surrogatepass") + b"\n")
    return whole.hexdigest()


def rows_of(edition: Edition) -> list[list[Any]]:
    """An edition's rows as they stand, players by code."""
    codes = dict(Member.objects.values_list("pk", "code"))
    at = ROW.index("player")
    names = [name if name != "player" else "player_id" for name in ROW]
    rows = EditionRow.objects.filter(edition=edition).order_by("position").values_list(*names)
    return [[*row[:at], codes[row[at]], *row[at + 1 :]] for row in rows]
