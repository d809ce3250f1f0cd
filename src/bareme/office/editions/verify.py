"""Editions verified against their checksums."""

from __future__ import annotations

from collections.abc import Iterator

from bareme.facts import Place
from bareme.findings import Finding
from bareme.office.editions.checksum import checksum, head, rows_of
from bareme.office.editions.models import Edition
from bareme.office.pools.models import Pool


def verify_editions(pool: Pool) -> Iterator[Finding]:
    """Every edition that no longer says what was published."""
    for edition in Edition.objects.filter(pool=pool).order_by("pk").select_related("pool", "previous"):
        if checksum(head(edition), rows_of(edition)) != edition.checksum:
            details = {"pool": pool.slug, "day": edition.day, "number": edition.number}
            yield Finding("edition-differs", Place(f"edition/{edition.pk}"), details)
