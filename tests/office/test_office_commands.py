"""The office from the command line."""

from __future__ import annotations

import os
import shlex
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from offices import POSTGRESQL, Office, office

from bareme.office.models import User
from bareme.office.users.service import is_first

HEADER = "date,event,round,player_a,player_b,score_a\n"
OPEN = HEADER + "2025-01-11,Open,1,Ada,Bo,1\n2025-01-12,Open,2,Bo,Ada,0.5\n"

Desk = Callable[..., str]


# -- each command a process of its own


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    with office(tmp_path_factory.mktemp("office")) as made:
        yield made


def test_an_office_is_for_its_owner_alone(ours: Office) -> None:
    names = {"secret-key", "bareme-office.toml"} | (set() if POSTGRESQL else {"office.sqlite3"})
    for name in names:
        assert stat.S_IMODE((ours.folder / name).stat().st_mode) == 0o600
    assert len((ours.folder / "secret-key").read_text()) > 50


def test_init_twice_is_refused(ours: Office) -> None:
    assert "already an office" in ours.run("init", str(ours.folder), code=2)


@pytest.mark.skipif(bool(POSTGRESQL), reason="the database is one office's own")
def test_the_password_is_shown_once_if_none_was_given(ours: Office, tmp_path: Path) -> None:
    printed = ours.run("init", str(tmp_path / "another"), "--admin", "bob", "--lang", "fr")
    assert "Mot de passe" in printed
    assert "dans les 7 jours" in printed
    assert "bareme office import" in printed


@pytest.mark.skipif(bool(POSTGRESQL), reason="the database is one office's own")
def test_what_to_type_next_holds_for_a_folder_with_a_space(ours: Office, tmp_path: Path) -> None:
    folder = tmp_path / "mon bureau d'été"
    printed = ours.run("init", str(folder), "--admin", "bob")
    export = next(line for line in printed.splitlines() if "export BAREME_OFFICE=" in line)
    assert shlex.split(export) == ["export", f"BAREME_OFFICE={folder}"]


def test_an_import_is_there_for_the_next_process(ours: Office) -> None:
    ours.run("pool", "new", "ladder", "--rulebook", "elo")
    file = ours.write("open.csv", OPEN)
    assert "Recorded as act" in ours.run("import", file, "--pool", "ladder")
    assert "nothing was changed" in ours.run("import", file, "--pool", "ladder")


def test_a_database_out_of_reach_is_told_without_its_password(ours: Office) -> None:
    assert "u:***@h/x" in ours.run("pool", "list", code=2, BAREME_DATABASE_URL="mysql://u:secret@h/x")
    unreachable = ours.run("pool", "list", code=2, BAREME_DATABASE_URL="postgresql://u:secret@127.0.0.1:1/x")
    assert "cannot be reached" in unreachable
    assert "secret" not in unreachable


@pytest.mark.skipif(bool(POSTGRESQL) or os.geteuid() == 0, reason="SQLite's file, and a user whom permissions stop")
def test_a_read_only_database_is_told(ours: Office) -> None:
    (ours.folder / "office.sqlite3").chmod(0o400)
    assert "cannot be written" in ours.run("member", "new", "X", code=2)
    (ours.folder / "office.sqlite3").chmod(0o600)


@pytest.mark.skipif(bool(POSTGRESQL), reason="SQLite's file")
def test_what_is_no_database_is_told(ours: Office, tmp_path: Path) -> None:
    (tmp_path / "bareme-office.toml").write_text((ours.folder / "bareme-office.toml").read_text())
    (tmp_path / "secret-key").write_text((ours.folder / "secret-key").read_text())
    (tmp_path / "office.sqlite3").write_text("this is a letter, and no database at all " * 100)
    assert "no database" in ours.run("pool", "list", "--dir", str(tmp_path), code=2)
    (tmp_path / "office.sqlite3").unlink()
    assert "holds no office, or is missing" in ours.run("pool", "list", "--dir", str(tmp_path), code=2)


def test_an_office_without_its_secret_is_told(ours: Office, tmp_path: Path) -> None:
    (tmp_path / "bareme-office.toml").write_text("")
    assert "secret key" in ours.run("pool", "list", "--dir", str(tmp_path), code=2)


# -- what each command does


def test_an_officers_day(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "open.csv"
    file.write_text(OPEN)
    desk("pool", "new", "ladder", "--rulebook", "elo", "--set", "k=20")
    preview = desk("import", str(file), "--pool", "ladder", "--dry-run")
    assert "new: Ada" in preview
    assert "Effect on the ranking, 2025-01-12" in preview
    assert "Nothing was recorded (--dry-run)" in preview
    assert "Recorded as act" in desk("import", str(file), "--pool", "ladder", "--reason", "the open")
    file.write_text(HEADER + "2025-02-01,B,1,ADA,Bo,1\n")
    assert "ADA is perhaps Ada (0001Y)" in desk("import", str(file), "--pool", "ladder", code=1)
    assert "Recorded" in desk("import", str(file), "--pool", "ladder", "--match", "ADA=0001Y")
    diary = desk("audit", "--lang", "fr")
    assert "alice: a importé open.csv [ladder] (2 parties ; 1 épreuve ; 2 nouveaux membres)" in diary
    assert "        the open\n" in diary
    assert "k=20.0" in desk("pool", "list")
    desk("pool", "set", "ladder", "--claim-days", "15", "--reason", "the board")
    assert "days to contest a list 30 -> 15" in desk("audit", "--last", "1")


def test_a_member_and_his_personal_data(desk: Desk) -> None:
    desk("member", "new", "Élodie Lefèvre", "--club", "Lyon", "--number", "licence=77")
    change = ("--club", "Paris", "--since", "2025-09-01", "--birth-date", "2001-02-03", "--licence", "2025-09-01", "2026-08-31")
    shown = desk("member", "set", "Élodie Lefèvre", *change)
    assert "club: Paris (2025-09-01)" in shown
    assert "licence: - (2025-09-01 - 2026-08-31)" in shown
    assert "2001-02-03" not in shown
    assert "Élodie Lefèvre" in desk("member", "find", "lefevre elodie")
    assert "Élodie Lefèvre" in desk("member", "find", "77")
    renamed = desk("member", "set", "Élodie Lefèvre", "--name", "Élodie Martin", "--reason", "marriage")
    assert "Élodie Martin (0001Y)" in renamed  # shown though the name she was asked for by is her former one
    assert "Élodie Martin (0001Y)" in desk("member", "show", "0001y")
    assert "already that of" in desk("member", "new", "X", "--number", "licence=77", code=2)
    desk("member", "erase", "0001Y", "--reason", "she asked")
    assert "2001-02-03" not in desk("audit", "--format", "json")
    assert "no member Nobody" in desk("member", "show", "Nobody", code=2)


def test_roles_hold_on_the_command_line(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "open.csv").write_text(OPEN)
    desk("pool", "new", "ladder", "--rulebook", "elo")
    assert "within" not in desk("user", "new", "rex", "--role", "reader")
    assert "rex (reader) may not" in desk("import", "open.csv", "--pool", "ladder", "--as", "rex", code=2)
    assert "may not" in desk("user", "list", "--as", "rex", code=2)
    assert "no active user nobody" in desk("pool", "list", "--as", "nobody", code=2)
    assert "last administrator" in desk("user", "set", "alice", "--role", "reader", code=2)
    desk("user", "set", "rex", "--no-active")
    assert "no active user rex" in desk("pool", "list", "--as", "rex", code=2)
    assert "rex" in desk("user", "list")


def test_a_password_that_another_chose_is_a_first_one(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAREME_PASSWORD", "given by the administrator")
    assert "replaced by one that nobody else knows" in desk("user", "new", "rex")
    assert is_first(User.objects.get(username="rex"))
    assert "replaced" not in desk("user", "set", "alice")  # his own
    assert User.objects.get(username="alice").check_password("given by the administrator")
    assert not is_first(User.objects.get(username="alice"))
    User.objects.update(first_until=None)
    assert "within 7 days" in desk("user", "set", "rex")
    assert is_first(User.objects.get(username="rex"))


def test_clear_words_when_something_is_missing(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "open.csv").write_text(OPEN)
    assert "no pool nope" in desk("import", "open.csv", "--pool", "nope", code=2)
    desk("pool", "new", "ladder", "--rulebook", "elo")
    assert "absent.csv" in desk("import", "absent.csv", "--pool", "ladder", code=2)
    assert "not a possible" in desk("pool", "new", "x", "--rulebook", "elo", "--set", "k=many", code=2)
    assert "when lists are due" in desk("pool", "new", "x", "--rulebook", "elo", "--rhythm", "02-30", code=2)
    assert "already a pool" in desk("pool", "new", "ladder", "--rulebook", "elo", code=2)
    assert "short name" in desk("pool", "new", "Ladder!", "--rulebook", "elo", code=2)
    (tmp_path / "elsewhere").mkdir()
    assert "no office" in desk("pool", "list", "--dir", str(tmp_path / "elsewhere"), code=2)


def test_upgrade_has_nothing_to_do(desk: Desk) -> None:
    assert "up to date" in desk("upgrade")


def test_a_file_can_be_had_back_and_erased(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "open.csv").write_text(OPEN)
    desk("pool", "new", "ladder", "--rulebook", "elo")
    desk("import", "open.csv", "--pool", "ladder")
    assert "open.csv  ladder" in desk("file", "list")
    desk("file", "get", "1", "--out", "back.csv")
    assert (tmp_path / "back.csv").read_text() == OPEN
    assert "erased" in desk("file", "erase", "1", "--reason", "an e-mail in it")
    assert "file-erased" in desk("file", "get", "1", code=2)
    assert "no-such-file" in desk("file", "get", "7", code=2)
