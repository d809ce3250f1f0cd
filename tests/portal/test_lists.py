"""The pages of lists: what they show is what was published, filtered and sorted as the address asks."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from urllib.parse import quote

import pytest
from django.test import Client

from bareme.office.editions.differences import by_gain, difference, differences, key
from bareme.office.editions.service import edition_of
from bareme.office.models import EditionRow, LiveStanding, Member
from bareme.office.people.members import license_member
from bareme.rulebooks.ffbg.words import LEVELS
from portal.made_up import LISTS, MINOR, MadeUp

Page = Callable[..., str]
NAME = re.compile(r'<th scope="row"><a href="/en/pools/[a-z]+/players/\w+/"><bdi>(.*?)</bdi>')


def shown(text: str) -> list[str]:
    """The names on a list, from the top."""
    return [unescape(name) for name in NAME.findall(text)]


@pytest.fixture
def rows(office: MadeUp) -> list[EditionRow]:
    """The club's official list."""
    return list(EditionRow.objects.filter(edition__pool=office.ffbg, edition__day=LISTS[-1]).order_by("position"))


def test_the_official_list_stands_as_it_was_published(page: Page, rows: list[EditionRow]) -> None:
    text = page("/en/pools/club/")
    assert shown(text) == [row.name for row in rows]
    assert f'<td class="n">{rows[0].published["elo"]}</td>' in text
    assert rows[0].edition.checksum in text
    assert "List of 2025-04-01" in text
    assert "official" in text


def test_house_rules_are_said(page: Page) -> None:
    assert "<code>k=24</code>" in page("/en/pools/ladder/")
    assert "none: as the regulation says" in page("/en/pools/club/")


@pytest.mark.parametrize(
    ("query", "key"),
    [
        ("name", lambda row: row.name),
        ("-elo", lambda row: -row.elo),
        ("rating", lambda row: row.rating),
        ("-games", lambda row: -row.games),
        ("level", lambda row: row.level),
    ],
)
def test_sorted_by_an_address(page: Page, rows: list[EditionRow], query: str, key: Callable[[EditionRow], object]) -> None:
    text = page(f"/en/pools/club/?sort={query}")
    wanted = sorted(rows, key=lambda row: (key(row), row.position))
    assert shown(text) == [row.name for row in wanted]
    assert f'aria-sort="{"descending" if query.startswith("-") else "ascending"}"' in text


def test_the_heading_turns_the_order_round(page: Page) -> None:
    assert 'href="?sort=-name"' in page("/en/pools/club/?sort=name")
    assert 'href="?sort=name"' in page("/en/pools/club/")


def test_levels_to_choose_from_are_in_the_order_of_the_list(page: Page, rows: list[EditionRow]) -> None:
    there = list(dict.fromkeys(row.level for row in rows if row.level))
    assert len(there) > 1
    offered = re.search(r'<select[^>]* name="level".*?</select>', page("/fr/pools/club/"), re.DOTALL)
    assert offered
    assert re.findall(r'value="(\w+)"', offered[0]) == there


def test_filters(office: MadeUp, page: Page, rows: list[EditionRow]) -> None:
    assert shown(page("/en/pools/club/?club=Lyon")) == [row.name for row in rows if row.club == "Lyon"]
    level = rows[0].level
    assert shown(page(f"/en/pools/club/?level={level}")) == [row.name for row in rows if row.level == level]
    club = next(row.club for row in rows if row.name == "Ada Roux")
    assert "Ada Roux" in shown(page(f"/en/pools/club/?club={quote(club)}&name=roux"))
    assert shown(page("/en/pools/club/?club=Lyon&name=roux+ada")) == [
        r.name for r in rows if r.club == "Lyon" and "Roux" in r.name
    ]
    active = [row.name for row in rows if "inactive" not in row.states]
    assert shown(page("/en/pools/club/?active=1")) == active
    assert "Nobody on this list" in page("/en/pools/club/?club=Nowhere")


def test_the_category_is_that_of_a_licence_of_the_day(office: MadeUp, page: Page) -> None:
    from datetime import date

    ada = Member.objects.get(name="Ada Roux")
    license_member(office.officer, ada, date(2024, 9, 1), date(2025, 8, 31), category="senior")
    license_member(office.officer, Member.objects.get(name="Bo Picard"), date(2020, 9, 1), date(2021, 8, 31), category="senior")
    assert shown(page("/en/pools/club/?category=senior")) == ["Ada Roux"]


@pytest.mark.parametrize("query", ["sort=secret", "page=0", "page=x", "page=-1", "active=2", "sort=act__hash"])
def test_what_cannot_be_asked_is_refused_in_words(page: Page, query: str) -> None:
    assert "which is not possible" in page(f"/en/pools/club/?{query}", status=400)


def test_a_list_of_a_day_and_its_editions(office: MadeUp, page: Page) -> None:
    day = LISTS[1].isoformat()
    assert "edition 2" in page(f"/en/pools/club/lists/{day}/")
    first = page(f"/en/pools/club/lists/{day}/1/")
    assert "corrected by a later one" in first
    assert "There is a newer list" in first
    assert edition_of(office.ffbg, LISTS[1], 1).checksum in first
    assert "corrected by a later one" not in page(f"/en/pools/club/lists/{day}/2/")
    assert "has no edition 3" in page(f"/en/pools/club/lists/{day}/3/", status=404)
    page("/en/pools/club/lists/2025-02-30/", status=404)
    page("/en/pools/nowhere/", status=404)


def test_all_lists(page: Page) -> None:
    text = page("/en/pools/club/lists/")
    assert text.count("/en/pools/club/lists/2025-02-01/") == 2
    assert text.count('<th scope="row">') == 5


def test_files_hold_exactly_what_is_shown(office: MadeUp, client: Client, page: Page) -> None:
    query = "?club=Lyon&sort=-name"
    names = shown(page(f"/en/pools/club/{query}"))
    base = f"/en/pools/club/lists/{LISTS[-1]}/1/list"
    said = json.loads(client.get(f"{base}.json{query}").content)
    assert [row["name"] for row in said["rows"]] == names
    assert said["checksum_of_edition"] == edition_of(office.ffbg, LISTS[-1]).checksum
    assert said["filters"] == {"club": "Lyon"}
    csv = client.get(f"{base}.csv{query}")
    assert csv.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert csv.content.decode().count("\r\n") == len(names) + 1
    assert client.get(f"{base}.xlsx{query}").content.startswith(b"PK")
    french = client.get(f"{base}.csv{query}&profile=spreadsheet").content.decode("utf-8-sig").splitlines()
    assert french[0].startswith("rang;rang précédent")
    at = french[0].split(";").index("niveau")
    assert [line.split(";")[at] for line in french[1:]] == [LEVELS[row["level"]]["fr"] for row in said["rows"]]
    assert said["rows"][0]["level"] in LEVELS
    assert client.get(f"{base}.exe").status_code == 404


def test_the_live_list_says_that_it_is_not_official(office: MadeUp, page: Page, client: Client) -> None:
    text = page("/en/pools/club/live/")
    assert "live, not official" in text
    assert shown(text) == list(
        LiveStanding.objects.filter(pool=office.ffbg).order_by("pk").values_list("player__name", flat=True)
    )
    said = json.loads(client.get("/en/pools/club/live.json").content)
    assert said["official"] is False


def test_the_difference_of_two_editions_is_the_offices(office: MadeUp, page: Page) -> None:
    first, second = (edition_of(office.ffbg, LISTS[1], number) for number in (1, 2))
    wanted = {(d.name, d.before, d.after) for d in differences(key(first), key(second))}
    assert wanted
    changes = [difference(key(first), key(second), code).change for code in by_gain(key(first), key(second))]
    assert len(changes) == len(wanted)
    known = [change for change in changes if change is not None]
    assert known == sorted(known, reverse=True)
    assert changes == [*known, *[None] * (len(changes) - len(known))]
    text = page(f"/en/pools/club/lists/{LISTS[1]}/2/against/{LISTS[1]}/1/")
    assert set(shown(text)) == {name for name, _, _ in wanted}
    assert page(f"/en/pools/club/lists/{LISTS[1]}/1/against/{LISTS[1]}/2/").count("2025-02-01") == text.count("2025-02-01")
    assert "say the same" in page(f"/en/pools/club/lists/{LISTS[1]}/1/against/{LISTS[1]}/1/")


def test_the_form_leads_to_the_difference(client: Client, office: MadeUp) -> None:
    answer = client.get(f"/en/pools/club/lists/{LISTS[2]}/1/compare/?with={LISTS[0]}/1")
    assert answer.headers["Location"] == f"/en/pools/club/lists/{LISTS[2]}/1/against/{LISTS[0]}/1/"
    for odd in ("", "x/y", "2025-01-01", "2025-01-01/x", "2025-01-01/-5", "2025-01-01/²", "2025-02-30/1"):
        answer = client.get(f"/en/pools/club/lists/{LISTS[2]}/1/compare/?with={odd}")
        assert answer.headers["Location"] == f"/en/pools/club/lists/{LISTS[2]}/1/"


def test_records(office: MadeUp, page: Page) -> None:
    text = page("/en/pools/club/records/")
    last = {row.edition.day: row for row in EditionRow.objects.filter(edition__pool=office.ffbg).order_by("edition__number")}
    assert f"Read from {len(last)} published lists" in text
    highest = max(
        row.published["elo"]
        for row in EditionRow.objects.filter(edition__pool=office.ffbg).exclude(edition__number=1, edition__day=LISTS[1])
    )
    assert f'<span class="n">{highest}</span>' in text


def test_no_list_shows_a_year_of_birth(office: MadeUp, page: Page, client: Client) -> None:
    for address in ("/en/pools/open/", "/en/pools/open/live/", f"/en/pools/open/lists/{LISTS[-1]}/1/list.json"):
        content = client.get(address).content.decode()
        assert "2012" not in content
        assert "born" not in content.lower()
    assert unescape(MINOR) in page("/en/pools/open/")


def test_a_pool_without_a_list(office: MadeUp, page: Page) -> None:
    from bareme.office.pools.service import new_pool

    new_pool(office.admin, "empty", "elo", name="Nothing yet")
    assert "There is no list of Nothing yet yet" in page("/en/pools/empty/", status=404)
    assert "Nothing yet" in page("/en/")
    for address in ("live/",):
        page(f"/en/pools/empty/{address}", status=404)
    for address in ("lists/", "events/", "records/"):
        page(f"/en/pools/empty/{address}")
