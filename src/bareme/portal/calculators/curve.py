"""The gain curve: what a win brings, and a loss costs, by the difference of the ratings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from bareme.portal.public.plot import nice
from bareme.portal.site.templatetags.words import number

WIDTH, HEIGHT = 760, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 14, 14, 34


@dataclass(frozen=True)
class Curve:
    """`points` are (own rating less the opponent's, gain of a win, change of a loss), from the left; `here` is marked."""

    title: str
    points: Sequence[tuple[float, float, float]]
    here: tuple[float, float, float]

    def svg(self) -> SafeString:
        """The picture."""
        values = [value for _, win, loss in self.points for value in (win, loss)]
        low, high = min(values, default=0.0), max(values, default=1.0)
        room = max((high - low) * 0.06, 1e-6)
        low, high = low - room, high + room
        left, right = self.points[0][0], self.points[-1][0]

        def x(difference: float) -> float:
            return round(LEFT + (difference - left) / (right - left) * (WIDTH - LEFT - RIGHT), 1)

        def y(value: float) -> float:
            return round(TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM), 1)

        def path(at: int) -> str:
            return "M" + "L".join(f"{x(point[0])} {y(point[at])}" for point in self.points)

        step = nice((high - low) / 5)
        digits = max(0, -math.floor(math.log10(step)))
        lines = [n * step for n in range(math.ceil(low / step), math.floor(high / step) + 1)]
        across = [(LEFT, WIDTH - RIGHT, y(v), LEFT - 8, y(v) + 4, number(v, digits)) for v in lines]
        below = [(x(d), HEIGHT - BOTTOM + 20, number(d, 0)) for d in range(int(left), int(right) + 1, 100)]
        grid = '<path class="grid" d="M{0} {2}H{1}"/><text x="{3}" y="{4}" text-anchor="end">{5}</text>'
        marks = [(x(self.here[0]), y(value)) for value in self.here[1:]]
        return format_html(
            '<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}'
            '<path class="steps" d="{}"/><path class="second" d="{}"/>{}</svg>',
            WIDTH,
            HEIGHT,
            self.title,
            format_html_join("", grid, across),
            format_html_join("", '<text x="{}" y="{}" text-anchor="middle">{}</text>', below),
            path(1),
            path(2),
            format_html_join("", '<circle class="point" cx="{}" cy="{}" r="4"/>', marks),
        )
