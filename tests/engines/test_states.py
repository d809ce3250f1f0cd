"""Going on from a saved state, and from a checkpoint: equal to the whole replay, to the last bit."""

from __future__ import annotations

import json
import tempfile
from datetime import date
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from season_files import same, split, written

import bareme
from bareme.engines.bulk import bulk_rating, rate_in_bulk
from bareme.facts import Facts
from bareme.findings import Refused
from bareme.rulebooks.base import open_rulebook
from bareme.writers.tables import write_state
from seasons import days, seasons


@pytest.mark.parametrize("name", ["elo", "ffbg"])
@given(facts=seasons(with_decisions=True), cut=days)
def test_a_saved_state_goes_on(name: str, facts: Facts, cut: date) -> None:
    rulebook = open_rulebook(name)
    first, second = split(facts, cut)
    if not first or not second:
        return
    with tempfile.TemporaryDirectory() as folder:
        one, two = written(folder, "one", first), written(folder, "two", second)
        state = Path(folder, "state.parquet")
        rate_in_bulk(one, rulebook).save(state)
        went_on = rate_in_bulk(two, rulebook, carried=state)
        same(went_on, rate_in_bulk([*one, *two], rulebook))
        receipt = json.loads(state.with_suffix(".json").read_text(encoding="utf-8"))
        assert (receipt["rulebook"], receipt["overrides"]) == (name, {})
        assert set(receipt["inputs"]) == set(map(str, one))


@pytest.mark.parametrize("name", ["elo", "ffbg"])
@settings(max_examples=15)  # each keeps a state for nearly every day of some years
@given(facts=seasons(with_decisions=True), late=seasons(with_decisions=True), data=st.data())
def test_a_late_result_replays_from_the_checkpoint_before_it(name: str, facts: Facts, late: Facts, data: st.DataObject) -> None:
    rulebook = open_rulebook(name)
    every = data.draw(st.sampled_from([None, 1, 40, 200]))
    since = data.draw(st.one_of(st.none(), days))
    with tempfile.TemporaryDirectory() as folder:
        files, more = written(folder, "season", facts), written(folder, "late", late)
        kept = Path(folder, "kept")
        rate_in_bulk(files, rulebook, checkpoints=kept, every=every)
        resumed = rate_in_bulk([*files, *more], rulebook, checkpoints=kept, every=every, since=since)
        whole = rate_in_bulk([*files, *more], rulebook, since=since)
        same(resumed, whole)
        assert resumed.outcome.counted == whole.outcome.counted
        assert dict(resumed.outcome.not_counted) == dict(whole.outcome.not_counted)
        told = [finding.details["day"] for finding in resumed.found if finding.code == "resumed"]
        known = {file.read_bytes() for file in files}
        new = [file.read_bytes() not in known for file in more]  # the same content again is nothing late
        dates = [[game.date for game in late.games], [fact.date for fact in late.adjustments]]
        first_late = min([min(days) for days, late_too in zip(dates, new, strict=False) if late_too], default=date.max)
        assert all(day < first_late for day in told)
        again = rate_in_bulk([*files, *more], rulebook, checkpoints=kept, every=every)  # nothing new: from the last of all
        same(again, rate_in_bulk([*files, *more], rulebook))


GAMES = [
    {"date": "2025-01-11", "event": "Club", "round": 1, "player_a": "Ada", "player_b": "Bo", "score_a": 1.0},
    {"date": "2025-01-11", "event": "Club", "round": 2, "player_a": "Bo", "player_b": "Cy", "score_a": 0.5},
    {"date": "2025-01-12", "event": "Club", "round": 3, "player_a": "Cy", "player_b": "Ada", "score_a": 0.0},
]


def saved(folder: Path, **more: Any) -> tuple[Path, Path]:
    games, state = folder / "games.parquet", folder / "state.parquet"
    pl.DataFrame(GAMES).write_parquet(games)
    rate_in_bulk(games, open_rulebook("elo", more)).save(state)
    return games, state


def test_a_file_that_the_state_has_is_not_counted_again(tmp_path: Path) -> None:
    games, state = saved(tmp_path)
    later = tmp_path / "later.csv"
    later.write_text("date,event,round,player_a,player_b,score_a\n2025-01-12,Club,4,Ada,Bo,0\n")
    rating = rate_in_bulk([games, later], open_rulebook("elo"), carried=state)
    assert [finding.code for finding in rating.found] == ["counted-already"]
    same(rating, rate_in_bulk([games, later], open_rulebook("elo")))


def test_parquet_by_groups_is_read_from_the_checkpoint_on(tmp_path: Path) -> None:
    games = [{**GAMES[0], "date": date(2025, 1, day), "round": day, "score_a": day % 3 / 2} for day in range(1, 29)]
    file, late = tmp_path / "games.parquet", tmp_path / "late.parquet"
    pl.DataFrame(games).write_parquet(file, row_group_size=2)
    pl.DataFrame([{**games[0], "date": date(2025, 1, 22), "round": 99}]).write_parquet(late)
    rulebook, kept = open_rulebook("elo"), tmp_path / "kept"
    rate_in_bulk(file, rulebook, checkpoints=kept, every=5)
    assert sorted(kept.glob("*.parquet"))
    resumed = rate_in_bulk([file, late], rulebook, checkpoints=kept, every=5)
    whole = rate_in_bulk([file, late], rulebook)
    same(resumed, whole)
    assert resumed.outcome.counted == whole.outcome.counted == 29
    bulk = resumed._job.source.opening._bulks[0]  # type: ignore[union-attr]
    assert bulk.skipped == 20  # the groups up to the checkpoint of 21 January were not even read
    assert resumed.explain("Ada", last=100) == whole.explain("Ada", last=100)


def test_other_rules_and_damaged_states_are_refused(tmp_path: Path) -> None:
    games, state = saved(tmp_path)
    with pytest.raises(Refused, match="not with the rules"):
        bulk_rating(games, open_rulebook("elo", {"k": 3}), carried=state)
    receipt = state.with_suffix(".json")
    content = json.loads(receipt.read_text(encoding="utf-8"))
    for says, wrong in (("another text", {"versions": "others"}), ("of another state", {"state": "00"})):
        with receipt.open("w", encoding="utf-8") as file:
            write_state({**content, **wrong}, file)
        with pytest.raises(Refused, match=says):
            bulk_rating(games, open_rulebook("elo"), carried=state)
    receipt.unlink()
    with pytest.raises(Refused, match="cannot be read"):
        bulk_rating(games, open_rulebook("elo"), carried=state)
    with pytest.raises(Refused, match="cannot be read"):
        bulk_rating(games, open_rulebook("elo"), carried={"rulebook": "elo"})


def test_the_state_of_one_engine_is_that_of_the_other(tmp_path: Path) -> None:
    first = bareme.rate(GAMES[:2], rulebook="elo", engine="fast")
    state = tmp_path / "state.json"
    state.write_text(json.dumps(first.carry()), encoding="utf-8")
    whole = bareme.rate(GAMES, rulebook="elo", engine="reference").standings
    for carried, engine in ((first.carry(), "reference"), (state, "fast")):
        got = bareme.rate(GAMES[2:], rulebook="elo", carried=carried, engine=engine).standings
        assert got.select(whole.columns).rows() == whole.rows()
