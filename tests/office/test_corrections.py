"""Corrections: looked at before, recorded as facts that supersede others, decided by a second person where asked for."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_runs import HEADER, YEAR, assert_as_from_zero, taken_back

from bareme.findings import Refused
from bareme.office.audit.trail import verify_chain, verify_rows
from bareme.office.corrections.changes import Change, detail_of
from bareme.office.corrections.facts import facts
from bareme.office.corrections.service import (
    Asked,
    Document,
    ask,
    change_of,
    correction_of,
    decide,
    decided_by,
    pending,
    preview,
    withdraw,
)
from bareme.office.editions.service import publish
from bareme.office.ledger.reading import facts_of
from bareme.office.models import Act, Adjustment, Evidence, Game, Member, Pool, User
from bareme.office.pools.service import change_pool, new_pool
from bareme.office.runs.effect import bars
from bareme.office.runs.replaying import Basis, basis, lists_of
from bareme.office.runs.service import make_run
from bareme.office.users.service import new_user

ON = date(2026, 1, 1)


@pytest.fixture
def year(bring: Any, officer: User, pool: Pool) -> Pool:
    """A year of a small club."""
    bring(YEAR)
    return pool


@pytest.fixture
def second(admin: User) -> User:
    return new_user(admin, "otto", "officer", None)


def number(pool: Pool, event: str, at: int = 0) -> int:
    return list(facts(pool, "game", event=event))[at].number


def code(name: str) -> str:
    return str(Member.objects.get(name=name).code)


def game(pool: Pool, *numbers: int, do: str = "set", **said: str) -> Change:
    return Change("game", pool, numbers, do, said)


def standings(officer: User, pool: Pool) -> dict[str, float]:
    names = {member.code: member.name for member in Member.objects.all()}
    return {names[s.player]: s.rating or 0.0 for s in make_run(officer, pool, ON).replayed.standings}


# -- looked at


def test_a_preview_says_who_moves_and_records_nothing(officer: User, year: Pool) -> None:
    publish(officer, year, date(2025, 11, 1))
    acts = Act.objects.count()
    seen = preview(officer, game(year, number(year, "Club 10"), do="swap"), ON)
    (found,) = seen.pools
    moves = {move.player: move for move in found.effect.moves}
    assert moves[code("Ada")].change is not None
    assert moves[code("Ada")].change < 0 < (moves[code("Bo")].change or 0)  # type: ignore[operator]
    assert (found.since, found.effect.on) == (date(2025, 10, 11), ON)
    assert [(e.edition.day, e.edition.number) for e in found.editions] == [(date(2025, 11, 1), 1)]
    assert Act.objects.count() == acts
    assert Game.objects.filter(void=False).count() == 48
    assert seen.basis == acts


def test_what_was_previewed_is_what_comes(officer: User, year: Pool) -> None:
    before = standings(officer, year)
    change = game(year, number(year, "Club 10"), do="swap")
    seen = preview(officer, change, ON)
    ask(officer, change, "score sheet", seen=seen)
    after = standings(officer, year)
    for move in seen.pools[0].effect.moves:
        name = Member.objects.get(code=move.player).name
        assert move.before == pytest.approx(before[name], abs=0.5)
        assert move.after == pytest.approx(after[name], abs=0.5)


def test_a_preview_goes_on_from_the_last_checkpoint(officer: User, year: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    make_run(officer, year, ON)
    seen: list[Basis] = []

    def looking(basis: Basis, *more: Any) -> Any:
        seen.append(basis)
        return lists_of(basis, *more)

    monkeypatch.setattr("bareme.office.corrections.preview.lists_of", looking)
    preview(officer, game(year, number(year, "Club 12"), do="swap"), ON)
    assert [basis.checkpoint.on for basis in seen if basis.checkpoint] == [date(2025, 12, 1)] * 2
    assert [len(basis.facts) for basis in seen] == [4, 4]


@pytest.mark.parametrize(
    ("kind", "do", "said"),
    [
        ("game", "swap", {}),
        ("game", "void", {}),
        ("game", "set", {"date": "2025-12-24"}),
        ("game", "set", {"event": "Club 12"}),
        ("game", "set", {"event": "none"}),
        ("event", "void", {}),
        ("event", "set", {"start": "2025-10-01"}),
        ("decision", "set", {"date": "2025-10-11", "kind": "revalue", "rating": "1700"}),
        ("merge", "set", {}),
    ],
)
def test_the_facts_of_a_preview_are_those_that_come(
    officer: User, year: Pool, bring: Any, monkeypatch: pytest.MonkeyPatch, kind: str, do: str, said: dict[str, str]
) -> None:
    bring(HEADER + "2025-10-11,Another,1,Adda,Bo,1,7\n2025-10-12,,1,Ada,Bo,1,7\n")
    make_run(officer, year, ON)
    seen: list[Basis] = []

    def looking(basis: Basis, *more: Any) -> Any:
        seen.append(basis)
        return lists_of(basis, *more)

    monkeypatch.setattr("bareme.office.corrections.preview.lists_of", looking)
    numbers = {"game": number(year, "Club 10"), "event": detail_of(year, "Club 10")}
    more = {"decision": {"player": code("Ada")}, "merge": {"member": code("Adda"), "into": code("Ada")}}
    change = Change(
        kind, None if kind == "merge" else year, (numbers[kind],) if kind in numbers else (), do, {**said, **more.get(kind, {})}
    )
    before_now = facts_of(year)
    preview(officer, change, ON)
    assert facts_of(year) == before_now
    ask(officer, change, "x")
    before, after = seen
    come = basis(year, ON, like=after)
    assert after.facts == come.facts
    assert after.known == come.known
    assert before.facts == basis(year, ON, like=after, upto=before.upto).facts


def test_the_histogram_has_round_steps() -> None:
    bins = bars([-23.0, -4.0, -1.0, 1.0, 3.0, 3.0, 31.0])
    assert sum(step.count for step in bins) == 7
    assert {step.high - step.low for step in bins} == {10.0}
    assert [(step.low, step.count) for step in bins] == [(-30, 1), (-20, 0), (-10, 2), (0, 3), (10, 0), (20, 0), (30, 1)]
    assert bars([0.0, None]) == []


# -- what can be corrected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"score_a": "0"}, {"score_a": 0.0}),
        ({"length": "9"}, {"length": 9, "format": None}),
        ({"format": "2x9"}, {"format": "2x9", "length": None}),
        ({"date": "2025-10-12"}, {"date": date(2025, 10, 12)}),
        ({"rated": "no"}, {"rated": False, "why": "declared-unrated"}),
        ({"event": "Club 9"}, {"event": "Club 9 2025-09-11"}),
        ({"round": "2"}, {"round": 2}),
    ],
)
def test_a_game_is_corrected(officer: User, year: Pool, said: dict[str, str], expected: dict[str, Any]) -> None:
    said = {**said, **({"event": list(facts(year, "game"))[32].said["event"]} if "event" in said else {})}
    old = number(year, "Club 10")
    ask(officer, game(year, old, **said), "wrong on the sheet")
    found = [game for game in facts_of(year).games if game.source.file.startswith("act/")]
    assert len(found) == 1
    for name, value in expected.items():
        assert getattr(found[0], name) == (said["event"] if name == "event" else value)
    assert found[0].sequence == [g.sequence for g in facts_of(year, upto=Act.objects.count() - 1).games][36]
    assert not list(verify_rows())
    assert not verify_chain()


def test_another_player(officer: User, year: Pool) -> None:
    ask(officer, game(year, number(year, "Club 10"), player_b="Cy"), "another Bo")
    act = Act.objects.order_by("-pk")[0]
    name = f"game {number(year, 'Club 10')} player_b"
    assert (act.before, act.after) == ({name: code("Bo")}, {name: code("Cy")})


def test_several_games_at_once(officer: User, year: Pool) -> None:
    ask(officer, game(year, *(number(year, "Club 10", at) for at in range(4)), length="5"), "matches to 5")
    assert {g.length for g in facts_of(year).games if g.event == "Club 10"} == {5}


def test_void_and_restore(officer: User, year: Pool) -> None:
    old = number(year, "Club 10")
    before = standings(officer, year)
    ask(officer, game(year, old, do="void"), "never played")
    assert len(facts_of(year).games) == 47
    assert [fact.number for fact in facts(year, "game", void=True)] == [old]
    with pytest.raises(Refused, match="is void"):
        ask(officer, game(year, old, score_a="0"), "x")
    ask(officer, game(year, old, do="restore"), "it was")
    assert standings(officer, year) == before
    with pytest.raises(Refused, match="not void"):
        ask(officer, game(year, old, do="restore"), "x")


def test_an_event_is_voided_and_comes_back(officer: User, year: Pool) -> None:
    detail = detail_of(year, "Club 10")
    ask(officer, Change("event", year, (detail,), "void"), "not sanctioned")
    assert len(facts_of(year).games) == 44
    made = make_run(officer, year, ON)
    assert made.run.facts == 44
    ask(officer, Change("event", year, (detail,), "restore"), "sanctioned after all")
    assert len(facts_of(year).games) == 48
    ask(officer, Change("event", year, (detail,), "set", {"reported": "2025-12-01"}), "late")
    assert next(event for event in facts_of(year).events if event.name == "Club 10").reported == date(2025, 12, 1)


def test_decisions_are_entered_the_same_way(officer: User, admin: User, year: Pool) -> None:
    ffbg = new_pool(admin, "ffbg", "ffbg")
    ada = code("Ada")
    ask(
        officer,
        Change("decision", ffbg, said={"player": ada, "date": "2025-09-01", "kind": "assign", "level": "master"}),
        "board",
    )
    ask(
        officer,
        Change("decision", ffbg, said={"player": ada, "date": "2025-09-02", "kind": "title", "entrants": "40"}),
        "champion",
    )
    assert [(row.kind, row.sequence) for row in facts_of(ffbg).adjustments] == [("assign", 1), ("title", 2)]
    assert make_run(officer, ffbg, ON).run.counted == 2
    title = Adjustment.objects.get(kind="title").pk
    ask(officer, Change("adjustment", ffbg, (title,), "set", {"entrants": "48"}), "counted again")
    assert facts_of(ffbg).adjustments[1].entrants == 48
    with pytest.raises(Refused, match="needs date"):
        ask(officer, Change("decision", ffbg, said={"player": ada, "kind": "title"}), "x")


def test_places_and_listings_are_corrected(officer: User, admin: User, bring: Any) -> None:
    fisf = new_pool(admin, "fisf", "fisf")
    rows = "".join(f"2010-10-0{1 + n % 2},Open,3,,P{n},FFSc,2,{n}\n" for n in range(1, 5))
    rows = rows.replace("2010-10-02", "2010-10-01")
    bring("date,event,rounds,category,player,federation,series,place\n" + rows, pool=fisf)
    place = next(facts(fisf, "placement"))
    ask(officer, Change("placement", fisf, (place.number,), "set", {"series": "3"}), "his card says 3")
    assert facts_of(fisf).placements[0].series == 3
    elo = new_pool(admin, "listed", "elo")
    bring({"players.csv": "player,rating\nZoe,1900\n"}, pool=elo)
    listing = next(facts(elo, "listing"))
    seen = preview(officer, Change("listing", elo, (listing.number,), "set", {"rating": "1800"}), ON)
    assert [(move.before, move.after) for move in seen.pools[0].effect.moves] == [(1900, 1800)]
    ask(officer, Change("listing", elo, (listing.number,), "set", {"rating": "1800"}), "misprint", seen=seen)
    assert standings(officer, elo) == {"Zoe": 1800.0}


@pytest.mark.parametrize(
    ("said", "match"),
    [
        ({"score_a": "2"}, "cannot be 2"),
        ({"score_a": "1"}, "changes nothing"),
        ({"length": "0"}, "whole number"),
        ({"date": "yesterday"}, "yesterday"),
        ({"date": "0025-01-01"}, "no day"),
        ({"colour": "white"}, "no field colour"),
        ({"player_a": "Bo"}, "Both sides"),
        ({"player_a": "Nobody"}, "no member Nobody"),
        ({"event": "Nowhere"}, "no event Nowhere"),
        ({"why": "because"}, "cannot be because"),
        ({"length": "5", "format": "2x9"}, "2x9"),
    ],
)
def test_what_cannot_be_is_refused(officer: User, year: Pool, said: dict[str, str], match: str) -> None:
    acts = Act.objects.count()
    with pytest.raises(Refused, match=match):
        ask(officer, game(year, number(year, "Club 10"), **said), "x")
    assert Act.objects.count() == acts


def test_a_correction_needs_a_reason_a_fact_and_the_right(officer: User, admin: User, year: Pool) -> None:
    with pytest.raises(Refused, match="needs a reason"):
        ask(officer, game(year, number(year, "Club 10"), score_a="0"), " ")
    with pytest.raises(Refused, match="no fact game 999"):
        ask(officer, game(year, 999, score_a="0"), "x")
    with pytest.raises(Refused, match="may not"):
        ask(new_user(admin, "rex", "reader", None), game(year, number(year, "Club 10"), score_a="0"), "x")
    other = new_pool(admin, "other", "elo")
    with pytest.raises(Refused, match="no fact game"):
        ask(officer, game(other, number(year, "Club 10"), score_a="0"), "x")


def test_evidence_is_kept(officer: User, year: Pool) -> None:
    change = game(year, number(year, "Club 10"), score_a="0")
    asked = ask(officer, change, "sheet", evidence="seen by the referee", documents=[Document("sheet.txt", b"0-1")])
    assert asked.correction.evidence == "seen by the referee"
    assert Evidence.objects.get(correction=asked.correction).name == "sheet.txt"
    assert change_of(asked.correction) == change
    with pytest.raises(Refused, match="bytes"):
        ask(officer, game(year, number(year, "Club 11"), score_a="0"), "x", documents=[Document("x", b"0" * (20 * 2**20 + 1))])


# -- the second person


@pytest.fixture
def asked(officer: User, admin: User, year: Pool) -> Asked:
    change_pool(admin, year, "two people", two_person=True)
    change = game(year, number(year, "Club 10"), do="swap")
    return ask(officer, change, "score sheet", seen=preview(officer, change, ON))


def test_a_second_person_accepts(asked: Asked, officer: User, second: User, year: Pool) -> None:
    assert asked.decision is None
    assert pending(year) == [asked.correction]
    assert all(not game.source.file.startswith("act/") for game in facts_of(year).games)
    with pytest.raises(Refused, match="may not"):
        decide(officer, asked.correction, True)
    decide(second, asked.correction, True, "I saw the sheet, too")
    assert pending() == []
    act = decided_by(asked.correction)
    assert act is not None
    assert (act.action, act.by, act.reason) == ("accept-correction", second, "I saw the sheet, too")
    assert next(str(game.source) for game in facts_of(year).games if game.event == "Club 10") == f"act/{act.pk}"
    with pytest.raises(Refused, match="was decided"):
        decide(second, asked.correction, True)


def test_a_second_person_refuses(asked: Asked, second: User, year: Pool) -> None:
    before = facts_of(year)
    decide(second, asked.correction, False, "the sheet is forged")
    assert facts_of(year) == before


def test_the_author_withdraws(asked: Asked, officer: User, second: User) -> None:
    with pytest.raises(Refused, match="asked for by olga"):
        withdraw(second, asked.correction)
    withdraw(officer, asked.correction, "my mistake")
    with pytest.raises(Refused, match="was decided by olga"):
        decide(second, asked.correction, True)


def test_what_was_previewed_must_still_stand(asked: Asked, second: User, year: Pool, bring: Any) -> None:
    bring(HEADER + "2026-05-01,Later,1,Ada,Bo,1,7\n")  # after the day of the preview: it still stands
    bring(HEADER + "2025-03-01,Late,1,Ada,Bo,1,7\n")
    with pytest.raises(Refused, match="2025-03-01"):
        decide(second, asked.correction, True)
    seen = preview(second, change_of(asked.correction), ON)
    decide(second, asked.correction, True, seen=seen)


def test_what_was_corrected_otherwise_is_not_corrected_again(asked: Asked, officer: User, second: User, year: Pool) -> None:
    other = ask(officer, game(year, number(year, "Club 10"), length="5"), "to 5")
    decide(second, other.correction, True, seen=preview(second, change_of(other.correction), ON))
    with pytest.raises(Refused, match="looked at"):
        decide(second, asked.correction, True)


def test_corrections_are_found_by_number(asked: Asked) -> None:
    assert correction_of(asked.correction.pk) == asked.correction
    with pytest.raises(Refused, match="no correction 99"):
        correction_of(99)


# -- members


def test_a_merge_and_its_undoing(officer: User, year: Pool, bring: Any) -> None:
    bring(HEADER + "2025-06-01,Open,1,Adda,Bo,1,7\n")
    before = standings(officer, year)
    change = Change("merge", None, said={"member": code("Adda"), "into": code("Ada")})
    seen = preview(officer, change, ON)
    assert {move.player for move in seen.pools[0].effect.moves} >= {code("Ada"), code("Adda")}
    ask(officer, change, "one person", seen=seen)
    merged = make_run(officer, year, ON)
    assert_as_from_zero(merged, year, ON)
    assert "Adda" not in standings(officer, year)
    with pytest.raises(Refused, match="already"):
        ask(officer, change, "again")
    ask(officer, Change("split", None, said={"member": code("Adda")}), "two after all")
    assert standings(officer, year) == before
    ask(officer, change, "one person, for good")
    with pytest.raises(Refused, match="not merged"):
        ask(officer, Change("split", None, said={"member": code("Ada")}), "x")


def test_two_who_met_are_two(officer: User, year: Pool) -> None:
    with pytest.raises(Refused, match=r"have met.*Club"):
        ask(officer, Change("merge", None, said={"member": code("Ada"), "into": code("Bo")}), "x")
    for fact in list(facts(year, "game", player=Member.objects.get(name="Ada"))):
        if "Bo" in fact.said["player_b"]:
            ask(officer, game(year, fact.number, do="void"), "x")
    ask(officer, Change("merge", None, said={"member": code("Ada"), "into": code("Bo")}), "one after all")


def test_two_placed_in_one_event_are_two(officer: User, admin: User, bring: Any) -> None:
    fisf = new_pool(admin, "fisf", "fisf")
    rows = "2010-10-01,Open,3,,P1,FFSc,2,1\n2010-10-01,Open,3,,P2,FFSc,2,2\n"
    bring("date,event,rounds,category,player,federation,series,place\n" + rows, pool=fisf)
    with pytest.raises(Refused, match="have met"):
        ask(officer, Change("merge", None, said={"member": code("P1"), "into": code("P2")}), "x")


def test_a_merge_says_what_speaks_against_it(officer: User, year: Pool, bring: Any) -> None:
    bring(HEADER + "2025-02-11,Club 2,1,Adda,Cyd,1,7\n")
    change = Change("merge", None, said={"member": code("Adda"), "into": code("Ada")})
    assert [finding.code for finding in preview(officer, change, ON).findings] == ["both-played"]


def test_a_merge_waits_for_a_second_person_if_any_pool_asks_for_one(
    asked: Asked, officer: User, second: User, bring: Any
) -> None:
    bring(HEADER + "2025-06-01,Open,1,Adda,Bo,1,7\n")
    merge = ask(officer, Change("merge", None, said={"member": code("Adda"), "into": code("Ada")}), "one person")
    assert merge.decision is None
    with pytest.raises(Refused, match="may not"):
        decide(officer, merge.correction, True)
    decide(second, merge.correction, True)


def test_the_order_of_corrections_does_not_matter(officer: User, year: Pool) -> None:
    changes = [
        game(year, number(year, "Club 10"), do="swap"),
        game(year, number(year, "Club 3", 1), length="11"),
        game(year, number(year, "Club 5", 2), do="void"),
        game(year, number(year, "Club 10", 1), date="2025-02-11"),
        Change("event", year, (detail_of(year, "Club 7"),), "void"),
        Change("decision", year, said={"player": code("Ada"), "date": "2025-04-01", "kind": "revalue", "rating": "1700"}),
    ]
    found: set[str] = set()

    @settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
    @given(st.permutations(changes), st.integers(0, len(changes)))
    def check(order: list[Change], between: int) -> None:
        with taken_back():
            for at, change in enumerate(order):
                ask(officer, change, "x")
                if at == between:
                    make_run(officer, year, ON)
            made = make_run(officer, year, ON)
            assert_as_from_zero(made, year, ON)
            found.add(made.run.standings_sha256)

    check()
    assert len(found) == 1
