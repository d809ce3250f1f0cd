"""Arguments for the addresses that have some, so that every page is opened by the tests of access.

A sample is a function of the made-up office; it is asked for by the argument's name, or by the address's name and the argument's.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from bareme.office.models import Event, JournalLine, Member, Run
from portal.made_up import LISTS, MadeUp

SAMPLES: dict[str, Callable[[MadeUp], Any]] = {
    "pool": lambda office: office.ffbg.slug,
    "day": lambda office: LISTS[1],
    "number": lambda office: 1,
    "other_day": lambda office: LISTS[0],
    "other": lambda office: 1,
    "format": lambda office: "csv",
    "code": lambda office: Member.objects.get(name="Ada Roux").code,
    "opponent": lambda office: Member.objects.get(name="Bo Picard").code,
    "event": lambda office: Event.objects.get(pool=office.ffbg, label="Night 3").pk,
    "public:line/number": lambda office: JournalLine.objects.filter(run__pool=office.ffbg, kind="game")[10].pk,
    "public:line-text/number": lambda office: JournalLine.objects.filter(run__pool=office.ffbg, kind="game")[10].pk,
    "player": lambda office: Member.objects.get(name="Ada Roux").code,
    "line": lambda office: JournalLine.objects.filter(run__pool=office.ffbg, kind="game")[10].pk,
    "rulebook": lambda office: "ffbg",
    "table": lambda office: "gains",
    "name": lambda office: "ffbg",
    "before": lambda office: LISTS[0],
    "after": lambda office: LISTS[1],
    "kind": lambda office: "decision",
    "document": lambda office: 1,
    "desk:turn/day": lambda office: date(2025, 9, 1),
    "desk:turn/pool": lambda office: office.fisf.slug,
    "desk:run/number": lambda office: Run.objects.filter(pool=office.ffbg).latest("pk").pk,
    "desk:user/number": lambda office: office.officer.pk,
}
