"""FIDE's one huge pool on a cluster: joins and sums of whole numbers give the reference's list, to the last bit."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from spark_cluster import remote

import bareme
from bareme.findings import Refused


@pytest.fixture(scope="module")
def cluster() -> str:
    return remote()


def season(seed: int, first: date, days: int, games: int = 500, players: int = 24) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Events of a few days, some games of no event, some not rated; a list of two players out of three; ratings far apart."""
    chance = np.random.default_rng(seed)
    start = np.sort(chance.integers(0, days, games // 5))
    event = chance.integers(0, len(start), games)
    day = start[event] + chance.integers(0, 9, games)
    one = chance.integers(0, players, games)
    other = (one + chance.integers(1, players, games)) % players
    table = pl.DataFrame(
        {
            "date": pl.Series((day + (first - date(1970, 1, 1)).days).astype("i4")).cast(pl.Date),
            "event": [f"Open {number}" if number % 7 else "" for number in event],
            "round": np.arange(games) % 1000 + 1,
            "player_a": [f"P{number}" for number in one],
            "player_b": [f"P{number}" for number in other],
            "score_a": chance.choice([0.0, 0.5, 1.0], games),
            "rated": chance.choice(["yes", "yes", "yes", "yes", "no"], games),
        }
    )
    known = [number for number in range(players) if number % 3]
    people = pl.DataFrame(
        {
            "player": [f"P{number}" for number in known],
            "rating": chance.integers(1405, 2780, len(known)),
            "k": chance.choice([10, 20, 40], len(known)),
            "games": chance.integers(0, 90, len(known)),
            "born": chance.integers(1950, 2014, len(known)),
        }
    )
    return table, people


def same_list(cluster: str, sources: list[pl.DataFrame], rulebook: str = "fide", **options: Any) -> Any:
    shuffled = [table.sample(fraction=1.0, shuffle=True, seed=5) for table in sources]
    rating = bareme.rate(shuffled, rulebook, engine="spark", spark=cluster, **options)
    local = bareme.rate(sources, rulebook, engine="reference", **options)
    wanted = local.standings
    got = rating.standings.drop("pool").select(wanted.columns)
    blank = [column for column in wanted.columns if wanted[column].null_count() == wanted.height]
    assert_frame_equal(got.drop(blank), wanted.drop(blank), check_dtypes=False, check_exact=True)
    about = rating.pools[""]
    assert about.on == local.outcome.on
    assert about.counted == local.outcome.counted
    assert dict(about.not_counted) == dict(local.outcome.not_counted)
    return rating


@pytest.mark.parametrize(
    ("seed", "first", "days"),
    [(1, date(2023, 11, 3), 200), (2, date(2009, 2, 1), 240), (3, date(2017, 5, 20), 100), (4, date(2024, 1, 20), 150)],
)
def test_a_season_has_the_reference_list(cluster: str, seed: int, first: date, days: int) -> None:
    same_list(cluster, list(season(seed, first, days)))


def test_decisions_an_earlier_list_and_a_day_to_stop_at(cluster: str) -> None:
    table, people = season(6, date(2024, 2, 10), 120)
    decided = pl.DataFrame(
        {
            "date": ["2024-03-11", "2024-04-01"],
            "player": ["P3", "P4"],
            "kind": "assign",
            "rating": [2100, 1900],
            "reason": "court",
        }
    )
    rating = same_list(cluster, [table, people, decided], on="2024-05-15", since="2024-03-20")
    assert rating.standings["previous_rank"].null_count() < rating.standings.height
    assert rating.pools[""].not_counted["declared-unrated"] > 0


def test_house_rules_that_round_and_cap_otherwise(cluster: str) -> None:
    table, people = season(8, date(2024, 2, 10), 70, games=300)
    for rules in ({"rounding": "event", "cap_rule": "one-per-event"}, {"rounding": "rating-used", "k_games_limit": 100}):
        same_list(cluster, [table, people], **rules)


def test_games_of_a_period_in_several_tables_and_explained(cluster: str) -> None:
    table, people = season(9, date(2024, 2, 10), 60, games=200)
    rating = same_list(cluster, [table.head(90), people, table.tail(110)])
    assert rating.explain("P1", last=1)


def test_what_nobody_can_see_on_a_cluster_is_refused(cluster: str) -> None:
    table, people = season(9, date(2024, 2, 10), 60, games=60)
    for wrong, code in (
        (pl.concat([table, table.head(2)]), "told-twice"),
        (table.with_columns(number_a=1), "spark-cannot"),
        (table.with_columns(date=pl.col("date").dt.to_string("%d/%m/%Y")), "spark-failed"),
        (table.with_columns(player_a=pl.lit("")), "nothing-to-rate"),
    ):
        with pytest.raises(Refused) as error:
            bareme.rate([wrong, people], "fide", engine="spark", spark=cluster)
        assert error.value.finding.code == code
    rating = bareme.rate([table.with_columns(score_a=pl.lit(7)).head(1), table, people], "fide", engine="spark", spark=cluster)
    assert [finding.severity for finding in rating.found].count("error") == 1
