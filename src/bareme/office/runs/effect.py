"""What a change of the facts does to the ranking: who moves, and by how much."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from bareme.lists import headline, ranked
from bareme.rulebooks.book import Standing


@dataclass(frozen=True)
class Move:
    """One player's published number before and after, None where he has none; his rank and level likewise."""

    player: str
    before: float | None
    after: float | None
    rank_before: int | None = None
    rank_after: int | None = None
    level_before: str = ""
    level_after: str = ""

    @property
    def change(self) -> float | None:
        """The difference, None where one side is missing."""
        return None if self.before is None or self.after is None else self.after - self.before


@dataclass(frozen=True)
class Effect:
    """Everybody who moves, those who move most first; newcomers last. `below`: whom it moves by less than is published."""

    on: date
    moves: list[Move]
    below: int = 0

    @property
    def codes(self) -> list[str]:
        """Their codes."""
        return [move.player for move in self.moves]

    @property
    def largest(self) -> float:
        """The largest movement, without its sign."""
        return max((abs(move.change) for move in self.moves if move.change is not None), default=0.0)

    @property
    def levels(self) -> list[Move]:
        """Those who change level."""
        return [move for move in self.moves if move.level_before != move.level_after]


def compared(on: date, before: Iterable[Standing], after: Iterable[Standing]) -> Effect:
    """The difference between two lists of one day."""
    old, new = list(before), list(after)
    exact = {row.player: (row.rating, row.elo, row.experience) for row in old}
    moved = moves(old, new)
    told = {move.player for move in moved}
    below = sum(row.player not in told and exact.get(row.player) != (row.rating, row.elo, row.experience) for row in new)
    return Effect(on, moved, below)


def moves(before: Iterable[Standing], after: Iterable[Standing]) -> list[Move]:
    """Whose published number, or level, differs between two lists."""
    old, new = ({row.player: row for row in ranked(standings)} for standings in (before, after))
    found = []
    for player in old.keys() | new.keys():
        then, now = old.get(player), new.get(player)
        move = Move(
            player,
            headline(then.standing) if then else None,
            headline(now.standing) if now else None,
            then.rank if then else None,
            now.rank if now else None,
            then.standing.level if then else "",
            now.standing.level if now else "",
        )
        if (move.before, move.level_before) != (move.after, move.level_after) or (then is None) != (now is None):
            found.append(move)
    return sorted(found, key=lambda move: (move.change is None, -abs(move.change or 0.0), move.player))


@dataclass(frozen=True)
class Bin:
    """How many moved by something from `low` to `high` (both with their sign, `high` not included)."""

    low: float
    high: float
    count: int


_STEPS = (1, 2, 5)
_MOST_BINS = 12


def histogram(moved: Sequence[Move]) -> list[Bin]:
    """The movements in at most twelve steps from the lowest to the highest, of a width of 1, 2 or 5 times a power of ten."""
    changes = [move.change for move in moved if move.change]
    if not changes:
        return []
    low, high = min(changes), max(changes)
    width = 1.0
    while (high - low) / width > _MOST_BINS - 2:
        step = _STEPS.index(int(width / 10 ** (len(str(int(width))) - 1)))
        width = width * (2.5 if step == 1 else 2.0)
    first = int(low // width)
    counts = [0] * (int(high // width) - first + 1)
    for change in changes:
        counts[int(change // width) - first] += 1
    return [Bin((first + at) * width, (first + at + 1) * width, count) for at, count in enumerate(counts)]
