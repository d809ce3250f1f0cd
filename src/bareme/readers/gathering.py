"""The files of one call: each by itself first, then all of them together.

1. Bytes to text (`text.py`), the dialect, the table (`delimited.py`, `columns.py`), its rows (`results.py` ...).
2. Who is who across files (`identity.py`), what is told twice (`doubles.py`).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from bareme.facts import NOWHERE, Facts, Place, Player
from bareme.findings import Finding, Refused
from bareme.readers.adjustments import read_adjustments
from bareme.readers.columns import find, identify, kind_of, known, unknown_mapping
from bareme.readers.delimited import Table, header_of, sniff, tabulate
from bareme.readers.doubles import without_doubles
from bareme.readers.identity import names_and_numbers, unite
from bareme.readers.placements import broken_places, read_placements
from bareme.readers.players import read_players
from bareme.readers.published import read_published
from bareme.readers.reading import FileSummary, Reading
from bareme.readers.results import read_results
from bareme.readers.sheet import Sheet
from bareme.readers.tally import Tally
from bareme.readers.text import LIMIT, Text, decode, unpack

TABLES: Mapping[str, Callable[[Sheet], Facts]] = {
    "results": read_results,
    "placements": read_placements,
    "adjustments": read_adjustments,
    "players": read_players,
    "published": read_published,
}
DIALECTS = ("trf", "rating-list")
# Whose word about a player goes first: a players table, a rating list; then events, the earliest first.
WEIGHTS = {"players": 0, "rating-list": 1}


@dataclass(frozen=True, slots=True)
class Options:
    """What the user says about his files; None or nothing: find out."""

    columns: Mapping[str, str] = field(default_factory=dict)
    encoding: str | None = None
    delimiter: str | None = None
    kind: str | None = None
    date: date | None = None
    limit: int = LIMIT
    pool: str = "standard"  # which ratings of a rating list


@dataclass(slots=True)
class File:
    """One file as read, before the others are known."""

    summary: FileSummary
    findings: list[Finding]
    facts: Facts = field(default_factory=Facts)


def _of_reader(reading: Reading, text: Text) -> File:
    """A file that another reader read."""
    (summary,) = reading.files
    return File(replace(summary, encoding=text.encoding), [*text.findings, *reading.findings], reading.facts)


class Gathering:
    """The files of one call, read one after the other, then brought together."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.files: list[File] = []
        self.seen: dict[bytes, str] = {}  # content -> the file it was read from
        self.mapped: set[str] = set()  # our columns whose mapped header was found
        self.lists: list[tuple[int, Text]] = []  # rating lists, read last: of a million players only those met are wanted
        self.people: tuple[Player, ...] = ()
        self.tables = 0
        self.last_sequence = 0
        self.wrong = self._wrong_options()

    def _wrong_options(self) -> Finding | None:
        kinds = (*TABLES, *DIALECTS)
        if self.options.kind is not None and self.options.kind not in kinds:
            return Finding("unknown-kind", NOWHERE, {"value": self.options.kind, "allowed": kinds})
        return unknown_mapping(self.options.columns)

    def known(self, players: Iterable[Player]) -> None:
        """The people of carried standings, whose keys stay: their key, number and source (what to call the standings in a
        finding) alone say who they are.
        """
        self.people = tuple(players)

    # -- one file

    def add(self, file: str, load: Callable[[], bytes]) -> None:
        """Read one more file. What makes it unreadable is its finding."""
        if self.wrong:
            return
        try:
            data = unpack(load(), file, self.options.limit)
            content = hashlib.sha256(data).digest()
            if content in self.seen:
                found = Finding("duplicate-file", Place(file), {"first": self.seen[content]})
                self.files.append(File(FileSummary(file, "duplicate"), [found]))
                return
            self.seen[content] = file
            text = decode(data, file, self.options.encoding)
            del data
            self._read(file, text)
        except Refused as refused:
            self.files.append(File(FileSummary(file), [refused.finding]))

    def _read(self, file: str, text: Text) -> None:
        # Loaded when a file comes that may be theirs: they have most of the patterns.
        from bareme.readers.ratinglist import looks_like_rating_list
        from bareme.readers.trf import looks_like_trf, read_trf

        kind = self.options.kind
        find_out = kind is None and self.options.delimiter is None and not self._is_table(text.content)
        if kind == "trf" or (find_out and looks_like_trf(text.content)):
            self._add(_of_reader(read_trf(text.content, file, date=self.options.date), text))
        elif kind == "rating-list" or (find_out and looks_like_rating_list(text.content)):
            self.lists.append((len(self.files), text))
            self.files.append(File(FileSummary(file, "rating-list", text.encoding), list(text.findings)))
        else:
            tally = Tally(file)
            tally.findings.extend(text.findings)
            self.add_table(file, tabulate(text.content, tally, self.options.delimiter, self._known), tally, text.encoding)

    def _is_table(self, content: str) -> bool:
        """Whether the first line makes a table known here; then what follows may look like anything."""
        header = header_of(content, sniff(content, self._known))
        return len(header) > 1 and kind_of(header, self.options.columns) is not None

    def _known(self, header: Sequence[str]) -> int:
        return known(header, self.options.columns)

    def add_table(self, file: str, table: Table, tally: Tally | None = None, encoding: str = "") -> None:
        """Read one more table."""
        if self.wrong:
            return
        if tally is None:
            tally = Tally(file)
            tally.read = len(table.lines)
        self.tables += 1
        self.mapped |= {ours for ours, theirs in self.options.columns.items() if find(table.header, theirs) is not None}
        try:
            dated = self.options.date is not None
            columns = identify(table.header, self.options.columns, file, kind=self.options.kind, dated=dated)
        except Refused as refused:
            tally.findings.append(refused.finding)
            tally.refused[refused.finding.code] += len(table.lines)
            self._add(File(tally.summary("", encoding, table.delimiter, {}), tally.findings))
            return
        sheet = Sheet(table, columns, tally, after=self.last_sequence, day=self.options.date)
        facts = TABLES[columns.kind](sheet)
        sheet.close()
        if not table.lines and not tally.refused:
            tally.say("no-rows")
        summary = tally.summary(columns.kind, encoding, table.delimiter, columns.names(table.header))
        self._add(File(summary, tally.findings, facts))

    def _add(self, file: File) -> None:
        self.files.append(file)
        facts = file.facts
        for sequences in (
            (game.sequence for game in facts.games),
            (row.sequence for row in facts.placements),
            (row.sequence for row in facts.adjustments),
        ):
            self.last_sequence = max(self.last_sequence, max(sequences, default=0))

    # -- all of them

    def together(self) -> Reading:
        """The files under common keys, each thing once, with the account of every file."""
        if self.wrong:
            return Reading(findings=(self.wrong,))
        self.read_lists()
        united = unite([file.facts for file in self.files], self.weights(), self.people)
        sequenced = ["sequence" in file.summary.columns for file in self.files]
        checked = without_doubles(united.parts, sequenced)
        found = [*(finding for file in self.files for finding in file.findings), *united.findings, *checked.findings]
        found += self.absent_columns()
        placements = [row for part in checked.parts for row in part.placements]
        found += [Finding("place-gap", place, details) for place, details in broken_places(placements)]
        summaries = tuple(less(file.summary, lost) for file, lost in zip(self.files, checked.lost, strict=True))
        facts = Facts(
            players=united.players,
            events=tuple(event for part in checked.parts for event in part.events),
            games=tuple(game for part in checked.parts for game in part.games),
            byes=tuple(bye for part in checked.parts for bye in part.byes),
            placements=tuple(placements),
            adjustments=tuple(row for part in checked.parts for row in part.adjustments),
            published=tuple(row for part in checked.parts for row in part.published),
            rows_read=sum(summary.rows_read for summary in summaries),
            rows_refused=sum(summary.rows_refused for summary in summaries),
        )
        order = {file.summary.file: index for index, file in enumerate(self.files)}
        found.sort(key=lambda finding: (order.get(finding.place.file, -1), finding.place.line))
        return Reading(facts, tuple(found), summaries)

    def read_lists(self) -> None:
        """Read the rating lists: only the people of the other files, or all where there is no other."""
        if not self.lists:
            return
        from bareme.readers.ratinglist import read_rating_list

        everybody = {name for file in self.files for name in names_and_numbers(file.facts)}
        for index, text in self.lists:
            file = self.files[index]
            try:
                reading = read_rating_list(text.content, file.summary.file, self.options.pool, only=everybody or None)
            except Refused as refused:
                file.findings.append(refused.finding)
            else:
                self.files[index] = _of_reader(reading, text)

    def weights(self) -> list[int]:
        """One weight a file: tables of players, rating lists, then the others, each its own, by their first day."""
        days = {index: _first_day(file.facts) for index, file in enumerate(self.files)}
        others = [index for index in sorted(days, key=days.__getitem__) if self.files[index].summary.kind not in WEIGHTS]
        place = {index: len(WEIGHTS) + rank for rank, index in enumerate(others)}
        return [WEIGHTS.get(file.summary.kind, place.get(index, 0)) for index, file in enumerate(self.files)]

    def absent_columns(self) -> list[Finding]:
        """A finding when the user mapped a header that no table has."""
        absent = sorted(self.options.columns.keys() - self.mapped)
        if not absent or not self.tables:
            return []
        return [Finding("mapped-column-absent", NOWHERE, {"names": [f"{ours}={self.options.columns[ours]}" for ours in absent]})]


def _first_day(facts: Facts) -> date:
    days = [event.start for event in facts.events if event.start] or [game.date for game in facts.games]
    return min(days, default=date.max)


def less(summary: FileSummary, lost: Counter[str]) -> FileSummary:
    """A file's account after the rows that the others made superfluous, or that contradict each other."""
    gone = lost.total()
    return replace(
        summary,
        rows_counted=summary.rows_counted - gone,
        rows_refused=summary.rows_refused + gone,
        refused=dict(Counter(summary.refused) + lost),
    )
