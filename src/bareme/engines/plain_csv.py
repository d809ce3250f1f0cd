"""Delimited files that Polars reads as the reader would: in UTF-8, lines that end one way, quotes only around whole cells.

Any other file is left to the reader (`readers/delimited.py`), which is slower and knows what to say.
"""

from __future__ import annotations

import codecs
import hashlib
import mmap
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from bareme.engines.quotes_kernel import well_quoted
from bareme.engines.sources import BATCH, Bulk
from bareme.findings import Refused
from bareme.readers.columns import known
from bareme.readers.delimited import NAMES, tabulate
from bareme.readers.gathering import Options
from bareme.readers.tally import Tally
from bareme.readers.text import decode, fetch, unpack

Data: TypeAlias = "bytes | mmap.mmap"

HEAD = 1 << 16  # bytes in which the header must stand
WHOLE = 1 << 26  # bytes of a file that is read in one go
LONGEST_CELL = 131_072  # characters; the reader refuses a longer one
PIECE = LONGEST_CELL // 2  # bytes looked at together, several times: few enough to stay near the processor


class NotPlainError(Exception):
    """The reader must read this file."""


def of_plain_csv(path: str, options: Options) -> Bulk:
    """A delimited file as a bulk of text.

    Errors: NotPlainError; Refused `cannot-open`.
    """
    data = _data(path, options)
    head = bytes(data[:HEAD])
    if len(data) > HEAD:
        head = head[: head.rfind(b"\n") + 1]
    if not head.strip() or head[:3].lower() == b"sep" or b"\0" in head:
        raise NotPlainError
    if options.encoding not in (None, "utf-8", "utf8"):
        raise NotPlainError
    with suppress(Refused):
        text = decode(head, path, "utf-8")  # known formats, web pages
        return _of_text(path, data, text.content, options)
    raise NotPlainError


def _of_text(path: str, data: Data, head: str, options: Options) -> Bulk:
    tally = Tally(path)
    table = tabulate(head, tally, options.delimiter, lambda header: known(header, options.columns))
    end = head.find("\n")
    line = head[:end] if end >= 0 else head
    if not line.strip() or "\r" in line.rstrip("\r") or line.count('"') % 2:
        raise NotPlainError
    delimiter = next((sign for sign, name in NAMES.items() if name == table.delimiter), table.delimiter)
    quoted = _checked(data, delimiter)
    read = partial(_batches, path, data, len(table.header), delimiter, quoted)
    return Bulk(
        path,
        table.header,
        read,
        first_line=2,
        encoding="utf-8",
        delimiter=table.delimiter,
        whole=True,
        digest=partial(_digest, data),
    )


def _data(path: str, options: Options) -> Data:
    """The file's bytes; those of an ordinary file stay on disk until they are looked at."""
    if path != "-":
        try:
            with Path(path).open("rb") as file:
                magic = file.read(2)
                if magic and magic != b"\x1f\x8b":
                    return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError):  # ValueError: a NUL in the path, a device that cannot be mapped
            raise NotPlainError from None
    return unpack(fetch(path, options.limit), path, options.limit)


def _digest(data: Data) -> bytes:
    return hashlib.sha256(data).digest()


def _checked(data: Data, delimiter: str) -> bool:
    """Has the file quotes? That it is plain is looked at on the way."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    quoted = False
    before = b""
    for start in range(0, len(data), PIECE):
        piece = data[start : start + PIECE]
        try:
            decoder.decode(piece, final=start + PIECE >= len(data))
        except UnicodeDecodeError:
            raise NotPlainError from None
        if b"\0" in piece or (before == b"\r" and piece[:1] != b"\n"):
            raise NotPlainError
        if len(piece) == PIECE and b"\n" not in piece:  # a cell may be too long
            raise NotPlainError
        before = piece[-1:]
        if b"\r" in piece and piece.count(b"\r") != piece.count(b"\r\n") + (before == b"\r"):
            raise NotPlainError
        quoted = quoted or b'"' in piece
    if before == b"\r":
        raise NotPlainError
    if quoted and not well_quoted(np.frombuffer(data, np.uint8), ord(delimiter)):
        raise NotPlainError
    return quoted


def _batches(
    path: str, data: Data, width: int, delimiter: str, quoted: bool, positions: Sequence[int], skipped: int
) -> Iterator[pl.DataFrame]:
    names = [str(position) for position in range(width)]
    options: dict[str, Any] = {
        "has_header": False,
        "schema": dict.fromkeys(names, pl.String),
        "separator": delimiter,
        "quote_char": '"' if quoted else None,
        "empty_string_is_null": False,
        "missing_columns": "insert",
    }
    wanted = [names[position] for position in positions]
    try:
        scanned = pl.scan_csv(path if isinstance(data, mmap.mmap) else BytesIO(data), skip_lines=1, **options)
        if len(data) <= WHOLE:
            yield from scanned.select(wanted).collect().iter_slices(BATCH)
            return
        yield from scanned.select(wanted).collect_batches(chunk_size=BATCH, maintain_order=True)
    except pl.exceptions.PolarsError:
        raise NotPlainError from None
