"""Histories by the engine `fast`: what its kernels record of each game, taken as the numbers it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any, cast

import numpy as np
import polars as pl

from bareme.engines.games import Games
from bareme.engines.job import Done, Job
from bareme.engines.pools import UNRATED, BasePool, OneByOne
from bareme.engines.ranking import ranked
from bareme.facts import Adjustment, Facts
from bareme.journal import Line
from bareme.lab.history import Array, History, year_ends
from bareme.lists import Row
from bareme.readers.gathering import Options
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.book import Standing

CHUNK = 1 << 17  # games at a time


class _Witness:
    """A pool whose games, decisions and turns are written down in numbers."""

    def __init__(self, pool: OneByOne) -> None:
        self.pool = pool
        self.met = 0
        self.pieces: list[dict[str, Array]] = []
        self.movements: dict[tuple[int, str], list[float]] = defaultdict(lambda: [0, 0.0])

    def play(self, games: Games) -> None:
        """Count games."""
        self.pool.grow()
        for start in range(0, len(games), CHUNK):
            self._play(games.take(slice(start, start + CHUNK)))

    def _play(self, games: Games) -> None:
        pool = self.pool
        halves = pool.ready(games)
        counts = halves != UNRATED
        pool.counted += int(counts.sum())
        sides = pool.record(games, halves)
        # The reference's book writes the winner first; A comes first here.
        second = (sides.player.reshape(-1, 2)[:, 0] != games.first).astype("i8")
        order = np.stack([second, 1 - second], 1) + 2 * np.arange(len(games))[:, None]
        before, after = sides.before[order], sides.after[order]
        terms = {name: np.asarray(column)[order] for name, column in sides.terms.items() if name in _NUMBERS}
        piece = {
            "number": self.met + np.arange(len(games)),
            "day": games.day.astype("datetime64[D]"),
            "players": np.stack([games.first, games.second], 1).astype("i8"),
            "score": halves * 0.5,
            "expected": _expected(terms),
            "before": before,
            "after": after,
            "length": terms["N"][:, 0].astype("f8") if "N" in terms else np.full(len(games), np.nan),
            "experience": terms["Exp" if "Exp" in terms else "games"].astype("f8"),
        }
        self.pieces.append({name: column[counts] for name, column in piece.items()})
        self.met += len(games)
        years = piece["day"].astype("datetime64[Y]").astype("i8") + 1970
        self._moved(np.repeat(years[counts], 2), "game", (after - before)[counts].ravel())
        entered = sides.entered[order].ravel() > 0
        self._moved(np.repeat(years, 2)[entered], "entry", before.ravel()[entered])

    def _moved(self, years: Array, kind: str, changes: Array) -> None:
        for year in np.unique(years).tolist():
            here = years == year
            self._tally(year, kind, int(here.sum()), float(changes[here].sum()))

    def _tally(self, year: int, kind: str, lines: int, change: float) -> None:
        moved = self.movements[year, kind]
        moved[0] += lines
        moved[1] += change

    def adjust(self, fact: Adjustment) -> None:
        """Count a decision."""
        lines: list[Line] = []
        self.pool.adjust(fact, lines.append)
        for line in (one for one in lines if one.kind != "not-counted"):
            self._tally(line.date.year, line.kind, 1, line.change)

    def turn(self, day: date) -> None:
        """Turn the calendar."""
        found = self.pool.recorded_turn(day)
        if found is not None and found.height:
            change = float((found["after"] - found["before"]).sum())
            self._tally(day.year, "rollover", found.height, change)

    def finish(self, on: date) -> None:
        """The clock stops."""
        self.pool.finish(on)


_NUMBERS = ("P", "P_loser", "score", "N", "Exp", "games")


def _expected(terms: dict[str, Array]) -> Array:
    """A's expected score, from the terms of the rulebook's kernel."""
    if "P" in terms:
        return terms["P"][:, 0]
    p_loser, won = terms["P_loser"][:, 0], terms["score"][:, 0] == 1
    expected: Array = np.where(won, 1.0 - p_loser, p_loser)
    return expected


def foretold_all(
    source: Facts | Sequence[str | Path],
    rulebooks: Sequence[Rulebook],
    options: Options,
    yearly: bool,
    progress: Callable[[int, int], None] | None = None,
) -> list[History]:
    """The history of each rulebook; the source is read once where its games can be remembered.

    Errors: as `bareme.rate`; UnfitError where facts hold numbers that only the reference can count.
    """
    sources = source if isinstance(source, Facts) else list(source)
    lists: Sequence[date] = ()
    read: Done | None = None
    if yearly:  # which years there are is known when the games have been read
        read, witness = _replayed(Job(rulebooks[0], sources, options, progress=progress))
        days = np.concatenate([piece["day"] for piece in witness.pieces]) if witness.pieces else _EMPTY["day"]
        lists = year_ends((np.unique(days.astype("datetime64[Y]")).astype("i8") + 1970).tolist())
    found = []
    for rulebook in rulebooks:
        job = Job(rulebook, sources, options, None, lists, progress=progress)
        job.done = read
        done, witness = _replayed(job)
        read = read or done
        found.append(_history(rulebook, done, witness))
    return found


def _replayed(job: Job) -> tuple[Done, _Witness]:
    witnesses: list[_Witness] = []

    def plays(pool: BasePool) -> _Witness:
        witnesses.append(_Witness(cast("OneByOne", pool)))  # of a replay that had to begin again the last one counts
        return witnesses[-1]

    done = job.run(plays)
    return done, witnesses[-1]


def _history(rulebook: Rulebook, done: Done, witness: _Witness) -> History:
    columns = {
        name: np.concatenate([piece[name] for piece in witness.pieces]) if witness.pieces else empty
        for name, empty in _EMPTY.items()
    }
    names = done.source.legend.names
    frames = {**done.earlier, done.on: done.pool.standings(done.on)}
    return History(
        rulebook=rulebook,
        names=names.series().to_list(),
        **columns,
        warm_up=np.zeros(len(columns["number"]), bool),
        on=done.on,
        lists={day: list(_rows(ranked(frame, names))) for day, frame in frames.items()},
        movements={key: (int(lines), change) for key, (lines, change) in witness.movements.items()},
        findings=[*done.source.findings, *done.pool.findings],
        not_counted=dict(done.pool.not_counted),
    )


_EMPTY: dict[str, Array] = {
    **{name: np.empty(0, "f8") for name in ("score", "expected", "length")},
    **{name: np.empty((0, 2), "f8") for name in ("before", "after", "experience")},
    "number": np.empty(0, "i8"),
    "players": np.empty((0, 2), "i8"),
    "day": np.empty(0, "datetime64[D]"),
}


def _rows(table: pl.DataFrame) -> Iterator[Row]:
    """Rows of a list with what the lab asks of them: rank, number printed, level."""
    for row in table.iter_rows(named=True):
        published = {name.removeprefix("published_"): value for name, value in row.items() if name.startswith("published_")}
        yield Row(row["rank"], _standing(row, published))


def _standing(row: dict[str, Any], published: dict[str, Any]) -> Standing:
    states = tuple(filter(None, (row.get("states") or "").split()))
    return Standing(
        row["player"], row["rating"], row["games"], (), row.get("elo"), row.get("experience"), row.get("level") or "", states,
        published,
    )  # fmt: skip
