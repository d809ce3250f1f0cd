"""The backups that lie in the office's folder of backups: what they say of themselves, and whether they are still whole."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bareme.findings import Finding, Refused, in_words
from bareme.office.audit.models import Act
from bareme.office.config import Config
from bareme.office.exports.copies import back_up
from bareme.office.exports.manifest import BACKUP, DATABASE, UNREADABLE, copy_damaged, manifest, stream_hash
from bareme.office.exports.whole import Progress, content_of
from bareme.office.users.models import User
from bareme.office.users.policy import require

ENDING = ".bareme"


@dataclass(frozen=True)
class Backup:
    """A file of the folder. `acts` are those it holds; `since` how many were recorded after them, None where it is not of this
    office, or does not say. `finding`: it is none, or cannot be read.
    """

    name: str
    size: int
    at: datetime
    acts: int = 0
    since: int | None = None
    finding: Finding | None = None


def folder_of(config: Config) -> Path:
    """The folder, made where it is missing, for its owner alone.

    Errors: Refused `cannot-write`.
    """
    folder = config.folder / config.backups
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Refused("cannot-write", file=str(folder), why=in_words(error)) from None
    return folder


def backups(by: User, config: Config) -> list[Backup]:
    """Those there are, the newest first.

    Errors: Refused `not-allowed`, `cannot-write`.
    """
    require(by, "backup")
    files = [path for path in folder_of(config).glob(f"*{ENDING}") if path.is_file()]
    return sorted(map(_looked_at, files), key=lambda one: (one.at, one.name), reverse=True)


def _looked_at(path: Path) -> Backup:
    status = path.stat()
    at = datetime.fromtimestamp(status.st_mtime, UTC)
    try:
        acts, since = _acts(manifest(path))
    except Refused as refusal:
        return Backup(path.name, status.st_size, at, finding=refusal.finding)
    except (KeyError, TypeError, ValueError):
        return Backup(path.name, status.st_size, at, finding=copy_damaged(path, "manifest.json").finding)
    return Backup(path.name, status.st_size, at, acts, since)


def _acts(about: dict[str, Any]) -> tuple[int, int | None]:
    """How many acts a copy holds, and how many came after them here."""
    if about["kind"] != BACKUP:  # rows alone, which say no hash of the last act
        return int(about["tables"]["office_act"]["rows"]), None
    acts, last = int(about["acts"]), Act.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    ours = Act.objects.filter(pk=acts, hash=about["last_act"]).exists() if acts else not last
    return acts, last - acts if ours else None


def make(by: User, config: Config, told: Progress | None = None) -> str:
    """A backup into the folder, checked as it is written, then read again from the disk; its name.

    Errors: Refused as those of `back_up` and `check`.
    """
    require(by, "backup")
    path = folder_of(config) / f"office-{datetime.now(UTC):%Y-%m-%d-%H%M%S}{ENDING}"
    back_up(by, path, config, told)
    check(path)
    return path.name


def check_all(by: User, config: Config, told: Progress | None = None) -> dict[str, Finding | None]:
    """Every backup read from its first byte to its last: by its name what is wrong with it, None where it is whole.

    Errors: Refused `not-allowed`, `cannot-write`.
    """
    found: dict[str, Finding | None] = {}
    every = backups(by, config)
    for done, one in enumerate(every):
        if told:
            told("check", done, len(every))
        try:
            check(folder_of(config) / one.name)
        except Refused as refusal:
            found[one.name] = refusal.finding
        else:
            found[one.name] = None
    return found


def check(path: Path) -> None:
    """A copy holds what its manifest says, byte by byte.

    Errors: Refused `no-copy`, `copy-damaged`.
    """
    about = manifest(path)
    try:
        if about["kind"] == BACKUP:
            parts = {DATABASE: about["content"]}
        else:
            parts = {f"{table}.jsonl": said["sha256"] for table, said in about["tables"].items()}
            if content_of(about) != about["content"]:
                raise copy_damaged(path, "manifest.json")
        with zipfile.ZipFile(path) as archive:
            for name, content in parts.items():
                _check(archive, name, content, path)
    except (KeyError, TypeError, AttributeError):
        raise copy_damaged(path, "manifest.json") from None


def _check(archive: zipfile.ZipFile, name: str, content: str, path: Path) -> None:
    try:
        with archive.open(name) as source:
            whole = stream_hash(source) == content
    except UNREADABLE:
        whole = False
    if not whole:
        raise copy_damaged(path, name)
