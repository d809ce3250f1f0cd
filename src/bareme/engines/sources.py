"""Where the bulk engine takes its rows from: Parquet and Arrow files, plain delimited files, frames, one batch at a time."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any

import polars as pl

from bareme.engines.cells import PARQUET, rows_of
from bareme.facts import Place
from bareme.findings import Refused, in_words

BATCH = 1 << 20  # rows read at a time
LARGE_GROUP = 4 * BATCH  # rows of a Parquet file's group that are not decoded all at once


@dataclass(slots=True)
class Bulk:
    """Many rows under one header. `batches` takes the positions of the columns wanted and names them by these."""

    file: str
    header: tuple[str, ...]
    batches: Callable[[Sequence[int], int], Iterator[pl.DataFrame]]
    rows: int | None = None  # where it is known before reading
    first_line: int = 1
    encoding: str = ""
    delimiter: str = ""
    whole: bool = False  # every column must be read, used or not: a row without any text is left out
    digest: Callable[[], bytes] | None = None  # of the file's content
    skipped: int = 0  # rows at the beginning that are not read
    skip: Callable[[int, date], int] | None = None  # how many may be left out: none of them is later than the day

    def leave_out(self, position: int, day: date) -> int:
        """Leave out rows at the beginning, none later than `day` by the column at `position`; how many they are."""
        if self.skip and not self.skipped:
            self.skipped = self.skip(position, day)
        return self.skipped

    def read(self, positions: Sequence[int]) -> Iterator[pl.DataFrame]:
        """The rows, but those left out."""
        return self.batches(positions, self.skipped)

    def text_rows(self) -> Iterator[list[str]]:
        """All rows as cells of text, for the readers."""
        for batch in self.read(range(len(self.header))):
            yield from rows_of(batch)[1]


def of_frame(frame: Any, file: str) -> Bulk:
    """A frame of Polars, pandas or Arrow, or a list of mappings."""
    if isinstance(frame, pl.LazyFrame):
        frame = frame.collect()
    if isinstance(frame, pl.DataFrame):
        table = frame
    elif hasattr(frame, "itertuples"):
        table = _of_pandas(frame)
    elif hasattr(frame, "to_pylist"):
        table = _of_arrow(frame)
    else:
        table = _of_rows(frame)
    return Bulk(file, tuple(table.columns), partial(_slices, table), table.height)


def _slices(table: pl.DataFrame, positions: Sequence[int], start: int) -> Iterator[pl.DataFrame]:
    chosen = pl.DataFrame([table.to_series(position).alias(str(position)) for position in positions]).slice(start)
    yield from chosen.iter_slices(BATCH) if table.height else [chosen]


def _of_pandas(frame: Any) -> pl.DataFrame:
    try:
        table = pl.from_pandas(frame.rename(columns=str))
    except (TypeError, ValueError, OverflowError, pl.exceptions.PolarsError):  # a column of several types
        return _of_rows(frame)
    return table if isinstance(table, pl.DataFrame) else table.to_frame()


def _of_arrow(table: Any) -> pl.DataFrame:
    found = pl.from_arrow(table)
    return found if isinstance(found, pl.DataFrame) else found.to_frame()


def _of_rows(source: Any) -> pl.DataFrame:
    header, rows = rows_of(source)
    return pl.DataFrame(list(rows), schema=dict.fromkeys(header, pl.String), orient="row")


# -- Parquet and Arrow files


def of_parquet(path: str) -> Bulk:
    """A Parquet file.

    Errors: Refused `cannot-open`, `broken-parquet`.
    """
    scanned = _scanned(path, pl.scan_parquet)
    header = tuple(scanned.collect_schema().names())
    rows = int(_collected(path, scanned.select(pl.len())).item())
    read = partial(_of_groups, path, scanned, rows)
    return Bulk(path, header, read, rows, digest=partial(file_digest, path), skip=partial(_before, path))


def of_arrow_file(path: str) -> Bulk:
    """An Arrow (Feather, IPC) file."""
    scanned = _scanned(path, pl.scan_ipc)
    header = tuple(scanned.collect_schema().names())
    rows = int(_collected(path, scanned.select(pl.len())).item())
    return Bulk(path, header, partial(_in_slices, path, scanned, rows), rows, digest=partial(file_digest, path))


def read_frame(path: str) -> pl.DataFrame:
    """All of a Parquet or Arrow file.

    Errors: Refused `cannot-open`, `broken-parquet`.
    """
    return _collected(path, _scanned(path, pl.scan_parquet if Path(path).suffix.lower() in PARQUET else pl.scan_ipc))


def file_digest(path: str) -> bytes:
    """A hash of what a file holds."""
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


def _scanned(path: str, scan: Callable[..., pl.LazyFrame]) -> pl.LazyFrame:
    try:
        with Path(path).open("rb"):
            pass
        scanned = scan(path)
        scanned.collect_schema()
    except OSError as error:
        raise Refused("cannot-open", Place(path), why=in_words(error)) from None
    except pl.exceptions.PolarsError as error:
        raise _broken(path, error) from None
    return scanned


def _collected(path: str, frame: pl.LazyFrame) -> pl.DataFrame:
    """What a file's foot promises, its body may not hold."""
    try:
        return frame.collect()
    except pl.exceptions.PolarsError as error:
        raise _broken(path, error) from None


def _broken(path: str, error: Exception) -> Refused:
    return Refused("broken-parquet", Place(path), why=str(error).splitlines()[0])


def _named(scanned: pl.LazyFrame, positions: Sequence[int]) -> pl.LazyFrame:
    return scanned.select(pl.nth(position).alias(str(position)) for position in positions)


def _in_slices(path: str, scanned: pl.LazyFrame, rows: int, positions: Sequence[int], start: int) -> Iterator[pl.DataFrame]:
    for at in range(start, max(rows, start + 1), BATCH):
        yield _collected(path, _named(scanned, positions).slice(at, BATCH))


def _of_groups(path: str, scanned: pl.LazyFrame, rows: int, positions: Sequence[int], start: int) -> Iterator[pl.DataFrame]:
    """Group by group of rows, as the file holds them; several small ones together, parts of a very large one."""
    if rows - start <= 2 * BATCH:
        yield _collected(path, _named(scanned, positions).slice(start))
        return
    import pyarrow.parquet

    with pyarrow.parquet.ParquetFile(path) as file:
        sizes = [file.metadata.row_group(number).num_rows for number in range(file.metadata.num_row_groups)]
        if max(sizes) > LARGE_GROUP:
            names = [file.schema_arrow.names[position] for position in positions]
            wanted = [number for number, end in enumerate(accumulate(sizes)) if end > start]
            for batch in file.iter_batches(batch_size=BATCH, columns=names, row_groups=wanted):
                frame = pl.DataFrame(batch)
                yield frame.select(pl.col(name).alias(str(position)) for name, position in zip(names, positions, strict=True))
            return
    at = 0
    for size in _together(sizes):
        if at >= start:
            yield _collected(path, _named(scanned, positions).slice(at, size))
        elif at + size > start:
            yield _collected(path, _named(scanned, positions).slice(start, at + size - start))
        at += size


def _before(path: str, position: int, day: date) -> int:
    """The rows of the first groups of which the file itself says that no date is later than `day`."""
    import pyarrow.parquet

    metadata = pyarrow.parquet.read_metadata(path)
    rows = 0
    for number in range(metadata.num_row_groups):
        group = metadata.row_group(number)
        about = group.column(position).statistics
        if about is None or not about.has_min_max or about.null_count or type(about.max) is not date or about.max > day:
            break
        rows += group.num_rows
    return rows


def _together(sizes: Sequence[int]) -> Iterator[int]:
    """Neighbouring groups' sizes added up, as long as they make no more than a batch."""
    total = 0
    for size in sizes:
        if total and total + size > BATCH:
            yield total
            total = 0
        total += size
    if total:
        yield total
