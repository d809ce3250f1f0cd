"""Members found, and all that is known of one."""

from __future__ import annotations

from bareme.office.ledger.reading import current_rows
from bareme.office.people.codes import read
from bareme.office.people.models import Affiliation, Licence, Member, MemberName, MemberNumber, Merge
from bareme.readers.identity import spelling

MOST = 50


def find(text: str) -> list[tuple[str, str, str]]:
    """Members by code, by number, or by words of the name in any order: (code, name, numbers)."""
    members = Member.objects.order_by("name", "pk")
    code = read(text)
    found = list(members.filter(code=code)) if code else []
    if not found:
        numbered = MemberNumber.objects.filter(number=text.strip()).values_list("member_id", flat=True)
        found = list(members.filter(pk__in=list(numbered)))
    if not found:
        query = members
        for word in spelling(text).split():
            query = query.filter(folded__contains=word)
        found = list(query[:MOST])
    numbers: dict[int, list[str]] = {}
    for row in current_rows(MemberNumber.objects.filter(member__in=[member.pk for member in found])):
        numbers.setdefault(row.member_id, []).append(f"{row.kind} {row.number}")
    return [(member.code, member.name, ", ".join(numbers.get(member.pk, []))) for member in found]


def known(member: Member) -> list[tuple[str, str, str]]:
    """All that is known of a member: (what, value, since when or until when)."""
    names = current_rows(MemberName.objects.filter(member=member))
    numbers = current_rows(MemberNumber.objects.filter(member=member))
    affiliations = sorted(current_rows(Affiliation.objects.filter(member=member)), key=lambda fact: (fact.kind, fact.pk))
    licences = current_rows(Licence.objects.filter(member=member))
    merges = current_rows(Merge.objects.filter(member=member).select_related("into"))
    return [
        *(("name" if name.kind == "official" else "alias", name.name, str(name.since or "")) for name in names),
        *(("number", f"{number.kind} {number.number}", "") for number in numbers),
        *((fact.kind, fact.value or "-", str(fact.since or "")) for fact in affiliations),
        *(("licence", f"{row.federation} {row.category}".strip() or "-", f"{row.start} - {row.end}") for row in licences),
        *(("merged", str(merge.into), "") for merge in merges),
    ]
