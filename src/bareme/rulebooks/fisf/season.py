"""A season's sums of one player, what they come to under quota and 10 % rule, and the blend of two seasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any

from bareme.rulebooks.fisf import rules
from bareme.rulebooks.fisf.amounts import NIL, Amount, Ratio, read, written
from bareme.rulebooks.fisf.event import Field, Score
from bareme.rulebooks.fisf.law import LAST_SERIES, RANKED, Law

NOTHING = (NIL,) * len(RANKED)
NO_QUOTAS: tuple[Amount, ...] = (0,) * len(RANKED)


class Sums:
    """Σ Num_n and Σ bonus_n in ten-thousandths of a player, Σ W_n in players, for series 1 to 4."""

    __slots__ = ("bonuses", "numerators", "weights")

    def __init__(self) -> None:
        self.numerators: list[Amount] = [0, 0, 0, 0]
        self.weights: list[int] = [0, 0, 0, 0]
        self.bonuses: list[Amount] = [0, 0, 0, 0]

    def add(self, event: Field, score: Score, series: int) -> None:
        """One event more; the bonus belongs to the player's own series."""
        for n in range(len(RANKED)):
            self.numerators[n] += score.numerators[n]
            self.weights[n] += event.weights[n]
        if series in RANKED:
            self.bonuses[series - 1] += score.bonus

    def percentage(self, n: int, quota: Amount = 0, bonus: bool = True) -> Ratio:
        """The season's percentage of series n (1 to 4), with or without the bonus, over the quota at least."""
        more = self.bonuses[n - 1] if bonus else 0
        numerator = self.numerators[n - 1] + more
        if not numerator:
            return NIL
        return rules.season_percentage(Fraction(numerator), Fraction(rules.divisor(self.weights[n - 1], more, quota)))

    def written(self) -> list[list[int | str]]:
        """The sums as JSON keeps them."""
        return [[written(x) for x in getattr(self, name)] for name in ("numerators", "weights", "bonuses")]

    @classmethod
    def read(cls, rows: Iterable[Iterable[int | str]]) -> Sums:
        """The inverse of `written`."""
        sums = cls()
        numerators, weights, bonuses = ([read(x) for x in row] for row in rows)
        sums.numerators, sums.weights, sums.bonuses = numerators, [int(w) for w in weights], bonuses
        return sums


@dataclass(frozen=True, slots=True)
class View:
    """A player's percentages on one day, series 1 to 4: `season` (under quota and 10 % rule), `older` (the season before),
    `shown` (the blend of both).
    """

    sums: Sums
    quotas: tuple[Amount, ...]
    share: Ratio
    season: tuple[Ratio, ...]
    older: tuple[Ratio, ...]
    shown: tuple[Ratio, ...]
    below_minimum: tuple[bool, ...]

    def missing(self, n: int) -> Amount:
        """How much Σ W'_n still lacks to the quota of series n, in ten-thousandths of a player."""
        return missing(self.sums.weights[n - 1], self.sums.bonuses[n - 1], self.quotas[n - 1])


def missing(weight: int, bonus: Amount, quota: Amount) -> Amount:
    """Article quota: how much Σ W' still lacks to it, in ten-thousandths of a player."""
    return max(rules.UNIT * quota - rules.divisor(weight, bonus, 0), 0)


def view(
    law: Law,
    sums: Sums,
    quotas: tuple[Amount, ...],
    older: tuple[Ratio, ...],
    share: Ratio,
    corrected: bool = True,
) -> View:
    """Articles season, quota, minimum, final and during: what the sums come to, blended with the season before.

    Not `corrected`, the quota is only shown: neither it nor the 10 % rule touches the season's percentage.
    """
    at_least = quotas if corrected else NO_QUOTAS
    below = tuple(
        rules.below_minimum(numerator, quota, law.minimum_share)
        for numerator, quota in zip(sums.numerators, at_least, strict=True)
    )
    season = tuple(NIL if below[n - 1] else sums.percentage(n, at_least[n - 1]) for n in RANKED)
    return View(
        sums=sums,
        quotas=quotas,
        share=share,
        season=season,
        older=older,
        shown=tuple(
            rules.blend(this, before, share) if this or before else NIL for this, before in zip(season, older, strict=True)
        ),
        below_minimum=below,
    )


@dataclass(slots=True)
class Member:
    """One player's state. `series` is the one in force; `computed` the one of the last 1 September.

    `closed` are the sums and quotas of the season closed last, of which `previous` are the percentages; `older` are
    those of the season before it.
    """

    federation: str = ""
    series: int = LAST_SERIES
    events: int = 0
    played: int = 0  # events of this season
    idle: int = 0  # seasons closed without an event
    licensed: date | None = None  # the season, by its first day, of the last licence or event
    licensed_before: date | None = None  # the one before that in which he was licensed
    recorded: date | None = None  # the season of the last licence on record
    registered: bool = False  # stands in a list of players
    computed: int | None = None
    recovered: bool = False
    sums: Sums = field(default_factory=Sums)
    previous: tuple[Ratio, ...] = NOTHING
    older: tuple[Ratio, ...] = NOTHING
    closed: tuple[Sums, tuple[Amount, ...]] | None = None

    def license(self, season: date) -> None:
        """Licensed in this season, by its first day, as a licence or an event shows."""
        if self.licensed != season:
            self.licensed_before, self.licensed = self.licensed, season

    def licensed_in(self, season: date) -> bool:
        """Whether he is known to be licensed in this season, the last he was seen in or the one before."""
        return self.registered or season in (self.licensed, self.licensed_before)

    @property
    def own(self) -> int:
        """The series whose percentage stands for the player: his own, 4 for those below."""
        return min(self.series, RANKED[-1])

    @property
    def unknown_to_the_ranking(self) -> bool:
        """No event ever, and no percentage assigned."""
        return not self.events and not any(self.previous) and not any(self.older)

    @property
    def inactive(self) -> bool:
        """Two seasons without an event, or more, and none in this one."""
        return self.idle > 1 and not self.played

    def written(self) -> dict[str, Any]:
        """The state as JSON keeps it."""
        plain = ("federation", "series", "events", "played", "idle", "registered", "computed", "recovered")
        return {
            **{name: getattr(self, name) for name in plain},
            **{name: _day_written(getattr(self, name)) for name in _DAYS},
            "sums": self.sums.written(),
            "previous": [str(x) for x in self.previous],
            "older": [str(x) for x in self.older],
            "closed": [self.closed[0].written(), [written(x) for x in self.closed[1]]] if self.closed else None,
        }

    @classmethod
    def read(cls, state: Mapping[str, Any]) -> Member:
        """The inverse of `written`."""
        closed = state["closed"]
        special = {
            **{name: date.fromisoformat(state[name]) if state[name] else None for name in _DAYS},
            "sums": Sums.read(state["sums"]),
            "previous": tuple(Fraction(x) for x in state["previous"]),
            "older": tuple(Fraction(x) for x in state["older"]),
            "closed": (Sums.read(closed[0]), tuple(read(x) for x in closed[1])) if closed else None,
        }
        return cls(**{**state, **special})


_DAYS = ("licensed", "licensed_before", "recorded")


def _day_written(day: date | None) -> str | None:
    return day.isoformat() if day else None


def licensees_of(members: Iterable[Member], season: date, before: date, closing: bool) -> dict[str, int]:
    """Article series: the licensed players of a season by federation, as far as the facts know them.

    Who is licensed becomes known little by little; until the season closes they are at least as many as in the one before.
    When it closes this holds only where nobody keeps a register: no list of players, no licences on record.
    """
    now: dict[str, int] = {}
    then: dict[str, int] = {}
    registers: set[str] = set()
    for member in members:
        home = member.federation
        now[home] = now.get(home, 0) + member.licensed_in(season)
        then[home] = then.get(home, 0) + member.licensed_in(before)
        if member.registered or member.recorded == season:
            registers.add(home)
    return {home: count if closing and home in registers else max(count, then[home]) for home, count in now.items()}


def quotas_of(members: Iterable[Member], quota_share: int) -> dict[str, tuple[int, ...]]:
    """Article quota: for each federation, what the season that ends makes of the quotas of the next.

    The players of a series are those who played in the season; a series without any has no quota (0).
    """
    weights: dict[str, list[list[int]]] = {}
    for member in members:
        if member.played and member.series in RANKED:
            by_series = weights.setdefault(member.federation, [[] for _ in RANKED])
            by_series[member.series - 1].append(member.sums.weights[member.series - 1])
    return {federation: tuple(_quota(sorted(row), quota_share) for row in by_series) for federation, by_series in weights.items()}


def _quota(ascending: list[int], quota_share: int) -> int:
    return ascending[rules.quota_place(len(ascending), quota_share) - 1] if ascending else 0
