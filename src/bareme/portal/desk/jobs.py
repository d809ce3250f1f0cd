"""Work that takes longer than a page: handed to a process of its own, which the page looks at while it goes on."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from time import monotonic, time
from typing import Any

from django.conf import settings

from bareme.findings import Finding, Refused
from bareme.office.database import writing
from bareme.office.editions.service import publish
from bareme.office.exports.files import replaced
from bareme.office.pools.models import Pool
from bareme.office.runs.service import make_run
from bareme.office.seasons.service import roll_over
from bareme.office.users.models import User
from bareme.office.users.policy import require
from bareme.office.verify import verify
from bareme.portal.desk import outgoing, recording, uploads
from bareme.portal.desk.models import Job

ACTION = {
    "run": "run",
    "rollover": "run",
    "publish": "publish",
    "verify": "verify",
    "look": "preview-import",
    "record": "import",
    **outgoing.ACTION,
}
WAIT = 600.0  # seconds that a run waits for somebody else's
KEPT = timedelta(days=60)
STARTS = timedelta(seconds=60)  # within which a process must have begun
NOTED_EACH = 0.7  # seconds between two notes of progress


def start(by: User, what: str, pool: Pool | None = None, *, instead: Callable[[], Job | None] = lambda: None, **said: Any) -> Job:
    """Have it done. Who may not is told so at once; what goes wrong later stands in the job.

    `instead`: work that goes on already, and that a second one would only repeat: then that one is meant.
    Errors: Refused `not-allowed`.
    """
    require(by, ACTION[what], pool)
    now = datetime.now(UTC)
    with writing():  # one after the other: of two who ask at once, the second finds the first one's work
        Job.objects.filter(ended_at__lt=now - KEPT).delete()
        going = instead()
        if going is not None:
            return going
        job: Job = Job.objects.create(user=by, pool=pool, what=what, said=said, made_at=now)
    job.refresh_from_db()  # what was said, as the other process will read it
    for left in Path(settings.OFFICE_FOLDER).glob(_noted_in("*")):  # by work that was killed
        if left.stat().st_mtime < time() - KEPT.total_seconds():
            left.unlink(missing_ok=True)
    launch(job)
    return job


def launch(job: Job) -> None:
    """In a process of its own: it does not end with the server, and no page waits for its arithmetic."""
    command = [sys.executable, "-m", "bareme.portal.desk.work", str(job.pk)]
    environment = {**os.environ, "BAREME_OFFICE": str(settings.OFFICE_FOLDER)}
    process = subprocess.Popen(  # noqa: S603 - our own interpreter, a number
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=None, start_new_session=True
    )
    threading.Thread(target=process.wait, daemon=True).start()  # so that no dead process is left behind


# -- in that process


def perform(job: Job) -> None:
    """Do it, and write down what became of it."""
    Job.objects.filter(pk=job.pk).update(host=socket.gethostname(), process=os.getpid())
    try:
        outcome = _WORK[job.what](job, _Progress(job))
    except Refused as refusal:
        _end(job, failed={"code": refusal.finding.code, "details": refusal.finding.details})
    except BaseException:
        _end(job, failed={"code": "work-broke-off", "details": {}})
        raise
    else:
        if job.ended_at is None:  # what ends together with its own transaction has ended
            _end(job, outcome=outcome)


def _end(job: Job, **values: Any) -> None:
    for name, value in {**values, "ended_at": datetime.now(UTC)}.items():
        setattr(job, name, value)
    job.save(update_fields=["ended_at", *values])
    _note_of(job).unlink(missing_ok=True)


class _Progress:
    """Notes how far it is, now and then: in a file, for a note in the database would wait for whoever writes there, or be seen
    by nobody before the work's own transaction ends.
    """

    def __init__(self, job: Job) -> None:
        self.file, self.phase, self.next = _note_of(job), "", 0.0

    def __call__(self, phase: str, done: int, total: int) -> None:
        if phase == self.phase and monotonic() < self.next:
            return
        self.phase, self.next = phase, monotonic() + NOTED_EACH
        with suppress(Refused), replaced(self.file, mode=0o600) as out:  # a full disk is told by the work itself
            out.write(json.dumps([phase, done, total]).encode())


def _noted_in(job: object) -> str:
    return f".job-{job}.json"


def _note_of(job: Job) -> Path:
    return Path(settings.OFFICE_FOLDER) / _noted_in(job.pk)


def _day(job: Job) -> date | None:
    return date.fromisoformat(job.said["day"]) if job.said.get("day") else None


def _run(job: Job, progress: _Progress) -> dict[str, Any]:
    made = make_run(job.user, job.pool, _day(job), wait=WAIT, told=progress)
    return {"run": made.run.pk, "new": made.new}


def _rollover(job: Job, progress: _Progress) -> dict[str, Any]:
    day = date.fromisoformat(job.said["day"])
    _, made = roll_over(job.user, job.pool, day, reason=job.said.get("reason", ""), wait=WAIT, told=progress)
    return {"run": made.run.pk, "new": made.new}


def _publish(job: Job, progress: _Progress) -> dict[str, Any]:
    day = date.fromisoformat(job.said["day"])
    done = publish(job.user, job.pool, day, reason=job.said.get("reason", ""), wait=WAIT, told=progress)
    edition = done.edition
    return {"day": edition.day, "number": edition.number, "new": done.new, "due": done.due}


def _verify(job: Job, progress: _Progress) -> dict[str, Any]:
    found = verify(job.user, told=progress, folder=settings.OFFICE_FOLDER)
    kept = [{"code": f.code, "place": str(f.place), "details": dict(f.details)} for f in found[:200]]
    return {"faults": len(found), "findings": kept}


def _look(job: Job, progress: _Progress) -> dict[str, Any]:
    return recording.look(uploads.of_job(job), progress)


def _record(job: Job, progress: _Progress) -> dict[str, Any]:
    said = job.said
    return recording.record(uploads.of_job(job), said["reason"], said["seen"], progress, lambda found: _end(job, outcome=found))


_WORK: Mapping[str, Callable[[Job, _Progress], dict[str, Any]]] = {
    "run": _run,
    "rollover": _rollover,
    "publish": _publish,
    "verify": _verify,
    "look": _look,
    "record": _record,
    **outgoing.WORK,
}


# -- looked at


def failure_of(job: Job) -> Finding | None:
    """Why it failed; None while it goes on or when it went well. A process that is gone without a word has failed."""
    if job.failed:
        return Finding(job.failed["code"], details=job.failed["details"])
    return Finding("work-broke-off") if job.ended_at is None and _gone(job) else None


def progress_of(job: Job) -> tuple[str, int, int]:
    """How far it is: the phase, what is done, of how much (0: not known)."""
    try:
        phase, done, total = json.loads(_note_of(job).read_bytes())
    except (OSError, ValueError):
        return "", 0, 0
    return str(phase), int(done), int(total)


def _gone(job: Job) -> bool:
    if job.process is None:
        return bool(datetime.now(UTC) - job.made_at > STARTS)
    if job.host != socket.gethostname():
        return bool(datetime.now(UTC) - job.made_at > timedelta(days=1))
    try:
        os.kill(job.process, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        pass
    return False
