"""What is varied: parameters and the values they are tried with, and the settings these make together.

`K=10:60:5` from 10 to 60 in steps of 5; `ramp=true,false` these values; `k_schedule.30=10:30:2` the step of a schedule
that begins at 30; `floors.4=0:200:20` the entry "4" of a table.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from bareme.findings import Refused
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.parameters import Parameter, written

Setting: TypeAlias = tuple[Any, ...]  # a value for each axis
MOST_VALUES = 10_000  # of one axis


@dataclass(frozen=True, slots=True)
class Axis:
    """One parameter with the values to try. `part` is the step or entry meant of a schedule or table, "" for the whole.

    `ranged`: the values are those of a range of numbers, which a search may refine.
    """

    parameter: str
    part: str
    values: tuple[Any, ...]
    ranged: bool = False
    whole: bool = False  # whole numbers only

    @property
    def name(self) -> str:
        """As it is written after --vary: `k`, `k_schedule.30`."""
        return f"{self.parameter}.{self.part}" if self.part else self.parameter

    def within(self, low: float, high: float, count: int) -> Axis:
        """The same axis with so many values at equal distances from `low` to `high`, not beyond its own ends."""
        low, high = float(max(low, self.values[0])), float(min(high, self.values[-1]))
        if self.whole:
            step = max(1, math.ceil((high - low) / (count - 1)))
            points: list[Any] = list(range(math.floor(low), math.ceil(high) + 1, step))
        else:
            points = [low + (high - low) * i / (count - 1) for i in range(count)]
        return Axis(self.parameter, self.part, tuple(points), True, self.whole)


def axis_of(text: str, rulebook: Rulebook) -> Axis:
    """An axis as it is written after --vary.

    Errors: Refused `vary-unreadable`, `vary-few-values`, `vary-no-such-part`, `vary-many-values`, `unknown-parameter`,
    `bad-parameter-value`.
    """
    name, equals, given = text.partition("=")
    if not equals or not name.strip() or not given.strip():
        raise Refused("vary-unreadable", value=text)
    head, _, part = name.strip().partition(".")
    parameter = _parameter(head, rulebook)
    whole = parameter.kind == "whole"
    bounds = _range(given)
    values = _spread(*bounds, whole, text) if bounds else [_word(word) for word in _words(given)]
    axis = Axis(parameter.name, part, tuple(values), bool(bounds), whole)
    present = rulebook.latest
    read: list[Any] = []
    for value in axis.values:
        changed = changes([axis], (value,), present.values)[parameter.name]
        checked = parameter.read(changed)  # refuses what the regulation's bounds forbid
        kept = _entry(parameter, checked, part) if part else checked
        if kept not in read:
            read.append(kept)
    if len(read) < 2:
        raise Refused("vary-few-values", value=text)
    return Axis(parameter.name, part, tuple(read), bool(bounds), whole)


def _parameter(name: str, rulebook: Rulebook) -> Parameter:
    for parameter in rulebook.parameters.values():
        if name.casefold() in (parameter.name, parameter.alias):
            return parameter
    raise Refused("unknown-parameter", name=name, rulebook=rulebook.name, allowed=sorted(rulebook.parameters))


def _range(given: str) -> tuple[float, float, float] | None:
    """FROM, TO and STEP of a range; None where it is none."""
    pieces = given.split(":")
    if len(pieces) != 3:
        return None
    try:
        low, high, step = map(float, pieces)
    except ValueError:
        return None
    return (low, high, step) if all(map(math.isfinite, (low, high, step))) else None


def _spread(low: float, high: float, step: float, whole: bool, text: str) -> list[Any]:
    if step <= 0 or high <= low:
        raise Refused("vary-unreadable", value=text)
    count = math.floor((high - low) / step * (1 + 1e-12)) + 1
    if count > MOST_VALUES:
        raise Refused("vary-many-values", value=text, most=MOST_VALUES)
    values = [float(f"{low + i * step:.12g}") for i in range(count)]  # 0.1:0.5:0.1 gives 0.3, not its neighbour
    if whole and all(value.is_integer() for value in values):
        return [int(value) for value in values]
    return values


def _words(given: str) -> list[str]:
    """The values of a list: between bars, where a value has commas of its own, else between commas."""
    return [word.strip() for word in given.split("|" if "|" in given or given.lstrip()[:1] in "[{" else ",")]


def _word(text: str) -> Any:
    """A listed value: a number where it is one, so that it can stand in a schedule or a table too."""
    try:
        number = float(text)
    except ValueError:
        return text
    return number if math.isfinite(number) else text


def _entry(parameter: Parameter, value: Any, part: str) -> Any:
    return dict(value)[float(part) if parameter.kind == "steps" else part]


# -- settings


def changes(axes: Sequence[Axis], setting: Setting, present: Mapping[str, Any]) -> dict[str, Any]:
    """The overrides that a setting makes of the present values.

    Errors: Refused `vary-no-such-part`.
    """
    found: dict[str, Any] = {}
    for axis, value in zip(axes, setting, strict=True):
        whole = found.get(axis.parameter, present[axis.parameter])
        found[axis.parameter] = _with_part(whole, axis, value) if axis.part else value
    return found


def _with_part(whole: Any, axis: Axis, value: Any) -> Any:
    if isinstance(whole, tuple):
        starts = [f"{start:g}" for start, _ in whole]
        if axis.part in starts:
            return tuple((start, value if f"{start:g}" == axis.part else step) for start, step in whole)
        raise Refused("vary-no-such-part", name=axis.name, allowed=starts)
    if isinstance(whole, Mapping):
        if axis.part in whole:
            return {**whole, axis.part: value}
        raise Refused("vary-no-such-part", name=axis.name, allowed=list(whole))
    none = {"en": "none, it has no parts", "fr": "aucune, il n'a pas de parties"}
    raise Refused("vary-no-such-part", name=axis.name, allowed=none)


def settings(axes: Sequence[Axis]) -> Iterator[Setting]:
    """Every combination of the axes' values, the last axis turning fastest."""
    return itertools.product(*(axis.values for axis in axes))


def present_setting(axes: Sequence[Axis], rulebook: Rulebook) -> tuple[Any, ...]:
    """The axes' present values."""
    values = rulebook.latest.values
    return tuple(
        _entry(rulebook.parameters[axis.parameter], values[axis.parameter], axis.part) if axis.part else values[axis.parameter]
        for axis in axes
    )


def told(axes: Sequence[Axis], setting: Setting) -> dict[str, Any]:
    """A setting by names."""
    return {axis.name: value for axis, value in zip(axes, setting, strict=True)}


def in_words(axes: Sequence[Axis], setting: Setting) -> str:
    """A setting as it is written after --set: `k=20, scale=400`."""
    return ", ".join(f"{axis.name}={written(value)}" for axis, value in zip(axes, setting, strict=True))
