"""The calculators' pages say what the engine says; what is put in stands in the address; nonsense is answered in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest

Page = Callable[..., str]


def cells(shown: str) -> list[str]:
    """The texts of all cells, without what browsers do not show."""
    found = re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", shown, re.DOTALL)
    return [unescape(re.sub(r"<[^>]+>", "", cell)).replace("\N{MINUS SIGN}", "-").replace("\xa0", " ").strip() for cell in found]


def test_a_match_of_the_regulation_s_own_example(page: Page) -> None:
    shown = page("/en/calculators/match/?rulebook=ffbg&a=1700&b=1500&length=9&ea=500&eb=191")
    assert {"66.61 %", "33.39 %"} <= {cell.replace("%", " %").replace("  ", " ") for cell in cells(shown)}
    assert "+4.006" in cells(shown)  # 1704.01 - 1700 in the corrected example: 4·1·0.33386·3
    assert "<svg" in shown


def test_a_match_in_sets_counts_by_its_equivalent_length(page: Page) -> None:
    assert "a match in 25 points" in page("/en/calculators/match/?rulebook=ffbg&a=1500&b=1500&format=2x11")


def test_chess_and_plain_elo(page: Page) -> None:
    assert "64.0" in " ".join(cells(page("/en/calculators/match/?rulebook=fide&a=2000&b=1900")))
    shown = page("/fr/calculators/match/?rulebook=elo&a=1500&b=1500&k=20")
    assert "+10,000" in cells(shown)


def test_house_rules_and_days_are_said(page: Page) -> None:
    shown = page("/en/calculators/match/?rulebook=ffbg&a=1500&b=1500&length=9&set=stake%3D5")
    assert "stake=5" in shown
    assert "+7.500" in cells(shown)
    assert "unknown-parameter" not in shown


def test_a_whole_event_and_a_first_rating(page: Page) -> None:
    shown = page("/en/calculators/event/?rulebook=elo&rating=1600&k=20&results=1600%3D1+1610%3D0,5")
    assert "<dt>New rating</dt><dd>1610</dd>" in shown  # 1600 + 20·(1 - 0.5), then 1610 draws with 1610
    assert "<dt>Expected</dt><dd>1</dd>" in shown
    first = page("/en/calculators/event/?rulebook=fide&results=2000%3D1+2000%3D1+2000%3D1+2000%3D0.5+2000%3D0.5")
    assert "New rating" in first


def test_a_finish_of_the_regulation_s_own_example(page: Page) -> None:
    shown = page("/fr/calculators/finish/?s1=25&s2=46&s3=72&rounds=3&category=triplex&place=80&series=3")
    third = cells(shown)[cells(shown).index("3") :]  # the row of series 3
    assert third[1] == "72"
    assert third[3:6] == ["88,89", "60", "53,334"]  # printed: 88.89 %, a weight of 60, 5333.40 hundredths


@pytest.mark.parametrize(
    "query",
    [
        "match/?rulebook=ffbg&a=x&b=1500",
        "match/?rulebook=ffbg&a=1e309&b=1500",
        "match/?rulebook=ffbg&a=nan&b=1500",
        "match/?rulebook=ffbg&a=1500&b=1500&length=0",
        "match/?rulebook=ffbg&a=1500&b=1500&format=9y9",
        "match/?rulebook=ffbg&a=1500&b=1500&on=2026-13-01",
        "match/?rulebook=fisf&a=1500&b=1500",
        "match/?rulebook=../x.toml&a=1500&b=1500",
        "match/?rulebook=elo&a=1500&b=1500&set=k",
        "match/?rulebook=elo&a=1500&b=1500&set=zz%3D1",
        "event/?rulebook=elo&rating=1500&results=abc",
        "event/?rulebook=elo&rating=1500&results=1500%3D3",
        "event/?rulebook=fide&rating=1500.5&results=1500%3D1",
        "event/?rulebook=elo&rating=1500&results=" + "1500%3D1+" * 201,
        "finish/?place=0&series=1&rounds=1",
        "finish/?place=5&series=1&rounds=1&s1=1",
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_nonsense_is_answered_in_words(page: Page, query: str, language: str) -> None:
    shown = page(f"/{language}/calculators/{query}")
    assert '<p class="note error">' in shown


def test_hostile_input_is_shown_as_text(page: Page) -> None:
    shown = page("/en/calculators/match/?rulebook=ffbg&a=%3Csvg%2Fonload%3D1%3E&b=1&set=%22%3E%3Cscript%3E")
    assert "<svg/onload" not in shown
    assert "<script>" not in shown
