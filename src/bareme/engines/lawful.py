"""Games in the order the law knows, and each of them once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from bareme.engines import order_kernel as kernels
from bareme.engines.games import Games, Legend
from bareme.engines.said import KEPT, Said
from bareme.facts import Facts
from bareme.readers.doubles import FEWEST_GAMES, Checked, events_told_again, games_told_twice

Array: TypeAlias = "np.ndarray[Any, Any]"


def in_order(games: Games, legend: Legend) -> Games:
    """By date, event, round and sequence; where all are equal, as they stood."""
    place = _places(games.event, legend)
    if kernels.unordered(games.day, place, games.round, games.sequence) < 0:
        return games
    order, spare = np.arange(len(games), dtype="u4"), np.empty(len(games), "u4")
    starts = np.empty(1 << kernels.DIGIT, "i8")
    if len(games.sequence):
        kernels.sort_by(games.sequence.view("u8"), order, spare, starts)
    keys = np.empty(len(games), "u8")
    bits = int(place.max()).bit_length() if len(place) else 0
    kernels.sorting_keys(games.day, place, games.round, int(games.day.min()), bits, keys)
    kernels.sort_by(keys, order, spare, starts)
    return games.take(order)


def _places(events: Array, legend: Legend) -> Array:
    """For each game, its event's place among those here, by name."""
    if not len(events):
        return events
    met = np.zeros(len(legend.events), bool)
    met[events] = True
    there = np.flatnonzero(met)
    named = legend.events.series()[there]
    if named.is_sorted():  # their numbers are in the order of their names
        return events
    by_name = named.arg_sort().to_numpy()
    places = np.zeros(len(met), "u4")
    places[there[by_name]] = np.arange(len(there), dtype="u4")
    return places[events]


@dataclass(slots=True)
class Once:
    """Games told twice are found in columns, and settled by the reader's own rules. What it finds goes to each part."""

    legend: Legend
    said: Mapping[int, Said]  # by part
    lost: dict[int, Counter[str]] = field(default_factory=dict)
    gone: dict[int, set[str]] = field(default_factory=dict)  # events of each part that another part tells

    def events(self, games: Games, told: Mapping[int, Facts]) -> Games:
        """Without the events that another part tells already. `told`: what parts know of their events."""
        rows = _perhaps_again(games)
        if not len(rows):
            return games
        checked, positions = self._checked(games, rows)
        for part, facts in told.items():
            checked.parts[part] = replace(checked.parts[part], events=facts.events, byes=facts.byes)
        before = checked.parts
        checked.parts = list(before)
        events_told_again(checked)
        for part, facts in told.items():
            left = {event.name for event in checked.parts[part].events}
            self.gone[part] = {event.name for event in facts.events} - left
        return self._settled(games, checked, before, positions)

    def games(self, games: Games) -> Games:
        """Without the games told twice. They must be in order."""
        parts = np.unique(games.part).tolist() if len(games.part) else [0]
        sequenced = [part.sequenced for part in self.legend.parts]
        by_sequence = all(sequenced[part] for part in parts) and len(games.sequence) > 0
        sequence = games.sequence if by_sequence else np.empty(0, "i8")
        group = np.zeros(len(games), "u4")
        slots = np.zeros(1 << (2 * len(games)).bit_length(), "u4")  # of which no more is touched than the largest meeting needs
        found = kernels.told_again(games.day, games.event, games.round, sequence, games.first, games.second, slots, group)
        if not found:
            return games
        rows = np.flatnonzero(group)
        if len(parts) == 1 and not sequenced[parts[0]] and not games.round.any():
            rows = self._remarks(games, group, rows, parts[0])
        checked, positions = self._checked(games, rows)
        before = checked.parts
        checked.parts = list(before)
        games_told_twice(checked, sequenced)
        return self._settled(games, checked, before, positions)

    def _remarks(self, games: Games, group: Array, rows: Array, part: int) -> Array:
        """Games without a round of one file all count, and are only remarked upon: many of them are counted, not made."""
        alone = games.first[rows] == games.second[rows]
        some = np.concatenate([rows[alone], rows[~alone][: 4 * KEPT]])
        beyond = ~np.isin(group[rows], group[some])
        if not beyond.any():
            return rows
        rest = rows[beyond]
        kept = rows[~beyond] if self.said[part].room else rows[alone]
        for code, count in _remarked(games.take(rest), group[rest]).items():
            self.said[part].more(code, count)
        return np.sort(kept)

    def _checked(self, games: Games, rows: Array) -> tuple[Checked, list[tuple[int, Array]]]:
        """The games of these rows as facts, part by part, in the order they stood; and their positions."""
        parts = games.part[rows] if len(games.part) else np.zeros(len(rows), "u2")
        positions = []
        facts = []
        for part in range(len(self.legend.parts)):
            own = rows[parts == part]
            own = own[np.argsort(games.row[own], kind="stable")]
            positions.append((part, own))
            facts.append(Facts(games=tuple(self.legend.records(games, own.tolist()))))
        return Checked(facts, lost=[Counter() for _ in facts]), positions

    def _settled(self, games: Games, checked: Checked, before: list[Facts], positions: list[tuple[int, Array]]) -> Games:
        for part, lost in enumerate(checked.lost):
            self.lost.setdefault(part, Counter()).update(lost)
        by_file = {part.file: part.index for part in self.legend.parts}
        for finding in checked.findings:
            self.said[by_file.get(finding.place.file, 0)].add([finding])
        gone = []
        for part, rows in positions:
            kept = set(map(id, checked.parts[part].games))
            gone += [row for row, game in zip(rows.tolist(), before[part].games, strict=True) if id(game) not in kept]
        if not gone:
            return games
        return games.without(sorted(gone))


def _remarked(games: Games, group: Array) -> Counter[str]:
    """How many of these games read like an earlier one of their group, and how many the other way round."""
    rated = games.why == 0 if len(games.why) else np.ones(len(games), bool)
    halves = np.where(games.first < games.second, games.halves, 2 - games.halves)
    table = pl.DataFrame(
        {
            "group": group,
            "length": games.length if len(games.length) else np.zeros(len(games), "u2"),
            "format": games.format if len(games.format) else np.zeros(len(games), "u4"),
            "drawn": halves == 1,
            "halves": halves,
            "rated": rated,
            "alone": games.first == games.second,
        }
    ).filter(pl.col("rated") & ~pl.col("alone"))
    alike = table.group_by("group", "length", "format", "drawn").agg(pl.len().alias("games"), pl.col("halves").n_unique())
    opposite = int((alike["halves"] - 1).sum())
    return Counter({"possible-duplicate": int((alike["games"] - 1).sum()) - opposite, "opposite-results": opposite})


def _perhaps_again(games: Games) -> Array:
    """The games of the events that may be told by two parts: the same rounds, pairs and results, under whatever name."""
    if not len(games.part) or not len(games.round):
        return np.empty(0, "i8")
    event = games.event if len(games.event) else np.zeros(len(games), "u4")
    swapped = games.first > games.second
    rated = games.why == 0 if len(games.why) else np.ones(len(games), bool)
    halves = np.where(swapped, 2 - games.halves, games.halves)
    columns: dict[str, Any] = {
        "round": games.round,
        "low": np.where(swapped, games.second, games.first),
        "high": np.where(swapped, games.first, games.second),
        "halves": np.where(rated, halves, 3),
        "rated": rated,
    }
    columns.update({name: getattr(games, name) for name in ("length", "format") if len(getattr(games, name))})
    content = pl.DataFrame(columns).hash_rows()
    table = pl.DataFrame({"part": games.part, "event": event, "round": games.round, "content": content})
    told = (
        table.unique()
        .group_by("part", "event")
        .agg(pl.col("content").sum(), pl.col("round").min())
        .join(table.group_by("part", "event").len(), on=["part", "event"])
        .filter((pl.col("len") >= FEWEST_GAMES) & (pl.col("round") > 0))
    )
    again = told.filter(pl.col("part").n_unique().over("content") > 1).select("part", "event")
    if not again.height:
        return np.empty(0, "i8")
    return table.with_row_index().join(again, on=["part", "event"], how="semi")["index"].sort().to_numpy()


def parts_of(games: Games) -> Iterable[int]:
    """The parts that have a game here."""
    return np.unique(games.part).tolist() if len(games.part) else [0] if len(games) else []
