"""Facts with their numbers, to be pointed at by a correction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q

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
    model, accounts = MODELS[kind], Accounts()
    query = model.objects.filter(pool=pool)
    if event is not None:
        query = query.filter(event=event_of(pool, event)) if kind in ("game", "bye", "placement") else query.none()
    if player is not None:
        query = query.filter(_of(kind, [m for m in accounts.members if accounts.merged.get(m, m) == player.pk]))
    if since:
        query = query.filter(date__gte=since)
    if until:
        query = query.filter(date__lte=until)
    superseding = model.objects.filter(pool=pool, supersedes__isnull=False)
    gone = set(superseding.values_list("supersedes_id", flat=True))
    names = dict(ImportedFile.objects.values_list("pk", "name"))
    related = ("event",) if kind in ("game", "bye", "placement") else ()
    rows = query.filter(void=void).select_related(*related) if related else query.filter(void=void)
    for row in sorted((row for row in rows if row.pk not in gone), key=lambda row: (row.date or date.min, row.root or row.pk)):
        source = str(place(row.act_id, row.file_id, row.line, row.column, names))
        yield Fact(kind, row.root or row.pk, _said(kind, row, accounts), row.void, source)


def facts_numbered(pool: Pool, kind: str, numbers: Sequence[int]) -> list[Fact]:
    """These facts as they stand last, void or not.

    Errors: Refused `no-such-fact`.
    """
    accounts, names = Accounts(), dict(ImportedFile.objects.values_list("pk", "name"))
    found = []
    for row in (current_row(kind, pool, number) for number in numbers):
        source = str(place(row.act_id, row.file_id, row.line, row.column, names))
        found.append(Fact(kind, row.root or row.pk, _said(kind, row, accounts), row.void, source))
    return found


def _of(kind: str, members: list[int]) -> Q:
    return Q(player_a__in=members) | Q(player_b__in=members) if kind == "game" else Q(player__in=members)


def _said(kind: str, row: Any, accounts: Accounts) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in _HEADS[kind]:
        if name.startswith("player"):
            code, full = accounts.members[getattr(row, f"{name}_id")]
            found[name] = f"{full} ({code})"
        elif name == "event":
            found[name] = row.event.label if row.event_id else ""
        else:
            found[name] = getattr(row, name)
    return found
