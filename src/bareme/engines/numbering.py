"""Each different text or value of a column under a number, for as many columns and batches as come."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import polars as pl

from bareme.engines import coding_kernel as kernels
from bareme.engines.arrow import text_views

Codes: TypeAlias = "np.ndarray[Any, Any]"
_NONE = np.empty(0, np.uint8)
LATELY = 1 << 15  # texts met lately that are known by where they lie


class Texts:
    """Texts numbered in the order first met. A missing text is an empty one."""

    def __init__(self) -> None:
        room = 1024
        self._slots = np.zeros(4 * room, np.uint64)  # always a power of two
        self._keys = np.empty((room, 2), np.uint64)
        self._heap = np.empty(32 * room, np.uint8)
        self._counts = np.zeros(2, np.int64)  # texts, bytes used of the heap
        self._firsts = np.empty(room, np.int64)
        self._hashes = np.empty((kernels.GROUP, 2), np.uint64)
        self._met: list[pl.Series] = []

    def __len__(self) -> int:
        return int(self._counts[0])

    def codes(self, texts: pl.Series) -> Codes:
        """The number of each text of a column."""
        codes = np.empty(len(texts), np.uint32)
        before, at = len(self), 0
        lately = np.empty((LATELY if len(texts) > LATELY else 1, 3), np.uint64)
        with text_views(texts) as stretches:
            for views in stretches:
                near = lately[:1] if views.apart else lately
                near[:] = 0  # other texts may have the same views there
                done = 0
                while done < len(views.words):
                    done += self._number(views, codes[at + done : at + len(views.words)], done, at, near)
                at += done
        if len(self) > before:
            new = texts[self._firsts[before : len(self)]]
            few = len(new) < len(texts) // 8  # then the memory of the others must not be kept for their sake
            self._met.append(pl.Series([text or "" for text in new.to_list()], dtype=pl.String) if few else _filled(new))
        return codes

    def _number(self, views: Any, codes: Codes, done: int, at: int, lately: Any) -> int:
        words, valid = views.words[done:], views.valid[done:] if views.valid.size else _NONE
        new: int = kernels.number_texts(
            words, views.buffers, valid, codes, self._slots, self._keys, self._heap.ctypes.data, len(self._heap), self._counts,
            at + done, self._firsts, self._hashes, lately,
        )  # fmt: skip
        if new < len(words):
            longest = int((words[new : new + kernels.GROUP, 0] & np.uint64(0xFFFFFFFF)).sum())
            self._grow(longest)
        return new

    def _grow(self, wanted: int) -> None:
        """Room for as many texts again, and for `wanted` bytes more."""
        known, used = map(int, self._counts)
        if used + wanted + kernels.WORD > len(self._heap):
            self._heap = _longer(self._heap, 2 * (used + wanted) + kernels.WORD)
        if known + kernels.GROUP > len(self._keys) // 2:
            room = 4 * (known + kernels.GROUP)
            self._keys, self._firsts = _longer(self._keys, room), _longer(self._firsts, room)
        if 4 * (known + kernels.GROUP) > len(self._slots):
            self._slots = np.zeros(4 * len(self._slots), np.uint64)
            kernels.rehash_texts(self._slots, self._keys, self._heap.ctypes.data, known)

    def series(self, since: int = 0) -> pl.Series:
        """The texts by their numbers, from number `since` on."""
        if len(self._met) != 1:
            self._met = [pl.concat(self._met) if self._met else pl.Series(dtype=pl.String)]
        return self._met[0].slice(since)


class Words:
    """Values of eight bytes numbered in the order first met."""

    def __init__(self, room: int = 1024) -> None:
        room = 1 << max(room, 2).bit_length()  # the table's size must be a power of two
        self._slots = np.zeros(4 * room, np.uint64)
        self._keys = np.empty(room, np.uint64)
        self._counts = np.zeros(1, np.int64)
        self._firsts = np.empty(room, np.int64)

    def __len__(self) -> int:
        return int(self._counts[0])

    def codes(self, words: Codes) -> tuple[Codes, Codes]:
        """The number of each value; and where each value not met before stands."""
        codes = np.empty(len(words), np.uint32)
        before, done = len(self), 0
        while done < len(words):
            done += kernels.number_words(
                words[done:], codes[done:], self._slots, self._keys, self._counts, done, self._firsts
            )  # fmt: skip
            if done < len(words):
                room = 4 * len(self._keys)
                self._keys, self._firsts = _longer(self._keys, room), _longer(self._firsts, room)
                self._slots = np.zeros(4 * room, np.uint64)
                kernels.rehash_words(self._slots, self._keys, len(self))
        return codes, self._firsts[before : len(self)]

    @property
    def values(self) -> Codes:
        """The values by their numbers."""
        return self._keys[: len(self)]


def _filled(texts: pl.Series) -> pl.Series:
    return texts.fill_null("") if texts.null_count() else texts


def _longer(array: Codes, room: int) -> Codes:
    longer = np.empty((room, *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer
