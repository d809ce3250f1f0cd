"""Delimited text to rows of cells, by Python's csv module, with true line numbers and no row lost.

Lines end in LF, CRLF or a bare CR. A record may run over several lines inside quotes, but not over many: a quote that
was never closed would swallow the rest of the file, so after MAX_LINES its first line is refused and reading goes on
with the next one.
"""

from __future__ import annotations

import csv
import io
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bareme.facts import Place
from bareme.findings import Refused
from bareme.readers.tally import Bad, Tally
from bareme.readers.values import hidden

DELIMITERS = (";", ",", "\t", "|")
NAMES = {"\t": "tab"}
MAX_LINES = 50
MAX_COLUMNS = 500
HEAD = 20_000  # characters in which the header is looked for when the delimiter is sniffed

Record: TypeAlias = tuple[int, "list[str] | Bad"]


@dataclass(frozen=True, slots=True)
class Table:
    """A header, the line that each row begins on, and the cells, column by column. No row is blank."""

    header: tuple[str, ...]
    lines: Sequence[int]
    columns: Sequence[Sequence[str]]
    delimiter: str = ""


def table_of(header: Sequence[str], rows: Iterable[tuple[int, Sequence[str]]], delimiter: str = "") -> Table:
    """A table from its rows, each with its line and as wide as the header."""
    lines: list[int] = []
    cells = []
    for line, row in rows:
        lines.append(line)
        cells.append(row)
    columns = tuple(zip(*cells, strict=True)) if cells else ((),) * len(header)
    return Table(tuple(map(_without_hidden, header)), lines, columns, NAMES.get(delimiter, delimiter))


def _without_hidden(heading: str) -> str:
    """A heading as findings show it: no control or direction mark tells two columns apart."""
    return heading if heading.isprintable() else "".join(c for c in heading if not hidden(c))


def tabulate(text: str, tally: Tally, delimiter: str | None, known: Callable[[Sequence[str]], int]) -> Table:
    """The table in a text. `known` says how many of some headers are known; the delimiter that makes most of them
    known is taken, unless one is given.

    Errors: Refused `one-column`, `bad-delimiter`, and those of a header that cannot be read.
    """
    if delimiter is not None and (len(delimiter) != 1 or delimiter in '"\r\n'):
        raise Refused("bad-delimiter", Place(tally.file), value=delimiter)
    marked = re.match(r"sep=([^\r\n])[\r\n]", text, re.IGNORECASE)  # a mark that Excel reads and writes
    delimiter = delimiter or (marked[1] if marked else sniff(text, known))
    records = _records(text, delimiter)
    if marked:
        next(records)
    header = _header(records, tally.file)
    if len(header) < 2:
        raise Refused("one-column", Place(tally.file, 1), value=header[0])
    return table_of(header, _rows(records, len(header), tally), delimiter)


def sniff(text: str, known: Callable[[Sequence[str]], int]) -> str:
    """The delimiter that makes most headers known; of several, the one that makes most columns."""

    def merit(delimiter: str) -> tuple[int, int]:
        header = header_of(text, delimiter)
        return known(header), len(header)

    return max(DELIMITERS, key=merit)


def header_of(text: str, delimiter: str) -> Sequence[str]:
    """The first cells of a text that are not all blank; none where they cannot be read."""
    lists = (cells for _, cells in _records(text[:HEAD], delimiter) if isinstance(cells, list))
    return next((cells for cells in lists if any(map(str.strip, cells))), [])[:MAX_COLUMNS]


def _header(records: Iterator[Record], file: str) -> tuple[str, ...]:
    for line, cells in records:
        if isinstance(cells, Bad):
            raise Refused(cells.code, Place(file, line), **cells.details)
        if any(map(str.strip, cells)):
            return _of_bounded_width([cell.strip() for cell in cells], Place(file, line))
    raise Refused("empty-file", Place(file))


def _of_bounded_width(header: list[str], place: Place) -> tuple[str, ...]:
    """Every row is made as wide as its header: a header that never ends would fill the memory with empty cells."""
    if len(header) > MAX_COLUMNS:
        while not header[-1]:
            header.pop()
    if len(header) > MAX_COLUMNS:
        raise Refused("too-many-columns", place, count=len(header), limit=MAX_COLUMNS)
    return tuple(header)


def _rows(records: Iterator[Record], width: int, tally: Tally) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not blank, as wide as the header."""
    for line, cells in records:
        tally.read += 1
        if isinstance(cells, Bad):
            tally.refuse(cells.code, line, **cells.details)
        elif not (cells and cells[0].strip()) and not any(map(str.strip, cells)):
            tally.blank += 1
        elif len(cells) == width:
            yield line, cells
        elif len(cells) < width:
            yield line, cells + [""] * (width - len(cells))
        elif any(map(str.strip, cells[width:])):
            tally.refuse("too-many-cells", line, count=len(cells), width=width, value=cells[width:])
        else:
            yield line, cells[:width]


def _records(text: str, delimiter: str) -> Iterator[Record]:
    """Each record with its first line; a record that cannot be read is Bad, and the line after it is read next."""
    return _quoted_records(text, delimiter) if '"' in text else _plain_records(text, delimiter)


def _plain_records(text: str, delimiter: str) -> Iterator[Record]:
    """Without quotes every line is a record."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, quoting=csv.QUOTE_NONE)
    while True:
        try:
            for cells in reader:
                yield reader.line_num, cells
        except csv.Error as error:
            yield reader.line_num, _unreadable(error, [])
        else:
            return


def _quoted_records(text: str, delimiter: str) -> Iterator[Record]:
    lines = _Lines(text)
    while True:
        reader = csv.reader(lines, delimiter=delimiter, strict=True)
        try:
            for cells in reader:
                yield lines.first, cells
                lines.taken.clear()
        except (csv.Error, _EndlessRecordError) as error:
            yield lines.first, _unreadable(error, lines.taken)
            lines.take_back()
        else:
            return


def _unreadable(error: Exception, lines: Sequence[str]) -> Bad:
    value = lines[0].rstrip("\r\n") if lines else ""
    if "field larger" in str(error):
        return Bad("cell-too-long", {"limit": csv.field_size_limit()})
    return Bad("open-quote" if len(lines) > 1 or "unexpected end" in str(error) else "bad-quotes", {"value": value})


class _EndlessRecordError(Exception):
    """A record runs on: a quote was opened and never closed."""


class _Lines:
    """The physical lines one by one; those of the present record can be taken back, all but the first."""

    def __init__(self, text: str) -> None:
        self.source = io.StringIO(text, newline="")  # splits at LF, CRLF and CR, and nowhere else
        self.waiting: deque[str] = deque()
        self.taken: list[str] = []
        self.number = 0

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        if len(self.taken) >= MAX_LINES:
            raise _EndlessRecordError
        line = self.waiting.popleft() if self.waiting else next(self.source)
        self.taken.append(line)
        self.number += 1
        return line

    @property
    def first(self) -> int:
        """The line the present record begins on."""
        return self.number - len(self.taken) + 1

    def take_back(self) -> None:
        """Give up the present record's first line; the others come again."""
        again = self.taken[1:]
        self.waiting.extendleft(reversed(again))
        self.number -= len(again)
        self.taken.clear()
