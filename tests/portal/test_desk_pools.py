"""Rankings made and changed at the desk: by whom, with which house rules, and what is said where something is wrong."""

from __future__ import annotations

import html
import re

import pytest

from bareme.office.models import Act, Pool
from bareme.portal.desk.rules import UNITS
from bareme.rulebooks.base import names, open_rulebook
from portal.desk import Desk, plain, value

NEW, SETTINGS = "/en/desk/pools/new/?rulebook=", "/en/desk/runs/ladder/settings/"
FORM = {"name": "The ladder", "numbers": "licence", "rhythm": "monthly", "claim_window_days": "30"}


def beside(text: str, field: str) -> str:
    """What is said beside a field that is marked as wrong; its field is described by it."""
    found = re.search(rf'<(?:input|select)[^>]* name="{field}"[^>]*>', text)
    assert found, f"no field {field}"
    assert 'aria-invalid="true"' in found[0], found[0]
    described = re.search(r'aria-describedby="([^"]+)"', found[0])
    assert described
    said = re.search(rf'class="fault" id="{described[1].split()[-1]}">(.*?)</span>', text, re.S)
    assert said, described[1]
    return html.unescape(said[1])


def change(desk: Desk, typed: dict[str, str], status: int = 302) -> str:
    form = {**FORM, "set-k": "24", "seen": value(desk.get(SETTINGS), "seen"), "reason": "the board", **typed}
    return desk.send(SETTINGS, form, status)


def test_a_ranking_is_made_with_house_rules(desk: Desk) -> None:
    desk.enter("administrator")
    assert "FFBG" in plain(desk.get("/en/desk/pools/new/"))
    form = {**FORM, "slug": "blitz", "name": "Blitz", "rhythm": "days", "days": "01-01,07-01", "two_person": "1"}
    where = desk.send(NEW + "ffbg", {**form, "claim_window_days": "14", "set-stake": "5,5", "set-ramp": "false"})
    assert where == "/en/desk/runs/blitz/"
    pool = Pool.objects.get(slug="blitz")
    assert (pool.name, pool.rulebook, pool.overrides) == ("Blitz", "ffbg", {"stake": 5.5, "ramp": False})
    assert (pool.rhythm, pool.claim_window_days, pool.two_person, pool.numbers) == ("01-01,07-01", 14, True, "licence")
    act = Act.objects.latest("pk")
    assert (act.action, act.about, act.by_name) == ("new-pool", "blitz", "alice")
    listed = plain(desk.get("/en/desk/pools/"))
    assert "ramp=false, stake=5.5" in listed
    assert "two people" in listed


def test_one_version_for_every_fact(desk: Desk) -> None:
    desk.enter("administrator").send(NEW + "fide", {**FORM, "slug": "old", "version": "2014-07-01"})
    assert Pool.objects.get(slug="old").rulebook == "fide@2014-07-01"
    page = desk.get("/en/desk/runs/old/settings/")
    assert re.search(r'value="2014-07-01" selected', page)
    assert "The regulation: 1000" in plain(page)  # the floor of that version


@pytest.mark.parametrize("name", names())
def test_every_parameter_is_offered_with_the_regulations_value(desk: Desk, name: str) -> None:
    book = open_rulebook(name)
    for language in ("en", "fr"):
        page = desk.enter("administrator").get(f"/{language}/desk/pools/new/?rulebook={name}")
        text = plain(page)
        for parameter in book.parameters.values():
            assert f'name="set-{parameter.name}"' in page
            assert " ".join((parameter.en if language == "en" else parameter.fr).split()) in text
    assert {parameter.unit for parameter in book.parameters.values()} <= {*UNITS, ""}  # each has its French


def test_a_bad_value_is_said_beside_its_field_and_nothing_is_recorded(desk: Desk) -> None:
    before = Act.objects.count()
    desk.enter("administrator")
    page = desk.send(NEW + "ffbg", {**FORM, "slug": "x", "set-stake": "much", "set-ramp": "perhaps", "set-ramp_per": "0"}, 400)
    assert "stake" in beside(page, "set-stake")
    assert "ramp" in beside(page, "set-ramp")
    assert "above 0" in beside(page, "set-ramp_per")
    assert 'value="much"' in page
    both = {**FORM, "slug": "x", "set-stake": "much", "rhythm": "days", "days": "13-13"}
    page = desk.send(NEW + "ffbg", both, 400)  # everything at once
    assert beside(page, "set-stake")
    assert beside(page, "days")
    assert "Nothing was recorded" in page
    for field, typed in (
        ("slug", "Not So"),
        ("slug", "club"),
        ("days", "13-13"),
        ("claim_window_days", "-1"),
        ("claim_window_days", "9999"),
    ):
        form = {**FORM, "slug": "x", "rhythm": "days", "days": "01-01", field: typed}
        assert beside(desk.send(NEW + "ffbg", form, 400), field), (field, typed)
    assert beside(desk.send(NEW + "fide", {**FORM, "slug": "x", "version": "/etc/x.toml"}, 400), "version")
    assert beside(desk.send(NEW + "fide", {**FORM, "slug": "x", "version": "2009-99-99"}, 400), "version")
    assert "1e+09" in beside(desk.send(NEW + "ffbg", {**FORM, "slug": "x", "set-stake": "1" * 40}, 400), "set-stake")
    assert Act.objects.count() == before
    assert not Pool.objects.filter(slug="x").exists()


@pytest.mark.parametrize("name", ["../../etc/house.toml", "house.toml", "nothing", "fide@2014-07-01"])
def test_no_file_of_the_machine_is_a_rulebook(desk: Desk, name: str) -> None:
    assert "rulebook" in plain(desk.enter("administrator").get(NEW + name, 400))


def test_settings_show_what_holds_and_a_change_is_one_act_with_its_reason(desk: Desk) -> None:
    desk.enter("administrator")
    page = desk.get(SETTINGS)
    assert re.search(r'name="set-k" [^>]*value="24"', page)
    assert re.search(r'name="name" [^>]*value="The ladder"', page)
    before = Act.objects.count()
    change(desk, {"set-k": "32", "two_person": "1"})
    act = Act.objects.latest("pk")
    assert Act.objects.count() == before + 1
    assert (act.action, act.reason, act.pool.slug) == ("change-pool", "the board", "ladder")
    assert act.before == {"overrides": {"k": 24.0}, "two_person": False}
    assert act.after == {"overrides": {"k": 32.0}, "two_person": True}
    assert "from the next run on" in desk.get("/en/desk/runs/ladder/")
    change(desk, {"set-k": "", "two_person": "1"})
    assert Pool.objects.get(slug="ladder").overrides == {}


def test_nothing_changed_is_no_act(desk: Desk) -> None:
    before = Act.objects.count()
    change(desk.enter("administrator"), {})
    assert Act.objects.count() == before


def test_no_change_without_a_reason(desk: Desk) -> None:
    desk.enter("administrator")
    page = change(desk, {"set-k": "32", "reason": "  "}, 400)
    assert "needs a reason" in beside(page, "reason")
    assert re.search(r'name="set-k" [^>]*value="32"', page)  # nobody types twice
    assert Pool.objects.get(slug="ladder").overrides == {"k": 24.0}


def test_what_somebody_changed_meanwhile_is_not_taken_back_unseen(desk: Desk) -> None:
    desk.enter("administrator")
    seen = value(desk.get(SETTINGS), "seen")
    change(desk, {"claim_window_days": "10"})
    page = desk.send(SETTINGS, {**FORM, "set-k": "32", "seen": seen, "reason": "late"}, 400)
    assert "Somebody changed these settings" in plain(page)
    pool = Pool.objects.get(slug="ladder")
    assert (pool.claim_window_days, pool.overrides) == (10, {"k": 24.0})


def test_another_rulebook_leaves_the_old_house_rules_behind(desk: Desk) -> None:
    page = desk.enter("administrator").get(SETTINGS + "?rulebook=fide")
    assert "rated anew" in plain(page)
    assert 'name="set-k"' not in page
    form = {**FORM, "seen": value(page, "seen"), "reason": "we joined", "set-k": "24", "set-floor": "1200"}
    desk.send(SETTINGS + "?rulebook=fide", form)
    pool = Pool.objects.get(slug="ladder")
    assert (pool.rulebook, pool.overrides) == ("fide", {"floor": 1200})


@pytest.mark.parametrize("role", ["reader", "reporter", "officer"])
def test_others_see_the_rules_and_change_none(desk: Desk, role: str) -> None:
    text = desk.enter(role).get("/en/desk/pools/")
    assert "k=24" in text
    assert "settings/" not in text
    assert "settings/" not in desk.get("/en/desk/runs/ladder/")
    before = Act.objects.count()
    desk.send(NEW + "elo", {**FORM, "slug": "mine"}, 403)
    desk.send(SETTINGS, {**FORM, "reason": "mine"}, 403)
    assert Act.objects.count() == before


def test_what_is_typed_is_text(desk: Desk) -> None:
    page = desk.enter("administrator").send(
        NEW + "elo", {**FORM, "slug": "<svg/onload=alert(1)>", "set-k": "<svg/onload=1>"}, 400
    )
    assert "<svg/onload" not in page
