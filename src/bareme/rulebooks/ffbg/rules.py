"""FFBG: one pure function per article.

Plain scalar Python, so that the same functions can be called for one match and compiled for millions.
Lengths and experience are in points of match length, ratings in points.
"""

from __future__ import annotations

import math

from bareme.rounding import half_up

LN10 = math.log(10.0)

INACTIVITY_THRESHOLD = 1500.0  # article inactivity: "RATING au moins égal à 1500"
INACTIVITY_BASE = 1200.0  # article inactivity: the 1200 of (ELO - 1200)
SETS_DIFFERENCE = 100.0  # article sets: "D, égale à 100"

# article attribution: level -> rating, ELO as printed, experience
RECOGNISED = {
    "intermediate": (1500.0, 1292.0, 50.0),
    "advanced": (1600.0, 1467.0, 100.0),
    "champion": (1700.0, 1667.0, 200.0),
    "master": (1800.0, 1800.0, 300.0),
}


def win_probability(difference: float, length: float, scale: float) -> float:
    """Article probability: P1 = 1 / (1 + 10^(-D·√N/2000)), D = R1 - R2 >= 0. P2 is 1 - P1."""
    return 1.0 / (1.0 + math.exp(-difference * math.sqrt(length) * LN10 / scale))


def acceleration(experience: float, length: float, ramp_start: float, ramp_per: float) -> float:
    """Article acceleration: FA = max(1, 5 - (Exp + N)/100), Exp before the match."""
    return max(1.0, ramp_start - (experience + length) / ramp_per)


def stake_won(stake: float, fa: float, loser_probability: float, length: float) -> float:
    """Article rating: 4·FA·P·√N, P the probability the loser had of winning; the winner gains it with his FA,
    the loser loses it with his own.
    """
    return stake * fa * loser_probability * math.sqrt(length)


def correction(experience: float, horizon: float) -> float:
    """Article elo: FC(Exp) = 3/2500·Exp² - 6/5·Exp + 300 below 500, then 0 (horizon 500 gives those numbers)."""
    if experience >= horizon:
        return 0.0
    return 300.0 * experience * experience / (horizon * horizon) - 600.0 * experience / horizon + 300.0


def bonus(entrants: int, bonus_rate: float) -> int:
    """Article bonus: BCDF = 0.1·(sum of the entrants of every title won), to the nearest whole point, halves up."""
    return half_up(bonus_rate * entrants)


def elo(rating: float, title_bonus: float, fc: float) -> float:
    """Article elo: ELO = RATING + BCDF - FC(Exp)."""
    return rating + title_bonus - fc


def inactivity_correction(elo: float, season_experience: float, rate: float, horizon: float) -> float:
    """Article inactivity: FCI = (ELO - 1200)·n·(10 - Exp(X))/10, never a gain."""
    return max(0.0, (elo - INACTIVITY_BASE) * rate * (horizon - season_experience) / horizon)


def sets_probability(p: float, sets: int, t: float) -> float:
    """Article sets: probability of winning first to `sets` sets; p in an ordinary set, t in the deciding one.

    S = 2: W = p² + 2(1-p)p·t. S = 3: W = p³ + 3p³(1-p) + 6p²(1-p)²·t.
    """
    q = 1.0 - p
    won = 0.0
    ways = 1.0  # of losing `lost` sets before the last one is won
    power = 1.0  # q^lost
    all_won = 1.0
    for _ in range(sets - 1):
        all_won *= p
    for lost in range(sets):
        last = t if lost == sets - 1 else p
        won += ways * all_won * last * power
        ways = ways * (sets + lost) / (lost + 1)
        power *= q
    return won


def equivalent_length(points: int, sets: int, deciding: int, scale: float) -> float:
    """Article sets: L = (log10(W/(1-W))·2000/100)², the single match won with the same probability when D = 100.

    Infinite where W is 1 to the last bit (only under a house scale of a few points).
    """
    p = win_probability(SETS_DIFFERENCE, points, scale)
    t = win_probability(SETS_DIFFERENCE, deciding, scale)
    w = sets_probability(p, sets, t)
    if w >= 1.0:
        return math.inf
    root = math.log10(w / (1.0 - w)) * scale / SETS_DIFFERENCE
    return root * root


def level(published_elo: int) -> str:
    """Article levels: by the published ELO; 1800 itself is a master."""
    if published_elo >= 1800:
        return "master"
    if published_elo >= 1700:
        return "champion"
    if published_elo >= 1600:
        return "advanced"
    return "intermediate" if published_elo >= 1450 else "beginner"
