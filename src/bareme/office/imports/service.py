"""Import files: read, match, check, preview, record. One act, one transaction; nothing or all."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import PurePath
from typing import Any

from bareme.findings import Finding, Refused
from bareme.office.audit.models import Act
from bareme.office.audit.trail import Work, acting
from bareme.office.imports.commit import Commit, Delivery
from bareme.office.imports.models import Erasure, FileContent, Import, ImportedFile
from bareme.office.imports.plan import Plan, plan_import
from bareme.office.ledger.models import Event
from bareme.office.pools.models import Pool
from bareme.office.runs.effect import Effect, compared
from bareme.office.runs.replaying import Basis, Draft, Told, draft, lists_of
from bareme.office.tables import storable
from bareme.office.users.models import User
from bareme.office.users.policy import may, require
from bareme.readers import Reading, read_bytes
from bareme.readers.files import collector_at_rest


@dataclass(frozen=True)
class Options:
    """What the officer says about his files and about who and what is in them.

    `match`: a person as the file names him -> a member's code, or `new`; `*` -> `new` makes everybody new whose name is only
    alike. `both`: what looks like a game the ledger tells otherwise is another game. `despite_errors`: record the good rows
    though others were refused.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    encoding: str | None = None
    delimiter: str | None = None
    kind: str | None = None
    date: date | None = None
    match: Mapping[str, str] = field(default_factory=dict)
    both: bool = False
    despite_errors: bool = False


@dataclass
class Result:
    """What an import did, or would do. `act` is None where nothing was recorded: a preview, a question, nothing new."""

    plan: Plan
    act: Act | None = None
    counts: Mapping[str, int] = field(default_factory=dict)
    effect: Effect | None = None  # of a preview: who would move
    earlier: Act | None = None  # the act that recorded the same content
    names: Mapping[str, str] = field(default_factory=dict)  # of everybody in the files: code -> name

    @property
    def findings(self) -> list[Finding]:
        """Everything there is to say: about the files, then about people, events and what is known already."""
        return [*self.plan.reading.findings, *self.plan.findings]

    @property
    def stopped(self) -> bool:
        """Was nothing recorded because something must be decided or corrected first?"""
        return self.act is None and not self.counts and self.earlier is None and bool(self.plan.questions or self.plan.faults)


class _TakenBack(Exception):  # noqa: N818 - not an error
    """Ends a transaction that is not to be kept."""


def read_files(deliveries: Sequence[Delivery], options: Options) -> Reading:
    """The files read, as the options say."""
    return read_bytes(
        [(delivery.name, delivery.data) for delivery in deliveries],
        columns=options.columns,
        encoding=options.encoding,
        delimiter=options.delimiter,
        kind=options.kind,
        date=options.date,
    )


def deliver(files: Sequence[tuple[str, bytes]]) -> list[Delivery]:
    """Files under their own names, without folders; two of one name are told apart."""
    found: dict[str, Delivery] = {}
    for path, data in files:
        name = base = storable(PurePath(path).name) or "-"
        number = 2
        while name in found:
            name, number = f"{number}-{base}", number + 1
        found[name] = Delivery(name, data)
    return list(found.values())


def import_files(
    by: User,
    pool: Pool,
    deliveries: Sequence[Delivery],
    options: Options | None = None,
    *,
    reason: str = "",
    preview: bool = False,
    told: Told | None = None,
    agreed: Callable[[Result, int], None] | None = None,
) -> Result:
    """Bring files into a pool. A preview does everything and takes it back: what it shows is what would be recorded.

    `told` hears of the phases `files`, `match`, `rows`, `replay` (of a preview). `agreed` sees what is about to be recorded, and
    as which act, in the same transaction: what it writes is accepted with it, what it raises takes all of it back.
    Errors: Refused `not-allowed`, `database-...`. What is wrong in the files, and what must be decided, is in the result.
    """
    chosen, tell = options or Options(), told or _untold
    require(by, "preview-import" if preview else "import", pool)
    tell("files", 0, 0)
    reading = read_files(deliveries, chosen)
    tell("match", 0, 0)
    result: Result | None = None
    drawn: Draft | None = None
    about = ", ".join(delivery.name for delivery in deliveries)
    try:
        with collector_at_rest(), acting(by, "import", pool=pool, about=about, reason=reason) as work:
            result = _import(work, by, pool, reading, deliveries, chosen, tell)
            if preview and result.counts:
                tell("replay", 0, 0)
                drawn = draft(pool, None, work.act_id)
            if preview or not result.counts:
                raise _TakenBack
            if agreed:
                agreed(result, work.act_id)
    except _TakenBack:
        pass
    if result is None:
        raise AssertionError
    if not preview and result.counts:
        result.act = Act.objects.get(pk=work.act_id)
    if drawn:
        with collector_at_rest():
            result.effect = _effect(*drawn.sides(), tell)
    return result


def _untold(phase: str, done: int, total: int) -> None:
    """Nobody looks."""


def _effect(before: Basis | None, after: Basis, tell: Told) -> Effect:
    now = lists_of(before, told=tell)[before.on] if before else []
    return compared(after.on, now, lists_of(after, told=tell)[after.on])


def _import(
    work: Work,
    by: User,
    pool: Pool,
    reading: Reading,
    deliveries: Sequence[Delivery],
    options: Options,
    tell: Told,
) -> Result:
    plan = plan_import(pool, reading, options.match, both=options.both)
    result = Result(plan)
    if plan.questions or (plan.faults and not options.despite_errors) or not reading.facts:
        return result
    if not may(by, "edit-members"):
        _check_own(by, plan)
    commit = Commit(
        work, plan, deliveries, _noted(options), dict(options.match), by, lambda done, total: tell("rows", done, total)
    )
    if commit.write():
        result.counts = dict(work.after)
        codes = {**{key: key for key in plan.keys.values()}, **commit.codes}
        result.names = {codes[plan.keys[key]]: match.person.full_name for key, match in plan.people.items()}
    else:
        result.earlier = _earlier(pool, work, plan.content(), deliveries)
        first = f"act/{result.earlier.pk}" if result.earlier else "-"
        plan.findings.append(Finding("nothing-new", details={"first": first}))
    return result


def _earlier(pool: Pool, work: Work, content: str, deliveries: Sequence[Delivery]) -> Act | None:
    """The act that recorded the same content, or one of the same files."""
    imports = Import.objects.filter(pool=pool).exclude(act=work.act_id).order_by("pk")
    hashes = [hashlib.sha256(delivery.data).hexdigest() for delivery in deliveries]
    found = imports.filter(content=content).first() or imports.filter(files__sha256__in=hashes).first()
    return found.act if found else None


def _noted(options: Options) -> dict[str, Any]:
    noted = {
        "columns": dict(options.columns),
        "encoding": options.encoding,
        "delimiter": options.delimiter,
        "kind": options.kind,
        "date": options.date.isoformat() if options.date else None,
        "both": options.both,
        "despite_errors": options.despite_errors,
    }
    return {name: value for name, value in noted.items() if value}


def _check_own(by: User, plan: Plan) -> None:
    """A reporter brings games and places of his own events, and no decisions or lists.

    Errors: Refused `not-allowed`.
    """
    for match in plan.events.values():
        require(by, "add-results", Event.objects.get(pk=match.known.pk) if match.known else plan.pool)
    lists = {file.kind for file in plan.reading.files} & {"players", "rating-list", "adjustments"}
    if lists or any(not game.event for game in plan.facts.games):
        raise Refused("not-allowed", user=by.username, role=by.role, action="import", about=", ".join(sorted(lists)) or "-")


# -- the files themselves


def file_of(number: int) -> ImportedFile:
    """Errors: Refused `no-such-file`."""
    file: ImportedFile | None = ImportedFile.objects.select_related("imported__pool").filter(pk=number).first()
    if file is None:
        raise Refused("no-such-file", value=number)
    return file


def files_of(by: User, pool: Pool | None = None) -> list[ImportedFile]:
    """The files that were imported, oldest first."""
    require(by, "see-files", pool)
    query = ImportedFile.objects.select_related("imported__pool").order_by("pk")
    return list(query.filter(imported__pool=pool) if pool else query)


def file_bytes(by: User, file: ImportedFile) -> bytes:
    """A file as it came.

    Errors: Refused `not-allowed`, `file-erased`, `file-differs`.
    """
    require(by, "see-files", file)
    content = FileContent.objects.filter(pk=file.pk).first()
    if content is None:
        raise Refused("file-erased", file=file.place)
    data = zlib.decompress(bytes(content.data))
    if hashlib.sha256(data).hexdigest() != file.sha256:
        raise Refused("file-differs", file=file.place)
    return data


def erase_file(by: User, file: ImportedFile, reason: str) -> None:
    """Erase a file's bytes, for the personal data in them. Its hash, and the facts read from it, stay.

    Errors: Refused `not-allowed`, `file-erased`.
    """
    require(by, "erase", file)
    with acting(by, "erase-file", pool=file.imported.pool, about=file.place, reason=reason) as work:
        if Erasure.objects.filter(file=file).exists():
            raise Refused("file-erased", file=file.place)
        work.add(Erasure, file_id=file.pk)
        FileContent.objects.filter(pk=file.pk).delete()
