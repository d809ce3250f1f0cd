"""What a change of the facts does to the ranking: who moves, and by how much."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from bareme.lists import Step, headline, histogram, ranks
from bareme.rulebooks.book import Standing

MOST_BARS = 11


@dataclass(frozen=True)
class Move:
    """One player's published number before and after, None where he has none; his rank and level likewise."""

    player: str
    before: float | None
    after: float | None
    rank_before: int | None = None
    rank_after: int | None = None
    level_before: str = ""
    level_after: str = ""

    @property
    def change(self) -> float | None:
        """The difference, None where one side is missing."""
        return None if self.before is None or self.after is None else self.after - self.before


@dataclass(frozen=True)
class Effect:
    """Everybody who moves, those who move most first; newcomers last. `below`: whom it moves by less than is published."""

    on: date
    moves: list[Move]
    below: int = 0

    @property
    def codes(self) -> list[str]:
        """Their codes."""
        return [move.player for move in self.moves]

    @property
    def changes(self) -> list[float | None]:
        """By how much each moves."""
        return [move.change for move in self.moves]

    @property
    def largest(self) -> float:
        """The largest movement, without its sign."""
        return max((abs(change) for change in self.changes if change is not None), default=0.0)

    @property
    def levels(self) -> list[Move]:
        """Those who change level."""
        return [move for move in self.moves if move.level_before != move.level_after]


def compared(on: date, before: Iterable[Standing], after: Iterable[Standing]) -> Effect:
    """The difference between two lists of one day."""
    old, new = _by_player(before), _by_player(after)
    moved = _moves(old, new)
    told = {move.player for move in moved}
    below = sum(player not in told and _exact(old.get(player)) != _exact(row) for player, row in new.items())
    return Effect(on, moved, below)


def moves(before: Iterable[Standing], after: Iterable[Standing]) -> list[Move]:
    """Whose published number, or level, differs between two lists."""
    return _moves(_by_player(before), _by_player(after))


def _by_player(standings: Iterable[Standing]) -> dict[str, Standing]:
    return {standing.player: standing for standing in standings}


def _exact(standing: Standing | None) -> tuple[float | None, ...] | None:
    return (standing.rating, standing.elo, standing.experience) if standing else None


def _published(standing: Standing | None) -> tuple[float | None, str] | None:
    return (headline(standing), standing.level) if standing else None


def _moves(old: Mapping[str, Standing], new: Mapping[str, Standing]) -> list[Move]:
    moved = [player for player in old.keys() | new.keys() if _published(old.get(player)) != _published(new.get(player))]
    if not moved:
        return []
    rank_before, rank_after = ranks(old.values()), ranks(new.values())
    found = []
    for player in moved:
        then, now = old.get(player), new.get(player)
        (number_then, level_then), (number_now, level_now) = _published(then) or _NOWHERE, _published(now) or _NOWHERE
        places = rank_before(then) if then else None, rank_after(now) if now else None
        found.append(Move(player, number_then, number_now, *places, level_then, level_now))
    return sorted(found, key=lambda move: (move.change is None, -abs(move.change or 0.0), move.player))


_NOWHERE: tuple[float | None, str] = (None, "")


def bars(changes: Iterable[float | None]) -> list[Step]:
    """A histogram of the changes that are one, in steps of a point or more."""
    return histogram([change for change in changes if change], MOST_BARS, 1.0)
