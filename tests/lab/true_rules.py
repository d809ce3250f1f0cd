"""Made-up games whose chances are exactly a rule's own: its ratings, with known parameters, are the truth."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from datetime import date, timedelta

from bareme.facts import Facts, Game

FIRST = date(2019, 9, 1)


def elo_games(seed: int, games: int, players: int = 60, *, k: float = 24.0, scale: float = 400.0) -> Facts:
    """Elo with one K: the textbook formula, written out."""
    chance = random.Random(seed)
    rating = [1500.0] * players
    found = []
    for number in range(games):
        a, b = chance.sample(range(players), 2)
        expected = 1.0 / (1.0 + 10.0 ** ((rating[b] - rating[a]) / scale))
        score = float(chance.random() < expected)
        rating[a] += k * (score - expected)
        rating[b] -= k * (score - expected)
        found.append(Game(FIRST + timedelta(days=number // 10), "", 0, number, f"P{a:03}", f"P{b:03}", score))
    return Facts(games=tuple(found))


def ffbg_games(
    seed: int, games: int, players: int = 60, *, scale: float = 2000.0, start: float = 5.0, per: float = 100.0, stake: float = 4.0
) -> Facts:
    """FFBG: win probability by length, accelerating factor by experience. Players come one after the other."""
    chance = random.Random(seed)
    rating, experience = [1500.0] * players, [0.0] * players
    factor: Callable[[float], float] = lambda points: max(1.0, start - points / per)  # noqa: E731  # it reads as the article
    found = []
    for number in range(games):
        there = 4 + (players - 4) * number // games
        a, b = chance.sample(range(there), 2)
        n = chance.choice((3, 5, 7, 9, 11))
        p = 1.0 / (1.0 + 10.0 ** (-(rating[a] - rating[b]) * math.sqrt(n) / scale))
        won = chance.random() < p
        lost_chance = 1.0 - p if won else p
        sign = 1.0 if won else -1.0
        rating[a] += sign * stake * factor(experience[a] + n) * lost_chance * math.sqrt(n)
        rating[b] -= sign * stake * factor(experience[b] + n) * lost_chance * math.sqrt(n)
        experience[a] += n
        experience[b] += n
        found.append(Game(FIRST + timedelta(days=number // 40), "", 0, number, f"P{a:03}", f"P{b:03}", float(won), length=n))
    return Facts(games=tuple(found))
