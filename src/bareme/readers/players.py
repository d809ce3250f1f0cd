"""The players table: `player, fide_id, rating, games, born, reached_2400, reached_2300`, and what else a list knows."""

from __future__ import annotations

from collections.abc import Sequence

from bareme.facts import Facts, Player, numbered
from bareme.readers import values
from bareme.readers.people import names
from bareme.readers.placements import series_number
from bareme.readers.sheet import Sheet
from bareme.readers.tally import Bad

GAMES_LIMIT = 1_000_000
K_LIMIT = 1_000
REACHED_LIMIT = 10_000
MARKS = {"reached_2400": 2400, "reached_2300": 2300}


def read_players(sheet: Sheet) -> Facts:
    """The people of a table. A second row with the same licence number, or with the same name and none, is refused."""
    keys = names(sheet)
    numbers = sheet.read("number", values.licence_number, "")
    full_names = sheet.read("full_name", values.free_text, "")
    federations = sheet.read("federation", values.federation, "")
    clubs, sexes, titles = (sheet.read(name, values.free_text, "") for name in ("club", "sex", "title"))
    births = sheet.read("born", values.birth_year)
    ratings = sheet.read("rating", values.numbers(set(sheet.cells("rating"))))
    games = sheet.read("games", values.whole(0, GAMES_LIMIT))
    factors = sheet.read("k", values.whole(1, K_LIMIT))
    reached = _reached(sheet)
    series = sheet.read("series", series_number)
    _one_row_each(sheet, keys, numbers)

    players = []
    columns = zip(
        keys,
        numbers,
        full_names,
        federations,
        clubs,
        sexes,
        titles,
        births,
        ratings,
        games,
        factors,
        reached,
        series,
        strict=True,
    )
    for row, (key, number, full_name, federation, club, sex, title, born, rating, played, k, top, level) in enumerate(columns):
        if row in sheet.faults:
            continue
        local = numbered(key, number) if number else key
        players.append(
            Player(
                local,
                full_name or key,
                number,
                federation,
                club,
                sex,
                title,
                born,
                rating,
                played,
                k,
                top,
                level,
                sheet.place(row),
            )
        )
    return Facts(players=tuple(players))


def _reached(sheet: Sheet) -> list[int | None]:
    """The highest rating ever published: `reached`, or the highest mark said to be passed; 0 where a mark is said not to be."""
    tops: list[list[int | None]] = [sheet.read("reached", values.whole(0, REACHED_LIMIT), None)]
    for column, mark in MARKS.items():
        said = sheet.read(column, values.yes_or_no)
        tops.append([mark if passed is True else 0 if passed is False else None for passed in said])
    return [max((top for top in row if isinstance(top, int)), default=None) for row in zip(*tops, strict=True)]


def _one_row_each(sheet: Sheet, names: Sequence[str], numbers: Sequence[str]) -> None:
    """Mark a second row with one licence number, or with one name where a number is missing to tell two people apart."""
    by_number: dict[str, int] = {}
    by_name: dict[str, int] = {}
    for row in list(sheet.good()):
        name, number = names[row], numbers[row]
        start = by_number.setdefault(number, row) if number else row
        if start != row:
            details = {"name": name, "first": names[start], "line": sheet.lines[start]}
            sheet.mark(row, "number", Bad("number-twice", details), number)
            continue
        start = by_name.setdefault(name, row)
        if start != row and not (number and numbers[start]):
            sheet.mark(row, "player", Bad("listed-twice", {"line": sheet.lines[start]}), name)
