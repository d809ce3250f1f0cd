"""A player's history told: event by event, opponent by opponent, list by list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from bareme.office.editions.models import EditionRow
from bareme.office.pools.models import Pool
from bareme.portal.public.lines import Told


@dataclass
class Entry:
    """An event of a player, or something that happened to his rating outside events: one row of his history."""

    event: int | None
    name: str
    lines: list[Told] = field(default_factory=list)

    @property
    def pk(self) -> int:
        """The number of its first line."""
        return self.lines[0].pk

    @property
    def days(self) -> tuple[date, date]:
        """The first and the last."""
        days = [told.day for told in self.lines]
        return min(days), max(days)

    @property
    def counted(self) -> list[Told]:
        """The lines that count."""
        return [told for told in self.lines if told.counted]

    @property
    def left_out(self) -> list[Told]:
        """Those that do not."""
        return [told for told in self.lines if not told.counted]

    @property
    def games(self) -> list[Told]:
        """Games that count."""
        return [told for told in self.lines if told.score is not None]

    @property
    def score(self) -> float:
        """Points made in them."""
        return sum(told.score or 0.0 for told in self.games)

    @property
    def before(self) -> float | None:
        """The number before the first line that counts."""
        return self.counted[0].before if self.counted else None

    @property
    def after(self) -> float | None:
        """The number after the last one."""
        return self.counted[-1].after if self.counted else None

    @property
    def change(self) -> float | None:
        """What it moved, all its lines together; None where nothing counted or he is still unrated."""
        known = [told for told in self.counted if told.before is not None and told.after is not None]
        return sum(told.change for told in known) if known else None


PAUSE = timedelta(days=3)  # a longer one within an event (a club's nights, a league) begins another row


def entries(lines: Iterable[Told]) -> list[Entry]:
    """The history, oldest first: days of an event that follow each other are one row, what is outside events another each."""
    found: list[Entry] = []
    events: dict[int, Entry] = {}
    for told in lines:
        if told.event is None:
            found.append(Entry(None, told.heading, [told]))
            continue
        going_on = events.get(told.event)
        if going_on is not None and told.day - max(before.day for before in going_on.lines) <= PAUSE:
            going_on.lines.append(told)
        else:
            events[told.event] = Entry(told.event, told.line.event, [told])
            found.append(events[told.event])
    return found


@dataclass
class Opponent:
    """Everything against one opponent."""

    code: str
    name: str
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    change: float = 0.0
    last: date = date.min

    @property
    def score(self) -> float:
        """Points made."""
        return self.won + self.drawn / 2


def opponents(lines: Iterable[Told]) -> list[Opponent]:
    """Everybody he met in games that count, the most often met first."""
    found: dict[str, Opponent] = {}
    for told in lines:
        if told.score is None:
            continue
        one = found.setdefault(told.opponent_code, Opponent(told.opponent_code, told.line.opponent))
        one.games += 1
        one.won += told.score == 1
        one.drawn += told.score == 0.5
        one.lost += told.score == 0
        one.change += told.change
        one.last = max(one.last, told.line.date)
    return sorted(found.values(), key=lambda one: (-one.games, one.name))


@dataclass(frozen=True)
class Listed:
    """A player in one list: what it said of him, and what lay between it and the list before."""

    row: EditionRow
    value: float | None
    change: float | None
    games: int
    others: tuple[str, ...]  # what moved him besides games: kinds of journal lines, told


def listed(pool: Pool, members: Sequence[int], lines: Sequence[Told], number: str) -> list[Listed]:
    """A player's line in each list, oldest first, of each day the last edition. `number`: which published number counts."""
    rows = EditionRow.objects.filter(player__in=members, edition__pool=pool).select_related("edition")
    by_day: dict[date, EditionRow] = {}
    for row in rows.order_by("edition__day", "edition__number"):
        by_day[row.edition.day] = row
    found: list[Listed] = []
    before, since = None, date.min
    for day, row in by_day.items():
        value = row.published.get(number)
        between = [told for told in lines if since < told.line.date <= day]
        others = dict.fromkeys(told.heading for told in between if told.event is None and told.counted and told.change)
        change = value - before if value is not None and before is not None else None
        games = sum(told.score is not None for told in between)
        found.append(Listed(row, value, change, games, tuple(others)))
        before, since = value, day
    return found
