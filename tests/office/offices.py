"""Real offices in folders, worked on by processes of their own, as officers do."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

POSTGRESQL = os.environ.get("BAREME_TEST_DATABASE_URL", "")


@dataclass(frozen=True)
class Office:
    """A folder with an office, and the environment in which commands find it."""

    folder: Path
    environment: dict[str, str]

    def start(self, *arguments: str, **more: str) -> subprocess.Popen[str]:
        """Begin a command."""
        command = [sys.executable, "-m", "bareme.cli", "office", *arguments]
        return subprocess.Popen(
            command, env={**self.environment, **more}, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder
        )

    def run(self, *arguments: str, code: int = 0, **more: str) -> str:
        """Run a command to its end; what it printed. It must end with `code`."""
        process = self.start(*arguments, **more)
        out, err = process.communicate(timeout=600)  # a busy machine takes its time
        assert process.returncode == code, f"{arguments}: {process.returncode}\n{out}\n{err}"
        return out + err

    def write(self, name: str, text: str) -> str:
        """A file in the office's folder; its path."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)


class Warm:
    """An office whose commands are forked from one process that has loaded everything (warm.py), to be killed in their work."""

    def __init__(self, ours: Office) -> None:
        self.office, self.folder, self.write = ours, ours.folder, ours.write
        command = [sys.executable, str(Path(__file__).with_name("warm.py"))]
        self.process = subprocess.Popen(
            command, env=ours.environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ours.folder
        )

    def run(self, *arguments: str, code: int = 0) -> str:
        """Run a command to its end; what it printed. It must end with `code`."""
        ended, said = self._ended(arguments, None)
        assert ended == code, f"{arguments}: {ended}\n{said}"
        return said

    def kill(self, *arguments: str, after: float) -> bool:
        """Run a command, and kill it after some seconds; did it die of that, and not end before?"""
        code, said = self._ended(arguments, after)
        assert code in (0, -signal.SIGKILL), f"{arguments}: {code}\n{said}"
        return code != 0

    def close(self) -> None:
        """No more commands."""
        self.process.communicate()

    def _ended(self, arguments: tuple[str, ...], after: float | None) -> tuple[int, str]:
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps([arguments, after]), file=self.process.stdin, flush=True)
        code, said = json.loads(self.process.stdout.readline())
        return code, said


@contextmanager
def warm(ours: Office) -> Iterator[Warm]:
    """The office's commands, loaded."""
    loaded = Warm(ours)
    try:
        yield loaded
    finally:
        loaded.close()


@contextmanager
def office(folder: Path, *, init: bool = True) -> Iterator[Office]:
    """A new office: on SQLite, or in a database of its own on the PostgreSQL of the tests. Not `init`: only room for one."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("BAREME", "DJANGO"))}
    environment = {**kept, "BAREME_USER": "alice", "BAREME_OFFICE": str(folder), "LC_ALL": "C.UTF-8", "PYTHONWARNINGS": "error"}
    folder.mkdir(exist_ok=True)
    with _database() as url:
        if url:
            environment["BAREME_DATABASE_URL"] = url
        made = Office(folder, environment)
        if not init:
            yield made
            return
        made.run("init", str(folder), "--admin", "alice", BAREME_ADMIN_PASSWORD="correct horse battery")  # noqa: S106
        yield made


@contextmanager
def _database() -> Iterator[str]:
    if not POSTGRESQL:
        yield ""
        return
    import psycopg

    name = f"office_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(POSTGRESQL, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        yield POSTGRESQL.replace("/postgres?", f"/{name}?")
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
