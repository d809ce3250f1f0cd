"""Runs: a replay from a checkpoint gives the same bits as one from zero, whatever was corrected in between."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import transaction
from entering import enter
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pools import pools

from bareme.facts import Facts, Placement
from bareme.findings import Refused
from bareme.journal import Line
from bareme.lists import ranked
from bareme.office.audit.trail import acting, verify_chain, verify_rows
from bareme.office.editions.checksum import rows_of
from bareme.office.editions.service import publish
from bareme.office.editions.verify import verify_editions
from bareme.office.ledger.reading import current_rows, facts_of
from bareme.office.models import (
    Adjustment,
    Checkpoint,
    EventDetail,
    Game,
    JournalLine,
    LiveStanding,
    Member,
    Merge,
    Pool,
    Run,
    RunLease,
    User,
)
from bareme.office.models import Placement as PlacementRow
from bareme.office.pools.service import new_pool, rules_of
from bareme.office.runs.journal import journal, segments
from bareme.office.runs.lease import leased
from bareme.office.runs.replaying import basis, replayed, standings_hash
from bareme.office.runs.service import Made, make_run
from bareme.office.tables import canonical
from bareme.replay import event_spans, replay
from seasons import seasons

ON = date(2026, 1, 1)
EXAMPLES = int(os.environ.get("BAREME_EXAMPLES", "6"))
quick = settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@contextmanager
def taken_back() -> Iterator[None]:
    """Everything inside is undone, for the next example."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def reference(pool: Pool, on: date) -> tuple[str, list[Line]]:
    """The core's own replay of the pool's facts: the hash of the list, and the journal."""
    every, lines = facts_of(pool), list[Line]()
    begun = [event for event in event_spans(every).values() if event.start and event.start <= on]
    facts = replace(
        every,
        events=tuple(begun),
        games=tuple(game for game in every.games if game.date <= on),
        placements=tuple(row for row in every.placements if row.date <= on),
        adjustments=tuple(row for row in every.adjustments if row.date <= on),
    )
    if not facts.games and not facts.placements and not facts.adjustments:
        return "", []
    outcome = replay(rules_of(pool), facts, on=on, record=lines.append)
    return standings_hash(ranked(outcome.standings)), lines


def assert_as_from_zero(made: Made, pool: Pool, on: date) -> None:
    """A run agrees with a replay from zero: receipt, journal as stored, state and checkpoints."""
    again = replayed(basis(pool, on, from_zero=True))
    run = made.run
    assert again.lines is not None
    assert run.facts_sha256 == again.fold.chain.value
    assert run.standings_sha256 == again.standings_sha256
    assert (run.journal_sha256, run.lines) == (again.lines.chain.value, again.lines.chain.count)
    assert made.replayed.fold.book.state() == again.fold.book.state()
    assert (run.counted, run.not_counted) == (again.counted, again.not_counted)
    assert made.replayed.findings == again.findings
    again.lines.close()
    standings, lines = reference(pool, on)
    assert not lines or run.standings_sha256 == standings
    kept = [plain(line) for line in journal(run)]
    assert kept == [plain(line) for line in lines]


def plain(line: Line) -> Line:
    return replace(line, terms=json.loads(canonical(line.terms)), event="" if line.event == line.date.isoformat() else line.event)


# -- what is corrected, at random

MODELS = {"game": Game, "placement": PlacementRow, "adjustment": Adjustment, "event": EventDetail}


@st.composite
def corrections(draw: st.DrawFn) -> tuple[str, int, str, int]:
    """(of what, which one, how, by how much)."""
    return (
        draw(st.sampled_from([*MODELS, "merge", "unmerge"])),
        draw(st.integers(0, 1000)),
        draw(st.sampled_from(["void", "date", "value"])),
        draw(st.integers(1, 60)),
    )


def correct(pool: Pool, correction: tuple[str, int, str, int]) -> None:
    what, which, how, much = correction
    if what == "merge":
        _merge(pool, which, much)
        return
    if what == "unmerge":
        for merge in current_rows(Merge.objects.all())[:1]:
            with acting(None, "test") as work:
                work.add(
                    Merge, member_id=merge.member_id, into_id=merge.into_id, supersedes_id=merge.pk, root=merge.pk, void=True
                )
        return
    model: Any = MODELS[what]
    query = model.objects.filter(event__pool=pool) if what == "event" else model.objects.filter(pool=pool)
    rows = current_rows(query)
    if not rows:
        return
    old = rows[which % len(rows)]
    values = {f.attname: getattr(old, f.attname) for f in model._meta.concrete_fields if f.attname not in ("id", "act_id")}
    values |= {"supersedes_id": old.pk, "root": old.root or old.pk, "file_id": None}
    if how == "void":
        values["void"] = True
    elif what == "event":
        values["end" if how == "date" else "reported"] = (old.end or date(2020, 1, 1)) + timedelta(days=much)
    elif how == "date":
        values["date"] = old.date + timedelta(days=much - 30)
    elif what == "game":
        values["score_a"] = 1.0 - old.score_a
    elif what == "placement":
        values["place"] = old.place + much
    else:
        values["rating"] = 1500.0 + much
    with acting(None, "test") as work:
        work.add(model, **values)


def _merge(pool: Pool, which: int, much: int) -> None:
    """Two who have never met."""
    games = current_rows(Game.objects.filter(pool=pool))
    met = {frozenset((game.player_a_id, game.player_b_id)) for game in games}
    merged = {row.member_id for row in current_rows(Merge.objects.all())} | {
        row.into_id for row in current_rows(Merge.objects.all())
    }
    people = [pk for pk in Member.objects.order_by("pk").values_list("pk", flat=True) if pk not in merged]
    pairs = [(a, b) for a in people for b in people if a != b and frozenset((a, b)) not in met]
    if pairs:
        member, into = pairs[(which + much) % len(pairs)]
        with acting(None, "test") as work:
            work.add(Merge, member_id=member, into_id=into)


@st.composite
def fisf_facts(draw: st.DrawFn) -> Facts:
    """Up to six events of placements over three seasons, and licences."""
    names = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"]
    rows = []
    for number in range(draw(st.integers(1, 6))):
        day = date(2009, 10, 1) + timedelta(days=draw(st.integers(0, 1000)))
        order = draw(st.permutations(names))[: draw(st.integers(2, 6))]
        rounds = draw(st.integers(1, 9))
        rows += [
            Placement(
                day, f"E{number}", rounds, "", name, "FFSc" if name < "D" else "FQCSF", draw(st.integers(1, 5)), place, place
            )
            for place, name in enumerate(order, 1)
        ]
    return Facts(placements=tuple(rows))


BOOKS = {"elo": seasons(), "ffbg": seasons(with_decisions=True), "fide": pools(), "fisf": fisf_facts()}


@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_replay_from_a_checkpoint_is_one_from_zero(rulebook: str, officer: User, admin: User) -> None:
    @quick
    @given(BOOKS[rulebook], BOOKS[rulebook], st.lists(corrections(), min_size=1, max_size=4), st.booleans())
    def check(facts: Facts, late: Facts, changes: list[tuple[str, int, str, int]], listed: bool) -> None:
        with taken_back():
            pool = new_pool(admin, "pool", rulebook, rhythm="monthly")
            enter(pool, facts)
            dated = [game.date for game in facts.games] + [row.date for row in facts.placements]
            on = max(dated, default=ON) + timedelta(days=20)
            edition = publish(officer, pool, on).edition
            published = rows_of(edition)
            for change in changes:
                correct(pool, change)
                if facts_of(pool):
                    assert_as_from_zero(make_run(officer, pool, on), pool, on)
            enter(pool, _late(late, listed))
            assert_as_from_zero(make_run(officer, pool, on + timedelta(days=400)), pool, on + timedelta(days=400))
            assert not verify_chain()
            assert not list(verify_rows())
            assert rows_of(edition) == published  # whatever came after it
            assert not list(verify_editions(pool))

    check()


def _late(facts: Facts, listed: bool) -> Facts:
    """The same players in events of other names."""
    return replace(
        facts,
        players=facts.players if listed else (),
        events=tuple(replace(event, name=f"late {event.name}") for event in facts.events),
        games=tuple(
            replace(game, event=game.event and f"late {game.event}", sequence=game.sequence + 100) for game in facts.games
        ),
        placements=tuple(replace(row, event=f"late {row.event}") for row in facts.placements),
        adjustments=tuple(replace(row, sequence=row.sequence + 100) for row in facts.adjustments),
    )


# -- one run after the other

HEADER = "date,event,round,player_a,player_b,score_a,length\n"
YEAR = HEADER + "".join(
    f"2025-{month:02}-11,Club {month},{number},{a},{b},1,7\n"
    for month in range(1, 13)
    for number, (a, b) in enumerate((("Ada", "Bo"), ("Cy", "Di"), ("Ada", "Di"), ("Bo", "Cy")), 1)
)


@pytest.fixture
def rated(bring: Any, officer: User, pool: Pool) -> Made:
    """A year of a small club, rated."""
    bring(YEAR)
    return make_run(officer, pool, ON)


def swap(pool: Pool, event: str) -> None:
    old = Game.objects.filter(pool=pool, event__label=event).order_by("pk").first()
    values = {f.attname: getattr(old, f.attname) for f in Game._meta.concrete_fields if f.attname not in ("id", "act_id")}
    with acting(None, "test") as work:
        work.add(Game, **{**values, "supersedes_id": old.pk, "root": old.pk, "score_a": 0.0, "file_id": None})


def test_a_run_keeps_its_receipt(rated: Made, pool: Pool) -> None:
    run = rated.run
    assert (run.on, run.facts, run.counted, run.lines) == (ON, 48, 48, 100)  # an entry line for each of four
    assert (run.base, run.kept, run.rulebook, run.overrides) == (None, None, "elo", {})
    assert len(run.rules_sha256) == 64
    assert "bareme" in run.engine
    assert JournalLine.objects.filter(run=run).count() == 100
    assert Checkpoint.objects.filter(pool=pool).count() == 12  # the first of each month, from February to January
    assert [live.rank for live in LiveStanding.objects.filter(pool=pool).order_by("rank")] == [1, 2, 3, 4]


def test_the_same_again_records_nothing(rated: Made, officer: User, pool: Pool) -> None:
    again = make_run(officer, pool, ON)
    assert (again.new, again.run) == (False, rated.run)
    assert Run.objects.count() == 1


def test_a_late_correction_replays_from_the_checkpoint_before_its_event(rated: Made, officer: User, pool: Pool) -> None:
    swap(pool, "Club 10")
    made = make_run(officer, pool, ON)
    assert (made.run.base, made.run.since) == (rated.run, date(2025, 10, 1))
    assert made.replayed.basis.checkpoint is not None
    assert len(made.replayed.basis.facts) == 12  # October to December
    assert JournalLine.objects.filter(run=made.run).count() == 24
    assert [(segment.run, segment.last - segment.first + 1) for segment in segments(made.run)] == [
        (rated.run.pk, 76),
        (made.run.pk, 24),
    ]
    assert_as_from_zero(made, pool, ON)


def test_a_run_further_on_only_writes_what_is_new(rated: Made, bring: Any, officer: User, pool: Pool) -> None:
    bring(HEADER + "2026-01-11,Club,1,Ada,Bo,0,7\n")
    made = make_run(officer, pool, date(2026, 2, 1))
    assert (made.run.base, made.run.lines, made.run.kept_lines) == (rated.run, 102, 100)
    assert JournalLine.objects.count() == 102


def test_a_replay_from_zero_writes_no_line_twice(rated: Made, bring: Any, officer: User, pool: Pool) -> None:
    bring({"players.csv": "player,rating\nEd,1900\n"})  # known from the beginning: no checkpoint stands
    made = make_run(officer, pool, ON)
    assert made.replayed.basis.checkpoint is None
    assert (made.new, made.run.lines, made.run.kept_lines) == (True, 100, 100)
    assert JournalLine.objects.count() == 100
    assert LiveStanding.objects.filter(pool=pool).count() == 5
    swap(pool, "Club 12")
    later = make_run(officer, pool, ON)
    assert later.replayed.basis.checkpoint is not None
    assert_as_from_zero(later, pool, ON)


def test_other_rules_replay_everything(rated: Made, admin: User, officer: User, pool: Pool) -> None:
    from bareme.office.pools.service import change_pool

    change_pool(admin, pool, "the board", overrides={"k": 10})
    made = make_run(officer, pool, ON)
    assert (made.run.base, made.run.overrides) == (None, {"k": 10.0})
    assert JournalLine.objects.filter(run=made.run).count() == 100


def test_the_list_of_a_past_day_leaves_the_live_standings(rated: Made, officer: User, pool: Pool) -> None:
    past = make_run(officer, pool, date(2025, 3, 1))
    assert past.run.facts == 8
    assert set(LiveStanding.objects.values_list("run", flat=True)) == {rated.run.pk}


def test_a_damaged_checkpoint_is_said(rated: Made, officer: User, pool: Pool) -> None:
    Checkpoint.objects.update(sha256="0" * 64)
    with pytest.raises(Refused, match="not what was put down"):
        make_run(officer, pool, ON)
    assert make_run(officer, pool, ON, from_zero=True).run == rated.run
    assert make_run(officer, pool, ON).run == rated.run  # which made them again


def test_an_empty_pool_has_nothing_to_rate(officer: User, pool: Pool) -> None:
    with pytest.raises(Refused, match="nothing to rate"):
        make_run(officer, pool)
    assert not RunLease.objects.exists()


# -- one at a time


def test_a_second_run_has_to_wait(rated: Made, officer: User, pool: Pool) -> None:
    with leased(pool), pytest.raises(Refused, match="is going on"):
        make_run(officer, pool, ON)
    assert make_run(officer, pool, ON).run == rated.run


def test_the_lease_of_a_dead_process_is_taken_over(rated: Made, officer: User, pool: Pool) -> None:
    with leased(pool) as lost:
        RunLease.objects.update(process=2**22 + 1)  # above the highest there is
        swap(pool, "Club 12")
        made = make_run(officer, pool, ON)
        assert made.new
        with pytest.raises(Refused, match="taken for dead"):
            lost.hold()


def test_a_lease_from_elsewhere_expires(rated: Made, officer: User, pool: Pool) -> None:
    with leased(pool):
        RunLease.objects.update(host="elsewhere")
        with pytest.raises(Refused, match="elsewhere"):
            make_run(officer, pool, ON)
        RunLease.objects.update(renewed_at="2020-01-01T00:00:00Z")
        assert make_run(officer, pool, ON).run == rated.run


def test_a_reader_may_not_run(rated: Made, admin: User, pool: Pool) -> None:
    from bareme.office.users.service import new_user

    with pytest.raises(Refused, match="may not"):
        make_run(new_user(admin, "rex", "reader", None), pool, ON)
