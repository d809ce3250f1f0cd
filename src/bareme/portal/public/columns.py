"""What stands in a list's columns: rank, player, club, and the numbers that the rulebook prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from bareme.portal.site.templatetags.words import movement, number, signed, speech
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.speech import Column

APART = {"more/live"}  # the live number, which an official list does not show
PRIVATE = {"more/born"}  # the year of birth is nobody's business here, a child's least of all
SORTED = {"published/elo": "elo", "published/rating": "rating", "published/experience": "experience", "level": "level"}


@dataclass(frozen=True)
class Head:
    """A column: its key in files, its heading, by what the database sorts it ("" not at all), how cells look.

    `wide`: left out on a phone.
    """

    key: str
    text: str
    sort: str = ""
    numeric: bool = False
    wide: bool = False
    path: str = ""
    digits: int | None = None
    falling: bool = False  # the first click sorts the largest first


def shown_columns(rulebook: Rulebook, *, official: bool = True) -> list[Column]:
    """The rulebook's own columns, without what is private, and without what is live on an official list."""
    hidden = PRIVATE | APART if official else PRIVATE
    return [column for column in rulebook.module("words").COLUMNS if column.path not in hidden]


def headline(rulebook: Rulebook) -> Column:
    """The number that the list is known by."""
    columns: list[Column] = shown_columns(rulebook)
    paths = ("published/elo", "published/rating")
    return next(column for path in paths for column in columns if column.path == path)


def heads(rulebook: Rulebook, *, official: bool, club: bool, committee: bool, federation: bool) -> list[Head]:
    """The columns of a list, from left to right."""
    say, main = speech(), headline(rulebook)
    found = [Head("rank", _("Rank"), "rank", True, path="rank")]
    if official:
        found.append(Head("previous_rank", _("Before"), "previous", True, True, "previous_rank"))
    found.append(Head("name", _("Player"), "name", path="name"))
    own = [_head(column, say(column.en, column.fr), main) for column in shown_columns(rulebook, official=official)]
    at = next(at for at, head in enumerate(own) if head.path == main.path)
    if official:
        change = Head("change", _("Change"), "change", True, path="change", digits=main.digits or 0, falling=True)
        own.insert(at + 1, change)
    there = {head.key for head in own}
    for key, text, wanted in (
        ("club", _("Club"), club),
        ("committee", _("Committee"), committee),
        ("federation", _("Federation"), federation),
    ):
        if wanted and key not in there:
            found.append(Head(key, text, key, wide=True, path=key))
    return [
        *found,
        *own,
        Head("games", _("Games"), "games", True, True, "games", falling=True),
        Head("states", _("State"), wide=True, path="states"),
    ]


def _head(column: Column, text: str, main: Column) -> Head:
    key = column.path.replace("/", "_") if column.path.startswith("published/") else column.path.rpartition("/")[2]
    sort = SORTED.get(column.path, "")
    return Head(key, text, sort, column.numeric, column.path != main.path, column.path, column.digits, column.numeric)


def value(row: Mapping[str, Any], path: str) -> Any:
    """A row's value at `published/elo` and the like."""
    found: Any = row
    for part in path.split("/", 1):
        found = found.get(part) if isinstance(found, dict) else None
    return found


@dataclass(frozen=True)
class Cell:
    """A cell as shown: its text, its classes, the player's code where it is his name."""

    text: str
    kind: str = ""
    code: str = ""
    head: bool = False


def cells(row: Mapping[str, Any], columns: Sequence[Head], rulebook: Rulebook) -> list[Cell]:
    """A row as shown."""
    return [_cell(row, head, rulebook) for head in columns]


def row_html(row: Mapping[str, Any], columns: Sequence[Head], rulebook: Rulebook, player: str) -> SafeString:
    """A row as cells of a table. `player` is the address of a player whose code is CODE. A template takes four times as long."""
    return mark_safe("".join(_html(cell, player) for cell in cells(row, columns, rulebook)))  # noqa: S308 - escaped in `_html`


def _html(cell: Cell, player: str) -> str:
    text = escape(cell.text)
    if cell.head:
        return f'<th scope="row"><a href="{escape(player.replace("CODE", cell.code))}"><bdi>{text}</bdi></a></th>'
    return f'<td class="{cell.kind}">{text}</td>' if cell.kind else f"<td>{text}</td>"


def _cell(row: Mapping[str, Any], head: Head, rulebook: Rulebook) -> Cell:
    found, kind = value(row, head.path), " wide" if head.wide else ""
    if head.key == "name":
        return Cell(found, "name", row["code"], head=True)
    if head.key == "change":
        entered = found is None and row.get("previous_rank") is None and row.get("rank") is not None
        return Cell(_("new") if entered else signed(found, head.digits or 0), f"n {movement(found)}")
    if head.key == "level":
        return Cell(level_words(found, rulebook), "nowrap" + kind)
    if head.key == "states":
        words = (text.partition(" (")[0] for text in state_words(found or (), rulebook))  # what it means stands on his page
        return Cell(", ".join(words), "soft" + kind)
    if head.numeric:
        return Cell(number(found, head.digits), "n" + kind)
    return Cell(found or "", kind.strip())


def level_words(level: str, rulebook: Rulebook) -> str:
    """A level as people call it."""
    words = rulebook.module("words").LEVELS.get(level)
    return speech().of(words) if words else level


def state_words(states: Sequence[str], rulebook: Rulebook) -> list[str]:
    """States as people call them."""
    words = rulebook.module("words").STATES
    return [speech().of(words[state]) if state in words else state for state in states]
