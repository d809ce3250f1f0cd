"""A plot as SVG in the page: steps for lists, points for events, bands for levels. The page shows the same data as a table."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from bareme.portal.site.templatetags.words import day as day_text
from bareme.portal.site.templatetags.words import number

WIDTH, HEIGHT = 860, 320
LEFT, RIGHT, TOP, BOTTOM = 56, 14, 12, 34
Point = tuple[date, float]


@dataclass(frozen=True)
class Plot:
    """`steps` hold until the next one; `second` is drawn thinner; `points` are marked, each with what it is."""

    title: str
    steps: Sequence[Point]
    points: Sequence[tuple[date, float, str]] = ()
    second: Sequence[Point] = ()
    bands: Sequence[tuple[float, str]] = ()  # (lowest, name), from the lowest on
    until: date | None = None
    digits: int = 0
    names: Sequence[str] = field(default=())

    @property
    def drawn(self) -> bool:
        """Is there enough to draw?"""
        return len(self.steps) + len(self.points) > 1

    def svg(self) -> SafeString:
        """The picture."""
        return _Drawing(self).svg()

    def data(self) -> dict[str, Any]:
        """The same for a script that draws it anew: points of (seconds since 1970, value)."""
        return {
            "steps": _timed(self.steps),
            "points": _timed((day, value) for day, value, _ in self.points),
            "second": _timed(self.second),
            "names": list(self.names),
            "day": _("Day"),
            "after": _("after an event"),
            "digits": self.digits,
        }


def _timed(points: Iterable[Point]) -> list[tuple[int, float]]:
    """Of a day with several points, the last."""
    by_day = dict(points)
    return [(int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()), by_day[day]) for day in sorted(by_day)]


class _Drawing:
    def __init__(self, plot: Plot) -> None:
        self.plot = plot
        every = [*plot.steps, *((day, value) for day, value, _ in plot.points), *plot.second]
        days, values = [day for day, _ in every], [value for _, value in every]
        self.first, self.last = min(days), max([*days, plot.until or date.min])
        if self.first == self.last:
            self.last += timedelta(days=1)
        room = max((max(values) - min(values)) * 0.08, 10**-plot.digits * 5)
        self.low, self.high = min(values) - room, max(values) + room

    def x(self, day: date) -> float:
        return round(LEFT + (day - self.first).days / (self.last - self.first).days * (WIDTH - LEFT - RIGHT), 1)

    def y(self, value: float) -> float:
        y: float = TOP + (self.high - value) / (self.high - self.low) * (HEIGHT - TOP - BOTTOM)
        return round(y, 1)

    def svg(self) -> SafeString:
        plot = self.plot
        return format_html(
            '<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}{}{}{}{}</svg>',
            WIDTH,
            HEIGHT,
            plot.title,
            self._bands(),
            self._across(),
            self._along(),
            self._steps(plot.second, "second"),
            self._points(),
            self._steps(plot.steps, "steps"),
        )

    def _bands(self) -> SafeString:
        edges = [lowest for lowest, _ in self.plot.bands] + [math.inf]
        parts = []
        for at, (lowest, name) in enumerate(self.plot.bands):
            top, bottom = min(edges[at + 1], self.high), max(lowest, self.low)
            if top > bottom and name:
                y = self.y(top)
                parts.append(
                    (
                        at % 2,
                        LEFT,
                        y,
                        WIDTH - LEFT - RIGHT,
                        round(self.y(bottom) - y, 1),
                        WIDTH - RIGHT - 6,
                        round(y + 15, 1),
                        name if self.y(bottom) - y > 18 else "",
                    )
                )
        band = '<rect class="band b{}" x="{}" y="{}" width="{}" height="{}"/>'
        return format_html_join("", band + '<text class="name" x="{}" y="{}" text-anchor="end">{}</text>', parts)

    def _across(self) -> SafeString:
        step = nice((self.high - self.low) / 5)
        first = math.ceil(self.low / step)
        values = [step * n for n in range(first, math.floor(self.high / step) + 1)]
        digits = max(0, -math.floor(math.log10(step)))
        parts = [(LEFT, WIDTH - RIGHT, self.y(v), self.y(v), LEFT - 8, self.y(v) + 4, number(v, digits)) for v in values]
        text = '<path class="grid" d="M{0} {2}H{1}"/><text x="{4}" y="{5}" text-anchor="end">{6}</text>'
        return format_html_join("", text, parts)

    def _along(self) -> SafeString:
        parts = [
            (self.x(day), HEIGHT - BOTTOM, HEIGHT - BOTTOM + 5, HEIGHT - BOTTOM + 20, text)
            for day, text in ticks(self.first, self.last)
            if self.x(day) < WIDTH - RIGHT - 24  # a text would hang over the edge
        ]
        return format_html_join(
            "", '<path class="grid" d="M{0} {1}V{2}"/><text x="{0}" y="{3}" text-anchor="middle">{4}</text>', parts
        )

    def _steps(self, steps: Sequence[Point], kind: str) -> SafeString:
        if not steps:
            return SafeString("")
        path = [f"M{self.x(steps[0][0])} {self.y(steps[0][1])}"]
        path += [f"H{self.x(day)}V{self.y(value)}" for day, value in steps[1:]]
        path.append(f"H{self.x(self.last)}")
        return format_html('<path class="{}" d="{}"/>', kind, "".join(path))

    def _points(self) -> SafeString:
        parts = [
            (self.x(day), self.y(value), f"{day_text(day)}, {text} · {number(value, self.plot.digits)}")
            for day, value, text in self.plot.points
        ]
        return format_html_join("", '<circle class="point" cx="{}" cy="{}" r="2.6"><title>{}</title></circle>', parts)


def nice(step: float) -> float:
    """The next of 1, 2, 5 times a power of ten.

    >>> nice(33), nice(0.7)
    (50.0, 1.0)
    """
    power = 10.0 ** math.floor(math.log10(step))
    return next(factor * power for factor in (1.0, 2.0, 5.0, 10.0) if factor * power >= step)


def ticks(first: date, last: date, most: int = 9) -> list[tuple[date, str]]:
    """Days for the axis below: the beginnings of months or years, not more than `most`."""
    months = (last.year - first.year) * 12 + last.month - first.month
    every = next(step for step in (1, 2, 3, 6, 12, 24, 60, 120, 600, 6000) if months / step <= most)
    at = first.year * 12 + first.month - 1
    at += -at % every
    found = []
    while (day := date(at // 12, at % 12 + 1, 1)) <= last:
        if day >= first:
            found.append((day, str(day.year) if every >= 12 else f"{day.month}/{day.year}"))
        at += every
    return found
