"""FISF's states and checkpoints, and placements beside games under every rulebook."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from datetime import date
from pathlib import Path

from fisf_seasons import FISF, days, seasons
from hypothesis import given, settings
from hypothesis import strategies as st
from season_files import same, split, written
from test_fisf_in_bulk import maybe
from twins import same as as_reference

from bareme.engines.bulk import rate_in_bulk
from bareme.facts import Facts, Game
from bareme.findings import Refused
from bareme.readers import read
from bareme.readers.reading import Reading
from bareme.rulebooks.base import open_rulebook


@settings(max_examples=25)
@given(seasons(), st.sampled_from(FISF), days)
def test_a_saved_state_goes_on(facts: Facts, overrides: dict[str, object], cut: date) -> None:
    rulebook = open_rulebook("fisf", overrides)
    first, second = split(facts, cut)
    if not first.placements or not second:
        return
    with tempfile.TemporaryDirectory() as folder:
        one, two = written(folder, "one", replace(first, players=facts.players)), written(folder, "two", second)
        state = Path(folder, "state.parquet")
        try:
            rate_in_bulk(one, rulebook).save(state)
            whole = rate_in_bulk([*one, *two], rulebook)
        except Refused:  # no row of the first part can be read
            return
        same(rate_in_bulk(two, rulebook, carried=state), whole)


@settings(max_examples=25)
@given(seasons(), seasons(), st.sampled_from([None, 90, 300]), maybe)
def test_a_late_result_replays_from_a_checkpoint(facts: Facts, late: Facts, every: int | None, since: date | None) -> None:
    rulebook = open_rulebook("fisf", FISF[1])
    with tempfile.TemporaryDirectory() as folder:
        files, more = written(folder, "season", facts), written(folder, "late", replace(late, players=()))
        kept = Path(folder, "kept")
        rate_in_bulk(files, rulebook, checkpoints=kept, every=every)
        resumed = rate_in_bulk([*files, *more], rulebook, checkpoints=kept, every=every, since=since)
        whole = rate_in_bulk([*files, *more], rulebook, since=since)
        same(resumed, whole)
        assert resumed.outcome.counted == whole.outcome.counted
        assert dict(resumed.outcome.not_counted) == dict(whole.outcome.not_counted)


@settings(max_examples=25)
@given(seasons(), st.sampled_from(FISF))
def test_files(facts: Facts, overrides: dict[str, object]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        files = list(map(str, written(folder, "season", facts)))
        as_reference(open_rulebook("fisf", overrides), read(files), files)


@settings(max_examples=25)
@given(seasons(), st.sampled_from(["elo", "ffbg", "fide", "fisf"]))
def test_placements_beside_games(facts: Facts, rulebook: str) -> None:
    """Each rulebook counts what it knows, and says of every other fact that it does not count."""
    games = tuple(
        Game(row.date.replace(day=28), "Zonal", 1, number, "Ada", "Bo", 1.0, length=5, rated=number % 3 > 0, why="forfeit")
        for number, row in enumerate(facts.placements)
    )
    facts = replace(facts, games=games)
    as_reference(open_rulebook(rulebook), Reading(facts), facts)
