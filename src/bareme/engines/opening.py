"""The sources of one call, opened in their order: which are big tables of results, and what the readers say of the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bareme.engines.cells import ARROW, PARQUET, name_of
from bareme.engines.games import FactsPart, Legend
from bareme.engines.plain_csv import NotPlainError, of_plain_csv
from bareme.engines.sources import Bulk, file_digest, of_arrow_file, of_frame, of_parquet
from bareme.engines.table import ResultsTable
from bareme.facts import Place
from bareme.findings import Finding, Refused
from bareme.readers.columns import find, identify
from bareme.readers.delimited import Table, table_of
from bareme.readers.gathering import File, Gathering, Options
from bareme.readers.reading import FileSummary
from bareme.readers.text import fetch

if TYPE_CHECKING:
    from bareme.engines.intake import Learned

COMPARED = 1 << 28  # bytes of a file that is compared by its content with every other; larger ones only where sizes agree


class Opening:
    """The sources, one part each. The gathering has a file for each part, filled for a big table when it is closed."""

    def __init__(
        self, sources: Sequence[Any], options: Options, legend: Legend, learned: Learned, counted: Mapping[str, str]
    ) -> None:
        self.sources = sources
        self.options = options
        self.legend = legend
        self.learned = learned
        self.gathering = Gathering(options)
        self.counted = counted  # hashes of the files that the carried state has
        self.closed: list[ResultsTable] = []
        self._bulks: dict[int, Bulk] = {}
        self._sizes: dict[int, list[str]] = {}
        self._after: dict[int, int] = {}  # the last sequence of the parts before

    @property
    def wrong(self) -> Finding | None:
        """What is wrong with the options, if anything is."""
        return self.gathering.wrong

    def open_all(self) -> None:
        """Open those not opened yet; the small ones are read."""
        if not self.wrong:
            while len(self.legend.parts) < len(self.sources):
                self._open(len(self.legend.parts))

    def tables(self) -> Iterator[tuple[ResultsTable, Bulk]]:
        """The big tables, each opened when those before it are read."""
        index = 0
        while not self.wrong and index < len(self.sources):
            if index == len(self.legend.parts):
                self._open(index)
            part = self.legend.parts[index]
            if isinstance(part, ResultsTable):
                part.after = self._after.setdefault(index, self.gathering.last_sequence)
                yield part, self._bulks[index]
            index += 1

    def rewind(self) -> None:
        """Have the big tables read once more; names keep their numbers."""
        for index, bulk in self._bulks.items():
            table = self.legend.parts[index]
            if isinstance(table, ResultsTable):
                self.legend.parts[index] = self._table(index, bulk, table.columns)
        self.closed.clear()

    def close(self, table: ResultsTable) -> None:
        """A big table is read: its account."""
        bulk = self._bulks[table.index]
        self.gathering.files[table.index].summary = table.summary(bulk.encoding, bulk.delimiter)
        self.gathering.last_sequence = max(self.gathering.last_sequence, table.last_sequence)
        self.closed.append(table)

    def people_matter(self) -> bool:
        """May a person have another key than his name? Then all must be known before anybody is rated."""
        small = any(player.number for file in self.gathering.files for player in file.facts.players)
        columns = (part.columns.at for part in self.legend.parts if isinstance(part, ResultsTable))
        return small or bool(self.gathering.lists) or any("number_a" in at or "number_b" in at for at in columns)

    def wanted(self, table: ResultsTable, bulk: Bulk) -> Sequence[int]:
        """The columns to be read."""
        return range(len(bulk.header)) if bulk.whole else sorted(set(table.columns.at.values()))

    # -- one source

    def _open(self, index: int) -> None:
        source = self.sources[index]
        if self._counted_already(source):
            self._small(index)
            return
        try:
            bulk = self._bulk(index, source)
        except Refused as refused:
            if not isinstance(source, (str, Path)):
                raise
            self.gathering.files.append(File(FileSummary(str(source)), [refused.finding]))
            self._small(index)
            return
        if bulk is None:
            self.gathering.add(str(source), partial(fetch, source, self.options.limit))
            self._small(index)
        elif not self._told_already(bulk):
            self._of_bulk(index, bulk)
        else:
            self._small(index)

    def _counted_already(self, source: Any) -> bool:
        if not self.counted or not isinstance(source, (str, Path)) or not Path(source).is_file():
            return False
        first = self.counted.get(file_digest(str(source)).hex())
        if first is None:
            return False
        found = Finding("counted-already", Place(str(source)), {"first": first})
        self.gathering.files.append(File(FileSummary(str(source), "duplicate"), [found]))
        return True

    def _bulk(self, index: int, source: Any) -> Bulk | None:
        if not isinstance(source, (str, Path)):
            return of_frame(source, name_of(source, index + 1))
        path = str(source)
        suffix = Path(path).suffix.lower()
        if suffix in PARQUET:
            return of_parquet(path)
        if suffix in ARROW:
            return of_arrow_file(path)
        if path == "-" or index in self.learned.not_plain or self.options.kind not in (None, "results"):
            return None
        try:
            bulk = of_plain_csv(path, self.options)
            kind = identify(bulk.header, self.options.columns, path, kind=self.options.kind, dated=self.options.date is not None)
        except (NotPlainError, Refused):
            return None
        return bulk if kind.kind == "results" else None

    def _told_already(self, bulk: Bulk) -> bool:
        """Is it a file with the content of another?"""
        if bulk.digest is None or len(self.sources) == 1:
            return False
        size = Path(bulk.file).stat().st_size
        alike = self._sizes.setdefault(size, [])
        alike.append(bulk.file)
        if size > COMPARED and len(alike) == 1:
            return False
        if size > COMPARED and len(alike) == 2:
            self.gathering.seen.setdefault(file_digest(alike[0]), alike[0])
        first = self.gathering.seen.setdefault(bulk.digest(), bulk.file)
        if first is bulk.file:
            return False
        found = Finding("duplicate-file", Place(bulk.file), {"first": first})
        self.gathering.files.append(File(FileSummary(bulk.file, "duplicate"), [found]))
        return True

    def _of_bulk(self, index: int, bulk: Bulk) -> None:
        gathering, options = self.gathering, self.options
        try:
            dated = options.date is not None
            columns = identify(bulk.header, options.columns, bulk.file, kind=options.kind, dated=dated)
        except Refused:
            rows = range(1, (bulk.rows or 0) + 1)
            gathering.add_table(bulk.file, Table(bulk.header, rows, ((),) * len(bulk.header)))
            self._small(index)
            return
        if columns.kind != "results":
            gathering.add_table(bulk.file, table_of(bulk.header, enumerate(bulk.text_rows(), 1)))
            self._small(index)
            return
        gathering.tables += 1
        gathering.mapped |= {ours for ours, theirs in options.columns.items() if find(bulk.header, theirs) is not None}
        gathering.files.append(File(FileSummary(bulk.file, "results"), []))
        self._bulks[index] = bulk
        self.legend.parts.append(self._table(index, bulk, columns))

    def _table(self, index: int, bulk: Bulk, columns: Any) -> ResultsTable:
        return ResultsTable(
            index,
            bulk.file,
            bulk.header,
            columns,
            self.legend,
            day=self.options.date,
            first_line=bulk.first_line,
            with_blanks=bulk.whole,
            known=self.learned.cells.get(index, {}),
        )

    def _small(self, index: int) -> None:
        """A part whose facts the readers have given."""
        file = self.gathering.files[index]
        self.legend.parts.append(FactsPart(index, file.summary.file, file.facts.games, "sequence" in file.summary.columns))
