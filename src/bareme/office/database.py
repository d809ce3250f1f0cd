"""The database at work: one writer at a time, readers that see one moment, and plain words when it fails."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from pathlib import Path

from django.db import Error, IntegrityError, connection, transaction

from bareme.findings import Refused

WRITER = 0x626172656D65  # the advisory lock of the office's one writer ("bareme")


@contextmanager
def writing() -> Iterator[None]:
    """One transaction of the office's one writer: all of it is accepted, or none.

    SQLite begins it IMMEDIATE (settings), PostgreSQL takes an advisory lock, both until the transaction's end.
    Errors: Refused `database-...`.
    """
    with told(), transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [WRITER])
        yield


@contextmanager
def alone() -> Iterator[None]:
    """The schema is changed by one process at a time; others wait. It takes several transactions, so none of them can say so."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [WRITER])
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [WRITER])
        return
    folder = os.open(Path(place()).parent, os.O_RDONLY)
    try:
        flock(folder, LOCK_EX)  # the system lets go of it when the process ends
        yield
    finally:
        os.close(folder)


@contextmanager
def reading() -> Iterator[None]:
    """Several queries that see the ledger at one moment. Within a transaction: that transaction's moment."""
    with told():
        if connection.in_atomic_block or _reading_already():
            yield
        elif connection.vendor == "postgresql":
            with transaction.atomic():
                with connection.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
                yield
        else:
            with connection.cursor() as cursor:
                cursor.execute("BEGIN DEFERRED")
                try:
                    yield
                finally:
                    cursor.execute("COMMIT")


def _reading_already() -> bool:
    """SQLite: has this connection begun to read, further out?"""
    return bool(connection.vendor == "sqlite" and connection.connection is not None and connection.connection.in_transaction)


@contextmanager
def told() -> Iterator[None]:
    """A database that fails for an outside reason is `Refused`, with what to do; a bug stays a bug."""
    try:
        yield
    except IntegrityError:
        raise
    except Error as error:
        finding = why(error)
        if finding is None:
            raise
        raise Refused(finding, database=place(), why=str(error).strip().splitlines()[0]) from error


_SIGNS = {
    "database-full": ("disk is full", "no space left", "could not extend file", "disk i/o error"),
    "database-read-only": ("readonly database", "read-only transaction"),
    "database-busy": ("database is locked", "lock timeout", "deadlock detected", "too many clients"),
    "database-unreachable": (
        *("unable to open database", "connection failed", "could not connect", "connection refused", "is closed"),
        *("terminating connection", "server closed the connection", "shutting down", "starting up", "consuming input failed"),
    ),
    "database-damaged": ("malformed", "is not a database", "checksum"),
    "database-not-prepared": ("no such table", "does not exist", "no such column"),
}


def why(error: Error) -> str | None:
    """The code of the finding that says why the database failed; None where it is a bug."""
    text = str(error).lower()
    return next((code for code, signs in _SIGNS.items() if any(sign in text for sign in signs)), None)


def place() -> str:
    """The database as one would name it to the officer: never with its password."""
    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        return str(settings["NAME"])
    return f"postgresql://{settings['HOST'] or 'local'}/{settings['NAME']}"
