"""Files that were sent, kept until they are recorded: for whoever sent them, for a day."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

from django.db.models import Count, Min, Q, QuerySet

from bareme.findings import Refused
from bareme.office.database import writing
from bareme.office.imports.commit import Delivery
from bareme.office.imports.service import Options, deliver
from bareme.office.pools.models import Pool
from bareme.office.users.models import User
from bareme.portal.desk.models import Job, Upload, UploadedFile
from bareme.portal.site.sizes import check_sizes

KEPT = timedelta(days=1)
AT_MOST = 20  # of one user, waiting
PACKING = 1  # zlib's level: a page waits for it


def keep(user: User, pool: Pool, files: Sequence[tuple[str, bytes]]) -> Upload:
    """Keep files on their way into a pool; what others left too long is let go.

    Errors: Refused `nothing-sent`, `upload-too-big`, `too-large`, `too-many-uploads`.
    """
    if not any(data for _, data in files):
        raise Refused("nothing-sent")
    check_sizes(files)
    now = datetime.now(UTC)
    if Upload.objects.filter(user=user, made_at__gte=now - KEPT).count() >= AT_MOST:
        raise Refused("too-many-uploads", limit=AT_MOST)
    packed = [
        UploadedFile(name=delivery.name[:200], size=len(delivery.data), data=zlib.compress(delivery.data, PACKING))
        for delivery in deliver(files)
    ]
    with writing():
        Upload.objects.exclude(pk__in=_there().values("pk")).delete()
        upload: Upload = Upload.objects.create(user=user, pool=pool, made_at=now)
        for file in packed:
            file.upload = upload
        UploadedFile.objects.bulk_create(packed)
    return upload


def _there() -> QuerySet[Upload]:
    """The uploads that are not too old; and those that work beside a page goes on with, for another day at most."""
    since = datetime.now(UTC) - KEPT
    working = Job.objects.filter(what__in=("look", "record"), ended_at=None, made_at__gte=since).values_list("said", flat=True)
    return Upload.objects.filter(Q(made_at__gte=since) | Q(pk__in=[said["upload"] for said in working]))


def upload_of(user: User, number: int) -> Upload:
    """An upload of the user's own.

    Errors: Refused `upload-gone`.
    """
    return _one(_there().filter(user=user, pk=number))


def of_job(job: Job) -> Upload:
    """The upload that a job looks at or records, with what was said of it when the job was asked for.

    Errors: Refused `upload-gone`.
    """
    found = _one(Upload.objects.filter(user=job.user, pk=job.said["upload"]))
    found.options = job.said["options"]
    return found


def _one(query: QuerySet[Upload]) -> Upload:
    found: Upload | None = query.select_related("pool", "user").first()
    if found is None:
        raise Refused("upload-gone")
    return found


def deliveries_of(upload: Upload) -> list[Delivery]:
    """Its files, as they came."""
    return [Delivery(file.name, zlib.decompress(bytes(file.data))) for file in upload.files.order_by("pk")]


def options_of(upload: Upload) -> Options:
    """What was said last of an upload.

    Errors: Refused `bad-date`.
    """
    said = upload.options
    try:
        day = date.fromisoformat(said["date"]) if said.get("date") else None
    except ValueError:
        raise Refused("bad-date", value=said["date"]) from None
    return Options(
        said.get("columns", {}),
        said.get("encoding"),
        said.get("delimiter"),
        said.get("kind"),
        day,
        said.get("match", {}),
        said.get("both", False),
        said.get("despite_errors", False),
    )


def let_go(upload: Upload) -> None:
    """They are recorded, or not wanted."""
    with writing():
        Upload.objects.filter(pk=upload.pk).delete()


def waiting(user: User | None) -> list[Upload]:
    """The uploads that wait to be recorded, of one user or of all, the newest first; each with the `first` of `count` files."""
    query = _there().select_related("pool", "user")
    query = query.annotate(count=Count("files"), first=Min("files__name")).order_by("-pk")
    return list(query.filter(user=user) if user else query)
