"""Made-up pools for the lab's tests: players of known strength, whose results follow from it."""

from __future__ import annotations

import math
import random
from datetime import date, timedelta

from bareme.facts import Facts, Game

FIRST = date(2015, 1, 1)


def chance(difference: float, scale: float = 400.0) -> float:
    """The logistic curve of base ten."""
    return 1.0 / (1.0 + math.pow(10.0, -difference / scale))


def pool(
    *,
    players: int = 60,
    games: int = 4000,
    spread: float = 200.0,
    draws: float = 0.0,
    lengths: tuple[int, ...] = (),
    seed: int = 1,
) -> Facts:
    """Games between players whose strengths are normal around 1500. `draws`: the largest chance of a draw."""
    chances = random.Random(seed)
    strength = [chances.gauss(1500.0, spread) for _ in range(players)]
    played = []
    for number in range(games):
        a, b = chances.sample(range(players), 2)
        length = chances.choice(lengths) if lengths else None
        p = chance(strength[a] - strength[b], 2000.0 / math.sqrt(length) if length else 400.0)
        drawn = draws * 4.0 * p * (1.0 - p)
        thrown = chances.random()
        score = 1.0 if thrown < p - drawn / 2 else 0.5 if thrown < p + drawn / 2 else 0.0
        day = FIRST + timedelta(days=number * 1500 // games)
        played.append(Game(day, f"Open {day.year}", 0, number, f"Player {a:03}", f"Player {b:03}", score, length))
    return Facts(games=tuple(played))
