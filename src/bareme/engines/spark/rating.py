"""What a cluster found: the lists of all pools as one Polars frame, and the findings of each; explanations of one on demand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any

import polars as pl

from bareme.engines.spark.worker import finding_of
from bareme.findings import Finding
from bareme.rulebooks.base import Rulebook
from bareme.writers.tables import FINDING_COLUMNS, finding_row


@dataclass(frozen=True, slots=True)
class PoolRating:
    """What became of one pool. `refused`: why it has no list."""

    name: str  # empty where all rows are one pool
    on: date | None = None
    version: str = ""
    counted: int = 0
    not_counted: Mapping[str, int] = field(default_factory=dict)
    findings: Sequence[Finding] = ()
    refused: Finding | None = None

    @classmethod
    def of(cls, name: str, about: Mapping[str, Any]) -> PoolRating:
        """From a worker's account."""
        if "refused" in about:
            return cls(name, refused=finding_of(about["refused"]))
        found = tuple(map(finding_of, about["findings"]))
        return cls(name, date.fromisoformat(about["on"]), about["version"], about["counted"], about["not_counted"], found)

    @property
    def found(self) -> list[Finding]:
        """All that was found, the refusal too."""
        return [*self.findings, *([self.refused] if self.refused else [])]


class SparkRating:
    """What `rate` found on a cluster. `pools`: each one's account, by name."""

    def __init__(
        self,
        rulebook: Rulebook,
        pools: Sequence[PoolRating],
        standings: pl.DataFrame,
        found: Sequence[Finding],
        local: Callable[[str], Any],
    ) -> None:
        self.rulebook = rulebook
        self.pools = {pool.name: pool for pool in pools}
        self.standings = standings
        self._found = found
        self._local = local

    def __repr__(self) -> str:
        counted = sum(pool.counted for pool in self.pools.values())
        counts = f"{counted} facts counted, {len(self.found)} findings"
        return f"<SparkRating {self.rulebook.spec}: {len(self.pools)} pools, {self.standings.height} players, {counts}>"

    @property
    def found(self) -> list[Finding]:
        """What was wrong in the data, pool by pool."""
        return [*self._found, *(finding for pool in self.pools.values() for finding in pool.found)]

    @cached_property
    def findings(self) -> pl.DataFrame:
        """The same as a frame, with the pool of each."""
        rows = [{"pool": None, **finding_row(finding)} for finding in self._found]
        rows += [{"pool": pool.name, **finding_row(finding)} for pool in self.pools.values() for finding in pool.found]
        types = {"pool": pl.String, **dict.fromkeys(FINDING_COLUMNS, pl.String), "line": pl.Int64}
        return pl.DataFrame(rows, schema=types)

    def pool(self, name: str = "") -> Any:
        """One pool as `bareme.rate` gives it, its rows brought here: for its journal and for explanations.

        Errors: Refused, as `bareme.rate`.
        """
        return self._local(name)

    def explain(self, player: str, *, pool: str = "", **options: Any) -> str:
        """A player's last movements in a pool, article by article; see `Rating.explain`.

        Errors: Refused `no-such-player`, with the nearest names.
        """
        text: str = self.pool(pool).explain(player, **options)
        return text
