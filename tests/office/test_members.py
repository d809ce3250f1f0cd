"""Members: codes, what is known of them and since when, personal data apart."""

from __future__ import annotations

import doctest
import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bareme.findings import Refused
from bareme.office.audit.trail import verify_rows
from bareme.office.models import Act, MemberNumber, PersonalData, User
from bareme.office.people import codes, members
from bareme.office.people.codes import ALPHABET, code, read
from bareme.office.people.members import NewMember
from bareme.office.pools.rhythm import Rhythm


@given(st.integers(1, 10**9))
def test_a_code_is_read_back(number: int) -> None:
    assert read(code(number)) == code(number)
    assert read(f" {code(number).lower()} ") == code(number)


@given(st.integers(1, 10**6), st.data())
def test_a_mistyped_code_is_none(number: int, data: st.DataObject) -> None:
    right = code(number)
    at = data.draw(st.integers(0, len(right) - 1))
    wrong = right[:at] + data.draw(st.sampled_from([c for c in ALPHABET if c != right[at]])) + right[at + 1 :]
    assert read(wrong) is None


@given(st.integers(1, 10**6), st.data())
def test_two_characters_swapped_are_noticed(number: int, data: st.DataObject) -> None:
    right = code(number)
    one, other = data.draw(st.sampled_from([(a, b) for a in range(len(right)) for b in range(a)]))
    swapped = list(right)
    swapped[one], swapped[other] = right[other], right[one]
    assert read("".join(swapped)) == (right if right[one] == right[other] else None)


def test_codes_as_the_documentation_shows_them() -> None:
    assert doctest.testmod(codes).failed == 0


@pytest.mark.django_db
def test_a_member_and_what_becomes_of_him(officer: User) -> None:
    member = members.new_member(officer, NewMember("Zoé Martin", {"licence": "12"}, {"club": "Lyon"}))
    members.rename(officer, member, "Zoé Dupont", date(2025, 6, 1), "marriage")
    members.affiliate(officer, member, "club", "Paris", date(2025, 9, 1))
    members.affiliate(officer, member, "club", "Nice", date(2024, 1, 1))  # learnt late: between the two
    assert members.affiliation(member.pk, "club", date(2023, 1, 1)) == "Lyon"
    assert members.affiliation(member.pk, "club", date(2025, 8, 31)) == "Nice"
    assert members.affiliation(member.pk, "club") == "Paris"
    assert members.member_of("Zoé Dupont") == member
    members.give_number(officer, member, "licence", "13", "misread")
    assert [row.number for row in MemberNumber.objects.order_by("pk")] == ["12", "13"]
    assert list(verify_rows()) == []


@pytest.mark.django_db
def test_a_number_belongs_to_one_member(officer: User) -> None:
    first = members.new_member(officer, NewMember("Ada", {"licence": "12"}))
    with pytest.raises(Refused, match="already that of Ada"):
        members.new_member(officer, NewMember("Bo", {"licence": "12"}))
    members.give_number(officer, first, "licence", "13")
    members.new_member(officer, NewMember("Bo", {"licence": "12"}))


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["", "   ", "a\u202eb", "x" * 101])
def test_a_name_is_visible(officer: User, name: str) -> None:
    with pytest.raises(Refused) as refused:
        members.new_member(officer, NewMember(name))
    assert refused.value.finding.code == "bad-name"


@pytest.mark.django_db
def test_personal_data_is_erased_without_a_trace(admin: User, officer: User) -> None:
    member = members.new_member(officer, NewMember("Ada"))
    members.set_personal_data(officer, member, birth_date=date(2001, 2, 3), email="ada@example.org")
    with pytest.raises(Refused, match="may not"):
        members.erase_personal_data(officer, member, "asked")
    members.erase_personal_data(admin, member, "asked")
    assert not PersonalData.objects.exists()
    trail = json.dumps([[act.before, act.after, act.about, act.reason] for act in Act.objects.all()])
    assert "2001" not in trail
    assert "ada@" not in trail


@pytest.mark.django_db
def test_what_changes_nothing_is_no_act(officer: User) -> None:
    member = members.new_member(officer, NewMember("Ada", {"licence": "12"}, {"club": "Lyon"}))
    before = Act.objects.count()
    members.rename(officer, member, "Ada", None)
    members.affiliate(officer, member, "club", "Lyon", None)
    members.give_number(officer, member, "licence", "12")
    assert Act.objects.count() == before


# -- the days of lists


def test_days_of_lists() -> None:
    year = (date(2025, 1, 1), date(2026, 1, 1))
    assert len(list(Rhythm.parse("monthly").due(*year))) == 12
    assert list(Rhythm.parse("none").due(*year)) == []
    assert list(Rhythm.parse("07-01, 01-01").due(*year)) == [date(2025, 7, 1), date(2026, 1, 1)]


@pytest.mark.parametrize("text", ["", "weekly", "13-01", "02-29", "01-01;07-01"])
def test_no_days_of_lists(text: str) -> None:
    with pytest.raises(Refused, match="when lists are due"):
        Rhythm.parse(text)
