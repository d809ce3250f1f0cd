"""The order of games in columns, games told again, and ranks."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from datetime import date
from typing import Any

import numpy as np
import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from bareme.engines import order_kernel as kernels
from bareme.engines.dealt import Dealt
from bareme.engines.games import FactsPart, Games, Legend, date_of, number_of, of_facts
from bareme.engines.lawful import in_order
from bareme.engines.names import Names
from bareme.engines.ranking import ranked
from bareme.facts import Facts, Game
from bareme.lists import ranked as ranked_rows
from bareme.replay import lawful_order
from bareme.rulebooks.book import Standing

games = st.builds(
    Game,
    date=st.dates(date(2024, 1, 1), date(2024, 1, 4)),
    event=st.sampled_from(["", "B", "Ab", "b", "é"]),
    round=st.sampled_from([0, 1, 2, 1008]),
    sequence=st.integers(0, 5),
    player_a=st.sampled_from("ABC"),
    player_b=st.sampled_from("ABC"),
    score_a=st.sampled_from([0.0, 0.5, 1.0]),
)


@given(st.lists(games, max_size=30))
def test_the_order_is_that_of_the_law(found: list[Game]) -> None:
    legend = Legend()
    legend.parts = [FactsPart(0, "", tuple(found))]
    columns = in_order(of_facts(found, legend, 0), legend)
    assert [found[row] for row in columns.row] == lawful_order(Facts(games=tuple(found)))


@given(st.lists(games, max_size=30), st.booleans())
def test_games_told_again_are_found(found: list[Game], by_sequence: bool) -> None:
    legend = Legend()
    columns = in_order(of_facts(found, legend, 0), legend)
    group = np.zeros(len(columns), "u4")
    slots = np.zeros(1 << (2 * len(columns)).bit_length(), "u4")
    sequence = columns.sequence if by_sequence else columns.sequence[:0]
    count = kernels.told_again(
        columns.day, columns.event, columns.round, sequence, columns.first, columns.second, slots, group
    )  # fmt: skip
    wanted = defaultdict(set)
    for at, row in enumerate(columns.row.tolist()):
        game = found[row]
        pair = tuple(sorted((game.player_a, game.player_b)))
        wanted[game.date, game.event, game.round, pair, game.sequence if by_sequence else 0].add(at)
    several = [rows for key, rows in wanted.items() if len(rows) > 1 or key[3][0] == key[3][1]]
    got = defaultdict(set)
    for at, number in enumerate(group.tolist()):
        got[number].add(at)
    got.pop(0, None)
    assert sorted(map(sorted, got.values())) == sorted(map(sorted, several))
    assert count == len(several)
    assert not slots.any()


@given(st.lists(games, max_size=30), st.integers(1, 10))
def test_dealt_games_come_back_day_by_day(found: list[Game], held: int) -> None:
    legend = Legend()
    dealt = Dealt()
    for start in range(0, len(found), 7):
        dealt.add(of_facts(found[start : start + 7], legend, 0))
    back = list(dealt.stretches(held))
    dealt.close()
    rows = [game for piece in back for game in zip(piece.day.tolist(), piece.first.tolist(), piece.second.tolist(), strict=True)]
    whole = of_facts(found, legend, 0)
    wanted = sorted(zip(whole.day.tolist(), whole.first.tolist(), whole.second.tolist(), strict=True), key=lambda row: row[0])
    assert Counter(rows) == Counter(wanted)
    days = [set(piece.day.tolist()) for piece in back]
    assert all(max(one) < min(two) for one, two in itertools.pairwise(days))
    assert all(len(piece) <= held or len(days[at]) == 1 for at, piece in enumerate(back))


names = st.text(st.sampled_from("abé "), min_size=1, max_size=12).map(lambda tail: "player number " + tail)
orders = st.one_of(st.none(), st.integers(-3, 3))
rest = st.sampled_from([0.0, -0.0, 1.5, -2.5, 1e300])


@given(st.dictionaries(names, st.tuples(orders, rest), max_size=25))
def test_ranks_are_those_of_the_list(found: dict[str, tuple[int | None, float]]) -> None:
    people = Names()
    numbers = people.of_keys(list(found))
    table = pl.DataFrame(
        {
            "player": numbers,
            "order_0": pl.Series([order for order, _ in found.values()], dtype=pl.Int64),
            "order_1": pl.Series([more for _, more in found.values()], dtype=pl.Float64),
            "headline": pl.Series([0] * len(found), dtype=pl.Int64),
        }
    )
    got = ranked(table, people)
    rows: list[Any] = [Standing(name, None, 0, None if order is None else (order, more)) for name, (order, more) in found.items()]
    wanted = ranked_rows(rows)
    by_rank = [(row.rank, row.player) for row in wanted if row.rank is not None]
    assert [pair for pair in got.select("rank", "player").rows() if pair[0] is not None] == by_rank
    assert got["rank"].null_count() == len(wanted) - len(by_rank)


@given(st.dates())
def test_days_are_numbered(day: date) -> None:
    assert date_of(number_of(day)) == day
    assert isinstance(Games.none(), Games)
