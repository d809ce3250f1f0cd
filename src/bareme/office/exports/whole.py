"""The whole office as one file, from which an empty one can be filled: to the same ids, the same editions, the same bytes.

A ZIP with one file of JSON lines for each table, rows by their ids, and a manifest with the hash of each. It does not hold
what can be made again: checkpoints, live standings, leases. It holds personal data and password hashes: keep it safe.
"""

from __future__ import annotations

import json
import zipfile
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, models
from django.db.migrations.recorder import MigrationRecorder

import bareme
from bareme.facts import Place
from bareme.findings import Refused
from bareme.office.audit.digest import columns
from bareme.office.database import reading, writing
from bareme.office.exports.files import outgoing, replaced
from bareme.office.exports.manifest import EXPORT, UNREADABLE, copy_damaged, manifest
from bareme.office.ledger.bulk import insert
from bareme.office.runs.models import Checkpoint, LiveStanding, RunLease
from bareme.office.tables import JsonText, canonical

CHUNK = 20_000
MADE_AGAIN = (Checkpoint, LiveStanding, RunLease)
_LONG_AGO = (1980, 1, 1, 0, 0, 0)

Progress = Callable[[str, int, int], None]


def tables() -> list[Any]:
    """The models of everything that cannot be made again."""
    found = [model for model in apps.get_app_config("office").get_models() if model not in MADE_AGAIN]
    return sorted(found, key=lambda model: model._meta.db_table)


def migrations() -> list[str]:
    """The migrations that made this database."""
    return sorted(name for app, name in MigrationRecorder(connection).applied_migrations() if app == "office")


# -- out


def write_whole(path: Path, told: Progress | None = None) -> str:
    """Write the whole office to a file, as it is at one moment; the SHA-256 of its content.

    Errors: Refused `cannot-write`, `database-...`.
    """
    with replaced(outgoing(path), 0o600) as made, reading(), zipfile.ZipFile(made, "w") as archive:
        return _write(archive, told)


def _write(archive: zipfile.ZipFile, told: Progress | None) -> str:
    every = tables()
    about: dict[str, Any] = {"kind": EXPORT, "bareme": bareme.__version__, "migrations": migrations(), "tables": {}}
    for done, model in enumerate(every, 1):
        table, hasher, count = model._meta.db_table, sha256(), 0
        with archive.open(_entry(f"{table}.jsonl"), "w", force_zip64=True) as out:
            for line in _lines(model):
                out.write(line)
                hasher.update(line)
                count += 1
        about["tables"][table] = {"rows": count, "sha256": hasher.hexdigest(), "columns": columns(model)}
        if told:
            told("export", done, len(every))
    about["content"] = content_of(about)
    text = json.dumps(about, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    archive.writestr(_entry("manifest.json"), text)
    return str(about["content"])


def content_of(about: dict[str, Any]) -> str:
    """The hash of the content that a manifest speaks of: over what it says of each table, the hash of its rows among it."""
    return sha256(canonical(about["tables"]).encode()).hexdigest()


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _LONG_AGO)
    entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, 0o600 << 16, 3
    return entry


def _lines(model: Any) -> Iterator[bytes]:
    binary = [at for at, field in enumerate(model._meta.concrete_fields) if isinstance(field, models.BinaryField)]
    moments = [at for at, field in enumerate(model._meta.concrete_fields) if isinstance(field, models.DateTimeField)]
    for row in model._default_manager.order_by("pk").values_list(*columns(model)).iterator(chunk_size=5000):
        plain = list(row)
        for at in binary:
            plain[at] = None if plain[at] is None else b64encode(bytes(plain[at])).decode()
        for at in moments:
            plain[at] = None if plain[at] is None else plain[at].isoformat(timespec="microseconds")
        yield canonical(plain).encode("utf-8", "surrogatepass") + b"\n"


# -- in


def fill(path: Path, told: Progress | None = None) -> None:
    """Fill an empty office from a file of `write_whole`: all of it or nothing.

    Errors: Refused `no-copy`, `copy-of-other-version`, `copy-damaged`, `office-not-empty`, `database-...`.
    """
    about = manifest(path)
    if about["kind"] != EXPORT:
        raise Refused("no-copy", Place(str(path)), file=str(path), why=about["kind"])
    if about["migrations"] != migrations():
        raise Refused("copy-of-other-version", Place(str(path)), theirs=about["migrations"][-1], ours=migrations()[-1])
    if content_of(about) != about["content"]:
        raise copy_damaged(path, "manifest.json")
    try:
        _fill_all(path, about, told)
    except IntegrityError:  # at the end: a row speaks of one that is not there
        raise copy_damaged(path, path.name) from None


def _fill_all(path: Path, about: dict[str, Any], told: Progress | None) -> None:
    every = tables()
    with writing(), zipfile.ZipFile(path) as archive:
        for model in every:
            if model._default_manager.exists():
                raise Refused("office-not-empty", value=model._meta.db_table)
        for done, model in enumerate(every, 1):
            table = model._meta.db_table
            try:
                _fill(archive, model, about["tables"][table], path)
            except (LookupError, TypeError, ValueError, AttributeError, IntegrityError, ValidationError, *UNREADABLE):
                raise copy_damaged(path, f"{table}.jsonl") from None
            if told:
                told("restore", done, len(every))
        _count_on(every)


def _fill(archive: zipfile.ZipFile, model: Any, about: dict[str, Any], path: Path) -> None:
    table, hasher, count = model._meta.db_table, sha256(), 0
    if about["columns"] != columns(model):
        raise copy_damaged(path, f"{table}.jsonl")
    with archive.open(f"{table}.jsonl") as source:
        for chunk in _chunks(source):
            for line in chunk:
                hasher.update(line)
            insert(model, [_row(model, line) for line in chunk])
            count += len(chunk)
    if (hasher.hexdigest(), count) != (about["sha256"], about["rows"]):
        raise copy_damaged(path, f"{table}.jsonl")


def _chunks(source: Iterable[bytes]) -> Iterator[list[bytes]]:
    chunk: list[bytes] = []
    for line in source:
        chunk.append(line)
        if len(chunk) == CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def _row(model: Any, line: bytes) -> list[Any]:
    row: list[Any] = json.loads(line)
    for at, field in enumerate(model._meta.concrete_fields):
        value = row[at]
        if isinstance(field, models.BinaryField) and value is not None:
            row[at] = field.get_db_prep_value(b64decode(value), connection)
        elif isinstance(field, models.DateField):  # moments among them
            row[at] = field.get_db_prep_value(field.to_python(value), connection)
        elif isinstance(field, JsonText):
            row[at] = None if value is None else canonical(value)
    return row


def _count_on(every: Sequence[Any]) -> None:
    """Ids that the database gives go on after the highest."""
    from django.core.management.color import no_style

    given = [model for model in every if isinstance(model._meta.pk, models.AutoField)]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), given):
            cursor.execute(statement)
