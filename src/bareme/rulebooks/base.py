"""What every rulebook is made of: dated versions, parameters, articles, house overrides, errata.

A rulebook's folder holds `rulebook.toml` (name, parameters, articles), `versions/*.toml` (one file per
first day in force, complete, so that the difference of two files is the amendment), `errata.toml`,
`rules.py` (one pure function per article), `book.py` (class `Book`, see `rulebooks/book.py`),
`words.py` (explanations), `calculators.py` (odds, tables) and `cases/*.toml` (worked examples).
"""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from types import ModuleType
from typing import Any

from bareme.facts import Place
from bareme.findings import Refused, Text, in_words, toml_fault
from bareme.rulebooks.parameters import Parameter, bounded, written


@dataclass(frozen=True, slots=True)
class Article:
    """One article of the regulation: its id (spelt the same everywhere), titles, formula, function in rules.py.

    A formula of symbols is one text, one with words in it a {en, fr} table.
    """

    id: str
    en: str
    fr: str
    formula: Text = ""
    function: str = ""


@dataclass(frozen=True, slots=True)
class Version:
    """A regulation as in force from one day on. `values` are its parameters, overrides already applied."""

    rulebook: str
    name: str  # its first day in force, or a name of its own where the source bears no date
    start: date
    published: Text | date
    source: Text
    values: Mapping[str, Any]
    articles: tuple[str, ...]
    unverified: tuple[Mapping[str, str], ...] = ()  # {en, fr}
    not_modelled: tuple[Mapping[str, str], ...] = ()
    title: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, parameter: str) -> Any:
        return self.values[parameter]


@dataclass(frozen=True, slots=True)
class Erratum:
    """A place where the source contradicts itself or its own numbers, with our reading.

    It touches the versions in force from `since` on (None: from the first), before `until` (None: to the last).
    """

    id: str
    article: str
    printed: Mapping[str, str]
    reading: Mapping[str, str]
    parameter: str = ""
    since: date | None = None
    until: date | None = None

    def touches(self, version: Version) -> bool:
        """Is it about this version?"""
        return (self.since or date.min) <= version.start < (self.until or date.max)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A federation's regulation with all its versions, oldest first, and the house overrides that are on."""

    name: str
    title: Mapping[str, str]
    kind: str  # "pairs" or "placements"
    unit: Mapping[str, str]
    parameters: Mapping[str, Parameter]
    articles: Mapping[str, Article]
    versions: tuple[Version, ...]
    errata: tuple[Erratum, ...]
    overrides: Mapping[str, Any] = field(default_factory=dict)
    pinned: date | None = None  # NAME@DATE: this day's version for every fact

    def on(self, day: date) -> Version:
        """The version in force on `day`; with NAME@DATE, that date's version whatever the day.

        Errors: Refused `before-rulebook` when the day is before the first version.
        """
        wanted = self.pinned or day
        for version in reversed(self.versions):
            if version.start <= wanted:
                return version
        raise Refused("before-rulebook", rulebook=self.name, day=wanted, first=self.versions[0].start)

    @property
    def house_rules(self) -> str:
        """The overrides that are on, as they are written after --set: `ramp=false, initial_rating=1800`; "" for none."""
        return ", ".join(f"{name}={written(value)}" for name, value in self.overrides.items())

    @property
    def spec(self) -> str:
        """The name by which `open_rulebook` finds it again: NAME or NAME@DATE."""
        return f"{self.name}@{self.pinned.isoformat()}" if self.pinned else self.name

    @property
    def latest(self) -> Version:
        """The pinned version, or the last one."""
        return self.on(self.pinned) if self.pinned else self.versions[-1]

    def module(self, part: str) -> ModuleType:
        """One of the rulebook's own modules: `rules`, `book`, `words`, `calculators`."""
        return importlib.import_module(f"bareme.rulebooks.{self.name}.{part}")

    def override(self, changes: Mapping[str, Any]) -> Rulebook:
        """The same rulebook under house rules. Values are text (from `--set`) or already typed.

        Errors: Refused `unknown-parameter` (names the allowed ones) or `bad-parameter-value`.
        """
        checked: dict[str, Any] = {}
        aliases = {parameter.alias: name for name, parameter in self.parameters.items() if parameter.alias}
        for given, value in changes.items():
            name = aliases.get(given, given)
            if name not in self.parameters:
                raise Refused("unknown-parameter", name=given, rulebook=self.name, allowed=sorted(self.parameters))
            checked[name] = bounded(name, self.parameters[name].read(value))
        versions = tuple(replace(version, values={**version.values, **checked}) for version in self.versions)
        return replace(self, versions=versions, overrides={**self.overrides, **checked})


def names() -> list[str]:
    """The rulebooks that exist: the folders that hold a rulebook.toml."""
    return sorted(folder.name for folder in _home().iterdir() if folder.joinpath("rulebook.toml").is_file())


def open_rulebook(spec: str, overrides: Mapping[str, Any] | None = None) -> Rulebook:
    """A rulebook by `NAME`, `NAME@YYYY-MM-DD`, or the path of a house TOML file that `extends` one.

    Errors: Refused `unknown-rulebook`, `bad-date`, `before-rulebook`, `unknown-parameter`, `bad-parameter-value`,
    `house-file`, `cannot-open`.
    """
    path, dated, day = spec.rpartition("@") if not spec.endswith(".toml") else (spec, "", "")
    if path.endswith(".toml"):
        base, changes = _house_file(Path(path))
        return open_rulebook(base + dated + day, {**changes, **(overrides or {})})
    name, dated, day = spec.partition("@")
    if name not in names():
        raise Refused("unknown-rulebook", name=name, allowed=names())
    rulebook = _load(name)
    if dated:
        rulebook = replace(rulebook, pinned=_pinned(rulebook, day))
        rulebook.on(date.min)
    return rulebook.override(overrides) if overrides else rulebook


def _pinned(rulebook: Rulebook, text: str) -> date:
    """The day meant by NAME@DATE; a version may also be asked for by its name."""
    named = next((version.start for version in rulebook.versions if version.name == text), None)
    try:
        return named or date.fromisoformat(text)
    except ValueError:
        raise Refused("bad-date", value=text) from None


def _house_file(path: Path, depth: int = 0) -> tuple[str, dict[str, Any]]:
    """The rulebook that a house file extends in the end, and all its changes, those of nearer files last."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"))  # an editor may put a mark before it
    except OSError as error:
        raise Refused("cannot-open", Place(str(path)), why=in_words(error)) from None
    except (ValueError, RecursionError) as error:
        raise Refused("house-file", file=path, why=toml_fault(error)) from None
    base = content.pop("extends", None)
    if not isinstance(base, str):
        why = {"en": 'there is no line extends = "NAME"', "fr": 'il y manque une ligne extends = "NOM"'}
        raise Refused("house-file", file=path, why=why)
    table = content.pop("parameters", {})  # parameters may stand in a table of their own, as in a version file
    if not isinstance(table, dict):
        why = {"en": "its parameters are no table", "fr": "ses « parameters » ne forment pas une table"}
        raise Refused("house-file", file=path, why=why)
    changes = {**content, **table}
    if not base.endswith(".toml"):
        return base, changes
    if depth >= _HOUSE_DEPTH:
        why = {"en": "too many files extend each other", "fr": "trop de fichiers s'appuient les uns sur les autres"}
        raise Refused("house-file", file=path, why=why)
    beneath, inherited = _house_file(path.parent / base, depth + 1)
    return beneath, {**inherited, **changes}


_HOUSE_DEPTH = 5


def _home() -> Traversable:
    return resources.files("bareme.rulebooks")


@cache
def _load(name: str) -> Rulebook:
    folder = _home().joinpath(name)
    head = _toml(folder.joinpath("rulebook.toml"))
    parameters = {key: Parameter.from_table(key, table) for key, table in head["parameters"].items()}
    articles = {key: Article(id=key, **table) for key, table in head["articles"].items()}
    files = sorted((f for f in folder.joinpath("versions").iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
    versions = sorted((_version(name, parameters, _toml(file)) for file in files), key=lambda v: v.start)
    errata_file = folder.joinpath("errata.toml")
    errata = _toml(errata_file) if errata_file.is_file() else {}
    return Rulebook(
        name=name,
        title=head["title"],
        kind=head["kind"],
        unit=head["unit"],
        parameters=parameters,
        articles=articles,
        versions=tuple(versions),
        errata=tuple(Erratum(id=key, **table) for key, table in errata.items()),
    )


def _version(rulebook: str, parameters: Mapping[str, Parameter], table: Mapping[str, Any]) -> Version:
    values = {key: parameters[key].read(value) for key, value in table["parameters"].items()}
    missing = parameters.keys() - values.keys()
    if missing:
        raise ValueError(f"{rulebook} {table['from']}: parameters missing: {sorted(missing)}")
    return Version(
        rulebook=rulebook,
        name=table.get("name", table["from"].isoformat()),
        start=table["from"],
        published=table["published"],
        source=table["source"],
        values=values,
        articles=tuple(table["articles"]),
        unverified=tuple(table.get("unverified", ())),
        not_modelled=tuple(table.get("not_modelled", ())),
        title=table.get("title", {}),
    )


def _toml(file: Traversable) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def cases(rulebook: str) -> Iterator[Mapping[str, Any]]:
    """The rulebook's worked examples, as tables of its cases/*.toml, each with its file name under `file`."""
    for file in sorted(_home().joinpath(rulebook, "cases").iterdir(), key=lambda f: f.name):
        if file.name.endswith(".toml"):
            for case in _toml(file)["case"]:
                yield {"file": file.name, **case}
