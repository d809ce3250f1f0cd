"""The pages of a large office, public ones and the desk's, each timed: `python -m bench.portal [GAMES [FOLDER]]`.

The office is made in FOLDER (else in one that is thrown away) if it is not there: three seasons, a member for fifty games, an
event for about a hundred, monthly lists of the last year. A million games take some minutes and 3 GB of disk. Pages are asked
for with Django's test client: no network, everything else as served. On SQLite, or on the PostgreSQL of BAREME_DATABASE_URL:
there the clock says how fast a page is, since the database works in another process.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from pathlib import Path
from time import perf_counter, process_time
from typing import Any
from urllib.parse import quote

from bench.office import LAST, table

LISTS = [date(2026, month, 1) for month in range(1, 10)]
ROUNDS = 20
LIMIT = 50  # milliseconds, for the median page


def make(folder: Path, games: int) -> None:
    """An office of one pool."""
    from bareme.office.setup import make_office

    make_office(folder, name="Bench", language="en", admin="bench", password="correct horse battery")  # noqa: S106
    from bareme.office.editions.service import publish
    from bareme.office.imports.service import deliver, import_files
    from bareme.office.models import User
    from bareme.office.pools.service import new_pool
    from bareme.office.runs.service import make_run

    user = User.objects.get()
    pool = new_pool(user, "big", "ffbg", rhythm="monthly")
    clock = perf_counter()
    steps: list[tuple[str, Callable[[], Any]]] = [
        ("import", lambda: import_files(user, pool, deliver([("results.csv", table(games))]))),
        ("run", lambda: make_run(user, pool, LAST)),
        *((f"list of {day}", lambda day=day: publish(user, pool, day)) for day in LISTS),
    ]
    for name, step in steps:
        step()
        print(f"{name}: {perf_counter() - clock:.0f} s", flush=True)


def addresses() -> Iterator[tuple[str, Callable[[random.Random], str]]]:
    """Every kind of page, and how one of them is chosen."""
    from bareme.office.models import Edition, Event, JournalLine, Member

    members = list(Member.objects.values_list("code", "pk"))
    events = list(Event.objects.values_list("pk", flat=True))
    last = JournalLine.objects.order_by("-pk").values_list("pk", flat=True)[0]
    days = sorted(set(Edition.objects.values_list("day", flat=True)))
    pool, edition = "/en/pools/big/", f"/en/pools/big/lists/{days[-1]}/1/"

    def opponent(chance: random.Random) -> str:
        code, number = chance.choice(members)
        row = JournalLine.objects.filter(player=number, opponent__isnull=False).values_list("opponent__code", flat=True)[0]
        return f"{pool}players/{code}/against/{row}/"

    yield "home", lambda chance: "/en/"
    yield "search by name", lambda chance: f"/en/find/?q=player+{chance.randrange(1000)}"
    yield "list", lambda chance: pool
    yield "list, a page within", lambda chance: f"{pool}?page={chance.randrange(2, 150)}"
    yield "list, sorted", lambda chance: f"{pool}?sort={chance.choice(('-rating', 'name', '-games', '-change'))}"
    yield "list, filtered", lambda chance: f"{pool}?level={chance.choice(('champion', 'beginner'))}&active=1"
    yield "an edition", lambda chance: f"{pool}lists/{chance.choice(days)}/1/"
    yield "live list", lambda chance: f"{pool}live/"
    yield "difference of two lists", lambda chance: f"{edition}against/{chance.choice(days[:-1])}/1/"
    yield "records", lambda chance: f"{pool}records/"
    yield "all lists", lambda chance: f"{pool}lists/"
    yield "player", lambda chance: f"{pool}players/{chance.choice(members)[0]}/"
    yield "player, everything", lambda chance: f"{pool}players/{chance.choice(members)[0]}/?all=1"
    yield "head to head", opponent
    yield "a player's history as JSON", lambda chance: f"{pool}players/{chance.choice(members)[0]}/history.json"
    yield "events", lambda chance: f"{pool}events/"
    yield "event", lambda chance: f"{pool}events/{chance.choice(events)}/"
    yield "explanation", lambda chance: f"{pool}lines/{chance.randrange(1, last)}/"


def desk_addresses() -> Iterator[tuple[str, Callable[[random.Random], str]]]:
    """The same of the officer's desk."""
    from bareme.office.models import Act, Edition, Event, Game, Member, Run

    codes = list(Member.objects.values_list("code", flat=True))
    labels = list(Event.objects.values_list("label", flat=True))
    days = list(Game.objects.order_by("date").values_list("date", flat=True).distinct())
    runs, acts = list(Run.objects.values_list("pk", flat=True)), list(Act.objects.values_list("pk", flat=True))
    lists = list(Edition.objects.values_list("day", "number"))
    desk = "/en/desk/"
    yield "board", lambda chance: desk
    yield "import", lambda chance: f"{desk}import/"
    yield "corrections", lambda chance: f"{desk}corrections/"
    yield "facts of an event", lambda chance: f"{desk}corrections/facts/?pool=big&event={quote(chance.choice(labels))}"
    yield "facts of a player", lambda chance: f"{desk}corrections/facts/?pool=big&player={chance.choice(codes)}"
    yield "facts of a day", lambda chance: f"{desk}corrections/facts/?pool=big&day={chance.choice(days)}"
    yield "a correction to be asked", lambda chance: f"{desk}corrections/new/decision/?pool=big"
    yield "claims", lambda chance: f"{desk}claims/"
    yield "members", lambda chance: f"{desk}members/?q=player+{chance.randrange(1000)}"
    yield "member", lambda chance: f"{desk}members/{chance.choice(codes)}/"
    yield "duplicates", lambda chance: f"{desk}members/duplicates/"
    yield "runs", lambda chance: f"{desk}runs/"
    yield "runs of a ranking", lambda chance: f"{desk}runs/big/"
    yield "run", lambda chance: f"{desk}runs/big/run/{chance.choice(runs)}/"
    yield "a list's report", lambda chance: f"{desk}runs/big/list/{'/'.join(map(str, chance.choice(lists)))}/"
    yield "diary", lambda chance: f"{desk}diary/"
    yield "act", lambda chance: f"{desk}diary/{chance.choice(acts)}/"
    yield "users", lambda chance: f"{desk}users/"


def measure(client: Any, kinds: Iterable[tuple[str, Callable[[random.Random], str]]]) -> None:
    """One line for each kind of page, then the median of the kinds' medians: in milliseconds of the processor and on the clock,
    which are the same where nobody else works on the machine and no database in another process.
    """
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    chance = random.Random(7)
    medians = []
    print(f"{'page':30} {'first':>8} {'median':>8} {'worst':>8} ms  {'clock':>8} ms  queries      kB")
    for name, choose in kinds:
        times, clocks = [], []
        for _ in range(ROUNDS):
            address = choose(chance)
            clock, processor = perf_counter(), process_time()
            answer = client.get(address)
            clocks.append(1000 * (perf_counter() - clock))
            times.append(1000 * (process_time() - processor))
            if answer.status_code != 200:
                sys.exit(f"{address}: {answer.status_code}")
        with CaptureQueriesContext(connection) as asked:
            client.get(choose(chance))
        medians.append((statistics.median(times), statistics.median(clocks)))
        shown = f"{times[0]:8.1f} {medians[-1][0]:8.1f} {max(times):8.1f}     {medians[-1][1]:8.1f}"
        print(f"{name:30} {shown}      {len(asked):7} {len(answer.content) / 1024:7.0f}", flush=True)
    processor, clock = (statistics.median(values) for values in zip(*medians, strict=True))
    more = "" if clock < LIMIT else f" (more than {LIMIT})"
    print(f"median page: {processor:.1f} ms of the processor, {clock:.1f} ms on the clock{more}\n", flush=True)


def visitor(officer: bool) -> Any:
    """A browser, with the officer's login or without."""
    from django.test import Client

    from bareme.office.models import User

    client = Client()
    if officer:
        client.force_login(User.objects.get())
    return client


def main(folder: Path, games: int) -> None:
    """Make the office, if need be, and time its pages."""
    os.environ["BAREME_OFFICE"] = str(folder)
    if not (folder / "bareme-office.toml").exists():
        make(folder, games)
        command = [sys.executable, "-m", "bench.portal", str(games), str(folder)]  # anew: the pages have settings of their own
        sys.exit(subprocess.run(command, check=False).returncode)
    from django.conf import settings

    from bareme.portal import open_portal
    from bareme.portal.setup import prepare

    open_portal(folder)
    prepare()
    settings.ALLOWED_HOSTS.append("testserver")
    settings.PAGES_KEPT = 0  # each page is made, not given again
    measure(visitor(officer=False), addresses())
    measure(visitor(officer=True), desk_addresses())


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    if len(sys.argv) > 2:
        main(Path(sys.argv[2]), count)
    else:
        with tempfile.TemporaryDirectory(prefix="bareme-bench-") as made:
            main(Path(made), count)
