"""FISF: one pure function per article.

Units: a *percentage of an event* (%S) is in hundredths of a percent, a weight in players, a numerator (Num) and a
bonus in ten-thousandths of a player, so that with the published rounding everything up to the season's sums is a whole
number. With the rounding `exact` the same functions are given fractions. A season's percentage is a ratio, never rounded
before it is shown; whole numbers put in for it give a float.
"""

from __future__ import annotations

from bareme.rounding import ratio_half_up
from bareme.rulebooks.fisf.amounts import Amount, Ratio

UNIT = 10_000  # hundredths of a percent in one; ten-thousandths of a player in a player
MONTH = 30  # days of a month, as the regulation's table counts inside one
YEAR = 12 * MONTH


# -- one event


def slice_place(place: int, better: int) -> int:
    """Article slice: P_n, the place in the slice of series n; `better` players of better series are present."""
    return place - better


def beaten(present: int, slice_place: int) -> int:
    """Article slice: A_n - P_n + 1, kept between 0 (below the slice) and A_n (above it), in players."""
    return min(max(present - slice_place + 1, 0), present)


def percent(present: int, slice_place: int) -> int:
    """Article slice: %S_n = (A_n - P_n + 1)/A_n in hundredths of a percent, half up; 0 when nobody of series n is there."""
    if present == 0:
        return 0
    return ratio_half_up(UNIT * beaten(present, slice_place), present)


def cap(floor: int, rounds: int, factor: int) -> int:
    """Article weight: F_n·rounds·c to a whole number, half up; `factor` is 100·c."""
    return ratio_half_up(floor * rounds * factor, 100)


def cap_down(floor: int, rounds: int, factor: int) -> int:
    """The same, any fraction dropped."""
    return floor * rounds * factor // 100


def weight(present: int, floor: int, ceiling: int) -> int:
    """Article weight: W_n = min(max(A_n, F_n), 2·A_n, ceiling), in players; the ceiling is `cap`."""
    return min(max(present, floor), 2 * present, ceiling)


def one_round_weight(present: int, ceiling: int, one_round: int) -> int:
    """Article one-round: W_n = min(0.5·A_n half up, ceiling), no floor; `one_round` is 100·0.5."""
    return min(ratio_half_up(present * one_round, 100), ceiling)


def numerator(percent: Amount, weight: int) -> Amount:
    """Article numerator: Num_n = %S_n·W_n, in ten-thousandths of a player."""
    return percent * weight


def bonus(series: int, num1: Amount, num2: Amount, num3: Amount) -> Amount:
    """Article bonus: Σ Num_m over the series m better than the player's own; none for series 1, and none below 4."""
    if series == 2:
        return num1
    if series == 3:
        return num1 + num2
    if series == 4:
        return num1 + num2 + num3
    return 0 * num1


# -- the season


def divisor(weight: int, more: Amount, quota: Amount) -> Amount:
    """Article quota: max(Σ W'_n, quota_n), in ten-thousandths of a player.

    `weight` and `quota` in players, `more` the bonus that raises W to W'.
    """
    return max(UNIT * weight + more, UNIT * quota)


def season_percentage(numerator: Ratio, divisor: Ratio) -> Ratio:
    """Article season: 100·Σ Num'_n / divisor, in percent, unrounded; 0 without a divisor.

    >>> round(season_percentage(103_095, 134 * UNIT), 2)
    7.69
    """
    return 100 * numerator / divisor if divisor else 0 * numerator


def below_minimum(numerator: Amount, quota: Amount, minimum: int) -> bool:
    """Article minimum: Σ Num_n (raw) is less than 10 % of the quota; `minimum` is 100·0.10."""
    return 100 * numerator < minimum * UNIT * quota


def quota_place(players: int, reaching: int) -> int:
    """Article quota: the place, from the smallest Σ W_n (1), of the one that three quarters reach: the 25th percentile,
    lower empirical. `reaching` is 100·0.75.

    >>> [quota_place(n, 75) for n in (1, 3, 4, 5, 8, 9)]
    [1, 1, 1, 2, 2, 3]
    """
    return max(-(-(100 - reaching) * players // 100), 1)


def thirtieths(months: int, day: int) -> int:
    """Article during: 30·k, k months since the season's first day. The first day of a month is its beginning; inside it
    k grows by day/30, thirty days at most.

    >>> thirtieths(2, 5) / 30 / 16
    0.13541666666666666
    """
    return MONTH * months + (0 if day <= 1 else min(day, MONTH))


def share(thirtieths: int, final_share: Ratio) -> Ratio:
    """Article during: the share of this season, k/16 where `final_share`, reached after 12 months, is 3/4."""
    return final_share * thirtieths / YEAR


def older_share_printed(thirtieths: int, final: int) -> int:
    """The share of the season before as the printed table has it: percent, half up; `final` is 100·0.75."""
    return ratio_half_up(100 * YEAR - final * thirtieths, YEAR)


def blend(this: Ratio, before: Ratio, share: Ratio) -> Ratio:
    """Article final (and during): share·(this season) + (1 - share)·(the one before), in percent."""
    return share * this + (1 - share) * before


# -- 1 September


def seats(licensees: int, share: int) -> int:
    """Article series: how many players the series holds with all better ones, half up; `share` in hundredths of a percent."""
    return ratio_half_up(licensees * share, UNIT)


def in_series_five(percentage: Ratio, bar: Ratio) -> bool:
    """Article lower-series: S5 goes down to half of the bar of S4, and never to 0 %."""
    return percentage > 0 and 2 * percentage >= bar
