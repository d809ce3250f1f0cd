"""The journal: one line per player per counted fact, and one for each fact that did not count."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeAlias

from bareme.facts import NOWHERE, Place


@dataclass(frozen=True, slots=True)
class Line:
    """What one fact, or one turn of the calendar, did to one player.

    `kind`: `game`, `placement`, `assign`, `title`, `revalue`, `licence`, `rollover`, `first-rating`, `closing`,
    `opening`, `blend` ...; `not-counted` has before == after and says why in `reason` (a code of the catalogue).
    `before` and `after` are the player's rating in the rulebook's unit, unrounded unless the article
    rounds; None is unrated. `terms` are the formula's symbols with the numbers put in.
    """

    date: date
    player: str
    kind: str
    article: str  # id of the article that decided
    version: str  # the rulebook's version, by its first day in force
    before: float | None
    after: float | None
    terms: Mapping[str, Any]
    event: str = ""
    round: int = 0
    opponent: str = ""
    reason: str = ""
    source: Place = NOWHERE

    @property
    def change(self) -> float:
        """The movement; an unrated side counts as nought, so that a player's changes add up to his rating."""
        return (self.after or 0.0) - (self.before or 0.0)


Recorder: TypeAlias = Callable[[Line], None]
