"""Imports too large for a page: done beside it, shown as the page would show them, recorded once and as they were seen."""

from __future__ import annotations

import gzip
import os
import socket
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from bareme.office.imports.service import deliver, import_files
from bareme.office.models import Act, Event, Game, Member
from bareme.portal.desk import heads, jobs
from bareme.portal.desk.models import Job, Upload
from portal.desk import Desk, plain, value
from portal.test_desk_import import GOOD, sent

Launched = list[Job]


@pytest.fixture
def launched(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> Launched:
    """Everything is too large for a page; the work that was asked for, not begun."""
    waiting: Launched = []
    settings.OFFICE_FOLDER = tmp_path
    monkeypatch.setattr(heads, "RESULTS", 1)
    monkeypatch.setattr(jobs, "launch", waiting.append)
    return waiting


@pytest.fixture
def large(launched: Launched, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is too large for a page; the work is done at once, within the test's transaction."""
    monkeypatch.setattr(jobs, "launch", jobs.perform)


def looked(desk: Desk, address: str, **more: Any) -> str:
    """The page of what recording would do, once it was worked out beside it."""
    assert desk.send(address, {"do": "look", **more}) == address
    return desk.get(address)


@pytest.mark.parametrize("text", [GOOD, GOOD.replace("Ada Roux", "ROUX ADA"), GOOD + "2025-13-40,Spring,1,Cy Noël,Bo Picard,0\n"])
def test_the_page_beside_shows_what_the_page_shows(desk: Desk, large: None, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    address = sent(desk.enter("officer"), text)
    beside = looked(desk, address, reason="by hand")
    monkeypatch.setattr(heads, "RESULTS", 10**9)
    at_once = desk.send(address, {"do": "look", "reason": "by hand"}, 200)
    assert plain(beside) == plain(at_once)
    assert ('name="seen"' in beside) == ('name="seen"' in at_once) == (text == GOOD)
    for shown in ("2 players move", "by name 2, as decided 0, new 0", '<svg class="bars"') if text == GOOD else ():
        assert shown in beside


def test_recorded_beside_the_page_once_however_often_it_is_pressed(desk: Desk, large: None, launched: Launched) -> None:
    address = sent(desk.enter("officer"))
    seen = value(looked(desk, address), "seen")
    before = Act.objects.count()
    assert desk.send(address, {"do": "record", "seen": seen, "reason": "brought by hand"}) == address
    for _ in range(2):  # the page that was left open, and the button pressed again
        assert desk.client.get(address).headers["Location"].startswith("/en/desk/runs/ladder/?recorded=")
        desk.send(address, {"do": "record", "seen": seen})
    act = Act.objects.latest("pk")
    assert (Act.objects.count(), act.action, act.by_name, act.reason) == (before + 1, "import", "olga", "brought by hand")
    assert Game.objects.filter(event__label="Spring").count() == 1
    assert not Upload.objects.exists()
    assert f"Recorded as act {act.pk}" in plain(desk.get(f"/en/desk/jobs/{Job.objects.get(what='record').pk}/"))


def test_two_presses_at_once_are_one_work(desk: Desk, launched: Launched) -> None:
    address = sent(desk.enter("officer"))
    desk.send(address, {"do": "record", "seen": "x"})
    desk.send(address, {"do": "record", "seen": "x"})
    desk.send(address, {"do": "drop"})
    assert len(launched) == Job.objects.count() == Upload.objects.count() == 1


@pytest.mark.parametrize("beside", [True, False])
def test_nothing_is_recorded_but_what_was_seen(desk: Desk, large: None, monkeypatch: pytest.MonkeyPatch, beside: bool) -> None:
    monkeypatch.setattr(heads, "RESULTS", 1 if beside else 10**9)

    def pressed(**form: Any) -> str:
        if not beside:
            return desk.send(address, form, 200 if form["do"] == "look" else 409)
        desk.send(address, form)
        return desk.get(address)

    address, before = sent(desk.enter("officer")), Act.objects.count()
    assert "it is not, or no longer, what you saw" in plain(pressed(do="record"))
    seen = value(pressed(do="look"), "seen")
    assert "no longer, what you saw" in plain(pressed(do="record", seen=seen, both="1"))  # said otherwise meanwhile
    member = Member.objects.get(name="Bo Picard")
    other = GOOD.replace("Spring,1,Ada Roux,Bo Picard,0", "Spring,2,Ada Roux,Cy Noël,1")
    office = desk.office
    import_files(office.officer, office.elo, deliver([("other.csv", other.encode())]))
    told = pressed(do="record", seen=seen)  # "Spring" is an event of the ledger by now
    assert "no longer, what you saw" in plain(told)
    assert not Game.objects.filter(event__label="Spring", player_b=member).exists()
    assert Act.objects.count() == before + 1
    desk.send(address, {"do": "record", "seen": value(told, "seen")})
    assert Game.objects.filter(event__label="Spring", player_b=member).exists()


def test_work_that_was_killed_says_so_and_leaves_the_files(desk: Desk, launched: Launched) -> None:
    address = sent(desk.enter("officer"))
    desk.send(address, {"do": "record", "seen": "x"})
    Job.objects.update(host=socket.gethostname(), process=2**22 + 12345)  # no such process
    page = desk.get(address)
    assert "broke off before its end" in page
    assert "Nothing of it was recorded" in plain(page)
    assert "spring.csv" in page
    desk.send(address, {"do": "look"})
    assert [job.what for job in launched] == ["record", "look"]


def test_how_far_it_is_and_nothing_else_meanwhile(desk: Desk, launched: Launched) -> None:
    address = sent(desk.enter("officer"))
    desk.send(address, {"do": "look"})
    job = Job.objects.get()
    jobs._Progress(job)("rows", 50, 300)
    page = desk.get(address)
    assert '<meta http-equiv="refresh" content="2">' in page
    assert '<progress max="300" value="50">' in page
    assert "entering the rows" in plain(page)
    assert "<form" not in page[page.index("<main") : page.index("</main")]
    jobs.perform(job)
    assert "This is what would be recorded" in desk.get(address)


def test_files_are_not_cleaned_away_under_the_work(desk: Desk, launched: Launched) -> None:
    address = sent(desk.enter("officer"))
    desk.send(address, {"do": "record", "seen": "x"})
    Upload.objects.update(made_at=datetime.now(UTC) - timedelta(days=1, minutes=1))
    sent(desk, GOOD.replace("Spring", "Autumn"))
    assert Upload.objects.count() == 2
    assert "being recorded" in plain(desk.get(address))
    Job.objects.update(ended_at=datetime.now(UTC))
    sent(desk, GOOD.replace("Spring", "Winter"))
    assert Upload.objects.count() == 2
    desk.get(address, 400)


def test_a_reporter_looks_at_his_own_work_and_nobody_at_anothers(desk: Desk, large: None) -> None:
    address = sent(desk.enter("reporter"))
    seen = value(looked(desk, address), "seen")
    desk.enter("officer").get(address, 400)
    desk.enter("reporter").send(address, {"do": "record", "seen": seen})
    assert Event.objects.get(label="Spring").act.by_name == "rudi"
    address = sent(desk, GOOD, "club")
    desk.send(address, {"do": "record"}, 403)
    assert Job.objects.count() == 2


def test_what_the_policy_refuses_beside_the_page_is_said_there(desk: Desk, large: None) -> None:
    address = sent(desk.enter("reporter"), GOOD.replace("Spring", "Night 3").replace("2025-04-20", "2024-10-31"))
    assert 'class="note error"' in looked(desk, address)  # an event of somebody else's


def long(rows: int) -> str:
    names = ("Ada Roux", "Bo Picard")
    return GOOD.splitlines()[0] + "\n" + "".join(f"2025-04-20,Spring,{at},{names[0]},{names[1]},0\n" for at in range(1, rows))


@pytest.mark.parametrize(
    ("name", "pack"),
    [
        ("long.csv", str.encode),
        ("long.csv.gz", lambda text: gzip.compress(text.encode())),
        ("long.csv", lambda text: text.encode("utf-16")),
    ],
)
def test_of_a_long_file_only_the_beginning_is_read_to_show_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, name: str, pack: Any
) -> None:
    monkeypatch.setattr(heads, "BYTES", 20_000)
    desk.enter("officer")
    file = SimpleUploadedFile(name, pack(long(2_000)))
    address = desk.send("/en/desk/import/", {"pool": "ladder", "files": [file]})
    (head,) = heads.heads_of(Upload.objects.get())
    assert head.cut
    assert 10_000 < len(head.data) <= 20_000
    assert heads.large(Upload.objects.get(), [head])
    page = desk.get(address)
    assert "only their beginning was read" in plain(page)
    assert "2025-04-20,Spring,3,Ada Roux" in page
    assert '<li class="error">' not in page


def test_a_short_file_is_read_to_its_end(desk: Desk) -> None:
    desk.enter("officer").send(
        "/en/desk/import/",
        {
            "pool": "ladder",
            "files": [SimpleUploadedFile("a.csv", b"\x1f\x8bnot packed"), SimpleUploadedFile("b.csv", GOOD.encode())],
        },
    )
    broken, whole = heads.heads_of(Upload.objects.get())
    assert (whole.data, whole.cut, whole.size) == (GOOD.encode(), False, len(GOOD))
    assert not broken.cut
    assert not heads.large(Upload.objects.get(), [broken, whole])
    assert "cannot be unpacked" in desk.get(f"/en/desk/import/{Upload.objects.get().pk}/")


def test_words_instead_of_codes(desk: Desk) -> None:
    address = sent(desk.enter("officer"))
    page = desk.get(address)
    for code, word in (("trf", "tournament report (TRF)"), ("score_a", "Score of A"), (";", "semicolon")):
        assert f'<option value="{code}">{word}</option>' in page
    assert "spring.csv results of games utf-8 comma" in plain(page)
    assert "rapport de tournoi (TRF)" in desk.get(address.replace("/en/", "/fr/"))
    assert '<option value="import">import</option>' in desk.get("/en/desk/diary/")
    assert '<option value="publish">publication d’une liste</option>'.replace("’", "&#x27;") in desk.get("/fr/desk/diary/")


def test_work_that_ends_leaves_no_note_behind(desk: Desk, large: None, tmp_path: Path) -> None:
    looked(desk, sent(desk.enter("officer")))
    assert not list(tmp_path.iterdir())
    left = tmp_path / ".job-17.json"
    left.write_text("[]")
    os.utime(left, (0, 0))
    looked(desk, sent(desk, GOOD.replace("Spring", "Autumn")))
    assert not left.exists()
