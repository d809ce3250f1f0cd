"""A regulation's parameters: what may be set, in what unit, between what bounds, by which article."""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from bareme.findings import LANGUAGES, Refused

KINDS = ("number", "whole", "flag", "choice", "day", "steps", "table")


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter. Kinds: number, whole, flag, choice (of `choices`), day (MM-DD), steps ([[from, value], ...]),
    table (name -> number). `also` lists words accepted beside the kind (such as "none" or "schedule").
    """

    name: str
    kind: str
    article: str
    en: str
    fr: str
    unit: str = ""
    minimum: float = -math.inf
    maximum: float = math.inf
    choices: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    alias: str = ""  # a shorter name accepted in its place

    @classmethod
    def from_table(cls, name: str, table: Mapping[str, Any]) -> Parameter:
        """From its table in rulebook.toml (keys kind, article, en, fr, unit, min, max, choices, also, alias)."""
        known = dict(table)
        return cls(
            name=name,
            kind=known.pop("kind"),
            article=known.pop("article"),
            minimum=known.pop("min", -math.inf),
            maximum=known.pop("max", math.inf),
            choices=tuple(known.pop("choices", ())),
            also=tuple(known.pop("also", ())),
            **known,
        )

    def read(self, value: Any) -> Any:
        """The value checked and typed; text is parsed first. "none" is None.

        Errors: Refused `bad-parameter-value`, naming what is allowed.
        """
        if isinstance(value, str) and value in self.also:
            return None if value == "none" else value
        if value is None and "none" in self.also:
            return None
        try:
            return getattr(self, "_" + self.kind)(value if self.kind in _WORDS else _parsed(value))
        except (TypeError, ValueError, OverflowError):
            allowed = {language: self.allowed(language) + _point(value)[language] for language in LANGUAGES}
            raise Refused("bad-parameter-value", name=self.name, value=value, allowed=allowed) from None

    def allowed(self, language: str = "en") -> str:
        """What may be put in, in words short enough for an error message."""
        if self.kind == "choice":
            return " | ".join((*self.choices, *self.also))
        text, bounds = _ALLOWED[self.kind][language], self._bounds(language)
        if bounds and self.kind in ("steps", "table"):
            text += {"en": ", numbers", "fr": ", nombres"}[language]
        return " | ".join((text + bounds, *self.also))

    def _bounds(self, language: str) -> str:
        low, high = self.minimum, self.maximum
        if low == -math.inf and high == math.inf:
            return ""
        if low != -math.inf and high != math.inf:
            text = {"en": f" from {low:g} to {high:g}", "fr": f" de {low:g} à {high:g}"}
        elif high != math.inf:
            text = {"en": f" up to {high:g}", "fr": f" jusqu'à {high:g}"}
        elif 0 < low < _TINY:
            text = {"en": " above 0", "fr": " plus grand que 0"}
        else:
            text = {"en": f" from {low:g} on", "fr": f" à partir de {low:g}"}
        return text[language]

    def _number(self, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise ValueError
        if not self.minimum <= value <= self.maximum:
            raise ValueError
        return float(value)

    def _whole(self, value: Any) -> int:
        self._number(value)
        if value != int(value):
            raise ValueError
        return int(value)

    def _flag(self, value: Any) -> bool:
        value = _YES_NO.get(value, value) if isinstance(value, str) else value
        if not isinstance(value, bool):
            raise ValueError
        return value

    def _choice(self, value: Any) -> str:
        if value not in self.choices:
            raise ValueError
        return str(value)

    def _day(self, value: Any) -> str:
        if not re.fullmatch("[0-9]{2}-[0-9]{2}", value):
            raise ValueError
        date.fromisoformat(f"2001-{value}")  # no leap year: the day must exist every year
        return str(value)

    def _steps(self, value: Any) -> tuple[tuple[float, float], ...]:
        steps = tuple((self._number(start), self._number(step)) for start, step in value)
        if not steps or steps[0][0] != 0 or any(a[0] >= b[0] for a, b in itertools.pairwise(steps)):
            raise ValueError
        return steps

    def _table(self, value: Any) -> Mapping[str, float]:
        if not isinstance(value, Mapping):
            raise ValueError
        return {str(name): self._number(number) for name, number in value.items()}


_WORDS = ("choice", "day", "flag")  # kinds whose text is taken as it is, not as JSON
_TINY = 1e-3  # a bound below this stands for "above 0", which the bounds, inclusive, cannot say
_ALLOWED: Mapping[str, Mapping[str, str]] = {
    "number": {"en": "a number", "fr": "un nombre"},
    "whole": {"en": "a whole number", "fr": "un entier"},
    "flag": {"en": "true | false (or yes | no)", "fr": "true | false (ou oui | non)"},
    "day": {"en": "MM-DD", "fr": "MM-JJ"},
    "steps": {"en": "[[from, value], ...]", "fr": "[[à partir de, valeur], ...]"},
    "table": {"en": '{"name": number}', "fr": '{"nom": nombre}'},
}
_YES_NO = {"true": True, "yes": True, "oui": True, "vrai": True, "false": False, "no": False, "non": False, "faux": False}


def _point(value: Any) -> Mapping[str, str]:
    """A hint for a number written with a decimal comma."""
    if isinstance(value, str) and re.fullmatch("[+-]?[0-9]+,[0-9]+", value):
        return {"en": " (with a decimal point: 0.1)", "fr": " (avec un point décimal : 0.1)"}
    return {"en": "", "fr": ""}


LARGEST = 1e9  # of a house rule's numbers: sums and products of greater ones end in infinity


def bounded(name: str, value: Any) -> Any:
    """The value of a house rule, if none of its numbers is so great that nothing can be worked out with it.

    Errors: Refused `bad-parameter-value`.
    """
    if any(abs(number) > LARGEST for number in _numbers(value)):
        raise Refused("bad-parameter-value", name=name, value=value, allowed=f"-{LARGEST:g} ... {LARGEST:g}")
    return value


def _numbers(value: Any) -> Iterator[float]:
    """Every number of a parameter's value."""
    if isinstance(value, (int, float)):
        yield value
    elif isinstance(value, Mapping):
        yield from _numbers(list(value.values()))
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _numbers(part)


def settings(pairs: Iterable[str]) -> dict[str, str]:
    """House rules as K=V texts (from --set, from an address) as a mapping, still unchecked.

    Errors: Refused `bad-setting`.
    """
    found = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise Refused("bad-setting", value=pair)
        found[name.strip()] = value.strip()
    return found


def written(value: Any) -> str:
    """A parameter's value as it is written after --set."""
    if value is None:
        return "none"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, Mapping):
        return json.dumps(dict(value), ensure_ascii=False)
    return json.dumps(value) if isinstance(value, (bool, tuple)) else str(value)


def _parsed(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value, parse_constant=lambda word: math.nan)
    except (json.JSONDecodeError, RecursionError):
        raise ValueError from None
