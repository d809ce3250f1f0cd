"""Runs, turns and lists started at the desk, done beside the page, looked at meanwhile."""

from __future__ import annotations

import os
import socket
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from bareme.office.corrections.changes import Change
from bareme.office.corrections.facts import facts
from bareme.office.corrections.service import ask
from bareme.office.models import Edition, Run
from bareme.office.upkeep import VERIFY, noted
from bareme.portal.desk import jobs
from bareme.portal.desk.models import Job
from portal.desk import Desk, plain
from portal.made_up import LISTS, MadeUp

POOL = "/en/desk/runs/ladder/"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: Any, settings: Any, tmp_path: Path) -> None:
    """The work is done at once, within the test's transaction."""
    monkeypatch.setattr(jobs, "launch", jobs.perform)
    settings.OFFICE_FOLDER = tmp_path


def test_a_run_and_its_receipt(desk: Desk) -> None:
    address = desk.enter("officer").send(POOL, {"what": "run", "day": "2025-05-02"})
    job = Job.objects.get()
    run = Run.objects.get(pk=job.outcome["run"])
    assert (run.on, run.act.by_name) == (date(2025, 5, 2), "olga")
    page = desk.get(address)
    assert "Done." in page
    assert "refresh" not in page
    receipt = plain(desk.get(f"{POOL}run/{run.pk}/"))
    assert run.journal_sha256 in receipt
    assert f"Run {run.pk}" in receipt
    assert "Nothing changed since the last run" in desk.get(desk.send(POOL, {"what": "run", "day": "2025-05-02"}))


def test_a_list_and_after_a_correction_its_second_edition(desk: Desk) -> None:
    office = desk.enter("officer").office
    day = date(2025, 5, 1)
    address = desk.send(POOL, {"what": "publish", "day": str(day), "reason": "monthly"})
    assert "is published: edition 1" in plain(desk.get(address))
    report = plain(desk.get(f"{POOL}list/{day}/1/"))
    assert "Who moved since the list before" in report
    game = next(iter(facts(office.elo, "game", event="Night 14"))).number
    ask(office.officer, Change("game", office.elo, (game,), "swap"), "score sheet")
    assert "facts changed since" in desk.get(POOL)
    desk.send(POOL, {"what": "publish", "day": str(day), "reason": "corrected"})
    assert Edition.objects.filter(pool=office.elo, day=day).count() == 2
    report = plain(desk.get(f"{POOL}list/{day}/2/"))
    assert "What edition 1 said otherwise" in report
    again = desk.send(POOL, {"what": "publish", "day": str(day)})
    assert "Nothing changed: edition 2" in plain(desk.get(again))


def test_what_cannot_be_published_is_said_where_it_was_asked(desk: Desk) -> None:
    address = desk.enter("officer").send(POOL, {"what": "publish", "day": "2999-01-01"})
    page = desk.get(address)
    assert 'class="note error"' in page
    assert Job.objects.get() in [job for job in Job.objects.all() if jobs.failure_of(job)]
    desk.send(POOL, {"what": "publish", "day": ""}, 400)
    desk.send(POOL, {"what": "publish", "day": "2025-02-31"}, 400)
    desk.send(POOL, {"what": "dance", "day": "2025-02-01"}, 400)


def test_a_turn_is_looked_at_and_done(desk: Desk) -> None:
    look = desk.enter("officer").get("/en/desk/runs/scrabble/turn/2025-09-01/")
    assert "Nothing is recorded yet" in look
    assert "Quotas of the new season" in look
    address = desk.send("/en/desk/runs/scrabble/", {"what": "rollover", "day": "2025-09-01"})
    assert "note success" in desk.get(address)
    desk.get("/en/desk/runs/scrabble/turn/2025-09-02/", 400)


def test_everything_is_verified_and_that_is_noted(desk: Desk, tmp_path: Path) -> None:
    address = desk.enter("officer").send("/en/desk/verify/", {})
    assert "All is as it was recorded" in desk.get(address)
    found = noted(tmp_path, VERIFY)
    assert found is not None
    assert found["faults"] == 0


def test_progress_is_shown_while_it_goes_on(desk: Desk) -> None:
    job = Job.objects.create(
        user=desk.office.officer, pool=desk.office.elo, what="run", made_at=datetime.now(UTC),
        host=socket.gethostname(), process=os.getpid(),
    )  # fmt: skip
    jobs._Progress(job)("replay", 3, 10)
    page = desk.enter("officer").get(f"/en/desk/jobs/{job.pk}/")
    assert '<meta http-equiv="refresh" content="2">' in page
    assert '<progress max="10" value="3">' in page
    assert jobs.failure_of(job) is None
    Job.objects.filter(pk=job.pk).update(process=2**22 + 12345)  # no such process
    assert "broke off" in desk.get(f"/en/desk/jobs/{job.pk}/")


@pytest.mark.parametrize("role", ["reader", "reporter"])
def test_readers_start_nothing(desk: Desk, role: str) -> None:
    desk.enter(role).send(POOL, {"what": "run", "day": "2025-05-02"}, 403)
    desk.send("/en/desk/verify/", {}, 403)
    assert "<form" not in plain(desk.get(POOL))
    assert not Job.objects.exists()


def test_old_work_is_forgotten(office: MadeUp) -> None:
    Job.objects.create(
        user=office.officer, what="verify", made_at=datetime(2020, 1, 1, tzinfo=UTC), ended_at=datetime(2020, 1, 1, tzinfo=UTC)
    )
    jobs.start(office.officer, "run", office.elo, day=LISTS[0])
    assert Job.objects.count() == 1
