"""Published changes evaluated: did players score what the federation expected of them?

A published change says old rating, K, score and expected score of a whole event. Its games are not there, so no game can
be predicted again; but what was expected was said before it came, and can be held against it. For each group of rows:

    expected, score    means of a row, in points of a game
    more               score less expected, with its interval; players are what is drawn

Only players rated before are counted: of others nothing was expected.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from bareme.facts import Published
from bareme.findings import Refused
from bareme.lab.intervals import DRAWS, SEED, Interval, drawn_of_owners, interval

Array: TypeAlias = "np.ndarray[Any, Any]"
WIDTH = 200.0  # points of rating of a group
LEAST = 20  # rows of a group


@dataclass(frozen=True, slots=True)
class Group:
    """Rows alike in something: `by` is "all", "rating" or "k"; `low` and `high` bound it (a K is itself)."""

    by: str
    low: float
    high: float
    rows: int
    expected: float
    score: float
    more: Interval


@dataclass(frozen=True, slots=True)
class Statements:
    """What was found of all rows."""

    groups: Sequence[Group]
    rows: int
    players: int
    unrated: int  # rows set aside
    seed: int


def evaluate_statements(published: Sequence[Published], *, draws: int = DRAWS, seed: int = SEED) -> Statements:
    """Score against expected score, of everybody, by old rating and by K.

    Errors: Refused `no-statement`.
    """
    rows = [row for row in published if float(row.old) > 0.0 and float(row.expected) > 0.0]
    if not rows:
        raise Refused("no-statement")
    columns = np.array([[float(row.old), float(row.k), float(row.expected), float(row.score)] for row in rows])
    owners = np.array([row.player for row in rows])
    masks = list(_masks(columns[:, 0], columns[:, 1]))
    more = columns[:, 3] - columns[:, 2]
    drawn = drawn_of_owners(np.stack([np.where(mask, more, np.nan) for *_, mask in masks], 1), owners, draws, seed)
    groups = [
        Group(
            by, low, high, int(mask.sum()), float(columns[mask, 2].mean()), float(columns[mask, 3].mean()),
            interval(float(more[mask].mean()), drawn[:, number]),
        )
        for number, (by, low, high, mask) in enumerate(masks)
    ]  # fmt: skip
    return Statements(groups, len(rows), len(np.unique(owners)), len(published) - len(rows), seed)


def _masks(old: Array, k: Array) -> Sequence[tuple[str, float, float, Array]]:
    """The groups: everybody, by old rating, by K; a group of very few rows says nothing and is left out."""
    masks: list[tuple[str, float, float, Array]] = [("all", 0.0, float("inf"), np.ones(len(old), bool))]
    lows = np.arange(np.floor(old.min() / WIDTH) * WIDTH, old.max() + 1.0, WIDTH).tolist()
    masks += [("rating", low, low + WIDTH, (old >= low) & (old < low + WIDTH)) for low in lows]
    masks += [("k", value, value, k == value) for value in np.unique(k).tolist()]
    return [masks[0], *(mask for mask in masks[1:] if mask[3].sum() >= LEAST)]
