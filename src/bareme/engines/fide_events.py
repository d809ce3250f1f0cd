"""The events that have begun and are not rated yet, and their games, in columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from bareme.engines import fide_kernel as kernel
from bareme.engines.fide_kernel import UNRATED
from bareme.engines.games import Games, Legend, date_of, number_of
from bareme.facts import Event, Place
from bareme.rulebooks.fide.people import OpenEvent, Played

Array: TypeAlias = "np.ndarray[Any, Any]"

CARRIED = 0xFFFF  # in place of a part: the game's place came with a carried state


@dataclass(slots=True)
class Pending:
    """Games that wait for the list of their event. `own`, `other`: the two players' ratings when it began."""

    slot: Array
    first: Array
    second: Array
    halves: Array
    own: Array
    other: Array
    day: Array
    round: Array
    sequence: Array
    part: Array
    row: Array

    def __len__(self) -> int:
        return len(self.slot)

    def take(self, rows: Any) -> Pending:
        """Some of them."""
        return Pending(*(getattr(self, one.name)[rows] for one in fields(self)))

    @classmethod
    def joined(cls, pieces: Sequence[Pending]) -> Pending:
        """Several behind one another."""
        return cls(*(np.concatenate([getattr(piece, one.name) for piece in pieces]) for one in fields(cls)))

    @classmethod
    def none(cls) -> Pending:
        """No games."""
        return cls(*(np.empty(0, kind) for kind in ("i4", "u4", "u4", "u1", "i8", "i8", "i4", "i8", "i8", "u2", "u4")))


class OpenEvents:
    """Slots, in the order the events began. `about` gives the numbers of an event's first day (`fide_kernel`)."""

    def __init__(self, legend: Legend, about: Callable[[date], Sequence[int]]) -> None:
        self.legend = legend
        self.known: Mapping[str, Event] = {}
        self.events: list[OpenEvent] = []
        self.codes: list[int] = []
        self.numbers = np.empty((0, 5), "i4")
        self.games: list[Pending] = []
        self.carried: list[Place] = []
        self._about = about
        self._slot_of = np.empty(0, "i4")  # by the event's code
        self._days: dict[int, int] = {}  # day -> the code of the event that is that day

    def codes_of(self, games: Games) -> Array:
        """Each game's event; a game of no event is an event of its day."""
        codes = games.event if len(games.event) else np.zeros(len(games), "u4")
        alone = codes == 0
        if not alone.any():
            return codes
        days, places = np.unique(games.day[alone], return_inverse=True)
        new = [day for day in days.tolist() if day not in self._days]
        if new:
            named = self.legend.events.codes(pl.Series([date_of(day).isoformat() for day in new]))
            self._days.update(zip(new, named.tolist(), strict=True))
        found = codes.copy()
        found[alone] = np.array([self._days[day] for day in days.tolist()], "u4")[places]
        return found

    def enter(self, games: Games, codes: Array, counts: Array) -> Array:
        """The slot of each game that counts, else -1; events are opened and prolonged on the way."""
        texts = len(self.legend.events)
        if texts > len(self._slot_of):
            longer = np.full(2 * texts, -1, "i4")
            longer[: len(self._slot_of)] = self._slot_of
            self._slot_of = longer
        used = len(self.events)
        end = np.empty(used + len(games), "i4")
        end[:used] = [number_of(event.end) for event in self.events]
        opened = np.empty(len(games), "u4")
        slots = kernel.enter(codes, games.day, counts.view("u1"), self._slot_of, end, opened, used)
        for slot, event in enumerate(self.events):
            if number_of(event.end) != end[slot]:
                event.end = date_of(end[slot])
        names = self.legend.events.series()
        for slot, game in enumerate(opened[: slots - used].tolist(), used):
            known = self.known.get(names[int(codes[game])]) if len(games.event) and games.event[game] else None
            self._open(int(codes[game]), names[int(codes[game])], date_of(games.day[game]), date_of(end[slot]), known)
        self._count_up()
        return np.where(counts, self._slot_of[codes], -1).astype("i4")

    def _open(self, code: int, name: str, day: date, end: date, known: Event | None) -> None:
        start = min(known.start or day, day) if known else day
        event = OpenEvent(name, start, end, None)
        if known:
            prolong(event, known)
        self._add(event, code)

    def _add(self, event: OpenEvent, code: int) -> None:
        self._slot_of[code] = len(self.events)
        self.events.append(event)
        self.codes.append(code)

    def _count_up(self) -> None:
        """The numbers of the events that have none yet."""
        new = [[number_of(event.start), *self._about(event.start)] for event in self.events[len(self.numbers) :]]
        if new:
            self.numbers = np.concatenate([self.numbers, np.array(new, "i4")])

    def wait(self, games: Games, slots: Array, own: Array, other: Array, rows: Array) -> None:
        """These games, of rated players on one side at least, wait for their list."""
        some = games.take(rows)
        part = some.part if len(some.part) else np.zeros(len(some), "u2")
        self.games.append(
            Pending(
                slots[rows], some.first, some.second, some.halves, own[rows], other[rows], some.day,
                some.round.astype("i8") if len(some.round) else np.zeros(len(some), "i8"), self._sequences(some, part), part,
                some.row,
            )
        )  # fmt: skip

    def _sequences(self, games: Games, part: Array) -> Array:
        if len(games.sequence):
            return games.sequence
        found = np.zeros(len(games), "i8")
        for index in np.unique(part).tolist():
            here = part == index
            found[here] = self.legend.parts[index].sequences(games.row[here])
        return found

    def taken(self, slots: Sequence[int], keep: bool = False) -> tuple[Pending, list[OpenEvent], Array]:
        """The games of these events, event by event in the order of a period; the events and their numbers. They are closed,
        unless kept.
        """
        ordered = sorted(slots, key=lambda slot: self.events[slot].order)
        waiting = self._together()
        place = np.full(len(self.events) + 1, -1, "i4")
        place[ordered] = np.arange(len(ordered), dtype="i4")
        due = place[waiting.slot] >= 0 if len(waiting) else np.zeros(0, bool)
        games = waiting.take(np.flatnonzero(due))
        games.slot = place[games.slot]
        if len(games) and (np.diff(games.slot) < 0).any():
            games = games.take(np.argsort(games.slot, kind="stable"))
        found = [self.events[slot] for slot in ordered], self.numbers[ordered]
        if not keep:
            self._close(slots, waiting, due)
        return games, *found

    def _together(self) -> Pending:
        self.games = [Pending.joined(self.games)] if len(self.games) > 1 else self.games
        return self.games[0] if self.games else Pending.none()

    def _close(self, slots: Sequence[int], waiting: Pending, due: Array) -> None:
        gone = set(slots)
        rest = [slot for slot in range(len(self.events)) if slot not in gone]
        for slot in slots:
            self._slot_of[self.codes[slot]] = -1
        renumbered = np.zeros(len(self.events) + 1, "i4")
        renumbered[rest] = np.arange(len(rest), dtype="i4")
        left = waiting.take(np.flatnonzero(~due))
        left.slot = renumbered[left.slot]
        self.games = [left] if len(left) else []
        self.events = [self.events[slot] for slot in rest]
        self.codes = [self.codes[slot] for slot in rest]
        self.numbers = self.numbers[rest]
        self._slot_of[self.codes] = np.arange(len(rest), dtype="i4")

    # -- records

    def played(self, games: Pending, at: int, names: pl.Series) -> Played:
        """One of the games as the book knows it."""
        part, row = int(games.part[at]), int(games.row[at])
        place = self.carried[row] if part == CARRIED else self.legend.parts[part].place(row)
        return Played(
            date_of(games.day[at]), int(games.round[at]), int(games.sequence[at]), names[int(games.first[at])],
            names[int(games.second[at])], int(games.halves[at]), place,
        )  # fmt: skip

    def records(self) -> list[OpenEvent]:
        """The open events with their games."""
        names = self.legend.names.series()
        waiting = self._together()
        found = [OpenEvent(event.name, event.start, event.end, event.reported) for event in self.events]
        for at, slot in enumerate(waiting.slot.tolist()):
            found[slot].games.append(self.played(waiting, at, names))
        return found

    def restored(self, events: Sequence[OpenEvent], ratings: Callable[[Array, Array], Array]) -> None:
        """Events of a carried state, with their games. `ratings`: of players (rows) when the events (slots) began."""
        names = self.legend.events.codes(pl.Series([event.name for event in events], dtype=pl.String)).tolist()
        if len(self.legend.events) > len(self._slot_of):
            self._slot_of = np.full(2 * len(self.legend.events), -1, "i4")
        for event, code in zip(events, names, strict=True):
            self._add(OpenEvent(event.name, event.start, event.end, event.reported), code)
        self._count_up()
        games = [(slot, game) for slot, event in enumerate(events) for game in event.games]
        if not games:
            return
        count = len(games)
        slots = np.array([slot for slot, _ in games], "i4")
        first = self.legend.names.of_keys([game.player_a for _, game in games])
        second = self.legend.names.of_keys([game.player_b for _, game in games])
        base = len(self.carried)
        self.carried += [game.source for _, game in games]
        self.games.append(
            Pending(
                slots, first, second, np.array([game.half_points_a for _, game in games], "u1"), ratings(first, slots),
                ratings(second, slots), np.array([number_of(game.date) for _, game in games], "i4"),
                np.array([game.round for _, game in games], "i8"), np.array([game.sequence for _, game in games], "i8"),
                np.full(count, CARRIED, "u2"), np.arange(base, base + count, dtype="u4"),
            )
        )  # fmt: skip


def prolong(event: OpenEvent, known: Event) -> None:
    """What is known of an event, beside its games, may end it later."""
    event.end = max(event.end, known.end or event.end)
    event.reported = known.reported or event.reported


def merged(events: Mapping[str, Event], running: Iterable[Event]) -> Mapping[str, Event]:
    """What is known of events, with what was known before of those that had begun."""
    found = dict(events)
    for before in running:
        now = found.get(before.name, before)
        start, end = (pick(filter(None, days), default=None) for pick, days in _bounds(before, now))
        found[before.name] = replace(now, start=start, end=end, reported=now.reported or before.reported)
    return found


def _bounds(one: Event, other: Event) -> Any:
    return (min, (one.start, other.start)), (max, (one.end, other.end))


@dataclass(slots=True)
class Sides:
    """Games seen by either player whose opponent was rated when the event began; a player's follow each other, in order."""

    player: Array
    slot: Array
    own: Array
    opponent: Array
    halves: Array
    game: Array  # which of the games
    second: Array  # is it the one named second?

    def __len__(self) -> int:
        return len(self.player)

    def take(self, rows: Any) -> Sides:
        """Some of them."""
        return Sides(*(getattr(self, one.name)[rows] for one in fields(self)))

    @classmethod
    def of(cls, games: Pending) -> Sides:
        """The sides of games."""
        count = len(games)
        kept = np.flatnonzero(np.stack([games.other != UNRATED, games.own != UNRATED], 1).ravel())
        game, second = np.divmod(kept, 2)
        player = np.where(second, games.second[game], games.first[game]) if count else games.first
        order = np.argsort(player, kind="stable")
        game, second = game[order], second[order]
        return cls(
            player=np.ascontiguousarray(player[order]),
            slot=games.slot[game],
            own=np.where(second, games.other[game], games.own[game]),
            opponent=np.where(second, games.own[game], games.other[game]),
            halves=np.where(second, 2 - games.halves[game], games.halves[game]).astype("u1"),
            game=game,
            second=second,
        )

    def starts(self) -> Array:
        """Where each player's sides begin."""
        return np.flatnonzero(np.append(True, self.player[1:] != self.player[:-1])) if len(self) else np.empty(0, "i8")

    def starts_in_order(self) -> Array:
        """The same, in the order in which the players are met."""
        starts = self.starts()
        return starts[np.argsort(2 * self.game[starts] + self.second[starts], kind="stable")]
