"""Findings: something wrong in the data, as a value. Bad data is a value, bad code is an exception.

Every finding has a code, and every code has its severity, message and remedy in both languages in a
`findings.toml`: one beside this file, one in `readers/`, one in `office/`, one in each rulebook's folder.
`docs/findings.md` is made from them.

    Refused (Exception)      an input that cannot be worked with at all; it carries one finding
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from bareme.facts import NOWHERE, Place

LANGUAGES = ("en", "fr")
SEVERITIES = ("error", "warning", "info")


@cache
def catalogues() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """The catalogue of each folder that has one: {folder: {code: {severity, en, fr, remedy_en, remedy_fr}}}."""
    here = resources.files("bareme")
    books = sorted(folder.name for folder in here.joinpath("rulebooks").iterdir())
    entries: dict[str, Mapping[str, Mapping[str, str]]] = {}
    for folder in ("", "readers", "office", *(f"rulebooks/{book}" for book in books)):
        file = here.joinpath(folder, "findings.toml")
        if file.is_file():
            entries[folder] = tomllib.loads(file.read_text(encoding="utf-8"))
    return entries


@cache
def catalogue() -> Mapping[str, Mapping[str, str]]:
    """Every code with its severity and its texts: {code: {severity, en, fr, remedy_en, remedy_fr}}."""
    return {code: entry for entries in catalogues().values() for code, entry in entries.items()}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong, at one place. `details` fill the message's {names}; the offending value is among them."""

    code: str
    place: Place = NOWHERE
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def severity(self) -> str:
        """`error`, `warning` or `info`."""
        return catalogue()[self.code]["severity"]

    def message(self, language: str = "en") -> str:
        """What is wrong, in one sentence that shows the value."""
        return catalogue()[self.code][language].format_map(_Shown(self.details))

    def remedy(self, language: str = "en") -> str:
        """What to do next."""
        return catalogue()[self.code]["remedy_" + language].format_map(_Shown(self.details))


class _Shown(dict[str, Any]):
    """Details as shown: control characters made visible, long values cut, a missing name left as it is."""

    def __init__(self, details: Mapping[str, Any]) -> None:
        super().__init__({name: shown(value) for name, value in details.items()})

    def __missing__(self, name: str) -> str:
        return "{" + name + "}"


def shown(value: Any) -> str:
    """A value of the outside world as one safe, short piece of a line; of a list, each of its first forty values."""
    if isinstance(value, (list, tuple)) and not isinstance(value, Place):
        more = [f"... (+{len(value) - 40})"] if len(value) > 40 else []
        return ", ".join([*map(shown, value[:40]), *more])
    text = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in str(value))
    return text if len(text) <= 120 else text[:117] + "..."


class Refused(Exception):
    """An input, an option or an override that cannot be worked with. Shown as its finding, never as a traceback."""

    def __init__(self, code: str, place: Place = NOWHERE, **details: Any) -> None:
        self.finding = Finding(code, place, details)
        super().__init__(code)

    def __str__(self) -> str:
        return f"{self.finding.message()} {self.finding.remedy()}"


def worst(findings: Iterable[Finding]) -> str | None:
    """The gravest severity present, or None."""
    present = {finding.severity for finding in findings}
    return next((severity for severity in SEVERITIES if severity in present), None)
