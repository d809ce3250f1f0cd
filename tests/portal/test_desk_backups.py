"""The page of backups: what there is and how it is; one is made, all are read again; none is handed out."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from bareme.office.config import Config
from bareme.office.exports import backups
from bareme.office.exports.whole import write_whole
from bareme.office.models import Act, User
from bareme.portal.desk import jobs
from bareme.portal.desk.models import Job
from portal.desk import Desk, plain

PAGE = "/en/desk/backups/"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: Any, settings: Any, tmp_path: Path) -> Path:
    """The work is done at once, within the transaction of the test, in which SQLite makes no copy: all tables take its place."""

    def back_up(by: User, path: Path, config: Config, told: Any = None) -> str:
        return write_whole(path, told)

    monkeypatch.setattr(jobs, "launch", jobs.perform)
    monkeypatch.setattr(backups, "back_up", back_up)
    folder = tmp_path / "the office"
    folder.mkdir()
    settings.OFFICE_FOLDER, settings.OFFICE = folder, Config(folder)
    return folder / "backups"


def test_one_is_made_and_shown(desk: Desk, at_once: Path) -> None:
    assert "There is none in this folder yet" in desk.enter("administrator").get(PAGE)
    where = desk.send(PAGE, {"do": "make"})
    (path,) = at_once.iterdir()
    assert f"The backup {path.name} is made" in plain(desk.get(where))
    text = plain(desk.get(PAGE))
    assert path.name in text
    assert f" {Act.objects.count()} " in text
    assert "whole" in text
    assert f"bareme office restore '{path}'" in unescape(text)  # its folder has a space


def test_one_that_is_damaged_is_said_and_the_others_stand(desk: Desk, at_once: Path) -> None:
    desk.enter("administrator").send(PAGE, {"do": "make"})
    (good,) = at_once.iterdir()
    bad = at_once / "office-2020-01-01.bareme"
    data = bytearray(good.read_bytes())
    at = data.index(b"office_act.jsonl") + 100
    data[at] ^= 0xFF
    bad.write_bytes(bytes(data))
    assert "not read again yet" in plain(desk.get(PAGE))
    said = plain(desk.get(desk.send(PAGE, {"do": "check"})))
    assert "1 backup is no longer whole" in said
    assert f"{bad.name} The copy is damaged: office_act.jsonl" in said
    assert Job.objects.latest("pk").outcome["files"] == {good.name: True, bad.name: False}
    row = next(line for line in desk.get(PAGE).split("<tr") if bad.name in line)
    assert "damaged" in row
    bad.write_bytes(b"no zip")
    assert "is no copy of an office" in plain(desk.get(PAGE))


def test_a_check_says_nothing_of_a_file_that_was_written_after_it(desk: Desk, at_once: Path) -> None:
    desk.enter("administrator").send(PAGE, {"do": "make"})
    assert "not read again yet" not in desk.get(PAGE)
    (path,) = at_once.iterdir()
    later = (datetime.now(UTC) + timedelta(minutes=1)).timestamp()
    os.utime(path, (later, later))
    assert "not read again yet" in desk.get(PAGE)


def test_a_backup_that_goes_on_is_not_begun_twice(desk: Desk, monkeypatch: Any) -> None:
    monkeypatch.setattr(jobs, "launch", lambda job: None)
    assert desk.enter("administrator").send(PAGE, {"do": "make"}) == desk.send(PAGE, {"do": "make"})
    assert Job.objects.count() == 1


def test_where_the_disk_refuses_it_is_said(desk: Desk, at_once: Path) -> None:
    at_once.write_text("no folder")
    page = plain(desk.enter("administrator").get(PAGE, 400))
    assert "cannot be written" in page


@pytest.mark.parametrize("role", ["reader", "reporter", "officer"])
def test_others_neither_see_nor_make_one(desk: Desk, role: str, at_once: Path) -> None:
    desk.enter(role).get(PAGE, 403)
    for do in ("make", "check"):
        desk.send(PAGE, {"do": do}, 403)
    assert not Job.objects.exists()
    assert "/desk/backups/" not in desk.get("/en/desk/")


def test_no_page_hands_a_backup_out(desk: Desk, at_once: Path) -> None:
    desk.enter("administrator").send(PAGE, {"do": "make"})
    (path,) = at_once.iterdir()
    job = Job.objects.get()
    assert f'href="{path.name}' not in desk.get(PAGE)
    for address in (f"{PAGE}{path.name}", f"/en/desk/exports/files/{path.name}/"):
        desk.get(address, 404)
    desk.get(f"/en/desk/exports/files/{job.pk}/", 400)
    desk.send(PAGE, {"do": "restore"}, 400)


def test_the_board_leads_there(desk: Desk) -> None:
    assert "/en/desk/backups/" in desk.enter("administrator").get("/en/desk/")
