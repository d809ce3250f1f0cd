"""A file of a pool, written: what the command line and the desk give."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bareme.findings import Refused
from bareme.office.database import reading
from bareme.office.editions.models import Edition
from bareme.office.editions.service import edition_of
from bareme.office.exports import tables
from bareme.office.exports.files import FORMATS, PROFILES, Table, outgoing, replaced, write
from bareme.office.exports.wanted import FACTS, WHAT, Wanted
from bareme.office.ledger.models import Adjustment, Game, Listing, Placement
from bareme.office.ledger.reading import facts_of
from bareme.office.pools.models import Pool
from bareme.office.runs.models import LiveStanding
from bareme.office.runs.service import run_of
from bareme.office.users.models import User
from bareme.office.users.policy import require
from bareme.writers.facts_csv import facts_as_csv

_KEPT_IN: Mapping[str, Any] = {"results": Game, "placements": Placement, "adjustments": Adjustment, "players": Listing}


def export(by: User, pool: Pool, wanted: Wanted, path: Path) -> None:
    """Write a file, as the ledger is at one moment: whole or not at all.

    Errors: Refused `not-allowed`, `unknown-export-ending`, `edition-without-day`, `no-run`, `no-such-run`, `no-such-edition`,
    `nothing-to-export`, `too-many-rows`, `cannot-write`, `database-...`.
    """
    require(by, "export", pool)
    if wanted.what not in WHAT or wanted.profile not in PROFILES:
        raise TypeError(wanted)
    allowed = ("csv",) if wanted.what in FACTS else FORMATS
    if wanted.format not in allowed:
        raise Refused("unknown-export-ending", value=path.name, allowed=[f".{name}" for name in allowed])
    path = outgoing(path)
    with reading():
        if wanted.what in FACTS:
            _facts(pool, wanted.what, path)
        else:
            write(_table(pool, wanted), path, wanted.format, wanted.profile)


def _table(pool: Pool, wanted: Wanted) -> Table:
    if wanted.what == "live":
        return tables.live_table(pool)
    if wanted.what == "history":
        return tables.history_table(pool)
    if wanted.what == "journal":
        return tables.journal_table(run_of(pool, wanted.run) if wanted.run else tables.last_run(pool))
    if wanted.day is None:
        raise Refused("edition-without-day", pool=pool.slug)
    edition = edition_of(pool, wanted.day, wanted.edition)
    return tables.edition_document(edition) if wanted.format == "json" else tables.edition_table(edition)


def _facts(pool: Pool, what: str, path: Path) -> None:
    """A canonical table of the facts as they stand, players by code, which `bareme rate` reads."""
    text = facts_as_csv(facts_of(pool)).get(what)
    if text is None:
        raise Refused("nothing-to-export", pool=pool.slug, value=what)
    with replaced(path) as out:
        out.write(text.encode())


def has(pool: Pool, what: str) -> bool:
    """Is there anything of these facts in a pool?"""
    return bool(_KEPT_IN[what].objects.filter(pool=pool).exists())


def size_of(pool: Pool, wanted: Wanted) -> int:
    """About how many rows have to be read for it: whether a page can wait for it.

    Errors: Refused `no-run`, `no-such-run`.
    """
    if wanted.what in FACTS:  # all facts are read for any of them
        return sum(int(model.objects.filter(pool=pool).count()) for model in _KEPT_IN.values())
    if wanted.what == "journal":
        return int((run_of(pool, wanted.run) if wanted.run else tables.last_run(pool)).lines)
    if wanted.what == "history":
        counts = Edition.objects.filter(pool=pool).values_list("counts", flat=True)
        return sum(int(count.get("listed", 0)) for count in counts)
    return int(LiveStanding.objects.filter(pool=pool).count())
