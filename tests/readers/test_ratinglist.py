"""FIDE rating lists: columns from the header, titles that push the rest aside, the three pools, XML without surprises."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bareme.facts import Place, Player
from bareme.findings import Refused
from bareme.readers.ratinglist import looks_like_rating_list, read_rating_list
from bareme.readers.reading import Reading

# Headers as published; the rows below are set under them by hand.
PEOPLE = "ID Number      Name".ljust(76) + "Fed Sex Tit  WTit OTit           "
MONTH = PEOPLE + "FOA DEC25 Gms K  B-day Flag"
NO_FOA = PEOPLE + "Nov25 Gms K  B-day Flag"
COMBINED = PEOPLE + "FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
LEGACY = "ID number Name                              TitlFed  Mar11 GamesBorn  Flag"


def row(header: str, **cells: object) -> str:
    """Each cell under its header; `OTit` may be longer than its field, and then pushes what follows to the right."""
    line = ""
    pushed = 0
    for column, value in sorted(cells.items(), key=lambda cell: header.index(cell[0].replace("_", " "))):
        line = line.ljust(header.index(column.replace("_", " ")) + pushed) + str(value)
        if column == "OTit":
            field = 15 if "FOA" in header or "Nov" in header else 0
            pushed = max(0, len(str(value)) - field)
    return line


def read(header: str, *rows: str, **options: object) -> Reading:
    return read_rating_list("\n".join([header, *rows]) + "\n", "list.txt", **options)  # type: ignore[arg-type]


def codes(reading: Reading) -> list[str]:
    return [finding.code for finding in reading.findings]


ANN = {"ID_Number": 30000011, "Name": "Test, Ann", "Fed": "NED", "Sex": "F"}


def test_one_pool_and_a_month() -> None:
    line = row(MONTH, **ANN, Tit="GM", WTit="WGM", OTit="IA", DEC25=2501, Gms=9, **{"K ": 10, "B-day": 1990, "Flag": "w"})
    reading = read(MONTH, line)
    assert reading.facts.players == (
        Player(
            key="Test, Ann",
            name="Test, Ann",
            number="30000011",
            federation="NED",
            sex="w",
            title="GM",
            born=1990,
            rating=2501.0,
            k=10,
            source=Place("list.txt", 2),
        ),
    )  # and games stay unknown: 9 are those of the month, not of a life
    assert codes(reading) == []


def test_a_published_layout_to_the_column() -> None:
    """The rows of a real list, names made up: rating in 114-117, games in 120, K in 124-125, birth in 127-130, flag in 133."""
    gap = " " * 20
    rows = (
        "25000031       A B, Carl".ljust(76) + "IND M            " + gap + "1063  0   20 1987  i ",
        "5000086        A C, Dora".ljust(76) + "BAN F   WFM  WFM " + gap + "1876  13  20 2001  w ",
        "4000029        A D, Emil".ljust(76) + "IRQ M            " + gap + "0     0   0        ",
    )
    first, second, third = read(MONTH, *rows).facts.players
    assert (first.name, first.federation, first.sex) == ("A B, Carl", "IND", "m")
    assert (first.rating, first.k, first.born) == (1063.0, 20, 1987)
    assert (second.title, second.sex, second.rating, second.born) == ("WFM", "w", 1876.0, 2001)
    assert (third.rating, third.k, third.born) == (None, None, None)


@pytest.mark.parametrize("others", ["IA,FT", "SI,FI,LSI,SLI,NA", "SI,FI,LSI,SLI,NA,IO,DI", "IA,FA,NA,IO,FST,FT,DI,SI,FI"])
@pytest.mark.parametrize("header", [MONTH, NO_FOA])
def test_other_titles_that_push_the_rating_aside(header: str, others: str) -> None:
    """With 16 characters of other titles, a reader by fixed columns finds the rating `A1946`."""
    month = "DEC25" if header == MONTH else "Nov25"
    line = row(header, **ANN, OTit=others, **{month: 1946, "Gms": 0, "K ": 40, "B-day": 2003, "Flag": "wi"})
    (player,) = read(header, line).facts.players
    assert (player.rating, player.k, player.born) == (1946.0, 40, 2003)


def test_other_titles_glued_to_the_arena_title() -> None:
    pushed = row(MONTH, **ANN, OTit="SI,FI,LSI,SLI,NA") + "AFM "
    line = pushed.ljust(114) + "2100  0   20 1980"
    (player,) = read(MONTH, line).facts.players
    assert (player.rating, player.k, player.born, player.title) == (2100.0, 20, 1980, "")


@pytest.mark.parametrize(("pool", "rating", "k"), [("standard", 2501.0, 10), ("rapid", 2433.0, 20), ("blitz", None, None)])
def test_the_three_pools_together(pool: str, rating: float | None, k: int | None) -> None:
    ratings = {"SRtng": 2501, "SGm": 9, "SK": 10, "RRtng": 2433, "RGm": 0, "Rk": 20, "BRtng": 0, "BGm": 0, "BK": 0, "B-day": 1990}
    reading = read(COMBINED, row(COMBINED, **ANN, **ratings), pool=pool)
    (player,) = reading.facts.players
    assert (player.rating, player.k, player.born) == (rating, k, 1990)
    assert codes(reading) == []


def test_the_old_format() -> None:
    rows = (
        " 5000044  A, Sohini                         wg  IND  1447    0  1995  wi",
        "10200012  A K M, Soran                          BAN  1714    0          ",
    )
    first, second = read(LEGACY, *rows).facts.players
    assert (first.number, first.name, first.title, first.federation) == ("5000044", "A, Sohini", "WGM", "IND")
    assert (first.rating, first.born, first.sex, first.k) == (1447.0, 1995, "w", None)  # w by the flag
    assert (second.number, second.rating, second.born) == ("10200012", 1714.0, None)


def test_namesakes_are_told_apart_by_their_numbers() -> None:
    reading = read(MONTH, row(MONTH, **ANN, DEC25=2000), row(MONTH, **{**ANN, "ID_Number": 30000022}, DEC25=1900))
    assert [player.key for player in reading.facts.players] == ["Test, Ann #30000011", "Test, Ann #30000022"]


def test_a_number_that_stands_twice_is_refused_with_both_lines() -> None:
    reading = read(MONTH, row(MONTH, **ANN, DEC25=2000), row(MONTH, **ANN, DEC25=1900))
    assert [player.rating for player in reading.facts.players] == [2000.0]
    (finding,) = reading.findings
    assert (finding.code, finding.place.line, finding.details["first"]) == ("rating-list-twice", 3, 2)
    assert (reading.facts.rows_read, reading.facts.rows_refused) == (2, 1)


def test_only_the_players_wanted() -> None:
    rows = [row(MONTH, **{**ANN, "ID_Number": 30000000 + n, "Name": f"Test, Nr {n}"}, DEC25=2000 + n) for n in range(100)]
    reading = read(MONTH, *rows, only={"30000007", "Test, Nr 42"})
    assert [player.rating for player in reading.facts.players] == [2007.0, 2042.0]
    assert reading.facts.rows_read == 2


@pytest.mark.parametrize(
    ("cells", "code"),
    [
        ({"ID_Number": "x"}, "rating-list-row"),
        ({"Name": ""}, "rating-list-row"),
        ({"Tit": "WH"}, "rating-list-value"),
        ({"DEC25": "2x00"}, "rating-list-value"),
    ],
)
def test_rows_that_cannot_be_read(cells: dict[str, object], code: str) -> None:
    reading = read(MONTH, row(MONTH, **{**ANN, "DEC25": 2000, **cells}))
    assert codes(reading) == [code]
    assert len(reading.facts.players) == (code == "rating-list-value")  # an unknown title drops nobody


def test_a_list_without_the_pool_asked_for() -> None:
    with pytest.raises(Refused, match="rapid"):
        read(COMBINED.replace("RRtng RGm Rk ", ""), pool="rapid")
    with pytest.raises(Refused, match="bullet"):
        read(MONTH, pool="bullet")


def test_an_unknown_column_is_said() -> None:
    assert codes(read(MONTH + " Shoe", row(MONTH, **ANN, DEC25=2000))) == ["rating-list-column"]


def test_a_list_of_nobody() -> None:
    assert codes(read(MONTH)) == ["rating-list-empty"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str) -> None:
    reading = read_rating_list(end.join([MONTH, row(MONTH, **ANN, DEC25=2000), ""]), "list.txt")
    assert [player.source.line for player in reading.facts.players] == [2]


# -- XML


def xml(*players: str) -> str:
    return '<?xml version="1.0" encoding="ISO-8859-1"?>\n<playerslist>\n' + "\n".join(players) + "\n</playerslist>\n"


def person(**fields: object) -> str:
    return "<player>" + "".join(f"<{name}>{value}</{name}>" for name, value in fields.items()) + "</player>"


ANN_XML = {
    "fideid": 30000011,
    "name": "Test, Änn &amp; Co",
    "country": "ned",
    "sex": "F",
    "title": "",
    "w_title": "WGM",
    "o_title": "IA",
}


def test_xml_of_one_pool() -> None:
    reading = read_rating_list(xml(person(**ANN_XML, rating=2401, games=9, k=10, birthday=1990, flag="w")), "list.xml")
    (player,) = reading.facts.players
    assert (player.name, player.number, player.federation, player.sex) == ("Test, Änn & Co", "30000011", "NED", "w")
    assert (player.title, player.rating, player.k, player.born, player.games) == ("WGM", 2401.0, 10, 1990, None)
    assert player.source == Place("list.xml", 3)
    assert codes(reading) == []


@pytest.mark.parametrize(("pool", "rating", "k"), [("standard", 2401.0, 10), ("rapid", 2300.0, 20), ("blitz", None, None)])
def test_xml_of_the_three_pools(pool: str, rating: float | None, k: int | None) -> None:
    ratings = {"rating": 2401, "k": 10, "rapid_rating": 2300, "rapid_k": 20, "blitz_rating": "", "blitz_k": ""}
    (player,) = read_rating_list(xml(person(**ANN_XML, **ratings)), "list.xml", pool).facts.players
    assert (player.rating, player.k) == (rating, k)


def test_xml_of_only_the_players_wanted() -> None:
    people = [person(fideid=30000000 + n, name=f"Test, Nr {n}", rating=2000 + n) for n in range(5000)]
    reading = read_rating_list(xml(*people), "list.xml", only={"30004321"})
    assert [player.rating for player in reading.facts.players] == [6321.0]


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE playerslist [<!ENTITY a "aaaaaaaaaa">]><playerslist><player><name>&a;</name></player></playerslist>',
        '<!DOCTYPE playerslist SYSTEM "file:///etc/hostname"><playerslist/>',
    ],
)
def test_xml_that_could_expand_is_refused(text: str) -> None:
    assert looks_like_rating_list(text)
    with pytest.raises(Refused) as refused:
        read_rating_list(text, "list.xml")
    assert refused.value.finding.code == "rating-list-entities"


@pytest.mark.parametrize("text", ["<playerslist><player>", "<playerslist>&x;</playerslist>", "<a></b>", "<", "<?xml?>"])
def test_xml_that_breaks_off(text: str) -> None:
    reading = read_rating_list(text, "list.xml")
    assert "rating-list-xml" in codes(reading)


def test_xml_that_breaks_off_keeps_who_was_read() -> None:
    reading = read_rating_list(xml(person(**ANN_XML, rating=2401)).replace("</playerslist>", "<player><name>"), "list.xml")
    assert len(reading.facts.players) == 1
    assert codes(reading) == ["rating-list-xml"]


# -- what is a rating list


@pytest.mark.parametrize("text", [MONTH, NO_FOA, COMBINED, LEGACY, xml(), "<playerslist>", "\n" + MONTH])
def test_lists_are_known_by_their_first_line(text: str) -> None:
    assert looks_like_rating_list(text)


@pytest.mark.parametrize("text", ["", "ID;Number;Name", "001    1 m    Roux, Théo", "<html>", "name,rating"])
def test_other_texts_are_not_lists(text: str) -> None:
    assert not looks_like_rating_list(text)


@given(st.text())
def test_any_text_gives_players_findings_or_a_refusal(text: str) -> None:
    for head in ("", MONTH + "\n", "<playerslist>", "<playerslist><player><fideid>1</fideid><name>"):
        try:
            reading = read_rating_list(head + text, "list.txt")
        except Refused as refused:
            refused.finding.message()
            continue
        assert reading.facts.rows_read == len(reading.facts.players) + reading.facts.rows_refused
        assert len({player.key for player in reading.facts.players}) == len(reading.facts.players)


@given(st.lists(st.text("0123456789 ,.AZaz\t", max_size=160), max_size=5))
def test_any_row_is_read_without_a_traceback(rows: list[str]) -> None:
    read(COMBINED, *rows)


def test_a_long_list_is_passed_over_quickly() -> None:
    line = row(MONTH, **ANN, DEC25=2000)
    text = "\n".join([MONTH, *([line] * 50_000)])
    start = time.process_time()
    read_rating_list(text, "list.txt", only={"1"})
    assert time.process_time() - start < 1.0  # seconds; some 0.1: two million rows take a few seconds
