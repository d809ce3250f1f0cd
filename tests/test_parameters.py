"""Parameters: what each kind accepts, from text (`--set`) and typed (a version or a house file), and what it refuses."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bareme.findings import Refused
from bareme.rulebooks.base import open_rulebook
from bareme.rulebooks.parameters import KINDS, Parameter

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


def parameter(kind: str, **more: Any) -> Parameter:
    choices = ("strict", "loose") if kind == "choice" else ()
    return Parameter("x", kind, "an-article", "an x", "un x", choices=choices, **more)


@pytest.mark.parametrize(
    ("kind", "given_value", "read"),
    [
        ("number", "1800", 1800.0),
        ("number", "-0.5", -0.5),
        ("number", 3, 3.0),
        ("whole", "12", 12),
        ("whole", 2.0, 2),
        ("whole", 10**30, 10**30),
        ("flag", "true", True),
        ("flag", False, False),
        ("flag", "oui", True),
        ("flag", "no", False),
        ("choice", "loose", "loose"),
        ("day", "09-01", "09-01"),
        ("day", "12-31", "12-31"),
        ("steps", "[[0, 40], [30, 20]]", ((0.0, 40.0), (30.0, 20.0))),
        ("steps", [[0, 40]], ((0.0, 40.0),)),
        ("table", '{"A": 1.5, "B": 2}', {"A": 1.5, "B": 2.0}),
        ("table", {"A": 1}, {"A": 1.0}),
    ],
)
def test_a_value_is_read_and_typed(kind: str, given_value: Any, read: Any) -> None:
    result = parameter(kind).read(given_value)
    assert result == read
    assert type(result) is type(read)


NOT_NUMBERS: list[Any] = ["", "ten", "1,5", "1_000", "٣", "nan", "NaN", "Infinity", "1e400", "true", '"1"', "[1]", "0x10"]
BAD: dict[str, list[Any]] = {
    "number": [*NOT_NUMBERS, True, None, math.nan, math.inf, 10**400, [1], {}, "1" * 5000, "[" * 100_000],
    "whole": ["1.5", 1.5, True, "x", None],
    "flag": ["maybe", "True", "1", 1, 0, None],
    "choice": ["", "Strict", None, 1, ["strict"]],
    "day": ["", "9-1", "0901", "13-01", "02-30", "02-29", "W01-1", "09-01 ", "٠٩-٠١", "2024-09-01", None, 901],
    "steps": [[], "5", "{}", [[1, 40]], [[0, 40], [0, 20]], [[0, 40], [30, 20], [20, 10]], [[0, 1, 2]], [["0", 1]]],
    "table": ["[]", "5", '{"A": "x"}', {"A": None}, {"A": True}, None],
}


@pytest.mark.parametrize(
    ("kind", "bad"), [(kind, bad) for kind, every in BAD.items() for bad in every], ids=lambda it: ascii(it)[:24]
)
def test_what_is_not_of_the_kind_is_refused(kind: str, bad: Any) -> None:
    with pytest.raises(Refused) as refused:
        parameter(kind).read(bad)
    finding = refused.value.finding
    assert finding.code == "bad-parameter-value"
    assert finding.details["name"] == "x"
    assert finding.details["value"] == bad or bad != bad
    assert finding.details["allowed"].keys() == {"en", "fr"}
    for language, allowed in finding.details["allowed"].items():
        assert allowed.startswith(parameter(kind).allowed(language))
        assert allowed in finding.remedy(language)


@pytest.mark.parametrize("kind", ["number", "whole"])
def test_bounds_are_inclusive(kind: str) -> None:
    bounded = parameter(kind, minimum=0, maximum=10)
    assert [bounded.read(value) for value in (0, 10, "0", "10")] == [0, 10, 0, 10]
    for outside in (-1, 11, "-1", "11"):
        with pytest.raises(Refused):
            bounded.read(outside)


def test_bounds_hold_inside_steps_and_tables() -> None:
    with pytest.raises(Refused):
        parameter("steps", minimum=0).read([[0, -1]])
    with pytest.raises(Refused):
        parameter("table", maximum=1).read({"A": 2})


@pytest.mark.parametrize("kind", KINDS)
def test_words_beside_the_kind(kind: str) -> None:
    with_words = parameter(kind, also=("none", "schedule"))
    assert with_words.read("none") is None
    assert with_words.read(None) is None
    assert with_words.read("schedule") == "schedule"
    with pytest.raises(Refused):
        parameter(kind).read("none")


@pytest.mark.parametrize(
    ("kind", "more", "en", "fr"),
    [
        ("number", {}, "a number", "un nombre"),
        ("number", {"minimum": 0}, "a number from 0 on", "un nombre à partir de 0"),
        ("number", {"minimum": 1e-6}, "a number above 0", "un nombre plus grand que 0"),
        ("number", {"maximum": 9}, "a number up to 9", "un nombre jusqu'à 9"),
        (
            "whole",
            {"minimum": 1, "maximum": 9, "also": ("none",)},
            "a whole number from 1 to 9 | none",
            "un entier de 1 à 9 | none",
        ),
        ("flag", {}, "true | false (or yes | no)", "true | false (ou oui | non)"),
        ("choice", {}, "strict | loose", "strict | loose"),
        ("choice", {"also": ("none",)}, "strict | loose | none", "strict | loose | none"),
        ("day", {}, "MM-DD", "MM-JJ"),
        (
            "steps",
            {"minimum": 0},
            "[[from, value], ...], numbers from 0 on",
            "[[à partir de, valeur], ...], nombres à partir de 0",
        ),
        ("table", {}, '{"name": number}', '{"nom": nombre}'),
    ],
)
def test_what_is_allowed_is_said_in_words(kind: str, more: dict[str, Any], en: str, fr: str) -> None:
    assert parameter(kind, **more).allowed() == en
    assert parameter(kind, **more).allowed("fr") == fr


def test_a_decimal_comma_is_refused_with_a_hint() -> None:
    with pytest.raises(Refused) as refused:
        parameter("number").read("0,1")
    assert refused.value.finding.remedy("fr") == "Valeurs admises : un nombre (avec un point décimal : 0.1)."


def test_from_its_table_in_a_rulebook() -> None:
    table = {"kind": "whole", "article": "a", "en": "e", "fr": "f", "unit": "points", "min": 1, "max": 5, "also": ["none"]}
    read = Parameter.from_table("x", table)
    assert (read.kind, read.article, read.unit, read.minimum, read.maximum, read.also) == (
        "whole",
        "a",
        "points",
        1,
        5,
        ("none",),
    )
    with pytest.raises(TypeError):
        Parameter.from_table("x", {**table, "minimun": 3})


def read_or_refused(known: Parameter, value: Any) -> Any:
    """What was read, or the sentence of the refusal as a tuple that no parameter has for a value."""
    try:
        return known.read(value)
    except Refused as refused:
        return (refused.finding.message("en"), refused.finding.message("fr"))


@given(st.sampled_from(KINDS), values | st.text())
def test_any_value_is_read_or_refused_and_never_anything_else(kind: str, value: Any) -> None:
    known = parameter(kind, also=("none",))
    read = read_or_refused(known, value)
    if not refused(read):
        assert known.read(read) == read  # what was read is itself a value


@given(st.sampled_from(("number", "whole", "flag", "steps", "table")), values)
def test_a_value_written_as_text_reads_the_same(kind: str, value: Any) -> None:
    assume(not isinstance(value, str))
    known = parameter(kind)
    read = read_or_refused(known, value)
    if not refused(read):
        assert known.read(json.dumps(value)) == read


def refused(read: Any) -> bool:
    return isinstance(read, tuple) and isinstance(read[0], str)


@pytest.mark.parametrize(
    ("name", "setting"),
    [("ffbg", {"stake": "1e308"}), ("elo", {"k": 2e9}), ("elo", {"k_schedule": [[0, 1e10]]}), ("fisf", {"floors": {"1": 1e300}})],
)
def test_a_house_rule_is_never_so_great_that_nothing_can_be_worked_out(name: str, setting: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        open_rulebook(name, setting)
    assert refused.value.finding.code == "bad-parameter-value"
