"""Editions: published, corrected by a further edition of the same day, compared."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from bareme.findings import Refused
from bareme.office.audit.trail import Work, acting
from bareme.office.editions.checksum import ROW, checksum, head, rows_of
from bareme.office.editions.content import counts_for, previous_of, rows_for
from bareme.office.editions.differences import Difference, differences, key
from bareme.office.editions.models import Edition, EditionRow
from bareme.office.people.models import Member
from bareme.office.pools.models import Pool
from bareme.office.pools.rhythm import Rhythm
from bareme.office.runs.lease import Lease, leased
from bareme.office.runs.replaying import Replayed, Told, spooled
from bareme.office.runs.service import check, still_stands, store, today, work_out
from bareme.office.runs.touched import changed_since
from bareme.office.tables import canonical
from bareme.office.users.models import User
from bareme.office.users.policy import require

AHEAD = timedelta(days=31)  # a list may be made ready before its day
TRIES = 3


@dataclass
class Published:
    """What publishing did. Not `new`: everything is as the last edition of that day says, and none was made."""

    edition: Edition
    new: bool
    due: bool  # is it one of the days on which the pool's lists are due?
    difference: Sequence[Difference] = ()  # to the edition it corrects


def publish(by: User, pool: Pool, day: date, *, reason: str = "", wait: float = 0.0, told: Told | None = None) -> Published:
    """Publish the list of a day. After a correction this makes a further edition of that day; the earlier ones stay.

    Errors: Refused `not-allowed`, `edition-too-early`, `edition-keeps-moving`, and those of `make_run`.
    """
    require(by, "publish", pool)
    if day > today() + AHEAD:
        raise Refused("edition-too-early", pool=pool.slug, day=day, latest=today() + AHEAD)
    with leased(pool, wait) as lease:
        for _ in range(TRIES):
            with spooled(work_out(pool, day, lease, told)) as made:
                done = _publish(by, pool, made, lease, reason, told)
            if done is not None:
                return done
    raise Refused("edition-keeps-moving", pool=pool.slug, day=day)


def _publish(by: User, pool: Pool, made: Replayed, lease: Lease, reason: str, told: Told | None) -> Published | None:
    """One try; None if the ledger moved on while the list was worked out."""
    day = made.basis.on
    due = day in Rhythm.parse(pool.rhythm).due(day - timedelta(days=1), day)
    with acting(by, "publish", pool=pool, about=f"{pool.slug} {day}", reason=reason) as work:
        check(made, lease)
        if not still_stands(made):
            work.drop()
            return None
        last = latest_of(pool, day)
        edition, rows = _drawn_up(pool, made, last)
        if last is not None and _says_the_same(last, edition, rows):
            work.drop()
            return Published(last, False, due)
        run, _ = store(work, made, told)
        _write(work, edition, rows, run.pk)
        work.about = f"{pool.slug} {day} ({edition.number})"
        work.after = {**edition.counts, "checksum": edition.checksum, "claims_until": _window(work, pool)}
        written = Edition.objects.select_related("pool", "act").get
    found: Edition = written(pk=edition.pk)
    return Published(found, True, due, differences(key(last), key(found)) if last else ())


def _window(work: Work, pool: Pool) -> date:
    return (work.at + timedelta(days=pool.claim_window_days)).date()


def _drawn_up(pool: Pool, made: Replayed, last: Edition | None) -> tuple[Edition, list[list[Any]]]:
    previous = previous_of(pool.pk, made.basis.on)
    rulebook = made.basis.rulebook
    edition = Edition(
        pool=pool,
        day=made.basis.on,
        number=last.number + 1 if last else 1,
        previous=previous,
        supersedes=last,
        rulebook=rulebook.spec,
        version=rulebook.on(made.basis.on).name,
        overrides=json.loads(canonical(dict(rulebook.overrides))),
        counts=counts_for(made),
    )
    rows = json.loads(canonical(rows_for(made, previous)))  # as they will be read back
    edition.checksum = checksum(head(edition), rows)
    return edition, rows


def _says_the_same(last: Edition, edition: Edition, rows: Sequence[Sequence[Any]]) -> bool:
    alike = all(getattr(last, name) == getattr(edition, name) for name in ("rulebook", "version", "overrides"))
    return alike and rows_of(last) == rows


def _write(work: Work, edition: Edition, rows: Sequence[Sequence[Any]], run: int) -> None:
    names = ("pool_id", "day", "number", "previous_id", "supersedes_id", "rulebook", "version", "overrides", "counts", "checksum")
    edition.pk = work.add(Edition, run_id=run, **{name: getattr(edition, name) for name in names})
    members = dict(Member.objects.values_list("code", "pk"))
    at = ROW.index("player")
    columns = ("edition_id", *(name if name != "player" else "player_id" for name in ROW))
    work.append(EditionRow, [(edition.pk, *row[:at], members[row[at]], *row[at + 1 :]) for row in rows], columns)


# -- editions found and compared


def latest_of(pool: Pool, day: date) -> Edition | None:
    """The last edition of a day's list."""
    found: Edition | None = (
        Edition.objects.filter(pool=pool, day=day).order_by("-number").select_related("pool", "act", "previous").first()
    )
    return found


def edition_of(pool: Pool, day: date, number: int | None = None) -> Edition:
    """An edition of a day's list, by default the last one.

    Errors: Refused `no-such-edition`.
    """
    query = Edition.objects.filter(pool=pool, day=day).order_by("-number").select_related("pool", "act", "previous", "run")
    found: Edition | None = (query if number is None else query.filter(number=number)).first()
    if found is None:
        days = Edition.objects.filter(pool=pool).order_by("-day", "-number").values_list("day", "number")[:10]
        there = [f"{day} ({number})" for day, number in days]
        raise Refused("no-such-edition", pool=pool.slug, day=day, number=number or 1, allowed=there or ["-"])
    return found


def claims_until(edition: Edition) -> date:
    """The last day on which this list may be contested."""
    return date.fromisoformat(edition.act.after["claims_until"])


def editions_of(pool: Pool, last: int | None = None) -> list[tuple[Edition, bool]]:
    """Every edition, or the `last` ones, newest list first, each with whether the facts and rules known today still give it."""
    found = list(Edition.objects.filter(pool=pool).order_by("-day", "-number").select_related("pool", "act", "run")[:last])
    uptos = [edition.run.upto_id for edition in found]
    known = {min(uptos): changed_since(pool, min(uptos))} if uptos else {}
    for edition, upto in zip(found, uptos, strict=True):
        # What was recorded since a later act changes no earlier day than what was recorded since an earlier one.
        if upto not in known and edition.day >= known[min(uptos)]:
            known[upto] = changed_since(pool, upto)
    rules, earliest = (pool.rulebook, pool.overrides), known[min(uptos)] if uptos else date.max
    stand = [edition.day < known.get(upto, earliest) for edition, upto in zip(found, uptos, strict=True)]
    return [(e, stands and (e.rulebook, e.overrides) == rules) for e, stands in zip(found, stand, strict=True)]
