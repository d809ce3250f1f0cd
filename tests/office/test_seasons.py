"""Seasons and periods: their turn looked at before, done as a run; what comes and what waits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest
from entering import enter

from bareme.facts import Adjustment, Event, Facts, Game, Placement, Player
from bareme.findings import Refused
from bareme.office.models import Act, Pool, Run, User
from bareme.office.people.codes import code
from bareme.office.pools.service import new_pool
from bareme.office.runs.service import make_run
from bareme.office.seasons.service import calendar, look, next_turn, roll_over, waiting

TURN = date(2025, 9, 1)


@pytest.fixture
def ffbg(admin: User) -> Pool:
    """Ada and Bo played; Cy, a master, did not."""
    pool = new_pool(admin, "ffbg", "ffbg", rhythm="09-01")
    games = [Game(date(2024, 10, 1 + n), "Club", 1, n, "Ada", "Bo", 1.0, length=7) for n in range(20)]
    master = Adjustment(date(2024, 9, 1), "Cy", "assign", level="master")
    enter(pool, Facts(games=tuple(games), adjustments=(master,)))
    return pool


def test_a_turn_is_looked_at_without_a_trace(ffbg: Pool, officer: User) -> None:
    acts = Act.objects.count()
    turn = look(officer, ffbg, TURN)
    assert [move.player for move in turn.effect.moves] == [code(3)]
    assert turn.effect.moves[0].change == -30  # FCI = (ELO - 1200)·n·(10 - 0)/10, n = 5 %, of a master's 1800
    assert turn.states["inactive"] == (0, 1)
    assert turn.kinds == {"rollover": 1}
    assert Act.objects.count() == acts


def test_a_turn_is_done_as_a_run(ffbg: Pool, officer: User, desk: Callable[..., str]) -> None:
    turn, made = roll_over(officer, ffbg, TURN, reason="new season")
    assert (made.new, made.run.on) == (True, TURN)
    act = Act.objects.get(action="rollover")
    assert act.after["states"] == {"inactive": [0, 1]}
    assert roll_over(officer, ffbg, TURN)[1].new is False
    assert Run.objects.count() == 1
    printed = desk("rollover", "--pool", "ffbg", "--date", "2025-09-01", "--dry-run")
    assert code(3) in printed
    assert "inactive last season: 0 -> 1" in printed
    assert "was done already" in desk("rollover", "--pool", "ffbg", "--date", "2025-09-01")
    assert turn.rulebook.name == "ffbg"


def test_another_day_is_no_turn(ffbg: Pool, officer: User) -> None:
    with pytest.raises(Refused, match="2025-09-01"):
        look(officer, ffbg, date(2025, 8, 1))
    with pytest.raises(Refused, match="lies ahead"):
        roll_over(officer, ffbg, date(2999, 9, 1))


def test_the_next_turn_is_the_first_that_no_run_reached(ffbg: Pool, officer: User) -> None:
    make_run(officer, ffbg, date(2025, 8, 1))
    assert next_turn(ffbg) == TURN


def test_the_calendar_has_lists_and_turns(ffbg: Pool) -> None:
    assert [(c.day, c.what) for c in calendar(ffbg, date(2025, 1, 1), date(2026, 12, 31))] == [
        (date(2025, 9, 1), ("list", "turn")),
        (date(2026, 9, 1), ("list", "turn")),
    ]


def test_the_turn_of_a_fisf_season_shows_quotas_and_new_series(admin: User, officer: User, desk: Callable[..., str]) -> None:
    pool = new_pool(admin, "fisf", "fisf", rhythm="09-01")
    rows = [
        Placement(date(2010, 10 + month, 3), f"E{month}", 9, "", f"P{n}", "FFSc" if n % 2 else "FQ", 1 + n % 4, place, place)
        for month in range(3)
        for place, n in enumerate(range(1, 25), 1)
    ]
    enter(pool, Facts(placements=tuple(rows)))
    turn = look(officer, pool, date(2011, 9, 1))
    assert set(turn.quotas) == {"FFSc", "FQ"}
    assert turn.kinds["closing"] == turn.kinds["opening"] == 24
    assert turn.effect.levels
    printed = desk("rollover", "--pool", "fisf", "--date", "2011-09-01")
    assert "Quotas of the new season" in printed
    assert "series 2 -> series 6" in printed


def test_events_wait_for_their_list(admin: User, officer: User, desk: Callable[..., str]) -> None:
    pool = new_pool(admin, "fide", "fide", {"closing_days": 3})
    players = tuple(Player(name, rating=1800.0 + 10 * n) for n, name in enumerate(("Ada", "Bo", "Cy", "Di")))
    events = (
        Event("In time", date(2025, 3, 1), date(2025, 3, 9)),
        Event("Late", date(2025, 3, 1), date(2025, 3, 9), date(2025, 5, 2)),
        Event("On the eve", date(2025, 3, 20), date(2025, 3, 31)),
    )
    games = [
        Game(event.end or date.min, event.name, 1, n, a, b, 1.0)
        for n, (event, a, b) in enumerate((e, a, b) for e in events for a, b in (("Ada", "Bo"), ("Cy", "Di")))
    ]
    enter(pool, Facts(players=players, events=events, games=tuple(games)))
    found = {event.event: event.rated_on for event in waiting(pool, date(2025, 3, 31))}
    assert found == {"In time": date(2025, 4, 1), "Late": date(2025, 6, 1), "On the eve": date(2025, 5, 1)}
    printed = desk("calendar", "--pool", "fide", "--since", "2025-03-31", "--until", "2025-06-01")
    assert "On the eve  2025-03-31  -           2025-05-01" in printed
    turn = look(officer, pool, date(2025, 4, 1))
    assert turn.events == ["In time"]
    assert {move.player for move in turn.effect.moves} == {code(n) for n in (1, 2, 3, 4)}


def test_a_reader_may_not_turn_the_season(ffbg: Pool, admin: User, officer: User) -> None:
    from bareme.office.users.service import new_user

    with pytest.raises(Refused, match="may not"):
        look(new_user(admin, "rex", "reader", None), ffbg, TURN)
    assert replace(look(officer, ffbg, TURN), lines=[]).events == []
