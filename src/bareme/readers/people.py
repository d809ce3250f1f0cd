"""Who a row is about: names and licence numbers, shared by all tables."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from bareme.facts import Player, numbered
from bareme.findings import Refused
from bareme.readers import values
from bareme.readers.sheet import NEEDED, Sheet


def names(sheet: Sheet) -> list[str]:
    """The column `player`, with the first name behind it where that has a column of its own."""
    last = sheet.read("player", values.name, NEEDED)
    if not sheet.has("first_name"):
        return last
    first = sheet.read("first_name", values.free_text, "")
    return [f"{a} {b}" if b and row not in sheet.faults else a for row, (a, b) in enumerate(zip(last, first, strict=True))]


def keyed(sheet: Sheet, names: list[str], column: str, players: dict[str, Player]) -> list[str]:
    """Each name as a key within the file: with the licence number where `column` gives one, so that namesakes stay apart.

    Players with a number are put into `players`.
    """
    if not sheet.has(column):
        return names
    keys = list(names)
    for row, number in enumerate(sheet.read(column, values.licence_number, "")):
        if number and row not in sheet.faults:
            keys[row] = numbered(names[row], number)
            players.setdefault(keys[row], Player(keys[row], names[row], number, source=sheet.place(row)))
    return keys


def find_player(wanted: str, keys: Iterable[str], people: Iterable[Player]) -> str:
    """The key of the player meant: exact, by number, or the only name that agrees but for case, accents and order.

    Errors: Refused `no-such-player`, with the nearest names.
    """
    known = list(keys)
    if wanted in known:
        return wanted
    numbered = [player.key for player in people if player.number and player.number == wanted]
    alike = [key for key in known if _words(key) == _words(wanted)]
    for found in (numbered, alike):
        if len(found) == 1:
            return found[0]
    near = alike or get_close_matches(wanted, known, n=5, cutoff=0.5) or {"en": "none", "fr": "aucun"}
    raise Refused("no-such-player", name=wanted, near=near)


def _words(name: str) -> list[str]:
    return sorted(values.bare(name).replace(",", " ").split())
