"""What a loop may say to the machine. In plain Python these do the same, or nothing; compiled they are `intrinsics.py`."""

from __future__ import annotations

import ctypes
from typing import Any

AHEAD = 24  # games: enough for the memory's latency, few enough to stay in the first cache


def prefetch(array: Any, row: Any) -> None:
    """A hint to the processor: fetch this row, it is wanted soon. It changes no number.

    With a million players each game misses the cache twice; asking for the players of the game AHEAD hides the wait.
    """


def word_at(address: int) -> Any:
    """The eight bytes that lie at an address."""
    return ctypes.c_uint64.from_address(address).value


def put_word(address: int, word: Any) -> None:
    """Eight bytes, written at an address."""
    ctypes.c_uint64.from_address(address).value = int(word)
