"""Members: made, found, and what is newly known of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from bareme.findings import Refused
from bareme.office.audit.trail import Work, acting
from bareme.office.database import reading
from bareme.office.ledger.bulk import insert
from bareme.office.ledger.reading import current_rows
from bareme.office.people.codes import code, read
from bareme.office.people.models import Affiliation, Licence, Member, MemberName, MemberNumber, PersonalData
from bareme.office.typed import line
from bareme.office.users.models import User
from bareme.office.users.policy import require
from bareme.readers.identity import spelling
from bareme.readers.values import one_line

KIND_LIMIT = 20
AFFILIATIONS = ("club", "committee", "federation", "series")
Origin = dict[str, Any]  # file_id, line, column of a fact, where it came from a file


@dataclass
class NewMember:
    """A member to be made, with what is known of him."""

    name: str
    numbers: dict[str, str] = field(default_factory=dict)  # kind -> number
    affiliations: dict[str, str] = field(default_factory=dict)  # kind -> value
    since: date | None = None
    alias: str = ""  # another name that files know him by


def member_of(text: str) -> Member:
    """A member by code, or by a name that one member alone bears.

    Errors: Refused `no-such-member`, `several-members`.
    """
    known = read(text)
    member: Member | None = Member.objects.filter(code=known).first() if known else None
    if member is not None:
        return member
    found: list[Member] = list(Member.objects.filter(name=text).order_by("pk")[:10])
    if len(found) == 1:
        return found[0]
    near = found or list(Member.objects.filter(folded=spelling(text)).order_by("pk")[:10])
    code = "several-members" if found else "no-such-member"
    raise Refused(code, value=text, near=[f"{m.name} ({m.code})" for m in near] or ["-"])


def make(work: Work, news: Sequence[tuple[NewMember, Origin]]) -> int:
    """Make members within an act, each with the place he was read at; the first one's number, the others follow."""
    if not news:
        return 0
    first = work.new_id(Member, len(news))
    numbered = list(enumerate(news, first))
    insert(Member, [(n, code(n), new.name, spelling(new.name)[:200], work.act_id) for n, (new, _) in numbered])
    where = ("file_id", "line", "column")
    names: list[tuple[Any, ...]] = []
    numbers: list[tuple[Any, ...]] = []
    belongs: list[tuple[Any, ...]] = []
    for number, (new, origin) in numbered:
        place = tuple(origin.get(name, default) for name, default in zip(where, (None, 0, ""), strict=True))
        names.append((number, new.name, "official", new.since, *place))
        if new.alias:
            names.append((number, new.alias, "alias", None, *place))
        numbers.extend((number, kind, value, *place) for kind, value in new.numbers.items())
        belongs.extend((number, kind, value, new.since, *place) for kind, value in new.affiliations.items())
    work.append(MemberName, names, ("member_id", "name", "kind", "since", *where))
    work.append(MemberNumber, numbers, ("member_id", "kind", "number", *where))
    work.append(Affiliation, belongs, ("member_id", "kind", "value", "since", *where))
    return first


def new_member(by: User, new: NewMember, reason: str = "") -> Member:
    """A new member, entered at the desk.

    Errors: Refused `not-allowed`, `bad-name`, `number-taken`, `hidden-characters`, `too-long`.
    """
    require(by, "edit-members")
    new.name = clean_name(new.name)
    new.numbers, new.affiliations = _clean(new.numbers), _clean(new.affiliations)
    with acting(by, "new-member", about=new.name, reason=reason) as work:
        for kind, number in new.numbers.items():
            _free(kind, number)
        pk = make(work, [(new, {})])
        member: Member = Member.objects.get(pk=pk)
        work.about = str(member)
        work.after = {"numbers": new.numbers, "affiliations": new.affiliations, "since": new.since}
    return member


def clean_name(name: str) -> str:
    """Errors: Refused `bad-name`."""
    clean = one_line(name)
    if not isinstance(clean, str) or not clean:
        raise Refused("bad-name", value=name)
    return clean


def _clean(said: Mapping[str, str]) -> dict[str, str]:
    return {line(kind, KIND_LIMIT): line(value) for kind, value in said.items()}


# -- what changes


def rename(by: User, member: Member, name: str, since: date | None, reason: str = "") -> None:
    """He bears another name, since a day. The old one stays an earlier name: files that use it still find him."""
    require(by, "edit-members", member)
    name = clean_name(name)
    with acting(by, "rename-member", about=str(member), reason=reason) as work:
        member.refresh_from_db()
        if member.name == name:
            work.drop()
            return
        work.before, work.after = {"name": member.name}, {"name": name, "since": since}
        work.add(MemberName, member_id=member.pk, name=name, since=since)
        member.name, member.folded = name, spelling(name)[:200]
        member.save()


def affiliate(by: User, member: Member, kind: str, value: str, since: date | None, reason: str = "") -> None:
    """He belongs to another club, committee, federation or series, since a day.

    Errors: Refused `not-allowed`, `unknown-affiliation`, `hidden-characters`, `too-long`.
    """
    require(by, "edit-members", member)
    value = line(value)
    if kind not in AFFILIATIONS:
        raise Refused("unknown-affiliation", value=kind, allowed=AFFILIATIONS)
    with acting(by, "affiliate-member", about=str(member), reason=reason) as work:
        before = affiliation(member.pk, kind, since)
        if before == value:
            work.drop()
            return
        work.before, work.after = {kind: before}, {kind: value, "since": since}
        work.add(Affiliation, member_id=member.pk, kind=kind, value=value, since=since)


def give_number(by: User, member: Member, kind: str, number: str, reason: str = "") -> None:
    """He has a number of this kind; another one of the same kind is replaced.

    Errors: Refused `not-allowed`, `number-taken`, `hidden-characters`, `too-long`.
    """
    require(by, "edit-members", member)
    kind, number = line(kind, KIND_LIMIT), line(number)
    with acting(by, "number-member", about=str(member), reason=reason) as work:
        _free(kind, number, but=member.pk)
        old = current_rows(MemberNumber.objects.filter(member=member, kind=kind))
        if any(row.number == number for row in old):
            work.drop()
            return
        chain = {"supersedes_id": old[0].pk, "root": old[0].root or old[0].pk} if old else {}
        work.before, work.after = {kind: [row.number for row in old]}, {kind: number}
        work.add(MemberNumber, member_id=member.pk, kind=kind, number=number, **chain)


def license_member(by: User, member: Member, start: date, end: date, federation: str = "", category: str = "") -> None:
    """He holds a licence for a season.

    Errors: Refused `not-allowed`, `bad-licence`, `hidden-characters`, `too-long`.
    """
    require(by, "edit-members", member)
    federation, category = line(federation), line(category, 50)
    if end < start:
        raise Refused("bad-licence", start=start, end=end)
    with acting(by, "license-member", about=str(member)) as work:
        same = Licence.objects.filter(member=member, start=start, end=end, federation=federation, category=category)
        if current_rows(same):
            work.drop()
            return
        work.after = {"start": start, "end": end, "federation": federation, "category": category}
        work.add(Licence, member_id=member.pk, start=start, end=end, federation=federation, category=category)


def _free(kind: str, number: str, but: int | None = None) -> None:
    """Errors: Refused `number-taken`."""
    for row in current_rows(MemberNumber.objects.filter(kind=kind, number=number).select_related("member")):
        if row.member_id != but:
            raise Refused("number-taken", kind=kind, number=number, member=str(row.member))


def affiliation(member: int, kind: str, on: date | None = None) -> str:
    """What he belongs to on a day (None: now), empty if nothing."""
    return affiliations(on, [member]).get((member, kind), "")


def affiliations(on: date | None = None, only: Sequence[int] | None = None) -> dict[tuple[int, str], str]:
    """What members belong to on a day (None: now): {(member, kind): value}."""
    query = Affiliation.objects.all() if only is None else Affiliation.objects.filter(member__in=only)
    gone = set(Affiliation.objects.filter(supersedes__isnull=False).values_list("supersedes_id", flat=True))
    rows = query.filter(void=False).order_by("pk").values_list("pk", "member_id", "kind", "value", "since")
    kept = [row for row in rows if row[0] not in gone and not (on and row[4] and row[4] > on)]
    kept.sort(key=lambda row: row[4] or date.min)
    return {(member, kind): value for _, member, kind, value, _ in kept}


# -- personal data


def set_personal_data(by: User, member: Member, *, birth_date: date | None = None, email: str | None = None) -> None:
    """Keep birth date or e-mail. The act says that they changed, never what they are.

    Errors: Refused `not-allowed`, `hidden-characters`, `too-long`.
    """
    require(by, "edit-members", member)
    email = None if email is None else line(email, 254)
    with acting(by, "personal-data", about=member.code) as work:
        data, _ = PersonalData.objects.get_or_create(member=member)
        data.birth_date = birth_date or data.birth_date
        data.email = data.email if email is None else email
        data.save()
        work.after = {"changed": [n for n, v in (("birth_date", birth_date), ("email", email)) if v is not None]}


def erase_personal_data(by: User, member: Member, reason: str) -> None:
    """Erase birth date and e-mail. Ratings do not need them."""
    require(by, "erase", member)
    with acting(by, "erase-personal-data", about=member.code, reason=reason) as work:
        if not PersonalData.objects.filter(member=member).delete()[0]:
            work.drop()


def personal_data(by: User, member: Member) -> PersonalData | None:
    """Errors: Refused `not-allowed`."""
    require(by, "see-personal-data", member)
    with reading():
        found: PersonalData | None = PersonalData.objects.filter(member=member).first()
    return found
