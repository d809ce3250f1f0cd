"""The C loops of `loops.c`, compiled when the bench starts, where there is a compiler."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

from bench.data import folder

SOURCE = Path(__file__).with_name("loops.c")
# Contracted (fused) arithmetic would give other bits; the other two spare calls and tests that Python's arithmetic has not.
FLAGS = ("-O3", "-march=native", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math")
_A, _D, _I = ctypes.c_void_p, ctypes.c_double, ctypes.c_int64


@cache
def compiler() -> str | None:
    """A C compiler, if there is one."""
    return next(filter(None, map(shutil.which, ("gcc", "cc", "clang"))), None)


@cache
def library() -> Any:
    """The loops, or None without a compiler."""
    program = compiler()
    if program is None:
        return None
    made = folder() / "loops.so"
    if not made.exists() or made.stat().st_mtime < SOURCE.stat().st_mtime:
        subprocess.run([program, *FLAGS, "-shared", "-fPIC", "-o", str(made), str(SOURCE), "-lm"], check=True)
    found = ctypes.CDLL(str(made))
    found.elo.argtypes = [_A, _A, _A, _I, _A, _D, _A, _D, _D, _D, _I]
    found.ffbg.argtypes = [_A, _A, _A, _A, _I, _A, _D, _D, _D, _D, _I]
    return found


def elo(first: Any, second: Any, halves: Any, state: Any, p: Any, ahead: int) -> None:
    """Rate games in place by C. `p`: the parameters as our kernel takes them."""
    scale, schedule, k_strong, strong, floor = p
    arrays = first.ctypes.data, second.ctypes.data, halves.ctypes.data
    library().elo(*arrays, len(first), state.ctypes.data, scale, schedule.ctypes.data, k_strong, strong, floor, ahead)


def ffbg(first: Any, second: Any, halves: Any, length: Any, state: Any, p: Any, ahead: int) -> None:
    """Rate matches in place by C."""
    arrays = first.ctypes.data, second.ctypes.data, halves.ctypes.data, length.ctypes.data
    library().ffbg(*arrays, len(first), state.ctypes.data, *p, ahead)
