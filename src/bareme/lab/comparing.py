"""Compare: the same history under two rules. Who moves, by how much; what becomes of the pool; which one predicts better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from bareme.findings import Text
from bareme.lab import course, moves
from bareme.lab.course import Convergence, Created, Level
from bareme.lab.evaluating import Evaluation, evaluate
from bareme.lab.history import History
from bareme.lab.intervals import DRAWS, SEED
from bareme.lab.moves import Group, Move
from bareme.rulebooks.base import Rulebook


@dataclass(frozen=True, slots=True)
class Pool:
    """What became of the pool under one rule."""

    levels: Sequence[Level]
    convergence: Convergence
    created: Sequence[Created]
    totals: Mapping[str, tuple[int, float]]  # kind of journal line -> lines, sum of changes
    yearly: Mapping[int, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What `compare` found. `one_scale`: both rules are of one rulebook, so that their numbers can be subtracted."""

    names: tuple[str, str]  # in full
    labels: tuple[str, str]  # for tables and sentences: the same, or A and B where that is too long
    rulebooks: tuple[Rulebook, Rulebook]
    on: date
    moves: Sequence[Move]
    one_scale: bool
    groups: Sequence[Group]
    levels: Mapping[tuple[str, str], int]
    level_words: Mapping[str, Text]  # what the levels are called
    rank_correlation: float
    pools: tuple[Pool, Pool]
    evaluation: Evaluation

    @property
    def movers(self) -> list[Move]:
        """Those whose number, rank or level changes, the largest changes first."""
        moved = [
            move
            for move in self.moves
            if (move.before, move.rank_before, move.level_before) != (move.after, move.rank_after, move.level_after)
        ]
        return sorted(moved, key=self._size, reverse=True)

    def _size(self, move: Move) -> tuple[float, float]:
        change, climbed = abs(move.change or 0.0), abs(move.climbed or 0)
        return (change, climbed) if self.one_scale else (climbed, change)


LONGEST = 26  # letters of a name that is repeated in every sentence


def shortened(names: tuple[str, str]) -> tuple[str, str]:
    """The names where they are short, else A and B."""
    return names if max(map(len, names)) <= LONGEST else ("A", "B")


def compare(a: History, b: History, names: tuple[str, str], *, draws: int = DRAWS, seed: int = SEED) -> Comparison:
    """Two histories of the same facts, with the same lists, under rules of these `names`."""
    labels = shortened(names)
    moved = moves.moves(a.lists[a.on], b.lists[b.on])
    one_scale = a.rulebook.name == b.rulebook.name
    return Comparison(
        names=names,
        labels=labels,
        rulebooks=(a.rulebook, b.rulebook),
        on=max(a.on, b.on),
        moves=moved,
        one_scale=one_scale,
        groups=moves.groups(moved),
        levels=moves.levels(moved) if one_scale else {},
        level_words=getattr(a.rulebook.module("words"), "LEVELS", {}),
        rank_correlation=moves.rank_correlation(moved),
        pools=(_pool(a), _pool(b)),
        evaluation=evaluate([a, b], labels, baselines=("constant",), draws=draws, seed=seed),
    )


def _pool(history: History) -> Pool:
    return Pool(
        levels=course.inflation(history),
        convergence=course.convergence(history),
        created=course.created(history),
        totals=course.totals(history),
        yearly=course.yearly(history),
    )
