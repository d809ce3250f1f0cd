"""Other people's libraries at the same games. `python -m bench.rivals NAME FILE OUT` goes from a file to a ranked list.

Each function takes the number of players and gives back what rates: `play(first, second, won)` over arrays of rows and of
results (1.0 or 0.0 of the first), which gives back everybody's rating. Most rate by Elo; openskill, glicko2 and Elo-MMR have
systems of their own, which cost more a game.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, TypeAlias

Play: TypeAlias = Callable[[Any, Any, Any], Sequence[float]]


def naive(players: int) -> Play:
    """No library: the loop over a dictionary that everybody writes first."""
    ratings = dict.fromkeys(range(players), 1500.0)

    def play(first: Any, second: Any, won: Any) -> Sequence[float]:
        for a, b, score in zip(first.tolist(), second.tolist(), won.tolist(), strict=True):
            expected = 1 / (1 + 10 ** ((ratings[b] - ratings[a]) / 400))
            change = 20 * (score - expected)
            ratings[a] += change
            ratings[b] -= change
        return list(ratings.values())

    return play


def riix(players: int) -> Play:
    """Elo over arrays, in a Python loop."""
    numpy = import_module("numpy")
    model = import_module("riix.models.elo").Elo(list(range(players)), k=20.0)

    def play(first: Any, second: Any, won: Any) -> Sequence[float]:
        model.iterative_update(numpy.stack([first, second], 1), won)
        ratings: Sequence[float] = model.ratings
        return ratings

    return play


def elopy(players: int) -> Play:
    """Elo with a home advantage (none here) and a margin of victory."""
    elo = import_module("elopy.elo").Elo
    everybody = [elo(1500, hca=0) for _ in range(players)]

    def play(first: Any, second: Any, won: Any) -> Sequence[float]:
        for a, b, score in zip(first.tolist(), second.tolist(), won.tolist(), strict=True):
            everybody[a].play_game(everybody[b], 1 if score else -1)
        return [one.elo for one in everybody]

    return play


def elote(players: int) -> Play:
    """Elo, an object for each player."""
    competitor = import_module("elote").EloCompetitor
    everybody = [competitor(initial_rating=1500) for _ in range(players)]

    def play(first: Any, second: Any, won: Any) -> Sequence[float]:
        for a, b, score in zip(first.tolist(), second.tolist(), won.tolist(), strict=True):
            winner, loser = (a, b) if score else (b, a)
            everybody[winner].beat(everybody[loser])
        return [one.rating for one in everybody]

    return play


def skelo(players: int) -> Play:
    """Elo that keeps everybody's history."""
    model = import_module("skelo.model.elo").EloModel().build(range(players))

    def play(first: Any, second: Any, won: Any) -> Sequence[float]:
        games = zip(first.tolist(), second.tolist(), won.tolist(), strict=True)
        for time, (a, b, score) in enumerate(games):
            model.update(*((a, b) if score else (b, a)), time)
        return [model.get(one)["rating"] for one in range(players)]

    return play


def glicko2(players: int) -> Play:
    """Glicko-2, each game a period."""
    player = import_module("glicko2").Player
    everybody = [player() for _ in range(players)]

    def play(first: Any, second: Any, won: Any) -> Sequence[float]:
        for a, b, score in zip(first.tolist(), second.tolist(), won.tolist(), strict=True):
            one, other = everybody[a], everybody[b]
            rating, deviation = one.rating, one.rd
            one.update_player([other.rating], [other.rd], [score])
            other.update_player([rating], [deviation], [1.0 - score])
        return [one.rating for one in everybody]

    return play


def openskill(players: int) -> Play:
    """Plackett-Luce, teams of one."""
    model = import_module("openskill.models").PlackettLuce()
    everybody = [model.rating() for _ in range(players)]

    def play(first: Any, second: Any, won: Any) -> Sequence[float]:
        for a, b, score in zip(first.tolist(), second.tolist(), won.tolist(), strict=True):
            winner, loser = (a, b) if score else (b, a)
            [[everybody[winner]], [everybody[loser]]] = model.rate([[everybody[winner]], [everybody[loser]]])
        return [one.mu for one in everybody]

    return play


def elo_mmr(players: int) -> Play:
    """Elo-MMR, in Rust: each game a contest of two."""
    rust = import_module("elo_mmr_py")
    names = [str(number) for number in range(players)]

    def play(first: Any, second: Any, won: Any) -> Sequence[float]:
        contests = []
        for time, (a, b, score) in enumerate(zip(first.tolist(), second.tolist(), won.tolist(), strict=True)):
            winner, loser = (a, b) if score else (b, a)
            contests.append(rust.Contest([(names[winner], 0, 0), (names[loser], 1, 1)], time_seconds=time))
        rated = rust.rate_latest(contests, "mmr-fast")
        return [rated[name].mu if name in rated else 1500.0 for name in names]

    return play


RIVALS: dict[str, tuple[Callable[[int], Play], str, int]] = {  # what it needs; games it rates in about a second
    "naive dict loop": (naive, "", 1_000_000),
    "riix": (riix, "riix", 200_000),
    "elopy": (elopy, "elopy", 500_000),
    "elote": (elote, "elote", 200_000),
    "skelo": (skelo, "skelo", 200_000),
    "openskill": (openskill, "openskill", 20_000),
    "glicko2": (glicko2, "glicko2", 20_000),
    "Elo-MMR (Rust)": (elo_mmr, "elo_mmr_py", 20_000),
}


def main(name: str, source: str, out: str) -> None:
    """A file of results to a ranked list, as its users do it: a frame, numbers for names, the loop, a sort."""
    import numpy as np
    import polars as pl

    table = pl.read_parquet(source) if source.endswith(".parquet") else pl.read_csv(source)
    both = pl.concat([table["player_a"], table["player_b"].alias("player_a")])
    names = both.unique(maintain_order=True)
    first, second = np.split(both.cast(pl.Enum(names)).to_physical().to_numpy(), 2)
    ratings = RIVALS[name][0](len(names))(first, second, table["score_a"].to_numpy())
    pl.DataFrame({"player": names, "rating": list(ratings)}).sort("rating", descending=True).write_parquet(out)


if __name__ == "__main__":
    main(*sys.argv[1:])
