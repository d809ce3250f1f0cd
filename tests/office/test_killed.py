"""An officer's year with processes that die at random moments, and eight that work at once: nothing accepted is lost, nothing
is there twice, nothing is half done.

BAREME_KILLS says how many processes are killed (10 by default; BAREME_SEED: at other moments), BAREME_HAMMER for how many seconds
eight processes work (4).
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

from offices import Office, Warm, office, warm

KILLS = int(os.environ.get("BAREME_KILLS", "10"))
SECONDS = float(os.environ.get("BAREME_HAMMER", "4"))
WORKERS = ("bring", "bring", "bring", "correct", "correct", "rate", "release", "release")
YEAR = 2001  # the first one; so many months as processes are killed must have passed
HEADER = "date,event,round,player_a,player_b,score_a\n"


def table(number: int, games: int = 400, players: int = 30) -> str:
    """One event a month."""
    rows = []
    for at in range(games):
        a, b = at % players, (at * 7 + 1 + at // players) % players
        if a != b:
            year, month = YEAR + number // 12, 1 + number % 12
            rows.append(f"{year}-{month:02}-{1 + at % 28:02},Event {number},{1 + at // 28},Player {a},Player {b},{at % 2}")
    return HEADER + "\n".join(rows) + "\n"


def steps(ours: Office) -> Iterator[tuple[str, ...]]:
    """What an officer does, month after month."""
    number = 0
    while True:
        file = ours.write(f"{number}.csv", table(number))
        month = f"{YEAR + (number + 1) // 12}-{1 + (number + 1) % 12:02}-01"
        yield ("import", file, "--pool", "ladder")
        yield ("publish", "--pool", "ladder", "--date", month, "--top", "0")
        yield (
            "correct",
            "game",
            str(number * 300 + 1),
            "--pool",
            "ladder",
            "--set",
            f"length={number + 3}",
            "--reason",
            f"sheet {number}",
        )
        yield ("correct", "game", str(number * 300 + 2), "--pool", "ladder", "--swap", "--reason", f"swapped {number}")
        yield ("rate", "--pool", "ladder", "--on", month, "--top", "0")
        yield ("publish", "--pool", "ladder", "--date", month, "--top", "0")
        number += 1


def ledger(ours: Office) -> str:
    """What stands in the ledger, without moments and ids of runs: facts, corrections, editions by their checksums."""
    script = (
        "import json\n"
        "from bareme.office import open_office; open_office()\n"
        "from bareme.office.models import *\n"
        "print(json.dumps([\n"
        "  list(Game.objects.order_by('pk').values_list('pk', 'supersedes', 'score_a', 'length', 'player_a', 'player_b')),\n"
        "  list(Edition.objects.order_by('pk').values_list('number', 'checksum')),\n"
        "  list(Correction.objects.order_by('pk').values_list('kind', 'asked__reason')),\n"
        "  list(Run.objects.order_by('pk').values_list('facts_sha256', 'journal_sha256', 'standings_sha256', 'lines')),\n"
        "  list(Member.objects.order_by('pk').values_list('code', 'name')),\n"
        "  list(Act.objects.order_by('pk').values_list('action', 'about')),\n"
        "]))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], env=ours.environment, capture_output=True, text=True, check=True)
    return done.stdout


def test_a_year_of_killed_processes_is_the_same_year(tmp_path: Path) -> None:
    chance = random.Random(int(os.environ.get("BAREME_SEED", "4")))
    with office(tmp_path / "killed") as ours, office(tmp_path / "quiet") as twin, warm(ours) as struck, warm(twin) as quiet:
        for either in (ours, twin):
            either.run("pool", "new", "ladder", "--rulebook", "elo", "--rhythm", "monthly")
        died: Counter[str] = Counter()
        for step, same in zip(steps(ours), steps(twin), strict=False):
            if died.total() >= KILLS and step[0] == "import":
                break
            began = time.monotonic()
            quiet.run(*same)
            took = time.monotonic() - began
            died[step[0]] += struck.kill(*step, after=chance.uniform(0.02, 1.05 * took))
            _once(struck, step)
        print(f"killed: {dict(died)}; {len(json.loads(ours.run('audit', '--format', 'json')))} acts")
        assert min(died[action] for action in ("import", "publish", "correct", "rate")) > 0
        assert "All is as it was recorded" in ours.run("verify", "--every-run")
        assert ledger(ours) == ledger(twin)


def _once(struck: Warm, step: tuple[str, ...]) -> None:
    """Do it again; a correction only if the diary does not have it, as an officer would look."""
    if step[0] == "correct":
        asked = json.loads(struck.run("audit", "--action", "correct", "--format", "json"))
        if step[-1] in [act["reason"] for act in asked]:
            return
    struck.run(*step)


def test_eight_processes_at_once(tmp_path: Path) -> None:
    with office(tmp_path / "office") as ours:
        ours.run("pool", "new", "ladder", "--rulebook", "elo", "--rhythm", "monthly")
        script = str(Path(__file__).with_name("hammering.py"))
        running = [
            subprocess.Popen(
                [sys.executable, script, kind, str(number), str(SECONDS)],
                env=ours.environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for number, kind in enumerate(WORKERS)
        ]
        accepted: Counter[str] = Counter()
        for process in running:
            out, err = process.communicate(timeout=SECONDS + 240)
            assert process.returncode == 0, err
            accepted += Counter(json.loads(out))
        print(f"accepted: {dict(accepted)}")
        acts = json.loads(ours.run("audit", "--format", "json"))
        told = Counter(act["action"] for act in acts)
        assert sum(act["after"]["games"] for act in acts if act["action"] == "import") == accepted["games"]
        assert told["correct"] == accepted["corrections"]
        assert told["publish"] == accepted["editions"]
        assert told["run"] == accepted["runs"]
        assert min(accepted["games"], accepted["corrections"], accepted["editions"]) > 0
        ours.run("rate", "--pool", "ladder", "--on", "2025-01-01")
        assert "All is as it was recorded" in ours.run("verify")
