"""Every worked example of every rulebook, from its cases/*.toml, is reproduced."""

from __future__ import annotations

import inspect
import math
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from bareme.facts import Event, Facts
from bareme.lists import ranked
from bareme.readers import read_text
from bareme.replay import replay
from bareme.rounding import half_away
from bareme.rulebooks.base import Rulebook, Version, cases, names, open_rulebook
from bareme.writers.tables import list_row

CASES = [(name, case) for name in names() for case in cases(name)]
KINDS = {"official", "published", "hand"}


@pytest.mark.parametrize(("name", "case"), CASES, ids=[case["id"] for _, case in CASES])
def test_case(name: str, case: Mapping[str, Any]) -> None:
    rulebook = open_rulebook(name, case.get("set"))
    assert case["article"] in rulebook.articles
    assert case["kind"] in KINDS
    assert case["source"]
    found = rated(rulebook, case) if case["call"] == "rate" else called(rulebook, case)
    for path, expected in flat(case["expect"]):
        agrees(at(found, path), expected, case.get("digits"), path)


def test_ids_are_unique() -> None:
    ids = [case["id"] for _, case in CASES]
    assert len(ids) == len(set(ids))


def called(rulebook: Rulebook, case: Mapping[str, Any]) -> Any:
    """The result of one function of rules.py or of the calculators, parameters of the version filled in by name."""
    version = rulebook.on(case["version"]) if "version" in case else rulebook.latest
    where, _, function_name = case["call"].rpartition(".")
    function = getattr(rulebook.module(where or "calculators"), function_name)
    if not where:
        return function(version, **case["args"])
    return function(**{**parameters_of(function, version), **case["args"]})


def parameters_of(function: Any, version: Version) -> dict[str, Any]:
    return {name: version[name] for name in inspect.signature(function).parameters if name in version.values}


def rated(rulebook: Rulebook, case: Mapping[str, Any]) -> dict[str, Any]:
    """The list, by player, of the case's own small tables."""
    facts = Facts(
        events=tuple(Event(**event) for event in case.get("events", ())),
        **{
            field: repeated(table(case[name], name, field), case.get("repeat", 1))
            for name, field in TABLES.items()
            if name in case
        },
    )
    outcome = replay(rulebook, facts, on=case.get("on"))
    return {row.player: list_row(row) for row in ranked(outcome.standings)}


def repeated(facts: Any, times: int) -> Any:
    """The same facts again and again, one after the other."""
    if times == 1:
        return facts
    return tuple(replace(fact, sequence=len(facts) * n + i) for n in range(times) for i, fact in enumerate(facts))


TABLES = {"results": "games", "placements": "placements", "adjustments": "adjustments", "players": "players"}


def table(text: str, name: str, field: str) -> Any:
    reading = read_text(text.lstrip(), name)
    assert not [finding for finding in reading.findings if finding.severity == "error"], reading.findings
    facts = getattr(reading.facts, field)
    assert facts
    return facts


def flat(expect: Any) -> list[tuple[str, Any]]:
    return list(expect.items()) if isinstance(expect, Mapping) else [("", expect)]


def at(found: Any, path: str) -> Any:
    for step in filter(None, path.split("/")):
        found = found[int(step)] if isinstance(found, (list, tuple)) else found[step]
    return found


def agrees(found: Any, expected: Any, digits: int | None, path: str) -> None:
    if isinstance(expected, date):
        found = date.fromisoformat(found) if isinstance(found, str) else found
    if digits is None or isinstance(expected, (str, bool)):
        assert found == expected, path
    else:
        scale = 10**digits
        assert half_away(found * scale) == half_away(expected * scale), (path, found, expected)
        assert math.isfinite(found)
