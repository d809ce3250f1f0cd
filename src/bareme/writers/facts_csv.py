"""Facts as canonical tables, one for each kind: what `readers.read` reads back is what was written.

The tables are those of docs/files.md, in UTF-8 with commas. Where a fact came from is not kept, nor are byes and events.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from typing import TypeAlias

from bareme.facts import KNOCK_OUT, Adjustment, Facts, Game, Placement, Player, numbered
from bareme.writers.tables import guarded

Cell: TypeAlias = str | float | date | None

RESULTS = ("date", "event", "round", "player_a", "player_b", "score_a", "length", "format", "rated", "why", "sequence")
PLACEMENTS = ("date", "event", "rounds", "category", "player", "federation", "series", "place", "sequence")
ADJUSTMENTS = (
    *("date", "player", "kind", "rating", "elo", "experience", "entrants", "level", "federation", "series", "reason"),
    "sequence",
)
PLAYERS = (
    *("player", "full_name", "number", "federation", "club", "sex", "title", "born", "rating", "games", "k", "reached"),
    "series",
)

_ROUND_WORDS = {number: word for word, number in KNOCK_OUT.items()}


def facts_as_csv(facts: Facts) -> dict[str, str]:
    """{kind of table: its CSV text}, for each kind that has rows. Lines end in CR LF (RFC 4180): write with newline=""."""
    tables = {
        "results": (RESULTS, [_game(game) for game in facts.games]),
        "placements": (PLACEMENTS, [_placement(row) for row in facts.placements]),
        "adjustments": (ADJUSTMENTS, [_adjustment(row) for row in facts.adjustments]),
        "players": (PLAYERS, [_player(player) for player in facts.players]),
    }
    return {kind: _table(columns, rows) for kind, (columns, rows) in tables.items() if rows}


def _table(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return out.getvalue()


def _cell(value: Cell) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return guarded(value)
    return value.isoformat() if isinstance(value, date) else number(value)


def number(value: float) -> str:
    """A number in plain digits, exact. Three decimals after three digits or fewer get a fourth: 1.234 might be 1234.

    >>> number(1500.0), number(1.234), number(1e-05)
    ('1500', '1.2340', '0.00001')
    """
    text = str(int(value)) if value == int(value) else format(Decimal(repr(value)), "f")
    return text + "0" if re.fullmatch(r"-?[0-9]{1,3}\.[0-9]{3}", text) else text


def _game(game: Game) -> tuple[Cell, ...]:
    return (
        game.date,
        game.event,
        _ROUND_WORDS.get(game.round, game.round),
        game.player_a,
        game.player_b,
        game.score_a,
        game.length,
        game.format,
        "yes" if game.rated else "no",
        game.why,
        game.sequence,
    )


def _placement(row: Placement) -> tuple[Cell, ...]:
    return (row.date, row.event, row.rounds, row.category, row.player, row.federation, row.series, row.place, row.sequence)


def _adjustment(row: Adjustment) -> tuple[Cell, ...]:
    return (
        row.date,
        row.player,
        row.kind,
        row.rating,
        row.elo,
        row.experience,
        row.entrants,
        row.level,
        row.federation,
        row.series,
        row.reason,
        row.sequence,
    )


def _player(player: Player) -> tuple[Cell, ...]:
    key = player.key.removesuffix(numbered("", player.number)) if player.number else player.key
    return (
        key,
        "" if player.name == key else player.name,
        player.number,
        player.federation,
        player.club,
        player.sex,
        player.title,
        player.born,
        player.rating,
        player.games,
        player.k,
        player.reached,
        player.series,
    )
