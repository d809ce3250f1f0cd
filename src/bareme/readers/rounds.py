"""Rounds: a number, or a word of a knock-out in English or French."""

from __future__ import annotations

import re

from bareme.readers.tally import Bad
from bareme.readers.values import bare

LAST_NUMBERED = 999
# Knock-out rounds come after every numbered one, in this order; the writer spells them so.
KNOCK_OUT = {
    "1/128": 1000,
    "1/64": 1001,
    "1/32": 1002,
    "1/16": 1003,
    "1/8": 1004,
    "1/4": 1005,
    "1/2": 1006,
    "third-place": 1007,
    "final": 1008,
}
_WORDS = {
    "1/16": ("seizieme", "seiziemes", "seiziemedefinale", "seiziemesdefinale"),
    "1/8": ("huitieme", "huitiemes", "huitiemedefinale", "huitiemesdefinale"),
    "1/4": ("qf", "quarterfinal", "quarterfinals", "quart", "quarts", "quartdefinale", "quartsdefinale"),
    "1/2": ("sf", "semifinal", "semifinals", "demi", "demis", "demifinale", "demifinales"),
    "third-place": ("thirdplace", "3rdplace", "bronze", "petitefinale", "troisiemeplace", "3eplace"),
    "final": ("f", "final", "finals", "finale"),
}
_BY_WORD = {word: KNOCK_OUT[key] for key, words in _WORDS.items() for word in words}

_ROUND = r"(?:round|ronde|tour|manche|journee)"
_NUMBER = re.compile(r"([0-9]{1,3})(?:[.,]0)?")
_NUMBERED = re.compile(rf"(?:r|rd|{_ROUND})[ .#_-]{{0,2}}([0-9]{{1,3}})")
_ORDINAL = re.compile(rf"([0-9]{{1,3}}) ?(?:st|nd|rd|th|er|re|ere|e|eme) {_ROUND}")
_FRACTION = re.compile(r"(1/[0-9]{1,3})(?:definale?s?|finale?s?)?")
_ORDINAL_FINAL = re.compile(r"([0-9]{1,3})(?:e|eme|emes|es)definale")
_LAST = re.compile(r"(?:roundof|last|tableaude)([0-9]{1,3})")
_SEPARATORS = str.maketrans("", "", " -_.'’")


def round_number(cell: str) -> int | Bad:
    """A round's number: 0 to 999 for `3`, `R3`, `ronde 3`, `3e tour`; KNOCK_OUT's for `1/8 de finale`, `semi-final` ..."""
    plain = bare(" ".join(cell.split()))
    for pattern in (_NUMBER, _NUMBERED, _ORDINAL):
        found = pattern.fullmatch(plain)
        if found:
            return int(found[1])
    number = _knock_out(plain.translate(_SEPARATORS))
    return Bad("bad-round") if number is None else number


def _knock_out(word: str) -> int | None:
    """`quart`, `1/8 de finale`, `8e de finale`, `round of 16` (its eight matches)."""
    if word in _BY_WORD:
        return _BY_WORD[word]
    found = _FRACTION.fullmatch(word)
    if found:
        return KNOCK_OUT.get(found[1])
    found = _ORDINAL_FINAL.fullmatch(word)
    if found:
        return KNOCK_OUT.get(f"1/{int(found[1])}")
    found = _LAST.fullmatch(word)
    return KNOCK_OUT.get(f"1/{int(found[1]) / 2:g}") if found else None


def round_word(number: int) -> str:
    """A round as the writer spells it; `round_number` reads it back."""
    return _BY_NUMBER.get(number, str(number))


_BY_NUMBER = {number: word for word, number in KNOCK_OUT.items()}
