"""What a tournament report says twice must agree. A plain list of checks, each of which says what it finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypeAlias

from bareme.readers.trf_pairs import BYE_OF, Crosstable
from bareme.readers.trf_records import BYES, Cell, Entry, Report

Check: TypeAlias = Callable[[Report, Crosstable], None]

_SHORTEST_FIDE_NUMBER = 6  # digits
_TOLERANCE = 0.051  # points are written with one decimal


# -- players


def start_numbers(report: Report, table: Crosstable) -> None:
    """A start number belongs to one player; a gap in them may be a player whose line is lost."""
    for number, entries in report.by_number.items():
        if len(entries) > 1:
            lines = [entry.line for entry in entries]
            report.say("trf-start-number-twice", lines[1], "5-8", number=number, players=entries, lines=lines)
    numbers = sorted(report.by_number)
    if numbers and len(report.entries) == len(numbers):
        missing = sorted(set(range(1, numbers[0] + len(numbers))) - set(numbers))[:10]
        if missing and numbers[-1] != len(numbers):
            report.say("trf-start-number-gap", numbers=missing, last=numbers[-1], count=len(numbers))


def licences(report: Report, table: Crosstable) -> None:
    """A FIDE number belongs to one person, and has six digits at least."""
    by_licence: dict[str, list[Entry]] = {}
    for entry in report.entries:
        if entry.licence:
            by_licence.setdefault(entry.licence, []).append(entry)
    for licence, entries in by_licence.items():
        if len(entries) > 1:
            report.say("trf-fide-number-twice", entries[1].line, "58-68", number=licence, players=entries)
    short = [entry for entry in report.entries if 0 < len(entry.licence) < _SHORTEST_FIDE_NUMBER]
    if short:
        first = short[0]
        report.say("trf-fide-number-short", first.line, "58-68", count=len(short), number=first.licence, player=first)


def names(report: Report, table: Crosstable) -> None:
    """A name may be missing, or stand twice: then its players are told apart by number."""
    by_name: dict[str, list[Entry]] = {}
    for entry in report.entries:
        by_name.setdefault(entry.name, []).append(entry)
        if not entry.name:
            report.say("trf-name-missing", entry.line, "15-47", player=entry)
    for name, entries in by_name.items():
        if name and len(entries) > 1:
            report.say("trf-name-twice", entries[1].line, "15-47", name=name, players=entries)


# -- the header's counts


def counts(report: Report, table: Crosstable) -> None:
    """062 players, 072 rated players, 082 teams."""
    rated = sum(entry.rating is not None for entry in report.entries)
    teams = report.teams.get("310", report.teams.get("013", 0))
    for tag, found, code in (
        ("062", len(report.entries), "trf-count-players"),
        ("072", rated, "trf-count-rated"),
        ("082", teams, "trf-count-teams"),
    ):
        announced = report.whole(tag)
        if announced is not None and announced != found and (tag != "082" or teams):
            report.say(code, report.place(tag), announced=announced, found=found)


def rounds(report: Report, table: Crosstable) -> None:
    """142, XXR and the dates of 132 announce as many rounds as each other, and as have been played.

    Fewer dates are no contradiction: those of rounds to come may not be known yet.
    """
    dated = max(report.dates, default=0)
    announced = report.announced
    said = {"142": report.whole("142"), "XXR": report.whole("XXR"), "132": dated if dated > (announced or 0) else None}
    numbers = {tag: number for tag, number in said.items() if number}
    if len(set(numbers.values())) > 1:
        tag = next(iter(numbers))
        values = [f"{other}: {number}" for other, number in numbers.items()]
        report.say("trf-rounds-disagree", report.place(tag), values=values, rounds=numbers[tag])
    played = max((meeting.round for meeting in table.meetings), default=0)
    if report.entries and not played:
        report.say("trf-no-games")
    elif announced and played < announced:
        report.say("trf-rounds-unplayed", report.place("142") or report.place("XXR"), announced=announced, played=played)
    beyond = Counter(meeting.round for meeting in table.meetings if announced and meeting.round > announced)
    if beyond:
        first = next(meeting for meeting in table.meetings if meeting.round in beyond)
        report.say(
            "trf-round-beyond", first.line, announced=announced, rounds=sorted(beyond), games=beyond.total(), player=first.a
        )


# -- the standings' points


def points(report: Report, table: Crosstable) -> None:
    """Columns 81-84 are the sum of the results, under the scoring the file states."""
    played = max((meeting.round for meeting in table.meetings), default=0)
    wrong = [found for entry in report.entries if (found := _points_of(report, entry, played))]
    checked = sum(entry.points is not None for entry in report.entries)
    if len(wrong) >= 5 and 2 * len(wrong) > checked:
        entry, results, _ = wrong[0]
        report.say("trf-points-system", count=len(wrong), checked=checked, player=entry, points=entry.points, results=results)
        return
    for entry, results, unmarked in wrong:
        lacking = (entry.points or 0.0) - results
        code = "trf-points-unmarked" if 0 < lacking <= len(unmarked) else "trf-points-sum"
        details = {"player": entry, "points": entry.points, "results": results, "rounds": unmarked}
        report.say(code, entry.line, "81-84", **details)


def _points_of(report: Report, entry: Entry, played: int) -> tuple[Entry, float, list[int]] | None:
    """The player, the sum of his results and his rounds without a mark, if the sum is not what the file says.

    Byes of rounds to come may be in it or not.
    """
    if entry.points is None or entry.number in report.special_points or any(map(_open, entry.cells.values())):
        return None
    worth = {nth: _worth(report, cell) for nth, cell in entry.cells.items()}
    results, so_far = sum(worth.values()), sum(value for nth, value in worth.items() if nth <= played)
    if min(abs(results - entry.points), abs(so_far - entry.points)) < _TOLERANCE:
        return None
    span = range(1, report.columns + 1)
    unmarked = [nth for nth in span if not (cell := entry.cells.get(nth)) or not (cell.opponent or cell.result)]
    return entry, results, unmarked


def _open(cell: Cell) -> bool:
    """Whether nobody can say yet what the cell is worth."""
    return cell.unreadable or (cell.opponent > 0 and not cell.result)


def _worth(report: Report, cell: Cell) -> float:
    if cell.opponent and cell.result not in BYES:
        return report.scoring.game(cell.result, cell.color)
    return report.scoring.bye(BYE_OF[cell.result])


# -- byes, and lines that move no rating


def odd_player_out(report: Report, table: Crosstable) -> None:
    """The one player without an opponent has the pairing-allocated bye (U); F is a wish granted. Neither is rated."""
    allocated = {free.round for free in table.free if free.kind == "bye"}
    full = [free for free in table.free if free.kind == "full-bye" and free.player.cells[free.round].result == "f"]
    per_round = Counter(free.round for free in full)
    lone = [free for free in full if per_round[free.round] == 1 and free.round not in allocated]
    if lone and not report.is_for_teams:
        report.say("trf-bye-kind", lone[0].line, rounds=[free.round for free in lone], players=[free.player for free in lone])


def other_lines(report: Report, table: Crosstable) -> None:
    """Team lines and national ratings are understood, and left aside."""
    if report.teams:
        report.say("trf-team-lines", tags=sorted(report.teams), count=sum(report.teams.values()))
    for line, federation, number in report.national:
        if number not in report.by_number:
            report.say("trf-number-unknown", line, number=number, tag=federation)
    if report.national:
        federations = sorted({federation for _, federation, _ in report.national})
        report.say("trf-national-lines", report.national[0][0], federations=federations, count=len(report.national))


CHECKS: tuple[Check, ...] = (start_numbers, licences, names, counts, rounds, points, odd_player_out, other_lines)
