"""Article lists: when lists come out, and which one an event belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from bareme.rulebooks.base import Rulebook

_MONTHS_BETWEEN = {"quarterly": 3, "every-two-months": 2, "monthly": 1}


def is_list_day(rulebook: Rulebook, day: date) -> bool:
    """Does a list come out on this day?"""
    return day.day == 1 and (day.month - 1) % _MONTHS_BETWEEN[rulebook.on(day)["lists"]] == 0


def list_days(rulebook: Rulebook, after: date, until: date) -> Iterator[date]:
    """The days of lists after `after`, up to and with `until`."""
    for month in range(_month(after) + 1, _month(until) + 1):
        day = date(month // 12, month % 12 + 1, 1)
        if is_list_day(rulebook, day):
            yield day


def list_after(rulebook: Rulebook, day: date) -> date:
    """The first list strictly after `day` (the end of the calendar stands for one beyond it)."""
    return next(list_days(rulebook, day, date.max), date.max)


def list_in_force(rulebook: Rulebook, day: date) -> date:
    """The latest list on or before `day`."""
    candidate = day.replace(day=1)
    while candidate > date.min and not is_list_day(rulebook, candidate):
        candidate = (candidate - timedelta(days=1)).replace(day=1)
    return candidate


def rated_on(rulebook: Rulebook, end: date, reported: date | None) -> date:
    """The list an event is rated in: the first one after its end and its report, whose closing date it meets."""
    day = list_after(rulebook, max(end, reported or end))
    while day < date.max and (day - end).days < rulebook.on(day)["closing_days"]:
        day = list_after(rulebook, day)
    return day


def months_between(earlier: date, later: date) -> int:
    """Months from one list to a later one."""
    return _month(later) - _month(earlier)


def a_year_before(day: date) -> date:
    """The same day of the year before (lists come out on the first of a month)."""
    return day.replace(year=max(day.year - 1, 1))


def _month(day: date) -> int:
    return 12 * day.year + day.month - 1
