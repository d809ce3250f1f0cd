"""How a source was read last time: what was said of the last recorded import whose file began with the same header.

The day of a list is not remembered: the next list has another one.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

from bareme.findings import Refused
from bareme.office.imports.commit import Delivery
from bareme.office.imports.models import FileContent, Import, ImportedFile
from bareme.office.pools.models import Pool
from bareme.readers.columns import known
from bareme.readers.delimited import HEAD, header_of, sniff
from bareme.readers.text import decode, unpack
from bareme.readers.values import folded

KEPT = ("columns", "encoding", "delimiter", "kind")
LOOKED_AT = 40  # imports, the last ones
PACKED = 64 * 1024  # bytes of a packed file that hold more than its header


def header(data: bytes, name: str, options: dict[str, Any]) -> list[str]:
    """The headings of a delimited file, as it writes them; none where it is no such file."""
    try:
        text = decode(unpack(data, name), name, options.get("encoding")).content[:HEAD]
    except Refused:
        return []
    mapping = options.get("columns", {})
    delimiter = options.get("delimiter") or sniff(text, lambda cells: known(cells, mapping))
    return [cell.strip() for cell in header_of(text, delimiter) if cell.strip()]


def remembered(pool: Pool, deliveries: Sequence[Delivery]) -> dict[str, Any]:
    """What was said of files with the same header; empty where nothing was, or where the files are strangers."""
    signs = {tuple(map(folded, header(delivery.data, delivery.name, {}))) for delivery in deliveries} - {()}
    if not signs:
        return {}
    imports = Import.objects.filter(pool=pool).order_by("-pk").prefetch_related("files")[:LOOKED_AT]
    for past in imports:
        said = {name: past.options[name] for name in KEPT if past.options.get(name)}
        if any(_sign(file) in signs for file in past.files.all()):
            return said
    return {}


def _sign(file: ImportedFile) -> tuple[str, ...]:
    """The header of a file that was recorded, folded, as it looks to whoever has not been told anything of it."""
    content = FileContent.objects.filter(pk=file.pk).first()
    if content is None:
        return ()
    begin = zlib.decompressobj().decompress(bytes(content.data)[:PACKED], 2 * HEAD)
    return tuple(map(folded, header(begin, file.name, {}))) if begin else ()
