"""What became of a file's rows, and what there was to say: every row read is counted, refused or blank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from bareme.facts import Place
from bareme.findings import Finding
from bareme.readers.reading import FileSummary


@dataclass(frozen=True, slots=True)
class Bad:
    """A cell that cannot be read, as a value: the code of its finding and the details of the message."""

    code: str
    details: Mapping[str, Any] = field(default_factory=dict)


def brief(place: Place) -> str:
    """Another place within a message: the file's own name and the line."""
    return str(Place(PurePath(place.file).name, place.line))


class Tally:
    """The account of one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.findings: list[Finding] = []
        self.read = 0
        self.blank = 0
        self.refused: Counter[str] = Counter()

    def say(self, code: str, line: int = 0, column: str = "", /, **details: Any) -> None:
        """A finding that refuses no row."""
        self.findings.append(Finding(code, Place(self.file, line, column), details))

    def refuse(self, code: str, line: int, column: str = "", /, **details: Any) -> None:
        """One row refused, with the finding that says why."""
        self.say(code, line, column, **details)
        self.refused[code] += 1

    def summary(self, kind: str, encoding: str, delimiter: str, columns: Mapping[str, str]) -> FileSummary:
        """The account closed."""
        refused = sum(self.refused.values())
        return FileSummary(
            file=self.file,
            kind=kind,
            encoding=encoding,
            delimiter=delimiter,
            columns=dict(columns),
            rows_read=self.read,
            rows_counted=self.read - refused - self.blank,
            rows_refused=refused,
            rows_blank=self.blank,
            refused=dict(self.refused),
        )
