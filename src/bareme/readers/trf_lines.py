"""Lines of a tournament report to records: columns, tags and the dialects of real files.

Columns are counted in characters, from 1, as the format's own text counts them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator

from bareme.readers.tally import Tally
from bareme.readers.trf_players import player_line
from bareme.readers.trf_records import Report, whole

_BREAKS = re.compile(r"\r\n|\r|\n")
_CONTROLS = {code: " " for code in (*range(32), *range(127, 160)) if code != 9} | {0xFEFF: ""}  # a tab is looked at later
_RULER = re.compile(r"(?:DDD|   )? *SSSS sTTT |\d{30}|[ \d]{60,}$", re.IGNORECASE)

HEADER = frozenset(
    (
        *("012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132", "142", "152", "162"),
        *("172", "182", "192", "202", "212", "222", "352", "362", "XXR", "XXS"),
    )
)
_REPEATED = frozenset(("112", "162", "XXS"))
_TEAM = frozenset(("013", "300", "310", "320", "330", "352", "362", "801", "802"))
# Pairing engines' and organisers' lines that move no rating: accelerated rounds, forbidden pairs, absentees, colours, notes.
_WITHOUT_EFFECT = frozenset(("250", "260", "XXA", "XXB", "XXC", "XXP", "XXZ", "DAT"))


def looks_like_trf(text: str) -> bool:
    """Whether a text has a player line or the name line of a tournament report among its first lines."""
    return any(re.match(r"001 [ \d]{3}\d |0[123]2 ", line) for line in _BREAKS.split(text[:20_000])[:200])


def parse(text: str, file: str) -> Report:
    """Every line of a report, as records; what cannot be read is among the report's findings."""
    report = Report(Tally(file))
    for line, content in lines(text):
        tag = content[:3].upper()
        if tag == "001":
            _player(report, line, content)
        elif content.strip() and not content.startswith("###") and not _RULER.match(content):
            _other(report, line, tag, content.replace("\t", " "))
    return report


def lines(text: str) -> Iterator[tuple[int, str]]:
    """(number, line), control characters made blanks, letters composed, trailing blanks cut. CR, LF and CRLF end a line."""
    for number, raw in enumerate(_BREAKS.split(text), 1):
        content = raw.translate(_CONTROLS)
        yield number, (content if content.isascii() else unicodedata.normalize("NFC", content)).rstrip()


def _player(report: Report, line: int, content: str) -> None:
    entry = player_line(report, line, content)
    report.entries.append(entry)
    if entry.number is not None:
        report.by_number.setdefault(entry.number, []).append(entry)


def _other(report: Report, line: int, tag: str, content: str) -> None:
    if content.startswith("#"):
        report.say("trf-comment", line, value=content)
        return
    value = content[3:].strip()
    if tag in _TEAM:
        report.teams[tag] = report.teams.get(tag, 0) + 1
    if tag in HEADER:
        _header(report, line, tag, content if tag == "132" else value)
    elif tag in _READ:
        _READ[tag](report, line, content)
    elif tag not in _TEAM | _WITHOUT_EFFECT and not _national(report, line, tag, content):
        report.say("trf-line-unknown", line, tag=tag, value=content)


def _header(report: Report, line: int, tag: str, value: str) -> None:
    if tag in ("162", "XXS") and value and not report.scoring.read(tag, value):
        report.say("trf-scoring-unreadable", line, tag=tag, value=value)
    if tag in report.header and tag not in _REPEATED and value != report.value(tag):
        report.say("trf-line-twice", line, tag=tag, value=value, first=report.value(tag), first_line=report.place(tag))
    if value and tag not in report.header:
        report.header[tag] = (line, value)


def _byes(report: Report, line: int, content: str) -> None:
    """240: kind (column 5), round (7-9), start numbers (11-14, 16-19, ...)."""
    kind, nth = content[4:5].lower(), whole(content[6:9])
    numbers = [whole(part) for part in content[9:].split()]
    if kind not in ("f", "h", "z") or not nth or None in numbers or not numbers:
        report.say("trf-bye-line-unreadable", line, value=content)
        return
    report.listed_byes.extend((line, kind, nth, number) for number in numbers if number)


def _special_points(report: Report, line: int, content: str) -> None:
    """299: points given outside the rule, for the start numbers from column 24 on."""
    report.special_points.update(number for part in content[22:].split() if (number := whole(part)))


_READ: dict[str, Callable[[Report, int, str], None]] = {"240": _byes, "299": _special_points}


def _national(report: Report, line: int, tag: str, content: str) -> bool:
    """A national rating line of TRF26: a federation's code, then a start number in columns 5-8."""
    number = whole(content[4:8])
    if not (tag.isascii() and tag.isalpha() and len(tag) == 3 and number is not None):
        return False
    report.national.append((line, tag, number))
    return True
