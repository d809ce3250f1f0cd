"""Elo: the odds of a game, a whole event, the tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from bareme.rounding import half_up
from bareme.rulebooks.base import Version
from bareme.rulebooks.elo import rules
from bareme.rulebooks.elo.book import k_terms
from bareme.rulebooks.speech import Table


def odds(version: Version, a: float, b: float, *, k: float | None = None, **_: Any) -> dict[str, Any]:
    """Probability of each side, and what each would win, draw or lose (points).

    Without `k`, both have played the whole schedule.
    """
    p = rules.expected_score(a - b, version["scale"])
    return {"a": _side(version, a, p, k), "b": _side(version, b, 1.0 - p, k), "length": None}


def _side(version: Version, rating: float, p: float, k: float | None) -> dict[str, float]:
    schedule, k_strong, strong = k_terms(version)
    used = k if k is not None else rules.development(rating, int(schedule[-1][0]), schedule, k_strong, strong)
    changes = {word: used * (result - p) for word, result in (("win", 1.0), ("draw", 0.5), ("loss", 0.0))}
    return {"probability": p, **changes, "k": used}


def event(
    version: Version,
    rating: float | None,
    games: Sequence[tuple[float, float]],
    *,
    k: float | None = None,
    games_played: int | None = None,
    **_: Any,
) -> dict[str, Any]:
    """A whole event for one player, game after game, his rating moving in between; opponents stay as given."""
    start = version["initial_rating"] if rating is None else rating
    schedule, k_strong, strong = k_terms(version)
    played = (0 if rating is None else int(schedule[-1][0])) if games_played is None else games_played
    current, expected_sum, used = start, 0.0, 0.0
    for number, (opponent, score) in enumerate(games):
        p = rules.expected_score(current - opponent, version["scale"])
        used = k if k is not None else rules.development(current, played + number, schedule, k_strong, strong)
        current = rules.updated(current, used, score, p)
        expected_sum += p
    score = sum(score for _, score in games)
    mean = sum(opponent for opponent, _ in games) / len(games) if games else math.nan
    gap = rules.match_gap(score, len(games) - score, version["scale"]) if games else math.nan
    return {
        "games": len(games),
        "score": score,
        "expected": expected_sum,
        "k": used,
        "change": current - start,
        "new": half_up(current),
        "performance": mean + gap if math.isfinite(gap) else None,
    }


def probability(version: Version) -> Table:
    """P by D."""
    rows = tuple(
        (d, rules.expected_score(d, version["scale"]), rules.expected_score(-d, version["scale"])) for d in range(0, 801, 25)
    )
    return Table(
        {"en": "Probability by difference", "fr": "Probabilité selon l'écart"},
        "probability",
        ("D", "P(D)", "P(-D)"),
        rows,
        (None, 4, 4),
    )


def difference(version: Version) -> Table:
    """D by P."""
    rows = tuple((cent, rules.match_gap(cent, 100 - cent, version["scale"])) for cent in range(50, 100))
    return Table({"en": "Difference by probability", "fr": "Écart selon la probabilité"}, "match", ("P %", "D"), rows, (None, 2))


def match(version: Version) -> Table:
    """Expected score by D for a match of n games."""
    lengths = (1, 2, 4, 6, 8, 10, 12, 24)
    rows = tuple((d, *(n * rules.expected_score(d, version["scale"]) for n in lengths)) for d in range(0, 801, 50))
    title = {"en": "Expected score of a match of n games", "fr": "Score attendu d'un match en n parties"}
    return Table(title, "probability", ("D", *(f"n = {n}" for n in lengths)), rows, (None, *(2 for _ in lengths)))


TABLES = {"probability": probability, "difference": difference, "match": match}
