"""Every member's state under the FISF's regulation, in columns; to and from the records that the reference's book keeps."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import chain, repeat
from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy as np

from bareme.engines.fisf_ratios import Ratios
from bareme.engines.games import UnfitError, date_of, number_of
from bareme.rulebooks.fisf.law import LAST_SERIES, RANKED
from bareme.rulebooks.fisf.season import Member, Sums

Array: TypeAlias = "np.ndarray[Any, Any]"

NO_DAY = -(1 << 31)
DAYS = ("licensed", "licensed_before", "recorded")
COUNTS = ("events", "played", "idle")
FLAGS = ("registered", "recovered", "closed")
SUMS = ("numerators", "weights", "bonuses")


class Members:
    """A row for each player. `amounts`: `i8`, or `object` where fractions are kept."""

    def __init__(self, amounts: str) -> None:
        self.federations: list[str] = [""]
        self.amounts = amounts
        self.federation = np.empty(0, "i4")
        self.series = np.empty(0, "i8")
        self.computed = np.empty(0, "i8")  # 0: never
        self.events, self.played, self.idle = (np.empty(0, "i8") for _ in COUNTS)
        self.licensed, self.licensed_before, self.recorded = (np.empty(0, "i4") for _ in DAYS)
        self.registered, self.recovered, self.closed = (np.empty(0, bool) for _ in FLAGS)
        self.sums = {name: self._sums(0, name) for name in SUMS}
        self.closed_sums = {name: self._sums(0, name) for name in SUMS}
        self.closed_quotas = np.empty((0, len(RANKED)), object)
        self.previous, self.older = Ratios.nil((0, len(RANKED))), Ratios.nil((0, len(RANKED)))

    def _sums(self, size: int, name: str) -> Array:
        return np.full((size, len(RANKED)), 0, "i8" if name == "weights" else self.amounts)

    def grow(self, size: int) -> None:
        """Longer columns; a new row is a member as he enters."""
        fresh: dict[str, Any] = dict.fromkeys(("federation", "computed", *COUNTS), 0)
        fresh |= {"series": LAST_SERIES, **dict.fromkeys(DAYS, NO_DAY), **dict.fromkeys(FLAGS, False)}
        for name, value in fresh.items():
            setattr(self, name, _longer(getattr(self, name), size, value))
        for kept in (self.sums, self.closed_sums):
            kept.update({name: _longer(column, size, 0) for name, column in kept.items()})
        self.closed_quotas = _longer(self.closed_quotas, size, 0)
        for name in ("previous", "older"):
            ratios = getattr(self, name)
            setattr(self, name, Ratios(_longer(ratios.numerator, size, 0), _longer(ratios.denominator, size, 1)))

    def home(self, federation: str) -> int:
        """The number of a federation."""
        if federation not in self.federations:
            self.federations.append(federation)
        return self.federations.index(federation)

    def own(self, rows: Array) -> Array:
        """The series whose percentage stands for each of these."""
        found: Array = np.minimum(self.series[rows], RANKED[-1])
        return found

    def unknown(self, rows: Array) -> Array:
        """No event ever, and no percentage assigned."""
        assigned = (self.previous.numerator[rows] != 0).any(axis=1) | (self.older.numerator[rows] != 0).any(axis=1)
        found: Array = (self.events[rows] == 0) & ~assigned.astype(bool)
        return found

    def inactive(self, rows: Array) -> Array:
        """Two seasons without an event, or more, and none in this one."""
        found: Array = (self.idle[rows] > 1) & (self.played[rows] == 0)
        return found

    # -- records

    def member(self, row: int) -> Member:
        """A member as the book knows him."""
        days = {name: int(getattr(self, name)[row]) for name in DAYS}
        told: dict[str, Any] = {name: None if day == NO_DAY else date_of(day) for name, day in days.items()}
        told.update({name: int(getattr(self, name)[row]) for name in COUNTS})
        return Member(
            federation=self.federations[self.federation[row]],
            series=int(self.series[row]),
            **told,
            registered=bool(self.registered[row]),
            computed=int(self.computed[row]) or None,
            recovered=bool(self.recovered[row]),
            sums=_record(self.sums, row),
            previous=tuple(self.previous.fraction((row, n)) for n in range(len(RANKED))),
            older=tuple(self.older.fraction((row, n)) for n in range(len(RANKED))),
            closed=(_record(self.closed_sums, row), tuple(self.closed_quotas[row])) if self.closed[row] else None,
        )

    def take(self, row: int, member: Member) -> None:
        """The inverse of `member`.

        Errors: UnfitError.
        """
        self.federation[row] = self.home(member.federation)
        self.series[row], self.computed[row] = member.series, member.computed or 0
        for name in COUNTS:
            getattr(self, name)[row] = getattr(member, name)
        for name in DAYS:
            day: date | None = getattr(member, name)
            getattr(self, name)[row] = NO_DAY if day is None else number_of(day)
        self.registered[row], self.recovered[row], self.closed[row] = member.registered, member.recovered, bool(member.closed)
        for name in SUMS:
            try:
                self.sums[name][row] = getattr(member.sums, name)
                if member.closed:
                    self.closed_sums[name][row] = getattr(member.closed[0], name)
            except (OverflowError, TypeError):
                raise UnfitError from None
        if member.closed:
            self.closed_quotas[row] = member.closed[1]
        for kept, ratios in ((self.previous, member.previous), (self.older, member.older)):
            kept.numerator[row] = [ratio.numerator for ratio in ratios]
            kept.denominator[row] = [ratio.denominator for ratio in ratios]

    # -- for the rules that count members

    def licences(self, rows: Array) -> Iterator[Member]:
        """As many members as these, no two of one kind made twice: what matters is where and when each was licensed."""
        columns = [self.federation, self.licensed, self.licensed_before, self.recorded, self.registered]
        kinds, counts = np.unique(np.stack([column[rows].astype("i8") for column in columns], 1), axis=0, return_counts=True)
        for (home, *days, registered), count in zip(kinds.tolist(), counts.tolist(), strict=True):
            told = (None if day == NO_DAY else date_of(day) for day in days)
            member = Member(self.federations[home], registered=bool(registered))
            member.licensed, member.licensed_before, member.recorded = told
            yield from repeat(member, count)

    def playing(self) -> Iterator[Any]:
        """Those who played in this season, in a series that has a quota."""
        rows = np.flatnonzero((self.played > 0) & (self.series <= RANKED[-1]))
        columns = (self.federation[rows].tolist(), self.series[rows].tolist(), self.sums["weights"][rows].tolist())
        for home, series, weights in zip(*columns, strict=True):
            sums = SimpleNamespace(weights=weights)
            yield SimpleNamespace(played=1, federation=self.federations[home], series=series, sums=sums)


class Crowd:
    """In a book's place for members: only counted, never looked up."""

    def __init__(self, members: Members, rows: Array) -> None:
        self._members, self._rows = members, rows

    def values(self) -> Iterator[Member]:
        """All of them."""
        return chain(self._members.licences(self._rows))


def _record(columns: dict[str, Array], row: int) -> Sums:
    sums = Sums()
    sums.numerators, sums.weights, sums.bonuses = (columns[name][row].tolist() for name in SUMS)
    return sums


def _longer(array: Array, size: int, value: Any) -> Array:
    longer = np.full((size, *array.shape[1:]), value, array.dtype)
    longer[: len(array)] = array
    return longer
