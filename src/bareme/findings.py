"""Findings: something wrong in the data, as a value. Bad data is a value, bad code is an exception.

Every finding has a code, and every code has its severity, message and remedy in both languages, and a few words for
it where rows or facts are counted by it, in a `findings.toml`: one beside this file, one in `readers/`, `engines/`,
`lab/` and `office/`, one in each rulebook's folder.
`docs/findings.md` is made from them.

    Refused (Exception)      an input that cannot be worked with at all; it carries one finding
"""

from __future__ import annotations

import errno
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from importlib import resources
from typing import Any, TypeAlias

from bareme.facts import NOWHERE, Place

LANGUAGES = ("en", "fr")
Text: TypeAlias = str | Mapping[str, str]  # one text for both languages, or a {en, fr} table
SEVERITIES = ("error", "warning", "info")


@cache
def catalogues() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """The catalogue of each folder that has one: {folder: {code: {severity, en, fr, remedy_en, remedy_fr}}}."""
    here = resources.files("bareme")
    books = sorted(folder.name for folder in here.joinpath("rulebooks").iterdir())
    entries: dict[str, Mapping[str, Mapping[str, str]]] = {}
    for folder in ("", "readers", "engines", "lab", "office", "portal", *(f"rulebooks/{book}" for book in books)):
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
    """One thing wrong, at one place. `details` fill the message's {names}; the offending value is among them.

    A detail that is a {en, fr} table, a date or a decimal number is shown in the reader's language.
    """

    code: str
    place: Place = NOWHERE
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def severity(self) -> str:
        """`error`, `warning` or `info`."""
        return catalogue()[self.code]["severity"]

    def message(self, language: str = "en") -> str:
        """What is wrong, in one sentence that shows the value."""
        return catalogue()[self.code][language].format_map(_Shown(self.details, language))

    def remedy(self, language: str = "en") -> str:
        """What to do next."""
        return catalogue()[self.code]["remedy_" + language].format_map(_Shown(self.details, language))


def short(code: str, language: str) -> str:
    """What a code means in a few words, for a line that counts rows; the code itself where it has none."""
    return catalogue()[code].get("short_" + language, code)


class _Detail(str):
    """A value in a message. `{count:player|players}` is the first for one of them, else the second; in French for nought too."""

    language: str

    def __new__(cls, text: str, language: str) -> _Detail:
        made = super().__new__(cls, text)
        made.language = language
        return made

    def __format__(self, forms: str) -> str:
        one, bar, more = forms.partition("|")
        if not bar:
            return str.__format__(self, forms)
        return one if self == "1" or (self == "0" and self.language == "fr") else more


class _Shown(dict[str, Any]):
    """Details as shown: control characters made visible, long values cut, a missing name left as it is."""

    def __init__(self, details: Mapping[str, Any], language: str) -> None:
        self.language = language
        super().__init__({name: _Detail(shown(value, language), language) for name, value in details.items()})

    def __missing__(self, name: str) -> _Detail:
        return _Detail("{" + name + "}", self.language)


def shown(value: Any, language: str = "en") -> str:
    """A value of the outside world as one safe, short piece of a line; of a list, each of its first forty values."""
    if isinstance(value, Mapping) and value.keys() == set(LANGUAGES):
        value = value[language]
    if isinstance(value, (list, tuple)) and not isinstance(value, Place):
        more = [f"... (+{len(value) - 40})"] if len(value) > 40 else []
        parts = [shown(part, language) for part in value[:40]]
        between = (" ; " if language == "fr" else "; ") if any("," in part for part in parts) else ", "
        return between.join([*parts, *more])
    if isinstance(value, date):
        value = shown_day(value, language)
    elif isinstance(value, float) and language == "fr":
        value = str(value).replace(".", ",")
    enormous = isinstance(value, int) and value.bit_length() > 1000  # Python writes no decimals of a number without end
    whole = hex(value) if enormous else str(value)
    text = "".join(c if c.isprintable() else _written_out(c) for c in whole[:121])
    return text if len(text) <= 120 else text[:117] + "..."


def visible(text: str) -> str:
    r"""A text of the outside world with no character that moves a screen's cursor or turns the writing round: those are
    written out. Blanks, and the joiners that some scripts need, stay.

    >>> print(visible("a\x1b[31m b\u202ec"))
    a\x1b[31m b\u202ec
    """
    return text if text.isprintable() else "".join(c if _harmless(c) else _written_out(c) for c in text)


def _harmless(character: str) -> bool:
    return character in "\u200c\u200d" or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Zl", "Zp")


def _written_out(character: str) -> str:
    return f"\\x{ord(character):02x}" if character <= "\xff" else f"\\u{ord(character):04x}"


def shown_day(day: date, language: str) -> str:
    """A date: 2025-12-01 in English, 01/12/2025 in French."""
    return day.strftime("%d/%m/%Y") if language == "fr" else day.isoformat()


def in_words(error: Exception) -> Text:
    """Why a file or a folder cannot be used, without the system's own English where the cause is a usual one."""
    if not isinstance(error, OSError):
        return str(error)
    return _CAUSES.get(error.errno or 0) or error.strerror or str(error)


def toml_fault(error: Exception) -> Text:
    """Where a file is no TOML, without the parser's own English."""
    at = re.search(r"at line ([0-9]+), column ([0-9]+)", str(error))
    if at is None:
        return {"en": "it is no TOML", "fr": "ce n'est pas du TOML"}
    line, column = at.groups()
    return {"en": f"line {line}, column {column} is no TOML", "fr": f"la ligne {line}, colonne {column}, n'est pas du TOML"}


_DENIED = {"en": "you have no permission", "fr": "vous n'en avez pas le droit"}
_CAUSES: Mapping[int, Text] = {
    errno.ENOENT: {"en": "it does not exist", "fr": "il n'existe pas"},
    errno.EACCES: _DENIED,
    errno.EPERM: _DENIED,
    errno.EISDIR: {"en": "it is a folder", "fr": "c'est un dossier"},
    errno.ENOTDIR: {"en": "a part of its path is no folder", "fr": "une partie de son chemin n'est pas un dossier"},
    errno.ELOOP: {"en": "its links lead in a circle", "fr": "ses liens tournent en rond"},
    errno.EPIPE: {"en": "its reader has gone", "fr": "son lecteur est parti"},
    errno.ENAMETOOLONG: {"en": "its name is too long", "fr": "son nom est trop long"},
    errno.ENOSPC: {"en": "the disk is full", "fr": "le disque est plein"},
    errno.EROFS: {"en": "the disk is mounted read-only", "fr": "le disque est monté en lecture seule"},
    errno.EIO: {"en": "the disk has a fault", "fr": "le disque a un défaut"},
}


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
