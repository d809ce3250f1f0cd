"""Cells to values, strictly: a cell is what it says, or it is Bad with the code that tells why. Nothing is guessed.

Some columns can only be read as a whole (is `D` a draw or une défaite? is `1.234` a decimal? is 03/04 the third of
April?). Their readers are made from all the cells of the column: `dates`, `numbers`, and `scores.py`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from datetime import date

from bareme.readers.tally import Bad
from bareme.rulebooks.ffbg.formats import parse_format

NAME_LIMIT = 100
REASON_LIMIT = 1000
LENGTH_LIMIT = 999
NUMBER_LIMIT = 1e9
YEARS = range(1000, 3000)


def folded(text: str) -> str:
    """A word without case, accents, spaces and signs, to compare headers and tokens by: "N° FIDE" -> "nofide"."""
    return "".join(c for c in bare(text.translate(_ORDINAL_SIGNS)) if c.isalnum())


def bare(text: str) -> str:
    """A text without case and accents, of a very long one its beginning. Never NFKC, which would turn `5½` into 51/2."""
    return unicodedata.normalize("NFD", text[:REASON_LIMIT].casefold().replace("œ", "oe")).translate(_MARKS)


_ORDINAL_SIGNS = {ord("°"): "o", ord("º"): "o"}
_MARKS = dict.fromkeys(range(0x0300, 0x0370))  # the combining accents


# -- names and other texts


def one_line(text: str, limit: int = NAME_LIMIT) -> str | Bad:
    """A text of one line: trimmed, inner blanks made one, composed (NFC). May be empty.

    Hidden characters (controls, marks that turn the writing direction) are Bad: two texts that look alike would differ.
    """
    clean = " ".join(text.split())
    if len(clean) > _COMPOSED * limit:  # thousands of accents on one letter take minutes to compose
        return Bad("too-long", {"limit": limit, "length": len(clean)})
    clean = unicodedata.normalize("NFC", clean)
    if not (clean.isascii() and clean.isprintable()) and any(map(hidden, clean)):
        return Bad("hidden-characters", {"value": "".join(f"\\u{ord(c):04x}" if hidden(c) else c for c in clean)})
    return clean if len(clean) <= limit else Bad("too-long", {"limit": limit, "length": len(clean)})


_COMPOSED = 10  # characters, at most, of which one is composed


def hidden(character: str) -> bool:
    """Controls, direction marks and other invisible characters; the joiners that some scripts need are none."""
    return character in _BLANKS or (unicodedata.category(character) in ("Cc", "Cf", "Cs") and character not in "\u200c\u200d")


_BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and signs that show nothing


def free_text(cell: str) -> str | Bad:
    """A text of one line, without the apostrophe that guards it from being a spreadsheet's formula (`'=1+1`)."""
    return one_line(_unguarded(cell))


def reason(cell: str) -> str | Bad:
    """An officer's reason: a text that may be longer."""
    return one_line(_unguarded(cell), REASON_LIMIT)


def _unguarded(cell: str) -> str:
    return _GUARDED.sub(r"\1", cell.strip(), count=1)


_GUARDED = re.compile(r"^'('*[=+\-@])")


def name(cell: str) -> str | Bad:
    """A person's or an event's name: a text that is not empty."""
    clean = free_text(cell)
    return Bad("missing-value") if clean == "" else clean


def licence_number(cell: str) -> str | Bad:
    """A licence or federation number: a text; `0` and `-` mean none, and a spreadsheet's `.0` is dropped."""
    clean = free_text(cell)
    if isinstance(clean, Bad):
        return clean
    clean = re.sub(r"^([0-9]+)\.0$", r"\1", clean)
    return "" if clean.strip("0-") == "" else clean


def federation(cell: str) -> str | Bad:
    """A federation: a code (three letters, or all in lower case) is made upper-case; `FFSc` and names stay as written."""
    clean = free_text(cell)
    is_code = isinstance(clean, str) and clean.isalpha() and (len(clean) == 3 or (len(clean) < 5 and clean.islower()))
    return clean.upper() if isinstance(clean, str) and is_code else clean


def yes_or_no(cell: str) -> bool | Bad:
    """Yes or no."""
    value = _FLAGS.get(bare(cell.strip()))
    return Bad("bad-flag") if value is None else value


_YES = ("1", "yes", "y", "true", "t", "oui", "o", "vrai", "v", "x")
_NO = ("0", "no", "n", "false", "f", "non", "faux")
_FLAGS = {**dict.fromkeys(_YES, True), **dict.fromkeys(_NO, False)}


# -- numbers

_WHOLE = re.compile(r"([0-9]{1,9})(?:[.,]0{1,2})?")
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,15}(?:[.,][0-9]{1,400})?|[.,][0-9]{1,400})")
_AMBIGUOUS = re.compile(r"[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}")
_GROUPED = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:[ '’.,\u00a0\u202f][0-9]{3})+(?:[.,][0-9]+)?")
_DECIDED = re.compile(r"[+-]?(?:[0-9]*([.,])(?:[0-9]{1,2}|[0-9]{4,})|(?:0|[0-9]{4,})([.,])[0-9]{3})")


def whole(least: int = 0, most: int = 10**9) -> Callable[[str], int | Bad]:
    """Reader of whole numbers between two bounds; a spreadsheet's `7.0` is 7."""

    def read(cell: str) -> int | Bad:
        found = _WHOLE.fullmatch(cell.strip())
        if found and least <= int(found[1]) <= most:
            return int(found[1])
        if _GROUPED.fullmatch(cell.strip()):
            return Bad("grouped-number")
        return Bad("bad-whole", {"least": least, "most": most})

    return read


def numbers(cells: Iterable[str]) -> Callable[[str], float | Bad]:
    """Reader of a column's numbers: digits 0-9 with a decimal point or comma.

    `1,234` is refused, for it may be 1234, unless another cell of the column shows that this sign is its decimal one.
    """
    seen: set[str] | None = None
    column = list(cells)

    def read(cell: str) -> float | Bad:
        nonlocal seen
        clean = cell.strip()
        if _AMBIGUOUS.fullmatch(clean):
            if seen is None:
                seen = _decimal_signs(column)
            if seen != {clean[-4]}:
                return Bad("ambiguous-number", {"value": clean})
        elif _GROUPED.fullmatch(clean):
            return Bad("grouped-number")
        if not _NUMBER.fullmatch(clean):
            return Bad("bad-number")
        value = float(clean.replace(",", "."))
        return value if abs(value) <= NUMBER_LIMIT else Bad("bad-number")

    return read


def _decimal_signs(cells: Iterable[str]) -> set[str]:
    found = (_DECIDED.fullmatch(cell.strip()) for cell in cells)
    return {match[1] or match[2] for match in found if match}


# -- dates

_TIME = r"(?:[T ][0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?(?: ?(?:Z|UTC|[+-][0-9]{2}:?[0-9]{2}))?)?"
_YEAR_FIRST = re.compile(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})" + _TIME)
_DAY_FIRST = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4})" + _TIME)
_SHORT_YEAR = re.compile(r"[0-9]{1,2}([-/.])[0-9]{1,2}\1[0-9]{2}")


def dates(cells: Iterable[str]) -> Callable[[str], date | Bad]:
    """Reader of a column's dates: YYYY-MM-DD, YYYY/MM/DD, or day, month, year; a time behind them is left out.

    The day comes before the month, always. A column that shows the American order (a "13th month", and no day above 12
    in the first place) has no date that can be trusted: its ambiguous ones are refused too.
    """
    pairs = {(int(found[1]), int(found[3])) for found in map(_DAY_FIRST.fullmatch, map(str.strip, cells)) if found}
    american = any(second > 12 for _, second in pairs) and not any(first > 12 for first, _ in pairs)

    def read(cell: str) -> date | Bad:
        clean = cell.strip()
        found = _YEAR_FIRST.fullmatch(clean)
        if found:
            return _day(int(found[1]), int(found[3]), int(found[4]))
        found = _DAY_FIRST.fullmatch(clean)
        if not found:
            return Bad("two-digit-year" if _SHORT_YEAR.fullmatch(clean) else "bad-date")
        day, month, year = int(found[1]), int(found[3]), int(found[4])
        if month > 12 >= day > 0:
            return Bad("month-first")
        return Bad("month-first-column") if american and day != month else _day(year, month, day)

    return read


def _day(year: int, month: int, day: int) -> date | Bad:
    if year not in YEARS:
        return Bad("bad-date")
    try:
        return date(year, month, day)
    except ValueError:
        return Bad("no-such-day")


def birth_year(cell: str) -> int | Bad:
    """A year of birth, alone or in a date."""
    clean = cell.strip()
    alone = re.fullmatch(r"([0-9]{4})(?:\.0)?", clean)
    if alone and int(alone[1]) in YEARS:
        return int(alone[1])
    day = dates(())(clean)
    return day.year if isinstance(day, date) else Bad("bad-year")


# -- matches in sets


def sets_notation(cell: str) -> str | Bad:
    """The notation of a match in sets, spelt one way: `2x9`, `2x9-11`, `3x5`."""
    found = parse_format(cell)
    if found is None:
        return Bad("bad-format")
    return f"{found.sets}x{found.points}" + (f"-{found.deciding}" if found.deciding != found.points else "")
