"""What other people's systems would have predicted, by their own libraries: a yardstick, no proposal.

| baseline | library | licence | how kept (as of 2026) |
|---|---|---|---|
| Glicko-2 | glicko2 | MIT | mature, last release January 2024 |
| TrueSkill | trueskill | BSD | last release 2018; stable, of one idea |
| OpenSkill (Plackett-Luce) | openskill | MIT | kept well, last release January 2026 |
| constant | none | - | 50 % for everybody |

All begin with their library's own defaults, which are tuned to nobody's game. A baseline sees the games that the first
rulebook counts, in the same order, and says what it expects before each. Glicko-2 goes by rating periods, here calendar
months: in a month it predicts from the ratings of its first day.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any, TypeAlias

import numpy as np

from bareme.findings import Text
from bareme.lab.history import History

Array: TypeAlias = "np.ndarray[Any, Any]"

MOST_GAMES = 50_000  # a minute of the slowest library


def constant(history: History) -> Array:
    """One half for everybody."""
    return np.full(len(history), 0.5)


def glicko2(history: History) -> Array:
    """Glicko-2, in rating periods of a calendar month; who does not play becomes less certain."""
    from glicko2 import Player

    months = history.day.astype("datetime64[M]").astype("i8")
    people: dict[int, Any] = {}
    expected = np.empty(len(history))
    starts = np.flatnonzero(np.diff(months, prepend=months[0] - 1))
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(months)], strict=True)):
        for _ in range(int(months[start] - months[starts[number - 1]]) - 1 if number else 0):
            for person in people.values():
                person.did_not_compete()
        played: dict[int, list[tuple[float, float, float]]] = defaultdict(list)
        for row in range(start, end):
            a, b = history.players[row].tolist()
            one, two = (people.setdefault(player, Player()) for player in (a, b))
            expected[row] = _glicko_expected(one.rating - two.rating, one.rd, two.rd)
            score = float(history.score[row])
            played[a].append((two.rating, two.rd, score))
            played[b].append((one.rating, one.rd, 1.0 - score))
        for player, person in people.items():
            if player in played:
                ratings, deviations, scores = map(list, zip(*played[player], strict=True))
                person.update_player(ratings, deviations, scores)
            else:
                person.did_not_compete()
    return expected


def _glicko_expected(difference: float, rd_a: float, rd_b: float) -> float:
    """Glickman's expected score of a game to come: both deviations count."""
    q = math.log(10.0) / 400.0
    g = 1.0 / math.sqrt(1.0 + 3.0 * q * q * (rd_a * rd_a + rd_b * rd_b) / (math.pi * math.pi))
    return 1.0 / (1.0 + math.pow(10.0, -g * difference / 400.0))


def trueskill(history: History) -> Array:
    """TrueSkill, its chance of a draw taken from the warm-up."""
    import trueskill as library

    warm = history.score[history.warm_up] if history.warm_up.any() else history.score[:0]
    drawn = float((warm == 0.5).mean()) if len(warm) else 0.0
    # a chance of nought makes the first draw impossible to rate
    system = library.TrueSkill(draw_probability=min(max(drawn, 1e-3), 0.9))
    margin = library.calc_draw_margin(system.draw_probability, 2, system)
    people: dict[int, Any] = {}
    expected = np.empty(len(history))
    for row, (a, b) in enumerate(history.players.tolist()):
        one, two = (people.setdefault(player, system.create_rating()) for player in (a, b))
        spread = math.sqrt(2.0 * system.beta**2 + one.sigma**2 + two.sigma**2)
        ahead = one.mu - two.mu
        expected[row] = (system.cdf((ahead - margin) / spread) + system.cdf((ahead + margin) / spread)) / 2.0
        score = history.score[row]
        winner, loser = (b, a) if score == 0.0 else (a, b)
        drawn_game = bool(score == 0.5)
        people[winner], people[loser] = library.rate_1vs1(people[winner], people[loser], drawn=drawn_game, env=system)
    return expected


def openskill(history: History) -> Array:
    """OpenSkill's Plackett-Luce model."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    people: dict[int, Any] = {}
    expected = np.empty(len(history))
    for row, (a, b) in enumerate(history.players.tolist()):
        one, two = (people.setdefault(player, model.rating()) for player in (a, b))
        expected[row] = model.predict_win([[one], [two]])[0]
        score = float(history.score[row])
        (people[a],), (people[b],) = model.rate([[one], [two]], scores=[score, 1.0 - score])
    return expected


# name -> (what it is called, the library it needs, the function)
BASELINES: Mapping[str, tuple[Text, str, Callable[[History], Array]]] = {
    "glicko2": ("Glicko-2", "glicko2", glicko2),
    "trueskill": ("TrueSkill", "trueskill", trueskill),
    "openskill": ("OpenSkill", "openskill", openskill),
    "constant": ({"en": "50 % always", "fr": "50 % toujours"}, "", constant),
}


def missing(names: Mapping[str, Any] | list[str]) -> list[str]:
    """The libraries of these baselines that are not installed."""
    return [library for name in names if (library := BASELINES[name][1]) and find_spec(library) is None]
