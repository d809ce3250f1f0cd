"""Runs verified: the journal as it stands, and that a replay from zero gives the same bits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import date
from hashlib import sha256
from typing import Any

from bareme.facts import Place
from bareme.findings import Finding
from bareme.office.people.models import Member
from bareme.office.pools.models import Pool
from bareme.office.runs import checkpoints
from bareme.office.runs.chain import Chain
from bareme.office.runs.fold import Fold
from bareme.office.runs.lines import COLUMNS, Lines, row_text
from bareme.office.runs.models import Checkpoint, JournalLine, LiveStanding, Run
from bareme.office.runs.replaying import Basis, Replayed, Told, basis, now
from bareme.office.tables import canonical
from bareme.readers.files import collector_at_rest

_DATE = COLUMNS.index("date")
_TERMS = COLUMNS.index("terms")


def verify_journals(pool: Pool, told: Told | None = None) -> Iterator[Finding]:
    """Every run of the pool whose stored lines are not those of its receipt."""
    runs = list(Run.objects.filter(pool=pool).order_by("pk"))
    cuts = {run.kept for run in runs if run.kept is not None}
    there: dict[int, str] = {}  # the hash up to a line on which a later run goes on
    for done, run in enumerate(runs, 1):
        if run.kept is not None and there.get(run.kept) != run.kept_sha256:
            yield _differs("journal-differs", run)
            continue
        chain = Chain(run.kept_sha256, run.kept_lines)
        for number, row in _stored(run):
            chain.add(row_text(row))
            if number in cuts:
                there[number] = chain.value
        if (chain.value, chain.count) != (run.journal_sha256, run.lines):
            yield _differs("journal-differs", run)
        if told:
            told("verify", done, len(runs))


def _stored(run: Run) -> Iterator[tuple[int, list[Any]]]:
    if run.first_line is None:
        return
    lines = JournalLine.objects.filter(run=run, pk__range=(run.first_line, run.last_line))
    for number, *row in lines.order_by("pk").values_list("pk", *COLUMNS).iterator(chunk_size=5000):
        row[_DATE], row[_TERMS] = row[_DATE].isoformat(), canonical(row[_TERMS])
        yield number, row


def verify_replay(run: Run, told: Told | None = None) -> Iterator[Finding]:
    """Does a replay from zero, of the facts as they were known, give what the run's receipt says, and its checkpoints?"""
    start = basis(run.pool, run.on, upto=run.upto_id, from_zero=True, rules=(run.rulebook, run.overrides))
    if not start.store.alike(run):
        details = {"run": run.pk, "pool": run.pool.slug, "on": run.on, "engine": run.engine, "now": start.store.engine}
        yield Finding("run-other-rules", Place(f"run/{run.pk}"), details)
        return
    points = _points(start)
    with closing(Lines(start.window.accounts.numbers, {v: k for k, v in start.window.labels.items()}, Chain())) as lines:
        with collector_at_rest():
            fold = Fold(start.rulebook, start.known, None, lines)
            found: list[Finding] = []

            def visit(day: date) -> None:
                for point in points.get(day, ()):
                    state = checkpoints.written(fold.book, fold.counted_findings)
                    seen = (sha256(state).hexdigest(), fold.chain.value, lines.chain.value)
                    if seen != (point.sha256, point.facts_sha256, point.journal_sha256):
                        details = {"pool": run.pool.slug, "day": day}
                        found.append(Finding("checkpoint-differs", Place(f"run/{point.run_id}"), details))
                lines.forget()

            fold.run(start.facts, sorted({*points, run.on}), visit, (lambda a, b: told("replay", a, b)) if told else None)
            made = Replayed(start, fold, fold.finish(run.on), now(), lines)
        yield from found
        receipts = {
            "facts": (run.facts_sha256, fold.chain.value),
            "journal": (run.journal_sha256, lines.chain.value),
            "standings": (run.standings_sha256, made.standings_sha256),
        }
    different = [name for name, (then, again) in receipts.items() if then != again]
    if different:
        yield Finding("run-differs", Place(f"run/{run.pk}"), {**_about(run), "what": different})


def _points(start: Basis) -> dict[date, list[Checkpoint]]:
    """The checkpoints that hold for these facts, by day."""
    found: dict[date, list[Checkpoint]] = {}
    for checkpoint in start.store.every:
        known = checkpoint.upto_id <= start.upto and checkpoint.on <= start.on
        if known and start.store.stands(checkpoint, start.known.sha256):
            found.setdefault(checkpoint.on, []).append(checkpoint)
    return found


def verify_live(pool: Pool) -> Iterator[Finding]:
    """Are the live standings those of their run?"""
    live = LiveStanding.objects.filter(pool=pool).order_by("pk")
    first = live.select_related("run").first()
    if first is None:
        return
    codes = dict(Member.objects.values_list("pk", "code"))
    names = ("rank", "player_id", "rating", "elo", "experience", "games", "order", "level", "states", "published", "more")
    whole = sha256()
    for row in live.values_list(*names):
        values = [row[0], codes[row[1]], *row[2:]]
        whole.update(canonical(values).encode("utf-8", "surrogatepass") + b"\n")
    if whole.hexdigest() != first.run.standings_sha256:
        yield _differs("live-differs", first.run)


def _differs(code: str, run: Run) -> Finding:
    return Finding(code, Place(f"run/{run.pk}"), _about(run))


def _about(run: Run) -> dict[str, Any]:
    return {"run": run.pk, "pool": run.pool.slug, "on": run.on}
