"""When the office was last copied and verified."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from bareme.office.config import UPKEEP
from bareme.office.upkeep import BACKUP, VERIFY, note, noted
from bareme.office.users.service import new_user
from bareme.office.verify import verify


def test_what_was_done_is_noted_with_its_moment(tmp_path: Path) -> None:
    assert noted(tmp_path, BACKUP) is None
    before = datetime.now(UTC).replace(microsecond=0)
    note(tmp_path, BACKUP, file="a.zip")
    note(tmp_path, VERIFY, faults=0)
    found = noted(tmp_path, BACKUP)
    assert found is not None
    assert found["file"] == "a.zip"
    assert before <= found["at"] <= datetime.now(UTC)
    assert (tmp_path / UPKEEP).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("content", ["", "[]", "{", "\x00"])
def test_a_file_that_is_none_of_ours_says_nothing(tmp_path: Path, content: str) -> None:
    (tmp_path / UPKEEP).write_text(content, encoding="utf-8")
    assert noted(tmp_path, VERIFY) is None


@pytest.mark.django_db
def test_verifying_is_noted_where_everything_was_verified(tmp_path: Path) -> None:
    alice = new_user(None, "alice", "administrator", None)
    assert verify(alice) == []
    assert noted(tmp_path, VERIFY) is None
    verify(alice, folder=tmp_path)
    found = noted(tmp_path, VERIFY)
    assert found is not None
    assert found["faults"] == 0
