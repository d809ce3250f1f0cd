"""Arguments for the addresses that have some, so that every page is opened by the tests of access.

A sample is a function of the made-up office; it is asked for by the argument's name, or by the address's name and the argument's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bareme.office.models import Member
from portal.made_up import LISTS, MadeUp

SAMPLES: dict[str, Callable[[MadeUp], Any]] = {
    "pool": lambda office: office.ffbg.slug,
    "day": lambda office: LISTS[1].isoformat(),
    "number": lambda office: 1,
    "code": lambda office: Member.objects.get(name="Ada Roux").code,
}
