"""Digests of rows: the same for the same content, on every database, before and after a column is added.

A row is digested as the JSON of its values that are not their column's default, so that a later column with a
default leaves old digests as they are.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from functools import cache, partial
from itertools import islice
from typing import Any

from django.db import connection, models

from bareme.office.tables import AppendOnly, JsonText, canonical

_NOTHING = object()
_CHUNK = 1000
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def columns(model: type[models.Model]) -> list[str]:
    """The names of a model's columns, in the order of its fields: `act_id` for a foreign key `act`."""
    return [field.attname for field in model._meta.concrete_fields]


@cache
def _defaults(model: type[models.Model]) -> list[Any]:
    found = []
    for field in model._meta.concrete_fields:
        default = field.get_default() if field.has_default() else None if field.null else _NOTHING
        found.append(_plain(field)(default) if default is not _NOTHING else _NOTHING)
    return found


def _special(field: Any) -> bool:
    return isinstance(field, (models.DateField, models.FloatField, models.BinaryField, JsonText))


def _plain(field: Any) -> Callable[[Any], Any]:
    if isinstance(field, models.DateTimeField):
        return _moment
    if isinstance(field, models.DateField):
        return _day
    if isinstance(field, models.FloatField):
        return lambda value: None if value is None else float(value)
    if isinstance(field, models.BinaryField):
        return lambda value: None if value is None else hashlib.sha256(value).hexdigest()
    if isinstance(field, JsonText):
        return lambda value: value if value is None else canonical(value)
    return lambda value: value


@cache
def _day(value: date | None) -> str | None:
    return value.isoformat() if value else None


def _moment(value: datetime | None) -> str | None:
    return value.astimezone(UTC).isoformat(timespec="microseconds") if value else None


class Digest:
    """The digest of rows of several tables, each table's in the order of their ids, however many are added at a time."""

    def __init__(self) -> None:
        self._tables: dict[str, Any] = {}

    def add(self, model: type[AppendOnly], rows: Iterable[Sequence[Any]]) -> None:
        """Rows of plain values, one for each column."""
        names, defaults = columns(model), _defaults(model)  # type: ignore[arg-type]  # a class is hashable; mypy sees Django's Any
        table = model._meta.db_table
        every = iter(rows)
        while chunk := list(islice(every, _CHUNK)):
            said = [{n: v for n, v, d in zip(names, row, defaults, strict=True) if v != d} for row in chunk]
            text = _encode(said)[1:-1]  # one list of rows, as if all had been added at once
            if table in self._tables:
                self._tables[table].update(b",")
            else:
                self._tables[table] = hashlib.sha256()
            self._tables[table].update(text.encode("utf-8", "surrogatepass"))

    def hexdigest(self) -> str:
        """The digest over all tables; empty when there was no row."""
        if not self._tables:
            return ""
        return hashlib.sha256(canonical({table: h.hexdigest() for table, h in self._tables.items()}).encode()).hexdigest()


def plain_rows(model: type[models.Model], rows: Iterable[Sequence[Any]]) -> Iterator[list[Any]]:
    """Rows as given or as read, with every value made plain: text, numbers, None."""
    return _made(rows, [(at, _plain(field)) for at, field in enumerate(model._meta.concrete_fields) if _special(field)])


def driver_rows(model: type[models.Model], rows: Iterable[Sequence[Any]]) -> Iterator[list[Any]]:
    """Rows as given, with every value as the database's driver takes it: bytes and moments stay what they are."""
    makers: list[tuple[int, Callable[[Any], Any]]] = []
    for at, field in enumerate(model._meta.concrete_fields):
        if isinstance(field, (models.BinaryField, models.DateTimeField)):
            makers.append((at, partial(field.get_db_prep_value, connection=connection)))
        elif _special(field):
            makers.append((at, _plain(field)))
    return _made(rows, makers)


def same_for_both(model: type[models.Model]) -> bool:
    """Are the plain values those the driver takes?"""
    return not any(isinstance(f, (models.BinaryField, models.DateTimeField)) for f in model._meta.concrete_fields)


def _made(rows: Iterable[Sequence[Any]], makers: Sequence[tuple[int, Callable[[Any], Any]]]) -> Iterator[list[Any]]:
    for row in rows:
        made = list(row)
        for at, make in makers:
            made[at] = make(made[at])
        yield made
