"""What a program gives as results: files, frames and lists; and the cells of frames as text, the way a file would have them."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from bareme.findings import Refused

PARQUET, ARROW = (".parquet", ".pq"), (".arrow", ".feather", ".ipc")


def parts_of(source: Any) -> list[Any]:
    """The files and tables of a source: itself, or each of a list of several; patterns are replaced by the files they match.

    Errors: Refused `no-file-matches`.
    """
    if isinstance(source, (str, Path)) or not isinstance(source, Sequence) or (source and isinstance(source[0], Mapping)):
        source = [source]
    return [each for part in source for each in (expanded(part) if isinstance(part, (str, Path)) else [part])]


def expanded(path: str | Path) -> list[str]:
    """A path, or the files that match a pattern (`games/*.parquet`), in the order of their names.

    Errors: Refused `no-file-matches`.
    """
    if not glob.has_magic(str(path)) or os.path.exists(path):  # noqa: PTH110  # a name too long is no file, and no error
        return [str(path)]
    matching = sorted(glob.glob(str(path), recursive=True))  # noqa: PTH207  # a pattern may begin anywhere
    if not matching:
        raise Refused("no-file-matches", value=path)
    return matching


def is_frame_file(part: Any) -> bool:
    """Is it a Parquet or Arrow file, by its name?"""
    return isinstance(part, (str, Path)) and Path(part).suffix.lower() in (*PARQUET, *ARROW)


def name_of(part: Any, number: int) -> str:
    """What findings call a part: the file's name, or the number of the table."""
    return str(part) if isinstance(part, (str, Path)) else f"table {number}"


def rows_of(source: Any) -> tuple[list[str], Iterable[list[str]]]:
    """A frame or a list of mappings as a header and rows of text.

    Errors: Refused `bad-source`.
    """
    if hasattr(source, "collect") and hasattr(source, "collect_schema"):  # a lazy Polars frame
        source = source.collect()
    if hasattr(source, "iter_rows"):  # Polars
        return list(source.columns), ([text_of(cell) for cell in row] for row in source.iter_rows())
    if hasattr(source, "itertuples"):  # pandas
        filled = source.astype(object).where(source.notna(), None)  # pandas writes a missing value as NaN, NaT or NA
        return list(map(str, source.columns)), ([text_of(cell) for cell in row] for row in filled.itertuples(index=False))
    records = source.to_pylist() if hasattr(source, "to_pylist") else source  # Arrow, or mappings
    if not isinstance(records, Sequence) or not all(isinstance(record, Mapping) for record in records):
        raise Refused("bad-source", type=type(source).__name__)
    header = list(dict.fromkeys(str(name) for record in records for name in record))
    return header, ([text_of(record.get(name)) for name in header] for record in records)


def text_of(value: Any) -> str:
    """A frame's value as the cell of a file."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
