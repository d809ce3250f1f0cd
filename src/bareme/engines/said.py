"""Findings kept and findings counted: of a hundred million rows, a million may be wrong in the same way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from bareme.facts import Place
from bareme.findings import Finding

KEPT = 1000  # findings of one code kept for one file; the rest is counted


class Said:
    """What was found in one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._kept: list[Finding] = []
        self._counts: Counter[str] = Counter()

    def add(self, findings: Iterable[Finding]) -> None:
        """Keep the first of each code."""
        for finding in findings:
            self._counts[finding.code] += 1
            if self._counts[finding.code] <= KEPT:
                self._kept.append(finding)

    def more(self, code: str, count: int) -> None:
        """Count findings that were never made."""
        self._counts[code] += count

    @property
    def room(self) -> bool:
        """Could another finding, of a code not met yet or not often, be kept?"""
        return all(count < KEPT for count in self._counts.values())

    def all(self) -> Iterator[Finding]:
        """Those kept, and one that says how many more there are."""
        yield from self._kept
        beyond = {code: count - KEPT for code, count in self._counts.items() if count > KEPT}
        if beyond:
            counts = [f"{code}: {count:,}" for code, count in sorted(beyond.items())]
            yield Finding("findings-beyond", Place(self.file), {"kept": KEPT, "counts": counts})
