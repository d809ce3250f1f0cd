"""More games than are held in memory, in no order: dealt out to a file on disk, and taken from it some days at a time."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import fields
from typing import Any, TypeAlias

import numpy as np

from bareme.engines.games import Games
from bareme.findings import Refused, in_words

Array: TypeAlias = "np.ndarray[Any, Any]"

ROW = np.dtype([(one.name, getattr(Games.none(), one.name).dtype) for one in fields(Games)])
NEVER_EMPTY = {"day", "first", "second", "halves", "row"}
PIECE = 1 << 20  # games read back at a time


class Dealt:
    """Games on disk, with the number of them on each day."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(prefix="bareme-")  # noqa: SIM115  # it lives as long as the games are wanted
        self._counts: dict[int, int] = {}
        self.rows = 0

    def close(self) -> None:
        """The file goes."""
        self._file.close()

    def add(self, games: Games) -> None:
        """Put games behind those that are there."""
        rows = np.zeros(len(games), ROW)
        for name in ROW.names or ():
            column = getattr(games, name)
            if len(column):
                rows[name] = column
        try:
            rows.tofile(self._file)
        except OSError as error:
            raise Refused("cannot-write", file=tempfile.gettempdir(), why=in_words(error)) from None
        for day, count in zip(*np.unique(games.day, return_counts=True), strict=True):
            self._counts[int(day)] = self._counts.get(int(day), 0) + int(count)
        self.rows += len(games)

    def stretches(self, held: int) -> Iterator[Games]:
        """The games of some days after the others, no more than are held if a single day has not more; each as dealt."""
        days = sorted(self._counts)
        start, total = 0, 0
        for at, day in enumerate(days):
            if total and total + self._counts[day] > held:
                yield self._between(days[start], days[at - 1])
                start, total = at, 0
            total += self._counts[day]
        if total:
            yield self._between(days[start], days[-1])

    def _between(self, first: int, last: int) -> Games:
        self._file.seek(0)
        pieces = []
        while len(rows := np.fromfile(self._file, ROW, PIECE)):
            pieces.append(rows[(rows["day"] >= first) & (rows["day"] <= last)])
        rows = np.concatenate(pieces)
        columns = {name: np.ascontiguousarray(rows[name]) for name in ROW.names or ()}
        return Games(**{name: column if name in NEVER_EMPTY or column.any() else column[:0] for name, column in columns.items()})
