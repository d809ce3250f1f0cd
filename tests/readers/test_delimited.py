"""Text to rows: separators, line ends, quotes, true line numbers."""

from __future__ import annotations

import pytest

from bareme.findings import Refused
from bareme.readers.columns import known
from bareme.readers.delimited import MAX_LINES, Table, tabulate
from bareme.readers.tally import Tally


def table(text: str, delimiter: str | None = None) -> tuple[Table, Tally]:
    tally = Tally("a.csv")
    return tabulate(text, tally, delimiter, lambda header: known(header, {})), tally


def rows(text: str, delimiter: str | None = None) -> list[tuple[int, ...] | tuple[int | str, ...]]:
    found, _ = table(text, delimiter)
    return [(line, *cells) for line, cells in zip(found.lines, zip(*found.columns, strict=True), strict=True)]


def refusal(text: str, delimiter: str | None = None) -> str:
    with pytest.raises(Refused) as caught:
        table(text, delimiter)
    return caught.value.finding.code


@pytest.mark.parametrize(("delimiter", "shown"), [(";", ";"), (",", ","), ("\t", "tab"), ("|", "|")])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_separators_and_line_ends(delimiter: str, shown: str, end: str) -> None:
    text = end.join(delimiter.join(cells) for cells in (("date", "player_a", "player_b"), ("x", "y", ""), ("z", "", "w"))) + end
    found, tally = table(text)
    assert found.delimiter == shown
    assert found.header == ("date", "player_a", "player_b")
    assert rows(text) == [(2, "x", "y", ""), (3, "z", "", "w")]
    assert tally.read == 2


def test_a_decimal_comma_or_a_comma_in_a_name_does_not_make_the_separator() -> None:
    assert rows("joueur;rating\nDupont, Jean;9,99\n") == [(2, "Dupont, Jean", "9,99")]
    assert rows('"Nom, prénom";rating;a,b,c,d\nx;y;z\n') == [(2, "x", "y", "z")]


def test_the_separator_can_be_named() -> None:
    assert rows("player!rating\nA!1\n", "!") == [(2, "A", "1")]


def test_the_mark_of_excel_names_the_separator() -> None:
    assert rows("sep=|\r\nplayer|rating\r\nA|1\r\n") == [(3, "A", "1")]


@pytest.mark.parametrize("delimiter", ["", "ab", '"', "\n"])
def test_what_is_no_separator(delimiter: str) -> None:
    assert refusal("a;b\n", delimiter) == "bad-delimiter"


@pytest.mark.parametrize("text", ["player\nA\nB\n", "Tournoi de Noël\nx;y\n", "{}"])
def test_one_column_is_no_table(text: str) -> None:
    assert refusal(text) == "one-column"


def test_lines_are_those_of_the_file() -> None:
    text = '\n\nplayer,rating\n"A\nB",1\n\nC,2\n"D ""x"" E","3"\n , \nF,4\n'
    assert rows(text) == [(4, "A\nB", "1"), (7, "C", "2"), (8, 'D "x" E', "3"), (10, "F", "4")]
    _, tally = table(text)
    assert (tally.read, tally.blank) == (6, 2)


def test_other_line_separators_of_unicode_end_no_line() -> None:
    assert rows("player,rating\nA\u2028B\x0b\x85,1\n") == [(2, "A\u2028B\x0b\x85", "1")]


def test_short_rows_are_filled_up_and_blank_cells_beyond_the_header_dropped() -> None:
    assert rows("a;b;c\n1\n1;2;3;;\n") == [(2, "1", "", ""), (3, "1", "2", "3")]


def test_a_row_with_too_many_cells_is_refused() -> None:
    found, tally = table("player;rating\nDupont;1500;x\nA;1\n")
    assert found.lines == [3]
    assert dict(tally.refused) == {"too-many-cells": 1}
    (finding,) = tally.findings
    assert (finding.place.line, finding.details["value"]) == (2, ["x"])


def test_quotes_within_a_cell_belong_to_it() -> None:
    assert rows('player,rating\nJean "Jo" D,1\n') == [(2, 'Jean "Jo" D', "1")]


def test_text_behind_a_closing_quote_refuses_the_row_alone() -> None:
    found, tally = table('player,rating\n"Jo" Dupont,1\nB,2\n')
    assert found.lines == [3]
    assert [(finding.code, finding.place.line) for finding in tally.findings] == [("bad-quotes", 2)]


@pytest.mark.parametrize("more", [0, 3, MAX_LINES + 10])
@pytest.mark.parametrize("end", ["\n", ""])
def test_a_quote_that_is_never_closed_swallows_nothing_but_its_row(more: int, end: str) -> None:
    text = 'player,rating\nA,1\n"B,2\n' + "".join(f"C{number},3\n" for number in range(more)) + "D,4" + end
    found, tally = table(text)
    assert len(found.lines) == 1 + more + 1
    assert [(finding.code, finding.place.line) for finding in tally.findings] == [("open-quote", 3)]
    assert found.lines[-1] == more + 4


def test_a_quote_closed_far_below_swallows_nothing_either() -> None:
    text = 'player,rating\n"A,1\n' + "B,2\n" * 200 + '",3\n'
    found, tally = table(text)
    assert len(found.lines) == 200
    assert [(finding.code, finding.place.line) for finding in tally.findings] == [("open-quote", 2), ("open-quote", 203)]


def test_an_endless_cell_is_refused() -> None:
    for quote in ("", '"'):
        found, tally = table(f"player,rating\n{quote}{'x' * 200_000}{quote},1\nB,2\n")
        assert found.lines == [3]
        assert dict(tally.refused) == {"cell-too-long": 1}


def test_a_header_that_cannot_be_read() -> None:
    assert refusal('"player,rating\n' + "A,1\n" * 60) == "open-quote"
