"""How much files are, packed and unpacked, before anything is done with them."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings

from bareme.findings import Refused
from bareme.readers.text import unpack

LINES = 500_000


def check_sizes(files: Sequence[tuple[str, bytes]]) -> None:
    """Neither what was sent nor what comes out of it may be more than the office takes: a megabyte can unpack to a thousand.

    Nor may it have more lines than pages answer for: each can have its findings, and a line may be one character.
    Errors: Refused `upload-too-big`, `too-large`, `too-many-lines`.
    """
    room = settings.UPLOAD_AT_MOST
    if sum(len(data) for _, data in files) > room:
        raise Refused("upload-too-big", megabytes=room // 2**20)
    lines = 0
    for name, data in files:
        try:
            unpacked = unpack(data, name, room)
            room -= len(unpacked)
            lines += max(unpacked.count(b"\n"), unpacked.count(b"\r"))
            if lines > LINES:
                raise Refused("too-many-lines", limit=LINES)
        except Refused as refused:
            if refused.finding.code in ("too-large", "too-many-lines"):
                raise
