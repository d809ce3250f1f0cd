"""An office of the first version is brought up to date without losing a bit."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from first_office import KEPT, WAITING, found
from offices import POSTGRESQL, Office, Warm, office, warm

pytestmark = pytest.mark.skipif(bool(POSTGRESQL), reason="the copy is one of SQLite; an export goes between databases")


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warm]:
    """The office of the first version, unpacked and migrated."""
    with office(tmp_path_factory.mktemp("first"), init=False) as ours:
        assert "is ready" in ours.run("restore", str(KEPT / "first.zip"), str(ours.folder))
        with warm(ours) as loaded:
            yield loaded


def test_not_a_bit_is_lost(first: Warm) -> None:
    kept = json.loads((KEPT / "first.json").read_text(encoding="utf-8"))
    columns = {table: rows["columns"] for table, rows in kept["rows"].items()}
    now = found(first, columns)
    assert len(kept["acts"]) == 49
    assert now["acts"] == kept["acts"]
    assert now["editions"] == kept["editions"]
    assert now["rows"] == kept["rows"]


def test_it_verifies_and_is_up_to_date(first: Warm) -> None:
    assert "faults" not in first.run("verify")
    assert "up to date" in first.run("upgrade")


def test_work_goes_on(first: Warm) -> None:
    assert "waits for otto" in first.run("correct", "list")
    first.run("correct", "accept", str(WAITING), "--as", "otto", "--anew", "--on", "2025-11-01")
    assert "edition 3" in first.run("publish", "--pool", "club", "--date", "2025-06-01")
    first.run("rate", "--pool", "club", "--on", "2025-11-01")
    assert "faults" not in first.run("verify")


def test_it_goes_to_another_folder_and_back(first: Warm, tmp_path: Path) -> None:
    first.run("export-all", "all.zip")
    cold = first.office  # the loaded commands know one office alone
    cold.run("restore", "all.zip", str(tmp_path / "second"))
    cold.run("export-all", str(tmp_path / "again.zip"), "--dir", str(tmp_path / "second"))
    assert (tmp_path / "again.zip").read_bytes() == (first.folder / "all.zip").read_bytes()


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Office]:
    """A folder with the database of the first version, as it is when a new version of the program comes."""
    with office(tmp_path / "old") as ours:
        with zipfile.ZipFile(KEPT / "first.zip") as copy:
            copy.extract("office.sqlite3", ours.folder)
        yield ours


COMMANDS = (
    "pool list",
    "member new Zoe",
    "user list",
    "audit",
    "verify",
    "rate --pool club",
    "export-all all.zip",
    "serve --port 0",
)


def test_in_an_old_office_a_command_says_what_to_do(old: Office) -> None:
    for command in COMMANDS:
        assert "run bareme office upgrade" in old.run(*command.split(), code=2)


def test_it_is_copied_and_upgraded_in_its_place_by_several_at_once(old: Office) -> None:
    assert "Written and checked" in old.run("backup", "before.zip")
    assert "not-allowed" in old.run("upgrade", "--as", "otto", code=2)
    upgrades = [old.start("upgrade") for _ in range(3)]
    said = sorted("".join(one.communicate(timeout=120)) for one in upgrades)
    assert said[:2] == ["The database is up to date.\n"] * 2
    assert "office.0003_first_passwords" in said[2]
    assert "faults" not in old.run("verify")


def test_what_a_newer_version_made_is_left_alone(old: Office, tmp_path: Path) -> None:
    old.run("upgrade")
    with sqlite3.connect(old.folder / "office.sqlite3") as database:
        database.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('office', '9999_later', '2099-01-01')")
    database.close()
    for command in ("pool list", "upgrade", "serve --port 0"):
        assert "a newer version of Barème (9999_later)" in old.run(*command.split(), code=2)
    old.run("backup", str(tmp_path / "newer.zip"))
    assert "database-newer" in old.run("restore", str(tmp_path / "newer.zip"), str(tmp_path / "again"), code=2)
