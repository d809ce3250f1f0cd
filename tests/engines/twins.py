"""The same data through the reference and through the bulk engine, compared to the last bit."""

from __future__ import annotations

import itertools
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Any

import polars as pl
import pytest

from bareme.engines.bulk import rate_in_bulk
from bareme.engines.cells import parts_of
from bareme.engines.job import Job
from bareme.engines.journal import COLUMNS, TERM, plain
from bareme.engines.rating import BulkRating
from bareme.engines.state import of_carried
from bareme.facts import Facts
from bareme.findings import Finding, Refused
from bareme.journal import Line
from bareme.lists import Row, ranked
from bareme.readers import read
from bareme.readers.gathering import Options
from bareme.readers.reading import Reading
from bareme.replay import Outcome, replay
from bareme.rulebooks.base import Rulebook, open_rulebook


def bits(value: Any) -> Any:
    """A value that is equal only to itself, bit for bit."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return struct.pack("<d", value)
    if isinstance(value, Mapping):
        return {key: bits(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [bits(one) for one in value]
    return (type(value).__name__, value)


def row_bits(row: Row) -> Any:
    standing = row.standing
    return (
        row.rank, row.previous_rank, row.change, standing.player, bits(standing.rating), bits(standing.elo),
        bits(standing.experience), standing.level, standing.games, standing.states, bits(standing.published), bits(standing.more),
    )  # fmt: skip


def said(findings: Sequence[Finding]) -> list[Any]:
    told = [finding for finding in findings if finding.code != "sorted-on-disk"]  # the reference has no such need
    return sorted((f.code, str(f.place), f.message(), f.remedy("fr")) for f in told)


class Reference:
    """What the reference makes of a reading."""

    def __init__(self, rulebook: Rulebook, reading: Reading, since: date | None = None, **options: Any) -> None:
        self.lines: list[Line] = []
        self.outcome: Outcome = replay(
            rulebook, reading.facts, record=self.lines.append, also_on=[since] if since else [], **options
        )
        self.rows = ranked(self.outcome.standings, self.outcome.earlier.get(since) if since else None)
        self.found = [*reading.findings, *self.outcome.findings]
        self.files = reading.files


def same(rulebook: Rulebook, reading: Reading, sources: Any, since: date | None = None, **options: Any) -> BulkRating | None:
    """Rate both ways and compare; the bulk rating, or None where both refuse."""
    held = options.pop("held", None)
    settings = options.pop("settings", None) or Options()
    data = sources if isinstance(sources, Facts) else parts_of(sources)
    job = Job(rulebook, data, settings, options.get("on"), [since] if since else [])
    if held is not None:
        job.held = held
    if options.get("carried") is not None:
        job.state = of_carried(options["carried"], rulebook)
    got = BulkRating(job, since)
    try:
        wanted = Reference(rulebook, reading, since, **options)
    except Refused as refused:
        code, place = refused.finding.code, refused.finding.place
        with pytest.raises(Refused) as also:
            got.run()
        assert (also.value.finding.code, also.value.finding.place) == (code, place)
        return None
    got.run()
    compare(got, wanted)
    return got


def compare(got: BulkRating, wanted: Reference) -> None:
    assert got.outcome.on == wanted.outcome.on
    assert got.outcome.counted == wanted.outcome.counted
    assert dict(got.outcome.not_counted) == dict(wanted.outcome.not_counted)
    rows = got.rows
    assert [row_bits(row) for row in rows] == [row_bits(row) for row in wanted.rows]
    table = got.standings
    assert table["player"].to_list() == [row.player for row in wanted.rows] if rows else not table.height
    assert said(got.found) == said(wanted.found)
    assert tuple(got._done.source.files) == wanted.files
    journal = got.journal
    lines = in_turn(wanted.lines, lambda line: (line.date, line.kind, line.player))
    assert told(journal) == [line_told(line, journal.schema) for line in lines]


def in_turn(lines: Iterable[Any], key: Callable[[Any], tuple[Any, str, str]]) -> list[Any]:
    """The lines, those of one roll-over in the order of names: the season turns for all members at once."""

    def turn(line: Any) -> Any:
        day, kind, _ = key(line)
        return day if kind == "rollover" else None

    groups = ((day, list(group)) for day, group in itertools.groupby(lines, turn))
    return [line for day, group in groups for line in (sorted(group, key=lambda line: key(line)[2]) if day else group)]


def line_told(line: Line, schema: Mapping[str, Any]) -> Any:
    row = {name: getattr(line, name, None) for name in COLUMNS}
    row.update(file=line.source.file, line=line.source.line)
    row.update({TERM + name: plain(value, schema[TERM + name]) for name, value in line.terms.items()})
    return {name: bits(value) for name, value in row.items() if value is not None}


def told(journal: pl.DataFrame) -> list[Any]:
    rows = in_turn(journal.iter_rows(named=True), lambda row: (row["date"], row["kind"], row["player"]))
    return [{name: bits(value) for name, value in row.items() if value is not None} for row in rows]


__all__ = ["Facts", "compare", "open_rulebook", "rate_in_bulk", "read", "same"]
