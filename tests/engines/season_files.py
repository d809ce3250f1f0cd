"""Seasons as files, in two parts; and two bulk ratings that must be one and the same."""

from __future__ import annotations

import csv
from datetime import date
from pathlib import Path

from twins import bits, row_bits

from bareme.engines.rating import BulkRating
from bareme.facts import Facts

RESULTS = ("date", "event", "round", "player_a", "player_b", "score_a", "length", "rated")
DECISIONS = ("date", "player", "kind", "rating", "elo", "entrants", "level", "reason")
PLAYERS = ("player", "rating", "games", "born", "k", "title", "federation")


def written(folder: str, name: str, facts: Facts) -> list[Path]:
    """The facts as files: results, and decisions and players if there are any."""
    files = [Path(folder, f"{name}.csv")]
    with files[0].open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(RESULTS)
        for game in facts.games:
            told = (game.date, game.event, 0, game.player_a, game.player_b, game.score_a, game.length)
            writer.writerow([*told, "yes" if game.rated else "no"])
    for what, columns, records in (("decisions", DECISIONS, facts.adjustments), ("players", PLAYERS, facts.players)):
        if records:
            files.append(Path(folder, f"{name} {what}.csv"))
            with files[-1].open("w", newline="", encoding="utf-8") as file:
                writer = csv.writer(file)
                writer.writerow(columns)
                for record in records:
                    writer.writerow([getattr(record, {"player": "key"}.get(c, c) if what == "players" else c) for c in columns])
    return files


def split(facts: Facts, cut: date) -> tuple[Facts, Facts]:
    first = Facts(
        games=tuple(game for game in facts.games if game.date <= cut),
        adjustments=tuple(fact for fact in facts.adjustments if fact.date <= cut),
    )
    second = Facts(
        games=tuple(game for game in facts.games if game.date > cut),
        adjustments=tuple(fact for fact in facts.adjustments if fact.date > cut),
    )
    return first, second


def same(one: BulkRating, other: BulkRating) -> None:
    assert [row_bits(row) for row in one.rows] == [row_bits(row) for row in other.rows]
    assert one.outcome.on == other.outcome.on
    assert bits(one.carry()["state"]) == bits(other.carry()["state"])
