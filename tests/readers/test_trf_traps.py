"""Tournament reports as they really are: their bytes, lines, columns and players, and what is said of each fault."""

from __future__ import annotations

import pytest
from trf_text import COUNTED, codes, games, message, pair, player, read, report

from bareme.readers.reading import Reading

# -- bytes and lines


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_line_end(end: str) -> None:
    reading = read(pair().replace("\n", end))
    assert games(reading) == COUNTED
    assert reading.facts.games[0].source.line == 4
    assert codes(reading) == []


def test_a_mark_before_the_name_line() -> None:
    assert read("\ufeff" + pair()).facts.events[0].name == "Spring Open"


def test_the_end_of_file_of_old_systems_and_blank_lines() -> None:
    assert codes(read("\n\n" + pair() + "   \n\n\x1a")) == []


def test_trimmed_lines() -> None:
    reading = read(
        "\n".join(
            line.rstrip() for line in report(player(1, "A, B", "2 w 1", "2 b"), player(2, "C, D", "1 b 0", "1 w")).split("\n")
        )
    )
    assert len(reading.facts.games) == 1
    assert codes(reading) == ["trf-no-result"]  # of the second round, which is still to be played


@pytest.mark.parametrize("tag", ["xxr 5", "XXR 5", "Xxr  5"])
def test_codes_in_any_case(tag: str) -> None:
    assert read(pair() + tag).facts.events[0].rounds == 5


def test_letters_of_results_and_colours_in_any_case() -> None:
    reading = read(report(player(1, "A, B", "2 W w", "0000 - h"), player(2, "C, D", "1 B l", "0000 - u")))
    assert games(reading) == [("A, B", "C, D", 1.0, "less-than-one-move")]
    assert [bye.why for bye in reading.facts.byes] == ["half-bye", "bye"]


@pytest.mark.parametrize(
    "ruler",
    [
        "DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP RRRR  1111 1 1",
        "    SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF",
        "1234567890" * 12,
        "0123456789" * 12,
        "".join(f"{tens:10}" for tens in range(1, 13)),
        "### 45678901234567890",
    ],
)
def test_rulers_with_and_without_a_mark(ruler: str) -> None:
    assert codes(read(ruler + "\n" + pair())) == []


def test_a_remark_without_the_mark_of_remarks() -> None:
    reading = read("# by hand\n" + pair())
    assert message(reading, "trf-comment") == "A remark is left out: # by hand."


def test_an_unknown_line_is_not_dropped_silently() -> None:
    reading = read(pair() + player(3, "Lost, Player", tag="101"))
    assert message(reading, "trf-line-unknown").startswith(
        "101 is no code of the format; the line is left out: 101    3      Lost, Player"
    )


def test_a_line_that_stands_twice() -> None:
    reading = read(pair() + "012 Another Open\n")
    assert reading.facts.events[0].name == "Spring Open"
    assert "Another Open is left out" in message(reading, "trf-line-twice")


# -- columns


@pytest.mark.parametrize("tabbed", ["001\t1\t", "001    1\t    "])
def test_tabs_inside_the_columns(tabbed: str) -> None:
    text = pair().replace("001    1      Moreau", tabbed + "Moreau")
    reading = read(text)
    assert {"trf-tabs", "trf-columns"} & set(codes(reading))


def test_tabs_that_stand_for_eight_columns() -> None:
    line = player(1, "Moreau, Aïda", "2 w 1", points="1.0", rank=1)
    tabbed = line[:32] + "\t\t" + line[48:]  # columns 33 to 48 are blank: two tabs of eight
    reading = read(report(tabbed, player(2, "Roux, Théo", "1 b 0")))
    assert games(reading) == COUNTED
    assert codes(reading) == ["trf-tabs"]


@pytest.mark.parametrize("step", [-2, -1, 1, 2])
def test_columns_moved_by_the_name(step: int) -> None:
    """Accents counted as two characters make the name's field too short; a long name pushes the rest to the right."""
    name = "Moreau-Petit, Aïda Inès É" + "x" * 8
    line = player(1, name, "2 w 1", rating=2100, points="1.0", rank=1)
    moved = line[: 47 + step] + line[47:] if step < 0 else line[:47] + "y" * step + line[47:]
    reading = read(report(moved, player(2, "Roux, Théo", "1 b 0")))
    assert codes(reading) == ["trf-columns-moved"]
    assert (reading.facts.players[0].rating, len(reading.facts.games)) == (2100.0, 1)
    assert reading.facts.players[0].name == name[: 33 + min(step, 0)] + "y" * max(step, 0)


def test_a_letter_and_its_accent_are_one_character() -> None:
    reading = read(pair().replace("ï", "i\u0308"))
    assert games(reading) == COUNTED


def test_a_column_that_should_be_blank() -> None:
    line = player(1, "Moreau, Aïda", "2 w 1")
    reading = read(report(line[:13] + "x" + line[14:], player(2, "Roux, Théo", "1 b 0")))
    assert message(reading, "trf-columns").startswith("Column 14 of this line should be blank")
    assert games(reading) == COUNTED


# -- players


def one(**fields: str) -> Reading:
    return read(report(player(1, "Moreau, Aïda", **fields)))


@pytest.mark.parametrize(
    ("written", "title"), [("g", "GM"), ("m", "IM"), ("f", "FM"), ("wm", "WIM"), ("WGM", "WGM"), ("c", "CM"), ("", "")]
)
def test_titles(written: str, title: str) -> None:
    assert one(title=written).facts.players[0].title == title


def test_an_unknown_title_is_kept_with_a_warning() -> None:
    reading = one(title="WH")
    assert reading.facts.players[0].title == "WH"
    assert message(reading, "trf-title") == "Moreau, Aïda (1): WH is no known title; it is kept as written."


@pytest.mark.parametrize(("written", "sex"), [("m", "m"), ("M", "m"), ("w", "w"), ("f", "w"), ("F", "w"), ("u", ""), ("", "")])
def test_sexes(written: str, sex: str) -> None:
    assert one(sex=written).facts.players[0].sex == sex


@pytest.mark.parametrize(
    ("written", "rating"), [("2100", 2100.0), ("951", 951.0), ("0951", 951.0), ("0", None), ("0000", None), ("", None)]
)
def test_ratings(written: str, rating: float | None) -> None:
    assert one(rating=written).facts.players[0].rating == rating


@pytest.mark.parametrize("written", ["21x0", "nan", "-100", "1e3", "١٢٣٤"])
def test_ratings_that_cannot_be_read(written: str) -> None:
    reading = one(rating=written)
    assert reading.facts.players[0].rating is None
    assert written in message(reading, "trf-rating")


@pytest.mark.parametrize(
    ("written", "born"),
    [
        ("1987/00/00", 1987),
        ("1987", 1987),
        ("1987-01-31", 1987),
        ("31.01.1987", 1987),
        (".  .", None),
        ("0000/00/00", None),
        ("", None),
    ],
)
def test_birth_dates(written: str, born: int | None) -> None:
    reading = one(born=written)
    assert reading.facts.players[0].born == born
    assert "trf-birth-date" not in codes(reading)


def test_a_birth_date_that_cannot_be_read() -> None:
    assert "31/31/31" in message(one(born="31/31/31"), "trf-birth-date")


@pytest.mark.parametrize("written", ["ST.", "???", "F1A"])
def test_federations_that_are_none(written: str) -> None:
    reading = one(federation=written)
    assert reading.facts.players[0].federation == ""
    assert written in message(reading, "trf-federation")


def test_a_fide_number_that_is_none() -> None:
    reading = one(fide="12-34")
    assert reading.facts.players[0].number == ""
    assert "12-34" in message(reading, "trf-fide-number")


def test_a_fide_number_borne_by_two_is_nobodys() -> None:
    reading = read(report(player(1, "Moreau, Aïda", "2 w 1", fide=20000011), player(2, "Roux, Théo", "1 b 0", fide=20000011)))
    assert [person.number for person in reading.facts.players] == ["", ""]
    assert "Moreau, Aïda (1); Roux, Théo (2)" in message(reading, "trf-fide-number-twice")
    assert games(reading) == COUNTED


def test_characters_nobody_sees() -> None:
    reading = read(report(player(1, "Moreau,\u200b Aï\u202eda", "2 w 1"), player(2, "Roux, Théo", "1 b 0")))
    assert games(reading) == COUNTED
    assert codes(reading) == ["trf-hidden-characters"]


def test_a_player_without_a_name() -> None:
    reading = read(report(player(1, "", "2 w 1"), player(2, "Roux, Théo", "1 b 0")))
    assert games(reading) == [("? (1, Spring Open)", "Roux, Théo", 1.0, "")]
    assert "trf-name-missing" in codes(reading)
