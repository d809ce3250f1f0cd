"""What leaves the office as files: of a ranking, of the whole office, for whom, and for how long."""

from __future__ import annotations

import csv
import io
import json
import logging
import os
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from bareme.office.editions.service import edition_of
from bareme.office.exports.files import as_bytes
from bareme.office.exports.tables import edition_document, edition_table, history_table, journal_table, last_run, live_table
from bareme.office.exports.whole import write_whole
from bareme.office.ledger.reading import facts_of
from bareme.portal.desk import jobs, leaving, outgoing
from bareme.portal.desk.models import Job
from bareme.writers.facts_csv import facts_as_csv
from portal.desk import Desk, plain
from portal.made_up import HOSTILE, LISTS, MadeUp
from portal.visiting import logged_in

PAGE = "/en/desk/exports/"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: Any, settings: Any, tmp_path: Path) -> Path:
    """The work is done at once, within the test's transaction."""
    monkeypatch.setattr(jobs, "launch", jobs.perform)
    settings.OFFICE_FOLDER = tmp_path
    return tmp_path


def taken(client: Client, form: dict[str, str], pool: str = "club") -> Any:
    """The answer to a form of the page."""
    return client.post(f"{PAGE}?pool={pool}", form)


def content(answer: Any) -> bytes:
    assert answer.status_code == 200, plain(b"".join(answer).decode())
    assert answer.streaming
    assert answer.headers["Content-Disposition"].startswith("attachment;")
    return b"".join(answer.streaming_content)


# -- of a ranking


@pytest.mark.parametrize("way", ["csv-machine", "csv-spreadsheet", "xlsx-machine", "xlsx-spreadsheet", "json-machine"])
def test_tables_are_those_of_the_office(office: MadeUp, way: str) -> None:
    client, (ending, _, profile) = logged_in(office), way.partition("-")
    edition = edition_of(office.ffbg, LISTS[1], 2)
    tables = {
        "live": live_table(office.ffbg),
        "edition": edition_document(edition),
        "history": history_table(office.ffbg),
        "journal": journal_table(last_run(office.ffbg)),
    }
    for what, table in tables.items():
        answer = taken(client, {"what": what, "way": way, "edition": f"{LISTS[1]}/2"})
        assert f"club-{what}" in answer.headers["Content-Disposition"]
        assert answer.headers["Content-Disposition"].endswith(f'.{ending}"')
        table = edition_table(edition) if what == "edition" and ending != "json" else table
        assert content(answer) == as_bytes(table, ending, profile)


def test_facts_are_read_back_by_bareme_rate(office: MadeUp) -> None:
    client, expected = logged_in(office), facts_as_csv(facts_of(office.fide))
    for what in ("results", "players"):
        assert content(taken(client, {"what": what, "way": "csv-machine"}, "open")).decode() == expected[what]
    answer = taken(client, {"what": "placements", "way": "csv-machine"}, "scrabble")
    assert content(answer).decode() == facts_as_csv(facts_of(office.fisf))["placements"]


def test_no_text_is_a_formula_and_french_is_french(office: MadeUp) -> None:
    data = content(taken(logged_in(office), {"what": "live", "way": "csv-spreadsheet"}))
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=";"))
    assert rows[0][:3] == ["rang", "code", "nom"]
    assert "'=1+1" in {row[2] for row in rows}
    assert "=1+1" in HOSTILE
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "@", "+"))]


def test_what_cannot_be_is_said_on_the_page(desk: Desk) -> None:
    desk.enter("officer")
    for form in (
        {"what": "everything", "way": "csv-machine"},
        {"what": "live", "way": "doc-machine"},
        {"what": "live", "way": "csv-klingon"},
        {"what": "live", "way": ""},
        {"what": "edition", "way": "csv-machine", "edition": "2025-02-31/1"},
        {"what": "edition", "way": "csv-machine", "edition": "2020-01-01/1"},
        {"what": "journal", "way": "csv-machine", "run": "99999999"},
        {"what": "players", "way": "xlsx-machine"},
        {"what": "players", "way": "csv-machine"},
        {"do": "dance"},
        {"do": "away", "file": "7"},
    ):
        assert 'class="note error"' in desk.send(f"{PAGE}?pool=club", form, 400), form
    desk.get(f"{PAGE}?pool=nowhere", 404)
    assert not Job.objects.exists()


def test_the_page_offers_what_there_is(desk: Desk) -> None:
    pairs, places = desk.enter("officer").get(f"{PAGE}?pool=club"), desk.get(f"{PAGE}?pool=scrabble")
    assert 'value="results"' in pairs
    assert 'value="placements"' not in pairs
    assert 'value="placements"' in places
    assert "The whole office" not in pairs


def test_a_long_table_is_written_beside_the_page_and_kept_for_its_user(desk: Desk, monkeypatch: Any, at_once: Path) -> None:
    monkeypatch.setattr(leaving, "AT_ONCE", 10)
    where = desk.enter("officer").send(f"{PAGE}?pool=club", {"what": "history", "way": "csv-machine"})
    job = Job.objects.get()
    assert (job.what, job.pool, job.said["wanted"]["what"]) == ("export", desk.office.ffbg, "history")
    assert f"/en/desk/exports/files/{job.pk}/" in desk.get(where)
    answer = desk.client.get(f"{PAGE}files/{job.pk}/")
    assert content(answer) == as_bytes(history_table(desk.office.ffbg), "csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert (at_once / "outgoing").stat().st_mode & 0o777 == 0o700
    assert (at_once / "outgoing" / str(job.pk)).stat().st_mode & 0o777 == 0o600
    assert "club-history.csv" in desk.get(PAGE)
    desk.enter("administrator").get(f"{PAGE}files/{job.pk}/", 400)  # somebody else's
    assert f"files/{job.pk}/" not in desk.get(where)
    assert f"files/{job.pk}/" not in desk.get(PAGE)


def test_nothing_is_left_of_a_file_that_went_at_once(office: MadeUp, at_once: Path) -> None:
    content(taken(logged_in(office), {"what": "live", "way": "csv-machine"}))
    assert list((at_once / "outgoing").iterdir()) == []


def test_one_user_has_a_few_files_at_most(desk: Desk, monkeypatch: Any, at_once: Path) -> None:
    monkeypatch.setattr(leaving, "AT_ONCE", 0)
    for _ in range(outgoing.AT_MOST["export"] + 2):
        desk.enter("officer").send(f"{PAGE}?pool=club", {"what": "live", "way": "csv-machine"})
    assert len(list((at_once / "outgoing").iterdir())) == outgoing.AT_MOST["export"]
    assert desk.get(PAGE).count("club-live.csv</a>") == outgoing.AT_MOST["export"]


# -- the whole office


def whole_office(desk: Desk) -> Job:
    desk.enter("administrator").send(PAGE, {"do": "all"})
    made: Job = Job.objects.filter(what="export-all").latest("pk")
    return made


def test_the_whole_office_is_for_the_administrator_who_asked_and_the_log_says_so(
    desk: Desk, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    job = whole_office(desk)
    write_whole(tmp_path / "other")
    with caplog.at_level(logging.INFO, "bareme.security"):
        data = content(desk.client.get(f"{PAGE}files/{job.pk}/"))
    assert data == (tmp_path / "other").read_bytes()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert json.loads(archive.read("manifest.json"))["content"] == job.outcome["content"]
    assert [record for record in caplog.records if "whole office taken along" in record.message and "alice" in record.message]
    desk.office.admin.role = "officer"  # who is no administrator any more gets it no more
    desk.office.admin.save()
    desk.get(f"{PAGE}files/{job.pk}/", 403)


def test_a_second_one_takes_the_place_of_the_first(desk: Desk, at_once: Path) -> None:
    first, second = whole_office(desk), whole_office(desk)
    assert [path.name for path in (at_once / "outgoing").iterdir()] == [str(second.pk)]
    desk.get(f"{PAGE}files/{first.pk}/", 400)


def test_it_is_deleted_on_demand_and_after_a_day(desk: Desk, at_once: Path) -> None:
    job = whole_office(desk)
    desk.send(PAGE, {"do": "away", "file": str(job.pk)})
    assert list((at_once / "outgoing").iterdir()) == []
    job = whole_office(desk)
    path = at_once / "outgoing" / str(job.pk)
    old = (datetime.now(UTC) - outgoing.KEPT - timedelta(minutes=1)).timestamp()
    os.utime(path, (old, old))
    desk.get(f"{PAGE}files/{job.pk}/", 400)
    (at_once / "outgoing" / "broken-off").mkdir()
    os.utime(at_once / "outgoing" / "broken-off", (old, old))
    desk.get(PAGE)
    assert list((at_once / "outgoing").iterdir()) == []


def test_one_that_goes_on_is_not_begun_twice(desk: Desk, monkeypatch: Any) -> None:
    monkeypatch.setattr(jobs, "launch", lambda job: None)
    assert whole_office(desk) == whole_office(desk)


@pytest.mark.parametrize("role", ["reader", "reporter"])
def test_readers_take_nothing_along(desk: Desk, role: str) -> None:
    desk.enter(role).send(f"{PAGE}?pool=club", {"what": "live", "way": "csv-machine"}, 403)
    assert "desk/exports" not in desk.get("/en/desk/runs/club/")


def test_officers_do_not_take_the_office_along(desk: Desk) -> None:
    desk.enter("officer").send(PAGE, {"do": "all"}, 403)
    assert not Job.objects.exists()
