"""Made-up pools whose players have known skills: who comes and goes, how much they play, how their skill moves.

A skill is in the rulebook's points: were every rating equal to its player's skill, the rulebook's predictions would be
true. Chances are those of the rulebook as published; a house rule changes how games are rated, not how they end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, TypeAlias

import numpy as np

from bareme.facts import Event, Facts, Game, Player
from bareme.lab.scoring import davidson
from bareme.rounding import half_up
from bareme.rulebooks.base import Rulebook, Version, open_rulebook

Array: TypeAlias = "np.ndarray[Any, Any]"
WEEK = timedelta(days=7)
YEAR = 52  # weeks
ACTIVITY_SPREAD = 0.7  # of the logarithm: one in six plays more than twice as much as the middle player


@dataclass(frozen=True, slots=True)
class World:
    """How a pool lives. Numbers of players are at the start, shares are of that number each year, skills in points."""

    players: int = 200
    years: int = 5
    games: float = 40.0  # a year, of the average player
    mean: float = 1500.0  # skill of the first players
    spread: float = 200.0  # of skill, as a standard deviation
    drift: float = 0.0  # standard deviation of a skill's change over a year
    entering: float = 0.1
    leaving: float = 0.1
    newcomers: float = 0.0  # the mean skill of those who enter, above that of the first players
    draws: float = 0.0  # share of draws between equals
    lengths: Sequence[int] = (5, 7, 9, 11)  # of matches, where the rulebook knows a length
    luck: float = 0.5  # of the day, in an event of placements, as a multiple of `spread`
    listed: float | None = None  # the first players come with ratings off by this much (standard deviation); None: without
    first: date = date(2015, 9, 7)


@dataclass(frozen=True, slots=True)
class Pool:
    """What happened in a world. `skill`: (weeks, players), not a number while a player is not there."""

    facts: Facts
    days: Sequence[date]  # the end of each week
    names: Sequence[str]
    skill: Array
    entered: Array  # the week of each player's entry; 0 for the first players


def made_up(world: World, rulebook: Rulebook, seed: int) -> Pool:
    """A pool's facts. The same seed gives the same pool."""
    chance = np.random.default_rng(seed)
    weeks = world.years * YEAR
    entered, left = stays(world, weeks, chance)
    count = len(entered)
    skill = skills(world, weeks, entered, left, chance)
    activity = np.exp(chance.normal(-(ACTIVITY_SPREAD**2) / 2.0, ACTIVITY_SPREAD, count)) * world.games / YEAR
    names = [f"P{number:05}" for number in range(count)]
    version = open_rulebook(rulebook.spec).latest
    days = [world.first + week * WEEK for week in range(weeks)]
    games: list[Game] = []
    events: list[Event] = []
    for week, day in enumerate(days):
        pairs = _pairs(np.flatnonzero(~np.isnan(skill[week])), activity, chance)
        name = f"Week {week:04}"
        lengths = chance.choice(np.array(world.lengths), len(pairs)).tolist() if rulebook.name == "ffbg" else [None] * len(pairs)
        scores = results(_chances(version, skill[week], pairs, lengths), world.draws, chance)
        games += [
            Game(day, name, 1, number, names[a], names[b], score, length=length)
            for number, ((a, b), score, length) in enumerate(zip(pairs, scores, lengths, strict=True))
        ]
        events.append(Event(name, day, day))
    players: tuple[Player, ...] = ()
    if world.listed is not None:
        ratings = np.rint(skill[0] + chance.normal(0.0, world.listed, count))
        players = tuple(Player(names[row], rating=float(ratings[row]), games=100) for row in np.flatnonzero(entered == 0))
    return Pool(Facts(players=players, events=tuple(events), games=tuple(games)), days, names, skill, entered)


def stays(world: World, weeks: int, chance: np.random.Generator) -> tuple[Array, Array]:
    """The first week of each player, and the week he is gone."""
    entered = [0] * world.players
    for week in range(1, weeks):
        entered += [week] * int(chance.poisson(world.entering * world.players / YEAR))
    first = np.array(entered)
    stay = chance.exponential(YEAR / world.leaving, len(first)) if world.leaving > 0 else np.full(len(first), np.inf)
    return first, first + np.maximum(stay, 1.0)


def skills(world: World, weeks: int, entered: Array, left: Array, chance: np.random.Generator) -> Array:
    """Everybody's skill in each week: (weeks, players), not a number while he is not there."""
    start = chance.normal(0.0, world.spread, len(entered))
    start -= start[entered == 0].mean()  # ratings know differences alone: chance must not move all skills at once
    start += world.mean + np.where(entered > 0, world.newcomers, 0.0)
    steps = chance.normal(0.0, world.drift / np.sqrt(YEAR), (weeks, len(entered)))
    week = np.arange(weeks)[:, None]
    steps[week <= entered[None, :]] = 0.0
    there = (week >= entered[None, :]) & (week < left[None, :])
    skill: Array = np.where(there, start + np.cumsum(steps, axis=0), np.nan)
    return skill


def _pairs(there: Array, activity: Array, chance: np.random.Generator) -> list[tuple[int, int]]:
    """Who meets whom in a week: everybody as often as he likes to play, against whoever sits next."""
    seats = np.repeat(there, chance.poisson(activity[there]))
    chance.shuffle(seats)
    return [(a, b) for a, b in seats[: len(seats) // 2 * 2].reshape(-1, 2).tolist() if a != b]


def _chances(version: Version, skill: Array, pairs: Sequence[tuple[int, int]], lengths: Sequence[int | None]) -> Array:
    odds = expected_by(version)
    return np.array([odds(skill[a], skill[b], length) for (a, b), length in zip(pairs, lengths, strict=True)], "f8")


def expected_by(version: Version) -> Any:
    """The rulebook's expected score of A, a function of both ratings and the length.

    Errors: Refused `no-pairs-in-duplicate` when it is called.
    """
    module = open_rulebook(version.rulebook).module("calculators")
    whole = version.rulebook == "fide"

    def expected(a: float, b: float, length: int | None = None) -> float:
        a, b = (half_up(a), half_up(b)) if whole else (float(a), float(b))
        found: float = module.odds(version, a, b, length=length)["a"]["probability"]
        return found

    return expected


def results(expected: Array, draws: float, chance: np.random.Generator) -> list[float]:
    """Scores of side A with these means; `draws`: the share of draws between equals (Davidson's model)."""
    if not len(expected):
        return []
    nu = 2.0 * draws / (1.0 - draws)
    win, draw, _ = davidson(expected, nu)
    lot = chance.random(len(expected))
    scores: list[float] = np.where(lot < win, 1.0, np.where(lot < win + draw, 0.5, 0.0)).tolist()
    return scores


def usual(rulebook: Rulebook) -> World:
    """A world like a federation of the rulebook's."""
    if rulebook.name == "fide":  # without a list nobody has a rating, and nobody gets one
        return World(mean=1900.0, listed=50.0, draws=0.3)
    if rulebook.kind == "placements":
        return World(players=500, games=10.0, spread=1.0, mean=0.0)
    return World(spread=150.0) if rulebook.name == "ffbg" else World()
