"""The surface of an answer as a drawing (SVG): a line for one parameter, a heat map for two.

What is drawn is how much worse than the best found each setting predicts, in thousandths of a nat per game.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from bareme.lab.tuning import Answer
from bareme.lab.tuning_axes import Axis
from bareme.rulebooks.parameters import written
from bareme.rulebooks.speech import Speech

WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 90, 30, 56, 64
INK, FAINT, BLUE, RED = "#222222", "#d9d9d9", "#0b5394", "#b45f06"
PALE, DEEP = (247, 251, 255), (8, 48, 107)  # of the heat map: the best is deep
THOUSAND = 1000.0


def drawing(answer: Answer, language: str = "en") -> str | None:
    """One answer as an SVG document; None for three parameters or more, of which there is no picture."""
    say = Speech(language)
    if len(answer.axes) == 1:
        return _Line(answer, say).svg() if answer.axes[0].ranged else _Bars(answer, say).svg()
    return _Heat(answer, say).svg() if len(answer.axes) == 2 else None


class _Picture(ABC):
    """A frame, its words, and places in it."""

    def __init__(self, answer: Answer, say: Speech) -> None:
        self.answer = answer
        self.say = say

    def svg(self) -> str:
        """The document."""
        names = ", ".join(axis.name for axis in self.answer.axes)
        title = self.say(f"Log loss by {names}", f"Perte logarithmique selon {names}")
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
            f'role="img" aria-label="{escape(title)}" font-family="sans-serif" font-size="13" fill="{INK}">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
            text(LEFT, 22, title, anchor="start", size=15),
            text(LEFT, 42, self.legend(), anchor="start", size=12),
            *self.content(),
            "</svg>",
        ]
        return "\n".join(parts) + "\n"

    @abstractmethod
    def legend(self) -> str:
        """What the signs mean."""

    @abstractmethod
    def content(self) -> Iterator[str]:
        """What is drawn."""

    def excess(self, loss: float) -> float:
        """In thousandths of a nat above the best."""
        return max(loss - self.answer.loss_best, 0.0) * THOUSAND

    def side(self) -> str:
        """The words along the left side of a curve."""
        words = self.say("worse than the best, thousandths per game", "écart au meilleur, millièmes par partie")
        return text(24, (TOP + HEIGHT - BOTTOM) / 2, words, turned=True)

    def heights(self, most: float) -> Iterator[str]:
        """Lines across, with their numbers."""
        for value in ticks(0.0, most):
            y = upward(value, most)
            yield f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="{FAINT}"/>'
            yield text(LEFT - 8, y + 4, self.say.number(value), anchor="end")


class _Line(_Picture):
    """One parameter in numbers: the loss as a line, the interval as a band."""

    def legend(self) -> str:
        return self.say(
            "shaded: cannot be told from the best; solid line: best; dashed: now",
            "zone grisée : ne se distingue pas du meilleur ; trait plein : meilleur ; tireté : actuel",
        )

    def content(self) -> Iterator[str]:
        answer = self.answer
        (axis,), (interval,) = answer.axes, answer.intervals
        points = sorted((float(setting[0]), self.excess(loss)) for setting, loss in answer.tried.items())
        low, high = points[0][0], points[-1][0]
        most = max(points[0][1], points[-1][1], max(loss for _, loss in points), 1e-6)
        yield from self.heights(most)
        if interval.low is not None and interval.high is not None:
            a, b = across(interval.low, low, high), across(interval.high, low, high)
            yield f'<rect x="{a:.1f}" y="{TOP}" width="{max(b - a, 1):.1f}" height="{HEIGHT - TOP - BOTTOM}" fill="#eeeeee"/>'
        line = " ".join(f"{across(value, low, high):.1f},{upward(loss, most):.1f}" for value, loss in points)
        yield f'<polyline points="{line}" fill="none" stroke="{BLUE}" stroke-width="2"/>'
        for value, loss in points:
            yield f'<circle cx="{across(value, low, high):.1f}" cy="{upward(loss, most):.1f}" r="2.5" fill="{BLUE}"/>'
        for value, dashes, colour in ((answer.best[0], "", BLUE), (answer.present[0], "6 4", RED)):
            if isinstance(value, (int, float)) and low <= value <= high:
                x = across(float(value), low, high)
                dash = f' stroke-dasharray="{dashes}"' if dashes else ""
                yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="{colour}"{dash}/>'
        for value in ticks(low, high):
            yield text(across(value, low, high), HEIGHT - BOTTOM + 20, self.say.number(value))
        yield text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 16, axis.name)
        yield self.side()


class _Bars(_Picture):
    """One parameter of a few values: a bar each."""

    def legend(self) -> str:
        return self.say(
            "pale: cannot be told from the best; outlined: now", "clair : ne se distingue pas du meilleur ; cerné : actuel"
        )

    def content(self) -> Iterator[str]:
        (axis,), (interval,) = self.answer.axes, self.answer.intervals
        losses = [self.excess(self.answer.surface[value,]) for value in axis.values]
        most = max(*losses, 1e-6)
        yield from self.heights(most)
        wide = (WIDTH - LEFT - RIGHT) / len(losses)
        for number, (value, loss) in enumerate(zip(axis.values, losses, strict=True)):
            x, y = LEFT + (number + 0.15) * wide, upward(loss, most)
            colour = "#9fc5e8" if value in interval.values else BLUE
            edge = RED if value == self.answer.present[0] else "none"
            tall = max(HEIGHT - BOTTOM - y, 2.0)
            yield (
                f'<rect x="{x:.1f}" y="{HEIGHT - BOTTOM - tall:.1f}" width="{0.7 * wide:.1f}" height="{tall:.1f}" '
                f'fill="{colour}" stroke="{edge}" stroke-width="2"/>'
            )
            yield text(x + 0.35 * wide, HEIGHT - BOTTOM + 20, written(value))
        yield text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 16, axis.name)
        yield self.side()


class _Heat(_Picture):
    """Two parameters: a field each, deep where the rule predicts well."""

    def legend(self) -> str:
        return self.say(
            "the deeper the better; dot: cannot be told from the best; ring: now",
            "plus c'est foncé, mieux c'est ; point : ne se distingue pas du meilleur ; anneau : actuel",
        )

    def content(self) -> Iterator[str]:
        across_, up = self.answer.axes
        losses = {setting: self.excess(loss) for setting, loss in self.answer.surface.items()}
        most = max(*losses.values(), 1e-6)
        wide, tall = (WIDTH - LEFT - RIGHT) / len(across_.values), (HEIGHT - TOP - BOTTOM) / len(up.values)
        for i, x_value in enumerate(across_.values):
            for j, y_value in enumerate(up.values):
                setting = x_value, y_value
                x, y = LEFT + i * wide, HEIGHT - BOTTOM - (j + 1) * tall
                told = f"{across_.name} {written(x_value)}, {up.name} {written(y_value)}{self.say.colon}"
                colour = shade(losses[setting] / most)
                yield (
                    f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{tall:.1f}" fill="{colour}">'
                    f"<title>{escape(told + self.say.signed(losses[setting], 3))}</title></rect>"
                )
                if losses[setting] <= self.answer.height * THOUSAND:
                    yield f'<circle cx="{x + wide / 2:.1f}" cy="{y + tall / 2:.1f}" r="3" fill="#ffffff"/>'
                if setting == self.answer.present:
                    yield (
                        f'<circle cx="{x + wide / 2:.1f}" cy="{y + tall / 2:.1f}" r="7" fill="none" stroke="{RED}" '
                        'stroke-width="2.5"/>'
                    )
        yield from self._names(across_, wide, lambda i, name: text(LEFT + (i + 0.5) * wide, HEIGHT - BOTTOM + 20, name))
        yield from self._names(
            up, 2.5 * tall, lambda j, name: text(LEFT - 8, HEIGHT - BOTTOM - (j + 0.5) * tall + 4, name, anchor="end")
        )
        yield text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 16, across_.name)
        yield text(24, (TOP + HEIGHT - BOTTOM) / 2, up.name, turned=True)

    @staticmethod
    def _names(axis: Axis, room: float, place: Any) -> Iterator[str]:
        every = max(1, math.ceil(45 / room))
        for number in range(0, len(axis.values), every):
            yield place(number, written(axis.values[number]))


# -- places, colours, words


def across(value: float, low: float, high: float) -> float:
    """Where a value stands from left to right."""
    return LEFT + (WIDTH - LEFT - RIGHT) * ((value - low) / (high - low) if high > low else 0.5)


def upward(value: float, most: float) -> float:
    """Where a value stands from bottom (0) to top."""
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / most


def ticks(low: float, high: float) -> list[float]:
    """About six round numbers between two."""
    span = high - low
    if span <= 0:
        return [low]
    unit = 10.0 ** math.floor(math.log10(span / 6.0))
    step = next(unit * n for n in (1, 2, 5, 10) if unit * n >= span / 7.0)
    return [float(f"{n * step:.10g}") for n in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def shade(share: float) -> str:
    """A colour from deep (0) to pale (1); the root of the share, for most differ little near the best."""
    mixed: Sequence[int] = [round(d + (p - d) * math.sqrt(min(max(share, 0.0), 1.0))) for p, d in zip(PALE, DEEP, strict=True)]
    return "#{:02x}{:02x}{:02x}".format(*mixed)


def text(x: float, y: float, words: str, *, anchor: str = "middle", size: int = 13, turned: bool = False) -> str:
    """A line of words."""
    turn = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if turned else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"{turn}>{escape(words)}</text>'
