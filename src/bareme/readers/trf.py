"""FIDE tournament report files (TRF16, TRF26 and the dialects of real files) to facts.

trf_lines     lines to records: tags, header, byes
trf_players   a player's line: columns, rounds
trf_dates     042, 052 and 132, in every order of day, month and year
trf_points    the standings' points
trf_pairs     two cells that name each other are one game
trf_checks    what is said twice must agree
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date as Date  # noqa: N812  # `date` is the option's own name
from pathlib import PurePath

from bareme.facts import Bye, Event, Facts, Game, Place, Player, numbered
from bareme.readers.reading import Reading
from bareme.readers.trf_checks import CHECKS
from bareme.readers.trf_dates import settle_dates
from bareme.readers.trf_lines import looks_like_trf, parse
from bareme.readers.trf_pairs import Crosstable, Free, Meeting, pair
from bareme.readers.trf_records import Entry, Report, clean

__all__ = ["looks_like_trf", "read_trf"]


def read_trf(text: str, file: str, *, date: Date | None = None) -> Reading:
    """The facts of one tournament report: its event, its players, each game once, and byes.

    `date` is the event's day where the file gives none; without any, the games are refused (`trf-no-date`).
    A *row* is a pairing: a game's two cells, a bye, or a claim that the opponent's line does not bear out; a round left
    blank is no row. Never raises: what cannot be read is a finding, and every row is a game, a bye or a refusal.
    """
    report = parse(text, file)
    if not report.entries:
        report.say("trf-no-players")
    table = pair(report)
    settle_dates(report, date)
    for check in CHECKS:
        check(report, table)
    facts = _facts(report, table)
    tally = report.tally
    tally.read = len(facts.games) + len(facts.byes) + tally.refused.total()
    summary = tally.summary("trf", "", "", {})
    facts = replace(facts, rows_read=tally.read, rows_refused=summary.rows_refused)
    return Reading(facts, tuple(sorted(tally.findings, key=lambda finding: finding.place.line)), (summary,))


def _facts(report: Report, table: Crosstable) -> Facts:
    event = _event(report)
    licences = Counter(entry.licence for entry in report.entries)
    keys = _keys(report, event.name, licences)
    players = tuple(_player(report, entry, keys[entry.line], licences) for entry in report.entries)
    events = (event,) if players else ()
    if report.start is None:
        _refuse_undated(report, table)
        return Facts(players, events)
    seen: Counter[int] = Counter()
    games = tuple(_game(report, event, keys, meeting, report.start, seen) for meeting in table.meetings)
    byes = tuple(_bye(report, event, keys, free, report.start) for free in table.free)
    return Facts(players, events, games, byes)


def _refuse_undated(report: Report, table: Crosstable) -> None:
    rows = len(table.meetings) + len(table.free)
    if rows:
        report.say("trf-no-date", games=len(table.meetings))
        report.tally.refused["trf-no-date"] += rows


# -- each fact


def _event(report: Report) -> Event:
    texts = {tag: clean(report, report.place(tag), report.value(tag)) for tag in ("012", "022", "032", "122", "222")}
    name = texts["012"]
    if not name:
        name = PurePath(report.tally.file).stem or "TRF"
        report.say("trf-no-name", name=name)
    return Event(
        name=name,
        start=report.start,
        end=report.end,
        rounds=report.announced or max(report.columns, *report.dates, 0) or None,
        city=texts["022"],
        federation=texts["032"].upper(),
        time_control=texts["122"] or texts["222"],
        source=Place(report.tally.file, report.place("012")),
    )


def _player(report: Report, entry: Entry, key: str, licences: Counter[str]) -> Player:
    return Player(
        key=key,
        name=entry.name,
        number=entry.licence if licences[entry.licence] == 1 else "",  # one number is one person: whose, nobody knows
        federation=entry.federation,
        sex=entry.sex,
        title=entry.title,
        born=entry.born,
        rating=None if entry.rating is None else float(entry.rating),
        source=Place(report.tally.file, entry.line),
    )


def _keys(report: Report, event: str, licences: Counter[str]) -> dict[int, str]:
    """{line: key}. The key is the name; a namesake has his FIDE number behind it, or his start number in this event."""
    names = Counter(entry.name for entry in report.entries)
    keys: dict[int, str] = {}
    taken = {name for name, count in names.items() if name and count == 1}
    for entry in report.entries:
        key = entry.name
        if not entry.name or names[entry.name] > 1:
            if entry.licence and licences[entry.licence] == 1:
                key = numbered(entry.name, entry.licence)
            else:
                key = f"{entry.name or '?'} ({entry.number or f'line {entry.line}'}, {event})"
            while key in taken:
                key += "+"
            taken.add(key)
        keys[entry.line] = key
    return keys


def _game(report: Report, event: Event, keys: dict[int, str], meeting: Meeting, start: Date, seen: Counter[int]) -> Game:
    seen[meeting.round] += 1
    why = meeting.why
    if not why and report.announced and meeting.round > report.announced:
        why = "round-beyond"
    return Game(
        date=report.day(meeting.round, start),
        event=event.name,
        round=meeting.round,
        sequence=seen[meeting.round],
        player_a=keys[meeting.a.line],
        player_b=keys[meeting.b.line],
        score_a=meeting.score_a,
        rated=not why,
        why=why,
        source=Place(report.tally.file, meeting.line, str(92 + 10 * (meeting.round - 1))),
    )


def _bye(report: Report, event: Event, keys: dict[int, str], free: Free, start: Date) -> Bye:
    day = report.day(free.round, start)
    place = Place(report.tally.file, free.line, str(92 + 10 * (free.round - 1)))
    return Bye(day, event.name, free.round, keys[free.player.line], report.scoring.bye(free.kind), free.kind, place)
