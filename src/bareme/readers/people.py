"""Who a row is about: names and licence numbers, shared by all tables."""

from __future__ import annotations

from bareme.facts import Player, numbered
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
