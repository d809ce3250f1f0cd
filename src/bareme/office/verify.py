"""The whole office verified: guards, audit trail, files, editions, journals, and each pool replayed from zero."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from django.db import connection

from bareme.facts import Place
from bareme.findings import Finding
from bareme.office.audit import guards
from bareme.office.audit.trail import verify_chain, verify_rows
from bareme.office.corrections.models import Evidence
from bareme.office.database import reading
from bareme.office.editions.verify import verify_editions
from bareme.office.imports.models import Erasure, FileContent, ImportedFile
from bareme.office.pools.models import Pool
from bareme.office.runs.models import Run
from bareme.office.runs.replaying import Told
from bareme.office.runs.verify import verify_journals, verify_live, verify_replay
from bareme.office.upkeep import VERIFY, note
from bareme.office.users.models import User
from bareme.office.users.policy import require


def verify(
    by: User, pools: Sequence[Pool] = (), *, every_run: bool = False, told: Told | None = None, folder: Path | None = None
) -> list[Finding]:
    """What `everything` finds, for a user who may ask. In the office's `folder` it is noted when that was, and how it went.

    Errors: Refused `not-allowed`, `database-...`, `cannot-write`.
    """
    require(by, "verify")
    found = everything(pools, every_run=every_run, told=told)
    if folder is not None and not pools:
        note(folder, VERIFY, faults=sum(finding.severity == "error" for finding in found))
    return found


def everything(pools: Sequence[Pool] = (), *, every_run: bool = False, told: Told | None = None) -> list[Finding]:
    """Everything that is not as it was recorded; empty if all is well. `pools`: only these are replayed; default: all.

    Of each pool the last run is replayed from zero, or every one of them (`every_run`).
    """
    with reading():
        found = [*_database(), *_files()]
        for pool in pools or Pool.objects.order_by("pk"):
            found += verify_editions(pool)
            found += verify_journals(pool, told)
            found += verify_live(pool)
            for run in _replayed(pool, every_run):
                found += verify_replay(run, told)
    return found


def _database() -> Iterator[Finding]:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check(5)")
            for (said,) in cursor.fetchall():
                if said != "ok":
                    yield Finding("database-damaged", details={"database": connection.settings_dict["NAME"], "why": said})
    for trigger in guards.missing(connection):
        yield Finding("guard-missing", details={"value": trigger})
    yield from verify_chain()
    yield from verify_rows()


def _files() -> Iterator[Finding]:
    """The bytes of files and evidence are those that came."""
    erased = set(Erasure.objects.values_list("file_id", flat=True))
    contents = FileContent.objects.values_list("pk", "data").iterator(chunk_size=20)
    hashes = dict(ImportedFile.objects.values_list("pk", "sha256"))
    names = {file.pk: file.place for file in ImportedFile.objects.only("pk", "name")}
    there = set()
    for number, data in contents:
        there.add(number)
        if _hash(data) != hashes[number]:
            yield Finding("file-differs", Place(names[number]), {"file": names[number]})
    for number in sorted(hashes.keys() - there - erased):
        yield Finding("file-differs", Place(names[number]), {"file": names[number]})
    for evidence in Evidence.objects.order_by("pk").iterator(chunk_size=20):
        if _hash(evidence.data) != evidence.sha256:
            yield Finding("file-differs", Place(f"evidence/{evidence.pk}"), {"file": evidence.name})


def _hash(packed: bytes) -> str:
    try:
        return sha256(zlib.decompress(bytes(packed))).hexdigest()
    except zlib.error:
        return ""


def _replayed(pool: Pool, every: bool) -> list[Run]:
    runs = Run.objects.filter(pool=pool).select_related("pool").order_by("-pk")
    return list(runs if every else runs[:1])
