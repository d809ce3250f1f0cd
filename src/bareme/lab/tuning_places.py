"""Placements gone through under many settings: does a list foretell who finishes before whom?

A rulebook of placements predicts no result, but it ranks. Before each event the list of that day is drawn up; each of
its players has a place there, as a normal score (the best of 100 about 2.6, the middle one 0). That the better placed
of two finishes first is given the probability 1 / (1 + e^(-b·(difference))), b fitted to the training span under each
setting, so that a rule is judged by its order alone and not by its scale.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import NormalDist
from typing import Any, ClassVar, TypeAlias

import numpy as np

from bareme.facts import Facts, Placement
from bareme.findings import Finding
from bareme.lab.tuning_span import Span, span_of
from bareme.lists import ranked
from bareme.replay import Fact, replay
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.book import BaseBook

Array: TypeAlias = "np.ndarray[Any, Any]"
OTHERS = 4  # each player of an event is compared to as many others of it, drawn by lot
STEEPEST = 50.0


class _Witness:
    """Each placement's player in the list before his event, as a normal score; no number where he is not ranked."""

    def __init__(self) -> None:
        self.rows: list[Placement] = []
        self.scores: list[float] = []
        self.events: list[int] = []  # the first row of each
        self._day: date | None = None
        self._list: Mapping[str, float] = {}

    def before(self, book: BaseBook, facts: Sequence[Fact]) -> None:
        """A fact, or an event of placements, is about to be counted."""
        rows = [fact for fact in facts if isinstance(fact, Placement)]
        if not rows:
            return
        if rows[0].date != self._day:
            self._day, self._list = rows[0].date, _normal_scores(book, rows[0].date)
        self.events.append(len(self.rows))
        self.rows += rows
        self.scores += [self._list.get(row.player, float("nan")) for row in rows]


def _normal_scores(book: BaseBook, day: date) -> Mapping[str, float]:
    places = [(row.rank, row.player) for row in ranked(book.standings(day)) if row.rank is not None]
    normal = NormalDist()
    return {player: -normal.inv_cdf((rank - 0.5) / len(places)) for rank, player in places}


def _scores(facts: Facts, rulebook: Rulebook) -> _Witness:
    witness = _Witness()
    replay(rulebook, facts, before=witness.before)
    return witness


@dataclass(frozen=True, slots=True)
class PlaceTrials:
    """Pairs of players of one event. `better` and `worse`: the rows of who finished before and behind, of each pair."""

    facts: Facts
    better: Array
    worse: Array
    span: Span  # its `block` is by pair
    findings: Sequence[Finding] = ()
    compiled: ClassVar[bool] = False

    def losses(self, rulebook: Rulebook) -> Array:
        """One replay. A pair of which a setting ranks only one, or none, is even."""
        scores = np.array(_scores(self.facts, rulebook).scores)
        ahead = np.nan_to_num(scores[self.better] - scores[self.worse])
        training = self.span.block < self.span.train
        loss = np.logaddexp(0.0, -steepness(ahead[training]) * ahead)
        blocks = self.span.blocks
        return np.bincount(self.span.block, loss, minlength=blocks + 1)[:blocks]


def steepness(ahead: Array) -> float:
    """The b most likely for these differences, better minus worse; between 0 and STEEPEST. By halving: the slope rises."""
    low, high = 0.0, STEEPEST
    for _ in range(50):
        b = (low + high) / 2.0
        slope = -(ahead / (1.0 + np.exp(np.minimum(b * ahead, 700.0)))).sum()
        low, high = (b, high) if slope < 0.0 else (low, b)
    return low


def place_trials(
    facts: Facts, findings: Sequence[Finding], rulebook: Rulebook, warm_up: float | date, until: date | None
) -> PlaceTrials:
    """The pairs of all events, drawn by lot, the same for every setting: of players whom the present rule ranks.

    Errors: Refused `tune-few-games`, and those of `replay`.
    """
    witness = _scores(facts, rulebook)
    chance = np.random.default_rng(0)
    known = ~np.isnan(witness.scores) if witness.scores else np.empty(0, bool)
    place = np.array([row.place for row in witness.rows], "i8")
    first: list[Array] = []
    second: list[Array] = []
    for start, end in itertools.pairwise([*witness.events, len(witness.rows)]):
        there = start + np.flatnonzero(known[start:end])
        for _ in range(OTHERS if len(there) > 1 else 0):
            shuffled = chance.permutation(there)
            first.append(shuffled)
            second.append(np.roll(shuffled, 1))
    a, b = (np.concatenate(one) if one else np.empty(0, "i8") for one in (first, second))
    apart = place[a] != place[b]
    a, b = a[apart], b[apart]
    swapped = place[a] > place[b]
    day = np.array([row.date for row in witness.rows], "datetime64[D]")
    span = span_of(day[a], np.ones(len(a), bool), warm_up, until)
    return PlaceTrials(facts, np.where(swapped, b, a), np.where(swapped, a, b), span, findings)
