"""Imports done beside the page, because a page cannot wait for them: asked for, looked at, and what came of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bareme.office.users.models import User
from bareme.portal.desk import jobs
from bareme.portal.desk.models import Job, Upload

WHAT = ("look", "record")
LAST = 60  # of a user's jobs


def begin(upload: Upload, what: str, options: dict[str, Any], reason: str, seen: str) -> Job:
    """Have it looked at or recorded. Whoever asks twice asks once: while one goes on, or has recorded it, no other begins.

    Errors: Refused `not-allowed`.
    """
    said = {"upload": upload.pk, "options": options, "reason": reason, "seen": seen}
    return jobs.start(upload.user, what, upload.pool, instead=lambda: going(upload) or recorded(upload.user, upload.pk), **said)


def last(upload: Upload) -> Job | None:
    """What was asked for last."""
    return next(_of(upload.user, upload.pk), None)


def going(upload: Upload) -> Job | None:
    """What goes on."""
    job = last(upload)
    return job if job and job.ended_at is None and jobs.failure_of(job) is None else None


def recorded(user: User, number: int) -> Job | None:
    """The job that recorded an upload, which is no longer there since."""
    return next((job for job in _of(user, number) if job.outcome.get("act")), None)


def _of(user: User, number: int) -> Iterator[Job]:
    """The newest first."""
    asked = Job.objects.filter(user=user, what__in=WHAT).order_by("-pk").values_list("pk", "said")[:LAST]
    for pk in [pk for pk, said in asked if said["upload"] == number]:
        yield Job.objects.select_related("user", "pool").get(pk=pk)
