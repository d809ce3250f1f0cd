"""FIDE: one pure function per article, in plain integers.

Points and changes are in hundredths where the name says so, scores in half points, probabilities and
fractional scores in hundredths, K whole. Nothing here is a float, so nothing here can be off by one in the last place.
Plain scalar Python, so that the same functions can be called for one game and compiled for millions.
"""

from __future__ import annotations

from bareme.rounding import ratio_half_away, ratio_half_up
from bareme.rulebooks.fide.tables import DP, PD

NO_LIMIT = 1_000_000  # stands for "none" where a parameter is a bound
UNKNOWN_AGE = 999  # an adult
EVERY, ONE_PER_EVENT, ONE_UPGRADE_PER_EVENT = range(3)  # the values of cap_rule

# -- the two tables


def scoring_probability(difference: int) -> int:
    """Article probability: P(D) in hundredths, D own rating minus opponent's, already capped (8.1.2; 10.1b)."""
    gap = abs(difference)
    higher = PD[gap] if gap < len(PD) else 100
    return higher if difference >= 0 else 100 - higher


def rating_difference(p: int) -> int:
    """Article performance-table: dp of a fractional score in hundredths, 0 to 100 (8.1.1; 10.1a)."""
    return DP[p - 50] if p >= 50 else -DP[50 - p]


def fractional_score(half_points: int, games: int) -> int:
    """Article performance-table: p in hundredths, to the nearest, halves up: 5 of 8 is .63."""
    return ratio_half_up(50 * half_points, games)


# -- the change of a rated player


def capped_difference(difference: int, cap: int) -> int:
    """Article difference: a difference beyond the cap counts as the cap (8.3.1)."""
    return max(-cap, min(cap, difference))


def larger_difference(difference: int, other: int, cap_rule: int) -> bool:
    """Article difference: of two games of an event, is this one the larger, which alone may be capped?

    Of two equal ones, of opposite signs, the player benefits from the one against the weaker.
    """
    if cap_rule == ONE_PER_EVENT and abs(difference) != abs(other):
        return abs(difference) > abs(other)
    return difference > other


def counted_difference(difference: int, cap: int, cap_rule: int, largest: bool) -> int:
    """Article difference: D counted; `largest` of its event or not."""
    if largest or cap_rule == EVERY or (cap_rule == ONE_UPGRADE_PER_EVENT and difference < 0):
        return capped_difference(difference, cap)
    return difference


def score_difference(half_points: int, probability: int) -> int:
    """Article change: ΔR of one game in hundredths, its score minus P(D) (8.3.2 b)."""
    return 50 * half_points - probability


def rating_change(k: int, score_differences: int) -> int:
    """Article change: K·ΣΔR in hundredths of a point (8.3.2 d)."""
    return k * score_differences


def rounded_change(hundredths: int) -> int:
    """Article rounding: a period's change in points, to the nearest, halves away from zero: -2.50 is -3 (8.3.4)."""
    return ratio_half_away(hundredths, 100)


def development(
    rating: int,
    games: int,
    reached: int,
    age: int,
    k_new: int,
    new_games: int,
    k_middle: int,
    k_top: int,
    top_rating: int,
    top_first: bool,
    k_junior: int,
    junior_age: int,
    junior_rating: int,
    junior_once: bool,
) -> int:
    """Article development: K published with a list (8.3.3).

    `games` played so far, `reached` the highest rating ever published, `age` the year of the list minus
    the year of birth (UNKNOWN_AGE where the year of birth is).
    """
    top = reached >= top_rating
    if top and top_first:
        return k_top
    if age <= junior_age and (reached if junior_once else rating) < junior_rating:
        return k_junior
    if games < new_games:
        return k_new
    return k_top if top else k_middle


def development_limit(k: int, games: int, k_games_limit: int) -> int:
    """Article development-limit: the largest whole K with K·n not above the limit (8.3.3)."""
    return k_games_limit // games if k * games > k_games_limit else k


# -- performance and first rating


def performance(opponents: int, half_points: int, games: int) -> int:
    """Article performance: Rp = Rc + dp(p); `opponents` is the sum of their ratings, Rc its mean, halves up."""
    return ratio_half_up(opponents, games) + rating_difference(fractional_score(half_points, games))


def event_rating_times_games(opponents: int, half_points: int, games: int, half_point_hundredths: int) -> int:
    """Article first-rating (until 2023): n·Ru of one event in hundredths of a point, so that nothing is rounded.

    Ru = Rc at 50 %, Rc + `half_point` for each half point above, Rc + dp(p) below.
    """
    above = half_points - games  # half points above 50 %
    if above >= 0:
        return 100 * opponents + games * above * half_point_hundredths
    return 100 * (opponents + games * rating_difference(fractional_score(half_points, games)))


def first_rating_mean(ratings_times_games: int, games: int) -> int:
    """Article first-rating (until 2023): the mean of the events' Ru weighted by games, to the nearest whole.

    `ratings_times_games` is the sum of the events' n·Ru in hundredths.
    """
    return ratio_half_up(ratings_times_games, 100 * games)


def first_rating(opponents: int, half_points: int, games: int, virtual_opponents: int, virtual_rating: int) -> int:
    """Article first-rating (from 2024): Ru = Ra + dp(p) with a draw against each virtual opponent, to the nearest whole."""
    n = games + virtual_opponents
    total = opponents + virtual_opponents * virtual_rating
    dp = rating_difference(fractional_score(half_points + virtual_opponents, n))
    return ratio_half_up(total + n * dp, n)


# -- lists


def below_floor(rating: int, floor: int) -> bool:
    """Article floor: such a rating is not published (7.2.1)."""
    return rating < floor


def inactive(games_in_a_year: int, inactive_games: int) -> bool:
    """Article inactivity: too few rated games in a year (7.2.2)."""
    return games_in_a_year < inactive_games


def one_off(rating: int, share_hundredths: int, one_off_from: int, one_off_below: int) -> int:
    """Article one-off: R + share·(one_off_below - R), to the nearest whole; other ratings stay."""
    if one_off_from <= rating < one_off_below:
        return rating + ratio_half_away(share_hundredths * (one_off_below - rating), 100)
    return rating


# Article levels, as the source has them: above so many points, this level.
LEVELS = (
    (2800, "above-2800"),
    (2700, "top-20"),
    (2600, "top-150"),
    (2500, "grandmaster"),
    (2400, "international-master"),
    (2200, "national-master"),
    (2000, "national"),
    (1800, "very-good-club"),
    (1600, "good-club"),
    (1400, "amateur"),
    (1200, "beginner"),
    (1000, "beginner-child"),
)


def level(rating: int) -> str:
    """Article levels: the level's code, empty at 1000 and below."""
    for above, code in LEVELS:
        if rating > above:
            return code
    return ""
