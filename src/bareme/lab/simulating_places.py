"""Made-up seasons of placements: does a ranking by percentages find the order of the skills?

Every week brings an event. A player's result is his skill and his luck of the day together; places follow from results.
Series are those that the rulebook itself gives on each first day of a season; the first ones are given by skill, and by
luck as in an event.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np

from bareme.facts import Facts, Placement
from bareme.lab.simulating_world import ACTIVITY_SPREAD, WEEK, YEAR, World, skills, stays
from bareme.lists import ranked
from bareme.replay import replay
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.book import Standing

Array: TypeAlias = "np.ndarray[Any, Any]"
SHARES = (0.01, 0.03, 0.06, 0.18, 0.5, 0.75)  # of all players in the first series 1, 1 to 2, ... when the world begins
LAST = len(SHARES) + 1
ROUNDS = 3
FEDERATION = "FFSc"
SEATED = 3  # series 1 to 3: whose seats are looked at
NONE = float("nan")


def seasons(world: World, rulebook: Rulebook, seed: int) -> tuple[Facts, list[tuple[Mapping[str, Standing], Array]]]:
    """A world's facts, and at the end of each year the list as the rulebook gives it with everybody's skill.

    Errors: those of `replay`.
    """
    chance = np.random.default_rng(seed)
    weeks = world.years * YEAR
    entered, left = stays(world, weeks, chance)
    skill = skills(world, weeks, entered, left, chance)
    count = len(entered)
    luck = world.spread * world.luck
    activity = np.exp(chance.normal(-(ACTIVITY_SPREAD**2) / 2.0, ACTIVITY_SPREAD, count)) * world.games / YEAR
    series = _first_series(skill[0] + chance.normal(0.0, luck, count))
    placements: list[Placement] = []
    lists: list[tuple[Mapping[str, Standing], Array]] = []
    for week in range(weeks):
        day = world.first + week * WEEK
        coming = np.flatnonzero(~np.isnan(skill[week]) & (chance.random(count) < activity))
        order = coming[np.argsort(-(skill[week, coming] + chance.normal(0.0, luck, len(coming))))]
        placements += [
            Placement(day, f"Week {week:04}", ROUNDS, "", name_of(player), FEDERATION, int(series[player]), place, place)
            for place, player in enumerate(order.tolist(), 1)
        ]
        if week % YEAR == YEAR - 1:
            outcome = replay(rulebook, Facts(placements=tuple(placements)), on=day)
            found = {standing.player: standing for standing in outcome.standings}
            for player in range(count):
                standing = found.get(name_of(player))
                series[player] = int(standing.level.removeprefix("S") or LAST) if standing else LAST
            lists.append((found, skill[week]))
    return Facts(placements=tuple(placements)), lists


def name_of(player: int) -> str:
    """A player's key."""
    return f"P{player:05}"


def _first_series(shown: Array) -> Array:
    """By rank, the first SHARES of all; those who are not there yet begin in the last one."""
    there = np.flatnonzero(~np.isnan(shown))
    series = np.full(len(shown), LAST)
    ranks = np.empty(len(there))
    ranks[np.argsort(-shown[there])] = (np.arange(len(there)) + 0.5) / len(there)
    series[there] = 1 + np.searchsorted(SHARES, ranks)
    return series


def year_of(found: Mapping[str, Standing], skill: Array) -> dict[str, float]:
    """One list against the skills of those it ranks who are still there.

    correlation: of ranks (Spearman). place_error: the mean distance of the place from the one by skill, in percent of
    the list. seats: of the seats in series 1 to 3, the share held by players who would have one by skill.
    """
    there = {name_of(player) for player in np.flatnonzero(~np.isnan(skill)).tolist()}
    rows = [row.player for row in ranked(list(found.values())) if row.rank is not None and row.player in there]
    if len(rows) < 3:
        return {"players": float(len(rows)), "correlation": NONE, "place_error": NONE, "seats": NONE}
    known = skill[[int(name[1:]) for name in rows]]
    by_skill = np.empty(len(rows))
    by_skill[np.argsort(-known)] = np.arange(len(rows))
    by_list = np.arange(len(rows))
    holders = np.array([found[name].level.removeprefix("S") in ("1", "2", "3") for name in rows])
    return {
        "players": float(len(rows)),
        "correlation": float(np.corrcoef(by_list, by_skill)[0, 1]),
        "place_error": 100.0 * float(np.abs(by_list - by_skill).mean()) / len(rows),
        "seats": float((by_skill[holders] < holders.sum()).mean()) if holders.any() else NONE,
    }


def errors_by_events(lists: list[tuple[Mapping[str, Standing], Array]]) -> tuple[Array, Array]:
    """Of every player on every list: his events so far, and his place's distance from the one by skill, in percent."""
    events: list[float] = []
    errors: list[float] = []
    for found, skill in lists:
        there = {name_of(player) for player in np.flatnonzero(~np.isnan(skill)).tolist()}
        rows = [row.player for row in ranked(list(found.values())) if row.rank is not None and row.player in there]
        by_skill = np.empty(len(rows))
        by_skill[np.argsort(-skill[[int(name[1:]) for name in rows]])] = np.arange(len(rows))
        events += [float(found[name].games) for name in rows]
        errors += (100.0 * (np.arange(len(rows)) - by_skill) / max(len(rows), 1)).tolist()
    return np.array(events), np.array(errors)
