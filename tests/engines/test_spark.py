"""Many pools on a cluster: each pool's list is the local engine's, to the last bit."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from spark_cluster import remote

import bareme
from bareme.cli import main
from bareme.findings import Refused


@pytest.fixture(scope="module")
def cluster() -> str:
    return remote()


def season(seed: int, games: int = 900, pools: int = 4, players: int = 12) -> pl.DataFrame:
    """Games of several pools whose players bear the same names; many of one day, some of one round, draws and lengths."""
    chance = np.random.default_rng(seed)
    first = chance.integers(0, players, games)
    second = (first + chance.integers(1, players, games)) % players
    days = np.sort(chance.integers(19_600, 20_300, games)).astype("i4")
    return pl.DataFrame(
        {
            "pool": [f"club {number}" for number in chance.integers(0, pools, games)],
            "date": pl.Series(days).cast(pl.Date),
            "event": [f"open {number}" for number in days // 20],
            "round": chance.integers(1, 4, games),
            "player_a": [f"Ann {number}" for number in first],
            "player_b": [f"Ann {number}" for number in second],
            "score_a": chance.choice([0.0, 0.5, 1.0], games),
            "length": chance.choice([5, 7, 9, 11], games),
            "sequence": np.arange(games),
        }
    )


def decided(table: pl.DataFrame) -> pl.DataFrame:
    """Without draws, which backgammon has none of."""
    return table.with_columns(pl.when(pl.col("score_a") == 0.5).then(1.0).otherwise(pl.col("score_a")).alias("score_a"))


def same_lists(rating: Any, table: pl.DataFrame, rulebook: str, *more: pl.DataFrame, **options: Any) -> None:
    """Each pool's list against the reference's and the fast engine's on that pool's rows as they stand in the table."""
    for (name,), rows in table.group_by("pool"):
        own = [each.filter(pl.col("pool") == name).drop("pool") if "pool" in each.columns else each for each in more]
        for engine in ("reference", "fast"):
            local = bareme.rate([rows.drop("pool"), *own], rulebook, engine=engine, **options)
            wanted = local.standings
            got = rating.standings.filter(pl.col("pool") == name).drop("pool").select(wanted.columns)
            blank = [column for column in wanted.columns if wanted[column].null_count() == wanted.height]
            assert_frame_equal(got.drop(blank), wanted.drop(blank), check_dtypes=False, check_exact=True)
            assert rating.pools[name].counted == local.outcome.counted
            assert dict(rating.pools[name].not_counted) == dict(local.outcome.not_counted)
            assert rating.pools[name].on == local.outcome.on


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("rulebook", ["elo", "ffbg"])
def test_pools_of_shuffled_rows_have_the_local_lists(cluster: str, rulebook: str, seed: int) -> None:
    table = season(seed)
    table = decided(table) if rulebook == "ffbg" else table
    shuffled = table.sample(fraction=1.0, shuffle=True, seed=seed)
    rating = bareme.rate(shuffled, rulebook, engine="spark", spark=cluster, since="2024-06-01")
    assert sorted(rating.pools) == ["club 0", "club 1", "club 2", "club 3"]
    same_lists(rating, table, rulebook, since="2024-06-01")
    assert not rating.found or {finding.severity for finding in rating.found} <= {"warning", "info"}


def test_files_folders_of_pools_and_decisions_for_all(cluster: str, tmp_path: Path) -> None:
    table = season(7)
    for (name,), rows in table.group_by("pool"):
        folder = tmp_path / "games" / f"pool={name}"
        folder.mkdir(parents=True)
        rows.drop("pool").write_parquet(folder / "part.parquet")
    assigned = pl.DataFrame({"date": ["2023-09-01"] * 2, "player": ["Ann 1", "Ann 2"], "kind": "assign", "rating": [1900, 1200]})
    own = pl.DataFrame({"pool": ["club 2"], "date": ["2024-01-01"], "player": ["Ann 3"], "kind": "assign", "rating": [2000]})
    assigned.write_parquet(tmp_path / "all.parquet")
    own.write_csv(tmp_path / "own.csv")
    files = [str(tmp_path / name) for name in ("games", "all.parquet", "own.csv")]
    rating = bareme.rate(files, "elo", engine="spark", spark=cluster)
    same_lists(rating, table, "elo", assigned, own)


def test_a_csv_with_quotes_and_other_names_of_columns(cluster: str, tmp_path: Path) -> None:
    names = ['O"Neil; Ann', "Dé, Zoé", "Bo"]
    rows = [(f"2024-01-0{day}", names[day % 3], names[(day + 1) % 3], "1") for day in range(1, 9)]
    table = pl.DataFrame(rows, schema=["jour", "home", "away", "score"], orient="row").with_columns(bassin=pl.lit("paris"))
    table.write_csv(tmp_path / "games.csv", separator=";")
    columns = {"player_a": "home", "player_b": "away"}
    out = tmp_path / "lists.parquet"
    arguments = ["rate", str(tmp_path / "games.csv"), "--rulebook", "elo", "--engine", "spark", "--spark", cluster]
    assert main([*arguments, "--delimiter", ";", "--columns", "player_a=home,player_b=away", "--out", str(out)]) == 0
    local = bareme.rate(table.drop("bassin"), "elo", columns=columns, engine="reference").standings
    assert pl.read_parquet(out).select("pool", "rank", "player", "rating").rows() == [
        ("paris", *row) for row in local.select("rank", "player", "rating").rows()
    ]


def test_one_pool_is_said_to_be_a_fold(cluster: str) -> None:
    table = season(3, pools=1)
    rating = bareme.rate(table.drop("pool"), "elo", engine="spark", spark=cluster)
    assert [finding.code for finding in rating.found] == ["one-pool"]
    wanted = bareme.rate(table.drop("pool"), "elo", engine="reference").standings
    assert rating.standings.select("rank", "player", "rating").equals(wanted.select("rank", "player", "rating"))
    local = bareme.rate(table.drop("pool"), "elo", engine="fast").explain("Ann 1", last=2)
    assert re.sub("table 1:[0-9]+", "", rating.explain("Ann 1", last=2)) == re.sub(
        "table 1:[0-9]+", "", local
    )  # the row is another


def test_without_a_sequence_the_order_is_the_same_for_any_order_of_rows_and_said_to_be_untold(cluster: str) -> None:
    table = season(5).drop("sequence", "round", "event")
    lists = [
        bareme.rate(table.sample(fraction=1.0, shuffle=True, seed=seed), "elo", engine="spark", spark=cluster) for seed in (1, 2)
    ]
    assert lists[0].standings.equals(lists[1].standings)
    told = [finding for finding in lists[0].found if finding.code == "order-not-told"]
    assert len(told) == 4
    busy = table.unpivot(["player_a", "player_b"], index=["pool", "date", "score_a"], value_name="who")
    assert busy.filter(pl.len().over("pool", "date", "who") > 1).height > 0
    alone = table.unique(["pool", "date"], keep="first", maintain_order=True)
    rating = bareme.rate(alone, "elo", engine="spark", spark=cluster)
    same_lists(rating, alone, "elo")
    assert "order-not-told" not in {finding.code for finding in rating.found}


def test_a_pool_that_cannot_be_rated_and_rows_of_none_stop_no_other(cluster: str) -> None:
    table = season(2, games=60, pools=2)
    bad = table.head(1).with_columns(pool=pl.lit("ghost"), player_a=pl.lit(""))
    astray = table.tail(3).with_columns(pool=pl.lit(" "))
    rating = bareme.rate(pl.concat([table, bad, astray]), "elo", engine="spark", spark=cluster)
    same_lists(rating, table, "elo")
    assert rating.standings["pool"].unique().sort().to_list() == ["club 0", "club 1"]
    told = {(row["pool"], row["code"]) for row in rating.findings.iter_rows(named=True)}
    assert ("", "no-pool") in told
    assert any(pool == "ghost" for pool, _ in told)


def test_the_screen_csv_and_json(cluster: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = season(4, games=50, pools=2)
    table.write_parquet(tmp_path / "g.parquet")
    arguments = ["rate", str(tmp_path / "g.parquet"), "--rulebook", "elo", "--engine", "spark", "--spark", cluster, "--top", "2"]
    assert main([*arguments, "--lang", "fr"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[:2] == ["Classement", "Rang"]
    assert main([*arguments, "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [(pool["pool"], len(pool["standings"])) for pool in document["pools"]] == [("club 0", 2), ("club 1", 2)]
    assert sum(pool["counted"] for pool in document["pools"]) == 50
    assert main([*arguments, "--format", "csv"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("club 0,1,")


# -- what goes wrong, in words


def refused(source: Any, cluster: str | None, **options: Any) -> str:
    with pytest.raises(Refused) as error:
        bareme.rate(source, "elo", engine="spark", spark=cluster, **options)
    assert str(error.value).endswith(".")
    return error.value.finding.code


def test_no_server_no_address_no_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SPARK_REMOTE", raising=False)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert refused([], None) == "spark-no-remote"
    assert refused([], f"sc://127.0.0.1:{port}") == "spark-cannot-connect"
    assert refused([], "127.0.0.1:15002") == "spark-cannot-connect"
    monkeypatch.setenv("SPARK_REMOTE", f"sc://127.0.0.1:{port}")
    assert refused([], None) == "spark-cannot-connect"
    monkeypatch.setattr("bareme.engines.spark.session.PACKAGES", ("pyspark_that_nobody_has",))
    assert refused([], None) == "spark-extra-missing"


def test_a_program_without_a_file_of_its_own(cluster: str) -> None:
    script = f"""
import bareme
games = [{{"date": "2024-01-01", "winner": "Ada", "loser": "Bo"}}]
print(bareme.rate(games, engine="spark", spark="{cluster}").standings["player"].to_list())
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("['Ada', 'Bo']\n", 0), done.stderr


def test_sources_that_are_none(cluster: str, tmp_path: Path) -> None:
    assert refused(str(tmp_path / "nothing.parquet"), cluster) == "spark-source"
    (tmp_path / "broken.parquet").write_bytes(b"no parquet at all")
    assert refused(str(tmp_path / "broken.parquet"), cluster) == "spark-source"
    table = season(1, games=20)
    assert refused([table, table.drop("pool")], cluster) == "pool-missing"
    assert refused(table.rename({"player_a": "x", "player_b": "y"}), cluster) == "unknown-columns"
    assert refused(table, cluster, journal="j.parquet") == "spark-cannot"
    assert refused(table.with_columns(player_a=pl.lit("")), cluster) == "missing-value"


def test_workers_that_fail_or_are_not_like_us(cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = season(1, games=20)
    monkeypatch.setattr("bareme.engines.spark.pools.versions_hash", lambda rulebook: "another text")
    assert refused(table, cluster) == "spark-other-bareme"
    monkeypatch.undo()
    monkeypatch.setattr("bareme.engines.spark.pools._rate_group", _out_of_memory)
    with pytest.raises(Refused) as error:
        bareme.rate(table, "elo", engine="spark", spark=cluster)
    assert error.value.finding.code == "spark-failed"
    assert "MemoryError: no room" in str(error.value.finding.details["why"])
    monkeypatch.setattr("bareme.engines.spark.pools._rate_group", _without_bareme)
    assert refused(table, cluster) == "spark-workers-unready"


def _by_value(function: Any) -> Any:
    """Spark sends what stands in a module by its name, and the workers have not the module of this test."""
    function.__module__ = "__main__"
    return function


@_by_value
def _out_of_memory(task: Any, key: Any, rows: Any) -> Any:
    raise MemoryError("no room")


@_by_value
def _without_bareme(task: Any, key: Any, rows: Any) -> Any:
    import bareme_that_nobody_has  # type: ignore[import-not-found]

    return bareme_that_nobody_has


def test_pools_of_periods_and_of_placements(cluster: str) -> None:
    table = season(11, games=120, pools=2)
    people = pl.DataFrame(
        {"player": [f"Ann {number}" for number in range(8)], "rating": [1500 + 90 * number for number in range(8)]}
    )
    rating = bareme.rate([table, people], "fide", engine="spark", spark=cluster)
    same_lists(rating, table, "fide", people)
    chance = np.random.default_rng(12)
    meets = pl.concat(
        pl.DataFrame(
            {
                "pool": pool,
                "date": f"2023-1{month}-15",
                "event": f"Open {month}",
                "rounds": 8,
                "category": 1,
                "player": [f"Zoé {number}" for number in chance.permutation(10)],
                "series": 4,
                "place": range(1, 11),
            }
        )
        for pool in ("nord", "sud")
        for month in range(3)
    )
    rating = bareme.rate(meets.sample(fraction=1.0, shuffle=True, seed=1), "fisf", engine="spark", spark=cluster)
    for (pool,), rows in meets.group_by("pool"):
        wanted = bareme.rate(rows.drop("pool"), "fisf", engine="reference").standings
        got = rating.standings.filter(pl.col("pool") == pool)
        columns = ["rank", "player", "rating", "games", "states"]
        assert_frame_equal(got.select(columns), wanted.select(columns), check_dtypes=False, check_exact=True)
        assert wanted["rating"].n_unique() > 1
