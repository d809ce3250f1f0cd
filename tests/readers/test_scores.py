"""Score tokens: each listed, in two languages, none guessed."""

from __future__ import annotations

import pytest

from bareme.readers import scores
from bareme.readers.tally import Bad

WON = ["1", "1.0", "1,0", "1.00", "1-0", "1–0", "1:0", " 1 - 0 ", "W", "win", "Won", "V", "victoire", "Gagné", "GAGNE", "g"]
DRAWN = [
    "½",
    "0.5",
    "0,5",
    ".5",
    "0.50",
    "=",
    "½-½",
    "1/2",
    "1/2-1/2",
    "0.5-0.5",
    "0,5-0,5",
    "draw",
    "Drawn",
    "nulle",
    "nul",
    "N",
]
LOST = ["0", "0.0", "0,0", "0-1", "L", "loss", "lost", "défaite", "perdu", "P"]
FORFEITS = {
    "+": 1.0,
    "1-0f": 1.0,
    "1-0 F": 1.0,
    "+/-": 1.0,
    "1f": 1.0,
    "-": 0.0,
    "−": 0.0,
    "0-1f": 0.0,
    "-/+": 0.0,
    "F": 0.0,
    "forfait": 0.0,
}


@pytest.mark.parametrize(("cells", "score"), [(WON, 1.0), (DRAWN, 0.5), (LOST, 0.0)])
def test_scores(cells: list[str], score: float) -> None:
    for cell in cells:
        assert scores.scores([cell])(cell) == (score, ""), cell


@pytest.mark.parametrize(("cell", "score"), FORFEITS.items())
def test_forfeits_are_kept_and_not_rated(cell: str, score: float) -> None:
    assert scores.scores([cell])(cell) == (score, "forfeit")


@pytest.mark.parametrize("cell", ["--", "-/-", "0-0f"])
def test_nobody_came(cell: str) -> None:
    assert scores.scores([cell])(cell) == (0.0, "double-forfeit")


@pytest.mark.parametrize(
    "cell",
    ["2", "-1", "nan", "inf", "1_0", "١", "１", "5½", "0.25", "1.5", "7-5", "0-0", "1-1", "½-1", "", "oui", "x", "1/3", "0.5000"],
)
def test_what_is_no_score(cell: str) -> None:
    found = scores.scores([cell])(cell)
    assert isinstance(found, Bad)
    assert found.code == "unreadable-score"


def test_the_column_says_in_which_language_d_is() -> None:
    assert scores.scores(["D", "W", "L"])("D") == scores.DRAWN
    assert scores.scores(["d", "win"])("d") == scores.DRAWN
    assert scores.scores(["D", "V"])("D") == scores.LOST
    assert scores.scores(["D", "N"])("D") == scores.LOST


@pytest.mark.parametrize("column", [["D"], ["D", "1", "0"], ["D", "W", "V"]])
def test_d_alone_is_ambiguous(column: list[str]) -> None:
    found = scores.scores(column)("D")
    assert isinstance(found, Bad)
    assert found.code == "ambiguous-score"


@pytest.mark.parametrize(("cell", "points"), [("3", 3.0), ("5½", 5.5), ("½", 0.5), ("2,5", 2.5), ("2.5", 2.5), ("0", 0.0)])
def test_points(cell: str, points: float) -> None:
    assert scores.points(cell) == points


@pytest.mark.parametrize("cell", ["", "-1", "nan", "1e3", "١", "x", "5¼", "½½"])
def test_what_are_no_points(cell: str) -> None:
    assert isinstance(scores.points(cell), Bad)


def test_both_sides_share_one_point() -> None:
    assert scores.both(scores.WON, scores.LOST) == scores.WON
    assert scores.both(scores.DRAWN, scores.DRAWN) == scores.DRAWN
    assert scores.both(scores.FORFEIT_WON, scores.FORFEIT_LOST) == scores.FORFEIT_WON
    assert scores.both(scores.FORFEIT_LOST, scores.FORFEIT_LOST) == scores.NOBODY_CAME
    for a, b in ((scores.WON, scores.WON), (scores.LOST, scores.LOST), (scores.WON, Bad("unreadable-score"))):
        assert isinstance(scores.both(a, b), Bad)


def test_a_walkover_goes_to_the_side_that_came() -> None:
    assert scores.walked_over(Bad("missing-value"), True, False) == scores.FORFEIT_WON
    assert scores.walked_over(scores.WON, False, True) == scores.FORFEIT_LOST
    assert scores.walked_over(scores.DRAWN, True, True) == scores.NOBODY_CAME
    assert scores.walked_over(scores.WON, False, False) == scores.WON
