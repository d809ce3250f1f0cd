"""The beginnings of files that were sent: enough to see how they are read, however long they go on."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import BinaryField
from django.db.models.functions import Substr

from bareme.findings import Finding, Refused
from bareme.office.imports.commit import Delivery
from bareme.office.imports.service import read_files
from bareme.office.ledger.models import Game, Placement
from bareme.portal.desk.models import Upload
from bareme.portal.desk.uploads import options_of
from bareme.readers import Reading
from bareme.readers.text import decode

# Measured (docs/desk.md): up to here a file is checked against the ledger, and its effect worked out, in about a second.
BYTES = 500_000  # of an upload, unpacked: some ten thousand rows
RESULTS = 30_000  # of the ranking it goes into
LEAST = 20_000  # bytes read of each file, of however many
SLACK = 10_000  # bytes: what does not compress becomes a little longer
GZIP = b"\x1f\x8b"
LINE_ENDS = (
    (b"\xff\xfe\x00\x00", b"\n\0\0\0"),
    (b"\x00\x00\xfe\xff", b"\0\0\0\n"),
    (b"\xff\xfe", b"\n\0"),
    (b"\xfe\xff", b"\0\n"),
    (b"", b"\n"),
)
WHOLE = {"place-gap"}  # findings about an event, whose end a beginning may lack


@dataclass
class Head(Delivery):
    """A file, unpacked, or its first lines where it goes on (`cut`). `size`: in bytes, as it was sent."""

    size: int = 0
    cut: bool = False


def heads_of(upload: Upload) -> list[Head]:
    """The beginnings of its files, in their order; together not much more than BYTES."""
    most = max(BYTES // max(upload.files.count(), 1), LEAST)
    begin = Substr("data", 1, most + SLACK, output_field=BinaryField())
    return [
        _head(name, size, bytes(data), most)
        for name, size, data in upload.files.order_by("pk").values_list("name", "size", begin)
    ]


def large(upload: Upload, heads: Sequence[Head]) -> bool:
    """Is it too much to be done while a page waits: the files, or the ranking whose replay shows their effect?"""
    if any(head.cut for head in heads):
        return True
    pool = upload.pool
    results: int = sum(model.objects.filter(pool=pool).order_by()[: RESULTS + 1].count() for model in (Game, Placement))
    return results > RESULTS


def _head(name: str, size: int, packed: bytes, most: int) -> Head:
    data, cut = _begun(zlib.decompressobj(), packed, most)
    if data.startswith(GZIP):
        try:
            data, cut = _begun(zlib.decompressobj(wbits=31), data, most)
        except zlib.error:
            return Head(name, data, size)  # its reader says what is wrong with it
    return Head(name, _whole_lines(data) if cut else data, size, cut)


def _begun(stream: Any, packed: bytes, most: int) -> tuple[bytes, bool]:
    data = stream.decompress(packed, most)
    return data, not stream.eof


def _whole_lines(data: bytes) -> bytes:
    """Up to the end of the last whole line, in whatever encoding its mark says."""
    sign = next(sign for mark, sign in LINE_ENDS if data.startswith(mark))
    end = data.rfind(sign)
    while end > 0 and end % len(sign):
        end = data.rfind(sign, 0, end)
    return data[: end + len(sign)] if end > 0 else data[: len(data) // 4 * 4]


def read_heads(upload: Upload, heads: Sequence[Head]) -> Reading:
    """The beginnings as they are read, without what can be said of whole files alone."""
    reading = read_files(heads, options_of(upload))
    cut = {head.name for head in heads if head.cut}
    unsure = {file.file for file in reading.files if file.file in cut and file.kind == "trf"}
    kept = [f for f in reading.findings if f.place.file not in unsure and not (f.place.file in cut and f.code in WHOLE)]
    return Reading(reading.facts, tuple(kept), reading.files)


@dataclass(frozen=True)
class Preview:
    """The first lines of a file as decoded, or why there are none."""

    name: str
    size: int
    encoding: str = ""
    text: str = ""
    finding: Finding | None = None


def lines(head: Head, options: Mapping[str, Any], most: int) -> Preview:
    """The beginning of a file, as it is decoded."""
    try:
        found = decode(head.data, head.name, options.get("encoding"))
    except Refused as refusal:
        return Preview(head.name, head.size, finding=refusal.finding)
    return Preview(head.name, head.size, found.encoding, "\n".join(found.content[:20_000].splitlines()[:most]))
