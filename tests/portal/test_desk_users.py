"""Users and the diary."""

from __future__ import annotations

from bareme.office.models import Act, EventReporter, PoolReporter, User
from portal.desk import Desk, plain
from portal.made_up import PASSWORD


def test_a_new_user_and_what_becomes_of_him(desk: Desk) -> None:
    form = {"username": "nina", "role": "reporter", "password": PASSWORD, "language": "fr"}
    address = desk.enter("administrator").send("/en/desk/users/", form)
    nina = User.objects.get(username="nina")
    assert (nina.role, nina.language) == ("reporter", "fr")
    assert nina.check_password(PASSWORD)
    desk.send(address, {"do": "report", "pool": "club"})
    desk.send(address, {"do": "report", "pool": "club", "event": "Night 3"})
    assert PoolReporter.objects.filter(user=nina, pool=desk.office.ffbg).exists()
    assert EventReporter.objects.filter(user=nina, event__label="Night 3").exists()
    desk.send(address, {"do": "report", "pool": "club", "event": "Nowhere"}, 400)
    desk.send(address, {"do": "change", "role": "officer", "active": "1", "reason": "elected"})
    desk.send(address, {"do": "password", "password": "short"}, 400)
    desk.send(address, {"do": "change", "role": "officer"})
    nina.refresh_from_db()
    assert (nina.role, nina.is_active) == ("officer", False)


def test_the_last_administrator_stays(desk: Desk) -> None:
    address = f"/en/desk/users/{desk.office.admin.pk}/"
    page = desk.enter("administrator").send(address, {"do": "change", "role": "reader", "active": "1"}, 400)
    assert 'class="note error"' in page
    desk.office.admin.refresh_from_db()
    assert desk.office.admin.role == "administrator"


def test_a_name_that_is_taken_or_bad(desk: Desk) -> None:
    for name in ("olga", "", " x", "a\tb"):
        desk.enter("administrator").send("/en/desk/users/", {"username": name, "role": "reader"}, 302 if name == " x" else 400)
    assert User.objects.filter(username="x").exists()  # blanks around a name are nobody's


def test_the_diary_by_pool_kind_and_user(desk: Desk) -> None:
    page = desk.enter("officer").get("/en/desk/diary/?pool=club&action=publish&user=olga")
    assert "published the list club 2025-02-01 (2)" in page
    assert "imported" not in plain(page).split("Act When What")[1]
    assert "erased" not in page
    desk.get("/en/desk/diary/?pool=nowhere", 404)
    desk.enter("reader").get("/en/desk/diary/", 403)


def test_the_diary_turns_its_pages(desk: Desk) -> None:
    last = Act.objects.latest("pk").pk
    first = desk.enter("officer").get("/en/desk/diary/")
    assert f'href="?before={last - 59}"' in first
    second = desk.get(f"/en/desk/diary/?before={last - 59}")
    assert f"/diary/{last - 60}/" in second
    assert f"/diary/{last - 59}/" not in second
    assert Act.objects.get(pk=last - 60).hash in desk.get(f"/en/desk/diary/{last - 60}/")
