"""Simulating: how far a rulebook's ratings lie from skills that are known, and how soon they come near.

`simulating_world.py` makes the pools up, `simulating_places.py` those of placements; here they are rated and measured.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from typing import Any, TypeAlias

import numpy as np

from bareme.facts import Facts
from bareme.lab.history import need
from bareme.lab.simulating_places import errors_by_events, seasons, year_of
from bareme.lab.simulating_world import YEAR, Pool, World, made_up
from bareme.lab.tuning_trials import cores
from bareme.replay import replay
from bareme.rulebooks.base import Rulebook

Array: TypeAlias = "np.ndarray[Any, Any]"
STEPS = (0, 1, 5, 10, 20, 30, 50, 100, 200, 500)  # games played, from
WITHIN = 50.0  # points of his skill
STUDENT = {2: 12.706, 3: 4.303, 4: 3.182, 5: 2.776, 6: 2.571, 7: 2.447, 8: 2.365, 9: 2.306, 10: 2.262}  # 0.975, by runs
SHARES = (0.25, 0.5, 0.75)
NONE = float("nan")


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over the runs with its interval (95 %); not a number where there is none."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Simulated:
    """What was measured: for each step of games played, for each year, and of newcomers. All numbers are in points."""

    rulebook: Rulebook
    world: World
    runs: int
    seed: int
    games: int  # of all runs
    steps: Mapping[int, Mapping[str, Estimate]]  # mean_error, rmse, share (of all observations)
    years: Mapping[int, Mapping[str, Estimate]]  # mean_error, rmse, rating, skill, rating_spread, skill_spread, correlation
    newcomers: int
    until: Mapping[float, Estimate]  # games after which this share of them first came within so many points of their skill
    within: float


def simulate(
    rulebook: Rulebook,
    world: World,
    *,
    runs: int = 5,
    seed: int = 0,
    within: float = WITHIN,
    progress: Callable[[int, int], None] | None = None,
) -> Simulated:
    """Make up so many pools, rate them, measure. Runs are independent; the same `seed` gives the same ones.

    Errors: those of `replay`.
    """
    need()
    work = [(rulebook, world, one, within) for one in seeds(seed, runs)]
    found: list[Measured] = []
    if runs > 1 and cores() > 1 and world.players * world.years * world.games * runs > ALONE:
        with ProcessPoolExecutor(min(cores(), runs), get_context("spawn")) as executor:
            for measured in executor.map(_run, work):
                found.append(measured)
                if progress:
                    progress(len(found), runs)
    else:
        for one in work:
            found.append(_run(one))
            if progress:
                progress(len(found), runs)
    played, near = (np.concatenate([getattr(one, name) for one in found]) for name in ("played", "near"))
    return Simulated(
        rulebook=rulebook,
        world=world,
        runs=runs,
        seed=seed,
        games=sum(one.games for one in found),
        steps={step: _estimates([one.steps[step] for one in found]) for step in STEPS},
        years={year: _estimates([one.years[year] for one in found]) for year in range(1, world.years + 1)},
        newcomers=len(played),
        until={share: reached_after(played, near, share) for share in SHARES},
        within=within,
    )


ALONE = 40_000.0  # games that are rated here rather than in processes that must start first


def seeds(seed: int, runs: int) -> list[int]:
    """The seed of each run."""
    return [int(one.generate_state(1)[0]) for one in np.random.SeedSequence(seed).spawn(runs)]


def first_facts(rulebook: Rulebook, world: World, seed: int) -> Facts:
    """The facts of the first run, for whoever wants to rate them himself."""
    (first,) = seeds(seed, 1)
    return seasons(world, rulebook, first)[0] if rulebook.kind == "placements" else made_up(world, rulebook, first).facts


def _run(work: tuple[Rulebook, World, int, float]) -> Measured:
    rulebook, world, seed, within = work
    if rulebook.kind == "placements":
        return measured_seasons(world, rulebook, seed)
    return measured(made_up(world, rulebook, seed), rulebook, within)


# -- one pool


@dataclass(frozen=True, slots=True)
class Measured:
    """The measures of one pool."""

    games: int
    steps: Mapping[int, Mapping[str, float]]
    years: Mapping[int, Mapping[str, float]]
    played: Array  # games of each newcomer until he came near his skill, or until he left or the run ended
    near: Array  # bool: did he come near?


def measured(pool: Pool, rulebook: Rulebook, within: float = WITHIN) -> Measured:
    """Rate a pool, and look at every player at the end of every week he is there, once he has a rating.

    Errors: those of `replay`.
    """
    rating, games = followed(pool, rulebook)
    error = rating - pool.skill
    seen = ~np.isnan(error)
    step = np.searchsorted(STEPS, games, "right") - 1
    steps = {start: _errors(error[seen & (step == number)], int(seen.sum())) for number, start in enumerate(STEPS)}
    weeks = range(YEAR - 1, len(pool.days), YEAR)
    years = {number: _year(rating[week], pool.skill[week]) for number, week in enumerate(weeks, 1)}
    return Measured(len(pool.facts.games), steps, years, *_newcomers(error, games, pool.entered, within))


def measured_seasons(world: World, rulebook: Rulebook, seed: int) -> Measured:
    """The same of placements: places instead of points; nobody has a skill in percent that he could come near.

    Errors: those of `replay`.
    """
    facts, lists = seasons(world, rulebook, seed)
    events, errors = errors_by_events(lists)
    step = np.searchsorted(STEPS, events, "right") - 1
    steps = {start: _errors(errors[step == number], len(errors)) for number, start in enumerate(STEPS)}
    years = {number: year_of(found, skill) for number, (found, skill) in enumerate(lists, 1)}
    return Measured(len(facts.placements), steps, years, np.empty(0), np.empty(0, bool))


def followed(pool: Pool, rulebook: Rulebook) -> tuple[Array, Array]:
    """Every player's rating and games at the end of each week: (weeks, players); no number before his first rating."""
    outcome = replay(rulebook, pool.facts, also_on=pool.days, on=pool.days[-1])
    lists = {**outcome.earlier, pool.days[-1]: outcome.standings}
    row = {name: number for number, name in enumerate(pool.names)}
    rating, games = np.full(pool.skill.shape, NONE), np.zeros(pool.skill.shape)
    for week, day in enumerate(pool.days):
        for standing in lists[day]:
            if standing.rating is not None:
                rating[week, row[standing.player]] = standing.rating
            games[week, row[standing.player]] = standing.games
    return rating, games


def _errors(errors: Array, of: int) -> Mapping[str, float]:
    if not len(errors):
        return {"mean_error": NONE, "rmse": NONE, "share": 0.0}
    return {"mean_error": float(errors.mean()), "rmse": math.sqrt(float((errors**2).mean())), "share": len(errors) / of}


def _year(rating: Array, skill: Array) -> Mapping[str, float]:
    there = ~np.isnan(rating) & ~np.isnan(skill)
    rating, skill = rating[there], skill[there]
    if len(rating) < 3:
        return dict.fromkeys(("players", *_YEARLY), NONE)
    error = rating - skill
    moved = rating.std() > 0 and skill.std() > 0
    return {
        "players": float(len(rating)),
        "rating": float(rating.mean()),
        "skill": float(skill.mean()),
        "mean_error": float(error.mean()),
        "rmse": math.sqrt(float((error**2).mean())),
        "rating_spread": float(rating.std(ddof=1)),
        "skill_spread": float(skill.std(ddof=1)),
        "correlation": float(np.corrcoef(rating, skill)[0, 1]) if moved else NONE,
    }


_YEARLY = ("rating", "skill", "mean_error", "rmse", "rating_spread", "skill_spread", "correlation")


def _newcomers(error: Array, games: Array, entered: Array, within: float) -> tuple[Array, Array]:
    """Of each newcomer who has played: the games until his rating first lay within so many points, and whether it did."""
    close = (np.abs(error) <= within) & (games > 0)  # no number is not close
    last = np.where(np.isnan(error), 0.0, games).max(0)
    rows = np.flatnonzero((entered > 0) & (last > 0))
    near = np.asarray(close[:, rows].any(0))
    first = close[:, rows].argmax(0)
    played: Array = np.where(near, games[first, rows], last[rows])
    return played, near


# -- all runs


def _estimates(rows: Sequence[Mapping[str, float]]) -> dict[str, Estimate]:
    return {name: estimate([row[name] for row in rows]) for name in rows[0]}


def estimate(values: Sequence[float]) -> Estimate:
    """The mean with Student's interval; without one where a single run gave a number."""
    known = [value for value in values if not math.isnan(value)]
    if not known:
        return Estimate(NONE, NONE, NONE)
    mean = sum(known) / len(known)
    if len(known) < 2:
        return Estimate(mean, NONE, NONE)
    error = float(np.std(known, ddof=1)) / math.sqrt(len(known))
    half = STUDENT.get(len(known), 1.96 * (1.0 + 4.84 / (4.0 * (len(known) - 1)))) * error
    return Estimate(mean, mean - half, mean + half)


def reached_after(played: Array, near: Array, share: float) -> Estimate:
    """After how many games this share has come near, those who left before counted as far as they went (Kaplan-Meier).

    The interval is where the curve, 1.96 of Greenwood's errors lower and higher, passes the share; not a number where it
    does not.
    """
    found = [NONE, NONE, NONE]
    left, spread = 1.0, 0.0
    for games in np.unique(played[near]).tolist():
        at_risk, here = int((played >= games).sum()), int((near & (played == games)).sum())
        left *= 1.0 - here / at_risk
        spread += here / (at_risk * (at_risk - here)) if at_risk > here else 0.0
        for number, sign in enumerate((0.0, -1.0, 1.0)):
            if math.isnan(found[number]) and left + sign * 1.96 * left * math.sqrt(spread) <= 1.0 - share:
                found[number] = games
    return Estimate(*found)


def document(simulated: Simulated) -> dict[str, Any]:
    """What was measured as JSON-ready data; a number that does not exist is null."""
    world = asdict(simulated.world)
    return {
        "rulebook": simulated.rulebook.spec,
        "overrides": dict(simulated.rulebook.overrides),
        "world": {**world, "lengths": list(world["lengths"]), "first": world["first"].isoformat()},
        "runs": simulated.runs,
        "seed": simulated.seed,
        "facts": simulated.games,
        "by_games_played": [{"from": step, **_told(row)} for step, row in simulated.steps.items()],
        "by_year": [{"year": year, **_told(row)} for year, row in simulated.years.items()],
        "newcomers": {
            "number": simulated.newcomers,
            "within": simulated.within,
            "games_until": {str(share): _plain(one) for share, one in simulated.until.items()},
        },
    }


def _told(row: Mapping[str, Estimate]) -> dict[str, Any]:
    return {name: _plain(one) for name, one in row.items()}


def _plain(one: Estimate) -> dict[str, float | None]:
    return {name: None if math.isnan(value) else value for name, value in asdict(one).items()}
