"""FIDE's predictions in bulk: those of its book, once for each difference of two ratings, and looked up for every game."""

from __future__ import annotations

from datetime import date
from typing import Any, TypeAlias

import numpy as np

from bareme.engines.fide_kernel import UNRATED
from bareme.engines.games import Games, date_of
from bareme.facts import Game
from bareme.lab.scoring import log_loss
from bareme.replay import open_book
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.fide.people import Entry, Person

Array: TypeAlias = "np.ndarray[Any, Any]"
WIDEST = 4000  # points; a wider difference foretells no more
A, B = "a", "b"
ARTICLES = ("difference", "probability")  # what a prediction is made by
_tables: dict[tuple[Any, ...], Array] = {}  # by these articles' parameters: settings that share them share a table


class Foretold:
    """Expected scores by which side is above the cap's limit, and by difference; worked out when they are first asked for."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self._book: Any = open_book(rulebook)
        names = [name for name, parameter in rulebook.parameters.items() if parameter.article in ARTICLES]
        self._keys = {version.name: (version.name, *map(version.__getitem__, names)) for version in rulebook.versions}

    def __call__(self, day: date, a: Array, b: Array) -> Array:
        """The expected scores of players rated `a` against players rated `b` (whole points) on a day."""
        version = self.rulebook.on(day)
        limit = version["uncapped_from"]
        above = np.zeros((2, len(a)), "i8") if limit is None else np.stack([a >= limit, b >= limit]).astype("i8")
        table = _tables.setdefault(self._keys[version.name], np.full((4, 2 * WIDEST + 1), np.nan))
        kind, place = 2 * above[0] + above[1], np.clip(a - b, -WIDEST, WIDEST) + WIDEST
        missing = np.flatnonzero(np.isnan(table[kind, place]))
        if len(missing):
            _, first = np.unique(kind[missing] * table.shape[1] + place[missing], return_index=True)
            for row in missing[first].tolist():
                table[kind[row], place[row]] = self._foreseen(day, int(a[row]), int(b[row]))
        found: Array = table[kind, place]
        return found

    def _foreseen(self, day: date, a: int, b: int) -> float:
        self._book.persons = {A: Person(Entry(date.min, a, 0, a)), B: Person(Entry(date.min, b, 0, b))}
        return float(self._book.foresee(Game(day, "", 0, 0, A, B, 0.5)).expected)


def play_scored(pool: Any, foretold: Foretold, games: Games, block: Array, loss: Array) -> Array:
    """Count games, and add the loss of each, predicted before it counts, to its block's. Which of them were predicted."""
    pool.grow()
    a, b = pool.people.now(games.first), pool.people.now(games.second)
    pool.play(games)
    predicted = (a != UNRATED) & (b != UNRATED)
    if len(games.why):
        predicted &= games.why == 0
    rows = np.flatnonzero(predicted)
    days, of_game = np.unique(games.day[rows], return_inverse=True)
    versions = np.array([pool.rules.version(date_of(day)) for day in days.tolist()], "i8")[of_game]
    for version in np.unique(versions).tolist():
        some = rows[versions == version]
        expected = foretold(date_of(games.day[some[0]]), a[some], b[some])
        np.add.at(loss, block[some], log_loss(expected, games.halves[some] * 0.5))
    return np.asarray(predicted)
