"""Who is who, for many: the names in doubt are found in columns, and settled by the reader's own rules.

Most names of a big table concern nobody but themselves. Those that do are given to `readers/identity.py`: names spelt
nearly alike, and, where a file has licence numbers, the people who bear them and all who share a name with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from bareme.engines.arrow import text_views
from bareme.engines.games import Games, Legend, date_of
from bareme.engines.numbering import Texts, Words
from bareme.engines.order_kernel import uses
from bareme.engines.spelling_kernel import by_ear
from bareme.engines.table import ResultsTable
from bareme.facts import Event, Facts, Game, Player, numbered
from bareme.readers.gathering import Gathering
from bareme.readers.identity import United, names_and_numbers, spelling, unite

Array: TypeAlias = "np.ndarray[Any, Any]"

PART = 1 << 40  # sides of the rows of a part, at most


class Uses:
    """Where each name is first used in a game of a big table, and how often."""

    def __init__(self) -> None:
        self._used = np.zeros((1024, 2), "u8")

    def add(self, games: Games, part: int, names: int) -> None:
        """The games of the next rows of a part."""
        if names > len(self._used):
            self._used = np.concatenate([self._used, np.zeros((2 * names - len(self._used), 2), "u8")])
        uses(games.first, games.second, games.row, part * PART, self._used)

    def names(self) -> Array:
        """The names used."""
        return np.flatnonzero(self._used[:, 0])

    def first(self, name: int) -> tuple[int, int]:
        """The part in which a name is first used, and where: twice the row, plus one on the second side."""
        return divmod(int(self._used[name, 0]) - 1, PART)

    def count(self, name: int) -> int:
        """How often it is used."""
        return int(self._used[name, 1])


@dataclass(frozen=True, slots=True)
class Settled:
    """Everybody under one key: what `unite` says, and the numbers that big tables' names got in place of their own."""

    united: United
    changed: Mapping[int, int]


def settle(gathering: Gathering, legend: Legend, uses: Uses, known: pl.DataFrame | None = None) -> Settled:
    """Bring the people of all parts under common keys.

    The gathering's files hold the facts of the small parts. Each big one is spoken for by a few rows that show the names in
    doubt, where they first stand. `known`: the people of carried standings: key, name and number of each.
    """
    doubt = _Doubt(gathering, legend, uses, known)
    names = legend.names.series()
    shown: dict[int, list[tuple[int, str]]] = {}
    for name in doubt.names:
        part, where = uses.first(name)
        shown.setdefault(part, []).append((where, names[name]))
    for table in doubt.tables:
        start = date.max if table.first_day is None else date_of(table.first_day)
        there = sorted(shown.get(table.index, ()))
        games = tuple(Game(start, "", 0, where, name, name, 0.0, source=table.place(where // 2)) for where, name in there)
        gathering.files[table.index].facts = Facts(tuple(table.players), (Event("", start=start),), games)
    gathering.read_lists()
    parts = [file.facts for file in gathering.files]
    counts = doubt.counts(names, uses) if doubt.tables else None
    united = unite(parts, gathering.weights(), [*gathering.people, *doubt.known], counts)
    keys: dict[str, str] = {}
    for table in doubt.tables:
        for before, after in zip(parts[table.index].games, united.parts[table.index].games, strict=True):
            keys[before.player_a] = after.player_a
    return Settled(united, _numbers({before: after for before, after in keys.items() if before != after}, legend))


class _Doubt:
    """The names of big tables, and the people known beforehand, that a rule about people may touch."""

    def __init__(self, gathering: Gathering, legend: Legend, uses: Uses, known: pl.DataFrame | None) -> None:
        self.tables = [part for part in legend.parts if isinstance(part, ResultsTable)]
        big = {table.index for table in self.tables}
        self.small = [file.facts for index, file in enumerate(gathering.files) if index not in big]
        players = [player for facts in self.small for player in facts.players]
        players += [player for table in self.tables for player in table.players]
        others = set[str]().union(*map(names_and_numbers, self.small), (player.name for player in players))
        used = uses.names()
        asked = legend.names.series()[used]
        people = (
            _none() if known is None else known.with_columns(bare=pl.col("key").str.strip_suffix(pl.format(" #{}", "number")))
        )
        numbered_people = people.filter(pl.col("number") != "")
        here, beforehand = _alike(asked, others, people["bare"])
        if gathering.lists:
            here[:] = True  # a list may know any of them
        elif numbered_people.height or any(player.number for player in players):
            borne = {name for player in players for name in (player.key, player.key.removesuffix(numbered("", player.number)))}
            borne.update(numbered_people["key"], numbered_people["bare"])
            here |= (asked.is_in(list(borne)) | asked.str.contains(numbered("", ""), literal=True)).to_numpy()
        self.names = [int(name) for name in used[here]]
        self.known = _players(people, beforehand, {*asked.filter(here), *others}, {player.number for player in players})

    def counts(self, names: pl.Series, uses: Uses) -> dict[str, int]:
        """How often each name that the parts show is used."""
        found: Counter[str] = Counter()
        for facts in self.small:
            found.update(name for game in facts.games for name in (game.player_a, game.player_b))
            found.update(fact.player for kind in (facts.byes, facts.placements, facts.adjustments) for fact in kind)
            found.update(dict.fromkeys((player.key for player in facts.players), 0))
        for table in self.tables:
            found.update(dict.fromkeys((player.key for player in table.players), 0))
        found.update({names[name]: uses.count(name) for name in self.names})
        return found


def _none() -> pl.DataFrame:
    return pl.DataFrame(schema=dict.fromkeys(("key", "name", "number", "bare"), pl.String))


def _players(people: pl.DataFrame, alike: Array, names: Collection[str], numbers: set[str]) -> list[Player]:
    """Those of the people known that names or numbers may concern."""
    touched = pl.col("key").is_in(list(names)) | pl.col("bare").is_in(list(names)) | pl.col("number").is_in(list(numbers - {""}))
    chosen = people.filter(touched | pl.Series(alike))
    return [Player(key, name or key, number) for key, name, number in chosen.select("key", "name", "number").iter_rows()]


def _alike(names: pl.Series, others: Collection[str], known: pl.Series) -> tuple[Array, Array]:
    """Which of the names, and which of those known, may be another spelling of another name here."""
    sounds = pl.concat([names, pl.Series(sorted(others), dtype=pl.String), known]) if len(others) or len(known) else names
    if len(sounds) > len(names):  # a text met twice is not two spellings
        distinct = Texts()
        numbers = distinct.codes(sounds)
        sounds = distinct.series()
    else:
        numbers = np.arange(len(names))
    foreign = np.flatnonzero((sounds.str.len_bytes() != sounds.str.len_chars()).to_numpy())
    if foreign.size:  # beyond ASCII: spelt by ear in the exact way
        spelt = pl.Series([spelling(name) for name in sounds[foreign]], dtype=pl.String)
        sounds = sounds.clone().scatter(foreign, spelt)
    hashes = np.empty(len(sounds), "u8")
    at = 0
    with text_views(sounds) as stretches:
        for views in stretches:
            by_ear(views.words, views.buffers, hashes[at : at + len(views.words)])
            at += len(views.words)
    codes, _ = Words(len(sounds)).codes(hashes)
    several: Array = (np.bincount(codes, minlength=1)[codes] > 1)[numbers]
    here = np.zeros(int(codes.max(initial=0)) + 1, bool)
    before = len(numbers) - len(known)
    here[codes[numbers[:before]]] = True
    return several[: len(names)].copy(), several[before:] & here[codes[numbers[before:]]]


def _numbers(keys: Mapping[str, str], legend: Legend) -> dict[int, int]:
    if not keys:
        return {}
    numbers = legend.names.of_keys([*keys, *keys.values()]).tolist()
    return dict(zip(numbers[: len(keys)], numbers[len(keys) :], strict=True))


def renamed(games: Games, keys: Mapping[int, int], names: int) -> Games:
    """The games under the keys that count."""
    number = np.arange(names, dtype="u4")
    number[list(keys)] = list(keys.values())
    return replace(games, first=number[games.first], second=number[games.second])
