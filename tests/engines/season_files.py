"""Seasons as files, in two parts; and two bulk ratings that must be one and the same."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from twins import bits, row_bits

from bareme.engines.rating import BulkRating
from bareme.facts import Facts

RESULTS = ("date", "event", "round", "player_a", "player_b", "score_a", "length", "rated")
DECISIONS = ("date", "player", "kind", "rating", "elo", "entrants", "level", "federation", "series", "reason")
PLACEMENTS = ("date", "event", "rounds", "category", "player", "federation", "series", "place")
PLAYERS = ("player", "rating", "games", "born", "k", "title", "federation", "series")


def written(folder: str, name: str, facts: Facts) -> list[Path]:
    """The facts as files: results, and placements, decisions and players if there are any."""
    games = [
        (game.date, game.event, 0, game.player_a, game.player_b, game.score_a, game.length, "yes" if game.rated else "no")
        for game in facts.games
    ]
    people = [(player.key, *(getattr(player, column) for column in PLAYERS[1:])) for player in facts.players]
    tables: list[tuple[str, Sequence[str], list[Any]]] = [
        ("", RESULTS, games),
        (" places", PLACEMENTS, [[getattr(row, column) for column in PLACEMENTS] for row in facts.placements]),
        (" decisions", DECISIONS, [[getattr(fact, column) for column in DECISIONS] for fact in facts.adjustments]),
        (" players", PLAYERS, people),
    ]
    files = []
    for what, header, rows in tables:
        if rows or not (what or facts.placements):
            files.append(Path(folder, f"{name}{what}.csv"))
            with files[-1].open("w", newline="", encoding="utf-8") as file:
                writer = csv.writer(file)
                writer.writerow(header)
                writer.writerows(rows)
    return files


def split(facts: Facts, cut: date) -> tuple[Facts, Facts]:
    """The facts up to a day, and those after it; nothing else."""

    def some(late: bool) -> Facts:
        return Facts(
            games=tuple(game for game in facts.games if (game.date > cut) == late),
            placements=tuple(row for row in facts.placements if (row.date > cut) == late),
            adjustments=tuple(fact for fact in facts.adjustments if (fact.date > cut) == late),
        )

    return some(False), some(True)


def same(one: BulkRating, other: BulkRating) -> None:
    assert [row_bits(row) for row in one.rows] == [row_bits(row) for row in other.rows]
    assert one.outcome.on == other.outcome.on
    assert bits(one.carry()["state"]) == bits(other.carry()["state"])
