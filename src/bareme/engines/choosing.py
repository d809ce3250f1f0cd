"""Which engine replays: the reference, or compiled loops where there is enough for them to do.

Nothing heavy is imported here.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bareme.engines.cells import is_frame_file, parts_of
from bareme.facts import Facts
from bareme.findings import Refused

ENGINES = ("auto", "reference", "fast", "spark")
ENOUGH = 50_000  # rows from which the compiled loops win, although their libraries must be loaded first
ROW = 40  # bytes of a row in a delimited file, at least
PACKAGES = ("polars", "numpy", "numba", "llvmlite")


def chosen(engine: str, rulebook: str, source: Any) -> str:
    """`fast` or `reference`; `spark` where it is asked for.

    Errors: Refused `unknown-engine`, `fast-extra-missing`, `no-bulk-engine`.
    """
    if engine not in ENGINES:
        raise Refused("unknown-engine", value=engine, allowed=ENGINES)
    if engine in ("reference", "spark"):
        return engine
    missing = [name for name in PACKAGES if find_spec(name) is None]
    pooled = find_spec(f"bareme.engines.pool_{rulebook}") is not None
    if engine == "fast":
        if missing:
            raise Refused("fast-extra-missing", names=missing)
        if not pooled:
            raise Refused("no-bulk-engine", rulebook=rulebook)
        return engine
    if missing or not pooled:
        return "reference"
    return "fast" if enough(source) else "reference"


def enough(source: Any) -> bool:
    """Are there so many rows, or are they in a file that only the bulk engine's libraries read?"""
    if isinstance(source, Facts):
        return len(source.games) + len(source.placements) >= ENOUGH
    parts = parts_of(source)
    return any(map(is_frame_file, parts)) or sum(map(_rows, parts)) >= ENOUGH


def _rows(part: Any) -> int:
    """About how many rows a part has."""
    if not isinstance(part, (str, Path)):
        return len(part) if hasattr(part, "__len__") else ENOUGH  # a lazy frame: it is not asked for nothing
    try:
        size = Path(part).stat().st_size
    except (OSError, ValueError):
        return 0
    return size // (ROW // 6 if Path(part).suffix == ".gz" else ROW)
