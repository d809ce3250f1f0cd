"""FISF: what the members' sums come to on a day, and the series filled by it, for all of them at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from bareme.engines.fisf_ratios import Ratios
from bareme.rulebooks.fisf import rules
from bareme.rulebooks.fisf.amounts import Amount, Ratio
from bareme.rulebooks.fisf.law import RANKED, Law
from bareme.rulebooks.fisf.series import Candidate, fill, lower, recover

Array: TypeAlias = "np.ndarray[Any, Any]"


@dataclass(slots=True)
class Views:
    """What `season.View` is for one player, row for row: columns for series 1 to 4."""

    sums: Mapping[str, Array]
    quotas: Array
    season: Ratios
    older: Ratios
    shown: Ratios
    below: Array

    def put(self, rows: Array, other: Views) -> None:
        """Others in the place of some rows."""
        for name, column in self.sums.items():
            column[rows] = other.sums[name]
        self.quotas[rows], self.below[rows] = other.quotas, other.below
        self.season[rows], self.older[rows], self.shown[rows] = other.season, other.older, other.shown


def views(law: Law, sums: Mapping[str, Array], quotas: Array, older: Ratios, share: Ratio, corrected: bool) -> Views:
    """Articles season, quota, minimum, final and during; as `season.view`."""
    at_least = quotas if corrected else np.zeros_like(quotas)
    numerators = sums["numerators"].astype(object)
    below = rules.below_minimum(numerators, at_least, law.minimum_share)  # type: ignore[arg-type]
    season = _season(sums, numerators + sums["bonuses"], at_least)
    season[below.astype(bool)] = Ratios.nil((int(below.sum()),))  # type: ignore[attr-defined]
    shown = rules.blend(season, older, share)  # type: ignore[arg-type]
    return Views(sums, quotas, season, older, shown, below.astype(bool))  # type: ignore[attr-defined, arg-type]


def _season(sums: Mapping[str, Array], numerators: Array, quotas: Array) -> Ratios:
    found = Ratios.nil(numerators.shape)
    some = numerators != 0
    amounts = zip(sums["weights"][some].tolist(), sums["bonuses"][some].tolist(), quotas[some].tolist(), strict=True)
    divisors = np.empty(int(some.sum()), object)
    divisors[:] = [rules.divisor(*amount) for amount in amounts]
    if divisors.size:
        season: Any = rules.season_percentage
        found[some] = season(Ratios.of(numerators[some]), Ratios.of(divisors))
    return found


@dataclass(frozen=True, slots=True)
class Filled:
    """The series of every row, the bars, and who was recovered."""

    series: Array
    bars: tuple[Ratio | None, ...]
    recovered: Array


def classified(
    shown: Ratios, federation: Sequence[str], series: Array, events: Array, licensees: Mapping[str, int], shares: Sequence[int]
) -> Filled:
    """Articles series, recovery and lower-series; as `series.classify`. Only the order of percentages matters above series 5,
    so their places among each other stand for them.
    """
    ranks = [shown[:, n - 1].ranks() for n in RANKED]
    counts: Any = np.stack(ranks, 1).tolist()
    people = zip(federation, series.tolist(), counts, (events > 0).tolist(), strict=True)
    candidates = [Candidate(row, *one) for row, one in enumerate(people)]  # type: ignore[arg-type]
    placed, bar_ranks = fill(candidates, sum(licensees.values()), shares)
    bars = tuple(
        None if bar is None else shown.fraction((int(np.flatnonzero(rank == bar)[0]), n - 1))
        for n, bar, rank in zip(RANKED, bar_ranks, ranks, strict=True)
    )
    recovered = np.zeros(len(series), bool)
    recovered[list(recover(candidates, licensees, shares, placed))] = True
    found = np.zeros(len(series), "i8")
    found[list(placed)] = list(placed.values())
    for row in np.flatnonzero(found == 0).tolist():
        last = shown.fraction((row, -1)) if counts[row][-1] else _NIL
        found[row] = lower(Candidate("", "", candidates[row].series, (last,), candidates[row].played), bars[-1])
    return Filled(found, bars, recovered)


_NIL = Fraction(0)


def quotas_for(federation: Array, names: Sequence[str], quota: Callable[[str, int], Amount]) -> Array:
    """Article quota: each row's quotas of series 1 to 4, by its federation."""
    table = np.empty((len(names), len(RANKED)), object)
    for at, name in enumerate(names):
        table[at] = [quota(name, n) for n in RANKED]
    return table[federation]
