"""Bytes of the outside world to text: one ladder for every reader, and a plain word for what is no text.

The ladder: a byte order mark; else strict UTF-8; else Windows-1252. No statistics: on short French files they
guess wrong. What is not UTF-8 is said, with a sample, and the user can name the encoding himself.
"""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from pathlib import Path
from typing import IO, NamedTuple

from bareme.facts import Place
from bareme.findings import Finding, Refused, in_words
from bareme.findings import Text as Words

LIMIT = 1 << 30  # bytes, once unpacked

_MARKS = (  # UTF-32's mark begins as UTF-16's does, so it comes first
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_MAGIC: tuple[tuple[bytes, Words], ...] = (
    (b"PK\x03\x04", {"en": "XLSX, ODS or ZIP", "fr": "XLSX, ODS ou ZIP"}),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", {"en": "XLS or DOC", "fr": "XLS ou DOC"}),
    (b"%PDF", "PDF"),
    (b"\x1f\x8b", "GZIP"),
    (b"BZh", "BZIP2"),
    (b"\xfd7zXZ\x00", "XZ"),
    (b"7z\xbc\xaf\x27\x1c", "7-ZIP"),
    (b"Rar!\x1a\x07", "RAR"),
    (b"SQLite format 3\x00", "SQLite"),
    (b"PAR1", "Parquet"),
    (b"\x89PNG\r\n", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF8", "GIF"),
)
_WEB_PAGE = (b"<!doctype html", b"<html")


class Text(NamedTuple):
    """A file's text without its mark, the encoding it was read in, and what there is to say about that."""

    content: str
    encoding: str
    findings: tuple[Finding, ...] = ()


def fetch(path: str | Path, limit: int = LIMIT) -> bytes:
    """The bytes of a file, or of the standard input for `-`; at most `limit` of them.

    Errors: Refused `cannot-open`, `too-large`.
    """
    try:
        if str(path) == "-":
            return _up_to(limit, sys.stdin.buffer, "-")
        with Path(path).open("rb") as stream:
            return _up_to(limit, stream, str(path))
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise Refused("cannot-open", Place(str(path)), why=in_words(error)) from None


def _up_to(limit: int, stream: IO[bytes] | gzip.GzipFile, file: str) -> bytes:
    data = stream.read(limit + 1)
    if len(data) > limit:
        raise Refused("too-large", Place(file), limit=limit)
    return data


def unpack(data: bytes, file: str, limit: int = LIMIT) -> bytes:
    """The content of gzip bytes, known by their mark and not by the file's name; other bytes as they are.

    Errors: Refused `too-large` (counted while unpacking), `broken-gzip`.
    """
    if not data.startswith(b"\x1f\x8b"):
        return data
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            return _up_to(limit, stream, file)
    except (OSError, EOFError, zlib.error) as error:
        early = {"en": "it ends too early", "fr": "il s'arrête trop tôt"}
        broken = {"en": "it cannot be unpacked", "fr": "il ne se décompresse pas"}
        raise Refused("broken-gzip", Place(file), why=early if isinstance(error, EOFError) else broken) from None


def decode(data: bytes, file: str, encoding: str | None = None) -> Text:
    """The text, by the ladder or in the encoding the user names.

    Errors: Refused `empty-file`, `not-text`, `web-page`, `nul-bytes`, `unknown-encoding`, `undecodable`.
    """
    if not data.strip():
        raise Refused("empty-file", Place(file))
    _no_known_format(data, file)
    content, used = _decoded(data, file, encoding)
    nul = content.find("\0")
    if nul >= 0:
        raise Refused("nul-bytes", Place(file, content.count("\n", 0, nul) + 1))
    content = content.removeprefix("\ufeff")
    if used in ("utf-8", "ascii") or encoding:
        return Text(content, used)
    return Text(content, used, (Finding("decoded-as", Place(file), {"encoding": used, "sample": _sample(content)}),))


def _no_known_format(data: bytes, file: str) -> None:
    for magic, what in _MAGIC:
        if data.startswith(magic):
            raise Refused("not-text", Place(file), what=what)
    if data[:512].removeprefix(b"\xef\xbb\xbf").lstrip().lower().startswith(_WEB_PAGE):
        raise Refused("web-page", Place(file))


def _decoded(data: bytes, file: str, encoding: str | None) -> tuple[str, str]:
    marked = next((name for mark, name in _MARKS if data.startswith(mark)), None)
    for name in [encoding] if encoding else [marked] if marked else ["utf-8", "windows-1252"]:
        try:
            return data.decode(name), name
        except UnicodeDecodeError as error:
            failure = error
        except (LookupError, ValueError):  # ValueError: from codecs that are none for text, such as idna
            raise Refused("unknown-encoding", Place(file), encoding=name) from None
    line = data.count(b"\n", 0, failure.start) + 1
    byte = f"0x{data[failure.start]:02x}"
    raise Refused("undecodable", Place(file, line), byte=byte, encoding=name)


def _sample(content: str) -> str:
    """A few characters around the first one beyond ASCII, for the user to judge the encoding by."""
    at = next((index for index, character in enumerate(content) if character > "\x7f"), 0)
    start = max(content.rfind("\n", 0, at), content.rfind("\r", 0, at), at - 20) + 1
    return content[start : at + 20].splitlines()[0] if content[start : at + 20] else ""
