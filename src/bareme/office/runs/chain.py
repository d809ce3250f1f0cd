"""A hash over texts in their order, one after the other, that can be taken up where an earlier run left it."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from operator import attrgetter
from typing import Any

from bareme.facts import Adjustment, Game, Placement
from bareme.replay import Fact

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str).encode


class Chain:
    """h = SHA-256(h before + text), from nothing; `count` texts so far."""

    __slots__ = ("_digest", "count")

    def __init__(self, value: str = "", count: int = 0) -> None:
        self._digest = bytes.fromhex(value)
        self.count = count

    @property
    def value(self) -> str:
        """The hash so far, empty before the first text."""
        return self._digest.hex()

    def add(self, text: str) -> None:
        """One text more."""
        self._digest = sha256(self._digest + text.encode("utf-8", "surrogatepass")).digest()
        self.count += 1


_GAME = attrgetter("event", "round", "sequence", "player_a", "player_b", "score_a", "length", "format", "rated", "why", "source")
_PLACEMENT = attrgetter("event", "rounds", "category", "player", "federation", "series", "place", "sequence", "source")
_ADJUSTMENT = attrgetter(
    *("player", "kind", "rating", "elo", "experience", "entrants", "level", "federation", "series", "reason", "sequence"),
    "source",
)
_CONTENT = {Game: ("game", _GAME), Placement: ("placement", _PLACEMENT), Adjustment: ("adjustment", _ADJUSTMENT)}


def fact_text(fact: Fact) -> str:
    """A fact as the text that is hashed."""
    kind, content = _CONTENT[type(fact)]
    return _encode((kind, _day(fact.date), *content(fact)))


@cache
def _day(day: Any) -> str:
    return str(day.isoformat())
