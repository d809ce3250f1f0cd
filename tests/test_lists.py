"""Lists: ties share a rank, earlier lists are compared, records are read off many lists."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from bareme.facts import Player
from bareme.lists import monthly, ranked, records
from bareme.rulebooks.book import Standing


def standing(player: str, elo: int | None) -> Standing:
    order = None if elo is None else (float(elo),)
    return Standing(player, elo, 10, order, published={"rating": elo})


def ranks(*elos: int | None) -> list[int | None]:
    return [row.rank for row in ranked(standing(f"p{n}", elo) for n, elo in enumerate(elos))]


def test_ties_are_1_1_3() -> None:
    assert ranks(1500, 1600, 1600) == [1, 1, 3]
    assert ranks(1500, 1500, 1400, 1400, 1300) == [1, 1, 3, 3, 5]


def test_the_unranked_come_last_without_a_rank() -> None:
    assert ranks(None, 1500, None) == [1, None, None]


@given(st.lists(st.integers(0, 5), max_size=30))
def test_a_rank_is_one_more_than_those_strictly_above(elos: list[int]) -> None:
    for row in ranked(standing(f"p{n}", elo) for n, elo in enumerate(elos)):
        assert row.rank == 1 + sum(elo > row.standing.rating for elo in elos)  # type: ignore[operator]


def test_change_and_previous_rank() -> None:
    rows = ranked([standing("A", 1510), standing("B", 1600), standing("New", 1400)], [standing("A", 1550), standing("B", 1540)])
    assert [(row.player, row.rank, row.previous_rank, row.change) for row in rows] == [
        ("B", 1, 2, 60),
        ("A", 2, 1, -40),
        ("New", 3, None, None),
    ]


def test_records() -> None:
    lists = {
        date(2020, 1, 1): ranked([standing("A", 2790), standing("B", 2700)]),
        date(2020, 2, 1): ranked([standing("A", 2801), standing("B", 2710)]),
        date(2020, 3, 1): ranked([standing("A", 2800), standing("B", 2810)]),
    }
    people = {"A": Player("A", born=1950), "B": Player("B", born=2002)}
    found = records(lists, people, [2800])
    assert found.first_most_often == (("A", 2),)
    assert found.youngest == ("B", 18, 2, date(2020, 1, 1))
    assert found.oldest == ("A", 70, 1, date(2020, 1, 1))
    assert found.passed[2800] == (("A", date(2020, 2, 1), 2801), ("B", date(2020, 3, 1), 2810))


def test_monthly_days() -> None:
    assert monthly(date(2019, 11, 15), date(2020, 2, 1)) == [date(2019, 12, 1), date(2020, 1, 1), date(2020, 2, 1)]
    assert monthly(date(2020, 2, 1), date(2020, 2, 20)) == []
