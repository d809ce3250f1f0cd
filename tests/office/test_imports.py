"""Files into the ledger: who is who, what is known already, nothing or all."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from bareme.findings import Refused
from bareme.office.audit.trail import verify_chain, verify_rows
from bareme.office.imports import service
from bareme.office.imports.service import Result
from bareme.office.ledger.reading import facts_of
from bareme.office.models import (
    Act,
    Event,
    EventDetail,
    Game,
    Import,
    ImportedFile,
    Listing,
    Member,
    MemberName,
    MemberNumber,
    Pool,
    User,
)
from bareme.office.people.codes import code
from bareme.office.pools.service import new_pool, rules_of
from bareme.readers import read
from bareme.replay import replay
from bareme.rulebooks.book import Standing

HEADER = "date,event,round,player_a,player_b,score_a\n"
OPEN = HEADER + "2025-01-11,Open,1,Ada,Bo,1\n2025-01-11,Open,1,Cy,Di,0.5\n2025-01-12,Open,2,Ada,Cy,0\n2025-01-12,Open,2,Bo,Di,1\n"
NUMBERED = "date,event,player_a,player_b,score_a,number_a,number_b\n"

Bring = Callable[..., Result]


def codes(result: Result) -> list[str]:
    return [finding.code for finding in result.findings]


def everything() -> dict[str, int]:
    """How many rows each table has."""
    tables = (Act, Event, EventDetail, Game, Import, ImportedFile, Listing, Member, MemberName, MemberNumber)
    return {model.__name__: model.objects.count() for model in tables}


# -- what is recorded


def test_a_file_becomes_facts_that_know_where_they_came_from(bring: Bring, pool: Pool, officer: User) -> None:
    result = bring(OPEN, reason="Open of January")
    assert result.counts == {"members": 4, "events": 1, "games": 4}
    assert result.act is not None
    assert (result.act.by, result.act.action, result.act.about, result.act.reason) == (
        officer,
        "import",
        "results.csv",
        "Open of January",
    )
    facts = facts_of(pool)
    assert [str(game.source) for game in facts.games] == [
        "1/results.csv:2",
        "1/results.csv:3",
        "1/results.csv:4",
        "1/results.csv:5",
    ]
    assert (facts.games[0].player_a, facts.games[0].player_b, facts.games[0].score_a) == (code(1), code(2), 1.0)
    assert verify_chain() == []
    assert list(verify_rows()) == []


def test_odd_names_of_files_and_odd_reasons_are_kept_as_text(bring: Bring) -> None:
    result = bring({"r\udce9sultats.csv": OPEN, "b/r\udce9sultats.csv": OPEN + "\n"}, reason="caf\udce9 \0 ☃")
    assert result.act is not None
    assert (result.act.about, result.act.reason) == ("r?sultats.csv, 2-r?sultats.csv", "caf?  ☃")


def test_the_file_itself_is_kept(bring: Bring, officer: User, admin: User) -> None:
    packed = gzip.compress(OPEN.encode())
    bring({"folder/results.csv.gz": packed})
    file = ImportedFile.objects.get()
    assert (file.name, file.sha256, file.kind, file.rows_read) == (
        "results.csv.gz",
        hashlib.sha256(packed).hexdigest(),
        "results",
        4,
    )
    assert service.file_bytes(officer, file) == packed
    with pytest.raises(Refused, match="may not"):
        service.erase_file(officer, file, "asked for")
    service.erase_file(admin, file, "asked for")
    with pytest.raises(Refused, match="erased"):
        service.file_bytes(officer, file)
    assert list(verify_rows()) == []


@pytest.mark.parametrize(
    ("rulebook", "files"),
    [
        ("ffbg", ["ffbg/matchs.csv", "ffbg/decisions.csv"]),
        ("fide", ["fide/players.csv", "fide/open1.trf", "fide/open2.trf", "fide/open3.trf"]),
        ("fisf", ["fisf/season.csv"]),
        ("elo", ["elo/ladder.csv"]),
    ],
)
def test_the_ledger_rates_as_the_files_do(admin: User, root: Path, bring: Bring, rulebook: str, files: list[str]) -> None:
    pool = new_pool(admin, rulebook, rulebook)
    paths = [root / "examples" / file for file in files]
    for path in paths:
        assert not bring({path.name: path.read_bytes()}, pool=pool).stopped
    outcome = replay(rules_of(pool), facts_of(pool))
    expected = replay(rules_of(pool), read(paths).facts)
    names = {member.code: member.name for member in Member.objects.all()}

    def numbers(standings: list[Standing]) -> list[Any]:
        return sorted((names.get(row.player, row.player), row.rating, row.elo, row.games, row.states) for row in standings)

    assert outcome.on == expected.on
    assert numbers(outcome.standings) == numbers(expected.standings)


# -- the same thing twice


def test_the_same_file_twice_changes_nothing_and_says_so(bring: Bring) -> None:
    bring(OPEN)
    before = everything()
    again = bring(OPEN)
    assert again.act is None
    assert again.earlier == Act.objects.get(action="import")
    assert codes(again) == ["already-recorded", "nothing-new"]
    assert everything() == before


@pytest.mark.parametrize(
    "dialect",
    [
        OPEN.replace(",", ";"),
        "date,event,round,winner,loser\n2025-01-11,Open,1,Ada,Bo\n2025-01-12,Open,2,Cy,Ada\n2025-01-12,Open,2,Bo,Di\n",
        "ronde;date;épreuve;joueur_a;joueur_b;score_a\n2;12/01/2025;Open;Di;Bo;0\n1;11/01/2025;Open;Bo;Ada;0\n".encode("cp1252"),
        OPEN.replace("Open", "Open d'hiver"),  # another name, pairing for pairing
    ],
)
def test_the_same_games_in_another_dialect_are_known(bring: Bring, dialect: str | bytes) -> None:
    bring(OPEN)
    before = everything()
    again = bring({"autre.csv": dialect})
    assert again.plan.reading.facts.games
    assert (again.act, everything()) == (None, before)
    assert "nothing-new" in codes(again)


def test_only_what_is_new_of_a_longer_file_is_recorded(bring: Bring, pool: Pool) -> None:
    bring(OPEN)
    result = bring(OPEN + "2025-01-13,Open,3,Ada,Di,1\n")
    assert result.counts == {"games": 1}
    assert [game.round for game in facts_of(pool).games] == [1, 1, 2, 2, 3]


def test_two_equal_games_without_a_round_are_two_and_stay_two(bring: Bring, pool: Pool) -> None:
    text = "date,event,player_a,player_b,score_a\n" + "2025-01-11,Club,Ada,Bo,1\n" * 2
    assert bring(text).counts["games"] == 2
    assert bring(text).act is None
    assert bring(text + "2025-01-11,Club,Ada,Bo,1\n").counts == {"games": 1}


def test_a_game_told_otherwise_is_a_question(bring: Bring, pool: Pool) -> None:
    bring(OPEN)
    before = everything()
    swapped = OPEN.replace("Ada,Bo,1", "Ada,Bo,0")
    result = bring(swapped)
    assert result.stopped
    assert [finding.code for finding in result.plan.questions] == ["event-perhaps-recorded", "told-otherwise"] or [
        finding.code for finding in result.plan.questions
    ] == ["told-otherwise"]
    assert everything() == before
    assert bring(swapped, both=True).counts == {"games": 1}


def test_many_known_events_are_only_counted(bring: Bring) -> None:
    text = HEADER + "".join(f"2025-01-{day:02},Evening {day},1,Ada,Bo,1\n" for day in range(1, 26))
    assert bring(text).counts["events"] == 25
    assert codes(bring(text)) == ["events-already-recorded", "nothing-new"]


def test_next_years_event_of_the_same_name_is_another_one(bring: Bring, pool: Pool) -> None:
    bring(OPEN)
    bring(OPEN.replace("2025", "2026"))
    assert sorted(Event.objects.values_list("label", flat=True)) == ["Open", "Open (2026)"]
    assert bring(OPEN.replace("2025", "2026")).act is None


def test_a_void_event_does_not_come_back_with_its_file(bring: Bring, officer: User) -> None:
    from bareme.office.audit.trail import acting

    bring(OPEN)
    detail = EventDetail.objects.get()
    with acting(officer, "void") as work:
        work.add(EventDetail, event_id=detail.event_id, name="Open", supersedes_id=detail.pk, root=detail.pk, void=True)
    assert codes(bring(OPEN)) == ["event-is-void"]


# -- who is who


def test_people_are_known_by_their_number_whatever_the_order_of_words(bring: Bring) -> None:
    bring(NUMBERED + "2025-01-11,A,Jean Dupont,Bo Li,1,101,102\n")
    result = bring(NUMBERED + "2025-02-11,B,DUPONT Jean,Bo Li,1,101,102\n")
    assert result.counts == {"spellings": 1, "events": 1, "games": 1}
    assert bring("date,event,player_a,player_b,score_a\n2025-03-11,C,DUPONT Jean,Bo Li,1\n").counts == {"events": 1, "games": 1}
    assert Member.objects.count() == 2


def test_a_number_whose_name_disagrees_is_an_error(bring: Bring) -> None:
    bring(NUMBERED + "2025-01-11,A,Jean Dupont,Bo Li,1,101,102\n")
    text = NUMBERED + "2025-02-11,B,Marie Dupont,Bo Li,1,101,102\n"
    result = bring(text)
    assert result.stopped
    assert codes(result) == ["number-of-another"]
    assert "Jean Dupont (0001Y)" in result.findings[0].message()
    decided = bring(text, match={"Marie Dupont": "0001y"})
    assert decided.counts == {"spellings": 1, "events": 1, "games": 1}
    assert Import.objects.latest("pk").decisions == {"Marie Dupont": "0001y"}


def test_names_that_are_only_alike_are_a_question(bring: Bring) -> None:
    bring(HEADER + "2025-01-11,A,1,Matthias Blübaum,Zoé,1\n")
    text = HEADER + "2025-02-11,B,1,BLUEBAUM Matthias,Zoé,1\n"
    assert codes(bring(text)) == ["name-alike"]
    assert bring(text, match={"BLUEBAUM Matthias": code(1)}).counts == {"spellings": 1, "events": 1, "games": 1}
    assert bring(text.replace("2025-02-11,B", "2025-03-11,C")).counts == {"events": 1, "games": 1}
    assert bring(HEADER + "2025-04-11,D,1,Zoe,BLUEBAUM Matthias,1\n", match={"*": "new"}).counts["members"] == 1


def test_a_name_of_several_members_is_a_question(bring: Bring) -> None:
    bring(NUMBERED + "2025-01-11,A,Jean Dupont,Bo,1,101,\n2025-01-11,A,Jean Dupont,Bo,1,102,\n")
    assert Member.objects.filter(name="Jean Dupont").count() == 2
    text = "date,event,player_a,player_b,score_a\n2025-02-11,B,Jean Dupont,Bo,1\n"
    assert codes(bring(text)) == ["name-of-several"]
    assert bring(text, match={"Jean Dupont": "new"}).counts["members"] == 1


def test_a_number_is_learnt_by_the_exact_name_of_somebody_who_has_none(bring: Bring) -> None:
    bring(OPEN)
    result = bring(NUMBERED + "2025-02-11,B,Ada,Bo,1,101,\n")
    assert result.counts == {"numbers": 1, "events": 1, "games": 1}
    assert bring(NUMBERED + "2025-03-11,C,Ada,Bo,1,999,\n").counts["members"] == 1  # another number, another person


@pytest.mark.parametrize(
    ("match", "found"),
    [({"Ada": "00000"}, "match-unknown-member"), ({"Eve": "new"}, "match-unused"), ({"Ada": "0002W"}, "member-meets-himself")],
)
def test_a_decision_that_cannot_be(bring: Bring, match: dict[str, str], found: str) -> None:
    bring(OPEN)
    result = bring(HEADER + "2025-02-11,B,1,Ada,Bo,1\n", match=match)
    assert result.stopped
    assert found in codes(result)


# -- errors, previews, roles


def test_faults_stop_the_import_unless_the_officer_says_so(bring: Bring) -> None:
    text = OPEN + "2025-13-45,Open,3,Ada,Di,1\n"
    before = everything()
    assert bring(text).stopped
    assert everything() == before
    assert bring(text, despite_errors=True).counts["games"] == 4


def test_a_preview_shows_everything_and_leaves_nothing(bring: Bring, pool: Pool) -> None:
    before = everything()
    result = bring(OPEN, preview=True)
    assert result.counts == {"members": 4, "events": 1, "games": 4}
    assert result.effect is not None
    assert {move.player for move in result.effect.moves} == {code(n) for n in (1, 2, 3, 4)}
    assert result.names[code(1)] == "Ada"
    assert everything() == before


def test_a_reporter_brings_his_own_events_only(bring: Bring, admin: User, pool: Pool) -> None:
    from bareme.office.users.service import let_report, new_user

    reporter = new_user(admin, "rita", "reporter", None)
    with pytest.raises(Refused, match="may not"):
        bring(OPEN, by=reporter)
    let_report(admin, reporter, pool=pool)
    assert bring(OPEN, by=reporter).counts["games"] == 4
    assert bring(OPEN + "2025-01-13,Open,3,Ada,Di,1\n", by=reporter).counts == {"games": 1}
    bring(OPEN.replace("Open", "Cup").replace("2025-01", "2025-03"))
    with pytest.raises(Refused, match="may not"):
        bring(OPEN.replace("Open", "Cup").replace("2025-01", "2025-03") + "2025-03-13,Cup,3,Ada,Di,1\n", by=reporter)
    with pytest.raises(Refused, match="may not"):
        bring("date,player,kind,rating\n2025-04-01,Ada,assign,2400\n", by=reporter)


# -- lists


def test_what_a_later_list_says_does_not_change_how_somebody_began(bring: Bring, admin: User) -> None:
    pool = new_pool(admin, "chess", "fide", numbers="fide")
    bring("player,fide_id,rating,born\nAda,101,1800,1990\nBo,102,1700,\n", pool=pool)
    bring(HEADER + "2025-01-11,A,1,Ada,Bo,1\n", pool=pool)
    bring("player,fide_id,rating,born\nAda,101,1900,\nBo,102,1650,2001\n", pool=pool)
    players = {player.name: player for player in facts_of(pool).players}
    assert (players["Ada"].rating, players["Ada"].born) == (1800, 1990)
    assert (players["Bo"].rating, players["Bo"].born) == (1700, 2001)


def test_a_list_dates_affiliations(bring: Bring, admin: User) -> None:
    from bareme.office.people.members import affiliation

    pool = new_pool(admin, "chess", "fide", numbers="fide")
    bring("player,fide_id,club\nAda,101,Lyon\n", pool=pool)
    result = bring("player,fide_id,club\nAda,101,Paris\n", pool=pool, date=date(2025, 9, 1))
    assert result.counts["affiliations"] == 1
    assert affiliation(1, "club", date(2025, 8, 31)) == "Lyon"
    assert affiliation(1, "club") == "Paris"
