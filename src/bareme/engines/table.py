"""A results table, batch after batch, to games in columns.

Rows whose cells can all be read are taken column by column (`meanings.py`). Any other row is given to the reader itself,
with the cells of the column that others may depend on; so there is one decoder, and one wording of what is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from bareme.engines import meanings
from bareme.engines.cells import text_of
from bareme.engines.coded import Column
from bareme.engines.games import Games, Legend, number_of
from bareme.engines.meanings import Days, Layout, Results, Sequences, Single
from bareme.engines.names import NOBODY
from bareme.engines.numbering import Words
from bareme.engines.said import Said
from bareme.facts import Place, Player, numbered
from bareme.findings import Finding
from bareme.readers import values
from bareme.readers.columns import Columns
from bareme.readers.delimited import Table
from bareme.readers.reading import FileSummary
from bareme.readers.results import read_results
from bareme.readers.sheet import Sheet
from bareme.readers.tally import Bad, Tally

Array: TypeAlias = "np.ndarray[Any, Any]"

ODD_ROWS = 50_000  # rows given to the reader at a time
LARGEST_SEQUENCE = 999_999_999
OWN_PLACE, NO_SEQUENCE = -1, -2  # the row's own place counts; none can be read
FIRST_DAY, LAST_DAY = number_of(date(values.YEARS[0], 1, 1)), number_of(date(values.YEARS[-1], 12, 31))


@dataclass(slots=True)
class ResultsTable:
    """One file or frame of results."""

    index: int
    file: str
    header: Sequence[str]
    columns: Columns
    legend: Legend
    after: int = 0  # the last sequence of the parts before
    day: date | None = None
    first_line: int = 1
    with_blanks: bool = False  # are rows without any text left out, as in a file?
    known: dict[str, list[str]] = field(default_factory=dict)  # cells of a column, from an earlier reading

    sequenced: bool = False
    said: Said = field(init=False)
    refused: Counter[str] = field(default_factory=Counter)
    rows: int = 0
    blank: list[int] = field(default_factory=list)
    first_day: int | None = None
    last_sequence: int = 0
    _coded: dict[str, Column] = field(default_factory=dict)
    _layout: Layout = field(init=False)
    _days: Days = field(init=False)
    _results: Results = field(init=False)
    _singles: dict[str, Any] = field(default_factory=dict)
    _persons: _Numbered = field(init=False)
    _named: dict[str, Array] = field(default_factory=dict)
    _closed: bool = False

    def __post_init__(self) -> None:
        self.said = Said(self.file)
        self.sequenced = "sequence" in self.columns.at
        self._layout = Layout(self.header, self.columns, self.day)
        self._days = Days(self._layout)
        self._results = Results(self._layout, self.legend)
        self._singles = {name: Single(self._layout, name, self.legend) for name in ("event", "round")}
        self._singles["sequence"] = Sequences(self._layout)
        self._persons = _Numbered(self.legend)
        for name, cells in self.known.items():
            self._coded[name] = Column()
            self._coded[name].codes(pl.Series(cells, dtype=pl.String))

    # -- a batch

    def read(self, batch: pl.DataFrame) -> Games:
        """The games of the next rows."""
        start = self.rows
        self.rows += batch.height
        good = np.ones(batch.height, bool)
        day = self._read_days(batch, good)
        event, round_ = self._read_single(batch, "event", good), self._read_single(batch, "round", good)
        first, second = (self._names(batch, side) for side in self._layout.sides)
        if self.legend.names.some_bad:
            good &= (first != NOBODY) & (second != NOBODY)
        outcome, declared, measure = self._combined(batch, first, second, good)
        halves = self._results.halves[outcome]
        if (self._results.halves == meanings.NO_SCORE).any():
            good &= halves != meanings.NO_SCORE
        if {"number_a", "number_b"} & self.columns.at.keys():
            first = self._numbered(batch, "number_a", first, good, start)
            second = self._numbered(batch, "number_b", second, good, start)
        why = self._why(outcome, declared, good)
        length, format_ = self._measures(measure, good)
        good &= first != second
        sequence = self._sequences(batch, good)
        odd = np.flatnonzero(~good)
        if odd.size or not self._closed:
            self._odd(batch, odd, start)
        own = np.flatnonzero(sequence == OWN_PLACE)
        sequence[own] = self.sequences(start + own)
        games = Games(
            day=day,
            first=first,
            second=second,
            halves=halves,
            row=np.arange(start, start + batch.height, dtype="u4"),
            event=event,
            round=round_.astype("u2"),
            sequence=sequence,
            why=why,
            length=length,
            format=format_,
            part=np.full(batch.height, self.index, "u2") if self.index else np.empty(0, "u2"),
        )
        games = games if good.all() else games.take(good)
        if len(games):
            earliest = int(games.day.min())
            self.first_day = earliest if self.first_day is None else min(earliest, self.first_day)
            last = int((games.sequence if sequence.size else self.sequences(games.row[-1:])).max())
            self.last_sequence = max(self.last_sequence, last)
        return games

    def _column(self, batch: pl.DataFrame, name: str) -> pl.Series:
        return batch.get_column(str(self.columns.at[name]))

    def _names(self, batch: pl.DataFrame, name: str) -> Array:
        column = self._column(batch, name)
        if column.dtype == pl.String:
            return self.legend.names.of_cells(column)
        codes, cells = self._codes(batch, name)
        known = self._named.get(name, np.empty(0, np.uint32))
        if len(known) < len(cells):
            new = self.legend.names.of_cells(pl.Series(cells[len(known) :], dtype=pl.String))
            known = self._named[name] = np.append(known, new)
        return known[codes]

    def _codes(self, batch: pl.DataFrame, name: str) -> tuple[Array, list[str]]:
        coded = self._coded.setdefault(name, Column())
        return coded.codes(self._column(batch, name)), coded.cells

    def _read_days(self, batch: pl.DataFrame, good: Array) -> Array:
        if "date" not in self.columns.at:
            assert self.day is not None  # noqa: S101  # else the table would have been refused for want of a date
            return np.full(batch.height, number_of(self.day), "i4")
        column = self._column(batch, "date")
        if column.dtype == pl.Date:
            day = column.to_physical().fill_null(meanings.NO_DAY).to_numpy()
            good &= (day >= FIRST_DAY) & (day <= LAST_DAY)
            return day
        codes, cells = self._codes(batch, "date")
        day = self._days.read(cells)[codes]
        good &= day != meanings.NO_DAY
        return day

    def _read_single(self, batch: pl.DataFrame, name: str, good: Array) -> Array:
        if name not in self.columns.at:
            return np.empty(0, "u4")
        codes, cells = self._codes(batch, name)
        meaning: Array = self._singles[name].read(cells)
        none = meanings.NO_EVENT if name == "event" else meanings.NO_ROUND
        if not meaning.any():
            return np.empty(0, "u4")
        found: Array = meaning[codes]
        if (meaning == none).any():
            good &= found != none
        return found

    def _combined(self, batch: pl.DataFrame, first: Array, second: Array, good: Array) -> tuple[Array, Array, Array]:
        """The combination of each row's cells that say who won, of those that say if it is rated, and of length and format."""
        layout, results = self._layout, self._results
        codes: dict[str, Array] = {}
        cells: dict[str, list[str]] = {}
        for name in (*layout.outcome, *layout.declared, *layout.measure):
            if name == "winner" and layout.by_winner:
                # Not who, but which side: every other name is the reader's to refuse.
                named = self._names(batch, "winner")
                nobody = np.flatnonzero(named == NOBODY)
                texts = map(text_of, self._column(batch, "winner")[nobody].to_list())
                good[nobody] &= np.array([not text.strip() for text in texts], bool)
                codes[name] = np.select([named == NOBODY, named == first, named == second], [0, 1, 2], 3).astype("u4")
                cells[name] = ["", "A", "B", "C"]
            else:
                codes[name], cells[name] = self._codes(batch, name)
        found = tuple(group.codes(codes, cells, batch.height) for group in (results.outcome, results.told, results.measure))
        results.read()
        return found[0], found[1], found[2]

    def _why(self, outcome: Array, declared: Array, good: Array) -> Array:
        """Why each game is not rated; empty where all are."""
        whys, told = self._results.whys, self._results.declared
        if (told == meanings.NO_REASON).any():
            good &= told[declared] != meanings.NO_REASON
        if not whys[self._results.halves != meanings.NO_SCORE].any() and not told.any():
            return np.empty(0, "u2")
        return np.where(whys[outcome] > 0, whys[outcome], told[declared])

    def _measures(self, measure: Array, good: Array) -> tuple[Array, Array]:
        """Length and notation of each game; empty where none has any."""
        lengths, formats = self._results.lengths, self._results.formats
        if (lengths == meanings.NO_LENGTH).any():
            good &= lengths[measure] != meanings.NO_LENGTH
        return (
            lengths[measure] if lengths.any() else np.empty(0, "u2"),
            formats[measure] if formats.any() else np.empty(0, "u4"),
        )

    def _numbered(self, batch: pl.DataFrame, name: str, names: Array, good: Array, start: int) -> Array:
        if name not in self.columns.at:
            return names
        codes, cells = self._codes(batch, name)
        return self._persons.keys(names, codes, cells, good, start, side=name == "number_b")

    def _sequences(self, batch: pl.DataFrame, good: Array) -> Array:
        """The sequences, where there is such a column; a row that has none in it counts by its place in the file."""
        if "sequence" not in self.columns.at:
            return np.empty(0, "i8")
        column = self._column(batch, "sequence")
        if column.dtype.is_integer():
            given = column.cast(pl.Int64, strict=False).fill_null(-1).to_numpy()
            missing = column.is_null().to_numpy()
            given = np.where(missing, OWN_PLACE, np.where((given >= 0) & (given <= LARGEST_SEQUENCE), given, NO_SEQUENCE))
            given = given.astype(np.int64)
        else:
            codes, cells = self._codes(batch, "sequence")
            given = self._singles["sequence"].read(cells)[codes]
        good &= given != NO_SEQUENCE
        return given

    # -- rows that the reader must see

    def _odd(self, batch: pl.DataFrame, rows: Array, start: int) -> None:
        """Have the reader refuse these rows, and say why."""
        for at in range(0, max(len(rows), 1), ODD_ROWS):
            some = rows[at : at + ODD_ROWS]
            cells = [self._cells_of(batch, str(index), some) for index in range(len(self.header))]
            lines = [self.first_line + start + int(row) for row in some]
            if self.with_blanks:
                lines, cells = self._without_blanks(lines, cells)
            self._refuse(lines, cells)

    def _cells_of(self, batch: pl.DataFrame, name: str, rows: Array) -> list[str]:
        """A column's cells in some rows; a column that nothing is made of was not read."""
        if not len(rows) or name not in batch.columns:
            return [""] * len(rows)
        return [text_of(value) for value in batch.get_column(name)[rows].to_list()]

    def _without_blanks(self, lines: list[int], cells: list[list[str]]) -> tuple[list[int], list[list[str]]]:
        blank = [not any(map(str.strip, row)) for row in zip(*cells, strict=True)]
        if not any(blank):
            return lines, cells
        self.blank += [line - self.first_line for line, empty in zip(lines, blank, strict=True) if empty]
        kept = [index for index, empty in enumerate(blank) if not empty]
        return [lines[index] for index in kept], [[column[index] for index in kept] for column in cells]

    def _refuse(self, lines: list[int], cells: list[list[str]]) -> None:
        witnesses = self._witnesses()
        count = max(map(len, witnesses.values()), default=0)
        columns = []
        for index, column in enumerate(cells):
            more = witnesses.get(index, [])
            columns.append([*column, *more, *[""] * (count - len(more))])
        tally = Tally(self.file)
        table = Table(tuple(self.header), [*lines, *[0] * count], columns)
        sheet = Sheet(table, self.columns, tally, after=self.after, day=self.day)
        facts = read_results(sheet)
        if any(game.source.line for game in facts.games):
            raise RuntimeError(f"the reader takes a row that the columns refuse: {facts.games[0]}")
        sheet.close()
        refused: dict[int, str] = {}
        found: list[Finding] = []
        for finding in tally.findings:
            if finding.place.line:
                refused.setdefault(finding.place.line, finding.code)
                found.append(finding)
            elif finding.code == "unused-columns" and not self._closed:
                found.append(finding)
        self._closed = True
        self.refused.update(refused.values())
        self.said.add(found)

    def _witnesses(self) -> dict[int, list[str]]:
        """The cells, of the columns where one cell may decide what another means, by column."""
        found = {}
        for name in ("date", "score_a", "score_b"):
            if name in self._coded and name in self.columns.at:
                cells = self._coded[name].cells
                told = filter(meanings.open_to_doubt, cells) if name == "date" else cells
                found[self.columns.at[name]] = list(told)
        return found

    # -- at the end

    def place(self, row: int) -> Place:
        """Where a row stands."""
        return Place(self.file, self.first_line + row)

    def sequences(self, rows: Array) -> Array:
        """The order of rows, where no column says it: their place among those that are not blank, behind the parts before."""
        rows = rows.astype(np.int64)
        return rows + (self.after + 1) - np.searchsorted(self.blank, rows)

    @property
    def players(self) -> list[Player]:
        """The players with a number."""
        return self._persons.players(self)

    def finish(self) -> None:
        """No more rows come."""
        if not self._closed:
            self._refuse([], [[] for _ in self.header])
        if self.rows == len(self.blank):
            self.said.add([Finding("no-rows", Place(self.file))])

    def summary(self, encoding: str = "", delimiter: str = "") -> FileSummary:
        """What became of the rows."""
        refused = self.refused.total()
        return FileSummary(
            file=self.file,
            kind="results",
            encoding=encoding,
            delimiter=delimiter,
            columns=self.columns.names(self.header),
            rows_read=self.rows,
            rows_counted=self.rows - refused - len(self.blank),
            rows_refused=refused,
            rows_blank=len(self.blank),
            refused=dict(self.refused),
        )

    @property
    def learned(self) -> dict[str, list[str]]:
        """All cells of the columns where one may decide what another means, for another reading."""
        return {name: self._coded[name].cells for name in ("date", "score_a", "score_b") if name in self._coded}


class _Numbered:
    """People with a licence number: a key each, and where they were first met."""

    def __init__(self, legend: Legend) -> None:
        self.legend = legend
        self._pairs = Words()
        self._keys = np.empty(0, np.uint32)
        self._numbers: dict[str, int] = {}
        self._who: list[tuple[str, str]] = []
        self._met: tuple[dict[int, int], dict[int, int]] = ({}, {})  # for each side: pair -> first row

    def keys(self, names: Array, codes: Array, cells: list[str], good: Array, start: int, *, side: bool) -> Array:
        """Each name's key, with the number where there is one; rows whose number cannot be read are not good."""
        read = [values.licence_number(cell) if cell.strip() else "" for cell in cells]
        bad = np.array([isinstance(number, Bad) for number in read], bool)
        blank = np.array([number == "" for number in read], bool)
        good &= ~bad[codes]
        rows = np.flatnonzero(good & ~blank[codes])
        ids = np.array([self._numbers.setdefault(str(number), len(self._numbers)) for number in read], np.uint64)
        pairs, new = self._pairs.codes(names[rows].astype(np.uint64) << np.uint64(32) | ids[codes[rows]])
        if len(new):
            series = self.legend.names.series()
            who = [(series[int(names[rows[at]])], str(read[codes[rows[at]]])) for at in new]
            self._who += who
            self._keys = np.append(self._keys, self.legend.names.of_keys([numbered(*one) for one in who]))
        seen, first = np.unique(pairs, return_index=True)
        for pair, at in zip(seen.tolist(), first.tolist(), strict=True):
            self._met[side].setdefault(pair, start + int(rows[at]))
        found = names.copy()
        found[rows] = self._keys[pairs]
        return found

    def players(self, table: ResultsTable) -> list[Player]:
        """One record for each key: first those met on the first side, in their order, then the others."""
        found: dict[str, Player] = {}
        for side in self._met:
            for pair, row in sorted(side.items(), key=lambda met: met[1]):
                name, number = self._who[pair]
                key = numbered(name, number)
                found.setdefault(key, Player(key, name, number, source=table.place(row)))
        return list(found.values())
