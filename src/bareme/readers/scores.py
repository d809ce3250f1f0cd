"""The result of two players: a score token, two columns of points, a winner, a walkover.

Every token is listed; nothing is normalised into one. A forfeit is kept, and never rated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from bareme.readers.tally import Bad
from bareme.readers.values import bare


class Outcome(NamedTuple):
    """`score` of player_a: 1, 0.5 or 0; `why` is not empty when the game is not rated."""

    score: float
    why: str = ""


WON, DRAWN, LOST = Outcome(1.0), Outcome(0.5), Outcome(0.0)
FORFEIT_WON, FORFEIT_DRAWN, FORFEIT_LOST = (Outcome(score, "forfeit") for score in (1.0, 0.5, 0.0))
NOBODY_CAME = Outcome(0.0, "double-forfeit")

_ENGLISH = {"w": WON, "win": WON, "won": WON, "draw": DRAWN, "drawn": DRAWN, "loss": LOST, "lost": LOST, "lose": LOST, "l": LOST}
_FRENCH = {
    **dict.fromkeys(("v", "victoire", "g", "gagne", "gagnee"), WON),
    **dict.fromkeys(("n", "nul", "nulle", "partienulle"), DRAWN),
    **dict.fromkeys(("defaite", "p", "perdu", "perdue"), LOST),
}
_SIGNS = {
    **dict.fromkeys(("1", "1-0", "1:0"), WON),
    **dict.fromkeys(("½", "1/2", "=", "½-½", "½:½", "1/2-1/2", "0.5-0.5", "0,5-0,5", "0.5:0.5"), DRAWN),
    **dict.fromkeys(("0", "0-1", "0:1"), LOST),
    **dict.fromkeys(("+", "+-", "+/-", "+:-", "1f", "1-0f", "1:0f"), FORFEIT_WON),
    **dict.fromkeys(("½f", "=f", "0.5f", "0,5f", "½-½f"), FORFEIT_DRAWN),
    **dict.fromkeys(("-", "-+", "-/+", "-:+", "0f", "0-1f", "0:1f", "f", "ff", "forfait", "forfeit"), FORFEIT_LOST),
    **dict.fromkeys(("--", "-/-", "-:-", "0-0f", "0:0f"), NOBODY_CAME),
}
_TOKENS = {**_SIGNS, **_ENGLISH, **_FRENCH}
_DECIMAL = re.compile(r"(?:([01])[.,]0{1,3}|0?[.,]50{0,2})")
_DASHES = str.maketrans("‐‑‒–—−", "------")
_POINTS = re.compile(r"([0-9]{1,6})?(½)?|([0-9]{1,6})[.,]([0-9]{1,3})")


def _token(cell: str) -> str:
    return "".join(bare(cell.translate(_DASHES)).split())


def scores(cells: Iterable[str]) -> Callable[[str], Outcome | Bad]:
    """Reader of a column's scores. `D` is a draw in English and une défaite in French: the column's other words decide
    (W, L, win ... or V, N, victoire ...); where they do not, it is refused.
    """
    seen: set[str] | None = None
    column = cells

    def read(cell: str) -> Outcome | Bad:
        nonlocal seen
        word = _token(cell)
        if word == "d":
            if seen is None:
                seen = {_token(other) for other in set(column)}
            english, french = not seen.isdisjoint(_ENGLISH), not seen.isdisjoint(_FRENCH)
            return Bad("ambiguous-score") if english == french else DRAWN if english else LOST
        known = _TOKENS.get(word)
        if known:
            return known
        found = _DECIMAL.fullmatch(word)
        if not found:
            return Bad("unreadable-score")
        return DRAWN if found[1] is None else WON if found[1] == "1" else LOST

    return read


def both(score_a: Outcome | Bad, score_b: Outcome | Bad) -> Outcome | Bad:
    """The two sides' scores, which must add up to one point, or to none when neither came."""
    if isinstance(score_a, Bad) or isinstance(score_b, Bad):
        return Bad("points-as-scores")
    why = score_a.why or score_b.why
    total = score_a.score + score_b.score
    if why and total == 0.0:
        return NOBODY_CAME
    return Outcome(score_a.score, why) if total == 1.0 else Bad("points-as-scores")


def mirrored(score_b: Outcome | Bad) -> Outcome | Bad:
    """The score of player_a where only that of player_b is given."""
    if isinstance(score_b, Bad) or score_b == NOBODY_CAME:
        return score_b
    return Outcome(1.0 - score_b.score, score_b.why)


def points(cell: str) -> float | Bad:
    """Points or goals scored: `3`, `2,5`, `5½`."""
    clean = cell.strip()
    found = _POINTS.fullmatch(clean)
    if not found or not clean:
        return Bad("bad-points")
    if found[3]:
        return float(f"{found[3]}.{found[4]}")
    return float(found[1] or 0) + (0.5 if found[2] else 0.0)


def compared(points_a: float | Bad, points_b: float | Bad) -> Outcome | Bad:
    """Who has more points has won."""
    if isinstance(points_a, Bad):
        return points_a
    if isinstance(points_b, Bad):
        return points_b
    return WON if points_a > points_b else LOST if points_a < points_b else DRAWN


def walked_over(outcome: Outcome | Bad, to_a: bool | Bad, to_b: bool | Bad) -> Outcome | Bad:
    """A walkover goes to the side that came; the points beside it say nothing. Both: nobody came."""
    if isinstance(to_a, Bad):
        return to_a
    if isinstance(to_b, Bad):
        return to_b
    if to_a or to_b:
        return NOBODY_CAME if to_a and to_b else FORFEIT_WON if to_a else FORFEIT_LOST
    return outcome
