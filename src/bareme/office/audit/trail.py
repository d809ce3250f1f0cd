"""The audit trail: how an act is recorded, together with the rows it stands for, and how the trail is verified."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.apps import apps
from django.db import models

from bareme.facts import Place
from bareme.findings import Finding
from bareme.office.audit.digest import Digest, columns, driver_rows, plain_rows, same_for_both
from bareme.office.audit.models import Act
from bareme.office.database import writing
from bareme.office.ledger.bulk import insert, next_id
from bareme.office.pools.models import Pool
from bareme.office.tables import AppendOnly, canonical, storable
from bareme.office.typed import prose
from bareme.office.users.models import User


class Work:
    """An act in the making. Rows appended here are recorded with it; `before`, `after`, `about` may be filled in late."""

    def __init__(self, by: User | None, action: str, pool: Pool | None, about: str, reason: str) -> None:
        last = Act.objects.order_by("-pk").first()
        now = datetime.now(UTC)
        self.act_id: int = last.pk + 1 if last else 1
        self.at = max(now, last.at) if last else now  # the trail never goes back, even if a clock does
        self.by, self.action, self.pool, self.about, self.reason = by, action, pool, about, reason
        self.before: dict[str, Any] = {}
        self.after: dict[str, Any] = {}
        self.digest = Digest()
        self.dropped = False
        self._previous: str = last.hash if last else ""
        self._next: dict[type[models.Model], int] = {}

    def new_id(self, model: type[models.Model], count: int = 1) -> int:
        """The first of `count` new ids of a table whose ids are given here."""
        first = self._next.get(model) or next_id(model)
        self._next[model] = first + count
        return first

    def append(self, model: type[AppendOnly], rows: Iterable[Sequence[Any]], names: Sequence[str] | None = None) -> int:
        """Insert rows of an append-only table, in the order of their ids; the first id, 0 if there were none.

        `names` are the columns that the rows give (`pool_id` for a foreign key `pool`); ids and the act are filled in
        where they are not among them, other columns have their default. Without `names`: every column, in order.
        """
        given = list(rows) if names is None else self._filled(model, list(rows), names)
        if not given:
            return 0
        plain = list(plain_rows(model, given))
        if model.of_act:
            self.digest.add(model, plain)
        insert(model, plain if same_for_both(model) else list(driver_rows(model, given)))
        return int(given[0][0])

    def add(self, model: type[AppendOnly], **values: Any) -> int:
        """Insert one row, columns by name (`pool_id=...`); its id."""
        return self.append(model, [tuple(values.values())], tuple(values))

    def _filled(self, model: type[AppendOnly], rows: Sequence[Sequence[Any]], names: Sequence[str]) -> list[Sequence[Any]]:
        every = columns(model)
        unknown = set(names) - set(every)
        if unknown:
            raise TypeError(f"{model.__name__} has no column {sorted(unknown)}")
        defaults = {field.attname: field.get_default() for field in model._meta.concrete_fields if field.attname not in names}
        if "act_id" in defaults:
            defaults["act_id"] = self.act_id
        number = self.new_id(model, len(rows)) if "id" not in names and rows else 0
        given = ("id", *names, *(name for name in defaults if name != "id")) if "id" in defaults else (*names, *defaults)
        rest = tuple(value for name, value in defaults.items() if name != "id")
        in_order = itemgetter(*(given.index(name) for name in every))
        if "id" in defaults:
            return [in_order((number + at, *row, *rest)) for at, row in enumerate(rows)]
        return [in_order((*row, *rest)) for row in rows]

    def drop(self) -> None:
        """Nothing was changed after all: no act is recorded."""
        self.dropped = True

    def close(self) -> Act | None:
        """Write the act itself, last: its rows are known only now. Foreign keys are checked at the end of the transaction."""
        if self.dropped:
            return None
        act = Act(
            id=self.act_id,
            at=self.at,
            by=self.by,
            by_name=self.by.signature[:150] if self.by else "-",
            action=self.action,
            pool=self.pool,
            about=storable(self.about)[:300],
            reason=prose(self.reason),
            before=self.before,
            after=self.after,
            rows=self.digest.hexdigest(),
            previous=self._previous,
        )
        act.hash = hash_of(act)
        act.save()
        return act


@contextmanager
def acting(by: User | None, action: str, *, pool: Pool | None = None, about: str = "", reason: str = "") -> Iterator[Work]:
    """One act in one transaction: everything written inside is accepted together with its line of the trail, or nothing.

    `by` is the user who decides; whether he may, the service function has asked `users/policy.py` before.
    """
    with writing():
        work = Work(by, action, pool, about, reason)
        yield work
        work.close()


def hash_of(act: Act) -> str:
    """The hash of an act: over all its columns but the hash itself."""
    content = {
        "id": act.pk,
        "at": act.at.astimezone(UTC).isoformat(timespec="microseconds"),
        "by": act.by_id,
        "by_name": act.by_name,
        "action": act.action,
        "pool": act.pool_id,
        "about": act.about,
        "reason": act.reason,
        "before": act.before,
        "after": act.after,
        "rows": act.rows,
        "previous": act.previous,
    }
    return hashlib.sha256(canonical(content).encode("utf-8", "surrogatepass")).hexdigest()


def verify_chain() -> list[Finding]:
    """Every act that does not follow from the one before it, or whose hash is not that of its columns."""
    found = []
    previous, number = "", 0
    for act in Act.objects.order_by("pk").iterator(chunk_size=2000):
        number += 1
        if act.previous != previous or act.pk != number or act.hash != hash_of(act):
            found.append(Finding("audit-broken", Place(f"act/{act.pk}"), {"act": act.pk, "action": act.action}))
            number = act.pk
        previous = act.hash
    return found


def verify_rows() -> Iterator[Finding]:
    """Every act whose recorded rows are not those that stand there now. Each table is read once."""
    digests: dict[int, Digest] = {}
    for model in apps.get_app_config("office").get_models():
        if issubclass(model, AppendOnly) and model.of_act:
            rows = model.objects.order_by("pk").values_list(model.of_act, *columns(model)).iterator(chunk_size=10_000)
            for act, own in groupby(rows, key=itemgetter(0)):
                digests.setdefault(act, Digest()).add(model, plain_rows(model, (row[1:] for row in own)))
    for act in Act.objects.order_by("pk").iterator(chunk_size=2000):
        digest = digests.get(act.pk)
        if (digest.hexdigest() if digest else "") != act.rows:
            yield Finding("audit-rows-differ", Place(f"act/{act.pk}"), {"act": act.pk, "action": act.action, "about": act.about})
