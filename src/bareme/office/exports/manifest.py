"""What a copy of an office says of itself. No Django here: a copy is read before there is an office."""

from __future__ import annotations

import json
import zipfile
import zlib
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from bareme.facts import Place
from bareme.findings import Refused, in_words

EXPORT = "bareme-office-export"
BACKUP = "bareme-office-backup"
DATABASE = "office.sqlite3"  # a backup's file of the database


def manifest(path: Path) -> dict[str, Any]:
    """The manifest of a copy.

    Errors: Refused `no-copy`.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            about: dict[str, Any] = json.loads(archive.read("manifest.json"))
    except (OSError, KeyError, ValueError, NotImplementedError, zlib.error, zipfile.BadZipFile) as error:
        raise Refused("no-copy", Place(str(path)), file=str(path), why=in_words(error)) from None
    kind = about.get("kind") if isinstance(about, dict) else None
    if kind not in (EXPORT, BACKUP):
        raise Refused("no-copy", Place(str(path)), file=str(path), why=str(kind))
    return about


def content_hash(file: Path) -> str:
    """The SHA-256 of a file."""
    with file.open("rb") as source:
        return stream_hash(source)


def stream_hash(source: IO[bytes]) -> str:
    """The SHA-256 of what is left of an open file."""
    whole = sha256()
    while chunk := source.read(2**20):
        whole.update(chunk)
    return whole.hexdigest()
