"""The table of published changes: `player, old, new, k, score, expected`, and `bonus, date, event`.

Nothing is rated from it: each row is a statement that the arithmetic must meet, and is checked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bareme.facts import Facts, Published
from bareme.readers import values
from bareme.readers.sheet import NEEDED, Sheet
from bareme.rounding import ratio_half_up

if TYPE_CHECKING:
    from fractions import Fraction


def read_published(sheet: Sheet) -> Facts:
    """The rows of the table, each checked: new = old + K·(score - expected) + bonus, to the nearest whole, halves up.

    A player without an old rating or an expected score was unrated: another rule applies to him, and he is set aside.
    """
    players = sheet.read("player", values.name, NEEDED)
    days = sheet.read("date", values.dates(set(sheet.cells("date"))))
    events = sheet.read("event", values.free_text, "")
    texts = {name: _decimals(sheet, name) for name in ("old", "new", "k", "score", "expected", "bonus")}
    rows = []
    unrated = 0
    for row in sheet.good():
        numbers = {name: column[row] for name, column in texts.items()}
        statement = Published(players[row], **numbers, date=days[row], event=events[row], source=sheet.place(row))
        rows.append(statement)
        if _exact(statement.old) <= 0 or _exact(statement.expected) <= 0:
            unrated += 1
        elif (exact := _computed(statement)) is not None:
            details = {"player": statement.player, "value": statement.new, "computed": exact}
            sheet.tally.say("published-change-differs", sheet.lines[row], sheet.table.header[sheet.columns.at["new"]], **details)
    sheet.tally.say("published-changes-checked", checked=len(rows) - unrated, unrated=unrated)
    return Facts(published=tuple(rows))


def _decimals(sheet: Sheet, name: str) -> list[str]:
    """A column of numbers as exact texts; a blank bonus is nought, another blank cell is needed."""
    check = values.numbers(set(sheet.cells(name)))
    default = 0.0 if name == "bonus" else NEEDED
    sheet.read(name, check, default)
    return [cell.strip().replace(",", ".") or "0" for cell in sheet.cells(name)]


def _exact(text: str) -> Fraction:
    from fractions import Fraction  # it takes longer to load than most files to read

    return Fraction(text)


def _computed(statement: Published) -> int | None:
    """The new rating by the arithmetic, or None when the statement meets it."""
    exact = _exact(statement.old) + _exact(statement.k) * (_exact(statement.score) - _exact(statement.expected))
    exact += _exact(statement.bonus)
    nearest = ratio_half_up(exact.numerator, exact.denominator)
    return None if nearest == _exact(statement.new) else nearest
