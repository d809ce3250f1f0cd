"""Backups: the database file of SQLite, or the whole office."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db import connection

from bareme.findings import Refused
from bareme.office.audit.models import Act
from bareme.office.config import Config
from bareme.office.exports.files import outgoing
from bareme.office.exports.manifest import BACKUP, DATABASE, content_hash
from bareme.office.exports.whole import Progress, write_whole
from bareme.office.upkeep import BACKUP as BACKED_UP
from bareme.office.upkeep import note
from bareme.office.users.models import User
from bareme.office.users.policy import require
from bareme.writers.files import cannot_write


def export_all(by: User, path: Path, told: Progress | None = None) -> str:
    """The whole office as one file; the hash of its content.

    Errors: Refused `not-allowed`, `cannot-write`, `database-...`.
    """
    require(by, "backup")
    return write_whole(path, told)


def back_up(by: User, path: Path, config: Config, told: Progress | None = None) -> str:
    """A backup, checked; the hash of its content. SQLite: the database file as it is at one moment; else the whole office.

    Errors: Refused `not-allowed`, `cannot-write`, `backup-damaged`, `database-...`.
    """
    require(by, "backup")
    content = _database(path, config) if connection.vendor == "sqlite" else write_whole(path, told)
    note(config.folder, BACKED_UP, file=path.name, content=content)
    return content


def _database(path: Path, config: Config) -> str:
    """The database file, packed with what it is."""
    path = outgoing(path)
    try:
        with TemporaryDirectory(dir=path.parent, prefix=f".{path.name[:100]}.") as folder:
            copy, packed = Path(folder, DATABASE), Path(folder, "packed")
            _copy(copy)
            last = _checked(copy)
            about = {
                "kind": BACKUP,
                "name": config.name,
                "language": config.language,
                "acts": last[0],
                "last_act": last[1],
                "content": content_hash(copy),
            }
            with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
                archive.write(copy, DATABASE)
                archive.writestr("manifest.json", json.dumps(about, ensure_ascii=False, indent=1))
            packed.chmod(0o600)
            packed.replace(path)
    except OSError as error:
        raise cannot_write(path, error) from None
    return str(about["content"])


def _copy(copy: Path) -> None:
    connection.ensure_connection()
    with closing(sqlite3.connect(copy)) as target:
        connection.connection.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")


def _checked(copy: Path) -> tuple[int, str]:
    """The copy is sound, and holds every act: their number, and the hash of the last one.

    Errors: Refused `backup-damaged`.
    """
    with closing(sqlite3.connect(copy)) as found:
        sound = [row[0] for row in found.execute("PRAGMA integrity_check(3)")]
        orphans = found.execute("PRAGMA foreign_key_check").fetchall()
        count, last = found.execute("SELECT COUNT(*), COALESCE(MAX(id), 0) FROM office_act").fetchone()
        hashed = found.execute("SELECT hash FROM office_act WHERE id = ?", [last]).fetchone()
    known = Act.objects.filter(pk=last).values_list("hash", flat=True).first()
    if sound != ["ok"] or orphans or count != last or (hashed[0] if hashed else None) != known:
        raise Refused("backup-damaged", file=DATABASE, why="; ".join(map(str, [*sound, *orphans[:3], count, last])))
    return count, known or ""
