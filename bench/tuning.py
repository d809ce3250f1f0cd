"""Tuning over many games: settings a second on all cores. `python bench/tuning.py [GAMES [SETTINGS]]`.

Made-up games of a player for every fifty; the numbers say how fast, not how well.
"""

from __future__ import annotations

import random
import sys
from datetime import date, timedelta
from time import perf_counter, process_time

import polars as pl

from bareme.lab.tuning_course import course_of
from bareme.lab.tuning_trials import all_losses, cores
from bareme.readers.gathering import Options
from bareme.rulebooks.base import open_rulebook

FIRST, DAYS = date(2015, 9, 1), 3650


def main(games: int, settings: int) -> None:
    """Each rulebook with a loop of its own."""
    chance = random.Random(1)
    people = [f"Player {number}" for number in range(max(games // 50, 20))]
    pairs = [chance.sample(people, 2) for _ in range(games)]
    frame = pl.DataFrame(
        {
            "date": [FIRST + timedelta(days=number * DAYS // games) for number in range(games)],
            "player_a": [a for a, _ in pairs],
            "player_b": [b for _, b in pairs],
            "score_a": [chance.choice((0.0, 1.0)) for _ in range(games)],
            "length": [chance.choice((5, 7, 9, 11)) for _ in range(games)],
        }
    )
    for name, parameter in (("elo", "k"), ("ffbg", "stake")):
        begun = perf_counter()
        rulebook = open_rulebook(name)
        course = course_of([frame], rulebook, Options(), 0.2, None)  # type: ignore[list-item]  # a frame is a source too
        course.losses(rulebook)
        read = perf_counter() - begun
        tried = [rulebook.override({parameter: 1 + 40 * n / settings}) for n in range(settings)]
        begun, before = perf_counter(), process_time()
        all_losses(course, tried)
        taken, worked = perf_counter() - begun, process_time() - before
        print(
            f"{name}: read in {read:.1f} s; {settings} settings x {games} games in {taken:.1f} s on {cores()} cores, "
            f"{games * settings / worked / 1e6:.1f} million games a second and core"
        )


if __name__ == "__main__":
    main(*(int(word.replace("_", "")) for word in (sys.argv[1:] + ["1_000_000", "200"][len(sys.argv) - 1 :])))
