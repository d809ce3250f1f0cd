"""An office with many results: import, run, list, correction, copies. `python bench/office.py [GAMES [FOLDER]]`.

On SQLite, or on the PostgreSQL of BAREME_DATABASE_URL, whose own processor time is not counted. Three seasons, a member for
fifty games, an event for about a hundred. A million games take some minutes and 3 GB of disk.
"""

from __future__ import annotations

import os
import random
import resource
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from time import perf_counter, process_time

FIRST, DAYS = date(2023, 9, 1), 1095
LISTS = [date(2026, month, 1) for month in (3, 6)]
LAST = date(2026, 9, 1)


def table(games: int) -> bytes:
    """Made-up results, the same on every run."""
    chance = random.Random(1)
    members = max(games // 50, 20)
    lines = ["date,event,round,player_a,player_b,score_a,length"]
    met: set[tuple[int, int, int, int]] = set()  # two who met twice in a round of an evening would be a question
    for number in range(games):
        while True:
            a, b = chance.sample(range(members), 2)
            meeting = (number // 111, number % 7, min(a, b), max(a, b))
            if meeting not in met:
                break
        met.add(meeting)
        day = FIRST + timedelta(days=number * DAYS // games)
        lines.append(f"{day},Night {number // 111},{1 + number % 7},Player {a},Player {b},{number % 2},{5 + number % 4 * 2}")
    return "\r\n".join(lines).encode()


@contextmanager
def timed(what: str, database: Path) -> Iterator[None]:
    """One line: seconds on the clock, seconds of the processor, memory, size of the database."""
    clock, processor = perf_counter(), process_time()
    yield
    clock, processor = perf_counter() - clock, process_time() - processor
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    size = database.stat().st_size / 2**20 if database.exists() else 0
    print(f"{what:44} {clock:7.1f} s  {processor:7.1f} s cpu  {memory:6.0f} MB memory  {size:6.0f} MB database", flush=True)


def main(games: int, folder: Path) -> None:
    """An officer's day at the end of the last season."""
    database = folder / "office.sqlite3"
    os.environ["BAREME_OFFICE"] = str(folder)
    from bareme.office.setup import make_office

    make_office(folder, name="Bench", language="en", admin="bench", password="correct horse battery")  # noqa: S106
    from bareme.office.config import load
    from bareme.office.corrections.changes import Change
    from bareme.office.corrections.service import ask, preview
    from bareme.office.editions.service import publish
    from bareme.office.exports.copies import back_up, export_all
    from bareme.office.imports.service import deliver, import_files
    from bareme.office.models import Game, User
    from bareme.office.pools.service import new_pool
    from bareme.office.runs.service import make_run
    from bareme.office.verify import everything

    user = User.objects.get()
    pool = new_pool(user, "big", "ffbg", rhythm="monthly")
    with timed(f"import of {games:,} results", database):
        done = import_files(user, pool, deliver([("results.csv", table(games))]))
    if done.act is None:
        sys.exit("\n".join(str(finding) for finding in done.findings[:10]))
    with timed("first run, from zero, with its journal", database):
        make_run(user, pool, LAST)
    for day in LISTS:
        with timed(f"publish the list of {day}", database):
            publish(user, pool, day)
    game = Game.objects.filter(pool=pool, date__gte=date(2026, 2, 15)).order_by("date", "pk").values_list("pk", flat=True)[0]
    change = Change("game", pool, (game,), "swap")
    with timed("preview of a correction in mid-season", database):
        seen = preview(user, change, LAST)
    with timed("the correction", database):
        ask(user, change, "bench", seen=seen)
    with timed("run after it, from the checkpoint before", database):
        make_run(user, pool, LAST)
    with timed(f"publish {LISTS[0]} again: edition 2", database):
        publish(user, pool, LISTS[0])
    with timed("verify everything, a replay from zero", database):
        found = everything()
    with timed("backup, checked", database):
        back_up(user, folder / "backup.zip", load(folder))
    with timed("export-all", database):
        export_all(user, folder / "all.zip")
    print(found or "verified")


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
    if len(sys.argv) > 2:
        main(count, Path(sys.argv[2]))
    else:
        with tempfile.TemporaryDirectory(prefix="bareme-bench-") as made:
            main(count, Path(made))
