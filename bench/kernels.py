"""The loops alone, on arrays in memory: ours in Python, compiled, compiled with prefetching; C; and the rivals.

`python -m bench.kernels SIZE` prints a row of JSON for each, so that the process that prints the table stays small.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np

from bench import native
from bench.data import Chunk, chunks, short
from bench.rivals import RIVALS
from bench.timing import Row, Run, in_process, least, turn_by_turn

Array: TypeAlias = "np.ndarray[Any, Any]"

PLAYERS = (10_000, 1_000_000)
SCALAR = 200_000  # games given to plain Python
ROUNDS = 7
START = {"elo": (1500.0, 0.0), "ffbg": (1500.0, 0.0, 0.0, 0.0)}


def games_of(games: int, players: int) -> Chunk:
    """All games in one piece."""
    pieces = list(chunks(games, players))
    return Chunk(*(np.concatenate([getattr(piece, name) for piece in pieces]) for name in Chunk.__slots__))


def without_prefetching(rulebook: str) -> Any:
    """Our kernel, compiled once more with the fetching ahead out of reach."""
    name = f"bareme.engines.{rulebook}_kernel_bare"
    ours: ModuleType = import_module(f"bareme.engines.{rulebook}_kernel")
    spec = importlib.util.spec_from_file_location(name, str(ours.__file__))
    if spec is None or spec.loader is None:
        raise RuntimeError(f"{ours} has no file")
    sys.modules[name] = bare = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bare)
    bare.AHEAD = 1 << 60  # type: ignore[attr-defined]
    return bare.replay


def parameters(rulebook: str) -> tuple[Any, ...]:
    """What the kernels of ours and the loops in C take besides games, from the regulation."""
    from bareme.replay import open_book
    from bareme.rulebooks.base import open_rulebook

    book: Any = open_book(open_rulebook(rulebook))
    if rulebook == "elo":
        return book.scale, np.array(book.schedule, "f8"), book.k_strong, book.strong, book.floor
    return book.stake, book.scale, book.ramp_start, book.ramp_per


def scalar_elo(games: Chunk, count: int, players: int, p: tuple[Any, ...]) -> Callable[[], list[float]]:
    """The articles of the rulebook called as they are, game by game."""
    from bareme.rulebooks.elo.rules import development, expected_score, updated

    scale, schedule, k_strong, strong, floor = p
    steps = tuple(map(tuple, schedule.tolist()))
    rows = list(zip(games.first[:count].tolist(), games.second[:count].tolist(), games.halves[:count].tolist(), strict=True))

    def run() -> list[float]:
        ratings, played = [1500.0] * players, [0] * players
        for a, b, halves in rows:
            score, one, other = halves * 0.5, ratings[a], ratings[b]
            expected = expected_score(one - other, scale)
            k_a = development(one, played[a], steps, k_strong, strong)
            k_b = development(other, played[b], steps, k_strong, strong)
            ratings[a] = max(updated(one, k_a, score, expected), floor)
            ratings[b] = max(updated(other, k_b, 1.0 - score, 1.0 - expected), floor)
            played[a] += 1
            played[b] += 1
        return ratings

    return run


def scalar_ffbg(games: Chunk, count: int, players: int, p: tuple[Any, ...]) -> Callable[[], list[float]]:
    """The same for matches."""
    from bareme.rulebooks.ffbg.rules import acceleration, stake_won, win_probability

    stake, scale, ramp_start, ramp_per = p
    columns = games.first, games.second, games.halves, games.length
    rows = list(zip(*(column[:count].tolist() for column in columns), strict=True))

    def run() -> list[float]:
        ratings, experience = [1500.0] * players, [0.0] * players
        for first, second, halves, n in rows:
            w, o = (first, second) if halves else (second, first)
            gap = ratings[w] - ratings[o]
            stronger = win_probability(abs(gap), n, scale)
            p_loser = 1.0 - stronger if gap >= 0.0 else stronger
            won = stake_won(stake, acceleration(experience[w], n, ramp_start, ramp_per), p_loser, n)
            lost = stake_won(stake, acceleration(experience[o], n, ramp_start, ramp_per), p_loser, n)
            ratings[w] += won
            ratings[o] -= lost
            experience[w] += n
            experience[o] += n
        return ratings

    return run


def loops(rulebook: str, games: Chunk, players: int) -> dict[str, Callable[[Array], Any]]:
    """Every loop that works on arrays, by its name: it takes the state as it is before the first game."""
    ours = import_module(f"bareme.engines.{rulebook}_kernel").replay
    bare = without_prefetching(rulebook)
    p = parameters(rulebook)
    length = games.length.astype("f8")
    a, b, halves = games.first, games.second, games.halves
    if rulebook == "elo":
        found: dict[str, Callable[[Array], Any]] = {
            "compiled": lambda state: bare(a, b, halves, state, *p),
            "compiled, prefetching": lambda state: ours(a, b, halves, state, *p),
        }
        by_c = {ahead: lambda state, ahead=ahead: native.elo(a, b, halves, state, p, ahead) for ahead in (0, 24)}
    else:
        found = {
            "compiled": lambda state: bare(a, b, halves, length, state, *p),
            "compiled, prefetching": lambda state: ours(a, b, halves, length, state, *p),
        }
        by_c = {ahead: lambda state, ahead=ahead: native.ffbg(a, b, halves, length, state, p, ahead) for ahead in (0, 24)}
    return {"C loop": by_c[0], "C loop, prefetching": by_c[24], **found} if native.library() else found


def compared(rulebook: str, count: int, players: int) -> Iterator[Row]:
    """All of them on the same games; the C loop with prefetching is the yardstick."""
    games = games_of(count, players)
    states: dict[str, Array] = {}

    def prepared(name: str) -> Callable[[], Array]:
        def prepare() -> Array:
            states[name] = np.tile(np.array(START[rulebook]), (players, 1))
            return states[name]

        return prepare

    runs = {name: in_process(prepared(name), loop) for name, loop in loops(rulebook, games, players).items()}
    done = turn_by_turn(runs, ROUNDS)
    ours = states["compiled, prefetching"]
    for name, state in states.items():
        if not (state == ours).all():
            raise RuntimeError(f"{rulebook}, {name}: other ratings than ours")
    some = min(SCALAR, count)
    scalar = (scalar_elo if rulebook == "elo" else scalar_ffbg)(games, some, players, parameters(rulebook))
    by_hand = least([in_process(lambda: None, lambda _: scalar())() for _ in range(3)])
    unit = done["C loop, prefetching" if native.library() else "compiled, prefetching"].cpu / count
    for name, run in done.items():
        yield row(name, count, players, run, unit, "the same bits")
    yield row("the same functions in Python", some, players, by_hand, unit)
    if not native.library():
        yield Row("C loop: not there, for want of a compiler", count, players)
    if rulebook == "elo":
        yield from rivals(games, players, unit)


def rivals(games: Chunk, players: int, unit: float) -> Iterator[Row]:
    """Each rival on the first games, as many as it rates in about a second."""
    for name, (made, package, count) in RIVALS.items():
        if package and importlib.util.find_spec(package) is None:
            yield Row(f"{name}: not installed", 0, players)
            continue
        some = min(count, len(games.first))
        arrays = games.first[:some], games.second[:some], games.halves[:some] * 0.5
        timed = in_process(partial(made, players), lambda play: play(*arrays))  # noqa: B023  # it is run at once
        run = least([timed() for _ in range(3)])
        yield row(name, some, players, run, unit)


def row(name: str, games: int, players: int, run: Run, unit: float, note: str = "") -> Row:
    """A row whose ratio is the time for each game against `unit`."""
    return Row(name, games, players, run.cpu, run.wall, run.cpu / games / unit, note=note)


def main(size: int) -> None:
    """Elo and ffbg, at both numbers of players, at a million games and at ten where so many are asked for."""
    for count in {min(size, 1_000_000), min(size, 10_000_000)}:
        for rulebook in ("elo", "ffbg"):
            for players in PLAYERS:
                print(json.dumps({"group": f"{rulebook}, {short(count)} games, {short(players)} players"}), flush=True)
                for one in compared(rulebook, count, players):
                    print(json.dumps(asdict(one)), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
