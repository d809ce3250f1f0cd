"""Who is who between files and the people of carried standings."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TypeAlias

import pytest

from bareme.facts import Facts, Game, Place, Player
from bareme.readers import Reading, read
from bareme.readers.identity import unite

Rows: TypeAlias = Callable[[list[Player], str], Reading]

RESULTS = "date,event,round,player_a,player_b,score_a\n"
NUMBERED = "date,event,round,player_a,number_a,player_b,number_b,score_a\n"
CARRIED = Place("season.json")
ADA = Player("Ada", number="12", source=CARRIED)


def people(*pairs: tuple[str, str]) -> list[Player]:
    return [Player(key, number=number, source=CARRIED) for key, number in pairs]


@pytest.fixture
def rows(tmp_path: Path) -> Rows:
    def read_with(known: list[Player], text: str) -> Reading:
        (tmp_path / "a.csv").write_text(text, encoding="utf-8")
        return read(tmp_path / "a.csv", known=known)

    return read_with


def pairs(reading: Reading) -> list[tuple[str, str]]:
    return [(game.player_a, game.player_b) for game in reading.facts.games]


def codes(reading: Reading) -> list[str]:
    return [finding.code for finding in reading.findings]


def test_the_same_number_is_the_known_person_under_his_key(rows: Rows) -> None:
    reading = rows([ADA], NUMBERED + "2025-01-02,O,2,ADA,12,Bo,13,1\n")
    assert pairs(reading) == [("Ada", "Bo")]
    assert [(player.key, player.number) for player in reading.facts.players] == [("Ada", "12"), ("Bo", "13")]
    assert codes(reading) == ["number-spelling-varies"]


def test_another_name_for_a_known_number_is_said(rows: Rows) -> None:
    reading = rows([ADA], NUMBERED + "2025-01-02,O,2,Cleo,12,Bo,13,1\n")
    assert pairs(reading) == [("Ada", "Bo")]
    (finding,) = reading.findings
    assert (finding.code, finding.place.line, finding.details["first"]) == ("number-other-name", 2, "season.json")


def test_the_bare_name_is_the_known_person(rows: Rows) -> None:
    for text in ("2025-01-02,O,2,Ada,Bo,1\n", "2025-01-02,O,2,Ada #12,Bo,1\n"):
        reading = rows([ADA], RESULTS + text)
        assert pairs(reading) == [("Ada", "Bo")]
        assert not reading.findings
    assert pairs(rows(people(("Ada #12", "12")), RESULTS + "2025-01-02,O,2,Ada,Bo,1\n")) == [("Ada #12", "Bo")]


def test_a_namesake_with_another_number_stays_apart(rows: Rows) -> None:
    reading = rows([ADA], NUMBERED + "2025-01-02,O,2,Ada,14,Bo,13,1\n")
    assert pairs(reading) == [("Ada #14", "Bo")]
    assert not reading.findings


def test_a_bare_name_that_a_known_person_shares_with_a_newcomer_is_nobodys(rows: Rows) -> None:
    reading = rows([ADA], NUMBERED + "2025-01-02,O,2,Ada,14,Bo,,1\n2025-01-03,O,2,Ada,,Bo,,1\n")
    assert pairs(reading) == [("Ada #14", "Bo"), ("Ada #?", "Bo")]
    assert codes(reading) == ["ambiguous-name"]
    assert reading.findings[0].details["names"] == ["Ada", "Ada #14"]
    later = rows(people(("Ada", "12"), ("Ada #14", "14"), ("Ada #?", "")), RESULTS + "2025-02-03,P,2,Ada,Bo,1\n")
    assert pairs(later) == [("Ada #?", "Bo")]
    assert codes(later) == ["ambiguous-name"]


def test_a_person_known_without_a_number_gets_it(rows: Rows) -> None:
    reading = rows(people(("Ada", "")), NUMBERED + "2025-01-02,O,2,Ada,12,Bo,13,1\n")
    assert [(player.key, player.number) for player in reading.facts.players] == [("Ada", "12"), ("Bo", "13")]


def test_a_person_known_without_a_number_is_none_of_two_newcomers(rows: Rows) -> None:
    text = "2025-01-02,O,2,Ada,12,Bo,,1\n2025-01-03,O,2,Ada,13,Bo,,1\n2025-01-04,O,2,Ada,,Bo,,1\n"
    reading = rows(people(("Ada", "")), NUMBERED + text)
    assert pairs(reading) == [("Ada #12", "Bo"), ("Ada #13", "Bo"), ("Ada", "Bo")]
    assert codes(reading) == ["ambiguous-name"]
    assert reading.findings[0].details["names"] == ["Ada #12", "Ada #13", "Ada"]


def test_known_people_are_never_brought_together(rows: Rows) -> None:
    known = people(("Ada #12", "12"), ("Ada", ""))
    assert pairs(rows(known, RESULTS + "2025-01-02,O,2,Ada #12,Ada,1\n")) == [("Ada #12", "Ada")]


@pytest.mark.parametrize("number", ["", "12"])
def test_names_like_a_known_one_are_said_once(rows: Rows, number: str) -> None:
    known = people(("Édouard", number))
    reading = rows(known, RESULTS + "2025-01-02,O,2,Bo,Edouard,1\n")
    (finding,) = reading.findings
    assert (finding.code, finding.place.line, set(finding.details["names"])) == ("similar-names", 2, {"Édouard", "Edouard"})
    assert not rows([*known, *people(("Edouard", ""))], RESULTS + "2025-01-02,O,2,Bo,Edouard,1\n").findings


def test_a_numbered_name_like_one_known_without_a_number_is_said(rows: Rows) -> None:
    (finding,) = rows(people(("Édouard", "")), NUMBERED + "2025-01-02,O,2,Edouard,14,Bo,13,1\n").findings
    assert (finding.code, finding.place.line) == ("similar-names", 2)


def test_known_people_whom_the_files_do_not_name_stay_out_of_the_facts(rows: Rows) -> None:
    reading = rows([ADA], RESULTS + "2025-01-02,O,2,Bo,Cy,1\n")
    assert not reading.facts.players
    assert not reading.findings


def test_uses_counted_elsewhere_are_told() -> None:
    """The bulk engine shows one fact a name, and counts them all itself; a person may be named in two ways."""
    day = date(2025, 1, 2)
    facts = Facts(
        players=(Player("Noël #5", "Noël", "5"),),
        games=tuple(Game(day, "O", 1, n, name, name, 0.0) for n, name in enumerate(("Noël #5", "Noël", "Noel"))),
    )
    counts = {"Noël #5": 3, "Noël": 4, "Noel": 2}
    (finding,) = unite([facts], [0], uses=counts).findings
    assert finding.message() == "Perhaps one person: Noël (7 times), Noel (2 times)."
    (finding,) = unite([facts], [0], uses={}).findings
    assert finding.message() == "Perhaps one person: Noël, Noel."
