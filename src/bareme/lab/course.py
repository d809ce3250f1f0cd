"""The course of a pool under one rule: inflation, how newcomers find their place, and whether games create points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeAlias

import numpy as np

from bareme.lab.history import History
from bareme.lists import Row, headline

Array: TypeAlias = "np.ndarray[Any, Any]"

TOP = 10
NEAR = 50.0  # points from where a newcomer settles
LAST = 20  # games over which he has settled
LEAST = 40  # games of a newcomer whose course is looked at


@dataclass(frozen=True, slots=True)
class Level:
    """A list of one day: players who played in the 365 days before, their mean and middle, and the mean of the first ten."""

    day: date
    players: int
    mean: float
    middle: float
    top: float


def inflation(history: History) -> list[Level]:
    """The level of each list wanted and of the last one; lists without ten active players are left out."""
    found = []
    for day, rows in sorted(history.lists.items()):
        numbers = sorted(_active_numbers(history, day, rows), reverse=True)
        if len(numbers) >= TOP:
            found.append(
                Level(day, len(numbers), float(np.mean(numbers)), float(np.median(numbers)), float(np.mean(numbers[:TOP])))
            )
    return found


def _active_numbers(history: History, day: date, rows: Sequence[Row]) -> list[float]:
    until = np.datetime64(day, "D")
    recent = (history.day <= until) & (history.day > until - 365)
    active = {history.names[number] for number in np.unique(history.players[recent]).tolist()}
    return [number for row in rows if row.player in active and (number := headline(row.standing)) is not None]


@dataclass(frozen=True, slots=True)
class Convergence:
    """How newcomers find their place, those with at least LEAST games.

    He has settled at the mean rating before his last LAST games. `far` of them began further than NEAR points from there;
    of these `games` is the quarter, half and three quarter number of games until they were first within NEAR.
    `wobble` is the mean standard deviation of a newcomer's rating over his last LAST games.
    """

    newcomers: int
    far: int
    games: tuple[float, float, float]
    start: float  # mean distance of the first rating from where they settled, with its sign
    wobble: float


def convergence(history: History) -> Convergence:
    """Of everybody who begins without experience, by the history's own ratings."""
    players, ratings, experience = (side.ravel() for side in (history.players, history.before, history.experience))
    order = np.argsort(players, kind="stable")  # games in their order, A's side before B's
    players, ratings, experience = players[order], ratings[order], experience[order]
    starts = np.flatnonzero(np.diff(players, prepend=-1))
    ends = np.append(starts[1:], len(players))
    least = experience.min() if len(experience) else 0.0
    until, distance, wobble = [], [], []
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        if end - start < LEAST or experience[start] > least:
            continue
        course = ratings[start:end]
        settled = course[-LAST:].mean()
        distance.append(float(course[0] - settled))
        wobble.append(float(course[-LAST:].std(ddof=1)))
        if abs(course[0] - settled) > NEAR:
            until.append(int(np.argmax(np.abs(course - settled) <= NEAR)))
    quarters = np.quantile(until, [0.25, 0.5, 0.75]).tolist() if until else [float("nan")] * 3
    mean = float(np.mean(distance)) if distance else float("nan")
    return Convergence(len(distance), len(until), tuple(quarters), mean, float(np.mean(wobble)) if wobble else float("nan"))


@dataclass(frozen=True, slots=True)
class Created:
    """Points that games create: winners' gains less losers' losses. `low` and `high` bound the lesser experience."""

    low: float
    high: float
    games: int
    points: float

    @property
    def of_a_game(self) -> float:
        """The mean of one game."""
        return self.points / self.games if self.games else 0.0


EXPERIENCES = (0.0, 100.0, 200.0, 300.0, 400.0, 500.0, float("inf"))
FEWER = (0.0, 10.0, 30.0, 100.0, 300.0, float("inf"))


def created(history: History) -> list[Created]:
    """By the experience of the less experienced side; nothing for a rulebook whose games move nothing at once."""
    made = (history.after - history.before).sum(1)
    known = ~np.isnan(made)
    lesser = history.experience.min(1)
    edges = FEWER if np.isnan(history.length).all() else EXPERIENCES
    place = np.searchsorted(edges, lesser, "right") - 1
    found = []
    for index in range(len(edges) - 1):
        here = known & (place == index)
        if here.any():
            found.append(Created(edges[index], edges[index + 1], int(here.sum()), float(made[here].sum())))
    return found


def yearly(history: History) -> dict[int, dict[str, float]]:
    """What moved the sum of all ratings in each year, by kind of journal line: `entry` brings points in, `game` creates."""
    found: dict[int, dict[str, float]] = {}
    for (year, kind), (_, change) in sorted(history.movements.items()):
        found.setdefault(year, {})[kind] = change
    return found


def totals(history: History) -> dict[str, tuple[int, float]]:
    """Lines and sum of changes of each kind of journal line, over all years."""
    found: dict[str, tuple[int, float]] = {}
    for (_, kind), (lines, change) in sorted(history.movements.items()):
        before = found.get(kind, (0, 0.0))
        found[kind] = before[0] + lines, before[1] + change
    return found
