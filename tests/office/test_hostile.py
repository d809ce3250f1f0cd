"""What a hostile or unlucky officer does to an office from the command line: an answer in words, and nothing half done."""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from first_office import KEPT
from offices import POSTGRESQL, Office, office

from bareme.findings import Refused
from bareme.office.exports.manifest import BACKUP, EXPORT, manifest

pytestmark = pytest.mark.skipif(bool(POSTGRESQL), reason="backups of SQLite; files and names are the same on both")
WHOLE: dict[str, dict[str, Any]] = {
    BACKUP: {"kind": BACKUP, "content": "", "name": "x", "language": "en", "acts": 1, "last_act": "x"},
    EXPORT: {"kind": EXPORT, "content": "", "migrations": ["x"], "tables": {}},
}


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    with office(tmp_path_factory.mktemp("hostile") / "office") as made:
        made.run("pool", "new", "club", "--rulebook", "elo")
        yield made


def changed(source: Path, target: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    """A copy of an office with other parts."""
    with zipfile.ZipFile(source) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    change(parts)
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return target


# -- copies


@pytest.mark.parametrize("text", ["", "[]", "null", "{", "[" * 100_000, "9" * 10_000, '{"kind": []}', "\udcff"])
def test_a_manifest_that_is_none(text: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "copy.zip", "w") as archive:
        archive.writestr("manifest.json", text.encode("utf-8", "surrogateescape"))
    with pytest.raises(Refused):
        manifest(tmp_path / "copy.zip")


@pytest.mark.parametrize("value", [..., None, 5, [], {"x": 1}])
@pytest.mark.parametrize(("kind", "key"), [(kind, key) for kind, whole in WHOLE.items() for key in whole])
def test_a_manifest_that_says_too_little(kind: str, key: str, value: Any, tmp_path: Path) -> None:
    if key == "acts" and value == 5:
        return
    about = {**WHOLE[kind], key: value}
    if value is ...:
        del about[key]
    with zipfile.ZipFile(tmp_path / "copy.zip", "w") as archive:
        archive.writestr("manifest.json", json.dumps(about))
    with pytest.raises(Refused) as refused:
        manifest(tmp_path / "copy.zip")
    assert refused.value.finding.code == ("no-copy" if key == "kind" else "copy-damaged")


def _without_database(parts: dict[str, bytes]) -> None:
    del parts["office.sqlite3"]


def _other_database(data: bytes) -> Callable[[dict[str, bytes]], None]:
    def change(parts: dict[str, bytes]) -> None:
        about = json.loads(parts["manifest.json"])
        parts["office.sqlite3"], about["content"] = data, sha256(data).hexdigest()
        parts["manifest.json"] = json.dumps(about).encode()

    return change


@pytest.mark.parametrize("change", [_without_database, _other_database(b""), _other_database(b"no database" * 1000)])
def test_a_backup_that_was_tampered_with_makes_no_office(
    change: Callable[[dict[str, bytes]], None], ours: Office, tmp_path: Path
) -> None:
    copy = changed(KEPT / "first.zip", tmp_path / "copy.zip", change)
    assert "damaged" in ours.run("restore", str(copy), str(tmp_path / "new"), code=2)
    assert [path.name for path in tmp_path.iterdir()] == ["copy.zip"]


@pytest.mark.parametrize(
    ("table", "old", "new"),
    [
        ("office_user", b"", b""),  # none at all, of whom acts speak
        ("office_user", b'"2', b'"x2'),  # days that are none
        ("office_act", b"[", b"[" * 100_000),
    ],
)
def test_rows_that_were_tampered_with_make_no_office(table: str, old: bytes, new: bytes, ours: Office, tmp_path: Path) -> None:
    def change(parts: dict[str, bytes]) -> None:
        about = json.loads(parts["manifest.json"])
        rows = parts[f"{table}.jsonl"].replace(old, new) if new != old else b""
        parts[f"{table}.jsonl"], said = rows, about["tables"][table]
        said["sha256"], said["rows"] = sha256(rows).hexdigest(), rows.count(b"\n")
        tables = json.dumps(about["tables"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        about["content"] = sha256(tables.encode()).hexdigest()
        parts["manifest.json"] = json.dumps(about).encode()

    ours.run("export-all", str(tmp_path / "all.zip"))
    copy = changed(tmp_path / "all.zip", tmp_path / "copy.zip", change)
    assert "The copy is damaged" in ours.run("restore", str(copy), str(tmp_path / "new"), code=2)
    assert not (tmp_path / "new").exists()


# -- an office that does not come about


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--name", "del\x7f"), "hidden-characters"),
        (("--name", "byte\udcff"), "hidden-characters"),
        (("--name", "x" * 10_000), "too-long"),
        (("--admin", " "), "bad-username"),
    ],
)
def test_a_new_office_that_is_refused_leaves_nothing(options: tuple[str, str], code: str, ours: Office, tmp_path: Path) -> None:
    assert code in ours.run("init", str(tmp_path / "new"), *options, code=2)
    assert not (tmp_path / "new").exists()


# -- what is written


@pytest.mark.parametrize(
    "name", ["office.sqlite3", "office.sqlite3-wal", "bareme-office.toml", "secret-key", "link", "fifo", ".."]
)
def test_nothing_takes_the_place_of_what_the_office_lives_on(name: str, ours: Office, tmp_path: Path) -> None:
    if name == "fifo":
        os.mkfifo(ours.folder / name)
    if name == "link":
        (ours.folder / name).symlink_to("office.sqlite3")
    before = {path: path.stat().st_ino for path in ours.folder.iterdir()}
    for command in ("backup", "export-all"):
        assert "cannot-write" in ours.run(command, name, code=2)
    assert {path: path.stat().st_ino for path in ours.folder.iterdir() if path in before} == before
    assert "club" in ours.run("pool", "list")


def test_a_secret_that_is_no_text_is_told(ours: Office) -> None:
    secret = ours.folder / "secret-key"
    kept = secret.read_bytes()
    secret.write_bytes(b"\xb8" * 50)
    assert "office-secret" in ours.run("pool", "list", code=2)
    secret.write_bytes(kept)


@pytest.mark.parametrize("settings", ["name = " + "[" * 100_000, 'database = "a\\u0000"', "\0", 'database = ""'])
def test_settings_beyond_reason_are_told(settings: str, ours: Office) -> None:
    file = ours.folder / "bareme-office.toml"
    kept = file.read_text(encoding="utf-8")
    file.write_text(settings, encoding="utf-8")
    ours.run("pool", "list", code=2)
    file.write_text(kept, encoding="utf-8")


def test_a_note_beyond_reason_is_none(ours: Office, tmp_path: Path) -> None:
    (ours.folder / "upkeep.json").write_text("[" * 100_000, encoding="utf-8")
    ours.run("backup", str(tmp_path / "copy.zip"))


@pytest.mark.parametrize("there", [True, False])
def test_an_office_without_its_database_is_not_told_to_upgrade(there: bool, ours: Office, tmp_path: Path) -> None:
    for name in ("bareme-office.toml", "secret-key"):
        (tmp_path / name).write_bytes((ours.folder / name).read_bytes())
    if there:
        (tmp_path / "office.sqlite3").touch()
    for command in ("pool list", "upgrade"):
        assert "holds no office" in ours.run(*command.split(), "--dir", str(tmp_path), code=2)
    assert (tmp_path / "office.sqlite3").exists() is there


# -- words that are no text


@pytest.mark.parametrize(
    "command",
    [
        ("member", "find", "R\udce9mi"),
        ("audit", "--user", "\udce9"),
        ("pool", "list", "--as", "\udce9"),
        ("merge", "\udce9", "\udce9", "--reason", "\udce9"),
        ("correct", "event", "\udce9", "--pool", "club", "--void", "--reason", "\udce9"),
    ],
)
def test_bytes_that_are_no_text_are_told(command: tuple[str, ...], ours: Office) -> None:
    assert "hidden-characters" in ours.run(*command, code=2)


def test_a_backup_may_have_a_name_that_is_no_text(ours: Office, tmp_path: Path) -> None:
    ours.run("backup", str(tmp_path / "copy\udce9.zip"))
    assert len(list(tmp_path.iterdir())) == 1
