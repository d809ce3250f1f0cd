"""Exact ratios of whole numbers, many at once: numerators and denominators in columns, never reduced.

The rulebook's own functions take them where they would take a fraction each.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = "np.ndarray[Any, Any]"

_numerator = np.frompyfunc(lambda amount: amount.numerator, 1, 1)
_denominator = np.frompyfunc(lambda amount: amount.denominator, 1, 1)


class Ratios:
    """Ratios side by side, of Python's whole numbers. Denominators are above 0."""

    __slots__ = ("denominator", "numerator")

    def __init__(self, numerator: Array, denominator: Array) -> None:
        self.numerator = numerator
        self.denominator = denominator

    @classmethod
    def of(cls, amounts: Array) -> Ratios:
        """Whole numbers or fractions."""
        exact = amounts.astype(object)
        return cls(_numerator(exact), _denominator(exact)) if exact.size else cls(exact, exact)

    @classmethod
    def nil(cls, shape: tuple[int, ...]) -> Ratios:
        """Noughts."""
        return cls(np.full(shape, 0, object), np.full(shape, 1, object))

    def __getitem__(self, rows: Any) -> Ratios:
        return Ratios(self.numerator[rows], self.denominator[rows])

    def __setitem__(self, rows: Any, ratios: Ratios) -> None:
        self.numerator[rows], self.denominator[rows] = ratios.numerator, ratios.denominator

    def __bool__(self) -> bool:
        """Is none of them 0? A rule that asks is given such ones alone."""
        return bool((self.numerator != 0).all())

    def __mul__(self, other: Ratios | Fraction | int) -> Ratios:
        return Ratios(self.numerator * other.numerator, self.denominator * other.denominator)

    __rmul__ = __mul__

    def __truediv__(self, other: Ratios) -> Ratios:
        return Ratios(self.numerator * other.denominator, self.denominator * other.numerator)

    def __add__(self, other: Ratios) -> Ratios:
        numerator = self.numerator * other.denominator + other.numerator * self.denominator
        return Ratios(numerator, self.denominator * other.denominator)

    def floats(self) -> Array:
        """The nearest float of each."""
        found: Array = (self.numerator / self.denominator).astype("f8")
        return found

    def fraction(self, at: Any) -> Fraction:
        """One of them."""
        return Fraction(self.numerator[at], self.denominator[at])

    def ranks(self) -> Array:
        """For each, its place among all in ascending order; equal ratios share one, and 0 has 0. None is negative."""
        floats, places = np.unique(np.append(0.0, self.floats()), return_inverse=True)
        places = places[1:].astype("i8")
        if len(floats) < len(places) + 1:
            self._part(places, np.bincount(places, minlength=len(floats)))
        return places

    def _part(self, places: Array, counts: Array) -> None:
        """Ratios whose floats are equal may be none the less: these are compared as they are."""
        order = np.argsort(places, kind="stable")
        ends = np.cumsum(counts)
        shift = np.zeros(len(places), "i8")
        for place in np.flatnonzero(counts > 1).tolist():
            if place == 0:
                continue  # the floats of ratios above 0 are above 0
            rows = order[ends[place] - counts[place] : ends[place]]
            numerators, denominators = self.numerator[rows], self.denominator[rows]
            if (numerators * denominators[0] == numerators[0] * denominators).all():
                continue
            exact = [self.fraction(row) for row in rows.tolist()]
            different = {ratio: rank for rank, ratio in enumerate(sorted(set(exact)))}
            shift[rows] = [different[ratio] for ratio in exact]
        if shift.any():
            finer = np.append(0, places * (int(shift.max()) + 1) + shift)
            places[:] = np.unique(finer, return_inverse=True)[1][1:]
