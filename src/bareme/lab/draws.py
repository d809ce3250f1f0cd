"""Tournaments drawn by lot, again and again, with a rulebook's probabilities: who wins, and how sure that is.

knock-out     the bracket of the list's order, or seeded: the first two can only meet in the final, the first four only
              in the semi-finals ...; where players are missing to a power of two, the first ones sit out the first round.
              A match is decided: its winner has the expected score as probability.
round robin   everybody meets everybody, once or more often.
Swiss         each round the players are sorted by points, then rating. From the top, each meets the next one whom he has
              not met; where that leaves others with nobody new, the pairs before are undone one by one; only where there
              is no other way do two meet again. With an odd number the last who has not had one yet has a bye: one point.

Players with equal points share a place; of who is first it is drawn by lot who wins (a tie-break that favours nobody).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

import numpy as np

from bareme.findings import Refused
from bareme.lab.draws_swiss import Standing, paired
from bareme.lab.scoring import davidson
from bareme.lab.simulating_world import expected_by
from bareme.rulebooks.base import Version

Array: TypeAlias = "np.ndarray[Any, Any]"
KINDS = ("knock-out", "round-robin", "swiss")
NORMAL = 1.959964
MOST_PLAYERS = 1024


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player and his rating, in the rulebook's points."""

    name: str
    rating: float


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happened, with Wilson's interval (95 %)."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Chances:
    """One player's: to win, to be in the final (knock-out), points and place on average."""

    entrant: Entrant
    wins: Share
    final: Share | None
    points: float | None
    place: float | None


@dataclass(frozen=True, slots=True)
class Field:
    """Who plays, in which form, with what chances. `expected`: (players, players), the expected score against each."""

    kind: str
    entrants: tuple[Entrant, ...]
    expected: Array
    draws: float = 0.0  # share between equals
    rounds: int = 0  # of a Swiss; how often everybody meets in a round robin
    seeded: bool = True


def field(
    version: Version,
    entrants: Sequence[Entrant],
    kind: str,
    *,
    length: int | None = None,
    draws: float = 0.0,
    rounds: int | None = None,
    seeded: bool = True,
) -> Field:
    """A tournament under a rulebook's version. `rounds`: of a Swiss (default: enough for one winner), or cycles.

    Errors: Refused `draw-few-players`, `draw-many-players`, `draw-same-name`, `draw-many-rounds`, and those of the
    rulebook's odds (`odds-need-length`, `no-pairs-in-duplicate`).
    """
    count = len(entrants)
    if count < 2:
        raise Refused("draw-few-players", count=count)
    if count > MOST_PLAYERS:
        raise Refused("draw-many-players", count=count, most=MOST_PLAYERS)
    names = [entrant.name for entrant in entrants]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Refused("draw-same-name", name=twice)
    if rounds is None:
        rounds = max(1, math.ceil(math.log2(count))) if kind == "swiss" else 1
    if kind == "swiss" and rounds >= count:
        raise Refused("draw-many-rounds", rounds=rounds, count=count)
    odds = expected_by(version)
    expected = np.full((count, count), 0.5)
    for a, b in itertools.combinations(range(count), 2):
        expected[a, b] = odds(entrants[a].rating, entrants[b].rating, length)
        expected[b, a] = 1.0 - expected[a, b]
    return Field(kind, tuple(entrants), expected, draws, rounds, seeded)


def drawn(field: Field, times: int, seed: int = 0, progress: Callable[[int, int], None] | None = None) -> list[Chances]:
    """Draw the tournament so many times. In the order of the chance to win, then of the list."""
    chance = np.random.default_rng(seed)
    if field.kind == "knock-out":
        winners, finals = knock_out(field, times, chance)
        rows = [
            Chances(entrant, wilson(int(won), times), wilson(int(final), times), None, None)
            for entrant, won, final in zip(field.entrants, winners, finals, strict=True)
        ]
    else:
        points = round_robin(field, times, chance) if field.kind == "round-robin" else swiss(field, times, chance, progress)
        first = np.bincount((points + chance.random(points.shape) * 0.25).argmax(1), minlength=len(field.entrants))
        place = places(points).mean(0)
        rows = [
            Chances(entrant, wilson(int(won), times), None, float(mean), float(middle))
            for entrant, won, mean, middle in zip(field.entrants, first, points.mean(0), place, strict=True)
        ]
    return sorted(rows, key=lambda row: -row.wins.value)


def places(points: Array) -> Array:
    """Everybody's place; who is level shares the middle of their places."""
    return np.array([_places(row) for row in points])


def _places(points: Array) -> Array:
    ordered = np.sort(-points)
    above, with_level = np.searchsorted(ordered, -points, "left"), np.searchsorted(ordered, -points, "right")
    middle: Array = (above + 1.0 + with_level) / 2.0
    return middle


def wilson(happened: int, times: int) -> Share:
    """How often, with its interval."""
    p, z = happened / times, NORMAL
    middle = (p + z * z / (2 * times)) / (1 + z * z / times)
    half = z * math.sqrt(p * (1 - p) / times + z * z / (4 * times * times)) / (1 + z * z / times)
    return Share(p, max(0.0, middle - half), min(1.0, middle + half))


# -- knock-out


def bracket(field: Field) -> list[int | None]:
    """The players in the order of the bracket, a power of two of places; None is nobody."""
    order = list(range(len(field.entrants)))
    if field.seeded:
        order.sort(key=lambda player: -field.entrants[player].rating)
    size = 1 << (len(order) - 1).bit_length()
    seats = [0]
    while len(seats) < size:
        seats = [seat for pair in ((one, 2 * len(seats) - 1 - one) for one in seats) for seat in pair]
    if not field.seeded:  # in the order given; whoever sits out is spread like the first of a seeding
        free = {seat for seat, seed in enumerate(seats) if seed >= len(order)}
        waiting = iter(order)
        return [None if seat in free else next(waiting) for seat in range(size)]
    return [order[seed] if seed < len(order) else None for seed in seats]


def knock_out(field: Field, times: int, chance: np.random.Generator) -> tuple[Array, Array]:
    """How often each wins, and how often each is in the final."""
    nobody = len(field.entrants)
    expected = np.zeros((nobody + 1, nobody + 1))
    expected[:nobody, :nobody] = field.expected
    expected[:nobody, nobody] = 1.0
    alive = np.tile([nobody if player is None else player for player in bracket(field)], (times, 1))
    finals = alive
    while alive.shape[1] > 1:
        finals = alive if alive.shape[1] == 2 else finals
        a, b = alive[:, 0::2], alive[:, 1::2]
        alive = np.where(chance.random(a.shape) < expected[a, b], a, b)
    count = nobody + 1
    return np.bincount(alive[:, 0], minlength=count)[:nobody], np.bincount(finals.ravel(), minlength=count)[:nobody]


# -- points


def _outcomes(field: Field) -> tuple[Array, Array]:
    """The probability of a win, and of a win or a draw, of each against each."""
    win, draw, _ = davidson(field.expected, 2.0 * field.draws / (1.0 - field.draws))
    return win, win + draw


def round_robin(field: Field, times: int, chance: np.random.Generator) -> Array:
    """Everybody's points: (times, players)."""
    points = np.zeros((times, len(field.entrants)))
    win, not_lost = _outcomes(field)
    for a, b in itertools.combinations(range(len(field.entrants)), 2):
        for _ in range(field.rounds):
            lot = chance.random(times)
            scores = 0.5 * (lot < win[a, b]) + 0.5 * (lot < not_lost[a, b])
            points[:, a] += scores
            points[:, b] += 1.0 - scores
    return points


def swiss(field: Field, times: int, chance: np.random.Generator, progress: Callable[[int, int], None] | None = None) -> Array:
    """Everybody's points: (times, players)."""
    count = len(field.entrants)
    points = np.empty((times, count))
    by_rating = sorted(range(count), key=lambda player: -field.entrants[player].rating)
    win, not_lost = (table.tolist() for table in _outcomes(field))
    for number in range(times):
        standing = Standing([0.0] * count, by_rating)
        lots = iter(chance.random(field.rounds * (count // 2)).tolist())
        for _ in range(field.rounds):
            for a, b in paired(standing):
                lot = next(lots)
                score = 1.0 if lot < win[a][b] else 0.5 if lot < not_lost[a][b] else 0.0
                standing.points[a] += score
                standing.points[b] += 1.0 - score
        points[number] = standing.points
        if progress and number % 64 == 63:
            progress(number + 1, times)
    return points


def document(version: Version, field: Field, chances: Sequence[Chances], times: int, seed: int) -> dict[str, Any]:
    """The chances as JSON-ready data."""
    return {
        "rulebook": version.rulebook,
        "version": version.name,
        "tournament": field.kind,
        "rounds": field.rounds if field.kind != "knock-out" else None,
        "seeded": field.seeded if field.kind == "knock-out" else None,
        "draws": field.draws,
        "times": times,
        "seed": seed,
        "players": [
            {
                "player": row.entrant.name,
                "rating": row.entrant.rating,
                "wins": asdict(row.wins),
                "final": asdict(row.final) if row.final else None,
                "points": row.points,
                "place": row.place,
            }
            for row in chances
        ],
    }
