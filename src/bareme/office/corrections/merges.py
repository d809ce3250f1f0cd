"""Two members found to be one person, and that undone. Facts stay as they were recorded; only their account changes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

from django.db.models import Q

from bareme.findings import Finding, Refused
from bareme.office.audit.trail import Work
from bareme.office.imports.models import ImportedFile
from bareme.office.ledger.models import Event, EventDetail, Game, Placement
from bareme.office.ledger.places import place
from bareme.office.ledger.reading import current_rows
from bareme.office.people.accounts import Accounts
from bareme.office.people.members import member_of
from bareme.office.people.models import Member, MemberNumber, Merge

SHOWN = 5


def merge(work: Work, code: str, into: str) -> tuple[str, int | None]:
    """Send a member's facts to another account, within an act: (what it is about, the row it takes the place of).

    Errors: Refused `already-one-member`, `is-merged`, `members-have-met`, `no-such-member`.
    """
    member, other = member_of(code), member_of(into)
    accounts = Accounts()
    target = Member.objects.get(pk=accounts.merged.get(other.pk, other.pk))
    if accounts.merged.get(member.pk, member.pk) == target.pk:
        raise Refused("already-one-member", value=str(member), other=str(target))
    if member.pk in accounts.merged:
        raise Refused("is-merged", value=str(member), other=accounts.codes[member.pk])
    met = _met(accounts, member.pk, target.pk)
    if met:
        raise Refused("members-have-met", value=str(member), other=str(target), where=met)
    old = Merge.objects.filter(member=member).order_by("-pk").first()
    follows = {"supersedes_id": old.pk, "root": old.root or old.pk} if old else {}
    work.add(Merge, member_id=member.pk, into_id=target.pk, **follows)
    return f"{member} -> {target}", old.pk if old else None


def split(work: Work, code: str) -> tuple[str, int | None]:
    """Undo a member's merge, within an act: (what it is about, the row it takes the place of).

    Errors: Refused `is-not-merged`, `no-such-member`.
    """
    member = member_of(code)
    rows = current_rows(Merge.objects.filter(member=member).select_related("into"))
    if not rows:
        raise Refused("is-not-merged", value=str(member))
    old = rows[0]
    work.add(Merge, member_id=member.pk, into_id=old.into_id, supersedes_id=old.pk, root=old.root or old.pk, void=True)
    return f"{member} / {old.into}", old.pk


def _people(accounts: Accounts, account: int) -> list[int]:
    """The members whose facts go to this account."""
    return [account, *(member for member, into in accounts.merged.items() if into == account)]


def _met(accounts: Accounts, one: int, other: int) -> list[str]:
    """Where the two played each other, or both have a place in one event: one person does not."""
    ones, others = _people(accounts, one), _people(accounts, other)
    sides = Q(player_a__in=ones, player_b__in=others) | Q(player_a__in=others, player_b__in=ones)
    games = current_rows(Game.objects.filter(sides).select_related("event"))
    placed = [current_rows(Placement.objects.filter(player__in=people).select_related("event")) for people in (ones, others)]
    fields = [{(row.event_id, row.date if row.event_id is None else None) for row in rows} for rows in placed]
    shared = [row for row in placed[0] if (row.event_id, row.date if row.event_id is None else None) in fields[0] & fields[1]]
    void = _void_events(chain(games, shared))
    files = dict(ImportedFile.objects.values_list("pk", "name"))
    there = [row for row in chain(games, shared) if row.event_id not in void]
    return [_where(row, files) for row in there[:SHOWN]]


def _void_events(rows: Iterable[Any]) -> set[int]:
    events = {row.event_id for row in rows if row.event_id}
    known = {row.event_id for row in current_rows(EventDetail.objects.filter(event__in=events))}
    return events - known


def _where(row: Any, files: dict[int, str]) -> str:
    event = f"{row.event.label}, " if row.event else ""
    return f"{event}{row.date} [{place(row.act_id, row.file_id, row.line, row.column, files)}]"


def doubts(code: str, into: str) -> list[Finding]:
    """What speaks against two members being one person, without ruling it out."""
    member, other = member_of(code), member_of(into)
    found = []
    numbers = [{row.kind: row.number for row in current_rows(MemberNumber.objects.filter(member=m))} for m in (member, other)]
    for kind in sorted(numbers[0].keys() & numbers[1].keys()):
        details = {"kind": kind, "value": numbers[0][kind], "other": numbers[1][kind]}
        found.append(Finding("both-have-numbers", details=details))
    rounds = [_rounds(m.pk) for m in (member, other)]
    labels = dict(Event.objects.filter(pk__in={event for event, _, _ in rounds[0] & rounds[1]}).values_list("pk", "label"))
    for event, number, day in sorted(rounds[0] & rounds[1])[:SHOWN]:
        found.append(Finding("both-played", details={"event": labels[event], "round": number, "day": day}))
    return found


def _rounds(member: int) -> set[tuple[int, int, Any]]:
    games = Game.objects.filter(Q(player_a=member) | Q(player_b=member), event__isnull=False, round__gt=0)
    return {(game.event_id, game.round, game.date) for game in current_rows(games)}
