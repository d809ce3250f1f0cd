"""The ledger's ground rules: rows are never changed, acts are chained, a correction keeps its predecessor's place."""

from __future__ import annotations

from datetime import date

import pytest
from django.apps import apps
from django.db import DatabaseError, IntegrityError, connection, transaction

from bareme.office.audit import guards
from bareme.office.audit.trail import acting, verify_chain, verify_rows
from bareme.office.database import reading
from bareme.office.ledger.reading import facts_of
from bareme.office.models import Act, Event, EventDetail, Game, Member, Merge, Pool
from bareme.office.people.codes import code

pytestmark = pytest.mark.django_db
DAY = date(2025, 1, 11)


@pytest.fixture
def pool() -> Pool:
    with acting(None, "pool", about="test") as work:
        pool: Pool = Pool.objects.create(slug="test", name="Test", rulebook="elo")
        for number in (1, 2, 3):
            Member(id=number, code=code(number), name=f"M{number}", folded=f"m{number}", act_id=work.act_id).save()
        event = work.add(Event, pool_id=pool.pk, label="Open")
        work.add(EventDetail, event_id=event, name="Open")
        for sequence, score in ((1, 1.0), (2, 0.0)):
            work.add(Game, **game(pool, event, sequence, score))
    return pool


def game(pool: Pool, event: int, sequence: int, score: float, **more: object) -> dict[str, object]:
    players = {"player_a_id": 1, "player_b_id": 2}
    return {
        "pool_id": pool.pk,
        "event_id": event,
        "date": DAY,
        "round": 1,
        "sequence": sequence,
        "score_a": score,
        **players,
        **more,
    }


def test_every_append_only_table_is_guarded(pool: Pool) -> None:
    assert guards.missing(connection) == []
    assert {"office_game", "office_act", "office_editionrow", "office_journalline", "office_importedfile"} <= set(
        guards.guarded()
    )


@pytest.mark.parametrize("table", ["game", "act", "event", "eventdetail"])
@pytest.mark.parametrize("statement", ["UPDATE office_{} SET id = id", "DELETE FROM office_{}"])
def test_the_database_refuses_to_change_a_row(pool: Pool, table: str, statement: str) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement.format(table))


def test_the_database_refuses_what_would_replace_a_row(pool: Pool) -> None:
    postgresql = connection.vendor == "postgresql"
    statement = "TRUNCATE office_game CASCADE" if postgresql else "REPLACE INTO office_game SELECT * FROM office_game"
    if postgresql:
        connection.check_constraints()  # the server truncates nothing while checks are pending
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_a_model_refuses_it_sooner(pool: Pool) -> None:
    with pytest.raises(TypeError, match="supersedes"):
        Game.objects.get(pk=1).save()
    with pytest.raises(TypeError, match="void"):
        Game.objects.get(pk=1).delete()


def test_acts_are_chained_and_answer_for_their_rows(pool: Pool) -> None:
    with acting(None, "test", reason="é ☃", about="x") as work:
        work.after = {"a": 1.5, "b": None}
    assert [act.pk for act in Act.objects.order_by("pk")] == [1, 2]
    assert verify_chain() == []
    assert list(verify_rows()) == []


def test_a_tampered_act_and_a_tampered_fact_are_found(pool: Pool) -> None:
    guards.lift(connection, ["office_act", "office_game"])
    with connection.cursor() as cursor:
        cursor.execute("UPDATE office_game SET score_a = 0.5 WHERE id = 2")
        assert [finding.code for finding in verify_rows()] == ["audit-rows-differ"]
        cursor.execute("UPDATE office_act SET reason = 'another'")
    assert [finding.code for finding in verify_chain()] == ["audit-broken"]


def test_nothing_done_leaves_no_act(pool: Pool) -> None:
    with acting(None, "test") as work:
        work.drop()
    assert Act.objects.count() == 1


def test_what_points_at_rows_that_come_in_bulk_has_an_index() -> None:
    """SQLite looks for what points at each new row, while its act is not written yet: without an index through whole tables."""
    few = {f"office_{name}" for name in ("act", "user", "pool", "run", "import", "importedfile", "filecontent", "edition")}
    pointing = 0
    with connection.cursor() as cursor:
        for model in apps.get_models():
            table = model._meta.db_table
            constraints = connection.introspection.get_constraints(cursor, table).values()
            indexed = {
                one["columns"][0]
                for one in constraints
                if one["columns"] and (one["index"] or one["unique"] or one["primary_key"])
            }
            for (to, _), column in ((one["foreign_key"], one["columns"][0]) for one in constraints if one["foreign_key"]):
                assert to in few or column in indexed, f"{table}.{column} points at {to}"
                pointing += to not in few
    assert pointing > 20


def test_a_failure_leaves_nothing(pool: Pool) -> None:
    def fail() -> None:
        with acting(None, "test") as work:
            work.add(Game, **game(pool, 1, 3, 1.0))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert (Act.objects.count(), Game.objects.count()) == (1, 2)


def test_a_correction_keeps_its_place_and_the_past_stays_readable(pool: Pool) -> None:
    before = facts_of(pool)
    with acting(None, "correct") as work:
        work.add(Game, **game(pool, 1, 1, 0.5, supersedes_id=1, root=1))
    after = facts_of(pool)
    assert [(fact.sequence, fact.score_a) for fact in after.games] == [(1, 0.5), (2, 0.0)]
    assert str(after.games[0].source) == "act/2"
    assert facts_of(pool, upto=1) == before


def test_a_fact_is_superseded_once(pool: Pool) -> None:
    with acting(None, "correct") as work:
        work.add(Game, **game(pool, 1, 1, 0.5, supersedes_id=1, root=1))
    with pytest.raises(IntegrityError), acting(None, "correct") as work:
        work.add(Game, **game(pool, 1, 1, 0.0, supersedes_id=1, root=1))


def test_a_void_event_takes_its_games_and_comes_back(pool: Pool) -> None:
    with acting(None, "correct") as work:
        gone = work.add(EventDetail, event_id=1, name="Open", supersedes_id=1, root=1, void=True)
    assert facts_of(pool).games == ()
    assert facts_of(pool).events == ()
    with acting(None, "correct") as work:
        work.add(EventDetail, event_id=1, name="Open", supersedes_id=gone, root=1)
    assert len(facts_of(pool).games) == 2


def test_a_merge_sends_facts_to_the_other_account_and_can_be_undone(pool: Pool) -> None:
    with acting(None, "merge") as work:
        merge = work.add(Merge, member_id=2, into_id=3)
    assert {fact.player_b for fact in facts_of(pool).games} == {code(3)}
    with acting(None, "split") as work:
        work.add(Merge, member_id=2, into_id=3, supersedes_id=merge, root=merge, void=True)
    assert {fact.player_b for fact in facts_of(pool).games} == {code(2)}


def test_only_the_facts_of_some_days_or_events(pool: Pool) -> None:
    assert facts_of(pool, until=date(2025, 1, 10)).games == ()
    assert len(facts_of(pool, since=DAY, until=DAY).games) == 2
    assert facts_of(pool, events=[]).games == ()
    assert len(facts_of(pool, events=[1]).games) == 2


def test_many_rows_have_one_digest_however_they_came(pool: Pool) -> None:
    rows = [(pool.pk, 1, DAY, 2, sequence, 1, 2, 1.0) for sequence in range(10, 2510)]
    names = ("pool_id", "event_id", "date", "round", "sequence", "player_a_id", "player_b_id", "score_a")
    with acting(None, "test") as work:
        first = work.append(Game, rows[:7], names)
        work.append(Game, rows[7:1500], names)
        work.append(Game, rows[1500:], names)
    assert first == 3
    assert list(verify_rows()) == []


def test_columns_are_called_by_their_names(pool: Pool) -> None:
    with pytest.raises(TypeError, match="no column"), acting(None, "test") as work:
        work.add(Game, referee="Eve")


@pytest.mark.django_db(transaction=True)
def test_readings_may_stand_within_each_other() -> None:
    with reading(), reading():
        assert Act.objects.count() == 0
    with acting(None, "test"), reading():
        assert Act.objects.count() == 0
    assert Act.objects.count() == 1
