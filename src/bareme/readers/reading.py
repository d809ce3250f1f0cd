"""What a reader gives back: facts, findings, and for each file how it was read and what became of its rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bareme.facts import Facts
from bareme.findings import Finding, Text

KIND_WORDS: Mapping[str, Text] = {
    "results": {"en": "results", "fr": "résultats"},
    "placements": {"en": "placements", "fr": "places"},
    "adjustments": {"en": "adjustments", "fr": "décisions"},
    "players": {"en": "players", "fr": "joueurs"},
    "published": {"en": "published", "fr": "variations publiées"},
    "trf": {"en": "trf", "fr": "rapport de tournoi"},
    "rating-list": {"en": "rating-list", "fr": "liste de classement"},
    "duplicate": {"en": "duplicate", "fr": "déjà lu"},
}


@dataclass(frozen=True, slots=True)
class FileSummary:
    """How one file was read. rows_read = rows_counted + rows_refused + rows_blank, always.

    `kind`: `results`, `placements`, `adjustments`, `players`, `trf`, `rating-list`, `duplicate` (the same bytes
    were read before), or empty when the file could not be read. `columns` maps our names to the headers of the file.
    `refused` counts refused rows by the code of the finding that says why.
    """

    file: str
    kind: str = ""
    encoding: str = ""
    delimiter: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    rows_read: int = 0
    rows_counted: int = 0
    rows_refused: int = 0
    rows_blank: int = 0
    refused: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything read. A single-format reader returns one file's worth; `read` returns all files together.

    Within one file's reading the keys of `facts.players` are unique and are the names its other facts use;
    the same person in several files is brought under one key afterwards (`identity.py`).
    """

    facts: Facts = field(default_factory=Facts)
    findings: tuple[Finding, ...] = ()
    files: tuple[FileSummary, ...] = ()
