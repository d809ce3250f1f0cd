"""The application made ready: pages of every kind made once, before processes part and readers come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from wsgiref.util import setup_testing_defaults

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connections
from django.urls import reverse

from bareme.office.editions.differences import KEPT, key, lines_of
from bareme.office.editions.models import Edition, EditionRow
from bareme.office.ledger.models import Event
from bareme.office.runs.models import JournalLine
from bareme.portal.site.entrance import Application, entrance


def ready() -> Application:
    """The application, warm. No connection is open: each process opens its own."""
    application = entrance(get_wsgi_application())
    warm(application)
    connections.close_all()
    return application


def warm(application: Application) -> None:
    """Make a page of every kind, so that no reader waits while a process reads its own code or an old list."""
    for edition in Edition.objects.order_by("-day", "-number")[:KEPT]:
        lines_of(key(edition))
    for page in _first_pages():
        host = settings.ALLOWED_HOSTS[0].lstrip(".*") or "localhost"
        environ: dict[str, Any] = {"PATH_INFO": page, "REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": host}
        environ["HTTP_X_FORWARDED_PROTO"] = "https"  # else behind a proxy it would only be sent on
        setup_testing_defaults(environ)
        for _ in application(environ, lambda *_: None):
            pass


def _first_pages() -> Iterator[str]:
    """The homes; of each pool with lists the last list, what it says otherwise than the one before, its best player, an event."""
    yield from ("/fr/", "/en/")
    last = {edition.pool_id: edition for edition in Edition.objects.order_by("day", "number").select_related("pool")}
    for edition in last.values():
        slug = edition.pool.slug
        yield from (reverse(f"public:{name}", args=[slug]) for name in ("pool", "live", "lists", "records", "events"))
        before = Edition.objects.filter(pool=edition.pool, day__lt=edition.day).order_by("-day", "-number").first()
        if before:
            pair = (edition.day, edition.number, before.day, before.number)
            yield reverse("public:difference", args=[slug, *pair])
        best = EditionRow.objects.filter(edition=edition, position=1).values_list("player__code", flat=True).first()
        if best:
            yield reverse("public:player", args=[slug, best])
        event = Event.objects.filter(pool=edition.pool).order_by("-pk").values_list("pk", flat=True).first()
        if event:
            yield reverse("public:event", args=[slug, event])
        line = JournalLine.objects.filter(run=edition.run).order_by("-pk").values_list("pk", flat=True).first()
        if line:
            yield reverse("public:line", args=[slug, line])
