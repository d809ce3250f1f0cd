"""Corrections at the desk: who moves is shown before; a reason is needed; a second person decides; claims are answered."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from bareme.findings import Refused
from bareme.office.corrections.facts import facts
from bareme.office.editions.claims import answer, answer_to, claim, open_claims
from bareme.office.editions.service import edition_of
from bareme.office.ledger.reading import current_rows
from bareme.office.models import Act, Adjustment, Correction, EventDetail, Evidence, Game, Member, Merge, Pool, User
from bareme.office.pools.service import change_pool
from bareme.office.users.service import new_user
from portal.desk import Desk, plain, value
from portal.made_up import LISTS, PASSWORD, MadeUp

ASK = "/en/desk/corrections/new"


def number(pool: Pool, event: str = "Night 3") -> int:
    return next(iter(facts(pool, "game", event=event))).number


def code(name: str) -> str:
    return str(Member.objects.get(name=name).code)


@pytest.fixture
def second(office: MadeUp) -> User:
    """Another officer, where two are asked for."""
    change_pool(office.admin, office.ffbg, "two see more", two_person=True)
    return new_user(office.admin, "otto", "officer", PASSWORD, own=True)


def looked(desk: Desk, kind: str, form: dict[str, Any]) -> tuple[str, str]:
    """The page that shows what a correction does, and what it has seen."""
    page = desk.send(f"{ASK}/{kind}/", {**form, "go": "look"}, 200)
    return page, value(page, "sign")


def test_facts_are_found_with_their_numbers(desk: Desk) -> None:
    page = desk.enter("officer").get("/en/desk/corrections/facts/?pool=club&event=Night+3")
    assert f"facts={number(desk.office.ffbg)}" in page
    assert "Correct the event Night 3" in page
    reader = desk.enter("reader").get("/en/desk/corrections/facts/?pool=club&event=Night+3")
    assert "facts=" not in reader
    desk.get("/en/desk/corrections/facts/?pool=club&event=Nowhere", 400)


def test_a_result_is_turned_round(desk: Desk) -> None:
    pool = desk.enter("officer").office.ffbg
    form = {"pool": "club", "facts": number(pool), "doing": "swap", "reason": "score sheet", "evidence": "the sheet"}
    before = Act.objects.count()
    page, sign = looked(desk, "game", form)
    assert Act.objects.count() == before
    assert "Who moves" in page
    assert "On the published list of" in page
    old = Game.objects.get(pk=number(pool))
    sheet = SimpleUploadedFile("sheet.pdf", b"%PDF")
    done = desk.send(f"{ASK}/game/", {**form, "sign": sign, "go": "ask", "documents": [sheet]})
    new = Game.objects.get(supersedes=old)
    assert new.score_a == 1.0 - old.score_a
    correction = Correction.objects.latest("pk")
    assert done == f"/en/desk/corrections/{correction.pk}/"
    assert correction.change["effect"]["club"]["moves"] > 0
    shown = desk.get(done)
    assert "score sheet" in shown
    kept = desk.client.get(f"{done}documents/{Evidence.objects.get(correction=correction).pk}/")
    assert kept.content == b"%PDF"
    assert kept.headers["Content-Disposition"] == 'attachment; filename="sheet.pdf"'
    assert kept.headers["Content-Type"] == "application/octet-stream"


def test_only_what_is_typed_otherwise_is_changed(desk: Desk) -> None:
    pool = desk.enter("officer").office.ffbg
    first = number(pool)
    page = desk.get(f"{ASK}/game/?pool=club&facts={first}")
    row = Game.objects.get(pk=first)
    assert f'name="set-length" type="text" value="{row.length}"' in page
    form = {"pool": "club", "facts": first, "doing": "set", "set-length": "3", "set-date": str(row.date), "reason": "match to 3"}
    page, sign = looked(desk, "game", form)
    desk.send(f"{ASK}/game/", {**form, "sign": sign, "go": "ask"})
    assert Correction.objects.latest("pk").change["said"] == {"length": "3"}


def test_without_a_reason_nothing_is_corrected(desk: Desk) -> None:
    form = {"pool": "club", "facts": number(desk.enter("officer").office.ffbg), "doing": "void", "reason": " "}
    _, sign = looked(desk, "game", form)
    page = desk.send(f"{ASK}/game/", {**form, "sign": sign, "go": "ask"}, 400)
    assert 'class="note error"' in page
    assert 'value="void" checked' in page


def test_what_was_not_seen_is_not_done(desk: Desk) -> None:
    form = {"pool": "club", "facts": number(desk.enter("officer").office.ffbg), "doing": "void", "reason": "never played"}
    count = Correction.objects.count()
    page = desk.send(f"{ASK}/game/", {**form, "sign": "0" * 24, "go": "ask"}, 409)
    assert "no longer the one you saw" in page
    assert Correction.objects.count() == count


def test_an_event_a_player_and_a_day(desk: Desk) -> None:
    pool = desk.enter("officer").office.elo
    detail = EventDetail.objects.get(event__pool=pool, event__label="Night 4")
    for kind, facts_, more in (
        ("event", detail.pk, {"doing": "void"}),
        ("game", number(pool, "Night 5"), {"doing": "set", "set-player_a": code("Hugo Faure"), "set-date": "2024-12-01"}),
    ):
        form = {"pool": "ladder", "facts": facts_, "reason": "as the arbiter says", **more}
        _, sign = looked(desk, kind, form)
        desk.send(f"{ASK}/{kind}/", {**form, "sign": sign, "go": "ask"})
    assert EventDetail.objects.get(supersedes=detail).void
    assert Game.objects.get(date="2024-12-01").player_a.name == "Hugo Faure"


def test_a_decision_about_a_player(desk: Desk) -> None:
    form = {"pool": "club", "set-player": code("Cy Noël"), "set-date": "2025-03-20", "set-kind": "assign"}
    form |= {"set-elo": "1800", "set-experience": "200", "reason": "plays abroad"}
    page, sign = looked(desk.enter("officer"), "decision", form)
    assert "Cy Noël" in plain(page)
    desk.send(f"{ASK}/decision/", {**form, "sign": sign, "go": "ask"})
    made = Adjustment.objects.get()
    assert (made.player.name, made.elo, made.reason) == ("Cy Noël", 1800.0, "plays abroad")


def test_merged_and_split_again(desk: Desk) -> None:
    desk.enter("officer")
    twin = desk.send("/en/desk/members/new/", {"name": "ROUX Ada"}).rsplit("/", 2)[1]
    duplicates = desk.get("/en/desk/members/duplicates/")
    assert twin in duplicates
    form = {"set-member": twin, "set-into": code("Ada Roux"), "reason": "one person"}
    _, sign = looked(desk, "merge", form)
    desk.send(f"{ASK}/merge/", {**form, "sign": sign, "go": "ask"})
    assert len(current_rows(Merge.objects.filter(member__code=twin))) == 1
    assert twin not in desk.get("/en/desk/members/duplicates/")
    form = {"set-member": twin, "reason": "two after all"}
    _, sign = looked(desk, "split", form)
    desk.send(f"{ASK}/split/", {**form, "sign": sign, "go": "ask"})
    assert not current_rows(Merge.objects.filter(member__code=twin))
    met = {"set-member": code("Bo Picard"), "set-into": code("Ada Roux"), "reason": "x", "go": "look"}
    assert 'class="note error"' in desk.send(f"{ASK}/merge/", met, 400)


class TestTwoPeople:
    """Where the pool asks for a second person."""

    @pytest.fixture
    def waiting(self, desk: Desk, second: User) -> Correction:
        """A correction of olga's that waits."""
        form = {"pool": "club", "facts": number(desk.office.ffbg), "doing": "swap", "reason": "score sheet"}
        page, sign = looked(desk.enter("officer"), "game", form)
        assert "A second person has to accept it" in page
        desk.send(f"{ASK}/game/", {**form, "sign": sign, "go": "ask"})
        found: Correction = Correction.objects.latest("pk")
        return found

    def test_nobody_accepts_his_own(self, desk: Desk, waiting: Correction) -> None:
        address = f"/en/desk/corrections/{waiting.pk}/"
        assert 'value="accept"' not in desk.get(address)
        sign = value(desk.send(address, {"go": "look"}, 200), "sign")
        desk.send(address, {"go": "accept", "sign": sign}, 403)

    def test_a_second_person_accepts_what_he_saw(self, desk: Desk, waiting: Correction, second: User) -> None:
        address = f"/en/desk/corrections/{waiting.pk}/"
        desk.client.force_login(second, backend="bareme.portal.site.access.Backend")
        assert str(waiting.pk) in desk.get("/en/desk/corrections/")
        assert "no longer the one you saw" in desk.send(address, {"go": "accept"}, 200)
        sign = value(desk.send(address, {"go": "look"}, 200), "sign")
        desk.send(address, {"go": "accept", "sign": sign})
        waiting.refresh_from_db()
        assert waiting.decision.accepted
        assert waiting.decision.act.by == second

    def test_a_refusal_has_a_reason(self, desk: Desk, waiting: Correction, second: User) -> None:
        address = f"/en/desk/corrections/{waiting.pk}/"
        desk.client.force_login(second, backend="bareme.portal.site.access.Backend")
        desk.send(address, {"go": "refuse"}, 400)
        desk.send(address, {"go": "refuse", "reason": "the sheet says otherwise"})
        waiting.refresh_from_db()
        assert not waiting.decision.accepted

    def test_its_author_withdraws_it(self, desk: Desk, waiting: Correction) -> None:
        desk.send(f"/en/desk/corrections/{waiting.pk}/", {"go": "withdraw"})
        waiting.refresh_from_db()
        assert not waiting.decision.accepted


class TestClaims:
    """What somebody says is wrong."""

    @pytest.fixture
    def claimed(self, office: MadeUp) -> Act:
        """A claim about the club's list."""
        bo = Member.objects.get(name="Bo Picard")
        return claim(None, edition_of(office.ffbg, LISTS[3]), bo, "<b>I won</b>", signed="Bo")

    def test_closed_with_a_reason(self, desk: Desk, claimed: Act) -> None:
        address = f"/en/desk/claims/{claimed.pk}/"
        page = desk.enter("officer").get(address)
        assert "&lt;b&gt;I won&lt;/b&gt;" in page
        desk.send(address, {"reason": ""}, 400)
        desk.send(address, {"reason": "the sheet is signed by both"})
        assert open_claims() == []
        assert "the sheet is signed by both" in desk.get("/en/desk/claims/")
        assert "answered already" in desk.send(address, {"reason": "again"}, 400)

    def test_answered_by_a_correction(self, desk: Desk, claimed: Act) -> None:
        pool = desk.enter("officer").office.ffbg
        form = {"pool": "club", "facts": number(pool), "doing": "swap", "reason": "he is right", "claim": claimed.pk}
        _, sign = looked(desk, "game", form)
        desk.send(f"{ASK}/game/", {**form, "sign": sign, "go": "ask"})
        act = answer_to(claimed)
        assert act is not None
        assert act.after["correction"] == Correction.objects.latest("pk").pk
        assert f"/corrections/{act.after['correction']}/" in desk.get(f"/en/desk/claims/{claimed.pk}/")

    def test_only_officers_answer(self, office: MadeUp, claimed: Act) -> None:
        with pytest.raises(Refused):
            answer(office.reporter, claimed, "no")
        assert answer_to(claimed) is None


def test_readers_and_reporters_ask_for_nothing(desk: Desk) -> None:
    for role in ("reader", "reporter"):
        desk.enter(role).get(f"{ASK}/decision/", 403)
        desk.send(f"{ASK}/game/", {"pool": "club", "facts": 1, "doing": "void", "reason": "x", "go": "ask"}, 403)


def test_fields_and_days_are_said_in_the_readers_language(desk: Desk) -> None:
    pool = desk.enter("officer").office.ffbg
    page = plain(desk.get(f"/fr/desk/corrections/new/game/?pool=club&facts={number(pool)}"))
    assert "Score de A" in page
    assert "score_a" not in page
    assert "31/10/2024" in page
