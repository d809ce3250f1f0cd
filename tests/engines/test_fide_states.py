"""FIDE's states and checkpoints: events that are not rated yet come with them."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from datetime import date
from pathlib import Path

from fide_seasons import FIDE, seasons
from hypothesis import given, settings
from hypothesis import strategies as st
from season_files import same, split, written
from test_fide_in_bulk import days, maybe

from bareme.engines.bulk import rate_in_bulk
from bareme.facts import Facts
from bareme.rulebooks.base import open_rulebook


@settings(max_examples=20)
@given(seasons(), st.sampled_from(FIDE[:3]), days)
def test_a_saved_state_is_a_carried_one(facts: Facts, overrides: dict[str, object], cut: date) -> None:
    rulebook = open_rulebook("fide", overrides)
    first, second = split(facts, cut)
    if not first.games or not second:
        return
    with tempfile.TemporaryDirectory() as folder:
        one, two = written(folder, "one", replace(first, players=facts.players)), written(folder, "two", second)
        state = Path(folder, "state.parquet")
        rated = rate_in_bulk(one, rulebook, on=cut)
        rated.save(state)
        same(rate_in_bulk(two, rulebook, carried=state), rate_in_bulk(two, rulebook, carried=rated.carry()))


@settings(max_examples=20)
@given(seasons(), seasons(), st.sampled_from([None, 1, 20, 70]), maybe)
def test_a_late_result_replays_from_a_checkpoint(facts: Facts, late: Facts, every: int | None, since: date | None) -> None:
    rulebook = open_rulebook("fide")
    late = replace(late, players=())
    with tempfile.TemporaryDirectory() as folder:
        files, more = written(folder, "season", facts), written(folder, "late", late)
        kept = Path(folder, "kept")
        rate_in_bulk(files, rulebook, checkpoints=kept, every=every)
        resumed = rate_in_bulk([*files, *more], rulebook, checkpoints=kept, every=every, since=since)
        whole = rate_in_bulk([*files, *more], rulebook, since=since)
        same(resumed, whole)
        assert resumed.outcome.counted == whole.outcome.counted
        assert dict(resumed.outcome.not_counted) == dict(whole.outcome.not_counted)
        again = rate_in_bulk([*files, *more], rulebook, checkpoints=kept, every=every)  # nothing new: from the last of all
        same(again, rate_in_bulk([*files, *more], rulebook))
