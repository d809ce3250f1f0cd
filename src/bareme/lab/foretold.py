"""Histories by the reference: the one fold, with a look into the book before each game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

import numpy as np

from bareme.api import read_parts
from bareme.engines.cells import expanded
from bareme.facts import Facts, Game
from bareme.findings import Refused
from bareme.journal import Line
from bareme.lab.history import Array, History
from bareme.lists import ranked
from bareme.readers.gathering import Options
from bareme.replay import Fact, replay
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.book import BaseBook, Foresight

NONE = float("nan")


def read(source: Sequence[str | Path], options: Options) -> Facts:
    """The facts in files.

    Errors: Refused, with the first error, where nothing at all could be read.
    """
    reading = read_parts([part for path in source for part in expanded(str(path))], options)
    errors = [finding for finding in reading.findings if finding.severity == "error"]
    if errors and not reading.facts:
        raise Refused(errors[0].code, errors[0].place, **errors[0].details)
    return reading.facts


class _Witness:
    """Writes down what the book foresees of each game, and where its ratings went."""

    def __init__(self) -> None:
        self.games: list[tuple[int, Game, Foresight]] = []
        self.after: list[list[float]] = []
        self.movements: dict[tuple[int, str], list[float]] = defaultdict(lambda: [0, 0.0])
        self._met = 0
        self._current: Game | None = None

    def before(self, book: BaseBook, facts: Sequence[Fact]) -> None:
        """A fact is about to be counted."""
        self._current = None
        fact = facts[0]
        if not isinstance(fact, Game):
            return
        seen = book.foresee(fact) if fact.rated else None
        if seen is not None:
            self.games.append((self._met, fact, seen))
            self.after.append([NONE, NONE])
            self._current = fact
        self._met += 1

    def record(self, line: Line) -> None:
        """A line of the journal."""
        if line.kind == "not-counted":
            return
        moved = self.movements[line.date.year, line.kind]
        moved[0] += 1
        moved[1] += line.change
        game = self._current
        if game is None or line.kind != "game" or line.date != game.date or line.after is None:
            return  # a rulebook by periods writes its lines when the list comes out
        if line.opponent in (game.player_a, game.player_b):
            if line.player == game.player_a:
                self.after[-1][0] = line.after
            elif line.player == game.player_b:
                self.after[-1][1] = line.after


def foretold(
    facts: Facts, rulebook: Rulebook, lists: Sequence[date], progress: Callable[[int, int], None] | None = None
) -> History:
    """The history of one rulebook; players are numbered in the order of their keys, the warm-up is not marked yet.

    Errors: as `replay`.
    """
    witness = _Witness()
    outcome = replay(rulebook, facts, record=witness.record, also_on=lists, progress=progress, before=witness.before)
    names = sorted({name for game in facts.games for name in (game.player_a, game.player_b)})
    numbers = {name: number for number, name in enumerate(names)}
    games = witness.games
    count = len(games)
    return History(
        rulebook=rulebook,
        names=names,
        number=np.array([number for number, _, _ in games], "i8"),
        day=np.array([game.date for _, game, _ in games], "datetime64[D]"),
        players=_pairs([(numbers[game.player_a], numbers[game.player_b]) for _, game, _ in games], "i8"),
        score=np.array([game.score_a for _, game, _ in games], "f8"),
        expected=np.array([seen.expected for _, _, seen in games], "f8"),
        before=_pairs([(seen.rating_a, seen.rating_b) for _, _, seen in games]),
        after=_pairs(witness.after),
        length=np.array([NONE if seen.length is None else seen.length for _, _, seen in games], "f8"),
        experience=_pairs([(seen.experience_a, seen.experience_b) for _, _, seen in games]),
        warm_up=np.zeros(count, bool),
        on=outcome.on,
        lists={day: ranked(rows) for day, rows in {**outcome.earlier, outcome.on: outcome.standings}.items()},
        movements={key: (int(lines), change) for key, (lines, change) in witness.movements.items()},
        findings=outcome.findings,
        not_counted=outcome.not_counted,
    )


def _pairs(rows: Sequence[Sequence[float]], kind: str = "f8") -> Array:
    return np.array(rows, kind).reshape(len(rows), 2)
