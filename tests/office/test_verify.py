"""Verification: all is well, or exactly that is found which was tampered with."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.db import connection
from test_runs import ON, YEAR, swap

from bareme.office.audit import guards
from bareme.office.editions.service import publish
from bareme.office.models import (
    Act,
    Checkpoint,
    EditionRow,
    FileContent,
    Game,
    JournalLine,
    LiveStanding,
    Pool,
    Run,
    User,
)
from bareme.office.pools.service import change_pool
from bareme.office.runs.service import make_run
from bareme.office.verify import everything


@pytest.fixture
def year(bring: Callable[..., Any], officer: User, pool: Pool) -> Pool:
    """A year with two runs, an edition and a correction, its guards down."""
    bring(YEAR)
    publish(officer, pool, date(2025, 7, 1))
    make_run(officer, pool, ON)
    swap(pool, "Club 10")
    make_run(officer, pool, ON)
    return pool


def codes() -> list[str]:
    return sorted({finding.code for finding in everything(every_run=True)})


def test_all_is_well(year: Pool, desk: Callable[..., str]) -> None:
    assert everything(every_run=True) == []
    assert "All is as it was recorded" in desk("verify")
    assert "Tout est tel" in desk("verify", "--pool", "ladder", "--every-run", "--lang", "fr")


@pytest.mark.parametrize(
    ("model", "change", "expected"),
    [
        (Game, {"score_a": 0.5}, {"audit-rows-differ", "run-differs", "checkpoint-differs"}),
        (Act, {"reason": "another"}, {"audit-broken"}),
        (EditionRow, {"name": "Eve"}, {"edition-differs", "audit-rows-differ"}),
        (JournalLine, {"after": 3000.0}, {"journal-differs"}),
        (Run, {"facts_sha256": "0" * 64}, {"run-differs", "audit-rows-differ"}),
        (LiveStanding, {"rating": 3000.0}, {"live-differs"}),
        (Checkpoint, {"facts_sha256": "0" * 64}, {"checkpoint-differs"}),
        (FileContent, {"data": b"x"}, {"file-differs"}),
    ],
)
def test_what_was_tampered_with_is_found(year: Pool, model: Any, change: dict[str, Any], expected: set[str]) -> None:
    guards.lift(connection, guards.guarded())
    first = model.objects.order_by("pk").first()
    model.objects.filter(pk=first.pk).update(**change)
    guards.install(connection)
    assert set(codes()) == expected


def test_a_guard_taken_down_is_found(year: Pool, desk: Callable[..., str]) -> None:
    guards.lift(connection, ["office_game"])
    assert codes() == ["guard-missing"]
    printed = desk("verify", code=1)
    assert "office_game_no_update is missing" in printed


def test_runs_keep_the_rules_they_were_made_by(year: Pool, admin: User) -> None:
    change_pool(admin, year, "the board", overrides={"k": 10})
    assert everything(every_run=True) == []
    guards.lift(connection, ["office_run"])
    Run.objects.update(engine="another machine")
    guards.install(connection)
    assert "run-other-rules" in codes()
