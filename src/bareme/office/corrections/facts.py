"""Facts with their numbers, to be pointed at by a correction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Exists, OuterRef, Q

from bareme.office.corrections.changes import current_row
from bareme.office.corrections.fields import MODELS, event_of
from bareme.office.imports.models import ImportedFile
from bareme.office.ledger.places import place
from bareme.office.people.accounts import Accounts
from bareme.office.people.models import Member
from bareme.office.pools.models import Pool

_HEADS = {
    "game": ("date", "event", "round", "player_a", "player_b", "score_a", "length", "format"),
    "bye": ("date", "event", "round", "player", "points", "why"),
    "placement": ("date", "event", "player", "place", "series", "rounds", "category", "federation"),
    "adjustment": ("date", "player", "kind", "rating", "elo", "experience", "entrants", "level", "series", "reason"),
    "event": ("event", "name", "start", "end", "reported", "rounds", "category", "city", "time_control"),
    "listing": ("date", "player", "rating", "games", "k", "born", "title", "federation", "series"),
}


@dataclass(frozen=True)
class Fact:
    """A fact: its kind and number, what it says (players by code and name), whether it is void, where it stood."""

    kind: str
    number: int
    said: dict[str, Any]
    void: bool
    source: str


def facts(
    pool: Pool,
    kind: str,
    *,
    event: str | None = None,
    player: Member | None = None,
    since: date | None = None,
    until: date | None = None,
    void: bool = False,
) -> Iterator[Fact]:
    """The facts of a kind as they stand; `void`: those that are void, instead."""
    model, related = MODELS[kind], [name for name in _HEADS[kind] if name.startswith(("player", "event"))]
    query = model.objects.filter(~Exists(model.objects.filter(supersedes=OuterRef("pk"))), void=void)
    if event is not None:
        query = query.filter(event=event_of(pool, event)) if "event" in related else query.none()
    if player is not None:
        query = query.filter(_of(kind, Accounts().family(player.pk)))
    if event is None and player is None:  # beside them it would lead the database through all facts of the pool
        query = query.filter(pool=pool)
    if since:
        query = query.filter(date__gte=since)
    if until:
        query = query.filter(date__lte=until)
    rows = [row for row in query.select_related(*related) if row.pool_id == pool.pk]
    names = _files(rows)
    for row in sorted(rows, key=lambda row: (row.date or date.min, row.root or row.pk)):
        yield _fact(kind, row, names)


def facts_numbered(pool: Pool, kind: str, numbers: Sequence[int]) -> list[Fact]:
    """These facts as they stand last, void or not.

    Errors: Refused `no-such-fact`.
    """
    rows = [current_row(kind, pool, number) for number in numbers]
    names = _files(rows)
    return [_fact(kind, row, names) for row in rows]


def _fact(kind: str, row: Any, names: Mapping[int, str]) -> Fact:
    source = str(place(row.act_id, row.file_id, row.line, row.column, names))
    return Fact(kind, row.root or row.pk, _said(kind, row), row.void, source)


def _files(rows: Iterable[Any]) -> dict[int, str]:
    """The names of the files that these rows came from, by number."""
    return dict(ImportedFile.objects.filter(pk__in={row.file_id for row in rows}).values_list("pk", "name"))


def _of(kind: str, members: list[int]) -> Q:
    return Q(player_a__in=members) | Q(player_b__in=members) if kind == "game" else Q(player__in=members)


def _said(kind: str, row: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in _HEADS[kind]:
        if name.startswith("player"):
            member = getattr(row, name)
            found[name] = f"{member.name} ({member.code})"
        elif name == "event":
            found[name] = row.event.label if row.event_id else ""
        else:
            found[name] = getattr(row, name)
    return found
