"""Exports: the same bytes each time, no formulas; the whole office out and in again."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Callable
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from offices import POSTGRESQL, office
from test_runs import ON, YEAR

from bareme.findings import Refused
from bareme.office.audit import guards
from bareme.office.corrections.changes import Change
from bareme.office.corrections.facts import facts
from bareme.office.corrections.service import Document, ask
from bareme.office.editions.service import publish
from bareme.office.exports.files import Table, as_bytes
from bareme.office.exports.tables import edition_document, edition_table, history_table, journal_table, live_table
from bareme.office.exports.whole import fill, write_whole
from bareme.office.ledger.reading import facts_of
from bareme.office.models import Act, Edition, LiveStanding, Member, Pool, Run, User
from bareme.office.people.members import set_personal_data
from bareme.office.runs.service import make_again, make_run
from bareme.office.verify import everything
from bareme.readers import read_bytes
from bareme.rulebooks.base import open_rulebook
from bareme.writers.facts_csv import facts_as_csv

HOSTILE = ("=1+1", "+cmd", "@SUM(A1)", "-2+3", "\t=1", "<svg/onload=alert(1)>", "Élodie; «Ma»", 'a "b", c')


@pytest.fixture
def published(bring: Callable[..., Any], officer: User, pool: Pool) -> Edition:
    """A year of a club with a hostile name in it, its list of July, and its live list."""
    bring(YEAR + "2025-06-20,Open,1,=1+1,Ada,1,7\n")
    edition = publish(officer, pool, date(2025, 7, 1)).edition
    make_run(officer, pool, ON)
    return edition


def rows_of(data: bytes, delimiter: str, encoding: str = "utf-8") -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode(encoding), newline=""), delimiter=delimiter))


# -- files


def test_a_machine_reads_commas_and_points(published: Edition) -> None:
    data = as_bytes(edition_table(published), "csv")
    assert not data.startswith(b"\xef\xbb\xbf")
    assert b"\r\n" in data
    rows = rows_of(data, ",")
    assert rows[0][:5] == ["rank", "previous_rank", "change", "player", "name"]
    assert "published_rating" in rows[0]
    assert {row[4] for row in rows[1:]} == {"Ada", "Bo", "Cy", "Di", "'=1+1"}
    assert all("." in row[8] for row in rows[1:])


def test_a_french_spreadsheet_gets_semicolons_decimal_commas_and_the_mark(published: Edition) -> None:
    data = as_bytes(edition_table(published), "csv", "spreadsheet")
    assert data.startswith(b"\xef\xbb\xbf")
    rows = rows_of(data, ";", "utf-8-sig")
    assert rows[0][:5] == ["rang", "rang précédent", "variation", "code", "nom"]
    assert {row[4] for row in rows[1:]} == {"Ada", "Bo", "Cy", "Di", "'=1+1"}
    assert all("," in row[8] and "." not in row[8] for row in rows[1:])


def test_levels_and_states_are_codes_for_machines_and_words_for_a_french_spreadsheet(published: Edition) -> None:
    machine = rows_of(as_bytes(edition_table(published), "csv"), ",")
    french = rows_of(as_bytes(edition_table(published), "csv", "spreadsheet"), ";", "utf-8-sig")
    said = open_rulebook(published.rulebook).module("words")
    for column, words in (("level", said.LEVELS), ("states", said.STATES)):
        at = machine[0].index(column)
        for code, word in zip(machine[1:], french[1:], strict=True):
            assert word[at] == ", ".join(words[one]["fr"] for one in code[at].split())
    assert any(row[machine[0].index("states")] for row in machine[1:])


@pytest.mark.parametrize("format", ["csv", "xlsx", "json"])
@pytest.mark.parametrize("profile", ["machine", "spreadsheet"])
def test_bytes_are_the_same_each_time(published: Edition, pool: Pool, format: str, profile: str) -> None:
    first, second = ([edition_table(published), history_table(pool), live_table(pool)] for _ in range(2))
    for one, other in zip(first, second, strict=True):
        assert as_bytes(one, format, profile) == as_bytes(other, format, profile)


@pytest.mark.parametrize("profile", ["machine", "spreadsheet"])
def test_no_text_is_a_formula(profile: str) -> None:
    table = Table(
        "t", ("name", "number", "day", "flag", "many", "none"), [[text, -1.5, ON, True, ["=x", "y"], None] for text in HOSTILE]
    )
    delimiter = "," if profile == "machine" else ";"
    for row, text in zip(rows_of(as_bytes(table, "csv", profile), delimiter, "utf-8-sig")[1:], HOSTILE, strict=True):
        assert not row[0].startswith(("=", "+", "-", "@", "\t"))
        assert row[0].removeprefix("'") == text
        assert row[1] == ("-1.5" if profile == "machine" else "-1,5")
        assert row[4] == "'=x y"
    sheet = zipfile.ZipFile(io.BytesIO(as_bytes(table, "xlsx", profile))).read("xl/worksheets/sheet1.xml")
    assert b"<f>" not in sheet
    assert b"<v>-1.5</v>" in sheet


def test_a_workbook_says_no_moment_of_making(published: Edition) -> None:
    book = zipfile.ZipFile(io.BytesIO(as_bytes(edition_table(published), "xlsx")))
    assert b"2000-01-01T00:00:00Z" in book.read("docProps/core.xml")
    assert {entry.date_time[0] for entry in book.infolist()} == {1980}


def test_the_checksum_can_be_taken_again_from_the_json(published: Edition) -> None:
    document = json.loads(as_bytes(edition_document(published), "json"))

    def line(content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode() + b"\n"

    rows = [[row[column] for column in document["columns"]] for row in document["rows"]]
    whole = sha256(line(document["head"]) + b"".join(map(line, rows))).hexdigest()
    assert whole == document["checksum"] == published.checksum


def test_the_journal_has_every_line(published: Edition, pool: Pool) -> None:
    run = Run.objects.get(on=ON)
    document = json.loads(as_bytes(journal_table(run), "json"))
    assert len(document["rows"]) == run.lines
    assert document["rows"][0]["terms"] == {"listed": False}
    assert document["journal_sha256"] == run.journal_sha256


def test_the_history_has_every_edition(published: Edition, officer: User, pool: Pool) -> None:
    publish(officer, pool, date(2025, 8, 1))
    rows = rows_of(as_bytes(history_table(pool), "csv"), ",")[1:]
    assert {(row[0], row[1]) for row in rows} == {("2025-07-01", "1"), ("2025-08-01", "1")}


def test_facts_written_can_be_rated_without_an_office(published: Edition, pool: Pool) -> None:
    text = facts_as_csv(facts_of(pool))["results"]
    assert len(read_bytes([("results.csv", text.encode())]).facts.games) == 49


# -- the whole office


def _emptied() -> None:
    """As after `init`, without the administrator."""
    guards.lift(connection, guards.guarded())
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        for model in apps.get_app_config("office").get_models():
            cursor.execute(f'DELETE FROM "{model._meta.db_table}"')  # noqa: S608
    guards.install(connection)


def test_an_empty_office_is_filled_to_the_same_bytes(published: Edition, officer: User, pool: Pool, tmp_path: Path) -> None:
    ada = Member.objects.get(name="Ada")
    set_personal_data(officer, ada, birth_date=date(1815, 12, 10), email="ada@example.org")
    number = next(facts(pool, "game", event="Club 6")).number
    documents = [Document("sheet.txt", b"0-1")]
    ask(officer, Change("game", pool, (number,), "swap"), "score sheet", documents=documents)
    publish(officer, pool, date(2025, 7, 1))
    make_run(officer, pool, ON)
    live = list(LiveStanding.objects.order_by("pk").values_list("rank", "player__code", "rating"))
    first, second = tmp_path / "first.zip", tmp_path / "second.zip"
    content = write_whole(first)
    acts, checksums = Act.objects.count(), list(Edition.objects.order_by("pk").values_list("pk", "checksum"))
    _emptied()
    assert not Act.objects.exists()
    fill(first)
    assert write_whole(second) == content
    assert first.read_bytes() == second.read_bytes()
    assert Act.objects.count() == acts
    assert list(Edition.objects.order_by("pk").values_list("pk", "checksum")) == checksums
    assert make_again(Pool.objects.get())
    assert list(LiveStanding.objects.order_by("pk").values_list("rank", "player__code", "rating")) == live
    assert everything() == []
    again = make_run(User.objects.get(username="olga"), Pool.objects.get(), ON)
    assert not again.new
    assert again.replayed.basis.checkpoint is not None
    ask(User.objects.get(username="olga"), Change("game", Pool.objects.get(), (number,), "swap"), "after all")  # ids go on
    Pool.objects.create(slug="another", name="Another", rulebook="elo")


def test_only_an_empty_office_is_filled(published: Edition, tmp_path: Path) -> None:
    write_whole(tmp_path / "all.zip")
    with pytest.raises(Refused, match="not empty"):
        fill(tmp_path / "all.zip")


def test_a_damaged_copy_fills_nothing(published: Edition, tmp_path: Path) -> None:
    write_whole(tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as good, zipfile.ZipFile(tmp_path / "bad.zip", "w") as bad:
        for name in good.namelist():
            data = good.read(name)
            bad.writestr(name, data.replace(b'"Ada"', b'"Eve"') if name == "office_member.jsonl" else data)
    _emptied()
    with pytest.raises(Refused, match=r"office_member\.jsonl"):
        fill(tmp_path / "bad.zip")
    assert not Member.objects.exists()
    (tmp_path / "no.zip").write_bytes(b"no copy")
    with pytest.raises(Refused, match="no copy of an office"):
        fill(tmp_path / "no.zip")


# -- with commands


def test_backup_restore_and_export_all_as_commands(tmp_path: Path) -> None:
    with office(tmp_path / "office") as ours:
        ours.run("pool", "new", "ladder", "--rulebook", "elo")
        ours.run("import", ours.write("year.csv", YEAR), "--pool", "ladder")
        ours.run("publish", "--pool", "ladder", "--date", "2025-07-01")
        ours.run("rate", "--pool", "ladder", "--on", "2026-01-01")
        ours.run("export-all", "all.zip")
        ours.run("backup", "backup.zip")
        first = (ours.folder / "all.zip").read_bytes()
        assert (ours.folder / "all.zip").stat().st_mode & 0o077 == 0
        if POSTGRESQL:
            with office(tmp_path / "other", init=False) as other:
                other.run("restore", str(ours.folder / "backup.zip"), str(other.folder))
                other.run("export-all", "again.zip")
                assert (other.folder / "again.zip").read_bytes() == first
            return
        for name in ("all.zip", "backup.zip"):
            other_folder = tmp_path / name.removesuffix(".zip")
            assert "is ready" in ours.run("restore", name, str(other_folder))
            ours.run("export-all", "again.zip", "--dir", str(other_folder))
            assert (ours.folder / "again.zip").read_bytes() == first
            assert "Nothing changed" in ours.run("rate", "--pool", "ladder", "--on", "2026-01-01", "--dir", str(other_folder))
        assert "already an office" in ours.run("restore", "all.zip", str(other_folder), code=2)


def test_export_commands(published: Edition, desk: Callable[..., str], tmp_path: Path) -> None:
    for what in ("live", "history", "journal"):
        for ending in ("csv", "xlsx", "json"):
            desk("export", what, "--pool", "ladder", "--out", f"{what}.{ending}")
    desk("export", "edition", "--pool", "ladder", "--date", "2025-07-01", "--out", "list.json")
    assert json.loads((tmp_path / "list.json").read_text())["checksum"] == published.checksum
    desk("export", "results", "--pool", "ladder", "--out", "results.csv")
    assert len((tmp_path / "results.csv").read_text().splitlines()) == 50
    assert "ending" in desk("export", "live", "--pool", "ladder", "--out", "live.doc", code=2)
    assert "ending" in desk("export", "results", "--pool", "ladder", "--out", "results.xlsx", code=2)
    assert "no edition" in desk("export", "edition", "--pool", "ladder", "--date", "2025-01-01", "--out", "x.csv", code=2)
    assert "--date" in desk("export", "edition", "--pool", "ladder", "--out", "x.csv", code=2)
    assert "may not" in _as_reader(desk, "export", "live", "--pool", "ladder", "--out", "x.csv")
    assert "may not" in _as_reader(desk, "export-all", "x.zip")
    assert not (tmp_path / "x.csv").exists()


def _as_reader(desk: Callable[..., str], *arguments: str) -> str:
    if not User.objects.filter(username="rex").exists():
        desk("user", "new", "rex", "--role", "reader")
    return desk(*arguments, "--as", "rex", code=2)
