"""Triggers that refuse to change or delete a row of an append-only table, in SQLite and in PostgreSQL.

They are put up after every migration: SQLite drops a table's triggers when a migration rebuilds it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.apps import apps
from django.db import connections

from bareme.office.tables import AppendOnly

REFUSAL = "this table is append-only"
# The bytes of a file may go where an erasure was recorded for it.
UNLESS = {"office_filecontent": 'EXISTS (SELECT 1 FROM "office_erasure" WHERE "file_id" = OLD."id")'}

_POSTGRESQL_FUNCTION = f"""
CREATE OR REPLACE FUNCTION bareme_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'bareme: % of % refused: {REFUSAL}', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$
"""
_POSTGRESQL_FILES = """
CREATE OR REPLACE FUNCTION bareme_erasable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "office_erasure" WHERE "file_id" = OLD."id") THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'bareme: % of % refused: no erasure was recorded', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$
"""


def guarded() -> list[str]:
    """The append-only tables."""
    return sorted(model._meta.db_table for model in apps.get_app_config("office").get_models() if issubclass(model, AppendOnly))


def wanted(vendor: str) -> dict[str, str]:
    """Every trigger by name, with the SQL that makes it."""
    triggers: dict[str, str] = {}
    for table in guarded():
        make = _postgresql if vendor == "postgresql" else _sqlite
        triggers.update(make(table))
    return triggers


def _sqlite(table: str) -> dict[str, str]:
    found = {}
    for event in ("update", "delete"):
        name = f"{table}_no_{event}"
        unless = UNLESS.get(table, "") if event == "delete" else ""
        when = f" WHEN NOT {unless}" if unless else ""
        refuse = f"BEGIN SELECT RAISE(ABORT, 'bareme: {event} of {table} refused: {REFUSAL}'); END"
        found[name] = f'CREATE TRIGGER "{name}" BEFORE {event.upper()} ON "{table}"{when} {refuse}'
    return found


def _postgresql(table: str) -> dict[str, str]:
    delete = "bareme_erasable" if table in UNLESS else "bareme_append_only"
    row = 'CREATE TRIGGER "{name}" BEFORE {event} ON "{table}" FOR EACH ROW EXECUTE FUNCTION {function}()'
    events = {"update": "bareme_append_only", "delete": delete}
    found = {
        f"{table}_no_{event}": row.format(name=f"{table}_no_{event}", event=event.upper(), table=table, function=function)
        for event, function in events.items()
    }
    name = f"{table}_no_truncate"
    found[name] = f'CREATE TRIGGER "{name}" BEFORE TRUNCATE ON "{table}" EXECUTE FUNCTION bareme_append_only()'
    return found


def present(connection: Any) -> set[str]:
    """The names of the triggers that stand."""
    query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    if connection.vendor == "postgresql":
        query = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')"
    with connection.cursor() as cursor:
        cursor.execute(query)
        return {name for (name,) in cursor.fetchall()}


def missing(connection: Any) -> list[str]:
    """The triggers that should stand and do not."""
    return sorted(wanted(connection.vendor).keys() - present(connection))


def install(connection: Any) -> None:
    """Put up whatever is missing."""
    absent = missing(connection)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRESQL_FUNCTION.replace("%", "%%"), [])
            cursor.execute(_POSTGRESQL_FILES.replace("%", "%%"), [])
        for name in absent:
            cursor.execute(wanted(connection.vendor)[name])


def lift(connection: Any, tables: Iterable[str]) -> None:
    """Take the guards of these tables down, in this transaction: for a migration that must rewrite rows."""
    with connection.cursor() as cursor:
        for table in tables:
            for name in (name for name in wanted(connection.vendor) if name.startswith(f"{table}_no_")):
                on = f' ON "{table}"' if connection.vendor == "postgresql" else ""
                cursor.execute(f'DROP TRIGGER "{name}"{on}')


def after_migration(*, using: str, **_: Any) -> None:
    """The receiver of `post_migrate`; a database migrated only in part has no tables to guard yet."""
    connection = connections[using]
    if set(guarded()) <= set(connection.introspection.table_names()):
        install(connection)
