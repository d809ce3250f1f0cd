"""A run's journal read back: its own lines, and before them those it refers to in earlier runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bareme.facts import Place
from bareme.journal import Line
from bareme.office.ledger.models import Event
from bareme.office.people.accounts import Accounts
from bareme.office.runs.lines import COLUMNS
from bareme.office.runs.models import JournalLine, Run


@dataclass(frozen=True)
class Segment:
    """Lines of one run, by their ids, first and last."""

    run: int
    first: int
    last: int


def segments(run: Run) -> list[Segment]:
    """Where a run's journal stands, oldest lines first."""
    names = ("base_id", "kept", "first_line", "last_line")
    runs = {pk: row for pk, *row in Run.objects.filter(pool=run.pool_id, pk__lte=run.pk).values_list("pk", *names)}
    found: list[Segment] = []
    number: int | None = run.pk
    limit: int | None = None  # the last line taken; None: all of this run's
    while number is not None:
        base, kept, first, last = runs[number]
        if first is not None:
            last = last if limit is None else min(last, limit)
            if first <= last:
                found.append(Segment(number, first, last))
        number = base if kept is not None else None
        limit = kept if limit is None else min(kept or 0, limit)
    return found[::-1]


def nth_line(parts: Sequence[Segment], count: int) -> int | None:
    """The id of the line with which so many are told; None for none."""
    for part in parts:
        length = part.last - part.first + 1
        if 0 < count <= length:
            return part.first + count - 1
        count -= length
    return None


def journal(run: Run, *, player: int | None = None, event: int | None = None) -> Iterator[Line]:
    """A run's journal in its order, as `bareme.journal` knows it: players by code, events by label.

    `player`: only the lines of this account; `event`: only those of this event.
    """
    codes = {member: code for member, (code, _) in Accounts().members.items()}
    labels = dict(Event.objects.filter(pool=run.pool_id).values_list("pk", "label"))
    for row in rows(run, player=player, event=event):
        values: dict[str, Any] = dict(zip(COLUMNS, row[1:], strict=True))
        member, opponent, number = values.pop("player_id"), values.pop("opponent_id"), values.pop("event_id")
        place = Place(values.pop("source"), values.pop("line"), values.pop("column"))
        yield Line(
            player=codes[member],
            opponent=codes[opponent] if opponent is not None else "",
            event=labels[number] if number is not None else "",
            source=place,
            **values,
        )


def rows(run: Run, *, player: int | None = None, event: int | None = None) -> Iterator[tuple[Any, ...]]:
    """The same as rows: the id, then `COLUMNS`."""
    if player is None and event is None:
        for segment in segments(run):
            yield from _rows(JournalLine.objects.filter(pk__range=(segment.first, segment.last)))
        return
    there = {segment.run: segment for segment in segments(run)}
    query = JournalLine.objects.filter(run__in=there)
    query = query.filter(player=player) if player is not None else query
    query = query.filter(event=event) if event is not None else query
    ends = {number: segment.last for number, segment in there.items()}
    for number, *row in query.order_by("pk").values_list("run_id", "pk", *COLUMNS):
        if row[0] <= ends[number]:
            yield tuple(row)


def _rows(query: Any) -> Iterator[tuple[Any, ...]]:
    yield from query.order_by("pk").values_list("pk", *COLUMNS).iterator(chunk_size=5000)
