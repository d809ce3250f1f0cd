"""An office in the test's own database, and what tests do in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db.backends.base.operations import BaseDatabaseOperations

from bareme.cli import main
from bareme.office.audit import guards
from bareme.office.config import FILE
from bareme.office.imports.service import Options, Result, deliver, import_files
from bareme.office.models import Pool, User
from bareme.office.pools.service import new_pool
from bareme.office.users.service import new_user


@pytest.fixture
def admin(db: None) -> User:
    return new_user(None, "alice", "administrator", None)


@pytest.fixture
def officer(admin: User) -> User:
    return new_user(admin, "olga", "officer", None)


@pytest.fixture
def pool(admin: User) -> Pool:
    return new_pool(admin, "ladder", "elo")


@pytest.fixture
def bring(officer: User, pool: Pool) -> Callable[..., Result]:
    """Import texts as files into the pool: bring("date,..."), or bring({"a.csv": "..."}); options by keyword."""

    def importing(files: str | bytes | dict[str, str | bytes], **more: Any) -> Result:
        named = files if isinstance(files, dict) else {"results.csv": files}
        sent = [(name, data.encode() if isinstance(data, str) else data) for name, data in named.items()]
        into, by = more.pop("pool", pool), more.pop("by", officer)
        preview, reason = more.pop("preview", False), more.pop("reason", "")
        return import_files(by, into, deliver(sent), Options(**more), preview=preview, reason=reason)

    return importing


@pytest.fixture
def desk(admin: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run commands of the office in the test's own database: desk("pool", "list"); what they printed."""
    (tmp_path / FILE).write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BAREME_OFFICE", str(tmp_path))
    monkeypatch.setenv("BAREME_USER", admin.username)
    monkeypatch.setenv("LOGNAME", admin.username)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def run(*arguments: str, code: int = 0) -> str:
        ended = main(["office", *arguments])
        printed = capsys.readouterr()
        assert ended == code, printed
        return printed.out + printed.err

    return run


@pytest.fixture(autouse=True, scope="session")
def _guards_down_for_the_flush() -> Iterator[None]:
    """A test with transactions of its own ends in emptying the tables, which the guards refuse; after it they stand again."""
    flush = BaseDatabaseOperations.execute_sql_flush

    def lifted(operations: Any, statements: Any) -> None:
        guards.lift(operations.connection, guards.guarded())
        flush(operations, statements)

    BaseDatabaseOperations.execute_sql_flush = lifted
    yield
    BaseDatabaseOperations.execute_sql_flush = flush
