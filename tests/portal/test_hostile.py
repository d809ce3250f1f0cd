"""Names that bite do nothing, on any page."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

import pytest

from bareme.office.models import Event, Member
from portal.made_up import HOSTILE, LISTS, PLAIN, MadeUp

Page = Callable[..., str]
PAGES = (
    "/en/",
    "/en/find/?q=a",
    "/en/pools/club/",
    "/en/pools/club/live/",
    "/en/pools/club/records/",
    f"/en/pools/club/lists/{LISTS[1]}/2/against/{LISTS[0]}/1/",
    "/en/pools/scrabble/",
    "/en/pools/ladder/events/",
)


def harmless(text: str) -> None:
    """No element but ours, no template at work, no handler."""
    assert "<svg/onload" not in text
    assert "onload=alert(1)>" not in text.replace("&lt;svg/onload=alert(1)&gt;", "")
    assert "{{ 49" not in text
    assert ">49<" not in text.replace("{{ 7*7 }}", "")
    assert not re.search(r"<b>Brest", text)


@pytest.mark.parametrize("address", PAGES)
def test_lists_and_home(page: Page, address: str) -> None:
    harmless(page(address))


@pytest.mark.parametrize("at", range(len(HOSTILE)))
def test_their_own_pages(office: MadeUp, page: Page, at: int) -> None:
    member = Member.objects.exclude(name__in=PLAIN).order_by("pk")[at]
    for pool in office.pools:
        text = page(f"/en/pools/{pool.slug}/players/{member.code}/")
        harmless(text)
        assert escape(member.name) in text
    harmless(page(f"/en/pools/club/players/{member.code}/claim/"))


def test_events_and_explanations(office: MadeUp, page: Page) -> None:
    event = Event.objects.get(pool=office.ffbg, label="Night 3")
    harmless(page(f"/en/pools/club/events/{event.pk}/"))


def test_a_search_says_back_what_was_asked_as_text(page: Page) -> None:
    text = page("/en/find/?q=%3Cscript%3Ealert(1)%3C/script%3E")
    assert "<script>" not in text
    assert "&lt;script&gt;" in text


def test_cells_of_files_are_no_formulas(office: MadeUp, page: Page) -> None:
    text = page(f"/en/pools/club/lists/{LISTS[-1]}/1/list.csv")
    assert "'=1+1" in text
    assert not re.search(r"(^|,)=1\+1", text, re.MULTILINE)


def test_a_name_that_turns_the_writing_round_turns_only_itself(office: MadeUp, page: Page) -> None:
    """No file can bring one (the readers refuse it); should one stand in the ledger, it is isolated."""
    name = "\u202eHugo Faure"
    Member.objects.filter(name="Hugo Faure").update(name=name)
    for address in ("/en/pools/club/live/", "/en/find/?q=hugo"):
        text = page(address)
        assert f"<bdi>{name}</bdi>" in text
        assert text.count(name) == text.count(f"<bdi>{name}</bdi>")
