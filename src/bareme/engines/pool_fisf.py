"""FISF in bulk: event after event a compiled loop over its rows; a season's turn over all members, in exact ratios."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from bareme.engines import fisf_kernel as kernel
from bareme.engines.fisf_listing import listing
from bareme.engines.fisf_members import Crowd, Members
from bareme.engines.fisf_terms import TERMS
from bareme.engines.fisf_views import Filled, Views, classified, quotas_for, views
from bareme.engines.games import Games, Legend, UnfitError, number_of
from bareme.engines.pools import BasePool
from bareme.facts import Event, Placement, Player
from bareme.findings import Finding
from bareme.journal import Recorder
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.book import Standing
from bareme.rulebooks.fisf.amounts import Amount, Ratio
from bareme.rulebooks.fisf.entries import Entries, entries
from bareme.rulebooks.fisf.event import Field, field, score
from bareme.rulebooks.fisf.law import RANKED, Law
from bareme.rulebooks.fisf.listing import standing
from bareme.rulebooks.fisf.season import Member, quotas_of
from bareme.rulebooks.fisf.series import Classification

Array: TypeAlias = "np.ndarray[Any, Any]"

ONE_DAY = timedelta(days=1)


class Pool(BasePool):
    """The FISF's regulation over many players."""

    columns: Sequence[str] = ("member",)
    terms: Mapping[str, Any] = TERMS

    def __init__(self, rulebook: Rulebook, legend: Legend) -> None:
        super().__init__(rulebook, legend)
        self.rules.events = {}
        exact = any(self.rules.law(version.start).exact for version in rulebook.versions)
        self.members = Members("object" if exact else "i8")
        self.quotas: dict[str, tuple[int, ...]] = {}
        self.bars: tuple[Ratio | None, ...] | None = None

    def _grow(self, size: int) -> None:
        self.members.grow(size)

    def games(self) -> Array:
        """Events played."""
        return self.members.events

    # -- the reference's book, for a few

    def prepare(self, players: Sequence[Player], events: Mapping[str, Event]) -> None:
        """A list of players with federation or series is the register of the licensed."""
        self.rules.events = events
        super().prepare(players, events)

    def book(self, rows: Iterable[int], record: Recorder | None = None) -> Any:
        """A book that knows these players, and what the seasons before have left."""
        book = super().book(rows, record)
        book.events, book.quotas, book.bars = self.rules.events, self.quotas, self.bars
        return book

    def _put(self, book: Any, name: str, row: int) -> None:
        book.members[name] = self.members.member(row)

    def _take(self, book: Any, name: str, row: int) -> bool:
        member = book.members.get(name)
        if member is not None:
            self.members.take(row, member)
        return member is not None

    # -- games do not count

    def reasons(self, games: Games) -> Array:
        """No game counts."""
        why = games.why if len(games.why) else np.zeros(len(games), "u2")
        return np.where(why == 0, np.uint16(self.legend.why("placements-only")), why)

    def play(self, games: Games) -> None:
        """Count them out."""
        self.grow()
        self.ready(games)

    def watch(self, games: Games, player: int | None, record: Recorder) -> None:
        """The same, recorded."""
        self.play(games)
        said = np.ones(len(games), bool) if player is None else (games.first == player) | (games.second == player)
        rows = np.flatnonzero(said)
        book = self.book(np.stack([games.first[rows], games.second[rows]], 1).ravel().tolist(), record)
        for game in self.legend.records(games, rows.tolist()):
            book.skip_game(game, "placements-only" if game.rated else game.why)

    # -- one event

    def meet(self, placements: Sequence[Placement]) -> None:
        """Articles slice to bonus for every row of one event."""
        rule = self.rules.law(placements[0].date)
        checked = entries(placements, self.rules.events.get(placements[0].event), rule)
        if checked.refused or checked.findings:
            self._refuse(checked)
        if checked.rows:
            self._count(checked, rule)

    def watch_meet(self, placements: Sequence[Placement], player: int | None, record: Recorder) -> None:
        """The same, recorded by the book."""
        rows = self.rows([row.player for row in placements])
        if player is not None and player not in rows:
            self.meet(placements)
            return
        book = self.book(rows, record)
        book.meet(placements)
        self.take(book, rows)

    def _refuse(self, checked: Entries) -> None:
        book = self.book([])
        book.findings.extend(checked.findings)
        for row, code, details in checked.refused:
            book.skip(row.date, row.player, code, row.event, row.source, details)
        self.take(book, [])

    def _count(self, checked: Entries, rule: Law) -> None:
        members = self.members
        player = np.array(self.rows([row.player for row in checked.rows]), "u4")
        try:
            place = np.array([row.place for row in checked.rows], "i8")
        except OverflowError:
            raise UnfitError from None
        series = np.array([row.series for row in checked.rows], "i8")
        event = field(rule, [int((series == n).sum()) for n in RANKED], checked.rounds, checked.category)
        season = rule.season_of(checked.rows[0].date)
        self._compare(checked, player, series, season)
        self._add(event, rule, player, place, series)
        members.series[player] = series
        homes = {row.federation: members.home(row.federation) for row in checked.rows if row.federation}
        told = np.array([homes.get(row.federation, -1) for row in checked.rows], "i4")
        members.federation[player] = np.where(told >= 0, told, members.federation[player])
        first = player[members.licensed[player] != number_of(season)]
        members.licensed_before[first] = members.licensed[first]
        members.licensed[first] = number_of(season)
        members.events[player] += 1
        members.played[player] += 1
        self.counted += len(player)

    def _compare(self, checked: Entries, player: Array, series: Array, season: date) -> None:
        """The book says which series are not those computed, or not the season's; only where one differs it is asked."""
        members = self.members
        played, known, computed = members.played[player] > 0, members.series[player], members.computed[player]
        differs = (known != series) & (played | (computed == known))
        book = None
        for at in np.flatnonzero(differs).tolist():
            book = book or self.book([])
            about = {"played": bool(played[at]), "series": int(known[at]), "computed": int(computed[at]) or None}
            book._recorded_series(checked.rows[at], SimpleNamespace(**about), season)
        if book:
            self.take(book, [])

    def _add(self, event: Field, rule: Law, player: Array, place: Array, series: Array) -> None:
        numerators, weights, bonuses = self.members.sums.values()
        if numerators.dtype == object:
            for row, at, own in zip(player.tolist(), place.tolist(), series.tolist(), strict=True):
                worth = score(rule, event, at, own)
                numerators[row] += np.array(worth.numerators, object)
                weights[row] += event.weights
                if own in RANKED:
                    bonuses[row, own - 1] += worth.bonus
            return
        columns = (np.array(column, "i8") for column in (event.present, event.better, event.weights))
        kernel.add(player, place, series, *columns, int(rule.bonus), numerators, weights, bonuses)

    # -- a day's percentages

    def _rows_on(self, rows: Array, on: date, closing: bool = False) -> Views:
        """What the book's `_view` is for one member."""
        members, rule = self.members, self.rules.law(on)
        share = rule.final_share if closing else rule.share(on)
        quotas = quotas_for(members.federation[rows], members.federations, lambda home, n: self._quota(home, n, rule))
        sums = {name: column[rows] for name, column in members.sums.items()}
        seen = views(rule, sums, quotas, members.previous[rows], share, closing or rule.quota_in_season)
        closed = np.flatnonzero(members.closed[rows])
        if on == rule.season_of(on) and closed.size:
            ended = self.rules.law(on - ONE_DAY)
            done = {name: column[rows[closed]] for name, column in members.closed_sums.items()}
            at = rows[closed]
            seen.put(closed, views(ended, done, members.closed_quotas[at], members.older[at], ended.final_share, True))
        return seen

    def _quota(self, federation: str, series: int, rule: Law) -> Amount:
        self.rules.quotas = self.quotas
        quota: Amount = self.rules.quota(federation, series, rule)
        return quota

    def _filled(self, rows: Array, seen: Views, rule: Law, day: date, closing: bool = False) -> Filled:
        members = self.members
        homes = [members.federations[home] for home in members.federation[rows].tolist()]
        licensees = self._licensees(rows, rule, day, closing)
        return classified(seen.shown, homes, members.series[rows], members.events[rows], licensees, rule.shares)

    def _licensees(self, rows: Array, rule: Law, day: date, closing: bool = False) -> dict[str, int]:
        self.rules.members = Crowd(self.members, rows)  # it is only counted
        licensees: dict[str, int] = self.rules.licensees(rule, day, closing)
        return licensees

    # -- the season

    def turn(self, day: date) -> None:
        """Articles final, series, recovery, quota; the next season opens with empty sums."""
        self._turn(day, None, None)

    def watch_turn(self, day: date, player: int | None, record: Recorder) -> None:
        """The same, recorded."""
        self._turn(day, player, record)

    def _turn(self, day: date, player: int | None, record: Recorder | None) -> None:
        self.grow()
        members, rule = self.members, self.rules.law(day - ONE_DAY)
        rows = self.there()
        seen = self._rows_on(rows, day - ONE_DAY, closing=True)
        found = self._filled(rows, seen, rule, day - ONE_DAY, closing=True)
        quotas = quotas_of(members.playing(), rule.quota_share)
        told = _written(rows, player, record)
        book = self.book(rows[told].tolist(), record)
        names = self.legend.names.series()
        for at in sorted(np.flatnonzero(told).tolist(), key=lambda at: names[int(rows[at])]):
            name = names[int(rows[at])]
            his = Classification({name: int(found.series[at])}, found.bars, frozenset({name} if found.recovered[at] else ()))
            book._close(name, book._view(book.members[name], day - ONE_DAY, closing=True), his, rule, day)
        self.take(book, rows[told].tolist())
        self._close(rows[~told], seen, np.flatnonzero(~told), found, rule)
        self.quotas, self.bars = quotas, found.bars

    def _close(self, rows: Array, seen: Views, places: Array, found: Filled, rule: Law) -> None:
        members = self.members
        members.computed[rows], members.recovered[rows] = found.series[places], found.recovered[places]
        if rule.computed_series:
            members.series[rows] = members.computed[rows]
        for name, column in members.closed_sums.items():
            column[rows] = seen.sums[name][places]
            members.sums[name][rows] = 0
        members.closed_quotas[rows], members.closed[rows] = seen.quotas[places], True
        members.older[rows] = members.previous[rows]
        members.previous[rows] = seen.season[places]
        members.idle[rows] = np.where(members.played[rows] > 0, 0, members.idle[rows] + 1)
        members.played[rows] = 0

    def finish(self, on: date) -> None:
        """Is anybody licensed?"""
        self._finish(on, None, None)

    def watch_finish(self, on: date, player: int | None, record: Recorder) -> None:
        """From the running percentage to the one the list of this day shows, recorded."""
        self._finish(on, player, record)

    def _finish(self, on: date, player: int | None, record: Recorder | None) -> None:
        self.grow()
        rows, rule = self.there(), self.rules.law(on)
        closed = self.bars is not None and on == rule.season_of(on)
        rule, day = (self.rules.law(on - ONE_DAY), on - ONE_DAY) if closed else (rule, on)
        active = ~self.members.unknown(rows) & ~self.members.inactive(rows)
        if active.any() and not any(self._licensees(rows, rule, day, closed).values()):
            self.findings.append(Finding("nobody-licensed", details={"day": on}))
        told = rows[_written(rows, player, record)]
        if told.size:
            self.book(told.tolist(), record).finish(on)

    # -- results

    def _today(self, rows: Array, seen: Views, on: date) -> tuple[Array, tuple[Ratio | None, ...]]:
        """The series of each row as they would be filled on this day, and the bars."""
        rule, members = self.rules.law(on), self.members
        if self.bars is not None and on == rule.season_of(on):
            return np.where(members.computed[rows] > 0, members.computed[rows], members.series[rows]), self.bars
        found = self._filled(rows, seen, rule, on)
        return found.series, found.bars

    def standings(self, on: date) -> pl.DataFrame:
        """Article series: by series as they would be filled on this day, then by the percentage of that series."""
        rows = self.there()
        seen = self._rows_on(rows, on)
        return listing(self.members, rows, seen, self._today(rows, seen, on)[0])

    def standing_rows(self, numbers: Sequence[int], on: date) -> list[Standing]:
        """The book's own rows of some players; series and bars of the day come from all of them."""
        rows = self.there()
        today, bars = self._today(rows, self._rows_on(rows, on), on)
        shown = {str(n): None if bar is None else float(bar) for n, bar in zip(RANKED, bars, strict=True)}
        series = dict(zip(rows.tolist(), today.tolist(), strict=True))
        book, names = self.book(numbers), self.legend.names.series()
        found = []
        for row in numbers:
            member = book.members[names[row]]
            found.append(standing(names[row], member, book._view(member, on), series[row], shown))
        return found

    def restore(self, state: Mapping[str, Any]) -> None:
        """The inverse of `state`."""
        book = self.book([])
        book.restore(state)
        self.quotas, self.bars = book.quotas, book.bars
        self.take(book, self.rows(list(state["members"])))

    def saved(self) -> pl.DataFrame:
        """Every member's state."""
        rows = self.there()
        written = [json.dumps(self.members.member(row).written(), ensure_ascii=False) for row in rows.tolist()]
        return pl.DataFrame({"games": self.members.events[rows], "member": pl.Series(written, dtype=pl.String)})

    def restored(self, rows: Array, state: pl.DataFrame) -> None:
        """The inverse of `saved`."""
        for row, written in zip(rows.tolist(), state["member"], strict=True):
            self.members.take(row, Member.read(json.loads(written)))
        self.known[rows] = 1

    def note(self, on: date) -> dict[str, Any]:
        """Quotas and bars of the season before."""
        state = self.book([]).state()
        return {name: state[name] for name in ("quotas", "bars")}

    def recall(self, noted: Mapping[str, Any]) -> None:
        """The inverse of `note`."""
        self.restore({"members": {}, **noted})


def _written(rows: Array, player: int | None, record: Recorder | None) -> Array:
    """Which rows' lines are wanted."""
    if record is None:
        return np.zeros(len(rows), bool)
    return np.ones(len(rows), bool) if player is None else rows == player
