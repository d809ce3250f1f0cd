"""A column's cells under numbers: each different cell once, however often it stands there."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import polars as pl

from bareme.engines.cells import text_of
from bareme.engines.numbering import Texts, Words

Array: TypeAlias = "np.ndarray[Any, Any]"


class Column:
    """The different cells of one column, in the order met, over all the batches it comes in."""

    def __init__(self) -> None:
        self.cells: list[str] = []  # as a file would have them
        self._by_text: dict[str, int] = {}
        self._texts = Texts()
        self._words: dict[str, Words] = {}
        self._cell_of: dict[str, Array] = {}  # for each type of the column: number -> cell

    def codes(self, column: pl.Series) -> Array:
        """The number of each cell; `cells[number]` is its text."""
        if column.dtype == pl.String:
            return self._of_texts(column)
        kind = column.dtype
        if kind == pl.Datetime:
            column = column.dt.date()
        if column.dtype == pl.Boolean or column.dtype == pl.Date or column.dtype.is_integer():
            unsigned = column.dtype == pl.UInt64
            words = column.to_physical().cast(pl.UInt64 if unsigned else pl.Int64)
        elif column.dtype in (pl.Float32, pl.Float64):
            words = column.cast(pl.Float64)
        elif column.dtype in (pl.Categorical, pl.Enum):
            return self._of_texts(column.cast(pl.String))
        else:
            return self._of_texts(pl.Series([text_of(value) for value in column], dtype=pl.String))
        return self._of_words(column, words)

    def _of_texts(self, column: pl.Series) -> Array:
        before = len(self._texts)
        numbers = self._texts.codes(column)
        return self._cells("texts", numbers, self._texts.series(before).to_list())

    def _of_words(self, column: pl.Series, words: pl.Series) -> Array:
        """Numbers, days and flags by the eight bytes they are kept in."""
        if words.null_count():
            codes = np.empty(len(column), np.uint32)
            there = column.is_not_null()
            mask = there.to_numpy()
            codes[mask] = self._of_words(column.filter(there), words.filter(there))
            codes[~mask] = self._number("")
            return codes
        kind = str(column.dtype)
        known = self._words.setdefault(kind, Words())
        numbers, new = known.codes(words.to_numpy().view(np.uint64))
        return self._cells(kind, numbers, [text_of(value) for value in column[new].to_list()])

    def _cells(self, kind: str, numbers: Array, new: list[str]) -> Array:
        """From the numbers of values to those of their cells: two values may have one text."""
        known = self._cell_of.get(kind, np.empty(0, np.uint32))
        if new:
            known = self._cell_of[kind] = np.append(known, np.array([self._number(cell) for cell in new], np.uint32))
        return numbers if (known == np.arange(len(known))).all() else known[numbers]

    def _number(self, cell: str) -> int:
        number = self._by_text.setdefault(cell, len(self.cells))
        if number == len(self.cells):
            self.cells.append(cell)
        return number
