"""FIDE: the odds of a game, a whole event, a performance, and the two tables."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from bareme.findings import Refused
from bareme.rounding import half_up
from bareme.rulebooks.base import Version
from bareme.rulebooks.fide import rules, tables
from bareme.rulebooks.fide.terms import Terms
from bareme.rulebooks.speech import Table


def odds(version: Version, a: float, b: float, *, k: float | None = None, **_: Any) -> dict[str, Any]:
    """P(D) of each side, and what each would win, draw or lose (points, exact to the hundredth).

    Without `k`, both are adults with 30 games whose highest rating is this one.

    Errors: Refused `rating-not-whole`.
    """
    terms = Terms.of(version)
    rating_a, rating_b = whole(a), whole(b)
    sides = {"a": _side(terms, rating_a, rating_b, k), "b": _side(terms, rating_b, rating_a, k)}
    return {**sides, "length": None}


def _side(terms: Terms, own: int, opponent: int, k: float | None) -> dict[str, float]:
    p = rules.scoring_probability(terms.differences(own, [opponent])[0])
    used = terms.development(own, terms.new_games, own, rules.UNKNOWN_AGE) if k is None else k
    results = (("win", 2), ("draw", 1), ("loss", 0))
    changes = {word: used * rules.score_difference(half_points, p) / 100 for word, half_points in results}
    return {"probability": p / 100, **changes, "k": used}


def event(
    version: Version,
    rating: float | None = None,
    games: Sequence[tuple[float, float]] = (),
    *,
    k: float | None = None,
    games_played: int | None = None,
    born: int | None = None,
    on: date | None = None,
    **_: Any,
) -> dict[str, Any]:
    """A whole event for one player, rated as a period of its own; `games` are (opponent's rating, score).

    Without `k` it is the regulation's: 30 games or more unless `games_played` says otherwise, 2400 never reached unless
    by this rating, adult unless `born` (in the year of `on`, or of the version's first day). An unrated player
    (`rating` None) gets a first rating, or none and the `reason`'s code.

    Errors: Refused `rating-not-whole`, `bad-score`, `no-games-given`.
    """
    terms = Terms.of(version)
    opponents = [whole(opponent) for opponent, _ in games]
    half_points = [_half_points(score) for _, score in games]
    if not games:
        raise Refused("no-games-given")
    total = sum(half_points)
    answer: dict[str, Any] = {
        "games": len(games),
        "score": total / 2,
        "expected": None,
        "k": None,
        "change": None,
        "new": None,
        "performance": rules.performance(sum(opponents), total, len(games)),
    }
    if rating is None:
        return answer | _first(terms, len(games), total, sum(opponents))
    own = whole(rating)
    played = terms.new_games if games_played is None else games_played
    age = rules.UNKNOWN_AGE if born is None else (on or version.start).year - born
    used: float = terms.development(own, played, own, age) if k is None else k
    if used * len(games) > terms.k_games_limit:
        used = rules.development_limit(half_up(used), len(games), terms.k_games_limit)
    expected = sum(map(rules.scoring_probability, terms.differences(own, opponents)))
    change = used * rules.score_difference(total, expected)
    new = own + rules.rounded_change(half_up(change))
    answer |= {"expected": expected / 100, "k": used, "change": change / 100, "new": new}
    return answer | ({"new": None, "reason": "below-floor"} if rules.below_floor(new, terms.floor) else {})


def _first(terms: Terms, games: int, half_points: int, opponents: int) -> dict[str, Any]:
    if terms.zero_disregarded and half_points == 0:
        return {"reason": "first-rating-zero"}
    if games < terms.first_event_games:
        return {"reason": "first-rating-few-opponents"}
    if games < terms.first_games:
        return {"reason": "first-rating-too-few-games", "missing": terms.first_games - games}
    new = min(terms.first_rating([(games, half_points, opponents)]), terms.first_maximum)
    return {"reason": "first-rating-below-floor"} if rules.below_floor(new, terms.floor) else {"new": new}


def performance(version: Version, games: Sequence[tuple[float, float]]) -> dict[str, Any]:
    """Article performance: Rp = Rc + dp(p) of (opponent's rating, score).

    Errors: Refused `rating-not-whole`, `bad-score`, `no-games-given`.
    """
    answer = event(version, None, games)
    p = rules.fractional_score(half_up(2 * answer["score"]), answer["games"])
    dp = rules.rating_difference(p)
    return {"performance": answer["performance"], "average": answer["performance"] - dp, "p": p / 100, "dp": dp}


def whole(value: float) -> int:
    """A rating as a whole number.

    Errors: Refused `rating-not-whole`.
    """
    if value != half_up(value):
        raise Refused("rating-not-whole", value=value)
    return int(value)


def _half_points(score: float) -> int:
    if score not in (0.0, 0.5, 1.0):
        raise Refused("bad-score", value=score)
    return half_up(2 * score)


def probability(version: Version) -> Table:
    """D into P(D): the table as printed, with the row where this version's cap falls."""
    firsts = (0, *(last + 1 for last in tables.PD_LAST))
    lasts = (*tables.PD_LAST, rules.NO_LIMIT)
    rows = []
    for first, last in zip(firsts, lasts, strict=True):
        higher, lower = (rules.scoring_probability(side) for side in (first, -first))
        shown = f"> {first - 1}" if last == rules.NO_LIMIT else f"{first}-{last}"
        rows.append((shown, higher / 100, lower / 100, "*" if first <= version["cap"] <= last else ""))
    title = {
        "en": f"Scoring probability by difference (* the cap, {version['cap']})",
        "fr": f"Probabilité de gain selon l'écart (* le plafond, {version['cap']})",
    }
    return Table(title, "probability", ("D", "P(D)", "P(-D)", "*"), tuple(rows), (None, 2, 2, None))


def dp(version: Version) -> Table:
    """P into dp."""
    rows = tuple((p / 100, rules.rating_difference(p)) for p in range(100, -1, -1))
    title = {"en": "Rating difference by fractional score", "fr": "Écart selon le pourcentage de points"}
    return Table(title, "performance-table", ("p", "dp"), rows, (2, 0))


TABLES = {"pd": probability, "dp": dp, "probability": probability}
