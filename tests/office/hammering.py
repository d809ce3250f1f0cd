"""One of several processes at work in an office at once: hammering.py KIND NUMBER SECONDS; says at the end what was accepted."""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from datetime import date, timedelta

from bareme.findings import Refused
from bareme.office import open_office

open_office()

from bareme.office.corrections.changes import Change  # noqa: E402
from bareme.office.corrections.service import ask  # noqa: E402
from bareme.office.editions.service import publish  # noqa: E402
from bareme.office.imports.service import deliver, import_files  # noqa: E402
from bareme.office.models import Game  # noqa: E402
from bareme.office.pools.service import pool_of  # noqa: E402
from bareme.office.runs.service import make_run  # noqa: E402
from bareme.office.users.service import acting_user  # noqa: E402

HEADER = "date,event,round,player_a,player_b,score_a\n"
FIRST = date(2024, 1, 1)
WAIT = 120.0


def bring(number: int, turn: int, done: Counter[str]) -> None:
    """A file with an event of its own; now and then the same one again."""
    again = turn % 3 == 2
    event = turn - 1 if again else turn
    day = FIRST + timedelta(days=(7 * event + number) % 300)
    rows = [f"{day},W{number} E{event},1,Player {2 * n},Player {2 * n + 1},{n % 2}" for n in range(10)]
    result = import_files(user, pool, deliver([(f"{number}-{event}.csv", (HEADER + "\n".join(rows)).encode())]))
    done["games"] += result.counts.get("games", 0)
    done["nothing new" if again else "files"] += result.act is None if again else 1


def correct(number: int, turn: int, done: Counter[str]) -> None:
    """Swap the winner of some game."""
    numbers = list(Game.objects.filter(pool=pool, supersedes__isnull=True).values_list("pk", flat=True)[:5000])
    if numbers:
        ask(user, Change("game", pool, (chance.choice(numbers),), "swap"), f"worker {number}, turn {turn}")
        done["corrections"] += 1


def rate(number: int, turn: int, done: Counter[str]) -> None:
    """The live list."""
    done["runs"] += make_run(user, pool, date(2025, 1, 1), wait=WAIT).new


def release(number: int, turn: int, done: Counter[str]) -> None:
    """The list of some month, again and again."""
    done["editions"] += publish(user, pool, date(2024, 2 + turn % 11, 1), wait=WAIT).new


WORK = {"bring": bring, "correct": correct, "rate": rate, "release": release}

if __name__ == "__main__":
    kind, number, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    user, pool, chance = acting_user(), pool_of("ladder"), random.Random(number)
    done: Counter[str] = Counter()
    until, turn = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        try:
            WORK[kind](number, turn, done)
        except Refused as refused:
            if refused.finding.code not in ("nothing-to-rate", "edition-keeps-moving"):
                raise
            done[refused.finding.code] += 1
        turn += 1
    print(json.dumps(done))
