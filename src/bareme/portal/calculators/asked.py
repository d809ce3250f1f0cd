"""What a calculator's form says, read from the address: numbers as people write them, in either language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from bareme.calculators import result
from bareme.findings import Finding, Refused
from bareme.portal.site.books import rulebook_named
from bareme.rulebooks.base import Rulebook

LARGEST = 10_000.0  # ratings and experience, without sign
GAMES_AT_MOST = 200
_AS_PROGRAMS_WRITE = str.maketrans({",": ".", "\N{MINUS SIGN}": "-", "\N{NO-BREAK SPACE}": None, " ": None})


@dataclass
class Asked:
    """A form: its fields as they were written, and what is wrong with them by the field's name."""

    query: Mapping[str, str]
    faults: dict[str, Finding] = field(default_factory=dict)

    def text(self, name: str, default: str = "") -> str:
        """A field as written, at most 4000 characters."""
        return (self.query.get(name) or default).replace("\0", "").strip()[:4000]

    def number(self, name: str, default: float | None = None, least: float = -LARGEST, most: float = LARGEST) -> float | None:
        """A number within bounds; what is not one is noted, and None is given."""
        text = self.text(name)
        if not text:
            return default
        try:
            value = float(
                text.replace(",", ".").replace("\N{MINUS SIGN}", "-").replace("\N{NO-BREAK SPACE}", "").replace(" ", "")
            )
        except ValueError:
            value = float("nan")
        if not least <= value <= most:
            self.faults[name] = Finding("bad-number-here", details={"value": text, "least": f"{least:g}", "most": f"{most:g}"})
            return None
        return value

    def whole(self, name: str, default: int | None = None, least: int = 0, most: int = 100_000) -> int | None:
        """A whole number within bounds."""
        value = self.number(name, default, least, most)
        if value is not None and value != int(value):
            self.faults[name] = Finding("bad-number-here", details={"value": value, "least": f"{least:g}", "most": f"{most:g}"})
            return None
        return None if value is None else int(value)

    def day(self, name: str) -> date | None:
        """A day, 2026-09-01."""
        text = self.text(name)
        try:
            return date.fromisoformat(text) if text else None
        except ValueError:
            self.faults[name] = Refused("bad-date", value=text).finding
            return None

    def rulebook(self, default: str, allowed: tuple[str, ...]) -> Rulebook:
        """The rulebook under the house rules that are written as K=V, apart by spaces or semicolons.

        Errors: Refused `unknown-rulebook`, `bad-setting`, `unknown-parameter`, `bad-parameter-value`.
        """
        name = self.text("rulebook", default)
        if name not in allowed:
            raise Refused("unknown-rulebook", name=name, allowed=list(allowed))
        return rulebook_named(name, self.text("set").replace(";", " ").split())

    def results(self, name: str) -> list[tuple[float, float]]:
        """Games as `1609=0 1477=0,5`, apart by spaces, semicolons or lines.

        Errors: Refused `bad-result`, `too-many-here`.
        """
        parts = self.text(name).replace(";", " ").split()
        if len(parts) > GAMES_AT_MOST:
            raise Refused("too-many-here", value=len(parts), limit=GAMES_AT_MOST)
        found = []
        for part in parts:
            opponent, score = result(part)
            try:
                rating = float(opponent.replace(",", "."))
            except ValueError:
                raise Refused("bad-result", value=part) from None
            if not -LARGEST <= rating <= LARGEST:
                raise Refused("bad-result", value=part)
            found.append((rating, score))
        return found

    def told(self) -> dict[str, Any]:
        """The form as it was filled in, to be shown again."""
        return {name: self.text(name) for name in self.query}
