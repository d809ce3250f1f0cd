"""Several processes at once, and processes that die: nothing accepted is lost, nothing is there twice, nothing is half done.

BAREME_KILLS says how many processes are killed (a few by default).
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from offices import POSTGRESQL, Office, office

KILLS = int(os.environ.get("BAREME_KILLS", "5"))
HEADER = "date,event,round,player_a,player_b,score_a\n"


@pytest.fixture
def ours(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path / "office") as made:
        made.run("pool", "new", "ladder", "--rulebook", "elo")
        yield made


def table(event: int, games: int, players: int = 40) -> str:
    """An event's games: in each round everybody meets everybody within reach once."""
    rows = []
    for at in range(games):
        meeting, player = divmod(at, players)
        number, gap = divmod(meeting, players // 2 - 1)
        other = (player + gap + 1) % players
        rows.append(f"{2001 + event}-01-{1 + number:02},Event {event},{1 + number},Player {player},Player {other},1")
    return HEADER + "\n".join(rows) + "\n"


def imported(ours: Office) -> list[dict[str, Any]]:
    """What the audit trail says was imported."""
    acts: list[dict[str, Any]] = json.loads(ours.run("audit", "--action", "import", "--format", "json"))
    return [act["after"] for act in acts]


def test_eight_processes_at_once_lose_nothing_and_double_nothing(ours: Office) -> None:
    files = [ours.write(f"{event}.csv", table(event, 200)) for event in range(4)]
    running = [ours.start("import", file, "--pool", "ladder") for file in files * 2]
    for process in running:
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, out + err
    acts = imported(ours)
    assert len(acts) == 4  # the second of each pair found everything recorded
    total = sum((Counter(act) for act in acts), Counter())
    assert (total["games"], total["events"], total["members"]) == (800, 4, 40)
    assert "OK" in check(ours)


def test_a_killed_import_leaves_nothing_or_all(ours: Office) -> None:
    chance = random.Random(11)
    took = 1.0
    for number in range(KILLS):
        file = ours.write("event.csv", table(number, 3000))
        process = ours.start("import", file, "--pool", "ladder")
        time.sleep(chance.uniform(0.2, took))
        process.kill()
        process.communicate()
        began = time.monotonic()
        ours.run("import", file, "--pool", "ladder")  # records it, or finds it whole
        took = max(took, time.monotonic() - began)
    acts = imported(ours)
    assert [act["games"] for act in acts] == [3000] * KILLS
    assert "OK" in check(ours)


@pytest.mark.skipif(bool(POSTGRESQL), reason="SQLite's file")
def test_a_full_disk_is_told_and_loses_nothing(ours: Office) -> None:
    ours.run("import", ours.write("a.csv", table(1, 100)), "--pool", "ladder")
    limit = str((ours.folder / "office.sqlite3").stat().st_size // 1024 + 64)  # kilobytes that a file may have
    script = 'ulimit -f "$0"; exec "$@"'
    command = [sys.executable, "-m", "bareme.cli", "office", "import", ours.write("b.csv", table(2, 6000)), "--pool", "ladder"]
    full = subprocess.run(["bash", "-c", script, limit, *command], env=ours.environment, capture_output=True, text=True)
    assert full.returncode == 2, full.stdout + full.stderr
    assert "[database-full]" in full.stderr
    assert [act["games"] for act in imported(ours)] == [100]
    assert "OK" in check(ours)
    ours.run("import", str(ours.folder / "b.csv"), "--pool", "ladder")


def check(ours: Office) -> str:
    """Verify the trail and every act's rows in a process of its own."""
    script = (
        "from bareme.office import open_office; open_office()\n"
        "from bareme.office.audit.trail import verify_chain, verify_rows\n"
        "found = [*verify_chain(), *verify_rows()]\n"
        "print(found or 'OK')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], env=ours.environment, capture_output=True, text=True, check=True)
    return done.stdout
