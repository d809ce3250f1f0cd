"""The parameters of one version as the exact numbers the rules work with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from bareme.findings import Refused
from bareme.rulebooks.base import Version
from bareme.rulebooks.fisf import rules
from bareme.rulebooks.fisf.amounts import Amount, Ratio
from bareme.rulebooks.fisf.categories import PLAIN

RANKED = (1, 2, 3, 4)  # the series that have a percentage; 5 to 7 live on classification points
LAST_SERIES = 7

# Printed for the FFSc, season 2010-2011 ("seraient"): the word `printed` for the parameter `quotas`.
PRINTED_QUOTAS = {"FFSc/1": 305.0, "FFSc/2": 439.0, "FFSc/3": 637.0, "FFSc/4": 988.0}


@dataclass(frozen=True, slots=True)
class Law:
    """A version's parameters, each in the unit said here."""

    version: Version
    floors: tuple[int, ...]  # players
    factors: Mapping[str, int]  # category -> 100·c
    one_round: int  # hundredths
    cap: str
    exact: bool
    bonus: bool
    quotas: Mapping[str, Amount]  # "n" or "federation/n", federation in lower case -> players
    quota_share: int  # hundredths
    minimum_share: int  # hundredths
    quota_in_season: bool
    final_share: Ratio
    shares: tuple[int, ...]  # hundredths of a percent
    licensees: Mapping[str, int]  # federation in lower case -> players
    computed_series: bool
    season_start: tuple[int, int]

    @property
    def name(self) -> str:
        """The version's name."""
        return self.version.name

    def factor(self, category: str) -> int | None:
        """100·c of a category's code; None when nobody knows the category."""
        return self.factors.get(category, 100 if category in PLAIN else None)

    def weights(self, present: tuple[int, ...], rounds: int, factor: int) -> tuple[int, ...]:
        """Articles weight and one-round: W_1 to W_4 of an event."""
        return tuple(self._weight(a, floor, rounds, factor) for a, floor in zip(present, self.floors, strict=True))

    def _weight(self, present: int, floor: int, rounds: int, factor: int) -> int:
        cap = self.cap_of(present, floor, rounds, factor)
        if rounds == 1:
            return rules.one_round_weight(present, cap, self.one_round)
        return rules.weight(present, floor, cap)

    def cap_of(self, present: int, floor: int, rounds: int, factor: int) -> int:
        """The cap under this house; without one, twice the players present, which the article limits anyway."""
        if self.cap == "none":
            return 2 * present
        return (rules.cap if self.cap == "half_up" else rules.cap_down)(floor, rounds, factor)

    def given_quota(self, federation: str, series: int) -> Amount | None:
        """The quota given as a parameter: the federation's own, else the common one, else None."""
        return self.quotas.get(f"{federation.lower()}/{series}", self.quotas.get(str(series)))

    # -- the season

    def season_of(self, day: date) -> date:
        """The first day of the season `day` belongs to."""
        start = date(day.year, *self.season_start)
        return start if start <= day else date(day.year - 1, *self.season_start)

    def thirtieths(self, day: date) -> int:
        """30·k on `day`: months since the season's first day, and days inside the month."""
        start = self.season_of(day)
        months = 12 * (day.year - start.year) + day.month - start.month
        if day.day < start.day:
            months -= 1
        into = day.day - start.day + 1
        if into < 1:  # counted from the start.day of the month before, which a short month may lack
            last = date(day.year, day.month, 1).toordinal() - 1
            before = date.fromordinal(last)
            into = day.toordinal() - before.replace(day=min(start.day, before.day)).toordinal() + 1
        return rules.thirtieths(months, into)

    def share(self, day: date) -> Ratio:
        """The share of this season on `day`."""
        return rules.share(self.thirtieths(day), self.final_share)


def law(version: Version) -> Law:
    """The version's parameters, exact.

    Errors: Refused `bad-parameter-value` for a table with a key or a number that means nothing here.
    """
    v = version
    return Law(
        version=v,
        floors=tuple(_whole("floors", value) for value in _by_series("floors", v["floors"])),
        factors={category: _hundredths("factors", c) for category, c in v["factors"].items()},
        one_round=_hundredths("one_round_factor", v["one_round_factor"]),
        cap=v["cap"],
        exact=v["rounding"] == "exact",
        bonus=v["bonus"],
        quotas=_quotas(v["quotas"]),
        quota_share=_hundredths("quota_share", v["quota_share"]),
        minimum_share=_hundredths("minimum_share", v["minimum_share"]),
        quota_in_season=v["quota_in_season"],
        final_share=Fraction(str(v["final_share"])),
        shares=tuple(_hundredths("series_shares", value) for value in _by_series("series_shares", v["series_shares"])),
        licensees={name.lower(): _whole("licensees", count) for name, count in (v["licensees"] or {}).items()},
        computed_series=v["series_on_1_september"] == "computed",
        season_start=_month_day(v["season_start"]),
    )


def _by_series(name: str, table: Mapping[str, float]) -> list[float]:
    if table.keys() != {str(n) for n in RANKED}:
        raise _refused(name, table, '{"1": …, "2": …, "3": …, "4": …}')
    return [table[str(n)] for n in RANKED]


def _quotas(table: Mapping[str, float] | str | None) -> dict[str, Amount]:
    given = PRINTED_QUOTAS if isinstance(table, str) else table or {}
    quotas: dict[str, Amount] = {}
    for key, quota in given.items():
        federation, _, series = key.rpartition("/")
        if series not in {str(n) for n in RANKED}:
            raise _refused("quotas", key, '{"2": 439, "FFSc/2": 439, …} | printed | none')
        exact = Fraction(str(quota))
        name = f"{federation.lower()}/{series}" if federation else series
        quotas[name] = exact.numerator if exact.denominator == 1 else exact
    return quotas


def _hundredths(name: str, value: float) -> int:
    scaled = Fraction(str(value)) * 100
    if scaled.denominator != 1:
        raise _refused(name, value, "0.01, 0.02, 0.03, …")
    return scaled.numerator


def _whole(name: str, value: float) -> int:
    if value != int(value):
        raise _refused(name, value, "1, 2, 3, …")
    return int(value)


def _month_day(text: str) -> tuple[int, int]:
    month, day = map(int, text.split("-"))
    return month, day


def _refused(name: str, value: Any, allowed: str) -> Refused:
    return Refused("bad-parameter-value", name=name, value=value, allowed=allowed)
