"""An upload looked at and recorded, within a page or beside it: what came of it is plain data, the same for both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bareme.office.imports.service import Result, import_files
from bareme.office.runs.replaying import Told
from bareme.portal.desk.models import Upload
from bareme.portal.desk.previewing import noted, sign
from bareme.portal.desk.uploads import deliveries_of, options_of

Found = dict[str, Any]  # as `previewing.noted` has it; `{"act": its number}` where it was recorded


class _NotAsSeen(Exception):  # noqa: N818 - not an error
    """Takes a record back: it is no longer what was looked at."""


def look(upload: Upload, told: Told | None = None) -> Found:
    """What recording it would do. Nothing is recorded.

    Errors: Refused `not-allowed`, `bad-date`, `database-...`.
    """
    deliveries, options = deliveries_of(upload), options_of(upload)
    return noted(import_files(upload.user, upload.pool, deliveries, options, preview=True, told=told), deliveries, options)


def record(
    upload: Upload, reason: str, seen: str, told: Told | None = None, done: Callable[[Found], None] | None = None
) -> Found:
    """Record what was seen, and let the files go; `done` writes down, in the same transaction, that it is done.

    `seen`: the `sign` of what was looked at. Would something else be recorded, because other things were said of the files or
    the ledger went on, nothing is, and it is looked at again (`anew`).
    Errors: Refused `not-allowed`, `bad-date`, `database-...`.
    """
    deliveries, options = deliveries_of(upload), options_of(upload)

    def agreed(result: Result, act: int) -> None:
        if sign(result, deliveries, options) != seen:
            raise _NotAsSeen
        Upload.objects.filter(pk=upload.pk).delete()
        if done:
            done({"act": act})

    try:
        result = import_files(upload.user, upload.pool, deliveries, options, reason=reason, told=told, agreed=agreed)
    except _NotAsSeen:
        return {**look(upload, told), "anew": True}
    return {"act": result.act.pk} if result.act else noted(result, deliveries, options)
