"""The folder of backups: what lies there, what it says of itself, and what is no longer whole."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from offices import POSTGRESQL
from test_runs import YEAR

from bareme.findings import Refused
from bareme.office.config import Config
from bareme.office.exports import backups
from bareme.office.exports.whole import write_whole
from bareme.office.models import Act, User
from bareme.office.people.members import NewMember, new_member
from bareme.office.upkeep import BACKUP, noted

pytestmark = pytest.mark.django_db(transaction=True)  # a copy is not made in the midst of a transaction


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(tmp_path)


def member(by: User, name: str) -> None:
    new_member(by, NewMember(name))


def bitten(path: Path) -> None:
    """One byte in the midst of the longest part turned over, as a bad disk does."""
    with zipfile.ZipFile(path) as archive:
        longest = max(archive.infolist(), key=lambda entry: entry.compress_size)
    data = bytearray(path.read_bytes())
    data[longest.header_offset + 30 + len(longest.filename) + longest.compress_size // 2] ^= 0xFF
    path.write_bytes(bytes(data))


def test_a_backup_is_made_checked_and_shown(admin: User, bring: Callable[..., Any], config: Config) -> None:
    bring(YEAR)
    assert backups.backups(admin, config) == []
    name = backups.make(admin, config)
    found = backups.backups(admin, config)
    assert [one.name for one in found] == [name]
    assert found[0].acts == Act.objects.count()
    assert found[0].finding is None
    path = config.folder / "backups" / name
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    last = noted(config.folder, BACKUP)
    assert last is not None
    assert last["file"] == name
    assert backups.check_all(admin, config) == {name: None}


@pytest.mark.skipif(bool(POSTGRESQL), reason="a copy of tables does not say the hash of its last act")
def test_what_was_recorded_since_is_counted(admin: User, config: Config) -> None:
    backups.make(admin, config)
    assert [one.since for one in backups.backups(admin, config)] == [0]
    member(admin, "Ada")
    member(admin, "Bo")
    assert [one.since for one in backups.backups(admin, config)] == [2]


def test_a_copy_of_all_tables_lies_there_too(admin: User, config: Config) -> None:
    member(admin, "Ada")
    write_whole(backups.folder_of(config) / "all.bareme")
    (found,) = backups.backups(admin, config)
    assert (found.acts, found.since) == (Act.objects.count(), None)
    assert backups.check_all(admin, config) == {"all.bareme": None}


@pytest.mark.parametrize("how", ["tables", "own"])
def test_a_byte_that_turned_over_is_found(admin: User, bring: Callable[..., Any], config: Config, how: str) -> None:
    bring(YEAR)
    if how == "own":
        path = backups.folder_of(config) / backups.make(admin, config)
    else:
        path = backups.folder_of(config) / "all.bareme"
        write_whole(path)
    bitten(path)
    finding = backups.check_all(admin, config)[path.name]
    assert finding is not None
    assert finding.code in ("copy-damaged", "no-copy")
    assert finding.severity == "error"


def test_content_that_was_put_in_its_place_is_found(admin: User, config: Config, tmp_path: Path) -> None:
    path = backups.folder_of(config) / "all.bareme"
    write_whole(tmp_path / "good")
    with zipfile.ZipFile(tmp_path / "good") as good, zipfile.ZipFile(path, "w") as bad:
        for entry in good.namelist():
            data = good.read(entry)
            bad.writestr(entry, data.replace(b"alice", b"mallo") if entry == "office_user.jsonl" else data)
    finding = backups.check_all(admin, config)["all.bareme"]
    assert finding is not None
    assert finding.code == "copy-damaged"


@pytest.mark.parametrize("content", [b"", b"no zip", b"PK\x03\x04"])
def test_what_is_no_backup_is_said_and_the_others_are_shown(admin: User, config: Config, content: bytes) -> None:
    backups.make(admin, config)
    (config.folder / "backups" / "torn.bareme").write_bytes(content)
    (config.folder / "backups" / "notes.txt").write_bytes(b"not ours")
    codes = {one.name: one.finding.code if one.finding else "" for one in backups.backups(admin, config)}
    assert codes.pop("torn.bareme") == "no-copy"
    assert list(codes.values()) == [""]


def test_a_manifest_that_lies_about_its_tables_is_no_traceback(admin: User, config: Config) -> None:
    for name, text in (("a", '{"kind": "bareme-office-export"}'), ("b", '{"kind": "bareme-office-backup"}'), ("c", "[]")):
        with zipfile.ZipFile(backups.folder_of(config) / f"{name}.bareme", "w") as archive:
            archive.writestr("manifest.json", text)
    assert all(one.finding for one in backups.backups(admin, config))
    assert all(backups.check_all(admin, config).values())


def test_a_folder_elsewhere(admin: User, tmp_path: Path) -> None:
    config = Config(tmp_path / "office", backups=str(tmp_path / "elsewhere"))
    config.folder.mkdir()
    name = backups.make(admin, config)
    assert (tmp_path / "elsewhere" / name).is_file()


def test_a_folder_that_cannot_be_is_told(admin: User, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused) as refused:
        backups.backups(admin, Config(tmp_path, backups="file"))
    assert refused.value.finding.code == "cannot-write"


def test_officers_see_and_make_none(officer: User, config: Config) -> None:
    for doing in (backups.backups, backups.make, backups.check_all):
        with pytest.raises(Refused) as refused:
            doing(officer, config)
        assert refused.value.finding.code == "not-allowed"
    assert not (config.folder / "backups").exists()
