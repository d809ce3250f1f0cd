"""How long a replay takes and how much memory it needs, in plain Python, without a journal: `python bench/replay.py [GAMES]`."""

from __future__ import annotations

import random
import resource
import sys
from datetime import date, timedelta
from time import perf_counter

from bareme.facts import Facts, Game, Player
from bareme.replay import replay
from bareme.rulebooks.base import names, open_rulebook

PLAYERS = 2000


def season(games: int) -> Facts:
    """Made-up games of rated players, a hundred a day, an event a week."""
    chance = random.Random(1)  # the same games on every run
    first = date(2015, 1, 1)
    players = tuple(Player(f"p{number}", rating=float(chance.randrange(1400, 2200)), games=50) for number in range(PLAYERS))
    made = []
    for number in range(games):
        a, b = chance.sample(players, 2)
        day = first + timedelta(days=number // 100)
        made.append(Game(day, f"week {number // 700}", 1, number, a.key, b.key, float(chance.random() < 0.5), length=7))
    return Facts(players=players, games=tuple(made))


def main() -> None:
    """One line per rulebook of pairs."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    facts = season(games)
    for rulebook in (rulebook for rulebook in map(open_rulebook, names()) if rulebook.kind == "pairs"):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        start = perf_counter()
        outcome = replay(rulebook, facts)
        seconds = perf_counter() - start
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        print(f"{rulebook.name:5} {outcome.counted:,} of {games:,} games counted in {seconds:.2f} s, +{grown:.0f} MB")


if __name__ == "__main__":
    main()
