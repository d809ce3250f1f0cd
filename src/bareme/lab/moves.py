"""Who moves: two lists of the same facts, under two rules, player by player."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from bareme.lists import Row, headline

TOP = 10


@dataclass(frozen=True, slots=True)
class Move:
    """One player under rule A and under rule B. Numbers are as published; None where a list does not rank or rate him."""

    player: str
    before: float | None
    after: float | None
    rank_before: int | None
    rank_after: int | None
    level_before: str
    level_after: str
    games: int

    @property
    def change(self) -> float | None:
        """B's number minus A's."""
        return None if self.before is None or self.after is None else self.after - self.before

    @property
    def climbed(self) -> int | None:
        """Ranks gained under B; below nought, lost."""
        return None if self.rank_before is None or self.rank_after is None else self.rank_before - self.rank_after


def moves(a: Iterable[Row], b: Iterable[Row]) -> list[Move]:
    """Everybody of either list, in the order of list A, those only B has at the end."""
    theirs = {row.player: row for row in b}
    found = [_move(row.player, row, theirs.pop(row.player, None)) for row in a]
    return found + [_move(player, None, row) for player, row in theirs.items()]


def _move(player: str, then: Row | None, now: Row | None) -> Move:
    known = then or now
    return Move(
        player,
        headline(then.standing) if then else None,
        headline(now.standing) if now else None,
        then.rank if then else None,
        now.rank if now else None,
        then.standing.level if then else "",
        now.standing.level if now else "",
        known.standing.games if known else 0,
    )


@dataclass(frozen=True, slots=True)
class Group:
    """Players alike in something, and what B does to them. `low` and `high` bound what they are alike in."""

    name: str  # "all", "top", "rank", "games"
    low: float
    high: float
    players: int
    mean: float  # of the changes
    middle: float  # half change by more
    up: float  # shares
    down: float
    climbed: float  # mean of ranks gained


def groups(moved: Sequence[Move]) -> list[Group]:
    """Everybody; the first ten, the upper, middle and lower third of list A; players by their number of games."""
    known = [move for move in moved if move.change is not None]
    ranked = [move for move in known if move.rank_before is not None]
    found = [_group("all", 0, math.inf, known)]
    found.append(_group("top", 1, TOP, ranked[:TOP]))
    for third in range(3):
        part = ranked[third * len(ranked) // 3 : (third + 1) * len(ranked) // 3]
        if part:
            found.append(_group("rank", third, third + 1, part))
    for low, high in ((0, 10), (10, 30), (30, 100), (100, math.inf)):
        found.append(_group("games", low, high, [move for move in known if low <= move.games < high]))
    return [group for group in found if group.players]


def _group(name: str, low: float, high: float, moved: Sequence[Move]) -> Group:
    changes = [move.change for move in moved if move.change is not None]
    climbed = [move.climbed for move in moved if move.climbed is not None]
    count = len(changes)
    return Group(
        name, low, high, count, _mean(changes), median(changes) if changes else 0.0, _share(changes, lambda change: change > 0),
        _share(changes, lambda change: change < 0), _mean(climbed),
    )  # fmt: skip


def _mean(values: Sequence[float]) -> float:
    return fmean(values) if values else 0.0


def _share(values: Sequence[float], holds: Callable[[float], bool]) -> float:
    return sum(map(holds, values)) / len(values) if values else 0.0


def levels(moved: Sequence[Move]) -> Mapping[tuple[str, str], int]:
    """How many stand at each pair of levels, under A and under B; only players of both lists."""
    return Counter((move.level_before, move.level_after) for move in moved if move.level_before and move.level_after)


def rank_correlation(moved: Sequence[Move]) -> float:
    """Spearman's: 1 where both lists are in the same order. Of players ranked in both; equal ranks count as their mean."""
    pairs = [
        (move.rank_before, move.rank_after) for move in moved if move.rank_before is not None and move.rank_after is not None
    ]
    if len(pairs) < 2:
        return math.nan
    first, second = (mean_ranks([pair[side] for pair in pairs]) for side in (0, 1))
    center = (len(pairs) + 1) / 2
    both = sum((x - center) * (y - center) for x, y in zip(first, second, strict=True))
    spread = math.sqrt(sum((x - center) ** 2 for x in first) * sum((y - center) ** 2 for y in second))
    return both / spread if spread else math.nan


def mean_ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 1, equal values sharing the mean of theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for position in order[start:end]:
            ranks[position] = (start + 1 + end) / 2
        start = end
    return ranks
