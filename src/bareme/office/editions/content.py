"""What an edition will say: the list of a replay, with names and affiliations of the day, and what it was before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from bareme.lists import headline
from bareme.office.editions.checksum import rows_of
from bareme.office.editions.models import Edition
from bareme.office.ledger.reading import current_rows
from bareme.office.people.accounts import Accounts
from bareme.office.people.members import affiliations
from bareme.office.people.models import Member, MemberName
from bareme.office.runs.replaying import Replayed, standing_values

_AFFILIATIONS = ("club", "committee", "federation")


@dataclass(frozen=True)
class Person:
    """How a list of some day shows somebody."""

    name: str
    club: str = ""
    committee: str = ""
    federation: str = ""


def people_on(day: date) -> dict[str, Person]:
    """{code: name and affiliations of that day}; what is known of merged members counts for their account."""
    accounts = Accounts()
    names = {code: name for _, (code, name) in accounts.members.items()}
    dated = [row for row in current_rows(MemberName.objects.filter(kind="official")) if not (row.since and row.since > day)]
    for row in sorted(dated, key=lambda row: (row.since or date.min, row.pk)):
        names[accounts.members[row.member_id][0]] = row.name
    belongs: dict[tuple[str, str], str] = {}
    for (member, kind), value in sorted(affiliations(day).items(), key=lambda fact: fact[0][0] not in accounts.merged):
        if value:
            belongs[accounts.codes[member], kind] = value
    return {code: Person(name, *(belongs.get((code, kind), "") for kind in _AFFILIATIONS)) for code, name in names.items()}


def previous_of(pool: int, day: date) -> Edition | None:
    """The list before this day: its last edition."""
    earlier = Edition.objects.filter(pool=pool, day__lt=day).order_by("-day", "-number")
    found: Edition | None = earlier.select_related("pool").first()
    return found


def rows_for(made: Replayed, previous: Edition | None) -> list[list[Any]]:
    """The rows of an edition, as `checksum.ROW` names their values."""
    before = _before(previous)
    people = people_on(made.basis.on)
    found = []
    for position, row in enumerate(made.rows, 1):
        rank, code, rating, elo, experience, games, _, level, states, published, more = standing_values(row)
        person = people[code]
        then_rank, then = before.get(code, (None, None))
        now = headline(row.standing)
        change = float(now - then) if now is not None and then is not None else None
        federation = person.federation or str(more.get("federation") or "")
        found.append(
            [
                *(position, rank, then_rank, change, code, person.name, person.club, person.committee, federation),
                *(rating, elo, experience, games, level, states, published, more),
            ]
        )
    return found


def _before(previous: Edition | None) -> Mapping[str, tuple[int | None, float | None]]:
    """{code: (rank, published number)} of the list before; a merged member's line counts for his account."""
    if previous is None:
        return {}
    accounts = Accounts()
    own = dict(Member.objects.values_list("code", "pk"))
    found: dict[str, tuple[int | None, float | None]] = {}
    for row in rows_of(previous):
        code, published = row[4], row[15]
        account = accounts.codes[own[code]]
        if account == code or account not in found:
            found[account] = (row[1], published.get("elo", published.get("rating")))
    return found


def counts_for(made: Replayed) -> dict[str, Any]:
    """How many stand on the list, in which state, and from how many facts."""
    states = Counter(state for row in made.rows for state in row.standing.states)
    return {
        "listed": len(made.standings),
        "ranked": sum(standing.order is not None for standing in made.standings),
        **dict(sorted(states.items())),
        "facts": made.fold.chain.count,
        "counted": made.counted,
        "not_counted": made.not_counted,
    }
