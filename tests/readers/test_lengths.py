"""The column of match lengths: what it may be called, and what is said where none is known."""

from __future__ import annotations

import pytest

from bareme.findings import Finding
from bareme.readers import read_text

HEAD = "date,gagnant,perdant"
ROW = "2025-01-01,Ada,Bo"


def unused(head: str, row: str) -> Finding:
    (finding,) = read_text(f"{head}\n{row}\n", "a.csv").findings
    assert finding.code == "unused-columns"
    return finding


@pytest.mark.parametrize(
    "header",
    ["length", "Longueur", "Longueur du match", "Match en", "match en :", "nb de points", "Nb points", "nombre de points",
     "Points du match", "match_length", "En points"],
)  # fmt: skip
def test_the_length_by_its_names(header: str) -> None:
    reading = read_text(f"{HEAD},{header}\n{ROW},7\n", "a.csv")
    assert [game.length for game in reading.facts.games] == [7]
    assert not reading.findings


@pytest.mark.parametrize("header", ["Match", "pts du match", "Long.", "Points joués"])
def test_a_column_that_sounds_like_a_length_is_suggested(header: str) -> None:
    finding = unused(f"{HEAD},{header}", f"{ROW},7")
    for language in ("en", "fr"):
        assert f'--columns "length={header}"' in finding.remedy(language)


@pytest.mark.parametrize(("more", "cells"), [("stade", "x"), ("longueur,match", "7,x"), ("format,match", "2x9,x")])
def test_no_other_column_is_suggested(more: str, cells: str) -> None:
    assert "length=" not in unused(f"{HEAD},{more}", f"{ROW},{cells}").remedy()


def test_other_tables_have_no_length() -> None:
    assert "length=" not in unused("player,rating,matches", "Ada,1500,7").remedy()


def test_blank_rows_are_counted() -> None:
    (file,) = read_text(f"{HEAD}\n{ROW}\n,,\n\n2025-01-02,Bo,Ada\n", "a.csv").files
    assert (file.rows_read, file.rows_counted, file.rows_refused, file.rows_blank) == (4, 2, 0, 2)
