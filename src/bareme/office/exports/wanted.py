"""What can be asked for of a pool as a file. No Django here: the command line says it before there is an office."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

LISTS = ("live", "edition", "history", "journal")  # tables, in every format and profile
FACTS = ("results", "placements", "adjustments", "players")  # as `bareme rate` reads them: CSV for machines alone
WHAT = (*LISTS, *FACTS)


@dataclass(frozen=True)
class Wanted:
    """One file. An edition needs its `day`, and its number `edition` unless it is the last one; a journal its `run`, unless it is
    the live list's.
    """

    what: str
    format: str = "csv"
    profile: str = "machine"
    day: date | None = None
    edition: int | None = None
    run: int | None = None
