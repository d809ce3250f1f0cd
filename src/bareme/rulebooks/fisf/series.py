"""The series of 1 September: filled by percentage for all federations together, then recoveries in each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bareme.rulebooks.fisf import rules
from bareme.rulebooks.fisf.amounts import Ratio
from bareme.rulebooks.fisf.law import LAST_SERIES, RANKED

SERIES_FIVE = RANKED[-1] + 1
BY_POINTS = SERIES_FIVE + 1  # where classification points decide, which are not modelled


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player on 1 September: his federation, his series so far, his percentages of series 1 to 4, whether he ever played."""

    player: str
    federation: str
    series: int
    percentages: tuple[Ratio, ...]
    played: bool


@dataclass(frozen=True, slots=True)
class Classification:
    """The series of every player; the bar of series 1 to 4 (the percentage of the last one in); who was recovered."""

    series: Mapping[str, int]
    bars: tuple[Ratio | None, ...]
    recovered: frozenset[str]


def classify(candidates: Sequence[Candidate], licensees: Mapping[str, int], shares: Sequence[int]) -> Classification:
    """Articles series, recovery and lower-series. `licensees` by federation, `shares` in hundredths of a percent."""
    series, bars = fill(candidates, sum(licensees.values()), shares)
    recovered = recover(candidates, licensees, shares, series)
    for candidate in candidates:
        if candidate.player not in series:
            series[candidate.player] = lower(candidate, bars[-1])
    return Classification(series, bars, frozenset(recovered))


def fill(
    candidates: Sequence[Candidate], licensees: int, shares: Sequence[int]
) -> tuple[dict[str, int], tuple[Ratio | None, ...]]:
    """Series after series, by its percentage, among those not placed yet. Ties at a bar are all in."""
    placed: dict[str, int] = {}
    bars: list[Ratio | None] = []
    for n, share in zip(RANKED, shares, strict=True):
        rest = [c for c in candidates if c.player not in placed]
        chosen = _best(rest, n, rules.seats(licensees, share) - len(placed))
        placed.update((c.player, n) for c in chosen)
        bars.append(min((c.percentages[n - 1] for c in chosen), default=None))
    return placed, tuple(bars)


def recover(
    candidates: Sequence[Candidate], licensees: Mapping[str, int], shares: Sequence[int], series: dict[str, int]
) -> set[str]:
    """In each federation, the next best by the percentage of a series come in until it holds its own share."""
    recovered: set[str] = set()
    homes: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        homes.setdefault(candidate.federation, []).append(candidate)
    for federation, members in homes.items():
        for n, share in zip(RANKED, shares, strict=True):
            rest = [c for c in members if series.get(c.player, LAST_SERIES) > n]
            own_seats = rules.seats(licensees.get(federation, 0), share)
            chosen = _best(rest, n, own_seats - (len(members) - len(rest)))
            series.update((c.player, n) for c in chosen)
            recovered.update(c.player for c in chosen)
    return recovered


def _best(candidates: Sequence[Candidate], n: int, seats: int) -> list[Candidate]:
    """The best by the percentage of series n, above 0, for so many seats; all who tie with the last one."""
    able = sorted((c.percentages[n - 1] for c in candidates if c.percentages[n - 1] > 0), reverse=True)
    if seats <= 0 or not able:
        return []
    bar = able[min(seats, len(able)) - 1]
    return [c for c in candidates if c.percentages[n - 1] >= bar]


def lower(candidate: Candidate, bar: Ratio | None) -> int:
    """Below half of the bar, classification points decide; they are not modelled, so S5 and S7 keep what they had."""
    if bar is not None and rules.in_series_five(candidate.percentages[-1], bar):
        return SERIES_FIVE
    if candidate.series == SERIES_FIVE or (candidate.series == LAST_SERIES and not candidate.played):
        return candidate.series
    return BY_POINTS
