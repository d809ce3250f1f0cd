"""All sources of one call to games in order: what `readers/gathering.py` does for files, done for whole columns.

Small files (decisions, lists of players, tournament reports) go through the readers, results tables through `table.py`.
As long as they fit, all games are held in columns, some thirty bytes each, and put in order together. Beyond that they are
handed on day by day as they come, when they come in the order of their dates; else they are dealt out to a file on disk
and taken from there, some days at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from bareme.engines.dealt import Dealt
from bareme.engines.games import FactsPart, Games, Legend, date_of, of_facts
from bareme.engines.lawful import Once, in_order
from bareme.engines.meanings import MeaningChangedError
from bareme.engines.opening import Opening
from bareme.engines.people import Settled, Uses, renamed, settle
from bareme.engines.plain_csv import NotPlainError
from bareme.engines.said import Said
from bareme.facts import Adjustment, Event, Facts, Game, Place, Placement, Player
from bareme.findings import Finding
from bareme.readers.doubles import Checked, without_doubles
from bareme.readers.gathering import Options, less
from bareme.readers.placements import broken_places
from bareme.readers.reading import FileSummary
from bareme.replay import event_spans

Array: TypeAlias = "np.ndarray[Any, Any]"

NEVER = (1 << 31) - 1
HELD = 20_000_000  # games held in memory at once


class AgainError(Exception):
    """Something learnt on the way changes what was handed on already: take the sources in again, knowing it."""


@dataclass(slots=True)
class Learned:
    """What an earlier reading of the same sources taught."""

    cells: dict[int, dict[str, list[str]]] = field(default_factory=dict)  # of columns whose cells explain each other
    not_plain: set[int] = field(default_factory=set)  # files that the reader must read
    names_first: bool = False  # people must be known before the first game is handed on
    unsorted: bool = False  # dates go back


class Intake:
    """One reading of the sources. Players and decisions are known with the first stretch, the findings after the last.

    Errors: AgainError, from `stretches`: make another one with the same `learned`.
    """

    def __init__(
        self,
        sources: Sequence[Any],
        options: Options,
        learned: Learned,
        *,
        held: int = HELD,
        later_than: int | None = None,
        known: pl.DataFrame | None = None,
        counted: Mapping[str, str] | None = None,
        spanned: bool = False,
    ) -> None:
        self.options = options
        self.learned = learned
        self.held = held
        self.later_than = later_than  # only games after this day
        self.spanned = spanned  # the first and last day of every event is wanted, with the first stretch
        self.known = known  # people of carried standings
        self.legend = Legend()
        self.players: tuple[Player, ...] = ()
        self.adjustments: tuple[Adjustment, ...] = ()
        self.placements: tuple[Placement, ...] = ()
        self.facts = Facts()  # of the small parts, without their games
        self.findings: tuple[Finding, ...] = ()
        self.files: tuple[FileSummary, ...] = ()
        self.opening = Opening(sources, options, self.legend, learned, counted or {})
        self._uses = Uses()
        self._told: dict[int, Said] = {}
        self._once = Once(self.legend, self._told)
        self._settled: Settled | None = None
        self._checked = Checked([])
        self._spans = np.empty((0, 2), "i4")  # by event
        self._early = False  # were people settled before all names were met?

    # -- what the replay takes

    def stretches(self) -> Iterator[Games]:
        """The games, each once, in the order the law knows; each stretch has whole days."""
        if self.learned.names_first:
            for piece in self._pieces():
                self._measure(piece)
            self._settle()
            for piece in self._small_games():
                self._measure(piece)
            self.opening.rewind()
        held: list[Games] = []
        total = 0
        pieces = self._pieces()
        for piece in pieces:
            held.append(piece)
            total += len(piece)
            if total > self.held:
                yield from self._beyond(held, pieces)
                break
        else:
            yield from self._together(held)
        self._finish()

    def met(self) -> Array:
        """The players of the games of big tables, and of the small ones."""
        small = [name for facts in self._united.parts for game in facts.games for name in (game.player_a, game.player_b)]
        return np.union1d(self._uses.names(), self.legend.names.of_keys(small))

    def events(self) -> Mapping[str, Event]:
        """What the small parts say of events; of every event its days, if they are wanted."""
        texts = self.legend.events.series()
        days = [
            Game(date_of(day), texts[code], 0, 0, "", "", 0.0)
            for code in np.flatnonzero(self._spans[:, 0] <= self._spans[:, 1]).tolist()
            for day in self._spans[code].tolist()
        ]
        told = [(i, part) for i, part in enumerate(self._checked.parts) if isinstance(self.legend.parts[i], FactsPart)]
        events = [event for i, part in told for event in part.events if event.name not in self._once.gone.get(i, ())]
        return event_spans(Facts(events=tuple(events), games=tuple(days), placements=self.placements))

    def _measure(self, games: Games) -> None:
        """Note the first and the last day of each event."""
        if not self.spanned or not len(games):
            return
        new = np.tile(np.array([[NEVER, -NEVER]], "i4"), (len(self.legend.events) - len(self._spans), 1))
        self._spans = np.concatenate([self._spans, new])
        codes = games.event if len(games.event) else np.zeros(len(games), "u4")
        np.minimum.at(self._spans[:, 0], codes, games.day)
        np.maximum.at(self._spans[:, 1], codes, games.day)

    def _pieces(self) -> Iterator[Games]:
        """The games of the big tables as they come."""
        for part in self.opening.tables():
            table, bulk = part
            if self.later_than is not None and "date" in table.columns.at:
                table.rows = bulk.leave_out(table.columns.at["date"], date_of(self.later_than))
            try:
                for batch in bulk.read(self.opening.wanted(table, bulk)):
                    games = table.read(batch)
                    self._uses.add(games, table.index, len(self.legend.names))
                    if self.later_than is not None:
                        games = games.take(games.day > self.later_than)
                    yield self._keyed(games) if self._settled else games
            except MeaningChangedError:
                self.learned.cells[table.index] = table.learned
                raise AgainError from None
            except NotPlainError:
                self.learned.not_plain.add(table.index)
                raise AgainError from None
            table.finish()
            self.opening.close(table)

    def _keyed(self, games: Games) -> Games:
        """Games of a big table under the keys that count."""
        changed = self._settled.changed if self._settled else None
        return renamed(games, changed, len(self.legend.names)) if changed else games

    # -- all of them in memory

    def _together(self, held: list[Games]) -> Iterator[Games]:
        if self._settled is None:
            self._settle()
            held = [self._keyed(games) for games in held]
        games = self._joined([*self._small_games(), *held])
        if len(games):
            parts = self.legend.parts
            told = {i: facts for i, facts in enumerate(self._united.parts) if isinstance(parts[i], FactsPart)}
            games = self._once.events(games, told)
            games = self._once.games(in_order(games, self.legend))
            self._spans = self._spans[:0]
            self._measure(games)
            yield games

    @property
    def _united(self) -> Any:
        if self._settled is None:
            raise RuntimeError("people are not settled yet")
        return self._settled.united

    def _settle(self) -> None:
        self.opening.open_all()
        self._settled = settle(self.opening.gathering, self.legend, self._uses, self.known)
        united = self._settled.united
        parts = [replace(facts, games=()) for facts in united.parts]
        self._checked = without_doubles(parts, [part.sequenced for part in self.legend.parts])
        self.players = united.players
        self.adjustments = tuple(row for part in self._checked.parts for row in part.adjustments)
        self.placements = tuple(row for part in self._checked.parts for row in part.placements)
        self._told.update({index: Said(part.file) for index, part in enumerate(self.legend.parts) if index not in self._told})

    def _small_games(self) -> list[Games]:
        """The games of the small parts, under common keys."""
        found = []
        for index, part in enumerate(self.legend.parts):
            if isinstance(part, FactsPart):
                part.games = self._united.parts[index].games
                if part.games:
                    games = of_facts(part.games, self.legend, index)
                    found.append(games if self.later_than is None else games.take(games.day > self.later_than))
        return found

    def _joined(self, pieces: Sequence[Games]) -> Games:
        """The pieces behind one another, part by part; where one has sequences, all have."""
        if any(len(piece.sequence) for piece in pieces):
            pieces = [self._sequenced(piece) for piece in pieces]
        return Games.joined(pieces)

    def _sequenced(self, games: Games) -> Games:
        if len(games.sequence) or not len(games):
            return games
        part = self.legend.parts[int(games.part[0]) if len(games.part) else 0]
        return replace(games, sequence=part.sequences(games.row))

    # -- more than are held

    def _beyond(self, held: list[Games], pieces: Iterator[Games]) -> Iterator[Games]:
        """Hand on whole days while dates come in order; deal the games out where they do not."""
        self.opening.open_all()
        if self._settled is None:
            if self.spanned or self.opening.people_matter() or (self.known is not None and (self.known["number"] != "").any()):
                self.learned.names_first = True
                raise AgainError
            self._settle()
            self._early = True
        small = self._joined(self._small_games())
        if self.learned.unsorted or not _sorted(held):
            yield from self._dealt([small, *held], pieces)
            return
        rest = [small]
        end = 0
        while held:
            end = max([end, *(int(piece.day[-1]) for piece in held if len(piece))])
            waiting = self._joined([*rest, *held])
            ready = waiting.day < end
            if ready.any():
                yield self._once.games(in_order(waiting.take(ready), self.legend))
            rest = [waiting.take(~ready)]
            held = self._next(pieces, end)
        last = rest[0]
        if len(last):
            yield self._once.games(in_order(last, self.legend))

    def _next(self, pieces: Iterator[Games], end: int) -> list[Games]:
        """Some more pieces, none of them before day `end`."""
        found: list[Games] = []
        for piece in pieces:
            if not len(piece):
                continue
            found.append(piece)
            if not _sorted(found) or int(piece.day[0]) < end:
                self.learned.unsorted = True
                raise AgainError
            if sum(map(len, found)) >= self.held // 8:
                break
        return found

    def _dealt(self, held: list[Games], pieces: Iterator[Games]) -> Iterator[Games]:
        """All games to a file on disk, and some days after the others from there."""
        some_sequence = any(part.sequenced for part in self.legend.parts) or len(held[0].sequence) > 0
        with closing(Dealt()) as dealt:
            for piece in (*held, *pieces):
                dealt.add(self._sequenced(piece) if some_sequence else piece)
            place = Place(self.legend.parts[0].file)
            self.opening.gathering.files[0].findings.append(Finding("sorted-on-disk", place, {"count": dealt.rows}))
            for games in dealt.stretches(self.held):
                yield self._once.games(in_order(games, self.legend))

    # -- at the end

    def _finish(self) -> None:
        """Everything found, file by file, as the gathering of the readers has it."""
        gathering = self.opening.gathering
        if gathering.wrong:
            self.findings = (gathering.wrong,)
            return
        if self._early:  # names met since may be alike
            self._settled = settle(gathering, self.legend, self._uses, self.known)
        for table in self.opening.closed:
            gathering.files[table.index].findings += table.said.all()
        checked = self._checked
        found = [finding for file in gathering.files for finding in file.findings]
        found += self._united.findings
        found += [finding for said in self._told.values() for finding in said.all()]
        found += [*checked.findings, *gathering.absent_columns()]
        found += [Finding("place-gap", place, details) for place, details in broken_places(self.placements)]
        lost = [first + self._once.lost.get(index, Counter()) for index, first in enumerate(checked.lost)]
        self.files = tuple(less(file.summary, gone) for file, gone in zip(gathering.files, lost, strict=True))
        order = {file.summary.file: index for index, file in enumerate(gathering.files)}
        found.sort(key=lambda finding: (order.get(finding.place.file, -1), finding.place.line))
        self.findings = tuple(found)


def _sorted(pieces: Sequence[Games]) -> bool:
    """Do the dates of the pieces never go back?"""
    last: Any = None
    for piece in pieces:
        if len(piece):
            if (last is not None and piece.day[0] < last) or (np.diff(piece.day) < 0).any():
                return False
            last = piece.day[-1]
    return True
