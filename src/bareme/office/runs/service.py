"""Runs: worked out beside the ledger, written into it in one act."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from typing import Any

from bareme.findings import Refused
from bareme.office.audit.trail import Work, acting
from bareme.office.database import writing
from bareme.office.ledger.bulk import insert, next_id
from bareme.office.pools.models import Pool
from bareme.office.runs import checkpoints
from bareme.office.runs.lease import Lease, leased
from bareme.office.runs.lines import Lines
from bareme.office.runs.models import JournalLine, LiveStanding, Run
from bareme.office.runs.replaying import Replayed, Told, basis, now, replayed, spooled, standing_values
from bareme.office.runs.touched import changed_since
from bareme.office.tables import canonical
from bareme.office.users.models import User
from bareme.office.users.policy import require

FINDINGS_KEPT = 1000


@dataclass
class Made:
    """A run, and whether it was made now or stood there already."""

    run: Run
    replayed: Replayed
    new: bool


def make_run(
    by: User, pool: Pool, on: date | None = None, *, wait: float = 0.0, told: Told | None = None, from_zero: bool = False
) -> Made:
    """Replay a pool up to the end of day `on` (default: today) and keep its receipt, journal and standings.

    Where nothing changed since the last run of that day, that one is given. `wait`: seconds for somebody else's run.
    Errors: Refused `not-allowed`, `nothing-to-rate`, `run-going-on`, `run-overtaken`, `rules-changed`, `database-...`.
    """
    require(by, "run", pool)
    day = on or today()
    with leased(pool, wait) as lease, spooled(work_out(pool, day, lease, told, from_zero=from_zero)) as made:
        with acting(by, "run", pool=pool, about=f"{pool.slug} {day}") as work:
            check(made, lease)
            run, new = store(work, made, told)
            if not new:
                work.drop()
            work.after = receipt(run)
        return Made(run, made, new)


def today() -> date:
    """The day it is (UTC)."""
    return now().date()


def work_out(pool: Pool, on: date, lease: Lease, told: Told | None = None, *, from_zero: bool = False) -> Replayed:
    """The replay that a run will keep."""
    if told:
        told("read", 0, 0)
    return replayed(basis(pool, on, from_zero=from_zero), told=told, alive=lease.renew)


def check(made: Replayed, lease: Lease) -> None:
    """Within the act: is the lease still ours, and are the pool's rules still those of the replay?

    Errors: Refused `run-overtaken`, `rules-changed`.
    """
    lease.hold()
    pool, rulebook = made.basis.pool, made.basis.rulebook
    pool.refresh_from_db()
    if pool.rulebook != rulebook.spec or pool.overrides != _overrides(made):
        raise Refused("rules-changed", pool=pool.slug)


def still_stands(made: Replayed) -> bool:
    """Within an act: did nothing recorded since touch what was replayed?"""
    return changed_since(made.basis.pool, made.basis.upto) > made.basis.on


def _overrides(made: Replayed) -> Any:
    return json.loads(canonical(dict(made.basis.rulebook.overrides)))


# -- written


def store(work: Work, made: Replayed, told: Told | None = None) -> tuple[Run, bool]:
    """Write a replay within an act: (run, is it new?). A run with the same receipt is not written twice."""
    head = _head(made)
    same = _same_run(head)
    run, new = (same, False) if same is not None else (_written(work, made, head, told), True)
    _keep(run, made)
    return run, new


def _head(made: Replayed) -> dict[str, Any]:
    """The part of a receipt by which two runs are the same."""
    b, fold = made.basis, made.fold
    return {
        "pool_id": b.pool.pk,
        "on": b.on,
        "rulebook": b.rulebook.spec,
        "overrides": _overrides(made),
        "rules_sha256": b.store.rules,
        "engine": b.store.engine,
        "facts_sha256": fold.chain.value,
        "journal_sha256": made.lines.chain.value if made.lines else "",
        "standings_sha256": made.standings_sha256,
    }


def _keep(run: Run, made: Replayed) -> None:
    """What helps the next run and can be made again: checkpoints, live standings."""
    checkpoints.keep(run, made.halts, made.wanted, made.basis.known.sha256, made.basis.upto)
    if _is_live(made):
        _live(run, made)


def make_again(pool: Pool, told: Told | None = None) -> bool:
    """Make the checkpoints and live standings of a pool again from its last run, without an act; did it give the same?

    Errors: Refused `run-going-on`, `database-...`.
    """
    last = Run.objects.filter(pool=pool).order_by("-on", "-pk").first()
    if last is None:
        return True
    as_then = basis(pool, last.on, upto=last.upto_id, from_zero=True, rules=(last.rulebook, last.overrides))
    with leased(pool) as lease, spooled(replayed(as_then, told=told, alive=lease.renew)) as made, writing():
        lease.hold()
        same = _same_run(_head(made))
        if same is not None:
            _keep(same, made)
    return same is not None


def _same_run(head: dict[str, Any]) -> Run | None:
    run: Run | None = Run.objects.filter(pool=head["pool_id"], on=head["on"]).order_by("-pk").first()
    return run if run is not None and all(getattr(run, name) == value for name, value in head.items()) else None


def _written(work: Work, made: Replayed, head: dict[str, Any], told: Told | None) -> Run:
    b, lines, same = made.basis, made.lines, made.same
    if lines is None:
        raise TypeError("a replay only looked at has no journal to keep")
    pk = work.new_id(Run)
    first = work.new_id(JournalLine, lines.kept) if lines.kept else None
    work.add(
        Run,
        id=pk,
        **head,
        upto_id=b.upto,
        base_id=same.run_id if same else None,
        since=same.on if same else None,
        kept=same.line if same else None,
        kept_lines=same.lines if same else 0,
        kept_sha256=same.journal_sha256 if same else "",
        facts=made.fold.chain.count,
        counted=made.counted,
        not_counted=made.not_counted,
        findings=made.findings[:FINDINGS_KEPT],
        lines=lines.chain.count,
        first_line=first,
        last_line=first + lines.kept - 1 if first else None,
        started_at=made.started_at,
        finished_at=now(),
    )
    if first:
        _write_lines(pk, first, lines, told)
    run: Run = Run.objects.get(pk=pk)
    return run


def _write_lines(run: int, first: int, lines: Lines, told: Told | None) -> None:
    number = first
    for chunk in lines.chunks():
        insert(JournalLine, [(at, run, *row) for at, row in enumerate(chunk, number)])
        number += len(chunk)
        if told:
            told("write", number - first, lines.kept)


# -- live standings


def _is_live(made: Replayed) -> bool:
    """Is this the pool's present? Not the list of a past day, after which there are facts or a later run."""
    latest = LiveStanding.objects.filter(pool=made.basis.pool).values_list("run__on", flat=True).first()
    return not made.basis.later and (latest is None or made.basis.on >= min(latest, today()))


def _live(run: Run, made: Replayed) -> None:
    pool = made.basis.pool
    LiveStanding.objects.filter(pool=pool).delete()
    members, first = made.basis.window.accounts.numbers, next_id(LiveStanding)
    rows = []
    for number, row in enumerate(made.rows, first):
        rank, player, rating, elo, experience, games, order, level, states, published, more = standing_values(row)
        texts = (canonical(value) for value in (states, published, more))
        order_text = None if order is None else canonical(order)
        rows.append((number, pool.pk, members[player], run.pk, rank, rating, elo, experience, games, order_text, level, *texts))
    insert(LiveStanding, rows)


def run_of(pool: Pool, number: int) -> Run:
    """A run of a pool by its number.

    Errors: Refused `no-such-run`.
    """
    run: Run | None = Run.objects.filter(pool=pool, pk=number).select_related("pool").first()
    if run is None:
        last = list(Run.objects.filter(pool=pool).order_by("-pk").values_list("pk", flat=True)[:10])
        raise Refused("no-such-run", pool=pool.slug, value=number, allowed=last or ["-"])
    return run


def receipt(run: Run) -> dict[str, Any]:
    """What the diary says of a run."""
    return {
        "on": run.on,
        "facts": run.facts,
        "counted": run.counted,
        "not_counted": run.not_counted,
        "lines": run.lines,
        "written": run.lines - run.kept_lines,
        "from": run.since,
    }
