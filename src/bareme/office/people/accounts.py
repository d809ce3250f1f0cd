"""Members, and whose account their facts go to after merges."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from bareme.office.people.models import Member, Merge


class Accounts:
    """Everybody, as it stands or as it stood at the act `upto`."""

    def __init__(self, upto: int | None = None) -> None:
        self.upto = upto

    @cached_property
    def merged(self) -> Mapping[int, int]:
        """Members merged into another one: {member: the other}, followed to the end."""
        query = Merge.objects.all()
        if self.upto is not None:
            query = query.filter(act__lte=self.upto)
        rows = list(query.values_list("pk", "supersedes_id", "void", "member_id", "into_id"))
        gone = {superseded for _, superseded, *_ in rows}
        step = {member: into for pk, _, void, member, into in rows if pk not in gone and not void}
        return {member: _end(member, step) for member in step}

    def family(self, account: int) -> list[int]:
        """The members whose facts go to this account: itself, and who was merged into it."""
        return [account, *(member for member, into in self.merged.items() if into == account)]

    @cached_property
    def members(self) -> Mapping[int, tuple[str, str]]:
        """{member: (code, name)}, the merged ones too, each with his own."""
        return {pk: (code, name) for pk, code, name in Member.objects.values_list("pk", "code", "name")}

    @cached_property
    def codes(self) -> Mapping[int, str]:
        """{member: the code of the account his facts go to}."""
        return {pk: self.members[self.merged.get(pk, pk)][0] for pk in self.members}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """{code: name}."""
        return dict(self.members.values())

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """{code: member}, each his own."""
        return {code: pk for pk, (code, _) in self.members.items()}


def _end(member: int, step: Mapping[int, int]) -> int:
    seen = set()
    while member in step and member not in seen:
        seen.add(member)
        member = step[member]
    return member
