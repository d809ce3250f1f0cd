"""Several processes at once, and processes that die: nothing accepted is lost, nothing is there twice, nothing is half done.

BAREME_KILLS says how many processes are killed (a few by default).
"""

from __future__ import annotations

import json
import os
import random
import shutil
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


@pytest.mark.skipif(bool(POSTGRESQL), reason="SQLite's file")
@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_database_that_may_not_be_written_is_told(ours: Office, what: str) -> None:
    ours.run("import", ours.write("a.csv", table(1, 20)), "--pool", "ladder")
    command = [
        *_bound(),
        sys.executable,
        "-m",
        "bareme.cli",
        "office",
        "import",
        ours.write("b.csv", table(2, 20)),
        "--pool",
        "ladder",
    ]
    locked, usual = (ours.folder / "office.sqlite3", 0o600) if what == "file" else (ours.folder, 0o700)
    locked.chmod(0o400 if what == "file" else 0o500)
    refused = subprocess.run(command, env=ours.environment, capture_output=True, text=True)
    locked.chmod(usual)
    assert refused.returncode == 2, refused.stdout + refused.stderr
    assert "[database-read-only]" in refused.stderr
    assert "cannot be written" in refused.stderr
    assert "Nothing of this was recorded" in refused.stderr
    assert [act["games"] for act in imported(ours)] == [20]
    ours.run("import", str(ours.folder / "b.csv"), "--pool", "ladder")
    assert "OK" in check(ours)


def _bound() -> list[str]:
    """What goes before a command so that permissions bind it, though root runs it."""
    if os.geteuid() != 0:
        return []
    if not shutil.which("setpriv"):
        pytest.skip("root may write everything, and there is no setpriv to forbid it")
    return ["setpriv", "--bounding-set", "-dac_override,-dac_read_search", "--inh-caps", "-dac_override,-dac_read_search"]


@pytest.mark.skipif(not POSTGRESQL, reason="a database of PostgreSQL")
def test_a_postgresql_that_only_reads_is_told(ours: Office) -> None:
    import psycopg

    ours.run("import", ours.write("a.csv", table(1, 20)), "--pool", "ladder")
    url = ours.environment["BAREME_DATABASE_URL"]
    file = ours.write("b.csv", table(2, 20))
    for only, code in (("on", 2), ("off", 0)):
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("SET default_transaction_read_only = off")
            name = connection.info.dbname
            connection.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = {only}')
        said = ours.run("import", file, "--pool", "ladder", code=code)
        assert ("[database-read-only]" in said) == (code == 2)
    assert [act["games"] for act in imported(ours)] == [20, 20]
    assert "OK" in check(ours)


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
