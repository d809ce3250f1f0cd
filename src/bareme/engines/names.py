"""Players' names under numbers: each text once, and each name once, however it is written in the cells."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from bareme.engines.arrow import text_views
from bareme.engines.numbering import Texts
from bareme.engines.spelling_kernel import plain_texts
from bareme.readers import values
from bareme.readers.tally import Bad

Array: TypeAlias = "np.ndarray[Any, Any]"
NOBODY = 0xFFFFFFFF  # the number of a cell that names nobody


class Names:
    """Everybody's key under a number, and every cell that was read as a name."""

    def __init__(self) -> None:
        self._texts = Texts()
        self._key_of = np.empty(0, np.uint32)  # text -> the key it is read as
        self._plain = True  # is every text its own key?
        self.some_bad = False  # is there a cell that names nobody?

    def __len__(self) -> int:
        return len(self._texts)

    def of_cells(self, cells: pl.Series) -> Array:
        """The number of the name in each cell, or NOBODY."""
        numbers = self._texts.codes(cells)
        self._read()
        return numbers if self._plain else self._key_of[numbers]

    def of_keys(self, keys: Iterable[str] | pl.Series) -> Array:
        """The numbers of texts that are keys already."""
        numbers = self._texts.codes(keys if isinstance(keys, pl.Series) else pl.Series(keys, dtype=pl.String))
        self._read()
        strange = np.unique(numbers[self._key_of[numbers] != numbers])
        if strange.size:  # a key that no cell would be read as
            self._key_of[strange] = strange
        return numbers

    def _read(self) -> None:
        """Read the texts not read so far. Those that the reader would give back unchanged are known by their bytes."""
        before = len(self._key_of)
        if before == len(self._texts):
            return
        new = self._texts.series(before)
        plain = np.empty(len(new), np.uint8)
        at = 0
        with text_views(new) as stretches:
            for views in stretches:
                plain_texts(views.words, views.buffers, plain[at : at + len(views.words)])
                at += len(views.words)
        odd = np.flatnonzero(plain == 0)
        keys = np.arange(before, before + len(new), dtype=np.uint32)
        read = zip(odd, map(values.name, new[odd].to_list()), strict=True)
        named = [(before + int(row), name) for row, name in read if not isinstance(name, Bad)]
        keys[odd] = NOBODY
        self.some_bad = self.some_bad or len(named) < len(odd)
        self._key_of = np.append(self._key_of, keys)
        if named:
            numbers = self._texts.codes(pl.Series([name for _, name in named], dtype=pl.String))
            self._key_of = np.append(self._key_of, np.arange(len(self._key_of), len(self._texts), dtype=np.uint32))
            self._key_of[[text for text, _ in named]] = numbers
            self._key_of[numbers] = numbers
        self._plain = self._plain and bool((self._key_of[before:] == np.arange(before, len(self._key_of))).all())

    def series(self) -> pl.Series:
        """Everybody's key, by number."""
        return self._texts.series()
