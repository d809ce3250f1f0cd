"""Editions: frozen, compared with the list before, corrected by another edition, never touched again."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from test_runs import YEAR, swap

from bareme.findings import Refused
from bareme.office.audit import guards
from bareme.office.editions.checksum import checksum, head, rows_of
from bareme.office.editions.service import Published, claims_until, edition_of, editions_of, publish
from bareme.office.editions.verify import verify_editions
from bareme.office.models import Act, Edition, EditionRow, Game, Member, Pool, Run, User
from bareme.office.people.members import affiliate, rename
from bareme.office.pools.service import change_pool
from bareme.office.runs.service import work_out

FEBRUARY, MARCH, JULY = date(2025, 2, 1), date(2025, 3, 1), date(2025, 7, 1)


@pytest.fixture
def published(bring: Any, officer: User, pool: Pool) -> list[Published]:
    """The lists of February and March of a small club."""
    bring(YEAR)
    return [publish(officer, pool, day) for day in (FEBRUARY, MARCH)]


def lines(edition: Edition) -> list[tuple[Any, ...]]:
    names = ("rank", "previous_rank", "change", "name", "games")
    return list(EditionRow.objects.filter(edition=edition).order_by("position").values_list(*names))


def test_an_edition_has_ranks_previous_ranks_and_changes(published: list[Published]) -> None:
    first, second = (done.edition for done in published)
    assert [(row[0], row[1], row[3], row[4]) for row in lines(first)] == [
        *((1, None, "Ada", 2), (2, None, "Bo", 2), (3, None, "Cy", 2), (4, None, "Di", 2)),
    ]
    assert [(row[0], row[1], row[3], row[4]) for row in lines(second)] == [
        *((1, 1, "Ada", 4), (2, 2, "Bo", 4), (3, 3, "Cy", 4), (4, 4, "Di", 4)),
    ]
    changes = {row[3]: row[2] for row in lines(second)}
    assert changes["Ada"] > 0
    assert changes["Di"] < 0
    assert second.previous == first
    assert (second.number, second.rulebook, second.overrides) == (1, "elo", {})
    assert (second.counts["listed"], second.counts["ranked"], second.counts["provisional"]) == (4, 4, 4)
    assert second.counts["counted"] == 8


def test_the_checksum_is_that_of_head_and_rows(published: list[Published], pool: Pool) -> None:
    edition = edition_of(pool, MARCH)
    assert checksum(head(edition), rows_of(edition)) == edition.checksum
    assert not list(verify_editions(pool))


def test_publishing_again_makes_no_edition(published: list[Published], officer: User, pool: Pool) -> None:
    acts = Act.objects.count()
    again = publish(officer, pool, MARCH)
    assert (again.new, again.edition) == (False, published[1].edition)
    assert (Act.objects.count(), Edition.objects.count()) == (acts, 2)


def test_a_correction_makes_edition_2_and_edition_1_stays(published: list[Published], officer: User, pool: Pool) -> None:
    before = rows_of(published[1].edition)
    swap(pool, "Club 2")
    assert [stands for _, stands in editions_of(pool)] == [False, True]
    corrected = publish(officer, pool, MARCH, reason="score sheet")
    assert (corrected.new, corrected.edition.number, corrected.edition.supersedes) == (True, 2, published[1].edition)
    assert {line.name for line in corrected.difference} == {"Ada", "Bo", "Cy", "Di"}
    assert corrected.difference[0].name in ("Ada", "Bo")
    assert rows_of(edition_of(pool, MARCH, 1)) == before
    assert not list(verify_editions(pool))
    assert [stands for _, stands in editions_of(pool)] == [True, False, True]


def test_the_next_list_compares_with_the_corrected_edition(published: list[Published], officer: User, pool: Pool) -> None:
    swap(pool, "Club 2")
    corrected = publish(officer, pool, MARCH).edition
    assert publish(officer, pool, JULY).edition.previous == corrected


def test_an_edition_is_never_changed(published: list[Published]) -> None:
    for table in ("office_edition", "office_editionrow"):
        for statement in ("UPDATE {} SET id = id", "DELETE FROM {}"):
            with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(statement.format(table))


def test_a_tampered_edition_is_found(published: list[Published], pool: Pool) -> None:
    guards.lift(connection, ["office_editionrow"])
    EditionRow.objects.filter(edition=published[1].edition, rank=1).update(name="Eve")
    assert [finding.code for finding in verify_editions(pool)] == ["edition-differs"]


def test_other_rules_make_another_edition(published: list[Published], admin: User, officer: User, pool: Pool) -> None:
    change_pool(admin, pool, "the board", overrides={"k": 10})
    made = publish(officer, pool, MARCH)
    assert (made.edition.number, made.edition.overrides) == (2, {"k": 10.0})


def test_names_and_clubs_are_those_of_the_day(published: list[Published], officer: User, pool: Pool) -> None:
    ada = Member.objects.get(name="Ada")
    rename(officer, ada, "Ada Lovelace", date(2025, 6, 1))
    affiliate(officer, ada, "club", "Lyon", date(2025, 2, 15))
    march, july = (publish(officer, pool, day).edition for day in (MARCH, JULY))
    assert EditionRow.objects.get(edition=march, player=ada).name == "Ada"
    assert EditionRow.objects.get(edition=march, player=ada).club == "Lyon"
    assert EditionRow.objects.get(edition=july, player=ada).name == "Ada Lovelace"
    assert publish(officer, pool, FEBRUARY).new is False


def test_the_claim_window_is_that_of_the_day_of_publication(published: list[Published], admin: User, pool: Pool) -> None:
    edition = published[1].edition
    assert claims_until(edition) == (edition.act.at + timedelta(days=30)).date()
    change_pool(admin, pool, "shorter", claim_window_days=15)
    assert claims_until(edition) == (edition.act.at + timedelta(days=30)).date()


def test_a_list_too_far_ahead_is_refused(published: list[Published], officer: User, pool: Pool) -> None:
    with pytest.raises(Refused, match="too early"):
        publish(officer, pool, date(2252, 1, 1))
    assert publish(officer, pool, date(2025, 3, 2)).due is False


def test_a_missing_edition_is_said_with_those_there_are(published: list[Published], pool: Pool) -> None:
    with pytest.raises(Refused, match=r"2025-03-01 \(1\)"):
        edition_of(pool, JULY)


def test_facts_recorded_meanwhile_are_in_the_list(
    published: list[Published], officer: User, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def slow(*arguments: Any) -> Any:
        made = work_out(*arguments)
        calls.append(made)
        if len(calls) == 1:
            swap(pool, "Club 2")
        return made

    monkeypatch.setattr("bareme.office.editions.service.work_out", slow)
    done = publish(officer, pool, MARCH)
    assert len(calls) == 2
    assert done.edition.number == 2


def test_the_diary_says_what_was_published(published: list[Published], desk: Any) -> None:
    assert "published" in desk("audit", "--action", "publish")
    assert Run.objects.count() == 2
    assert Game.objects.count() == 48
