"""The rows of one event looked over before they count: who is in it twice, what does not agree, what cannot be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bareme.facts import Event, Placement
from bareme.findings import Finding
from bareme.rulebooks.fisf.categories import category_code, named
from bareme.rulebooks.fisf.law import LAST_SERIES, Law


@dataclass(slots=True)
class Entries:
    """The rows that count, best place first, with the event's rounds and category; the rows refused, with the code."""

    rows: list[Placement] = field(default_factory=list)
    rounds: int = 0
    category: str = ""
    refused: list[tuple[Placement, str, Mapping[str, Any]]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def entries(placements: Sequence[Placement], known: Event | None, law: Law) -> Entries:
    """All rows of one date and event, in an order that does not depend on the file's. The readers check more (places)."""
    checked = Entries()
    places: dict[str, int] = {}
    for row in sorted(placements, key=lambda row: (row.place, row.player, row.series, row.sequence)):
        _one(row, checked, places)
    if not checked.rows:
        return checked
    rounds = _told([row.rounds for row in checked.rows], known.rounds if known else None)
    categories = _told([category_code(row.category) for row in checked.rows], category_code(known.category) if known else "")
    if len(rounds) > 1 or len(categories) > 1:
        column, values = (_ROUNDS, rounds) if len(rounds) > 1 else (_CATEGORY, categories)
        return _none_counts(checked, "event-rows-disagree", {"column": column, "values": sorted(values)})
    if not rounds or min(rounds) < 1:
        return _none_counts(checked, "rounds-unknown", {"value": min(rounds, default=0)})
    checked.rounds, checked.category = rounds.pop(), categories.pop() if categories else ""
    first = checked.rows[0]
    if law.factor(checked.category) is None:
        details = {"event": first.event, "value": first.category or checked.category, "allowed": named(law.factors)}
        checked.findings.append(Finding("category-unknown", first.source, details))
    return checked


_ROUNDS = {"en": "rounds", "fr": "manches"}
_CATEGORY = {"en": "category", "fr": "catégorie"}


def _one(row: Placement, checked: Entries, places: dict[str, int]) -> None:
    if row.place < 1:
        checked.refused.append((row, "place-impossible", {"value": row.place, "player": row.player}))
    elif not 1 <= row.series <= LAST_SERIES:
        checked.refused.append((row, "series-impossible", {"value": row.series, "player": row.player}))
    elif row.player in places:
        details = {"player": row.player, "event": row.event, "counted": places[row.player], "value": row.place}
        checked.refused.append((row, "placed-twice", details))
    else:
        places[row.player] = row.place
        checked.rows.append(row)


def _told(values: Sequence[Any], otherwise: Any) -> set[Any]:
    """What the rows say, the empty ones aside; what the event's own record says when they say nothing."""
    return {value for value in values if value} or ({otherwise} if otherwise else set())


def _none_counts(checked: Entries, code: str, details: Mapping[str, Any]) -> Entries:
    checked.refused += [(row, code, {**details, "event": row.event}) for row in checked.rows]
    checked.rows = []
    return checked
