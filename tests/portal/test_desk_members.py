"""Members at the desk: found, shown, made, changed; personal data for those alone who may see it."""

from __future__ import annotations

from datetime import date

from bareme.office.models import Licence, Member, MemberNumber, PersonalData
from bareme.office.people.members import NewMember, affiliation, new_member
from bareme.office.people.search import known
from portal.desk import Desk, plain
from portal.made_up import MINOR


def address(name: str) -> str:
    return f"/en/desk/members/{Member.objects.get(name=name).code}/"


def test_found_without_accents_and_by_number(desk: Desk) -> None:
    desk.enter("reader")
    assert "Élodie Martin" in desk.get("/en/desk/members/?member=martin+elodie")
    held = MemberNumber.objects.get(member__name="Ada Roux").number
    assert "Ada Roux" in desk.get(f"/en/desk/members/?member={held}")


def test_birth_dates_are_for_officers(desk: Desk) -> None:
    page = address(MINOR)
    for role in ("reader", "reporter"):
        text = desk.enter(role).get(page)
        assert "ines@example.org" not in text
        assert "2012" not in text
    assert "ines@example.org" in desk.enter("officer").get(page)


def test_a_new_member_with_number_and_club(desk: Desk) -> None:
    form = {"name": "Zoé Neuf", "kind": "licence", "number": "L9", "club": "Lyon", "since": "2025-01-01"}
    assert desk.enter("officer").send("/en/desk/members/new/", form).startswith("/en/desk/members/")
    made = Member.objects.get(name="Zoé Neuf")
    assert ("number", "licence L9", "") in known(made)
    assert affiliation(made.pk, "club") == "Lyon"
    page = desk.send("/en/desk/members/new/", {"name": "Other", "kind": "licence", "number": "L9"}, 400)
    assert 'class="note error"' in page
    assert 'value="Other"' in page


def test_what_is_newly_known(desk: Desk) -> None:
    page = address("Di Joly")
    member = Member.objects.get(name="Di Joly")
    desk.enter("officer")
    desk.send(page, {"do": "affiliate", "kind": "club", "value": "Nice", "since": "2025-02-01"})
    assert affiliation(member.pk, "club", date(2025, 3, 1)) == "Nice"
    desk.send(page, {"do": "number", "kind": "licence", "value": "N77"})
    desk.send(page, {"do": "licence", "start": "2024-09-01", "end": "2025-08-31", "category": "senior"})
    assert Licence.objects.get().category == "senior"
    desk.send(page, {"do": "personal", "birth_date": "1990-05-04", "email": "di@example.org"})
    assert PersonalData.objects.get(member=member).birth_date == date(1990, 5, 4)
    desk.send(page, {"do": "rename", "name": "Di Joly-Roy", "since": "2025-03-01"})
    text = plain(desk.get(page))
    assert "Di Joly-Roy" in text
    assert "licence N77" in text


def test_what_cannot_be_is_said(desk: Desk) -> None:
    page = address("Di Joly")
    desk.enter("officer")
    desk.send(page, {"do": "licence", "start": "2025-09-01", "end": "2024-08-31"}, 400)
    desk.send(page, {"do": "licence", "start": "2025-09-01", "end": ""}, 400)
    desk.send(page, {"do": "affiliate", "kind": "shoe", "value": "42"}, 400)
    desk.send(page, {"do": "dance"}, 400)


def test_erasing_is_for_administrators(desk: Desk) -> None:
    page = address(MINOR)
    desk.enter("officer").send(page, {"do": "erase", "reason": "asked"}, 403)
    desk.enter("administrator").send(page, {"do": "erase", "reason": ""}, 400)
    desk.send(page, {"do": "erase", "reason": "asked by the parents"})
    assert not PersonalData.objects.filter(member__name=MINOR).exists()


def test_readers_change_nothing(desk: Desk) -> None:
    for role in ("reader", "reporter"):
        desk.enter(role).send(address("Di Joly"), {"do": "rename", "name": "X"}, 403)
        desk.get("/en/desk/members/new/", 403)


def test_one_name_twice_is_suggested(desk: Desk) -> None:
    made = new_member(desk.office.officer, NewMember("JOLY Di"))
    page = desk.enter("officer").get(address("Di Joly"))
    assert "Of the same name" in page
    assert f"set-member={made.code}" in page
