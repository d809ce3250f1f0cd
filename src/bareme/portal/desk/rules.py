"""House rules as a form: every parameter of a rulebook with its meaning, what may be put in, and the regulation's own value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from bareme.findings import Finding, Refused
from bareme.portal.site.templatetags.words import speech
from bareme.rulebooks.base import Article, Rulebook
from bareme.rulebooks.parameters import Parameter, written

PREFIX = "set-"  # of the fields' names
UNITS: Mapping[str, str | Promise] = {
    "%": "%",
    "days": _("days"),
    "digits": _("digits"),
    "games": _("games"),
    "months": _("months"),
    "players": _("players"),
    "points": _("points"),
    "points of match length": _("points of match length"),
    "points per entrant": _("points per entrant"),
    "years": _("years"),
}
_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+")


@dataclass(frozen=True)
class Field:
    """A parameter. `typed` is what its field holds, nothing where the regulation's `own` value holds, which `varies` with its
    versions; `choices` are offered where there are few.
    """

    parameter: Parameter
    meaning: str
    unit: str | Promise
    allowed: str
    own: str
    varies: bool
    typed: str
    fault: Finding | None
    choices: list[tuple[str, str]]


@dataclass(frozen=True)
class Group:
    """The parameters of an article; `open` where one of them is a house rule, or is wrong."""

    article: Article
    title: str
    fields: list[Field]
    open: bool


def groups(rulebook: Rulebook, typed: Mapping[str, str], faults: Mapping[str, Finding]) -> list[Group]:
    """Every parameter of a rulebook without house rules, by article. `typed` and `faults` are by the parameters' names."""
    say, found = speech(), []
    for article in rulebook.articles.values():
        parameters = [parameter for parameter in rulebook.parameters.values() if parameter.article == article.id]
        fields = [_field(rulebook, one, typed.get(one.name, ""), faults.get(one.name)) for one in parameters]
        if fields:
            opened = any(field.typed or field.fault for field in fields)
            found.append(Group(article, say(article.en, article.fr), fields, opened))
    return found


def _field(rulebook: Rulebook, parameter: Parameter, typed: str, fault: Finding | None) -> Field:
    say, name = speech(), parameter.name
    values = {written(version[name]) for version in rulebook.versions}
    choices = [(value, said(parameter, value)) for value in _few(parameter)]
    if choices and typed and typed not in dict(choices):
        choices.append((typed, typed))  # what was refused stands there, to be seen
    return Field(
        parameter=parameter,
        meaning=say(parameter.en, parameter.fr),
        unit=UNITS.get(parameter.unit, parameter.unit),
        allowed=parameter.allowed(say.language),
        own=said(parameter, written(rulebook.latest[name])),
        varies=rulebook.pinned is None and len(values) > 1,
        typed=typed,
        fault=fault,
        choices=choices,
    )


def _few(parameter: Parameter) -> tuple[str, ...]:
    kinds = {"flag": ("true", "false"), "choice": parameter.choices}
    return (*kinds[parameter.kind], *parameter.also) if parameter.kind in kinds else ()


def said(parameter: Parameter, value: str) -> str:
    """A value as it is shown: flags in words beside what their meaning calls them, all else as it is written."""
    if parameter.kind == "flag" and value in ("true", "false"):
        return f"{speech()('yes', 'oui') if value == 'true' else speech()('no', 'non')} ({value})"
    return value


def typed_of(overrides: Mapping[str, Any]) -> dict[str, str]:
    """House rules as their fields hold them."""
    return {name: written(value) for name, value in overrides.items()}


def sent(rulebook: Rulebook, form: Mapping[str, Any]) -> dict[str, str]:
    """What the fields of a form hold: house rules alone. A decimal comma is understood where a number is asked for."""
    found = {}
    for name, parameter in rulebook.parameters.items():
        value = str(form.get(PREFIX + name) or "").replace("\0", "").strip()[:2000]
        if parameter.kind in ("number", "whole") and _COMMA.fullmatch(value):
            value = value.replace(",", ".")
        if value:
            found[name] = value
    return found


def checked(rulebook: Rulebook, typed: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, Finding]]:
    """House rules as values, and what is wrong with the others, both by the parameters' names."""
    values: dict[str, Any] = {}
    faults: dict[str, Finding] = {}
    for name, value in typed.items():
        try:
            values |= rulebook.override({name: value}).overrides
        except Refused as refusal:
            faults[name] = refusal.finding
    return values, faults
