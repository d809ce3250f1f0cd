"""A version's parameters made ready for the rules: whole numbers, hundredths, and a bound for each "none"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bareme.rounding import half_up
from bareme.rulebooks.base import Version
from bareme.rulebooks.fide import rules

_AS_THEY_ARE = (
    "cap", "cap_rule", "k_new", "new_games", "k_middle", "k_top", "top_rating", "top_first", "k_junior", "junior_age",
    "junior_rating", "junior_once", "rounding", "first_games", "first_event_games", "zero_disregarded", "first_method",
    "virtual_opponents", "virtual_rating", "floor", "inactive_games", "one_off_from", "one_off_below",
)  # fmt: skip
CAP_RULES = ("every", "one-per-event", "one-upgrade-per-event")  # in the order of the rules' numbers


@dataclass(frozen=True, slots=True)
class Terms:
    """See the parameters of the same names in rulebook.toml."""

    name: str  # of the version
    cap: int
    cap_rule: str
    uncapped_from: int
    k_new: int
    new_games: int
    k_middle: int
    k_top: int
    top_rating: int
    top_first: bool
    k_junior: int
    junior_age: int
    junior_rating: int
    junior_once: bool
    k_games_limit: int
    rounding: str
    first_games: int
    first_event_games: int
    pool_months: int
    zero_disregarded: bool
    first_method: str
    half_point: int | None  # in hundredths; None: dp above 50 % too
    virtual_opponents: int
    virtual_rating: int
    first_maximum: int
    floor: int
    inactive_games: int
    one_off_share: int | None  # in hundredths
    one_off_from: int
    one_off_below: int

    @classmethod
    def of(cls, version: Version) -> Terms:
        """The terms of this version, overrides included."""
        return cls(
            name=version.name,
            uncapped_from=_bound(version["uncapped_from"]),
            k_games_limit=_bound(version["k_games_limit"]),
            pool_months=_bound(version["pool_months"]),
            first_maximum=_bound(version["first_maximum"]),
            half_point=_hundredths(version["half_point"]),
            one_off_share=_hundredths(version["one_off_share"]),
            **{name: version[name] for name in _AS_THEY_ARE},
        )

    def development(self, rating: int, games: int, reached: int, age: int) -> int:
        """Article development, with this version's values."""
        return rules.development(
            rating, games, reached, age, self.k_new, self.new_games, self.k_middle, self.k_top, self.top_rating,
            self.top_first, self.k_junior, self.junior_age, self.junior_rating, self.junior_once,
        )  # fmt: skip

    def differences(self, own: int, opponents: Sequence[int]) -> list[int]:
        """Article difference: D counted in each game of one event, capped as this version says."""
        true = [own - opponent for opponent in opponents]
        if own >= self.uncapped_from:
            return true
        rule, largest = CAP_RULES.index(self.cap_rule), 0
        for game, difference in enumerate(true):
            if rules.larger_difference(difference, true[largest], rule):
                largest = game
        return [rules.counted_difference(difference, self.cap, rule, game == largest) for game, difference in enumerate(true)]

    def first_rating(self, events: Sequence[tuple[int, int, int]]) -> int:
        """Article first-rating: Ru of events of (games, half points, sum of opponents' ratings), not yet held to any bound."""
        games, half_points, opponents = (sum(column) for column in zip(*events, strict=True))
        if self.first_method == "virtual-opponents":
            return rules.first_rating(opponents, half_points, games, self.virtual_opponents, self.virtual_rating)
        parts = events if self.first_method == "event-mean" else [(games, half_points, opponents)]
        return rules.first_rating_mean(sum(self.event_rating_times_games(*part) for part in parts), games)

    def event_rating_times_games(self, games: int, half_points: int, opponents: int) -> int:
        """Article first-rating: n·Ru of one event, in hundredths."""
        if self.half_point is None:
            dp = rules.rating_difference(rules.fractional_score(half_points, games))
            return 100 * (opponents + games * dp)
        return rules.event_rating_times_games(opponents, half_points, games, self.half_point)


def _bound(value: int | None) -> int:
    return rules.NO_LIMIT if value is None else value


def _hundredths(value: float | None) -> int | None:
    return None if value is None else half_up(value * 100)
