"""The lab for rulebooks of placements: was the list's order the order at the event, and what would another rule do to
series and quotas?

A prediction is the order of the list as it stood on the morning of the event; it is scored on the players present whom
that list ranks.

    pairs          of each two of them with different places: the share whom the list had in the right order, equal ones half
    correlation    Spearman's rank correlation between list and places

Both are means over events, and events are what is drawn for the intervals: what happens at one event decides for all
its players at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, TypeAlias

import numpy as np

from bareme.facts import Facts, Placement
from bareme.findings import Finding, Refused
from bareme.lab.intervals import DRAWS, SEED, Interval, interval
from bareme.lab.moves import Move, mean_ranks, moves
from bareme.lists import Row, ranked
from bareme.replay import Fact, replay
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.book import BaseBook

Array: TypeAlias = "np.ndarray[Any, Any]"
Quotas: TypeAlias = Mapping[str, tuple[float, ...]]

LEAST_KNOWN = 5  # ranked players without whom an event says nothing
MEASURES = ("pairs", "correlation")


@dataclass(frozen=True, slots=True)
class Meet:
    """One event: how well the list of its morning foretold it; `known` players were on that list."""

    day: date
    event: str
    players: int
    known: int
    pairs: float
    correlation: float


@dataclass(frozen=True, slots=True)
class PlacedHistory:
    """What one rulebook of placements made of the facts. `closing` is the list of the day that closes the last season."""

    rulebook: Rulebook
    meets: Sequence[Meet]
    closed: date
    closing: Sequence[Row]
    quotas: Quotas  # by federation, of the season that `closed` opens
    bars: Sequence[float | None]
    findings: Sequence[Finding]
    not_counted: Mapping[str, int] = field(default_factory=dict)


def placed_history(facts: Facts, rulebook: Rulebook, progress: Callable[[int, int], None] | None = None) -> PlacedHistory:
    """Replay up to the first day of the season after the last fact, looking at the list of each event's morning.

    Errors: Refused `no-placements`, and those of `replay`.
    """
    if rulebook.kind != "placements" or not facts.placements:
        raise Refused("no-placements", rulebook=rulebook.name)
    last = max(placement.date for placement in facts.placements)
    closed = _next_season(rulebook, last)
    seen = _Mornings()
    outcome = replay(rulebook, facts, on=closed, progress=progress, before=seen.before)
    book: Any = outcome.book
    return PlacedHistory(
        rulebook=rulebook,
        meets=seen.meets,
        closed=closed,
        closing=ranked(outcome.standings),
        quotas={federation: tuple(map(float, quotas)) for federation, quotas in book.quotas.items()},
        bars=[None if bar is None else float(bar) for bar in book.bars or ()],
        findings=outcome.findings,
        not_counted=outcome.not_counted,
    )


def _next_season(rulebook: Rulebook, last: date) -> date:
    month, day = map(int, str(rulebook.on(last)["season_start"]).split("-"))
    return next(turn for year in (last.year, last.year + 1) if (turn := date(year, month, day)) > last)


class _Mornings:
    """Looks into the book before each event."""

    def __init__(self) -> None:
        self.meets: list[Meet] = []
        self._day: date | None = None
        self._order: dict[str, tuple[float, ...]] = {}

    def before(self, book: BaseBook, facts: Sequence[Fact]) -> None:
        """An event is about to be counted; several of one day see the same morning."""
        first = facts[0]
        if not isinstance(first, Placement):
            return
        if first.date != self._day:
            self._day = first.date
            standings = book.standings(first.date - timedelta(days=1))
            self._order = {row.player: row.order for row in standings if row.order is not None and row.games}
        known = [
            (self._order[row.player], row.place) for row in facts if isinstance(row, Placement) and row.player in self._order
        ]
        if len(known) >= LEAST_KNOWN:
            pairs, correlation = foretold(*zip(*known, strict=True))
            self.meets.append(Meet(first.date, first.event, len(facts), len(known), pairs, correlation))


def foretold(orders: Sequence[tuple[float, ...]], places: Sequence[int]) -> tuple[float, float]:
    """(pairs, correlation) of a list's orders, larger first, and the places taken, smaller first."""
    distinct = {order: rank for rank, order in enumerate(sorted(set(orders), reverse=True))}
    said, came = np.array([distinct[order] for order in orders]), np.array(places)
    apart = np.sign(said[:, None] - said[None, :]) * np.sign(came[:, None] - came[None, :])
    differing = came[:, None] != came[None, :]
    pairs = float((0.5 + 0.5 * apart[differing]).mean()) if differing.any() else math.nan
    first, second = np.array(mean_ranks(said.tolist())), np.array(mean_ranks(came.tolist()))
    spread = first.std() * second.std()
    correlation = float(((first - first.mean()) * (second - second.mean())).mean() / spread) if spread else math.nan
    return pairs, correlation


@dataclass(frozen=True, slots=True)
class Placed:
    """How well one rulebook's lists foretold the events; `against` is the difference to the first one's."""

    name: str
    measures: Mapping[str, Interval]
    against: Mapping[str, Interval]


@dataclass(frozen=True, slots=True)
class PlacedEvaluation:
    """What `evaluate` found. Events before `since` are the warm-up."""

    contenders: Sequence[Placed]
    events: int
    warm_up: int
    since: date
    until: date
    seed: int


def evaluate_placements(
    histories: Sequence[PlacedHistory],
    labels: Sequence[str],
    *,
    warm_up: float | date,
    draws: int = DRAWS,
    seed: int = SEED,
) -> PlacedEvaluation:
    """Score the lists of several rules on the events that all of them can say something of.

    Errors: Refused `no-event-foretold`.
    """
    common = set.intersection(*({(meet.day, meet.event) for meet in history.meets} for history in histories))
    events = sorted(common)
    first = (
        warm_up
        if isinstance(warm_up, date)
        else events[min(math.ceil(len(events) * warm_up), len(events) - 1)][0]
        if events
        else None
    )
    scored = [event for event in events if first is not None and event[0] >= first]
    if not scored:
        raise Refused("no-event-foretold", least=LEAST_KNOWN)
    tables = [_table(history, scored) for history in histories]
    chance = np.random.default_rng(seed)
    weights = chance.multinomial(len(scored), np.full(len(scored), 1.0 / len(scored)), draws) / len(scored)
    contenders = []
    for label, table in zip(labels, tables, strict=True):
        own = {name: _mean(table[:, at], weights) for at, name in enumerate(MEASURES)}
        apart = {name: _mean(table[:, at] - tables[0][:, at], weights) for at, name in enumerate(MEASURES)}
        contenders.append(Placed(label, own, apart if table is not tables[0] else {}))
    return PlacedEvaluation(contenders, len(scored), len(events) - len(scored), scored[0][0], scored[-1][0], seed)


def _table(history: PlacedHistory, scored: Sequence[tuple[date, str]]) -> Array:
    found = {(meet.day, meet.event): (meet.pairs, meet.correlation) for meet in history.meets}
    return np.array([found[event] for event in scored])


def _mean(values: Array, weights: Array) -> Interval:
    there = ~np.isnan(values)
    if not there.any():
        return Interval(math.nan, math.nan, math.nan)
    shares = weights[:, there]
    totals = shares.sum(1)
    drawn = np.divide(shares @ values[there], totals, out=np.full(len(totals), np.nan), where=totals > 0)
    return interval(float(values[there].mean()), drawn)


# -- series and quotas


@dataclass(frozen=True, slots=True)
class SeriesMove:
    """A player whose series on the closing day differs between the two rules."""

    player: str
    federation: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class PlacedComparison:
    """What `compare` found: series gained and lost, bars, quotas of the season to come, and who moves in the list."""

    names: tuple[str, str]  # in full
    rulebooks: tuple[Rulebook, Rulebook]
    closed: date
    series: Mapping[tuple[int, int], int]  # (under A, under B) -> players
    moved: Sequence[SeriesMove]
    bars: tuple[Sequence[float | None], Sequence[float | None]]
    quotas: tuple[Quotas, Quotas]
    moves: Sequence[Move]
    evaluation: PlacedEvaluation | None


def compare_placements(
    a: PlacedHistory, b: PlacedHistory, names: tuple[str, str], evaluation: PlacedEvaluation | None
) -> PlacedComparison:
    """Two histories of the same facts, on the day that closes the season."""
    before, after = ({row.player: row.standing.more for row in history.closing} for history in (a, b))
    series: dict[tuple[int, int], int] = {}
    moved = []
    for player, more in before.items():
        if player not in after:
            continue
        pair = int(more["series_today"]), int(after[player]["series_today"])
        series[pair] = series.get(pair, 0) + 1
        if pair[0] != pair[1]:
            moved.append(SeriesMove(player, str(more["federation"]), *pair))
    moved.sort(key=lambda move: (min(move.before, move.after), move.before, move.after, move.player))
    return PlacedComparison(
        names, (a.rulebook, b.rulebook), max(a.closed, b.closed), dict(sorted(series.items())), moved,
        (a.bars, b.bars), (a.quotas, b.quotas), moves(a.closing, b.closing), evaluation,
    )  # fmt: skip
