"""Files that were sent, kept until they are recorded: for whoever sent them, for a day."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django.db.models import Count, Min

from bareme.findings import Refused
from bareme.office.database import writing
from bareme.office.imports.commit import Delivery
from bareme.office.imports.service import deliver
from bareme.office.pools.models import Pool
from bareme.office.users.models import User
from bareme.portal.desk.models import Upload, UploadedFile
from bareme.portal.site.sizes import check_sizes

KEPT = timedelta(days=1)
AT_MOST = 20  # of one user, waiting


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
        UploadedFile(name=delivery.name[:200], size=len(delivery.data), data=zlib.compress(delivery.data))
        for delivery in deliver(files)
    ]
    with writing():
        Upload.objects.filter(made_at__lt=now - KEPT).delete()
        upload: Upload = Upload.objects.create(user=user, pool=pool, made_at=now)
        for file in packed:
            file.upload = upload
        UploadedFile.objects.bulk_create(packed)
    return upload


def upload_of(user: User, number: int) -> Upload:
    """An upload of the user's own.

    Errors: Refused `upload-gone`.
    """
    since = datetime.now(UTC) - KEPT
    found: Upload | None = Upload.objects.filter(user=user, pk=number, made_at__gte=since).select_related("pool", "user").first()
    if found is None:
        raise Refused("upload-gone")
    return found


def deliveries_of(upload: Upload) -> list[Delivery]:
    """Its files, as they came."""
    return [Delivery(file.name, zlib.decompress(bytes(file.data))) for file in upload.files.order_by("pk")]


def let_go(upload: Upload) -> None:
    """They are recorded, or not wanted."""
    with writing():
        Upload.objects.filter(pk=upload.pk).delete()


def waiting(user: User | None) -> list[Upload]:
    """The uploads that wait to be recorded, of one user or of all, the newest first; each with the `first` of `count` files."""
    query = Upload.objects.filter(made_at__gte=datetime.now(UTC) - KEPT).select_related("pool", "user")
    query = query.annotate(count=Count("files"), first=Min("files__name")).order_by("-pk")
    return list(query.filter(user=user) if user else query)
