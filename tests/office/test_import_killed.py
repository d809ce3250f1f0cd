"""Work beside the page that dies while it records: nothing of the file is in the ledger, the files are still there, and it is
said; then it is asked for again, by two at once, and recorded once. By processes of their own, on a real database.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from offices import Office, office

ROWS = 12_000
PREPARED = """
import json, sys
from bareme.portal import open_portal
open_portal()
from bareme.portal.setup import prepare
prepare()
from bareme.office.models import Act, FileContent, Game, Member, Pool, User
from bareme.portal.desk import beside, jobs, recording, uploads
from bareme.portal.desk.models import Job, Upload, UploadedFile
jobs.launch = lambda job: None
alice = User.objects.get()
"""
LOOK = """
upload = uploads.keep(alice, Pool.objects.get(), [("long.csv", open(sys.argv[1], "rb").read())])
print(json.dumps([upload.pk, recording.look(upload)["sign"]]))
"""
ASK = """
upload = uploads.upload_of(alice, int(sys.argv[1]))
print(json.dumps(beside.begin(upload, "record", {}, "", sys.argv[2]).pk))
"""
STATE = """
job = Job.objects.get(pk=int(sys.argv[1]))
failure = jobs.failure_of(job)
print(json.dumps({
    "failure": failure and failure.code, "outcome": job.outcome, "ended": job.ended_at is not None,
    "ledger": [model.objects.count() for model in (Act, Member, Game, FileContent)],
    "uploads": [Upload.objects.count(), UploadedFile.objects.count()],
}))
"""


def asked(ours: Office, script: str, *arguments: object) -> Any:
    """What a script of the desk says."""
    command = [sys.executable, "-c", PREPARED + script, *map(str, arguments)]
    done = subprocess.run(command, env=ours.environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def begun(ours: Office, job: int) -> subprocess.Popen[bytes]:
    """The process that does a job, as the pages begin it."""
    command = [sys.executable, "-m", "bareme.portal.desk.work", str(job)]
    return subprocess.Popen(command, env=ours.environment, stderr=subprocess.DEVNULL)


def killed(ours: Office, job: int, phase: str, later: float) -> bool:
    """Begin a job and kill it so long after it came to a phase; did it die of that?"""
    note = ours.folder / f".job-{job}.json"
    with begun(ours, job) as process:
        until = time.monotonic() + 120
        while process.poll() is None and time.monotonic() < until:
            if note.exists() and json.loads(note.read_bytes())[0] == phase:
                time.sleep(later)
                os.kill(process.pid, signal.SIGKILL)
                break
            time.sleep(0.002)
    return process.returncode == -signal.SIGKILL


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    """An office with a pool and nothing in it."""
    with office(tmp_path_factory.mktemp("killed") / "office") as made:
        made.run("pool", "new", "ladder", "--rulebook", "elo")
        yield made


def table(folder: Path, name: str, games: int) -> Path:
    """Made-up games of one month, of the same people."""
    month = {"April": 4, "May": 5}[name]
    rows = (
        f"2025-{month:02}-{1 + at % 28:02},{name} {at // 50},{at % 50},Player {at % 90},Player {90 + at % 70},{at % 2}"
        for at in range(games)
    )
    file = folder / "long.csv"
    file.write_text("date,event,round,player_a,player_b,score_a\n" + "\n".join(rows) + "\n")
    return file


def test_killed_while_it_records(ours: Office, tmp_path: Path) -> None:
    upload, seen = asked(ours, LOOK, table(tmp_path, "April", ROWS))
    before = asked(ours, STATE, asked(ours, ASK, upload, seen))["ledger"]
    deaths = 0
    for phase, later in (("files", 0), ("match", 0), ("match", 0.1), ("rows", 0), ("rows", 0.05)):
        job = asked(ours, ASK, upload, seen)
        deaths += killed(ours, job, phase, later)
        state = asked(ours, STATE, job)
        if state["outcome"]:  # it was done before it was killed: then wholly, and it says so
            break
        assert state == {"failure": "work-broke-off", "outcome": {}, "ended": False, "ledger": before, "uploads": [1, 1]}
    else:
        job = asked(ours, ASK, upload, seen)
        with begun(ours, job) as process:
            process.wait()
        state = asked(ours, STATE, job)
    assert deaths >= 3
    assert state["outcome"] == {"act": before[0] + 1}
    assert state["ledger"] == [before[0] + 1, 160, ROWS, 1]
    assert state["uploads"] == [0, 0]
    ours.run("verify")


def test_the_same_file_by_two_at_once(ours: Office, tmp_path: Path) -> None:
    file = table(tmp_path, "May", 3_000)
    uploads = [asked(ours, LOOK, file) for _ in range(2)]
    assert uploads[0][1] == uploads[1][1]
    work = [asked(ours, ASK, *upload) for upload in uploads]
    before = asked(ours, STATE, work[0])["ledger"][2]
    with begun(ours, work[0]) as one, begun(ours, work[1]) as other:
        assert (one.wait(), other.wait()) == (0, 0)
    states = [asked(ours, STATE, job) for job in work]
    acts = sorted(state["outcome"].get("act", 0) for state in states)
    assert acts[0] == 0
    (second,) = (state["outcome"] for state in states if "act" not in state["outcome"])
    assert (second["counts"], second["earlier"]) == ({}, acts[1])
    assert states[0]["ledger"][2] == states[1]["ledger"][2] == before + 3_000
