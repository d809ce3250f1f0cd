"""Members who may be one person: their names are the same but for accents, case and order."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Count

from bareme.office.people.accounts import Accounts
from bareme.office.people.models import Member

MOST = 100


def all_groups() -> list[list[Member]]:
    """Members of one name, each group by code; those who were merged already are not among them."""
    twice = Member.objects.values("folded").annotate(n=Count("pk")).filter(n__gt=1).order_by("folded")
    names = list(twice.values_list("folded", flat=True)[:MOST])
    return _grouped(Member.objects.filter(folded__in=names).order_by("folded", "pk"))


def alike(member: Member) -> list[Member]:
    """Others of the same name."""
    groups = _grouped(Member.objects.filter(folded=member.folded).order_by("pk"))
    return [other for group in groups for other in group if other.pk != member.pk]


def _grouped(members: Iterable[Member]) -> list[list[Member]]:
    merged = Accounts().merged
    groups: dict[str, list[Member]] = {}
    for member in members:
        if member.pk not in merged:
            groups.setdefault(member.folded, []).append(member)
    return [group for group in groups.values() if len(group) > 1]
