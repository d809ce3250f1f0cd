"""A player's line (001): the static columns 5-89, then ten columns a round from 92 on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bareme.readers.trf_records import BYES, FORFEITS, NO_MOVE, PLAYED, Cell, Entry, Report, clean, whole

# Between the fields stands a blank: columns 4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91.
_GAPS = (3, 8, 13, 47, 52, 56, 68, 79, 84, 89, 90)
_ROUNDS = 91  # the first round begins in column 92
_CELL_GAPS = (4, 6, 8, 9)  # between opponent, colour, result and the next round
_RESULTS = PLAYED + FORFEITS + NO_MOVE + BYES

TITLES = frozenset(("GM", "IM", "FM", "CM", "NM", "WGM", "WIM", "WFM", "WCM", "WNM", "AGM", "AIM", "AFM", "ACM"))
SHORT_TITLES = {"G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM"}
_SEXES = {"m": "m", "w": "w", "f": "w"}


def player_line(report: Report, line: int, content: str) -> Entry:
    """The player on a 001 line; every field that cannot be read is left empty, with a finding."""
    name, text = _in_columns(report, line, content)
    entry = Entry(line, whole(text[4:8]) or None, clean(report, line, name))
    if entry.number is None:
        report.say("trf-start-number", line, "5-8", value=text[4:8].strip(), name=entry.name or "?")
    entry.sex = _SEXES.get(text[9:10].lower(), "")
    entry.title = _title(report, entry, text[10:13].strip())
    entry.rating = _rating(report, entry, text[48:52].strip())
    entry.federation = _federation(report, entry, text[53:56].strip())
    entry.licence = _licence(report, entry, text[57:68].strip())
    entry.born = _born(report, entry, text[69:79].strip())
    entry.points = _points(report, entry, text[80:84].strip())
    entry.cells = dict(_cells(text))
    _unreadable_cells(report, entry)
    return entry


# -- columns that are not in their places


def _in_columns(report: Report, line: int, content: str) -> tuple[str, str]:
    """The name, and the line with its fields in their columns; said when they were moved there, or could not be."""
    if "\t" not in content and _fits(content):
        return content[14:47], content
    for code, name, candidate in _candidates(content):
        if _fits(candidate) and candidate[82:83] in (".", ","):  # the point of the points: an anchor blanks cannot imitate
            report.say(code, line, value=content[:60].rstrip())
            return name, candidate
    content = content.replace("\t", " ")
    column = next((gap + 1 for gap in (*_GAPS, *_round_gaps(content)) if content[gap : gap + 1].strip()), 0)
    report.say("trf-columns", line, str(column), value=content[:60].rstrip(), blank=column)
    return content[14:47], content


def _fits(text: str) -> bool:
    rounds = text[_ROUNDS:]
    return not any(text[gap : gap + 1].strip() for gap in _GAPS) and not any(rounds[gap::10].strip() for gap in _CELL_GAPS)


def _round_gaps(text: str) -> Iterator[int]:
    return (start + gap for start in range(_ROUNDS, len(text), 10) for gap in _CELL_GAPS)


def _candidates(content: str) -> Iterator[tuple[str, str, str]]:
    """(finding, name, line) that may be meant: tabs as blanks; then all behind the name moved.

    It stands too far left when accents were counted as two (bytes, or letter and accent), too far right when the name
    was longer than its field.
    """
    if "\t" in content:
        for size in (8, 4, 1):
            expanded = content.expandtabs(size)
            yield "trf-tabs", expanded[14:47], expanded
        content = content.expandtabs(1)
    for step in sorted((step for step in range(-12, 13) if step), key=abs):
        name = content[14 : 47 + step]
        yield "trf-columns-moved", name, content[:14] + name.ljust(33)[:33] + content[47 + step :]


# -- the static part


def _title(report: Report, entry: Entry, text: str) -> str:
    title = SHORT_TITLES.get(text.upper(), text.upper())
    if title and title not in TITLES:
        report.say("trf-title", entry.line, "11-13", value=text, player=entry)
    return title


def _rating(report: Report, entry: Entry, text: str) -> int | None:
    rating = whole(text)
    if text and rating is None:
        report.say("trf-rating", entry.line, "49-52", value=text, player=entry)
    return rating or None


def _federation(report: Report, entry: Entry, text: str) -> str:
    code = text.upper()
    if not code or (len(code) == 3 and code.isascii() and code.isalpha()):
        return code
    report.say("trf-federation", entry.line, "54-56", value=text, player=entry)
    return ""


def _licence(report: Report, entry: Entry, text: str) -> str:
    if text and not (text.isascii() and text.isdigit()):
        report.say("trf-fide-number", entry.line, "58-68", value=text, player=entry)
        return ""
    return text.lstrip("0")


def _born(report: Report, entry: Entry, text: str) -> int | None:
    if not text.strip(" ./-0"):
        return None
    found = re.match(r"(\d{4})(?!\d)", text, re.ASCII) or re.search(r"(?<!\d)(\d{4})$", text, re.ASCII)
    year = int(found[1]) if found else 0
    if 1850 <= year <= 2100:
        return year
    report.say("trf-birth-date", entry.line, "70-79", value=text, player=entry)
    return None


def _points(report: Report, entry: Entry, text: str) -> float | None:
    if not text:
        return None
    plain = text.replace(",", ".").replace("½", ".5")
    if re.fullmatch(r"\d{1,3}(\.\d{0,2})?|\.\d{1,2}", plain, re.ASCII):
        return float(plain)
    report.say("trf-points", entry.line, "81-84", value=text, player=entry)
    return None


# -- the rounds


def _cells(text: str) -> Iterator[tuple[int, Cell]]:
    for nth, start in enumerate(range(_ROUNDS, len(text), 10), 1):
        cell = text[start : start + 10]
        if cell.strip():
            yield nth, _cell(cell.ljust(10))


def _cell(text: str) -> Cell:
    """Opponent in the first four columns, colour in the sixth, result in the eighth."""
    opponent = whole(text[:4]) if text[:4].strip() else 0
    color, result = text[5].lower().strip(" -"), text[7].lower().strip().replace("½", "=")
    between = text[4] + text[6] + text[8:]
    if opponent is None or color not in ("", "w", "b") or (result and result not in _RESULTS) or between.strip():
        return Cell(text.strip(), unreadable=True)
    return Cell(" ".join(text.split()), opponent, color, result)


def _unreadable_cells(report: Report, entry: Entry) -> None:
    """One finding a line, not one a cell: columns out of place would repeat it for every round."""
    bad = [(nth, cell.text) for nth, cell in entry.cells.items() if cell.unreadable]
    if bad:
        nth, text = bad[0]
        column = _ROUNDS + 1 + 10 * (nth - 1)
        report.say("trf-cell", entry.line, f"{column}-{column + 9}", player=entry, round=nth, value=text, count=len(bad))
