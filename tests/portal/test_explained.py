"""One page for each journal line."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape

import pytest

from bareme.explain import explain
from bareme.office.models import JournalLine, Member
from bareme.portal.public.explained import _line_before, _mirror
from bareme.portal.public.lines import live_run, of_player
from bareme.portal.public.lookups import rules_of
from portal.made_up import LAST, MadeUp

Page = Callable[..., str]


def line_of(office: MadeUp, slug: str, kind: str = "game") -> JournalLine:
    """A line of some kind, in the middle."""
    found = JournalLine.objects.filter(run__pool__slug=slug, kind=kind).order_by("pk")
    line: JournalLine = found[found.count() // 2]
    return line


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("slug", ["ladder", "club", "open", "scrabble"])
def test_every_kind_of_line_has_a_page(office: MadeUp, page: Page, slug: str, language: str) -> None:
    kinds = list(JournalLine.objects.filter(run__pool__slug=slug).order_by().values_list("kind", flat=True).distinct())
    assert kinds
    for kind in kinds:
        text = unescape(page(f"/{language}/pools/{slug}/lines/{line_of(office, slug, kind).pk}/"))
        assert ("Step by step" if language == "en" else "Pas à pas") in text


def test_the_page_says_what_explain_says(office: MadeUp, page: Page) -> None:
    ada = Member.objects.get(name="Ada Roux")
    run = live_run(office.ffbg.pk)
    assert run
    told = next(told for told in of_player(run, ada.pk) if told.score is not None)
    said = explain(told.line, rules_of(office.ffbg), "en")
    text = unescape(page(f"/en/pools/club/lines/{told.pk}/"))
    assert all(step.text in text for step in said.steps)
    plain = page(f"/en/pools/club/lines/{told.pk}.txt")
    assert all(step.text in plain for step in said.steps)
    assert "Rulebook: ffbg" in plain


def test_both_players_and_where_the_opponents_number_came_from(office: MadeUp, page: Page) -> None:
    ada = Member.objects.get(name="Ada Roux")
    run = live_run(office.elo.pk)
    assert run
    games = [told for told in of_player(run, ada.pk) if told.score is not None]
    one = games[len(games) // 2]
    run = JournalLine.objects.select_related("run").get(pk=one.pk).run
    mirror, before = _mirror(one, run), _line_before(one, run)
    assert mirror
    assert (mirror.player, mirror.opponent, mirror.line.round) == (one.opponent, ada.pk, one.line.round)
    assert (mirror.score or 0) + (one.score or 0) == 1
    assert before
    assert before.player == one.opponent
    assert before.line.after == one.line.terms["opponent"]
    text = page(f"/en/pools/ladder/lines/{one.pk}/")
    assert f"/lines/{mirror.pk}/" in text
    assert f"/lines/{before.pk}/" in text


def test_rules_are_said(office: MadeUp, page: Page) -> None:
    text = page(f"/en/pools/ladder/lines/{line_of(office, 'ladder').pk}/")
    assert "<code>k=24</code>" in text
    assert "Article that decided" in text


def test_a_line_of_a_past_calculation_says_so(office: MadeUp, page: Page) -> None:
    from bareme.office.corrections.changes import Change
    from bareme.office.corrections.service import ask
    from bareme.office.models import Game
    from bareme.office.runs.service import make_run

    game = Game.objects.filter(pool=office.elo).order_by("pk")[0]
    old = JournalLine.objects.filter(run__pool=office.elo, kind="game").order_by("pk")[0]
    assert "taken the place" not in page(f"/en/pools/ladder/lines/{old.pk}/")
    ask(office.officer, Change("game", office.elo, (game.pk,), "swap"), "wrong")
    make_run(office.officer, office.elo, LAST)
    assert "taken the place" in page(f"/en/pools/ladder/lines/{old.pk}/")


def test_a_line_of_another_pool_is_not_there(office: MadeUp, page: Page) -> None:
    number = line_of(office, "ladder").pk
    page(f"/en/pools/club/lines/{number}/", status=404)
    page("/en/pools/club/lines/999999999/", status=404)


def test_the_calculator_is_asked_with_this_lines_numbers(office: MadeUp, page: Page) -> None:
    import re
    from urllib.parse import parse_qs, urlsplit

    line = line_of(office, "ladder")
    found = re.search(r'href="(/en/calculators/match/[^"]+)"', page(f"/en/pools/ladder/lines/{line.pk}/"))
    assert found
    asked = parse_qs(urlsplit(unescape(found[1])).query)
    assert (asked["rulebook"], asked["set"]) == (["elo"], ["k=24"])
    assert (float(asked["a"][0]), float(asked["b"][0])) == (line.terms["own"], line.terms["opponent"])
    page(unescape(found[1]))
