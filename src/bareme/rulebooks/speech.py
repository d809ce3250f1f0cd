"""Words and numbers in the reader's language, and the steps an explanation is made of."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeAlias

from bareme.findings import Text, shown_day
from bareme.journal import Line
from bareme.rounding import half_away
from bareme.rulebooks.base import Version


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an explanation: the sentence, the article it comes from, its formula, the numbers put in, the value."""

    article: str
    text: str
    formula: str = ""
    put_in: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Speech:
    """A language, and how it writes numbers. Every text is given in both languages at the place that says it."""

    language: str = "en"

    def __call__(self, en: str, fr: str) -> str:
        """The text in this language."""
        return fr if self.language == "fr" else en

    @property
    def colon(self) -> str:
        """A colon as this language spaces it."""
        return self(": ", " : ")

    def version(self, name: str) -> str:
        """A version's name; the one word among them is translated."""
        return self("undated", "sans date") if name == "undated" else name

    def of(self, text: Text) -> str:
        """The text of a {en, fr} table; a text that stands for both languages is itself."""
        return text if isinstance(text, str) else text.get(self.language) or text["en"]

    def count(self, n: int, one: Text, many: Text) -> str:
        """A number with the noun that agrees with it: `1 row`, `2 rows`; in French nought too is singular."""
        return f"{n} {self.of(one if n == 1 or (n == 0 and self.language == 'fr') else many)}"

    def number(self, x: float | None, digits: int | None = None) -> str:
        """A number as this language writes it; `digits` decimals (halves away from zero), or as short as exact."""
        if x is None or math.isnan(x):
            return "-"
        if math.isinf(x):
            return "∞" if x > 0 else "-∞"
        if digits is None:
            text = f"{x:.10g}"
        else:
            scale = 10**digits
            text = f"{half_away(x * scale) / scale:.{digits}f}"
        if float(text) == 0:
            text = text.lstrip("-")
        return text.replace(".", ",") if self.language == "fr" else text

    def signed(self, x: float, digits: int = 2) -> str:
        """A movement, always with its sign."""
        text = self.number(x, digits)
        return text if text.startswith("-") else "+" + text

    def percent(self, x: float, digits: int = 2) -> str:
        """A share of 1 as a percentage."""
        return self.number(100 * x, digits) + self(" %", " %")

    def day(self, day: date) -> str:
        """A date: 2025-12-01 in English, 01/12/2025 in French."""
        return shown_day(day, self.language)


# Each rulebook's words.py has `steps`, of this shape, and the dictionaries LEVELS and STATES.
Explainer: TypeAlias = Callable[[Line, Version, Speech], list[Step]]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a rulebook's printed list. `path` leads into a list row's JSON (`published/elo`)."""

    path: str
    en: str
    fr: str
    digits: int | None = None
    numeric: bool = True


# Each rulebook's words.py also has COLUMNS, the columns of its list between player and state.


@dataclass(frozen=True, slots=True)
class Table:
    """One of the regulation's tables, recomputed. Cells are numbers or short texts; `digits` per column, None as is.

    A column is a symbol, or a word in both languages; files for machines bear the English one.
    """

    title: Mapping[str, str]
    article: str
    columns: tuple[Text, ...]
    rows: tuple[tuple[Any, ...], ...]
    digits: tuple[int | None, ...] = ()


# Each rulebook's calculators.py has TABLES: name -> function(version) -> Table.
TableMaker: TypeAlias = Callable[[Version], Table]
