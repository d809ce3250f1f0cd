"""Plots as SVG text, to stand inside a page. Colours come from the page (`page.STYLE`), so that they follow light and dark.

Everything put in as text is escaped. Two rules differ by colour and by shape, for those who see no colours and for print.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bareme.lab.intervals import Interval
from bareme.lab.report.typography import escaped
from bareme.lab.scoring import Bin
from bareme.lists import Step
from bareme.rulebooks.speech import Speech

WIDTH, HEIGHT = 400.0, 290.0
LEFT, RIGHT, TOP, BOTTOM = 66.0, 22.0, 14.0, 46.0
ROW = 44.0  # of a plot of intervals
LETTERS = ("a", "b")  # classes of the two rules


@dataclass(frozen=True, slots=True)
class Scale:
    """From values to places on the page."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """The place of a value."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round values from low to high, about so many."""
    if not high > low:
        return [low]
    width = 10.0 ** math.floor(math.log10((high - low) / about))
    width *= min((1, 2, 5, 10), key=lambda factor: abs((high - low) / (width * factor) - about))
    first = math.ceil(low / width - 1e-9)
    return [round(step * width, 10) for step in range(first, math.floor(high / width + 1e-9) + 1)]


def plot(parts: Iterable[str], told: str, height: float = HEIGHT) -> str:
    """An SVG picture; `told` says in words what it shows, for those who do not see it."""
    return (
        f'<svg class="plot" role="img" viewBox="0 0 {WIDTH:g} {height:g}" xmlns="http://www.w3.org/2000/svg">'
        f"<title>{escaped(told)}</title>{''.join(parts)}</svg>"
    )


def text(x: float, y: float, words: str, *, anchor: str = "middle", kind: str = "") -> str:
    """Words at a place."""
    of = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{of}>{escaped(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """A straight line."""
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def mark(x: float, y: float, letter: str) -> str:
    """A point: a disc for rule A, a square for rule B."""
    if letter == "a":
        return f'<circle class="fill-a" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
    return f'<rect class="fill-{letter}" x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7"/>'


def axes(
    across: Scale, up: Scale, names: tuple[str, str], write_x: Sequence[tuple[float, str]], write_y: Sequence[tuple[float, str]]
) -> list[str]:
    """The frame: grid lines with what is written at them, and the names of both axes."""
    parts = [line(across.start, up(value), across.end, up(value), "grid") for value, _ in write_y]
    parts += [text(across.start - 6, up(value) + 4.5, words, anchor="end") for value, words in write_y]
    parts += [text(across(value), up.start + 16, words) for value, words in write_x]
    parts.append(line(across.start, up.start, across.end, up.start, "axis"))
    parts.append(text((across.start + across.end) / 2, up.start + 35, names[0], kind="name"))
    middle = (up.start + up.end) / 2
    parts.append(f'<g transform="translate(13 {middle:.1f}) rotate(-90)">{text(0, 0, names[1], kind="name")}</g>')
    return parts


def _frame(low_x: float, high_x: float, low_y: float, high_y: float) -> tuple[Scale, Scale]:
    return Scale(low_x, high_x, LEFT, WIDTH - RIGHT), Scale(low_y, high_y, HEIGHT - BOTTOM, TOP)


def calibration(rules: Sequence[tuple[str, Sequence[Bin]]], say: Speech) -> str:
    """Predicted against actual score of favourites, of one rule or two; on the dashed line what was said came true."""
    bins = [part for _, parts in rules for part in parts]
    low = min([0.5, *(part.actual - 2 * (part.error or 0.0) for part in bins if not math.isnan(part.error))])
    across, up = _frame(0.5, 1.0, max(0.0, math.floor(low * 10) / 10), 1.0)
    at = [(value, say.percent(value, 0)) for value in (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)]
    upward = [(value, say.percent(value, 0)) for value in ticks(up.low, 1.0)]
    parts = axes(
        across, up, (say("predicted score of the favourite", "score prédit du favori"), say("actual", "réel")), at, upward
    )
    parts.append(line(across(0.5), up(0.5), across(1.0), up(1.0), "ideal"))
    for letter, (_, of_rule) in zip(LETTERS, rules, strict=False):
        for part in of_rule:
            x = across(part.predicted) + (0 if letter == "a" else 3)
            if not math.isnan(part.error):
                reach = 1.96 * part.error
                parts.append(
                    line(x, up(max(up.low, part.actual - reach)), x, up(min(1.0, part.actual + reach)), f"line-{letter} thin")
                )
            parts.append(mark(x, up(part.actual), letter))
    told = say("Calibration: predicted and actual score of favourites", "Calibrage : score prédit et score réel des favoris")
    return plot(parts, told)


def intervals(rows: Sequence[tuple[str, Interval]], better: tuple[str, str], say: Speech) -> str:
    """Differences with their intervals, one below the other, nought as a line; `better` is written left and right of it."""
    values = [0.0, *(value for _, one in rows for value in (one.low, one.high) if not math.isnan(value))]
    room = (max(values) - min(values) or 1.0) * 0.08
    across = Scale(min(values) - room, max(values) + room, LEFT / 2, WIDTH - RIGHT)
    bottom = 26 + ROW * len(rows)
    parts = [line(across(0.0), 20, across(0.0), bottom, "axis")]
    parts.append(text(4, 13, f"← {better[0]}", anchor="start", kind="name"))
    parts.append(text(WIDTH - 4, 13, f"{better[1]} →", anchor="end", kind="name"))
    parts += [text(across(value), bottom + 16, say.number(value)) for value in ticks(across.low, across.high)]
    for index, (label, one) in enumerate(rows):
        y = 26 + ROW * index
        parts.append(text(LEFT / 2, y + 14, label, anchor="start"))
        if not math.isnan(one.low):
            parts.append(line(across(one.low), y + 27, across(one.high), y + 27, "line-b"))
        parts.append(mark(across(one.value), y + 27, "b"))
    return plot(parts, say("Differences with their intervals", "Écarts et leurs intervalles"), bottom + 24)


def courses(rules: Sequence[Sequence[tuple[float, float]]], name: str, say: Speech) -> str:
    """One line for each rule over the years; the second one dashed."""
    points = [point for course in rules for point in course]
    low_y, high_y = min(y for _, y in points), max(y for _, y in points)
    room = max((high_y - low_y) * 0.08, 1.0)
    low_x, high_x = min(x for x, _ in points), max(x for x, _ in points)
    across, up = _frame(low_x, max(high_x, low_x + 1.0), low_y - room, high_y + room)
    at = [(value, f"{value:.0f}") for value in ticks(low_x, across.high) if value == int(value)]
    upward = [(value, say.number(value)) for value in ticks(up.low, up.high)]
    parts = axes(across, up, (say("year", "année"), name), at, upward)
    for letter, course in zip(LETTERS, rules, strict=False):
        places = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in course)
        parts.append(f'<polyline class="line-{letter}" points="{places}"/>')
        parts += [mark(across(x), up(y), letter) for x, y in course[-1:]]
    return plot(parts, name)


def histogram(steps: Sequence[Step], name: str, say: Speech) -> str:
    """How many players change by how much."""
    across, up = _frame(steps[0].low, steps[-1].high, 0.0, max(step.count for step in steps) * 1.05)
    at = [(value, say.signed(value, 0) if value else "0") for value in ticks(across.low, across.high)]
    upward = [(value, say.number(value)) for value in ticks(0.0, up.high) if value == int(value)]
    parts = axes(across, up, (name, say("players", "joueurs")), at, upward)
    for step in steps:
        x, y = across(step.low), up(step.count)
        kind = "fill-loss" if step.high <= 0 else "fill-gain" if step.low >= 0 else "fill-even"
        parts.append(
            f'<rect class="{kind}" x="{x + 0.5:.1f}" y="{y:.1f}" width="{max(across(step.high) - x - 1, 0.5):.1f}" '
            f'height="{up.start - y:.1f}"/>'
        )
    return plot(parts, name)


def columns(groups: Sequence[str], rules: Sequence[Sequence[float]], names: tuple[str, str], say: Speech) -> str:
    """A column for each rule in each group, side by side."""
    values = [0.0, *(value for rule in rules for value in rule)]
    room = (max(values) - min(values) or 1.0) * 0.06
    across, up = _frame(0.0, float(len(groups)), min(values) - (room if min(values) < 0 else 0.0), max(values) + room)
    at = [(index + 0.5, group) for index, group in enumerate(groups)]
    upward = [(value, say.number(value)) for value in ticks(up.low, up.high)]
    parts = axes(across, up, names, at, upward)
    wide = 0.8 / len(rules)
    for order, (letter, rule) in enumerate(zip(LETTERS, rules, strict=False)):
        for index, value in enumerate(rule):
            x, top, foot = across(index + 0.1 + order * wide), up(max(value, 0.0)), up(min(value, 0.0))
            parts.append(
                f'<rect class="fill-{letter}" x="{x:.1f}" y="{top:.1f}" width="{across(wide) - across(0.0):.1f}" '
                f'height="{max(foot - top, 0.8):.1f}"/>'
            )
    parts.append(line(across.start, up(0.0), across.end, up(0.0), "axis"))
    return plot(parts, names[1])
