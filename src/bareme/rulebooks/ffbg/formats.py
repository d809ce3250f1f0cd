"""The notation of a match in sets: `2x9`, `2x9-11`, `3x5`."""

from __future__ import annotations

import re
from typing import NamedTuple

_NOTATION = re.compile(r"([1-9])\s*[xX×]\s*([1-9][0-9]{0,2})(?:\s*-\s*([1-9][0-9]{0,2}))?", re.ASCII)


class Sets(NamedTuple):
    """First to `sets` sets of `points` points, the deciding one to `deciding` points."""

    sets: int
    points: int
    deciding: int


def parse_format(text: str) -> Sets | None:
    """The notation read, or None when it is none: at most 9 sets, of at most 999 points."""
    found = _NOTATION.fullmatch(text.strip())
    if not found:
        return None
    sets, points, deciding = found.groups()
    return Sets(int(sets), int(points), int(deciding or points))
