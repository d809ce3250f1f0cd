"""From files to ranked lists, whole processes: against a script by hand, against the rivals, as files grow, day after day."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from bench.data import DAYS, folder, short
from bench.rivals import RIVALS
from bench.timing import Row, Run, turn_by_turn, whole_process

PLAYERS = 10_000
MANY = 1_000_000
ROUNDS = 3
SLOW = 20_000  # games a second of rivals whose loops alone take a minute for a million: they are compared there


def made(what: str, *arguments: object) -> str:
    """A file of `data.py`, made by another process: this one must stay small."""
    call = f"from bench import data; print(data.{what}{arguments!r})"
    return subprocess.run([sys.executable, "-c", call], check=True, capture_output=True, text=True).stdout.strip()


def rate(rulebook: str, *options: str | Path) -> list[str]:
    """Our command."""
    return [sys.executable, "-m", "bareme.cli", "rate", "--rulebook", rulebook, *map(str, options)]


def out(name: str) -> str:
    """Where a list is written."""
    return str(folder() / f"out-{name}.parquet")


def warm_up() -> None:
    """Have every loop compiled and kept before anything is timed."""
    source, state = made("results", 5_000, 1_000), folder() / "warm.parquet"
    for rulebook in ("elo", "ffbg"):
        whole_process(rate(rulebook, source, "--save", state, "--out", out("warm")))()
        whole_process(rate(rulebook, made("next_day", 5_000, 1_000), "--carry", state, "--out", out("warm")))()
    for command in (one for rulebook, files in _files(5_000).items() for one in _both(rulebook, files).values()):
        whole_process(command)()


def against_others(size: int) -> Iterator[Row | str]:
    """Parquet and CSV to a ranked list in Parquet, of a million games at most."""
    count = min(size, 1_000_000)
    for kind in ("parquet", "csv"):
        source = made("results", count, PLAYERS, kind)
        for rulebook in ("elo", "ffbg"):
            yield f"{rulebook}, {short(count)} games from {kind} to a ranked list"
            runs = {
                "by hand: Polars and C": [sys.executable, "-m", "bench.by_hand", rulebook, source, out("hand")],
                "bareme rate": rate(rulebook, source, "--out", out("ours")),
            }
            if rulebook == "elo":
                there = [name for name, (_, package, games) in RIVALS.items() if games > SLOW and find_spec(package or "csv")]
                runs.update({name: [sys.executable, "-m", "bench.rivals", name, source, out("rival")] for name in there})
            yield from _rows(runs, count, PLAYERS, ROUNDS)
    if size > count:
        for players in (PLAYERS, MANY):
            yield from _larger(min(size, 10_000_000), players)


def _larger(count: int, players: int) -> Iterator[Row | str]:
    source = made("results", count, players)
    yield f"elo, {short(count)} games of {short(players)} players from parquet to a ranked list"
    runs = {
        "by hand: Polars and C": [sys.executable, "-m", "bench.by_hand", "elo", source, out("hand")],
        "bareme rate": rate("elo", source, "--out", out("ours")),
    }
    yield from _rows(runs, count, players, 3)


def _rows(runs: dict[str, list[str]], games: int, players: int, rounds: int) -> Iterator[Row]:
    """Ratios against the first."""
    done = turn_by_turn({name: whole_process(command) for name, command in runs.items()}, rounds)
    yardstick = next(iter(done.values()))
    for name, run in done.items():
        yield row(name, games, players, run, yardstick.cpu)


def row(name: str, games: int, players: int, run: Run, yardstick: float, note: str = "") -> Row:
    """A row whose ratio is the processor time against the yardstick's."""
    return Row(name, games, players, run.cpu, run.wall, run.cpu / yardstick, run.memory, note)


# -- growth


def growth(size: int) -> Iterator[Row | str]:
    """From a million games up, a million players; the ratio is the time for each game against that of the size before."""
    sizes = [count for count in (1_000_000, 10_000_000, 100_000_000) if count <= max(size, 1_000_000)]
    for rulebook in ("elo", "ffbg"):
        yield f"{rulebook}, growing, {short(MANY)} players; ratio: the time for each game against the size before"
        before = None
        for count in sizes:
            command = rate(rulebook, made("results", count, MANY), "--out", out("ours"))
            run = turn_by_turn({"": whole_process(command)}, 3 if count < 100_000_000 else 1)[""]
            yield row("bareme rate", count, MANY, run, (before or run.cpu / count) * count)
            before = run.cpu / count


# -- day after day


def incremental(size: int) -> Iterator[Row | str]:
    """A day behind a history, by a state; a late result, from the last checkpoint before it."""
    history = made("results", size, PLAYERS)
    day = made("next_day", size, PLAYERS)
    late = made("late_result", PLAYERS, 40)
    state, kept = folder() / "state.parquet", folder() / "checkpoints"
    shutil.rmtree(kept, ignore_errors=True)
    yield f"elo, a history of {short(size)} games, {short(PLAYERS)} players; ratio: against all of it"
    whole = whole_process(rate("elo", history, "--save", state, "--out", out("ours")))()
    yield row("all of it, and its state saved", size, PLAYERS, whole, whole.cpu)
    after = whole_process(rate("elo", day, "--carry", state, "--out", out("day")))()
    yield row("the next day, going on from the state", max(size // DAYS, 1), PLAYERS, after, whole.cpu)
    both = whole_process(rate("elo", history, day, "--out", out("both")))()
    yield row("history and day together", size + size // DAYS, PLAYERS, both, whole.cpu, _same("day", "both"))
    yield from _late(history, late, kept, size, whole)


def _late(history: str, late: str, kept: Path, size: int, whole: Run) -> Iterator[Row]:
    checkpointed = ("--checkpoints", kept, "--every", "365")
    first = whole_process(rate("elo", history, *checkpointed, "--out", out("kept")))()
    yield row("all of it, with a checkpoint each year", size, PLAYERS, first, whole.cpu)
    again = whole_process(rate("elo", history, late, *checkpointed, "--out", out("late")))()
    yield row("a result 40 days late, from the last checkpoint", size + 1, PLAYERS, again, whole.cpu)
    anew = whole_process(rate("elo", history, late, "--out", out("anew")))()
    yield row("the same from the first day", size + 1, PLAYERS, anew, whole.cpu, _same("late", "anew"))


def _same(one: str, other: str) -> str:
    """Do two lists have the same bytes of ratings and ranks?"""
    call = f"import polars as pl; a, b = map(pl.read_parquet, {(out(one), out(other))!r}); print(a.equals(b))"
    done = subprocess.run([sys.executable, "-c", call], check=True, capture_output=True, text=True)
    if done.stdout.strip() != "True":
        raise RuntimeError(f"{out(one)} and {out(other)} differ")
    return "the same list"


# -- both engines


def engines(size: int) -> Iterator[Row | str]:
    """Where the fast engine begins to pay: both on small files, ratio against the reference."""
    for count in (5_000, 10_000, 20_000, 50_000, 100_000):
        source = made("results", count, 1_000, "csv")
        yield f"elo, {short(count)} games from csv: where the fast engine pays"
        yield from _rows(_both("elo", [source]), count, 1_000, ROUNDS)


def rulebooks(size: int) -> Iterator[Row | str]:
    """Every rulebook by every engine that has it, on a hundred thousand rows; ratio against the reference."""
    count = min(size, 100_000)
    for rulebook, files in _files(count).items():
        yield f"{rulebook}, {short(count)} rows: every engine"
        yield from _rows(_both(rulebook, files), count, 1_000, 3)


def _files(count: int) -> dict[str, list[str]]:
    """The files of each rulebook."""
    return {
        "elo": [made("results", count, 1_000, "csv")],
        "ffbg": [made("results", count, 1_000, "csv")],
        "fide": [made("rated_players", 1_000), made("opens", count, 1_000)],
        "fisf": [made("placements", count, 1_000)],
    }


def _both(rulebook: str, files: Sequence[str]) -> dict[str, list[str]]:
    there = ["reference", *(["fast"] if find_spec(f"bareme.engines.pool_{rulebook}") else [])]
    return {
        f"bareme rate --engine {one}": rate(rulebook, *files, "--engine", one, "--out", str(folder() / f"out-{one}.csv"))
        for one in there
    }
