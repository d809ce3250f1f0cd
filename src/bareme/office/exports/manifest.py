"""What a copy of an office says of itself. No Django here: a copy is read before there is an office."""

from __future__ import annotations

import json
import lzma
import zipfile
import zlib
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from bareme.facts import Place
from bareme.findings import LANGUAGES, Refused, in_words

EXPORT = "bareme-office-export"
BACKUP = "bareme-office-backup"
DATABASE = "office.sqlite3"  # a backup's file of the database
UNREADABLE = (OSError, EOFError, RuntimeError, NotImplementedError, zlib.error, lzma.LZMAError, zipfile.BadZipFile)
_NAME = "manifest.json"
_LIMIT = 2**24  # bytes; ours have a few thousand


def manifest(path: Path) -> dict[str, Any]:
    """The manifest of a copy, in the form that its kind asks for.

    Errors: Refused `no-copy`, `copy-damaged`.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            if archive.getinfo(_NAME).file_size > _LIMIT:
                raise copy_damaged(path, _NAME)
            about: dict[str, Any] = json.loads(archive.read(_NAME))
    except RecursionError:
        raise copy_damaged(path, _NAME) from None
    except (KeyError, ValueError, *UNREADABLE) as error:
        raise Refused("no-copy", Place(str(path)), file=str(path), why=in_words(error)) from None
    kind = about.get("kind") if isinstance(about, dict) else None
    if kind not in (EXPORT, BACKUP):
        raise Refused("no-copy", Place(str(path)), file=str(path), why=str(kind))
    if not _is_whole(about):
        raise copy_damaged(path, _NAME)
    return about


def _is_whole(about: dict[str, Any]) -> bool:
    """Does it say what its kind must say?"""
    if not isinstance(about.get("content"), str):
        return False
    if about["kind"] == BACKUP:
        said = isinstance(about.get("name"), str) and about.get("language") in LANGUAGES
        return said and isinstance(about.get("acts"), int) and isinstance(about.get("last_act"), str)
    names, tables = about.get("migrations"), about.get("tables")
    return (
        isinstance(names, list)
        and bool(names)
        and all(isinstance(name, str) for name in names)
        and isinstance(tables, dict)
        and all(isinstance(table, dict) and {"rows", "sha256", "columns"} <= table.keys() for table in tables.values())
    )


def copy_damaged(path: Path, part: str) -> Refused:
    """A part of a copy is not what was written."""
    return Refused("copy-damaged", Place(str(path)), value=part)


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
