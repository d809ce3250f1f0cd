"""The terms of journal lines: the regulation's symbols with plain numbers, ready for JSON.

%S in percent, W in players, Num and the bonus in players.
"""

from __future__ import annotations

from typing import Any

from bareme.facts import Placement
from bareme.rulebooks.fisf.amounts import Amount
from bareme.rulebooks.fisf.event import Field, Score
from bareme.rulebooks.fisf.law import RANKED
from bareme.rulebooks.fisf.rules import UNIT
from bareme.rulebooks.fisf.season import Sums, View


def players(amount: Amount) -> float:
    """Ten-thousandths of a player as players."""
    return float(amount / UNIT)


def event_terms(row: Placement, event: Field, score: Score, sums: Sums) -> dict[str, Any]:
    """One event of one player; `sums` already hold it."""
    own = min(row.series, RANKED[-1])
    bonuses = [score.bonus if n == row.series else 0 for n in RANKED]
    return {
        "place": row.place,
        "series": row.series,
        "rounds": event.rounds,
        "category": event.category,
        "c": event.factor / 100,
        "A": list(event.present),
        "P": list(score.slice_places),
        "%S": [float(s) / 100 for s in score.percents],
        "W": list(event.weights),
        "Num": [players(x) for x in score.numerators],
        "bonus": players(score.bonus),
        "Num'": [players(x + more) for x, more in zip(score.numerators, bonuses, strict=True)],
        "W'": [players(UNIT * w + more) for w, more in zip(event.weights, bonuses, strict=True)],
        "sum Num'": players(sums.numerators[own - 1] + sums.bonuses[own - 1]),
        "sum W'": players(UNIT * sums.weights[own - 1] + sums.bonuses[own - 1]),
    }


def view_terms(view: View) -> dict[str, Any]:
    """A season's sums, and what they come to."""
    sums = view.sums
    return {
        "Num": [players(x) for x in sums.numerators],
        "W": list(sums.weights),
        "bonus": [players(x) for x in sums.bonuses],
        "quota": [float(x) for x in view.quotas],
        "below minimum": list(view.below_minimum),
        "%S": [float(x) for x in view.season],
        "%S before": [float(x) for x in view.older],
        "share": float(view.share),
        "blend": [float(x) for x in view.shown],
    }
