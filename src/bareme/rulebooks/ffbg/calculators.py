"""FFBG: the odds of a match, a whole event, and the tables whose pictures are lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bareme.findings import Refused
from bareme.rounding import half_up
from bareme.rulebooks.base import Version
from bareme.rulebooks.ffbg import rules
from bareme.rulebooks.ffbg.book import equivalent
from bareme.rulebooks.speech import Table

SETTLED = 500.0  # experience assumed of a player of whom nothing is said: no ramp, no correction
DIFFERENCES = (0, 25, 50, 75, 100, 150, 200, 250, 300, 400, 500)
LENGTHS = (1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25)


def odds(
    version: Version,
    a: float,
    b: float,
    *,
    length: int | None = None,
    format: str | None = None,
    experience: tuple[float, float] | None = None,
    **_: Any,
) -> dict[str, Any]:
    """Probability of each side, and what each would win or lose, in a match of `length` points or in sets.

    Errors: Refused `odds-need-length`, `bad-format`.
    """
    n = length_asked(version, length, format)
    exp_a, exp_b = experience or (SETTLED, SETTLED)
    stronger = rules.win_probability(abs(a - b), n, version["scale"])
    p = stronger if a >= b else 1.0 - stronger
    return {"a": _side(version, p, exp_a, n), "b": _side(version, 1.0 - p, exp_b, n), "length": n}


def _side(version: Version, p: float, experience: float, n: float) -> dict[str, float]:
    start = version["ramp_start"] if version["ramp"] else 1.0
    fa = rules.acceleration(experience, n, start, version["ramp_per"])
    return {
        "probability": p,
        "win": rules.stake_won(version["stake"], fa, 1.0 - p, n),
        "loss": -rules.stake_won(version["stake"], fa, p, n),
        "factor": fa,
    }


def length_asked(version: Version, length: int | None, format: str | None) -> float:
    """N, from a length or a sets notation."""
    if length is not None:
        return float(length)
    if format is None:
        raise Refused("odds-need-length")
    n = equivalent(version, format)
    if n is None:
        raise Refused("bad-format", value=format)
    return n


def event(
    version: Version,
    rating: float | None,
    games: Sequence[tuple[float, float]],
    *,
    length: int | None = None,
    format: str | None = None,
    experience: tuple[float, float] | None = None,
    **_: Any,
) -> dict[str, Any]:
    """A whole event for one player, match after match, his rating and experience moving in between.

    Errors: Refused `odds-need-length`, `bad-format`, `event-no-draws`.
    """
    n = length_asked(version, length, format)
    start = version["initial_rating"] if rating is None else rating
    current = start
    exp = experience[0] if experience else (SETTLED if rating is not None else version["initial_experience"])
    expected = 0.0
    for opponent, score in games:
        if score not in (0.0, 1.0):
            raise Refused("event-no-draws", value=score)
        side = odds(version, current, opponent, length=None if format else length, format=format, experience=(exp, SETTLED))["a"]
        expected += side["probability"]
        current += side["win"] if score == 1.0 else side["loss"]
        exp += n
    return {
        "games": len(games),
        "score": sum(score for _, score in games),
        "expected": expected,
        "k": None,
        "change": current - start,
        "new": half_up(current),
        "performance": None,
    }


def probability(version: Version) -> Table:
    """Win probability of the stronger, by D and N."""
    rows = tuple((d, *(100 * rules.win_probability(d, n, version["scale"]) for n in LENGTHS)) for d in DIFFERENCES)
    title = {
        "en": "Probability (%) that the stronger wins, by D and N",
        "fr": "Probabilité (%) de gain du plus fort, selon D et N",
    }
    return Table(title, "probability", ("D", *(f"N = {n}" for n in LENGTHS)), rows, (None, *(1 for _ in LENGTHS)))


def gains(version: Version) -> Table:
    """Points won and lost by D and N, both players beyond the ramp; D is the winner's RATING minus the loser's."""
    signed = (*(-d for d in reversed(DIFFERENCES) if d), *DIFFERENCES)
    rows = tuple((d, *(odds(version, d, 0.0, length=n)["a"]["win"] for n in LENGTHS)) for d in signed)
    title = {
        "en": "Points won and lost by D, the winner's RATING minus the loser's, and N (FA = 1)",
        "fr": "Points gagnés et perdus selon D, RATING du vainqueur moins celui du perdant, et N (FA = 1)",
    }
    return Table(title, "rating", ("D", *(f"N = {n}" for n in LENGTHS)), rows, (None, *(2 for _ in LENGTHS)))


def ramp(version: Version) -> Table:
    """FA by experience."""
    start = version["ramp_start"] if version["ramp"] else 1.0
    rows = tuple((exp, rules.acceleration(exp, 0.0, start, version["ramp_per"])) for exp in range(0, 501, 25))
    return Table(
        {"en": "Factor FA by Exp + N", "fr": "Facteur FA selon Exp + N"}, "acceleration", ("Exp + N", "FA"), rows, (None, 2)
    )


def correction(version: Version) -> Table:
    """FC by experience."""
    on = version["correction"]
    rows = tuple((exp, rules.correction(exp, version["correction_horizon"]) if on else 0.0) for exp in range(0, 526, 25))
    return Table(
        {"en": "Correction FC by experience", "fr": "Facteur correctif FC selon l'expérience"},
        "elo",
        ("Exp", "FC"),
        rows,
        (None, 2),
    )


def sets(version: Version) -> Table:
    """Equivalent lengths of matches in sets."""
    rows = []
    for p in range(3, 26, 2):
        cells: list[Any] = [p]
        for s, deciding in ((2, p), (2, p + 2), (3, p)):
            exact = rules.equivalent_length(p, s, deciding, version["scale"])
            cells += [exact, half_up(exact)]
        rows.append(tuple(cells))
    title = {"en": "Length equivalent to a match in sets", "fr": "Longueur équivalente à un match en sets"}
    columns = ("p", "2xp", "N 2xp", "2xp-(p+2)", "N 2xp-(p+2)", "3xp", "N 3xp")
    return Table(title, "sets", columns, tuple(rows), (None, 3, None, 3, None, 3, None))


TABLES = {"probability": probability, "gains": gains, "ramp": ramp, "correction": correction, "sets": sets}
