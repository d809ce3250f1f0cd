"""What the address of a list asks for: filters, order, page; and addresses that ask for something else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from bareme.findings import Refused
from bareme.office.people.models import Licence
from bareme.readers.identity import spelling

PER_PAGE = 100
FIELDS = {
    "rank": "position", "previous": "previous_rank", "name": "name", "club": "club", "committee": "committee",
    "federation": "federation", "change": "change", "rating": "rating", "elo": "elo", "experience": "experience",
    "games": "games", "level": "level",
}  # fmt: skip
PLAIN = ("club", "committee", "federation", "level")
FILTERS = (*PLAIN, "category", "name", "active")


@dataclass(frozen=True)
class Asked:
    """Filters by name, only those that say something; `sort` is a key of FIELDS, with a minus for the largest first."""

    filters: Mapping[str, str]
    sort: str = "rank"
    page: int = 1

    @classmethod
    def read(cls, query: Mapping[str, Any]) -> Asked:
        """Errors: Refused `bad-filter`."""
        given = {name: str(query[name]).replace("\0", "")[:100] for name in FILTERS if query.get(name, "").strip()}
        sort, page = query.get("sort") or "rank", query.get("page") or "1"
        if sort.removeprefix("-") not in FIELDS:
            raise Refused("bad-filter", name="sort", value=sort, allowed=list(FIELDS))
        if not (page.isascii() and page.isdigit() and len(page) <= 6 and int(page)):
            raise Refused("bad-filter", name="page", value=page, allowed="1, 2, 3 ...")
        if given.get("active", "1") != "1":
            raise Refused("bad-filter", name="active", value=given["active"], allowed="1")
        return cls(given, sort, int(page))

    def address(self, **changes: Any) -> str:
        """The query of an address with something changed; the first page and the list's own order are not said."""
        said = {**self.filters, "sort": self.sort, "page": self.page, **changes}
        said = {name: value for name, value in said.items() if value and (name, value) not in (("sort", "rank"), ("page", 1))}
        return "?" + urlencode(said)

    @property
    def whole(self) -> str:
        """The query for all rows that are asked for, as a file has them."""
        return self.address(page=None).removesuffix("?")

    def chosen(self, rows: QuerySet, day: date, fields: Mapping[str, str]) -> QuerySet:
        """Those rows of a list that are asked for, not in order yet. `fields`: which columns this kind of list has."""
        for name in PLAIN:
            if name in self.filters and name in fields:
                rows = rows.filter(**{fields[name]: self.filters[name]})
        if "active" in self.filters:
            rows = rows.exclude(states__contains="inactive")
        if "category" in self.filters:
            rows = rows.filter(Exists(licences(day).filter(member=OuterRef("player"), category=self.filters["category"])))
        for word in spelling(self.filters.get("name", "")).split():
            rows = rows.filter(player__folded__contains=word)
        return rows

    def ordered(self, rows: QuerySet, fields: Mapping[str, str]) -> QuerySet:
        """In the order that is asked for; who has no value comes last."""
        falling, name = self.sort.startswith("-"), self.sort.removeprefix("-")
        field = fields.get(name, fields["rank"])
        wanted = F(field).desc(nulls_last=True) if falling else F(field).asc(nulls_last=True)
        return rows.order_by(wanted, fields["rank"])


def licences(day: date) -> QuerySet:
    """The licences that hold on a day."""
    gone = Licence.objects.filter(supersedes__isnull=False).values("supersedes")
    return Licence.objects.filter(Q(start__lte=day, end__gte=day, void=False) & ~Q(pk__in=gone))
