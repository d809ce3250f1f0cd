"""An office made from a copy: a backup or an export."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bareme.facts import Place
from bareme.findings import Finding, Refused
from bareme.office.config import Config
from bareme.office.exports.manifest import BACKUP, DATABASE, UNREADABLE, content_hash, copy_damaged, manifest
from bareme.office.setup import new_office, upgrade


def restored(file: Path, folder: Path, told: Any = None) -> list[Finding]:
    """Make a new office in a folder from a backup or an export; what is wrong with it. Django must not be set up yet.

    Users and passwords are those of the copy; its secret key is new, so everybody logs in again. Live lists are made again.
    Errors: Refused `office-exists`, `no-copy`, `copy-...`, `backup-other-database`, `cannot-write`, `database-...`.
    """
    about = manifest(file)
    backup = about["kind"] == BACKUP
    if backup and os.environ.get("BAREME_DATABASE_URL"):
        raise Refused("backup-other-database", Place(str(file)), file=str(file))
    with new_office(folder, name=about.get("name", "Barème"), language=about.get("language", "en")) as config:
        if backup:
            _unpack(file, config, about)
        else:
            from bareme.office.exports.whole import fill

            upgrade()
            fill(file, told)
        return list(_made_again(told))


def _made_again(told: Any) -> list[Finding]:
    from bareme.office.pools.models import Pool
    from bareme.office.runs.service import make_again
    from bareme.office.verify import everything

    others = [pool.slug for pool in Pool.objects.order_by("pk") if not make_again(pool, told)]
    return [*everything(told=told), *(Finding("live-not-made-again", details={"pool": slug}) for slug in others)]


def _unpack(file: Path, config: Config, about: dict[str, Any]) -> None:
    target = config.folder / config.database
    for name in (config.database, f"{config.database}-wal", f"{config.database}-shm"):
        (config.folder / name).unlink(missing_ok=True)
    with target.open("wb") as out:
        for chunk in _part(file):
            out.write(chunk)
        out.flush()
        os.fsync(out.fileno())
    if content_hash(target) != about["content"]:
        raise copy_damaged(file, DATABASE)
    upgrade()  # a copy of an older version
    from bareme.office.audit.models import Act

    last = Act.objects.order_by("-pk").values_list("pk", "hash").first() or (0, "")
    if last != (about["acts"], about["last_act"]):
        raise copy_damaged(file, DATABASE)


def _part(file: Path) -> Iterator[bytes]:
    try:
        with zipfile.ZipFile(file) as archive, archive.open(DATABASE) as source:
            while chunk := source.read(2**20):
                yield chunk
    except (KeyError, *UNREADABLE):
        raise copy_damaged(file, DATABASE) from None
