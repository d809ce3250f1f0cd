"""What people type as names holds nothing that nobody sees."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from bareme.findings import Refused
from bareme.office.audit.trail import verify_chain
from bareme.office.corrections.changes import Change
from bareme.office.corrections.service import ask
from bareme.office.models import Act, Affiliation, EventDetail, Member, Pool, User
from bareme.office.people import members
from bareme.office.people.members import NewMember
from bareme.office.pools.service import change_pool, new_pool
from bareme.office.typed import line
from bareme.office.users.service import new_user

HIDDEN = {
    "right-to-left override": "\u202e",
    "right-to-left mark": "\u200f",
    "isolate": "\u2067",
    "zero width": "\u200b",
    "soft hyphen": "\u00ad",
    "byte order mark": "\ufeff",
    "escape": "\x1b",
    "NUL": "\0",
    "tag": "\U000e0041",
    "blank letter": "\u3164",
    "blank braille": "\u2800",
    "half of a pair": "\ud800",
}
hidden = pytest.mark.parametrize("mark", HIDDEN.values(), ids=HIDDEN)


@hidden
def test_no_name_is_recorded_with_what_nobody_sees(admin: User, officer: User, pool: Pool, mark: str) -> None:
    ada = members.new_member(officer, NewMember("Ada Roux"))
    day, bad = date(2025, 1, 1), f"Ly{mark}on"
    attempts: tuple[Callable[[], Any], ...] = (
        lambda: members.affiliate(officer, ada, "club", bad, day),
        lambda: members.give_number(officer, ada, "licence", bad),
        lambda: members.give_number(officer, ada, bad, "1"),
        lambda: members.license_member(officer, ada, day, day, federation=bad),
        lambda: members.license_member(officer, ada, day, day, category=bad),
        lambda: members.new_member(officer, NewMember("Bo", affiliations={"club": bad})),
        lambda: members.new_member(officer, NewMember("Bo", numbers={"licence": bad})),
        lambda: members.set_personal_data(officer, ada, email=f"{bad}@example.org"),
        lambda: new_pool(admin, "other", "elo", name=bad),
        lambda: change_pool(admin, pool, "renamed", name=bad),
        lambda: new_user(admin, "bo", "reader", None, name=bad),
    )
    before = Act.objects.count()
    for attempt in attempts:
        with pytest.raises(Refused) as refused:
            attempt()
        assert refused.value.finding.code == "hidden-characters"
    for name, code in ((bad, "bad-username"), (f"{mark}", "bad-username")):
        with pytest.raises(Refused) as refused:
            new_user(admin, name, "reader", None)
        assert refused.value.finding.code == code
    assert Act.objects.count() == before
    assert (Member.objects.count(), Affiliation.objects.count(), User.objects.count()) == (1, 0, 2)


@hidden
def test_no_event_is_renamed_so(officer: User, pool: Pool, bring: Callable[..., Any], mark: str) -> None:
    bring("date,event,player_a,player_b,score_a\n2025-01-01,Open,Ada,Bo,1\n", match={"*": "new"})
    detail = EventDetail.objects.get()
    with pytest.raises(Refused) as refused:
        ask(officer, Change("event", pool, (detail.pk,), "change", {"name": f"Op{mark}en"}), "misspelt")
    assert refused.value.finding.code == "hidden-characters"


@hidden
def test_no_reason_turns_the_lines_it_stands_in(officer: User, mark: str) -> None:
    ada = members.new_member(officer, NewMember("Ada Roux"))
    members.rename(officer, ada, "Ada Noir", None, f"married{mark},\r\nsays\tshe; می\u200cخواهم")
    kept = Act.objects.latest("pk").reason
    assert kept.replace("?", "") == "married,\nsays she; می\u200cخواهم"  # half of a pair is shown as a question mark
    assert verify_chain() == []


def test_what_looks_alike_is_alike(admin: User, officer: User) -> None:
    ada = members.new_member(officer, NewMember("Ada"))
    members.affiliate(officer, ada, "club", "  Cafe\u0301\u00a0 de\n Lyon ", None)
    assert Affiliation.objects.get().value == "Café de Lyon"
    assert new_user(admin, "bo", "reader", None, name="Bo  Noe\u0308l").name == "Bo Noël"
    assert new_user(admin, "\uff4flga2", "reader", None).username == "olga2"  # as the login reads what is typed there
    with pytest.raises(Refused):
        new_user(admin, "\uff4flga", "reader", None)  # olga is there
    with pytest.raises(Refused):
        new_user(admin, "ol\u200dga", "reader", None)  # joiners, which some scripts need in names of people


@pytest.mark.parametrize(("text", "limit"), [("x" * 101, 100), ("e" + "\u0301" * 5000, 100), ("licence number kind", 10)])
def test_a_text_has_its_end(text: str, limit: int) -> None:
    with pytest.raises(Refused) as refused:
        line(text, limit)
    assert refused.value.finding.code == "too-long"
    assert len(refused.value.finding.message()) < 400


def test_what_is_said_of_it_shows_where(officer: User) -> None:
    with pytest.raises(Refused) as refused:
        line("Ly\u202eon")
    assert "Ly\\u202eon" in refused.value.finding.message()
    assert "\u202e" not in refused.value.finding.message("fr")
