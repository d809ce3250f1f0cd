"""One table of how fast all this is, against others: `make bench`, or `python -m bench [SIZE] [SECTION ...]`.

SIZE is 1M, 10M or 100M games. Everything in a group is run in turns on this machine, so that ratios hold where seconds do not.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from bench import files
from bench.data import folder
from bench.timing import Row

SIZES = {"1M": 1_000_000, "10M": 10_000_000, "100M": 100_000_000}
WIDTHS = (46, 11, 9, 9, 9, 8, 8, 7)
HEADINGS = ("what", "games", "players", "cpu s", "wall s", "M games/s", "ratio", "peak MB")


def kernels(size: int) -> Iterator[Row | str]:
    """The loops alone, in a process of their own."""
    command = [sys.executable, "-m", "bench.kernels", str(size)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        for line in process.stdout or ():
            told = json.loads(line)
            yield told["group"] if "group" in told else Row(**told)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} failed")


SECTIONS: dict[str, tuple[str, Callable[[int], Iterator[Row | str]]]] = {
    "kernels": ("Loops on arrays in memory; ratio against C", kernels),
    "files": ("From a file to a ranked list, whole processes; ratio against the script by hand", files.against_others),
    "rulebooks": ("Every rulebook, whole processes; ratio against the reference engine", files.rulebooks),
    "engines": ("Where the fast engine pays, whole processes; ratio against the reference engine", files.engines),
    "incremental": ("Day after day, whole processes", files.incremental),
    "growth": ("Growth and memory, whole processes", files.growth),
}


def head() -> str:
    """Machine, day and load."""
    model = "unknown processor"
    about = Path("/proc/cpuinfo")
    if about.exists():
        lines = (line.partition(":") for line in about.read_text(encoding="utf-8").splitlines())
        model = next((value.strip() for name, _, value in lines if name.strip() == "model name"), model)
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    machine = f"{os.cpu_count()} × {model}, {platform.system()}, Python {platform.python_version()}"
    return f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {machine}, load {load}"


def shown(row: Row) -> str:
    """One line of the table."""
    cells = (
        row.what + (f" ({row.note})" if row.note else ""),
        f"{row.games:,}" if row.games else "",
        f"{row.players:,}" if row.players else "",
        _number(row.cpu, 3),
        _number(row.wall, 3),
        _number(row.speed and row.speed / 1e6, 3),
        _number(row.ratio, 2),
        _number(row.memory, 0),
    )
    return _line(cells)


def _number(value: float | None, places: int) -> str:
    return "" if value is None else f"{value:,.{places}f}"


def _line(cells: tuple[str, ...]) -> str:
    first, *others = zip(cells, WIDTHS, strict=True)
    return "| " + " | ".join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]) + " |"


def main() -> None:
    """Print the table, row by row as it comes."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("size", nargs="?", default="1M", choices=SIZES)
    parser.add_argument("sections", nargs="*", default=list(SECTIONS), help=f"of {', '.join(SECTIONS)}; all by default")
    options = parser.parse_args()
    os.environ.setdefault("BAREME_CACHE_DIR", str(folder()))  # what the bench compiles is not the user's
    files.warm_up()
    print(head(), flush=True)
    for name in options.sections:
        title, rows = SECTIONS[name]
        print(f"\n## {title}\n\n{_line(HEADINGS)}\n|{'-' * (WIDTHS[0] + 2)}|{'|'.join('-' * (w + 1) + ':' for w in WIDTHS[1:])}|")
        for row in rows(SIZES[options.size]):
            print(_line((f"**{row}**", *[""] * 7)) if isinstance(row, str) else shown(row), flush=True)
    print(f"\nload at the end: {', '.join(f'{one:.1f}' for one in os.getloadavg())}")


if __name__ == "__main__":
    main()
