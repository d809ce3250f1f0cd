"""When the office was last copied and verified: a small file beside its settings, so that a copy says nothing of itself."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bareme.office.config import UPKEEP
from bareme.office.exports.files import replaced

BACKUP, VERIFY = "backup", "verify"


def note(folder: Path, what: str, **values: Any) -> None:
    """Note that this was done now. `values` are kept with it.

    Errors: Refused `cannot-write`.
    """
    kept = {**_read(folder), what: {**values, "at": datetime.now(UTC).isoformat(timespec="seconds")}}
    with replaced(folder / UPKEEP, mode=0o600) as out:
        out.write(json.dumps(kept, ensure_ascii=False, indent=1).encode("utf-8", "backslashreplace"))


def noted(folder: Path, what: str) -> dict[str, Any] | None:
    """What was noted of the last time, with `at` as a moment; None where it was never done."""
    found = _read(folder).get(what)
    return {**found, "at": datetime.fromisoformat(found["at"])} if found else None


def _read(folder: Path) -> dict[str, Any]:
    """Empty where there is no file, or one that is none of ours: it is a note, not a fact."""
    try:
        kept = json.loads((folder / UPKEEP).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return kept if isinstance(kept, dict) else {}
