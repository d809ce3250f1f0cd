"""The page of a player."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from datetime import date
from itertools import pairwise

import pytest
from django.test import Client

from bareme.office.audit.trail import acting
from bareme.office.corrections.changes import Change
from bareme.office.corrections.service import ask
from bareme.office.models import EditionRow, LiveStanding, Member
from bareme.office.people.members import NewMember, make
from bareme.portal.public.history import entries, listed, opponents
from bareme.portal.public.lines import live_run, of_player
from bareme.portal.public.lookups import rules_of
from bareme.portal.public.progress import bands, missing
from portal.made_up import LISTS, MINOR, MadeUp

Page = Callable[..., str]


@pytest.fixture
def ada(office: MadeUp) -> Member:
    found: Member = Member.objects.get(name="Ada Roux")
    return found


def test_official_and_live_stand_apart(office: MadeUp, page: Page, ada: Member) -> None:
    text = page(f"/en/pools/club/players/{ada.code}/")
    row = EditionRow.objects.get(edition__pool=office.ffbg, edition__day=LISTS[-1], player=ada)
    live = LiveStanding.objects.get(pool=office.ffbg, player=ada)
    official, apart = text.split('class="card apart"')[:2]
    assert str(row.published["elo"]) in official
    assert "list of 2025-04-01" in official
    assert "live, not official" in apart
    assert str(live.published["elo"]) in apart


@pytest.mark.parametrize("pool", ["ladder", "club", "open", "scrabble"])
def test_every_pool_has_a_page_for_him(page: Page, ada: Member, pool: str) -> None:
    for language in ("en", "fr"):
        text = page(f"/{language}/pools/{pool}/players/{ada.code}/")
        assert "<svg" in text
        assert "Ada Roux" in text


def test_changes_of_events_add_up_to_where_he_stands(office: MadeUp, ada: Member) -> None:
    run = live_run(office.ffbg.pk)
    assert run
    lines = of_player(run, ada.pk)
    history = entries(lines)
    counted = [told for entry in history for told in entry.counted if told.before is not None]
    live = LiveStanding.objects.get(pool=office.ffbg, player=ada)
    assert (counted[0].before or 0.0) + sum(told.change for told in counted) == pytest.approx(live.elo)
    assert sum(len(entry.lines) for entry in history) == len(lines)


def test_what_does_not_count_is_shown_with_its_reason(page: Page, ada: Member, office: MadeUp) -> None:
    run = live_run(office.elo.pk)
    assert run
    left_out = [told for told in of_player(run, ada.pk) if not told.counted]
    assert left_out
    text = page(f"/en/pools/ladder/players/{ada.code}/?all=1")
    assert text.count("does not count:") == len(left_out)
    assert left_out[0].why in text


def test_opponents_are_counted_from_the_same_lines(office: MadeUp, ada: Member) -> None:
    run = live_run(office.elo.pk)
    assert run
    lines = of_player(run, ada.pk)
    met = opponents(lines)
    games = [told for told in lines if told.score is not None]
    assert sum(one.games for one in met) == len(games)
    assert sum(one.score for one in met) == sum(told.score or 0 for told in games)
    assert sum(one.change for one in met) == pytest.approx(sum(told.change for told in games))
    assert all(one.won + one.drawn + one.lost == one.games for one in met)


def test_head_to_head(page: Page, ada: Member, office: MadeUp) -> None:
    bo = Member.objects.get(name="Bo Picard")
    text = page(f"/en/pools/ladder/players/{ada.code}/against/{bo.code}/")
    assert "Bo Picard" in text
    run = live_run(office.elo.pk)
    assert run
    games = [told for told in of_player(run, ada.pk) if told.opponent == bo.pk]
    assert text.count("why?") == len(games)
    assert "have not met" in page(f"/en/pools/ladder/players/{ada.code}/against/{ada.code}/")


def test_from_list_to_list(office: MadeUp, ada: Member) -> None:
    run = live_run(office.ffbg.pk)
    assert run
    found = listed(office.ffbg, [ada.pk], of_player(run, ada.pk), "elo")
    assert [one.row.edition.day for one in found] == list(LISTS)
    assert found[1].row.edition.number == 2  # the corrected one
    for before, after in pairwise(found):
        assert after.change == (after.value or 0) - (before.value or 0)
        assert after.games > 0


def test_the_page_says_what_touched_him(office: MadeUp, page: Page) -> None:
    from bareme.office.models import Game

    swapped = Game.objects.get(pool=office.ffbg, supersedes__isnull=False)
    text = page(f"/en/pools/club/players/{swapped.player_a.code}/")
    assert "score sheet read the wrong way round" in text
    assert "never took place" in page(f"/en/pools/ladder/players/{swapped.player_a.code}/")


def test_his_own_history_as_files(page: Page, ada: Member, client: Client, office: MadeUp) -> None:
    base = f"/en/pools/club/players/{ada.code}/history"
    said = json.loads(client.get(f"{base}.json").content)
    assert said["player"] == ada.code
    rows = list(csv.DictReader(io.StringIO(client.get(f"{base}.csv").content.decode())))
    assert len(rows) == len(said["rows"])
    assert {row["player"] for row in rows} == {ada.code}
    assert all(row["opponent"] != ada.code for row in rows)


def test_a_merged_member_leads_to_his_account(office: MadeUp, page: Page, client: Client, ada: Member) -> None:
    with acting(office.officer, "new-member") as work:
        make(work, [(NewMember("Ada  R."), {})])
    other = Member.objects.get(name="Ada  R.")
    ask(office.officer, Change("merge", None, said={"member": other.code, "into": ada.code}), "one person")
    answer = client.get(f"/en/pools/club/players/{other.code}/")
    assert answer.headers["Location"] == f"/en/pools/club/players/{ada.code}/"


def test_a_code_is_read_as_people_type_it(client: Client, ada: Member, office: MadeUp) -> None:
    answer = client.get(f"/en/pools/club/players/{ada.code.lower()}/")
    assert answer.headers.get("Location", f"/en/pools/club/players/{ada.code}/") == f"/en/pools/club/players/{ada.code}/"


def test_nothing_personal_is_shown(office: MadeUp, client: Client) -> None:
    minor = Member.objects.get(name=MINOR)
    for pool in office.pools:
        base = f"/en/pools/{pool.slug}/players/{minor.code}/"
        for address in (base, f"{base}history.json", f"{base}history.csv", f"{base}claim/"):
            content = client.get(address).content.decode()
            assert "2012" not in content
            assert "example.org" not in content
            assert "29/02" not in content


def test_levels_are_those_of_the_rulebook(office: MadeUp) -> None:
    # FFBG, article levels: 1450, 1600, 1700, 1800
    assert [(band.level, band.lowest) for band in bands(rules_of(office.ffbg))] == [
        ("beginner", 0),
        ("intermediate", 1450),
        ("advanced", 1600),
        ("champion", 1700),
        ("master", 1800),
    ]
    assert bands(rules_of(office.elo)) == ()


def test_what_is_missing(office: MadeUp) -> None:
    rulebook = rules_of(office.ffbg)
    version = rulebook.on(date(2025, 1, 1)).values
    row = {"more": {"correction": 120.0}, "experience": 380.0, "published": {"elo": 1580}}
    said = missing(row, rulebook, version)
    assert said[0].startswith("120 more of experience")
    assert said[1].startswith("20 points to the level advanced, which begins at 1600")
    assert missing({"more": {}, "experience": 700.0, "published": {"elo": 1850}}, rulebook, version) == []
    fide = rules_of(office.fide)
    row = {"more": {"missing_games": 2}, "experience": None, "published": {"rating": None}}
    assert missing(row, fide, {}) == ["2 more games against rated opponents to a first rating."]
    fisf = rules_of(office.fisf)
    sums = {"3": {"missing": 12.5, "weight": 60, "quota": 72.5}}
    row = {
        "more": {"series_today": 3, "sums": sums, "bars": {"2": 75.0}, "percentages": {"2": 40.126}},
        "published": {},
        "experience": None,
    }
    assert missing(row, fisf, {}) == [
        "A weight of 12.5 still lacks to the quota of series 3 (60 of 72.5).",
        "Series 2 begins at 75.00 %; he has 40.13 % there.",
    ]


def test_explanations_of_an_event_and_of_one_row(office: MadeUp, page: Page, ada: Member) -> None:
    run = live_run(office.ffbg.pk)
    assert run
    entry = next(entry for entry in entries(of_player(run, ada.pk)) if len(entry.lines) > 1)
    text = page(f"/en/pools/club/players/{ada.code}/events/{entry.event}/?from={entry.pk}")
    assert text.count('<article class="explained">') == len(entry.lines)
    assert re.search(r"<math", text)
