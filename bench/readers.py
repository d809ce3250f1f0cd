"""Fifty readers while an officer imports: `python -m bench.readers FOLDER [READERS [SECONDS]]`.

FOLDER is an office that `python -m bench.portal GAMES FOLDER` made. It is served as `bareme office serve` serves it; each
reader opens a page, reads it for three seconds at random, and opens another one. Meanwhile event after event is imported and
the live list is rated anew, by processes that let pages go before them, as the desk's do. Nothing may fail, nothing may be lost.
"""

from __future__ import annotations

import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from datetime import date, timedelta
from pathlib import Path

from bareme.portal.desk.work import BEHIND

READS = 3.0  # seconds that a page is looked at, in the mean
FIRST = date(2026, 9, 20)


def main(folder: Path, readers: int, seconds: float) -> None:
    """Serve, read, import, count."""
    os.environ["BAREME_OFFICE"] = str(folder)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "bareme.cli", "office", "serve", str(folder), "--port", str(port)]
    pages = _pages(folder)
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        try:
            base = f"http://127.0.0.1:{port}"
            _wait(base)
            until = time.monotonic() + seconds
            taken: list[float] = []
            failed: list[str] = []
            crowd = [threading.Thread(target=_read, args=(base, pages, until, seed, taken, failed)) for seed in range(readers)]
            for one in crowd:
                one.start()
            imported = _import_until(until)
            for one in crowd:
                one.join()
        finally:
            server.terminate()
    taken.sort()
    at = [taken[int(len(taken) * share)] * 1000 for share in (0.5, 0.95, 0.99)]
    print(f"{readers} readers, {seconds:.0f} s, load {os.getloadavg()[0]:.1f}: {len(taken)} pages, {len(failed)} failed")
    print(f"median {at[0]:.0f} ms, 95 % under {at[1]:.0f}, 99 % under {at[2]:.0f}, slowest {taken[-1] * 1000:.0f}")
    print(f"mean {statistics.fmean(taken) * 1000:.0f} ms; meanwhile {imported} events imported and rated; {_kept(imported)}")
    for line in failed[:5]:
        print(line)


def _pages(folder: Path) -> list[str]:
    """Some of every kind, as `bench.portal` has them."""
    code = "import random, bench.portal as b; c = random.Random(5); [print(f(c)) for _ in range(40) for n, f in b.addresses()]"
    script = f"from bareme.portal import open_portal; open_portal({str(folder)!r}); {code}"
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return told.stdout.split()


def _wait(base: str) -> None:
    for _ in range(240):
        try:
            urllib.request.urlopen(base + "/en/", timeout=10).close()  # noqa: S310 - our own server
        except OSError:
            time.sleep(0.5)
        else:
            return
    sys.exit("the server does not answer")


def _read(base: str, pages: list[str], until: float, seed: int, taken: list[float], failed: list[str]) -> None:
    chance = random.Random(seed)
    time.sleep(chance.random() * READS)
    while time.monotonic() < until:
        page = chance.choice(pages)
        start = time.monotonic()
        try:
            with urllib.request.urlopen(base + page, timeout=60) as answer:  # noqa: S310 - our own server
                answer.read()
        except OSError as error:
            failed.append(f"{page}: {error}")
        else:
            taken.append(time.monotonic() - start)
        time.sleep(chance.expovariate(1 / READS))


def _import_until(until: float) -> int:
    """Events of six games by the command line, each followed by a run."""
    count = 0
    with tempfile.TemporaryDirectory(prefix="bareme-bench-") as made:
        while time.monotonic() < until:
            day, file = FIRST + timedelta(days=count % 9), Path(made) / f"late-{time.time_ns()}.csv"
            name = f"Late {time.time_ns()}"
            rows = [
                f"{day},{name},{r},Player {2 * r + 40 * (count % 400)},Player {2 * r + 1 + 40 * (count % 400)},1,7"
                for r in range(1, 7)
            ]
            file.write_text("date,event,round,player_a,player_b,score_a,length\n" + "\n".join(rows) + "\n", encoding="utf-8")
            office = ["nice", "-n", str(BEHIND), sys.executable, "-m", "bareme.cli", "office"]
            for command in (["import", str(file), "--pool", "big"], ["rate", "--pool", "big", "--on", "2026-09-30"]):
                done = subprocess.run([*office, *command, "--as", "bench"], capture_output=True, text=True, check=False)
                if done.returncode:
                    sys.exit(done.stdout + done.stderr)
            count += 1
    return count


def _kept(imported: int) -> str:
    """Is every game of theirs in the ledger, once?"""
    from bareme.office import open_office

    open_office()
    from bareme.office.models import Game

    found = Game.objects.filter(event__label__startswith="Late ").values("event", "round").distinct().count()
    total = Game.objects.filter(event__label__startswith="Late ").count()
    return f"{total} late games kept, {total - found} twice, {imported * 6} of them from now"


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 50, float(sys.argv[3]) if len(sys.argv) > 3 else 60.0)
