"""Findings: what they show, and that every code is written down once, in both languages, and used."""

from __future__ import annotations

import ast
import re
import runpy
from collections.abc import Iterator
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bareme.facts import NOWHERE, Place
from bareme.findings import LANGUAGES, SEVERITIES, Finding, Refused, catalogue, catalogues, shown, worst
from source_tree import ROOT, Passed, called, modules, passed, words

TEXTS = [prefix + language for prefix in ("", "remedy_") for language in LANGUAGES]
CODE = r"[a-z0-9]+(-[a-z0-9]+)*"
CODES = sorted(catalogue())
PASSED = [use for use in passed("code", "reason", "why") if re.fullmatch(CODE, use.word)]


def fields(text: str) -> list[tuple[str | None, str | None, str | None]]:
    return [(name, spec, conversion) for _, name, spec, conversion in Formatter().parse(text) if name is not None]


# -- the catalogue


def test_no_code_stands_in_two_catalogues() -> None:
    everywhere = [code for entries in catalogues().values() for code in entries]
    assert sorted(everywhere) == sorted(set(everywhere))


@pytest.mark.parametrize("code", CODES)
def test_a_code_has_its_severity_and_its_texts_in_both_languages(code: str) -> None:
    entry = catalogue()[code]
    assert re.fullmatch(CODE, code)
    assert entry.keys() - {"short_en", "short_fr"} == {"severity", *TEXTS}
    assert ("short_en" in entry) == ("short_fr" in entry)
    assert entry["severity"] in SEVERITIES
    for text in TEXTS:
        assert entry[text].strip() == entry[text] != ""
        assert entry[text][-1] in ".!?…"
    assert entry["en"] != entry["fr"]
    assert entry["remedy_en"] != entry["remedy_fr"]


@pytest.mark.parametrize("code", CODES)
def test_both_languages_show_the_same_values(code: str) -> None:
    entry = catalogue()[code]
    for text in TEXTS:
        for name, forms, conversion in fields(entry[text]):
            assert name, text
            assert name.isidentifier(), text
            assert not conversion, text
            assert not forms or len(set(forms.split("|"))) == 2, text  # for one, for more
    assert {name for name, *_ in fields(entry["en"])} == {name for name, *_ in fields(entry["fr"])}


@pytest.mark.parametrize(
    ("count", "english", "french"),
    [
        (0, "0 players come", "0 joueur arrive"),
        (1, "1 player comes", "1 joueur arrive"),
        (2, "2 players come", "2 joueurs arrivent"),
    ],
)
def test_words_agree_in_number(count: int, english: str, french: str) -> None:
    finding = Finding("opening-below-floor", details={"count": count, "floor": 1400, "examples": "Ada"})
    assert finding.message("en").startswith(english)
    assert finding.message("fr").startswith(french)


def test_what_rows_and_facts_are_counted_by_has_a_few_words() -> None:
    counting = {"Bad", "refuse", "lose", "skip", "skip_game", "skip_side", "_passed"}
    counted = [use for use in PASSED if use.where.startswith(("bareme.readers", "bareme.rulebooks"))]
    found = {use.word for use in counted if called(use.call) in counting or use.name in ("reason", "why")}
    assert {"self-match", "forfeit", "no-length"} <= found
    assert not {code for code in found if "short_en" not in catalogue()[code]}


@pytest.mark.parametrize("code", CODES)
def test_every_code_of_the_catalogue_is_used(code: str) -> None:
    assert any(code in words(module) for module in modules())


def test_every_code_used_is_in_the_catalogue() -> None:
    assert not {f"{use.where} {use.word}" for use in PASSED if use.word not in catalogue()}


def test_the_search_for_codes_finds_each_way_of_passing_one() -> None:
    found = {use.word for use in PASSED}
    assert {"bad-parameter-value", "placements-only", "declared-unrated"} <= found  # Refused, skip, an alternative


def wanted(code: str) -> set[str]:
    """The names that a code's texts show."""
    return {name for text in TEXTS for name, _, _ in fields(catalogue()[code][text]) if name}


def given_details(use: Passed) -> set[str] | None:
    """The names a call gives its message; None where they cannot be read from the call."""
    keywords = {keyword.arg: keyword.value for keyword in use.call.keywords}
    if called(use.call) == "Refused":
        return None if None in keywords else {name for name in keywords if name}
    if called(use.call) == "Finding":
        details = use.call.args[2] if len(use.call.args) > 2 else keywords.get("details")
    elif use.name in ("reason", "why"):  # a fact that does not count: its journal line keeps these details
        details = keywords.get("details")
    else:
        return None
    if details is None:
        return set()
    keys = details.keys if isinstance(details, ast.Dict) else [None]
    names = {key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str)}
    return names if len(names) == len(keys) else None


def test_every_call_gives_what_its_message_shows() -> None:
    def lacking() -> Iterator[str]:
        for use in PASSED:
            details = given_details(use)
            if details is not None and use.word in catalogue():
                yield from (f"{use.where} {use.word}: {name}" for name in sorted(wanted(use.word) - details))

    assert not list(lacking())


def test_the_page_of_findings_is_current() -> None:
    page = runpy.run_path(str(ROOT / "docs" / "make_findings.py"))["page"]()
    assert (ROOT / "docs" / "findings.md").read_text(encoding="utf-8") == page, "run: make docs"


# -- a finding


def test_a_place_says_what_it_knows() -> None:
    assert str(NOWHERE) == "-"
    assert str(Place("a.csv")) == "a.csv"
    assert str(Place("a.csv", 3)) == "a.csv:3"
    assert str(Place("a.csv", 3, "score_a")) == "a.csv:3:score_a"


def test_a_message_shows_the_value_in_both_languages() -> None:
    finding = Finding("bad-date", Place("a.csv", 2), {"value": "31/02/2024"})
    assert finding.severity == "error"
    assert "31/02/2024" in finding.message()
    assert "31/02/2024" in finding.message("fr")
    assert finding.message() != finding.message("fr")
    assert finding.remedy() != finding.remedy("fr")


def test_a_missing_detail_stays_visible() -> None:
    assert "{value}" in Finding("bad-date").message()


def test_a_value_with_braces_is_shown_as_it_is() -> None:
    assert "{name} {0} {" in Finding("bad-date", details={"value": "{name} {0} {"}).message()


def test_a_refusal_is_its_finding() -> None:
    refused = Refused("bad-date", Place("a.csv", 2), value="x")
    assert refused.finding == Finding("bad-date", Place("a.csv", 2), {"value": "x"})
    assert str(refused) == "x is not a date. Write it as YYYY-MM-DD or DD/MM/YYYY."


@given(st.one_of(st.text(), st.integers(), st.floats(), st.none()))
def test_a_shown_value_is_one_safe_short_piece_of_a_line(value: object) -> None:
    text = shown(value)
    assert len(text) <= 120
    assert text == "" or text.isprintable()


def test_shown_values() -> None:
    assert shown("Lefèvre") == "Lefèvre"
    assert shown("a\x1b[31mb\n") == "a\\x1b[31mb\\x0a"
    assert shown(["ffbg", "fide"]) == "ffbg, fide"
    assert shown(Place("a.csv", 3)) == "a.csv:3"
    assert shown("x" * 121) == "x" * 117 + "..."
    assert shown(["x" * 50] * 3) == ", ".join(["x" * 50] * 3)  # a list of what is allowed is shown whole
    assert shown(list(range(43))).endswith("38, 39, ... (+3)")
    assert shown(["a\nb", "x" * 121]) == "a\\x0ab, " + "x" * 117 + "..."


def test_the_worst_of_several() -> None:
    error, warning, info = (
        Finding(next(code for code in CODES if catalogue()[code]["severity"] == severity)) for severity in SEVERITIES
    )
    assert worst([]) is None
    assert worst([info]) == "info"
    assert worst([info, warning, info]) == "warning"
    assert worst([warning, error, info]) == "error"
