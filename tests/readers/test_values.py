"""Cells to values: what is read, and above all what is not."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest

from bareme.facts import KNOCK_OUT
from bareme.readers import values
from bareme.readers.rounds import round_number
from bareme.readers.tally import Bad


def code(value: Any) -> str:
    assert isinstance(value, Bad), value
    return value.code


# -- numbers


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        ("1500", 1500.0),
        ("9,99", 9.99),
        ("96.3", 96.3),
        (" 0,5 ", 0.5),
        (".5", 0.5),
        ("-12,25", -12.25),
        ("+3", 3.0),
        ("0.123", 0.123),
        ("1559.125", 1559.125),
        ("2.397880", 2.39788),
        ("007", 7.0),
    ],
)
def test_numbers(cell: str, number: float) -> None:
    assert values.numbers([cell])(cell) == number


@pytest.mark.parametrize(
    ("cell", "why"),
    [
        ("1,234", "ambiguous-number"),
        ("1.234", "ambiguous-number"),
        ("-12.345", "ambiguous-number"),
        ("1 500", "grouped-number"),
        ("1\u00a0500", "grouped-number"),
        ("1\u202f500,5", "grouped-number"),
        ("1'500", "grouped-number"),
        ("1.234.567", "grouped-number"),
        ("1.234,5", "grouped-number"),
        ("1_000", "bad-number"),
        ("١٢٣", "bad-number"),
        ("１５００", "bad-number"),
        ("nan", "bad-number"),
        ("inf", "bad-number"),
        ("-Infinity", "bad-number"),
        ("1e3", "bad-number"),
        ("0x10", "bad-number"),
        ("5½", "bad-number"),
        ("1500.", "bad-number"),
        ("--5", "bad-number"),
        ("1500 pts", "bad-number"),
        ("2000000000", "bad-number"),
        ("9" * 400, "bad-number"),
    ],
)
def test_what_is_no_number(cell: str, why: str) -> None:
    assert code(values.numbers([cell])(cell)) == why


def test_the_column_settles_an_ambiguous_number() -> None:
    assert values.numbers(["1.234", "1500.5"])("1.234") == 1.234
    assert values.numbers(["1,234", "12,5"])("1,234") == 1.234
    assert code(values.numbers(["1,234", "1500.5"])("1,234")) == "ambiguous-number"
    assert code(values.numbers(["1.234", "1,5", "1.5"])("1.234")) == "ambiguous-number"
    assert code(values.numbers(["1.234", "2.345"])("1.234")) == "ambiguous-number"


@pytest.mark.parametrize(("cell", "number"), [("7", 7), ("7.0", 7), ("7,00", 7), (" 12 ", 12), ("999", 999)])
def test_whole_numbers(cell: str, number: int) -> None:
    assert values.whole(1, 999)(cell) == number


@pytest.mark.parametrize("cell", ["0", "1000", "-1", "7.5", "½", "1_0", "٧", "x", "1e2", "+7"])
def test_what_is_no_whole_number(cell: str) -> None:
    assert code(values.whole(1, 999)(cell)) == "bad-whole"


def test_whole_numbers_are_not_grouped() -> None:
    assert code(values.whole()("1,000")) == "grouped-number"
    assert code(values.whole()("12 000")) == "grouped-number"


# -- dates


@pytest.mark.parametrize(
    "cell",
    [
        "2025-09-03",
        "2025/09/03",
        "2025.9.3",
        "03/09/2025",
        "3/9/2025",
        "03.09.2025",
        "03-09-2025",
        "2025-09-03T10:00:00Z",
        "2025-09-03 23:59",
        "2025-09-03T10:00:00.123+02:00",
        " 03/09/2025 14:30 ",
    ],
)
def test_dates(cell: str) -> None:
    assert values.dates([cell])(cell) == date(2025, 9, 3)


@pytest.mark.parametrize(
    ("cell", "why"),
    [
        ("31/02/2024", "no-such-day"),
        ("2025-02-29", "no-such-day"),
        ("00/09/2025", "no-such-day"),
        ("0000-01-01", "bad-date"),
        ("0205-01-01", "bad-date"),
        ("3 septembre 2025", "bad-date"),
        ("45901", "bad-date"),
        ("20250903", "bad-date"),
        ("03/09-2025", "bad-date"),
        ("٠٣/٠٩/٢٠٢٥", "bad-date"),
        ("hier", "bad-date"),
        ("2025-09-03T", "bad-date"),
        ("03/09/25", "two-digit-year"),
        ("11.25.02", "two-digit-year"),
        ("12/25/2024", "month-first"),
    ],
)
def test_what_is_no_date(cell: str, why: str) -> None:
    assert code(values.dates([cell])(cell)) == why


def test_the_day_comes_first_where_nothing_shows_otherwise() -> None:
    assert values.dates(["03/04/2025", "05/06/2025"])("03/04/2025") == date(2025, 4, 3)


def test_a_column_written_month_first_has_no_date_to_trust() -> None:
    read = values.dates(["03/04/2025", "12/25/2024", "07/07/2025", "2025-01-02"])
    assert code(read("03/04/2025")) == "month-first-column"
    assert code(read("12/25/2024")) == "month-first"
    assert read("07/07/2025") == date(2025, 7, 7)
    assert read("2025-01-02") == date(2025, 1, 2)


def test_one_thirteenth_month_in_a_column_written_day_first_is_a_slip() -> None:
    read = values.dates(["03/04/2025", "12/25/2024", "25/12/2024"])
    assert read("03/04/2025") == date(2025, 4, 3)
    assert code(read("12/25/2024")) == "month-first"


@pytest.mark.parametrize(("cell", "year"), [("1987", 1987), ("1987.0", 1987), ("1987-05-01", 1987), ("01/05/1987", 1987)])
def test_years_of_birth(cell: str, year: int) -> None:
    assert values.birth_year(cell) == year


@pytest.mark.parametrize("cell", ["87", "0", "01/05/87", "x"])
def test_what_is_no_year_of_birth(cell: str) -> None:
    assert code(values.birth_year(cell)) == "bad-year"


# -- texts


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ("  Anne   Lefèvre ", "Anne Lefèvre"),
        ("Anne\u00a0Lefèvre", "Anne Lefèvre"),
        ("Anne\nLefèvre", "Anne Lefèvre"),
        ("Lefe\u0300vre", "Lefèvre"),
        ("'=1+1", "=1+1"),
        ("''=1+1", "'=1+1"),
        ("=1+1", "=1+1"),
        ("'t Hooft", "'t Hooft"),
        ("<svg/onload=alert()>", "<svg/onload=alert()>"),
        ("Ⅷ ﬁn ½", "Ⅷ ﬁn ½"),
        ("علی\u200cرضا", "علی\u200cرضا"),
    ],
)
def test_names(cell: str, name: str) -> None:
    assert values.name(cell) == name


@pytest.mark.parametrize(
    ("cell", "why"),
    [
        ("\u202eeva", "hidden-characters"),
        ("Anne\x07", "hidden-characters"),
        ("An\u200bne", "hidden-characters"),
        ("An\u00adne", "hidden-characters"),
        ("\ufeffAnne", "hidden-characters"),
        ("\x1b[31mAnne", "hidden-characters"),
        ("x" * 101, "too-long"),
        ("  ", "missing-value"),
    ],
)
def test_what_is_no_name(cell: str, why: str) -> None:
    assert code(values.name(cell)) == why


def test_hidden_characters_are_shown() -> None:
    bad = values.name("A\u202eB")
    assert isinstance(bad, Bad)
    assert bad.details["value"] == "A\\u202eB"


@pytest.mark.parametrize(
    ("cell", "federation"), [("ind", "IND"), ("fra", "FRA"), ("Fra", "FRA"), ("FFSc", "FFSc"), ("Belgique", "Belgique"), ("", "")]
)
def test_federations(cell: str, federation: str) -> None:
    assert values.federation(cell) == federation


@pytest.mark.parametrize(
    ("cell", "number"), [("612345", "612345"), ("612345.0", "612345"), ("0", ""), ("-", ""), ("A-12", "A-12"), ("0012", "0012")]
)
def test_licence_numbers(cell: str, number: str) -> None:
    assert values.licence_number(cell) == number


@pytest.mark.parametrize(
    ("cell", "flag"),
    [("oui", True), ("Yes", True), ("TRUE", True), ("1", True), ("Vrai", True), ("non", False), ("0", False), ("faux", False)],
)
def test_flags(cell: str, flag: bool) -> None:
    assert values.yes_or_no(cell) is flag


@pytest.mark.parametrize("cell", ["peut-être", "2", "１", "-1"])
def test_what_is_no_flag(cell: str) -> None:
    assert code(values.yes_or_no(cell)) == "bad-flag"


# -- rounds, and matches in sets


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        ("3", 3),
        ("3.0", 3),
        ("0", 0),
        ("R3", 3),
        ("r 3", 3),
        ("Rd.3", 3),
        ("Ronde 12", 12),
        ("3e ronde", 3),
        ("1er tour", 1),
        ("2nd round", 2),
        ("1/16", KNOCK_OUT["last-32"]),
        ("1/8 de finale", KNOCK_OUT["last-16"]),
        ("8e de finale", KNOCK_OUT["last-16"]),
        ("Huitièmes de finale", KNOCK_OUT["last-16"]),
        ("round of 16", KNOCK_OUT["last-16"]),
        ("32e de finale", KNOCK_OUT["last-64"]),
        ("1/4", KNOCK_OUT["quarter-final"]),
        ("Quart de finale", KNOCK_OUT["quarter-final"]),
        ("QF", KNOCK_OUT["quarter-final"]),
        ("demi-finale", KNOCK_OUT["semi-final"]),
        ("Semi-final", KNOCK_OUT["semi-final"]),
        ("1/2 finale", KNOCK_OUT["semi-final"]),
        ("petite finale", KNOCK_OUT["third-place"]),
        ("Finale", KNOCK_OUT["final"]),
        ("F", KNOCK_OUT["final"]),
    ],
)
def test_rounds(cell: str, number: int) -> None:
    assert round_number(cell) == number


@pytest.mark.parametrize(
    "cell", ["-3", "1.5", "1-2", "1000", "8e", "1/3", "1/7", "last 12", "last 3", "x", "½", "٣", "3rd", "R", "1/0"]
)
def test_what_is_no_round(cell: str) -> None:
    assert code(round_number(cell)) == "bad-round"


def test_knock_out_rounds_come_in_their_order_and_after_the_numbered_ones() -> None:
    words = ("999", "1/128", "1/64", "1/32", "1/16", "1/8", "quart", "demi", "petite finale", "finale")
    numbers = [number for number in map(round_number, words) if isinstance(number, int)]
    assert len(numbers) == len(words)
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize(("word", "number"), KNOCK_OUT.items())
def test_a_round_is_read_back_as_written(word: str, number: int) -> None:
    assert round_number(word) == number


@pytest.mark.parametrize(
    ("cell", "notation"),
    [("2x9", "2x9"), ("2X9", "2x9"), ("2×9", "2x9"), ("2x9-11", "2x9-11"), ("3 x 5", "3x5"), ("2x9-9", "2x9")],
)
def test_sets(cell: str, notation: str) -> None:
    assert values.sets_notation(cell) == notation


@pytest.mark.parametrize("cell", ["2x", "x9", "9", "2x9-", "0x9", "2x0", "2x9-11-13", "2*9", "2x1000"])
def test_what_is_no_notation_in_sets(cell: str) -> None:
    assert code(values.sets_notation(cell)) == "bad-format"


def test_words_are_compared_without_case_accents_and_signs() -> None:
    pairs: Sequence[tuple[str, str]] = [
        ("N° FIDE", "nofide"),
        ("Né(e) en", "neeen"),
        ("Joueur_A", "joueura"),
        ("ŒUVRE", "oeuvre"),
    ]
    for text, word in pairs:
        assert values.folded(text) == word
