"""What a change of the facts does to the ranking: who moves, and by how much."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from bareme.facts import Facts
from bareme.lists import headline
from bareme.replay import replay
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.book import Standing


@dataclass(frozen=True)
class Move:
    """One player's published number before and after, None where he has none."""

    player: str
    before: float | None
    after: float | None

    @property
    def change(self) -> float | None:
        """The difference, None where one side is missing."""
        return None if self.before is None or self.after is None else self.after - self.before


@dataclass(frozen=True)
class Effect:
    """Everybody who moves, those who move most first; newcomers last."""

    on: date
    moves: list[Move]

    @property
    def codes(self) -> list[str]:
        """Their codes."""
        return [move.player for move in self.moves]


def effect(rulebook: Rulebook, before: Facts, after: Facts, on: date | None = None) -> Effect:
    """Compare the lists of one day, rated from the facts as they are and as they would be; by default the day of the later list.

    Errors: Refused, as of `replay`.
    """
    then = replay(rulebook, after, on=on)
    now = replay(rulebook, before, on=then.on).standings if before else []
    return Effect(then.on, moves(now, then.standings))


def moves(before: Iterable[Standing], after: Iterable[Standing]) -> list[Move]:
    """Who differs between two sets of standings."""
    old = {row.player: headline(row) for row in before}
    new = {row.player: headline(row) for row in after}
    found = [Move(player, old.get(player), new.get(player)) for player in old.keys() | new.keys()]
    moved = [move for move in found if move.before != move.after]
    return sorted(moved, key=lambda move: (move.change is None, -abs(move.change or 0.0), move.player))
