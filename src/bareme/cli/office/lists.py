"""Lists and movements of the office in a terminal: people by name and code."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bareme.cli.screen import show_table
from bareme.rulebooks.speech import Speech

if TYPE_CHECKING:
    from bareme.lists import Row
    from bareme.office.runs.effect import Effect, Move
    from bareme.rulebooks.base import Rulebook

SHOWN = 40
_BAR = 40


def names_of(codes: Iterable[str]) -> dict[str, str]:
    """{code: name}."""
    from bareme.office.people.models import Member

    return dict(Member.objects.filter(code__in=list(codes)).values_list("code", "name"))


def show_rows(rows: Sequence[Row], rulebook: Rulebook, language: str, title: str = "") -> None:
    """The rows of a list: rank, code, name, the rulebook's own columns, games, states."""
    from bareme.writers.tables import list_row

    names = names_of(row.player for row in rows)
    content = [{**list_row(row), "name": names.get(row.player, "")} for row in rows]
    show_list(content, rulebook, language, title)


def show_list(rows: Sequence[Mapping[str, Any]], rulebook: Rulebook, language: str, title: str = "") -> None:
    """The same from data: rank, previous_rank, change, player, name, published ..., games, states."""
    say = Speech(language)
    vocabulary = rulebook.module("words")
    compared = any(row.get("previous_rank") is not None or row.get("change") is not None for row in rows)
    before = [(say("Before", "Avant"), True)] if compared else []
    after = [(say("Change", "Variation"), True)] if compared else []
    columns = [
        (say("Rank", "Rang"), True),
        *before,
        (say("Code", "Code"), False),
        (say("Name", "Nom"), False),
        *((say(column.en, column.fr), column.numeric) for column in vocabulary.COLUMNS),
        *after,
        (say("Games", "Parties") if rulebook.kind == "pairs" else say("Events", "Épreuves"), True),
        (say("State", "État"), False),
    ]
    show_table(columns, [_cells(row, vocabulary, compared, say) for row in rows], title)


def _cells(row: Mapping[str, Any], vocabulary: Any, compared: bool, say: Speech) -> list[str]:
    cells = [_rank(row["rank"])]
    cells += [_rank(row.get("previous_rank"))] if compared else []
    cells += [row["player"], row["name"]]
    cells += [_value(row, column, vocabulary, say) for column in vocabulary.COLUMNS]
    cells += [_signed(row.get("change"), say)] if compared else []
    return [*cells, str(row["games"]), ", ".join(say.of(vocabulary.STATES[state]) for state in row["states"])]


def _value(row: Mapping[str, Any], column: Any, vocabulary: Any, say: Speech) -> str:
    value: Any = row
    for step in column.path.split("/"):
        value = value.get(step) if value else None
    if value is None or value == "":
        return "-"
    if column.path == "level":
        return say.of(vocabulary.LEVELS[value])
    return say.number(value, column.digits) if column.numeric else str(value)


def _rank(rank: int | None) -> str:
    return "-" if rank is None else str(rank)


def _signed(change: float | None, say: Speech) -> str:
    return "-" if change is None else say.signed(change, 0 if change == int(change) else 2)


# -- who moves


def show_effect(
    effect: Effect, rulebook: Rulebook, language: str, title: str, newcomers: Mapping[str, str] | None = None
) -> None:
    """Who moves and by how much, as a table and as a histogram; who changes level. `newcomers` are no members yet."""
    say = Speech(language)
    names = {**(newcomers or {}), **names_of(move.player for move in effect.moves[:SHOWN])}
    columns = [
        (say("Code", "Code"), False),
        (say("Name", "Nom"), False),
        (say("Before", "Avant"), True),
        (say("After", "Après"), True),
        (say("Change", "Variation"), True),
        (say("Rank", "Rang"), True),
        (say("Level", "Niveau"), False),
    ]
    levels = getattr(rulebook.module("words"), "LEVELS", {})
    rows = [_move(move, names, levels, say) for move in effect.moves[:SHOWN]]
    if rows:
        show_table(columns, rows, title)
    else:
        print(title)
    rest = len(effect.moves) - len(rows)
    if rest > 0:
        print(say(f"... and {rest} more", f"... et {rest} autres"))
    if not effect.moves:
        print(say("  No published number changes.", "  Aucun nombre publié ne change."))
    if effect.below:
        print(
            say(
                f"  {effect.below} more move by less than is published.",
                f"  {effect.below} autres bougent de moins que ce qui est publié.",
            )
        )
    _histogram(effect, say)


def _move(move: Move, names: Mapping[str, str], levels: Mapping[str, Any], say: Speech) -> list[str]:
    numbers = ["-" if value is None else say.number(value, None) for value in (move.before, move.after)]
    rank = _rank(move.rank_after)
    if move.rank_before != move.rank_after:
        rank = f"{_rank(move.rank_before)} -> {rank}"
    level = ""
    if move.level_before != move.level_after:
        then, now = (say.of(levels[code]) if code in levels else code or "-" for code in (move.level_before, move.level_after))
        level = f"{then} -> {now}"
    return [move.player, names.get(move.player, ""), *numbers, _signed(move.change, say), rank, level]


def _histogram(effect: Effect, say: Speech) -> None:
    from bareme.office.runs.effect import bars

    bins = bars(effect.changes)
    if len(bins) < 2:
        return
    scale = max(max(step.count for step in bins) / _BAR, 1.0)  # people in a block
    labels = [f"{say.signed(step.low, 0)} … {say.signed(step.high, 0)}" for step in bins]
    width = max(map(len, labels))
    for label, step in zip(labels, bins, strict=True):
        print(f"  {label:>{width}}  {'█' * math.ceil(step.count / scale)} {step.count or ''}".rstrip())
