"""One event: the four lines %S_n, W_n, Num_n of a player, and the bonus of his own series."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from bareme.rulebooks.fisf import rules
from bareme.rulebooks.fisf.amounts import Amount
from bareme.rulebooks.fisf.law import Law


@dataclass(frozen=True, slots=True)
class Field:
    """Who was there: `present` and `weights` for series 1 to 4, and the event's rounds and 100·c."""

    rounds: int
    category: str
    factor: int
    present: tuple[int, ...]
    better: tuple[int, ...]  # players of all better series
    weights: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """What one place is worth: slice places, percentages and numerators for series 1 to 4, and the bonus."""

    slice_places: tuple[int, ...]
    percents: tuple[Amount, ...]  # hundredths of a percent
    numerators: tuple[Amount, ...]  # ten-thousandths of a player
    bonus: Amount


def field(law: Law, present: Sequence[int], rounds: int, category: str) -> Field:
    """An event with these players present of series 1 to 4; an unknown category counts with factor 1."""
    a = tuple(present)
    factor = law.factor(category)
    known = 100 if factor is None else factor
    return Field(rounds, category, known, a, (0, *accumulate(a[:-1])), law.weights(a, rounds, known))


def score(law: Law, event: Field, place: int, series: int) -> Score:
    """Articles slice, numerator and bonus for a player of `series` at `place`."""
    places = tuple(rules.slice_place(place, better) for better in event.better)
    percents = tuple(_percent(law, a, p) for a, p in zip(event.present, places, strict=True))
    numerators = tuple(rules.numerator(s, w) for s, w in zip(percents, event.weights, strict=True))
    bonus = rules.bonus(series, *numerators[:3]) if law.bonus else 0
    return Score(places, percents, numerators, bonus)


def _percent(law: Law, present: int, slice_place: int) -> Amount:
    if law.exact and present:
        return Fraction(rules.UNIT * rules.beaten(present, slice_place), present)
    return rules.percent(present, slice_place)
