"""Pages ask the database a fixed number of questions, however much there is to show."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bareme.office.models import Event, Game, JournalLine, Member
from portal.made_up import LISTS, MadeUp

Count = Callable[[str], int]


@pytest.fixture
def count(office: MadeUp, client: Client) -> Count:
    """How many queries a page asks; it was asked for once before, as pages keep what never changes."""

    def counted(address: str) -> int:
        assert client.get(address).status_code == 200
        with CaptureQueriesContext(connection) as asked:
            client.get(address)
        return len(asked)

    return counted


def test_a_list_asks_as_much_for_one_row_as_for_all(count: Count) -> None:
    assert count("/en/pools/club/") <= 6
    assert count("/en/pools/club/?name=roux+ada") == count("/en/pools/club/?name=a") <= 7
    assert count("/en/pools/club/live/") <= 6


def test_home_and_search(count: Count) -> None:
    assert count("/en/") <= 8
    assert count("/en/find/?q=ada+roux") == count("/en/find/?q=a") <= 6


def test_a_player_asks_as_much_for_one_line_as_for_all(office: MadeUp, count: Count) -> None:
    numbers = [count(f"/en/pools/club/players/{member.code}/") for member in Member.objects.order_by("pk")[:4]]
    code = Member.objects.order_by("pk")[0].code
    assert max(numbers) <= 26
    assert len(set(numbers)) == 1
    assert count(f"/en/pools/club/players/{code}/?all=1") == numbers[0]


def test_an_event_asks_as_much_for_few_games_as_for_many(office: MadeUp, count: Count) -> None:
    many, few = (Event.objects.get(pool=office.ffbg, label=label) for label in ("Night 3", "Night 4"))
    before = count(f"/en/pools/club/events/{few.pk}/")
    assert Game.objects.filter(event=many).count() > 10
    assert count(f"/en/pools/club/events/{many.pk}/") == before <= 18


def test_the_other_pages(office: MadeUp, count: Count) -> None:
    line = JournalLine.objects.filter(run__pool=office.ffbg, kind="game")[10].pk
    assert count(f"/en/pools/club/lines/{line}/") <= 18
    assert count("/en/pools/club/lists/") <= 3
    assert count("/en/pools/club/records/") <= 4
    assert count("/en/pools/club/events/") <= 8
    assert count(f"/en/pools/club/lists/{LISTS[1]}/2/against/{LISTS[0]}/1/") <= 6
    bo, ada = (Member.objects.get(name=name).code for name in ("Bo Picard", "Ada Roux"))
    assert count(f"/en/pools/club/players/{ada}/against/{bo}/") <= 14
