"""Made-up seasons for a scripted year: what really happened, and how it reaches the office."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from bareme.facts import Game

FIRST_NAMES = (
    *("Ada", "Bo", "Cy", "Di", "Élodie", "Farid", "Gaëlle", "Hugo", "Inès", "Jules", "Karim", "Léa", "Marc", "Noé", "Odile"),
    *("Paul", "Rémi", "Sara", "Théo", "Zoé"),
)
LAST_NAMES = (
    *("Aubry", "Bernard", "Chénier", "Dupré", "Étienne", "Faure", "Girard", "Huet", "Imbert", "Joly", "Lefèvre", "Martin"),
    *("Noël", "Picard", "Roux"),
)
HEADER = "date,event,round,player_a,player_b,score_a,length\n"


def people(count: int) -> list[str]:
    """So many different names."""
    names = [f"{first} {last}" for last in LAST_NAMES for first in FIRST_NAMES]
    return names[:count]


@dataclass
class Club:
    """Three seasons of a club, from September 2022 on. `nights` are events with their games, as they really were."""

    members: list[str]
    matches: int
    chance: random.Random = field(default_factory=lambda: random.Random(20220901))
    nights: list[list[Game]] = field(default_factory=list)

    def __post_init__(self) -> None:
        idle = set(self.members[: len(self.members) // 10])  # they pause in the second season
        days = [date(2022, 9, 5) + timedelta(days=7 * week) for week in range(156)]
        each = max(self.matches // len(days), 2)
        for day in days:
            second = date(2023, 9, 1) <= day < date(2024, 9, 1)
            present = [name for name in self.members if not (second and name in idle)]
            met: set[tuple[int, frozenset[str]]] = set()  # two who met twice in a round would be a contradiction
            self.nights.append([self._match(day, present, number, met) for number in range(each)])

    def _match(self, day: date, present: list[str], number: int, met: set[tuple[int, frozenset[str]]]) -> Game:
        a, b = self.chance.sample(present, 2)
        while (1 + number % 3, frozenset((a, b))) in met:
            a, b = self.chance.sample(present, 2)
        met.add((1 + number % 3, frozenset((a, b))))
        better = (self.members.index(a) < self.members.index(b)) == (self.chance.random() < 0.7)
        length = self.chance.choice((5, 7, 9, 11))
        return Game(day, f"Soirée du {day}", 1 + number % 3, number, a, b, float(better), length)

    def month(self, year: int, month: int) -> list[list[Game]]:
        """The nights of one month."""
        return [night for night in self.nights if (night[0].date.year, night[0].date.month) == (year, month)]

    def facts(self) -> Iterator[Game]:
        """Everything, with sequences as files give them: by the row."""
        for night in self.nights:
            yield from night


def table(games: list[Game]) -> str:
    """A file of results."""
    rows = (f"{g.date},{g.event},{g.round},{g.player_a},{g.player_b},{g.score_a:g},{g.length or ''}\n" for g in games)
    return HEADER + "".join(rows)


def renamed(games: list[Game], name: str, other: str) -> list[Game]:
    """The same games with somebody under another name."""

    def changed(player: str) -> str:
        return other if player == name else player

    return [replace(game, player_a=changed(game.player_a), player_b=changed(game.player_b)) for game in games]


def months(first: date, count: int) -> Iterator[date]:
    """The first days of so many months."""
    for at in range(first.year * 12 + first.month - 1, first.year * 12 + first.month - 1 + count):
        yield date(at // 12, at % 12 + 1, 1)
