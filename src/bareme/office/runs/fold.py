"""A replay with stops on the way: the core's own fold, from the first fact or from a checkpoint."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from bareme.facts import Place
from bareme.findings import Finding
from bareme.journal import Recorder
from bareme.office.runs.chain import Chain, fact_text
from bareme.office.runs.checkpoints import taken_back
from bareme.office.runs.window import Known
from bareme.office.tables import canonical
from bareme.replay import Fact, advance, open_book
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.book import Standing

Plain = dict[str, Any]


@dataclass(frozen=True)
class Start:
    """Where a replay goes on: the state at the end of `day`, and the chain of the facts counted by then."""

    day: date
    state: bytes
    facts: int
    facts_sha256: str


class Fold:
    """One replay of a pool's facts. `findings` are plain data: of a book gone on with, the earlier ones come first."""

    def __init__(
        self, rulebook: Rulebook, known: Known, start: Start | None, record: Recorder | None, *, hashed: bool = True
    ) -> None:
        self.known, self.start, self.hashed = known, start, hashed
        self.chain = Chain(start.facts_sha256, start.facts) if start else Chain()
        self.book = open_book(rulebook, record)
        self._before = taken_back(self.book, start.state) if start else []
        self.book.prepare(known.players, known.events)
        self._prepared = len(self.book.findings)

    def run(
        self,
        facts: Sequence[Fact],
        stops: Sequence[date],
        visit: Callable[[date], None],
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """Count the facts, which are in the lawful order; at the end of each day of `stops` tell `visit`."""
        clock = self.start.day if self.start else facts[0].date if facts else date.min
        done = hashed = 0
        for day in stops:
            done = advance(self.book, facts, done, clock, day, progress)
            clock = max(clock, day)
            for fact in facts[hashed:done] if self.hashed else ():
                self.chain.add(fact_text(fact))
            hashed = done
            visit(day)

    def finish(self, on: date) -> list[Standing]:
        """The clock stops: the standings of day `on`."""
        self.book.finish(on)
        return self.book.standings(on)

    @property
    def counted_findings(self) -> list[Plain]:
        """What was found while facts were counted, from the first one."""
        return [*self._before, *map(plain, self.book.findings[self._prepared :])]

    @property
    def findings(self) -> list[Plain]:
        """Everything found, as a replay from zero finds it."""
        if not self.start:
            return [*map(plain, self.book.findings[: self._prepared]), *self.counted_findings]
        fresh = open_book(self.book.rulebook)
        fresh.prepare(self.known.players, self.known.events)
        return [*map(plain, fresh.findings), *self.counted_findings]


def plain(finding: Finding) -> Plain:
    """A finding as JSON keeps it."""
    content: Plain = json.loads(canonical({"code": finding.code, "place": list(finding.place), "details": dict(finding.details)}))
    return content


def finding_of(content: Plain) -> Finding:
    """The inverse of `plain`."""
    return Finding(content["code"], Place(*content["place"]), content["details"])
