"""Checkpoints: where they are put, how a state is written down, and which one a replay may go on from."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from typing import Any

from bareme.findings import Refused
from bareme.office.editions.models import Edition
from bareme.office.pools.models import Pool
from bareme.office.pools.rhythm import Rhythm
from bareme.office.runs.journal import nth_line, segments
from bareme.office.runs.models import Checkpoint, Run
from bareme.office.runs.touched import touched
from bareme.office.tables import canonical
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.book import BaseBook

CLOSE_YEARS = 3  # so far back each list and turn of the calendar has its checkpoint; before that, one a year

_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=str)


@dataclass(frozen=True)
class Halt:
    """A book at the end of a day: its state as text, and how far facts and journal were by then."""

    day: date
    state: bytes
    facts: int
    facts_sha256: str
    lines: int
    journal_sha256: str

    @property
    def sha256(self) -> str:
        """The hash of the state."""
        return sha256(self.state).hexdigest()


def written(book: BaseBook, findings: Sequence[Any]) -> bytes:
    """A book's state, with what is no state but must be gone on with. Its own order is kept: the calendar turns by it."""
    content = {
        "state": book.state(),
        "listed": sorted(book.listed),
        "counted": book.counted,
        "not_counted": dict(book.not_counted),
        "findings": findings,
    }
    return _JSON.encode(content).encode("utf-8", "surrogatepass")


def taken_back(book: BaseBook, state: bytes) -> list[Any]:
    """Restore a book from `written`; the findings of its facts so far.

    Errors: Refused `carried-unreadable`.
    """
    try:
        content = json.loads(state.decode("utf-8", "surrogatepass"))
        book.restore(content["state"])
        book.listed = set(content["listed"])
        book.counted = content["counted"]
        book.not_counted.update(content["not_counted"])
        findings: list[Any] = content["findings"]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refused("carried-unreadable", why=repr(error)) from None
    return findings


def days(pool: Pool, book: BaseBook, after: date, until: date) -> list[date]:
    """The days after `after`, up to and with `until`, at whose end a checkpoint is worth its room."""
    begin = date(max(after.year - 1, 1), 12, 31)  # whole years, so that what is kept of a year does not hang on `after`
    found = {*Rhythm.parse(pool.rhythm).due(begin, until), *book.turns(begin, until)}
    editions = Edition.objects.filter(pool=pool, day__gt=begin, day__lte=until)
    found.update(editions.values_list("day", flat=True).distinct())
    return sorted({*(day for day in _thinned(found, until) if day > after), until})


def _thinned(found: Iterable[date], until: date) -> Iterator[date]:
    """Every day of the last years; of each year before, the first."""
    years = set()
    for day in sorted(found):
        if until.year - day.year <= CLOSE_YEARS or day.year not in years:
            years.add(day.year)
            yield day


# -- in the ledger


@dataclass
class Store:
    """A pool's checkpoints as one run finds them: under its rules, and the days before which they hold."""

    pool: Pool
    rulebook: Rulebook
    rules: str
    engine: str
    upto: int | None
    every: list[Checkpoint] = field(default_factory=list)
    _days: dict[int, date] = field(default_factory=dict)

    def __post_init__(self) -> None:
        found = Checkpoint.objects.filter(pool=self.pool).select_related("run").defer("data").order_by("-on", "-pk")
        self.every = list(found)

    def alike(self, run: Run) -> bool:
        """Was that run made by the same rules, on the same kind of machine?"""
        same: bool = run.rulebook == self.rulebook.spec and run.rules_sha256 == self.rules and run.engine == self.engine
        return same and run.overrides == json.loads(canonical(dict(self.rulebook.overrides)))

    def stands(self, checkpoint: Checkpoint, prepared: str) -> bool:
        """Do the facts it was made from stand as they were?"""
        if checkpoint.prepared_sha256 != prepared or not self.alike(checkpoint.run):
            return False
        known = checkpoint.upto_id
        if known not in self._days:
            self._days[known] = touched(self.pool, known, self.upto)
        return bool(checkpoint.on < self._days[known])

    def latest(self, on: date, prepared: str) -> Checkpoint | None:
        """The last one on or before `on` to go on from."""
        return next((c for c in self.every if c.on <= on and self.stands(c, prepared)), None)

    def same(self, day: date, lines: int, journal: str) -> Checkpoint | None:
        """The one of this day whose journal is the same up to here: its lines need not be written again."""
        return next((c for c in self.every if c.on == day and (c.lines, c.journal_sha256) == (lines, journal)), None)


def state_of(checkpoint: Checkpoint) -> bytes:
    """The state's text.

    Errors: Refused `checkpoint-damaged`.
    """
    try:
        state = zlib.decompress(bytes(Checkpoint.objects.values_list("data", flat=True).get(pk=checkpoint.pk)))
    except zlib.error:
        state = b""
    if sha256(state).hexdigest() != checkpoint.sha256:
        raise Refused("checkpoint-damaged", pool=checkpoint.pool.slug, day=checkpoint.on)
    return state


def keep(run: Run, halts: Sequence[Halt], wanted: Iterable[date], prepared: str, upto: int) -> None:
    """Put down the checkpoints of a run in place of those of the same days, and clear away those on days nobody wants."""
    before = Checkpoint.objects.filter(pool=run.pool, on__lte=run.on)
    before.exclude(on__in=list(wanted)).delete()
    before.filter(on__in=[halt.day for halt in halts]).delete()
    parts = segments(run)
    Checkpoint.objects.bulk_create(
        Checkpoint(
            pool=run.pool,
            run=run,
            upto_id=upto,
            on=halt.day,
            data=zlib.compress(halt.state, 1),
            sha256=halt.sha256,
            prepared_sha256=prepared,
            facts=halt.facts,
            facts_sha256=halt.facts_sha256,
            line=nth_line(parts, halt.lines),
            lines=halt.lines,
            journal_sha256=halt.journal_sha256,
        )
        for halt in halts
    )
