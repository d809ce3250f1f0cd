"""An office of the first version is brought up to date without losing a bit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from first_office import KEPT, WAITING, found
from offices import POSTGRESQL, Warm, office, warm

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
