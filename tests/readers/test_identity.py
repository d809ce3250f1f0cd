"""Who is who across files."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bareme.readers import Reading, read_bytes
from bareme.readers.identity import spelling

RESULTS = "date,event,round,player_a,player_b,score_a\n"
PLAYERS = "player,number,rating,born\n"


def files(*texts: str) -> Reading:
    return read_bytes([(f"{name}.csv", text.encode()) for name, text in zip("abcdef", texts, strict=False)])


def codes(reading: Reading) -> list[str]:
    return [finding.code for finding in reading.findings]


def pairs(reading: Reading) -> list[tuple[str, str]]:
    return [(game.player_a, game.player_b) for game in reading.facts.games]


def test_a_name_is_the_same_person_in_results_and_in_a_list() -> None:
    reading = files(RESULTS + "2025-01-01,O,1,Ada,Bo,1\n", PLAYERS + "Ada,12,1500,1990\n")
    assert pairs(reading) == [("Ada", "Bo")]
    assert [(player.key, player.number, player.rating) for player in reading.facts.players] == [("Ada", "12", 1500.0)]
    assert not reading.findings


def test_a_number_is_the_same_person_under_the_name_first_seen() -> None:
    other = "date,event,round,player_a,number_a,player_b,score_a\n2025-01-02,O,2,LEFEVRE Anne,12,Bo,1\n"
    reading = files(PLAYERS + '"Lefèvre, Anne",12,1500,1990\n', other)
    assert pairs(reading) == [("Lefèvre, Anne", "Bo")]
    assert codes(reading) == ["number-spelling-varies"]  # the same name but for case, accents, comma


def test_a_name_once_tied_to_a_number_keeps_it_without_one() -> None:
    numbered = "date,event,round,player_a,number_a,player_b,score_a\n2025-01-02,O,2,LEFEVRE Anne,12,Bo,1\n"
    reading = files(PLAYERS + '"Lefèvre, Anne",12,1500,1990\n', numbered, RESULTS + "2025-01-03,O,3,LEFEVRE Anne,Cy,1\n")
    assert pairs(reading) == [("Lefèvre, Anne", "Bo"), ("Lefèvre, Anne", "Cy")]
    assert codes(reading) == ["number-spelling-varies"]


def test_other_spellings_of_the_names_of_numbers_are_said_once_a_file() -> None:
    head = "date,event,round,player_a,number_a,player_b,number_b,score_a\n"
    rows = (
        "2025-01-01,O,1,Éva Noir,5,Bo Blé,6,1\n",
        "2025-01-02,O,2,Eva Noir,5,Bo Ble,6,1\n",
        "2025-01-03,O,3,Eva Noir,5,Bo,6,0\n",
    )
    reading = files(head + "".join(rows))
    assert pairs(reading) == [("Éva Noir", "Bo Blé")] * 3
    assert codes(reading) == ["number-spelling-varies", "number-name-varies"]
    finding = reading.findings[0]
    assert (finding.severity, finding.place.line, finding.details["count"]) == ("info", 3, 2)
    assert "Eva Noir" in finding.message("fr")
    assert "a.csv:2 Éva Noir" in finding.message("fr")


@pytest.mark.parametrize(
    ("name", "code", "severity"), [("Lefèvre A.", "number-name-varies", "warning"), ("Zoé Garçon", "number-other-name", "error")]
)
def test_another_name_for_a_number_is_said(name: str, code: str, severity: str) -> None:
    other = f"date,event,round,player_a,number_a,player_b,score_a\n2025-01-02,O,2,{name},12,Bo,1\n"
    reading = files(PLAYERS + "Anne Lefèvre,12,1500,1990\n", other)
    (finding,) = reading.findings
    assert (finding.code, finding.severity, finding.place.file, finding.place.line) == (code, severity, "b.csv", 2)
    assert finding.details["first"] == "a.csv:2"
    assert pairs(reading) == [("Anne Lefèvre", "Bo")]


def test_namesakes_are_written_with_their_numbers() -> None:
    reading = files(PLAYERS + "Ada,12,1500,\nAda,13,1600,\n", RESULTS + "2025-01-01,O,1,Ada #12,Ada #13,1\n")
    assert pairs(reading) == [("Ada #12", "Ada #13")]
    assert [player.key for player in reading.facts.players] == ["Ada #12", "Ada #13"]
    assert not reading.findings


def test_a_number_behind_a_name_that_nobody_shares_is_the_same_person() -> None:
    reading = files(PLAYERS + "Ada,12,1500,\n", RESULTS + "2025-01-01,O,1,Ada #12,Bo,1\n")
    assert pairs(reading) == [("Ada", "Bo")]


def test_a_bare_name_that_two_people_bear_is_nobodys() -> None:
    reading = files(RESULTS + "2025-01-01,O,1,Bo,Ada,1\n", PLAYERS + "Ada,12,1500,\nAda,13,1600,\n")
    (finding,) = reading.findings
    assert (finding.code, finding.severity, finding.place.file, finding.place.line) == ("ambiguous-name", "error", "a.csv", 2)
    assert finding.details["names"] == ["Ada #12", "Ada #13"]
    assert pairs(reading) == [("Bo", "Ada")]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anne Lefèvre", "LEFEVRE Anne"),
        ("Matthias Blübaum", "Matthias Bluebaum"),
        ("Blübaum", "Blubaum"),
        ("Édouard", "Edouard"),
        ("Jean-Pierre Noël", "Jean Pierre NOEL"),
        ("Dupont, Jean", "Jean Dupont"),
        ("Søren Æbelø", "Soren Aebelo"),
        ("Groß", "GROSS"),
    ],
)
def test_like_names_are_candidates_and_not_matched(one: str, other: str) -> None:
    rows = f'2025-01-01,O,1,"{one}",Bo,1\n2025-01-01,O,2,"{other}",Bo,1\n'
    reading = files(RESULTS + rows)
    (finding,) = reading.findings
    assert (finding.code, finding.severity) == ("similar-names", "warning")
    assert set(finding.details["names"]) == {one, other}
    assert finding.place.line in (2, 3)
    assert {player for pair in pairs(reading) for player in pair} == {one, other, "Bo"}


def test_like_names_with_different_numbers_are_two_people() -> None:
    assert not files(PLAYERS + "Édouard,1,,\nEdouard,2,,\n").findings


def test_unlike_names_are_no_candidates() -> None:
    assert spelling("Anne Lefèvre") != spelling("Anne Lefort")
    assert spelling("Ana") != spelling("Anna")


def test_one_record_for_a_person_the_list_before_the_event() -> None:
    numbered = "date,event,round,player_a,number_a,player_b,score_a\n2025-01-02,O,2,Ada,12,Bo,1\n"
    reading = files(numbered, PLAYERS + "Ada,12,1500,1990\n", "player,number,club,games\nAda,12,Nice,33\n")
    (player,) = reading.facts.players
    assert (player.rating, player.born, player.club, player.games) == (1500.0, 1990, "Nice", 33)
    assert not reading.findings


def test_two_lists_that_differ() -> None:
    reading = files(PLAYERS + "Ada,12,1500,1990\nBo,,1600,\n", PLAYERS + "Ada,12,1510,1991\nBo,,1610,\n")
    assert [player.rating for player in reading.facts.players] == [1500.0, 1600.0]
    assert codes(reading) == ["born-differs", "rating-differs"]
    assert reading.findings[1].details["count"] == 2


def test_the_same_person_under_two_names_cannot_play_himself() -> None:
    head = "date,event,round,player_a,number_a,player_b,number_b,score_a\n"
    reading = files(head + "2025-01-02,O,2,Ada,12,ADA,12,1\n")
    assert codes(reading) == ["number-spelling-varies", "self-match"]
    assert not reading.facts.games
    assert reading.files[0].refused == {"self-match": 1}


def test_many_names_take_little_time() -> None:
    rows = "".join(f"2025-01-01,O,{n % 9 + 1},Joueur Numéro {n:05d},Joueuse Numéro {n:05d},1\n" for n in range(20_000))
    start = time.process_time()
    assert not files(RESULTS + rows).findings
    assert time.process_time() - start < 5


# -- like names: which one is pointed at


def alike(reading: Reading, language: str = "en") -> tuple[str, int, str]:
    (finding,) = [finding for finding in reading.findings if finding.code == "similar-names"]
    return finding.place.file, finding.place.line, finding.message(language)


def games(*names: str) -> str:
    return RESULTS + "".join(f"2025-01-0{day},O,1,{name},Bo,1\n" for day, name in enumerate(names, 1))


def test_of_two_like_names_the_rarer_is_pointed_at_with_counts() -> None:
    reading = files(games("Noël Açard", "Noel Acard", "Noël Açard", "Noël Açard", "Noël Açard"))
    assert alike(reading) == ("a.csv", 3, "Perhaps one person: Noël Açard (4 times); Noel Acard (once, line 3).")
    assert alike(reading, "fr")[2] == "Peut-être une seule personne : Noël Açard (4 fois) ; Noel Acard (1 fois, ligne 3)."


def test_the_earlier_name_is_pointed_at_where_it_is_the_rarer() -> None:
    reading = files(games("Noël Açard", "Noel Acard", "Noel Acard", "Noël Açard", "Noel Acard"))
    assert alike(reading)[1:] == (2, "Perhaps one person: Noël Açard (2 times, first on line 2); Noel Acard (3 times).")


def test_of_names_as_frequent_the_later_is_pointed_at() -> None:
    reading = files(games("Noël Açard"), games("Noel Acard"))
    assert alike(reading) == ("b.csv", 2, "Perhaps one person: Noël Açard (once); Noel Acard (once, line 2).")


def test_a_name_in_a_list_is_not_pointed_at() -> None:
    reading = files(games("Noel Acard", "Noel Acard"), PLAYERS + "Noël Açard,,1500,1990\n")
    assert alike(reading) == ("a.csv", 2, "Perhaps one person: Noel Acard (2 times, first on line 2); Noël Açard (in a list).")


def test_the_findings_are_the_same_in_every_process(tmp_path: Path) -> None:
    """Names are hashed another way in every process; nothing may come out in the order of a set."""
    names = ["Noël Açard", "Noel Acard", "ACARD Noël", "Zoé Blum", "Zoe Blum", "Blum Zoé"]
    (tmp_path / "a.csv").write_text(games(*names), encoding="utf-8")
    (tmp_path / "b.csv").write_text(PLAYERS + "Cy,1,,\nCy,2,,\nEd,3,,\nEd,4,,\n", encoding="utf-8")
    (tmp_path / "c.csv").write_text(RESULTS + "2025-01-09,O,1,Cy,Ed,1\n", encoding="utf-8")
    code = "import sys; from bareme.cli import main; main(sys.argv[1:])"
    command = [sys.executable, "-c", code, "check", "a.csv", "b.csv", "c.csv", "--lang", "en"]
    told = {
        subprocess.run(
            command, cwd=tmp_path, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=False
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(told) == 1
    (text,) = told
    assert text.count("similar-names") == 2
    assert text.count("ambiguous-name") == 2
