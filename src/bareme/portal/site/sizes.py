"""How much files are, packed and unpacked, before anything is done with them."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings

from bareme.findings import Refused
from bareme.readers.text import unpack


def check_sizes(files: Sequence[tuple[str, bytes]]) -> None:
    """Neither what was sent nor what comes out of it may be more than the office takes: a megabyte can unpack to a thousand.

    Errors: Refused `upload-too-big`, `too-large`.
    """
    room = settings.UPLOAD_AT_MOST
    if sum(len(data) for _, data in files) > room:
        raise Refused("upload-too-big", megabytes=room // 2**20)
    for name, data in files:
        try:
            room -= len(unpack(data, name, room))
        except Refused as refused:
            if refused.finding.code == "too-large":
                raise
