"""The dates of a tournament report: 042, 052 and the rounds' in 132, in the many ways real files write them.

The format says YYYY/MM/DD for 042 and 052 and YY/MM/DD for 132. Files also write DD/MM/YYYY, YYYY-MM-DD, YY.MM.DD, and
one program wrote 132 as YY.DD.MM: what the rounds' dates mean is settled by the days between which they must lie.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import TypeAlias

from bareme.findings import Text
from bareme.readers.trf_records import Report

_FOUR_DIGITS = (
    ("YYYY/MM/DD", re.compile(r"(?P<y>\d{4})[-/. ](?P<m>\d{1,2})[-/. ](?P<d>\d{1,2})", re.ASCII)),
    ("YYYYMMDD", re.compile(r"(?P<y>\d{4})(?P<m>\d{2})(?P<d>\d{2})", re.ASCII)),
    ("DD/MM/YYYY", re.compile(r"(?P<d>\d{1,2})[-/. ](?P<m>\d{1,2})[-/. ](?P<y>\d{4})", re.ASCII)),
    ("MM/DD/YYYY", re.compile(r"(?P<m>\d{1,2})[-/. ](?P<d>\d{1,2})[-/. ](?P<y>\d{4})", re.ASCII)),
)
_TWO_DIGITS = (
    ("YY/MM/DD", re.compile(r"(?P<y>\d{2})[-/. ](?P<m>\d{1,2})[-/. ](?P<d>\d{1,2})", re.ASCII)),
    ("YY/DD/MM", re.compile(r"(?P<y>\d{2})[-/. ](?P<d>\d{1,2})[-/. ](?P<m>\d{1,2})", re.ASCII)),
    ("DD/MM/YY", re.compile(r"(?P<d>\d{1,2})[-/. ](?P<m>\d{1,2})[-/. ](?P<y>\d{2})", re.ASCII)),
)
LAYOUTS = _FOUR_DIGITS + _TWO_DIGITS
_TURN = 80  # a year of two digits below this is of 2000, else of 1900
_YEARS = range(1850, 2101)
_LONGEST = timedelta(days=400)  # leagues last a season

_FIRST = 91  # 132: round 1 in columns 92-99, ten columns a round

Meaning: TypeAlias = tuple[str, date]  # a layout, and the day under it


def meanings(text: str) -> list[Meaning]:
    """Every day a text can mean, with the layout that says so, the likeliest first."""
    found: dict[date, str] = {}
    for layout, pattern in LAYOUTS:
        day = _as(pattern, text)
        if day:
            found.setdefault(day, layout)
    return [(layout, day) for day, layout in found.items()]


def _as(pattern: re.Pattern[str], text: str) -> date | None:
    match = pattern.fullmatch(text.strip())
    if not match:
        return None
    year = int(match["y"])
    if len(match["y"]) == 2:
        year += 2000 if year < _TURN else 1900
    try:
        return date(year, int(match["m"]), int(match["d"])) if year in _YEARS else None
    except ValueError:
        return None


def settle_dates(report: Report, given: date | None) -> None:
    """Fill in the report's start, end and the day of each round; `given` is the user's word where the file has no date."""
    _span(report)
    _rounds(report)
    if report.start is None:
        _start_from_others(report, given)
    missing = [nth for nth in range(1, report.columns + 1) if nth not in report.dates]
    if report.dates and missing:
        report.say("trf-round-date-missing", report.place("132"), rounds=missing)


def _start_from_others(report: Report, given: date | None) -> None:
    others = [*report.dates.values(), *([report.end] if report.end else [])]
    if not others:
        report.start = given
    else:
        report.start = min(others)
        report.say("trf-start-missing", day=report.start)


# -- 042 and 052


def _span(report: Report) -> None:
    starts, ends = _header_date(report, "042"), _header_date(report, "052")
    both = [(start, end) for start in starts for end in ends if timedelta(0) <= end[1] - start[1] <= _LONGEST]
    if both:
        (layout_a, report.start), (layout_b, report.end) = both[0]
        if both[0] != (starts[0], ends[0]):
            for tag, layout, day in (("042", layout_a, report.start), ("052", layout_b, report.end)):
                _reconciled(report, tag, layout, report.value(tag), day)
        return
    report.start = starts[0][1] if starts else None
    report.end = ends[0][1] if ends else None
    if report.start and report.end:
        report.say("trf-end-before-start", report.place("052"), start=report.start, end=report.end)


def _header_date(report: Report, tag: str) -> list[Meaning]:
    """What a header's date can mean; a year of two digits is said where it leaves a doubt."""
    text = report.value(tag)
    found = meanings(text)
    if text and not found:
        report.say("trf-date", report.place(tag), tag=tag, value=text)
    if len(found) > 1 and found[0][0] == "YY/MM/DD":
        report.say("trf-date-two-digits", report.place(tag), tag=tag, value=text, day=found[0][1])
    return found


def _named(layout: str) -> Text:
    return {"en": layout, "fr": layout.translate(str.maketrans("YD", "AJ"))}


def _reconciled(report: Report, tag: str, layout: str, text: str, day: date) -> None:
    report.say("trf-dates-reconciled", report.place(tag), tag=tag, layout=_named(layout), value=text, day=day)


# -- 132


def _rounds(report: Report) -> None:
    line = report.place("132")
    texts = {}
    for nth, text in _round_texts(report.value("132")):
        if meanings(text):
            texts[nth] = text
        else:
            report.say("trf-date", line, _column(nth), tag="132", value=text)
    if not texts:
        return
    within = _within(report)
    layout, report.dates = _one_layout(texts, within)
    if layout not in ("", "YY/MM/DD", "YYYY/MM/DD"):
        first = min(texts)
        _reconciled(report, "132", layout, texts[first], report.dates[first])
    outside = [nth for nth, day in report.dates.items() if not within(day)]
    if outside:
        report.say("trf-date-outside", line, rounds=outside, day=report.dates[outside[0]], start=report.start, end=report.end)
    days = [report.dates[nth] for nth in sorted(report.dates)]
    if days != sorted(days):
        report.say("trf-round-dates-order", line, days=days)


def _round_texts(line: str) -> list[tuple[int, str]]:
    """(round, date as written): by columns; if a date is cut by them, the dates in their order."""
    fields = [(at // 10 + 1, line[_FIRST + at : _FIRST + at + 10].strip()) for at in range(0, max(0, len(line) - _FIRST), 10)]
    fields = [(nth, text) for nth, text in fields if text]
    words = line[3:].split()
    if "".join(text for _, text in fields) == "".join(words) and all(meanings(text) for _, text in fields):
        return fields
    return list(enumerate(words, 1))


def _column(nth: int) -> str:
    return f"{_FIRST + 1 + 10 * (nth - 1)}-{_FIRST + 8 + 10 * (nth - 1)}"


def _within(report: Report) -> Callable[[date], bool]:
    start, end = report.start, report.end
    if start and end and start > end:
        return lambda day: True
    first = start or (end - _LONGEST if end else date.min)
    last = end or (min(start, date.max - _LONGEST) + _LONGEST if start else date.max)
    return lambda day: first <= day <= last


def _one_layout(texts: dict[int, str], within: Callable[[date], bool]) -> tuple[str, dict[int, date]]:
    """One layout for the whole line: the first that puts every date within the event, else the first that reads all."""
    reads_all = []
    for layout, pattern in LAYOUTS:
        days = {nth: day for nth, text in texts.items() if (day := _as(pattern, text))}
        if len(days) == len(texts):
            reads_all.append((layout, days))
    for layout, days in reads_all:
        if all(map(within, days.values())):
            return layout, days
    return reads_all[0] if reads_all else ("", {nth: meanings(text)[0][1] for nth, text in texts.items()})
