"""Timing that can be believed on a busy machine: processor time, the least of several runs, rivals turn by turn."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter, thread_time
from typing import Any

LONG = 4.0  # seconds of the processor after which one run is enough


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table. Times in seconds; `ratio` is processor time against the yardstick of its group."""

    what: str
    games: int
    players: int = 0
    cpu: float | None = None
    wall: float | None = None
    ratio: float | None = None
    memory: float | None = None  # the process's peak, in MB
    note: str = ""

    @property
    def speed(self) -> float | None:
        """Games for each second of the processor."""
        return self.games / self.cpu if self.cpu else None


@dataclass(frozen=True, slots=True)
class Run:
    """What a run took: seconds of the processor, seconds on the clock, MB at the peak."""

    cpu: float
    wall: float
    memory: float = 0.0


def least(runs: Sequence[Run]) -> Run:
    """The least time of several runs, and the most memory."""
    return Run(min(run.cpu for run in runs), min(run.wall for run in runs), max(run.memory for run in runs))


def turn_by_turn(runs: Mapping[str, Callable[[], Run]], rounds: int) -> dict[str, Run]:
    """Each of several things run several times, one after the other, so that all have the same weather."""
    done: dict[str, list[Run]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            if not done[name] or done[name][0].cpu < LONG:
                done[name].append(run())
    return {name: least(some) for name, some in done.items()}


def in_process(prepare: Callable[[], Any], run: Callable[[Any], object]) -> Callable[[], Run]:
    """A run in this process and thread; what `prepare` makes for it is not timed."""

    def timed() -> Run:
        made = prepare()
        clock, processor = perf_counter(), thread_time()
        run(made)
        return Run(thread_time() - processor, perf_counter() - clock)

    return timed


def whole_process(command: Sequence[str]) -> Callable[[], Run]:
    """A run of a command from its start to its end, as the operating system accounts for it.

    The parent must be small: a child's peak counts what its parent held when it was started.

    Errors: RuntimeError with what the command said, when it fails.
    """

    def timed() -> Run:
        clock = perf_counter()
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            said = process.stderr.read() if process.stderr else b""
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        wall = perf_counter() - clock
        if process.returncode:
            raise RuntimeError(f"{' '.join(command)}: {said.decode(errors='replace')[-2000:]}")
        return Run(used.ru_utime + used.ru_stime, wall, used.ru_maxrss / 1024)

    return timed
