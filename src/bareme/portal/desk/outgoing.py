"""Files made to be taken along, kept for a day for whoever asked for them alone; the work that makes them, and backups."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from time import time
from typing import Any

from django.conf import settings

from bareme.findings import Refused, in_words
from bareme.office.exports.backups import ENDING, check_all, make
from bareme.office.exports.copies import export_all
from bareme.office.exports.service import export
from bareme.office.exports.wanted import Wanted
from bareme.office.pools.models import Pool
from bareme.office.runs.replaying import Told
from bareme.office.users.models import User
from bareme.portal.desk.models import Job

KEPT = timedelta(days=1)
AT_MOST = {"export": 5, "export-all": 1}  # files of one user; a newer one takes the place of the oldest
ACTION = {"export": "export", "export-all": "backup", "backup": "backup", "check": "backup"}


@dataclass(frozen=True)
class Kept:
    """A file that waits for its user."""

    job: Job
    path: Path
    name: str
    size: int
    until: datetime


def folder() -> Path:
    """Where they lie: in the office's folder, for its owner alone.

    Errors: Refused `cannot-write`.
    """
    found = Path(settings.OFFICE_FOLDER) / "outgoing"
    try:
        found.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise Refused("cannot-write", file=str(found), why=in_words(error)) from None
    return found


def sweep() -> None:
    """Let go what lay there too long, and what work that was killed left behind."""
    for left in folder().iterdir():
        try:
            if left.stat().st_mtime >= time() - KEPT.total_seconds():
                continue
        except FileNotFoundError:  # somebody else sweeps, too
            continue
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        else:
            left.unlink(missing_ok=True)


def kept(user: User) -> list[Kept]:
    """The user's own, the newest first."""
    jobs = Job.objects.filter(user=user, what__in=AT_MOST, ended_at__isnull=False, failed=None).order_by("-pk")
    found = (_kept(job) for job in jobs.filter(made_at__gte=datetime.now(UTC) - 2 * KEPT).select_related("pool", "user"))
    return [one for one in found if one]


def _kept(job: Job) -> Kept | None:
    path = folder() / str(job.pk)
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    until = datetime.fromtimestamp(status.st_mtime, UTC) + KEPT
    return Kept(job, path, job.outcome["file"], status.st_size, until) if until > datetime.now(UTC) else None


def kept_of(user: User, number: int) -> Kept:
    """A file of the user's own.

    Errors: Refused `file-gone`.
    """
    found = next((one for one in kept(user) if one.job.pk == number), None)
    if found is None:
        raise Refused("file-gone")
    return found


def let_go(one: Kept) -> None:
    """It was taken, or is not wanted."""
    one.path.unlink(missing_ok=True)


def name_of(pool: Pool, wanted: Wanted) -> str:
    """What a file is called where it goes: `club-edition-2026-09-01-fr.csv`."""
    day = f"-{wanted.day}" if wanted.day else ""
    number = f"-{wanted.edition or wanted.run}" if wanted.edition or wanted.run else ""
    french = "-fr" if wanted.profile == "spreadsheet" else ""
    return f"{pool.slug}-{wanted.what}{day}{number}{french}.{wanted.format}"


def as_said(wanted: Wanted) -> dict[str, Any]:
    """What is wanted, as a job keeps it."""
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in asdict(wanted).items()}


# -- in the process of the work


def _export(job: Job, told: Told) -> dict[str, Any]:
    said = dict(job.said["wanted"])
    day = said.pop("day")
    wanted = Wanted(**said, day=date.fromisoformat(day) if day else None)
    sweep()
    path = folder() / str(job.pk)
    export(job.user, job.pool, wanted, path)
    return _made(job, path, name_of(job.pool, wanted))


def _export_all(job: Job, told: Told) -> dict[str, Any]:
    sweep()
    path = folder() / str(job.pk)
    content = export_all(job.user, path, told)
    return {**_made(job, path, f"office-{datetime.now(UTC):%Y-%m-%d}{ENDING}"), "content": content}


def _made(job: Job, path: Path, name: str) -> dict[str, Any]:
    path.chmod(0o600)
    before = [one for one in kept(job.user) if one.job.what == job.what]
    for one in before[AT_MOST[job.what] - 1 :]:
        let_go(one)
    return {"file": name, "size": path.stat().st_size}


def _back_up(job: Job, told: Told) -> dict[str, Any]:
    return {"file": make(job.user, settings.OFFICE, told)}


def _check(job: Job, told: Told) -> dict[str, Any]:
    found = check_all(job.user, settings.OFFICE, told)
    wrong = [{"code": f.code, "file": name, "details": dict(f.details)} for name, f in found.items() if f]
    return {"files": {name: finding is None for name, finding in found.items()}, "faults": len(wrong), "findings": wrong}


WORK: Mapping[str, Callable[[Job, Any], dict[str, Any]]] = {
    "export": _export,
    "export-all": _export_all,
    "backup": _back_up,
    "check": _check,
}
