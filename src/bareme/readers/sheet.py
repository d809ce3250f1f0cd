"""A table whose columns are known, read column by column: each different cell is read once, and a cell that cannot be
read marks its row. At the end the marked rows are refused, with one finding per cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Any, TypeVar

from bareme.facts import Place
from bareme.findings import Text
from bareme.readers import values
from bareme.readers.columns import FRENCH, Columns
from bareme.readers.delimited import Table
from bareme.readers.tally import Bad, Tally

T = TypeVar("T")

NEEDED = Bad("missing-value")  # the default of a column whose cells must be filled in


class Sheet:
    """One table at work. Lists of values are as long as the table; where a row is marked they hold Bad values."""

    def __init__(self, table: Table, columns: Columns, tally: Tally, *, after: int = 0, day: date | None = None) -> None:
        self.table = table
        self.columns = columns
        self.tally = tally
        self.after = after
        self.day = day
        self.lines = table.lines
        self.used: set[str] = set()
        self.faults: dict[int, list[tuple[str, Bad, str]]] = {}  # row -> (column, what, cell)

    def __len__(self) -> int:
        return len(self.lines)

    def has(self, name: str) -> bool:
        """Is this column there?"""
        return name in self.columns.at

    def header(self, name: str) -> Text:
        """A column as the file calls it, or as it is called where the file has none."""
        return self.table.header[self.columns.at[name]] if self.has(name) else {"en": name, "fr": FRENCH[name]}

    def cells(self, name: str) -> Sequence[str]:
        """A column's cells as they stand; empty ones where there is no such column."""
        index = self.columns.at.get(name)
        if index is None:
            return [""] * len(self)
        self.used.add(name)
        return self.table.columns[index]

    def read(self, name: str, read: Callable[[str], T | Bad], default: Any = None) -> list[T]:
        """A column's values. A blank cell is `default`; without one (Bad), the cell is needed."""
        cells = self.cells(name)
        known: dict[str, Any] = {cell: read(cell) if cell.strip() else default for cell in set(cells)}
        unreadable = {cell for cell, value in known.items() if isinstance(value, Bad)}
        if unreadable:
            for row, cell in enumerate(cells):
                if cell in unreadable:
                    self.mark(row, name, known[cell], cell)
        return [known[cell] for cell in cells]

    def dates(self) -> list[date]:
        """The dates; where there is no such column, the day the user gave for the file."""
        if not self.has("date") and self.day:
            return [self.day] * len(self)
        return self.read("date", values.dates(set(self.cells("date"))), NEEDED)

    def sequences(self) -> list[int]:
        """The order within a day, event and round: the column's, or that of the rows, going on from the files before."""
        given: list[int | None] = self.read("sequence", values.whole())
        return [self.after + row if number is None else number for row, number in enumerate(given, 1)]

    def mark(self, row: int, name: str, bad: Bad, cell: str) -> None:
        """Have this row refused for this cell."""
        self.faults.setdefault(row, []).append((name, bad, cell))

    def mark_all(self, name: str, values: Sequence[Any], *cells: Sequence[str]) -> None:
        """Mark the rows whose value, made from several cells, is Bad, unless one of those cells is marked for it."""
        for row, value in enumerate(values):
            if isinstance(value, Bad) and not any(value is bad for _, bad, _ in self.faults.get(row, ())):
                self.mark(row, name, value, " / ".join(column[row].strip() for column in cells))

    def good(self) -> Iterator[int]:
        """The rows that no cell has marked so far."""
        return (row for row in range(len(self)) if row not in self.faults)

    def place(self, row: int, column: str = "") -> Place:
        """Where a row stands."""
        return Place(self.tally.file, self.lines[row], column)

    def close(self) -> None:
        """Refuse the marked rows; say which columns of the file were not used."""
        for row in sorted(self.faults):
            for number, (name, bad, cell) in enumerate(self.faults[row]):
                report = self.tally.say if number else self.tally.refuse
                header = self.table.header[self.columns.at[name]] if self.has(name) else name
                report(bad.code, self.lines[row], header, **{"value": cell.strip(), **bad.details})
        used = {self.columns.at[name] for name in self.used}
        unused = [header for index, header in enumerate(self.table.header) if index not in used and header]
        if unused:
            self.tally.say("unused-columns", names=unused, example=self._example(unused))

    def _example(self, unused: Sequence[str]) -> Text:
        """How to name a column; the length of matches where the table has none and an unused header sounds like it."""
        if self.columns.kind == "results" and not self.has("length") and not self.has("format"):
            for header in unused:
                if any(sound in values.folded(header) for sound in ("match", "point", "long")):
                    return f'--columns "length={header}"'
        return {"en": "--columns OURS=THEIRS", "fr": "--columns LE_NÔTRE=LE_VÔTRE"}
