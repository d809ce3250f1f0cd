"""Home, and finding a player."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape

import pytest

from bareme.office.models import EditionRow, Member
from portal.made_up import LISTS, MadeUp

Page = Callable[..., str]


def test_every_pool_with_its_official_list(office: MadeUp, page: Page) -> None:
    text = unescape(page("/en/"))
    for pool in office.pools:
        assert pool.name in text
    first = EditionRow.objects.get(edition__pool=office.elo, edition__day=LISTS[-1], position=1)
    assert first.name in text
    assert "list of 2025-04-01" in text
    assert "liste du 01/04/2025" in page("/fr/")


def test_latest_events_say_what_was_taken_out(page: Page) -> None:
    assert "Tournoi 12" in page("/en/")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("roux ada", "Ada Roux"),
        ("ELODIE", "Élodie Martin"),
        ("  noël   cy", "Cy Noël"),
        ("L1001", "Bo Picard"),
        ("gaelle imb", "Gaëlle Imbert"),
        ("<svg", "<svg/onload=alert(1)>"),
    ],
)
def test_accents_order_and_case_are_forgiven(office: MadeUp, page: Page, asked: str, found: str) -> None:
    from urllib.parse import quote

    if asked.startswith("L"):
        number = Member.objects.get(name=found).pk - Member.objects.order_by("pk")[0].pk
        asked = f"L{1000 + number}"
    assert found in unescape(page(f"/en/find/?q={quote(asked)}"))


def test_a_code_finds_its_member(office: MadeUp, page: Page) -> None:
    code = Member.objects.get(name="Di Joly").code
    assert "Di Joly" in page(f"/fr/find/?q={code.lower()}")


@pytest.mark.parametrize("asked", ["", "%00", "x" * 5000, "%F0%9F%A6%84", "'; DROP TABLE office_member; --"])
def test_nothing_is_found_without_harm(page: Page, asked: str) -> None:
    assert "/players/" not in page(f"/en/find/?q={asked}")


def test_a_player_of_one_pool_is_led_there_of_several_chooses(office: MadeUp, page: Page) -> None:
    text = page(f"/en/players/{Member.objects.get(name='Ada Roux').code}/")
    assert all(f"/en/pools/{pool.slug}/players/" in text for pool in office.pools)


def test_nobody_is_not_found(page: Page) -> None:
    assert "There is no player ZZZZ" in page("/en/players/ZZZZ/", status=404)
    assert "Il n&#x27;y a pas de joueur" in page("/fr/players/0/", status=404)
