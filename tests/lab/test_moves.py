"""Who moves between two lists, by hand."""

from __future__ import annotations

import math

import pytest

from bareme.lab.moves import groups, levels, mean_ranks, moves, rank_correlation
from bareme.lists import Row, histogram
from bareme.rulebooks.book import Standing


def row(rank: int | None, player: str, number: float | None, level: str = "", games: int = 50) -> Row:
    return Row(rank, Standing(player, number, games, None, level=level, published={"rating": number}))


A = [row(1, "Ada", 1900, "master"), row(2, "Bo", 1700, "club"), row(3, "Cy", 1500, "club", 5), row(None, "Di", None)]
B = [row(1, "Bo", 1850, "master"), row(2, "Ada", 1800, "master"), row(3, "Cy", 1490, "club", 5), row(4, "Ed", 1400, "club")]


def test_moves_are_read_from_both_lists() -> None:
    found = {move.player: move for move in moves(A, B)}
    assert list(found) == ["Ada", "Bo", "Cy", "Di", "Ed"]
    assert [found[name].change for name in found] == [-100, 150, -10, None, None]
    assert [found[name].climbed for name in found] == [-1, 1, 0, None, None]
    assert (found["Di"].rank_after, found["Ed"].rank_before) == (None, None)


def test_levels_are_counted_in_pairs() -> None:
    assert levels(moves(A, B)) == {("master", "master"): 1, ("club", "master"): 1, ("club", "club"): 1}


def test_groups_by_rank_and_by_games() -> None:
    found = {(group.name, group.low): group for group in groups(moves(A, B))}
    everybody = found["all", 0]
    assert (everybody.players, everybody.middle) == (3, -10)
    assert [everybody.mean, everybody.up, everybody.down] == pytest.approx([40 / 3, 1 / 3, 2 / 3])
    assert found["rank", 0].mean == -100  # the upper third: Ada
    assert found["rank", 2].mean == -10
    assert found["games", 0].players == 1
    assert found["games", 30].mean == 25
    assert ("games", 10) not in found


def test_rank_correlation_by_hand() -> None:
    assert rank_correlation(moves(A, B)) == pytest.approx(0.5)  # 1 - 6·(1 + 1 + 0)/(3·8)
    assert rank_correlation(moves(A, A)) == pytest.approx(1.0)
    assert math.isnan(rank_correlation(moves(A[:1], A[:1])))


def test_equal_values_share_the_mean_of_their_ranks() -> None:
    assert mean_ranks([30.0, 10.0, 10.0, 20.0]) == [4.0, 1.5, 1.5, 3.0]


def test_a_histogram_counts_everybody_once() -> None:
    values = [-31.0, -3.0, -1.0, 0.0, 2.0, 2.5, 44.0]
    steps = histogram(values)
    assert sum(step.count for step in steps) == len(values)
    assert len(steps) <= 24
    assert all(step.high == pytest.approx(step.low + steps[0].high - steps[0].low) for step in steps)
    assert any(step.low == 0.0 for step in steps)  # gains and losses never share a step
    assert histogram([]) == []
    assert [step.count for step in histogram([7.0, 7.0])] == [2]
