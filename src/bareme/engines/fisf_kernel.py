"""FISF: one event's rows, each added to its player's sums of the season."""

from __future__ import annotations

from typing import Any

from bareme.engines.compiled import kernel
from bareme.rulebooks.fisf.rules import bonus, numerator, percent, slice_place


@kernel("u4[]", "i8[]", "i8[]", "i8[]", "i8[]", "i8[]", "i8", "i8[,]", "i8[,]", "i8[,]")
def add(
    player: Any, place: Any, series: Any, present: Any, better: Any, weights: Any, with_bonus: Any, numerators: Any, sums: Any,
    bonuses: Any,
) -> None:  # fmt: skip
    """Articles slice, numerator and bonus. `present`, `better`, `weights`: of the event, for series 1 to 4.

    `numerators`, `sums` (of weights) and `bonuses`: the players' rows, series 1 to 4.
    """
    for i in range(player.size):
        p = player[i]
        first: Any = 0
        second: Any = 0
        third: Any = 0
        for n in range(4):
            num: Any = numerator(percent(present[n], slice_place(place[i], better[n])), weights[n])
            numerators[p, n] += num
            sums[p, n] += weights[n]
            if n == 0:
                first = num
            elif n == 1:
                second = num
            elif n == 2:
                third = num
        if with_bonus and series[i] <= 4:
            bonuses[p, series[i] - 1] += bonus(series[i], first, second, third)
