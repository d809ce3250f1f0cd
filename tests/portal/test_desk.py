"""The desk's home: what waits there, and for whom it is shown."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bareme.office.editions.claims import claim
from bareme.office.editions.service import edition_of
from bareme.office.imports.service import Options, deliver, import_files
from bareme.office.models import Member
from bareme.office.runs.service import make_run
from bareme.office.upkeep import BACKUP, VERIFY, note
from bareme.portal.desk import board
from bareme.portal.desk.models import Job
from portal.desk import Desk, plain
from portal.made_up import LAST, MadeUp

NEWS = "date,event,round,player_a,player_b,score_a\n2025-04-14,Spring night,1,Ada Roux,Bo Picard,1\n"


def labels(column: str) -> list[str]:
    return [told.label for told in board.events()[column]]


def test_an_event_goes_over_the_board(office: MadeUp) -> None:
    import_files(office.officer, office.elo, deliver([("news.csv", NEWS.encode())]), Options())
    assert "Spring night" in labels("recorded")
    state = board.state_of(office.elo)
    assert state.waiting == 1
    make_run(office.officer, office.elo, LAST)
    assert "Spring night" in labels("rated")
    assert board.state_of(office.elo).waiting == 0
    later = (
        NEWS.replace("Spring night", "Earlier night").replace("2025-04-14", "2025-04-13").replace("Bo Picard,1", "Bo Picard,0")
    )
    import_files(office.officer, office.elo, deliver([("later.csv", later.encode())]), Options())
    make_run(office.officer, office.elo, LAST)
    anew = {told.label: told.anew for told in board.events()["anew"]}
    assert anew["Spring night"] == 1  # the earlier result moved what both brought into it
    assert "Earlier night" in labels("rated")


def test_a_void_event_is_not_on_the_board(office: MadeUp) -> None:
    every = [told.label for column in board.events().values() for told in column if told.pool == office.elo]
    assert "Night 9" not in every


def test_lists_that_are_due_are_counted_from_the_last_one(office: MadeUp, monkeypatch: Any) -> None:
    monkeypatch.setattr(board, "today", lambda: datetime(2025, 6, 2, tzinfo=UTC).date())
    state = board.state_of(office.ffbg)
    assert [str(day) for day in state.late] == ["2025-05-01", "2025-06-01"]
    assert str(state.next) == "2025-07-01"


def test_claims_and_failures_wait_for_officers_alone(desk: Desk) -> None:
    office = desk.office
    office.ffbg.claim_window_days = 30
    member = Member.objects.get(name="Bo Picard")
    claim(None, edition_of(office.ffbg, datetime(2025, 4, 1, tzinfo=UTC).date()), member, "I won")
    Job.objects.create(
        user=office.officer, pool=office.elo, what="run", made_at=datetime.now(UTC), ended_at=datetime.now(UTC),
        failed={"code": "nothing-to-rate", "details": {"pool": "ladder", "on": "2025-01-01"}},
    )  # fmt: skip
    officer = plain(desk.enter("officer").get("/en/desk/"))
    assert "club 2025-04-01 (1), Bo Picard" in officer
    assert "No run failed lately" not in officer
    reader = plain(desk.enter("reader").get("/en/desk/"))
    assert "Bo Picard" not in reader
    assert "Upkeep" not in reader


def test_work_whose_process_is_gone_has_failed(office: MadeUp) -> None:
    long_ago = datetime.now(UTC) - timedelta(hours=1)
    job = Job.objects.create(user=office.officer, pool=office.elo, what="run", made_at=long_ago)
    assert job in board.failures()


def test_an_old_backup_is_said(desk: Desk, settings: Any, tmp_path: Path) -> None:
    settings.OFFICE_FOLDER = tmp_path
    assert "No backup was ever made" in desk.enter("officer").get("/en/desk/")
    note(tmp_path, BACKUP, file="x.zip")
    note(tmp_path, VERIFY, faults=3)
    text = plain(desk.get("/en/desk/"))
    assert "backup was ever made" not in text
    assert "The last verification found 3 faults." in text


@pytest.mark.parametrize("role", ["reader", "reporter", "officer", "administrator"])
def test_every_link_of_the_desk_opens(desk: Desk, role: str) -> None:
    import re

    home = desk.enter(role).get("/fr/desk/")
    links = set(re.findall(r'<nav class="desk".*?</nav>', home, re.S)[0].split('href="')[1:])
    for link in links:
        desk.get(link.split('"')[0])


def test_hostile_names_do_nothing(desk: Desk) -> None:
    for address in ("/en/desk/members/?member=alert", "/en/desk/corrections/facts/?pool=ladder&event=Night+3", "/en/desk/diary/"):
        text = desk.enter("officer").get(address)
        assert "<svg/onload" not in text
