"""Rounds: a number, or a word of a knock-out in English or French."""

from __future__ import annotations

import re

from bareme.facts import KNOCK_OUT
from bareme.readers.tally import Bad
from bareme.readers.values import bare

_BY_MATCHES = {128 >> step: 1000 + step for step in range(7)}  # 1/8 de finale: eight matches
_WORDS = {
    1003: ("seizieme", "seiziemes", "seiziemedefinale", "seiziemesdefinale"),
    1004: ("huitieme", "huitiemes", "huitiemedefinale", "huitiemesdefinale"),
    1005: ("qf", "quarterfinals", "quart", "quarts", "quartdefinale", "quartsdefinale"),
    1006: ("sf", "semifinals", "demi", "demis", "demifinale", "demifinales"),
    1007: ("3rdplace", "bronze", "petitefinale", "troisiemeplace", "3eplace"),
    1008: ("f", "finals", "finale"),
}
_BY_WORD = {
    **{word.replace("-", ""): number for word, number in KNOCK_OUT.items()},
    **{word: number for number, words in _WORDS.items() for word in words},
}

_ROUND = r"(?:round|ronde|tour|manche|journee)"
_NUMBER = re.compile(r"([0-9]{1,3})(?:[.,]0)?")
_NUMBERED = re.compile(rf"(?:r|rd|{_ROUND})[ .#_-]{{0,2}}([0-9]{{1,3}})")
_ORDINAL = re.compile(rf"([0-9]{{1,3}}) ?(?:st|nd|rd|th|er|re|ere|e|eme) {_ROUND}")
_FRACTION = re.compile(r"1/([0-9]{1,3})(?:definale?s?|finale?s?)?")
_ORDINAL_FINAL = re.compile(r"([0-9]{1,3})(?:e|eme|emes|es)definale")
_LAST = re.compile(r"(?:roundof|last|tableaude)([0-9]{1,3})")
_SEPARATORS = str.maketrans("", "", " -_.'’")


def round_number(cell: str) -> int | Bad:
    """A round's number: 0 to 999 for `3`, `R3`, `ronde 3`, `3e tour`; those of KNOCK_OUT for `1/8 de finale`, `semi-final` ..."""
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
    for pattern, players in ((_FRACTION, 1), (_ORDINAL_FINAL, 1), (_LAST, 2)):
        found = pattern.fullmatch(word)
        if found and int(found[1]) % players == 0:
            return _BY_MATCHES.get(int(found[1]) // players)
    return None
