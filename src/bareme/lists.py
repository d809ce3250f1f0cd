"""Lists: standings ranked, compared with an earlier list, movements counted, and the records of a pool."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from bareme.facts import Player
from bareme.rulebooks.book import Standing


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a list. `rank` is None for who is not ranked; `change` compares the published numbers of two lists."""

    rank: int | None
    standing: Standing
    previous_rank: int | None = None
    change: float | None = None

    @property
    def player(self) -> str:
        """The player's key."""
        return self.standing.player


def ranked(standings: Iterable[Standing], earlier: Iterable[Standing] | None = None) -> list[Row]:
    """The list: larger `order` first, equal orders share a rank (1, 1, 3), the unranked last, names settle the rest.

    With `earlier` standings, each row has its previous rank and the change of its published number.
    """
    before = {row.player: row for row in ranked(earlier)} if earlier is not None else {}
    ordered = sorted(standings, key=_sort_key)
    rows: list[Row] = []
    rank: int | None = None
    for position, standing in enumerate(ordered, 1):
        if standing.order is None:
            rank = None
        elif position == 1 or standing.order != ordered[position - 2].order:
            rank = position
        rows.append(_row(rank, standing, before.get(standing.player)))
    return rows


def ranks(standings: Iterable[Standing]) -> Callable[[Standing], int | None]:
    """The rank of one of these standings, without the whole list being made."""
    orders = sorted(_descending(standing.order) for standing in standings if standing.order is not None)
    return lambda standing: None if standing.order is None else bisect_left(orders, _descending(standing.order)) + 1


def _descending(order: Sequence[float]) -> tuple[float, ...]:
    return tuple([-value for value in order])


def _sort_key(standing: Standing) -> tuple[Any, ...]:
    order = standing.order
    return (order is None, _descending(order or ()), standing.player)


def _row(rank: int | None, standing: Standing, before: Row | None) -> Row:
    if before is None:
        return Row(rank, standing)
    now, then = headline(standing), headline(before.standing)
    return Row(rank, standing, before.rank, now - then if now is not None and then is not None else None)


def headline(standing: Standing) -> float | None:
    """The published number the list is known by: the ELO where there is one, else the rating."""
    value: float | None = standing.published.get("elo", standing.published.get("rating"))
    return value


# -- movements


@dataclass(frozen=True, slots=True)
class Step:
    """How many change by something from `low` to `high` (with their sign, `high` not included)."""

    low: float
    high: float
    count: int


def histogram(changes: Sequence[float], most: int = 24, narrowest: float = 0.0) -> list[Step]:
    """Changes in at most `most` steps, of a width of 1, 2 or 5 times a power of ten that is not below `narrowest`."""
    if not changes:
        return []
    low, high = min(changes), max(changes)
    width = 10.0 ** math.floor(math.log10(max((high - low) / most, narrowest, 1e-9)))
    width *= next(factor for factor in (1, 2, 5, 10) if (high - low) / (width * factor) <= most - 1)
    first = math.floor(low / width)
    counts = [0] * (math.floor(high / width) - first + 1)
    for change in changes:
        counts[math.floor(change / width) - first] += 1
    return [Step((first + at) * width, (first + at + 1) * width, count) for at, count in enumerate(counts)]


# -- records


@dataclass(frozen=True, slots=True)
class Records:
    """What a pool's lists hold on record. Ages are list year minus birth year, among the first hundred."""

    first_most_often: tuple[tuple[str, int], ...]  # (player, lists), every player who shares the most
    youngest: tuple[str, int, int, date] | None  # player, age, rank, list
    oldest: tuple[str, int, int, date] | None
    passed: Mapping[float, tuple[tuple[str, date, float], ...]]  # mark -> (player, first list above it, number)


def records(lists: Mapping[date, Sequence[Row]], people: Mapping[str, Player], marks: Sequence[float] = ()) -> Records:
    """Records of a pool over its lists, oldest first. A mark is passed by a published number above it."""
    firsts: Counter[str] = Counter()
    aged: list[tuple[int, str, int, date]] = []
    passed: dict[float, dict[str, tuple[str, date, float]]] = {mark: {} for mark in marks}
    for day in sorted(lists):
        for row in lists[day]:
            if row.rank == 1:
                firsts[row.player] += 1
            born = people[row.player].born if row.player in people else None
            if born is not None and row.rank is not None and row.rank <= 100:
                aged.append((day.year - born, row.player, row.rank, day))
            number = headline(row.standing)
            for mark in marks:
                if number is not None and number > mark:
                    passed[mark].setdefault(row.player, (row.player, day, number))
    most = max(firsts.values(), default=0)
    young = min(aged, key=lambda entry: (entry[0], entry[3], entry[2]), default=None)
    old = max(aged, key=lambda entry: (entry[0], -entry[3].toordinal(), -entry[2]), default=None)
    return Records(
        tuple(sorted((player, count) for player, count in firsts.items() if count == most)),
        _age(young),
        _age(old),
        {mark: tuple(entries.values()) for mark, entries in passed.items()},
    )


def _age(entry: tuple[int, str, int, date] | None) -> tuple[str, int, int, date] | None:
    return (entry[1], entry[0], entry[2], entry[3]) if entry else None


def monthly(first: date, last: date) -> list[date]:
    """The first of each month after `first`, up to and with `last`: the lists records are read from."""
    months = range(first.year * 12 + first.month, last.year * 12 + last.month)
    days = (date(month // 12, month % 12 + 1, 1) for month in months)
    return [day for day in days if first < day <= last]
