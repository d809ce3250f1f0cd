"""The placements table."""

from __future__ import annotations

from datetime import date

import pytest

from bareme.readers import Reading, read_text

HEAD = "date,event,rounds,category,player,federation,series,place"


def table(*rows: str, head: str = HEAD) -> Reading:
    return read_text("\n".join((head, *rows)) + "\n", "a.csv")


def test_the_canonical_table() -> None:
    reading = table("2010-09-18,TH2,2,world,Ada,FFSc,4,1", "2010-09-18,TH2,2,World,Bo,bel,2,2")
    first, second = reading.facts.placements
    assert (first.date, first.event, first.rounds, first.category) == (date(2010, 9, 18), "TH2", 2, "world")
    assert (first.player, first.federation, first.series, first.place, first.sequence) == ("Ada", "FFSc", 4, 1, 1)
    assert (second.category, second.federation, second.source.line) == ("world", "BEL", 3)
    assert not reading.findings
    assert reading.files[0].kind == "placements"


def test_french_headers_and_first_names() -> None:
    head = "Date;Épreuve;Nb manches;Catégorie;Nom;Prénom;Fédération;Série;Rang"
    reading = table("18/09/2010;TH2;2;Grand Chelem;Lefèvre;Anne;ffsc;S4;1", head=head)
    (row,) = reading.facts.placements
    assert (row.player, row.category, row.federation, row.series, row.place) == ("Lefèvre Anne", "grand-chelem", "FFSC", 4, 1)
    assert not reading.findings


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("2010-09-18,TH2,0,,Ada,,4,1", "bad-whole"),
        ("2010-09-18,TH2,2,,Ada,,8,1", "bad-series"),
        ("2010-09-18,TH2,2,,Ada,,-3,1", "bad-series"),
        ("2010-09-18,TH2,2,,Ada,,,1", "missing-value"),
        ("2010-09-18,TH2,2,,Ada,,4,0", "bad-whole"),
        ("2010-09-18,,2,,Ada,,4,1", "missing-value"),
        ("32/09/2010,TH2,2,,Ada,,4,1", "no-such-day"),
    ],
)
def test_refused_rows(row: str, code: str) -> None:
    reading = table(row)
    assert [finding.code for finding in reading.findings] == [code]
    assert not reading.facts.placements


def test_equal_places_run_1_2_2_4() -> None:
    rows = [f"2010-09-18,TH2,2,,P{number},,4,{place}" for number, place in enumerate((1, 2, 2, 4))]
    assert not table(*rows).findings


@pytest.mark.parametrize(
    ("places", "expected", "value"), [((1, 2, 2, 3), 4, 3), ((1, 2, 4), 3, 4), ((2, 3), 1, 2), ((1, 1, 2), 3, 2), ((3, 1), 2, 3)]
)
def test_other_places_are_said_once_and_counted(places: tuple[int, ...], expected: int, value: int) -> None:
    reading = table(*(f"2010-09-18,TH2,2,,P{number},,4,{place}" for number, place in enumerate(places)))
    (finding,) = reading.findings
    assert (finding.code, finding.severity) == ("place-gap", "warning")
    assert (finding.details["expected"], finding.details["value"]) == (expected, value)
    assert len(reading.facts.placements) == len(places)


def test_a_player_has_one_place_at_an_event() -> None:
    reading = table("2010-09-18,TH2,2,,Ada,,4,1", "2010-09-18,TH2,2,,Ada,,4,2", "2010-09-25,TH2,2,,Ada,,4,1")
    (finding,) = reading.findings
    assert (finding.code, finding.severity, finding.place.line) == ("player-twice", "error", 3)
    assert finding.details["first"] == "a.csv:2"
    assert [row.date.day for row in reading.facts.placements] == [18, 25]
    assert reading.files[0].refused == {"player-twice": 1}


def test_a_row_twice_counts_once() -> None:
    reading = table("2010-09-18,TH2,2,,Ada,,4,1", "2010-09-18,TH2,2,,Ada,,4,1")
    assert [finding.code for finding in reading.findings] == ["placement-repeated"]
    assert len(reading.facts.placements) == 1


@pytest.mark.parametrize("other", ["2010-09-18,TH2,3,world,Bo,,4,2", "2010-09-18,TH2,2,,Bo,,4,2"])
def test_an_event_has_one_number_of_rounds_and_one_category(other: str) -> None:
    reading = table("2010-09-18,TH2,2,world,Ada,,4,1", other)
    (finding,) = reading.findings
    assert (finding.code, finding.place.line, finding.details["line"]) == ("event-disagrees", 3, 2)
    assert len(reading.facts.placements) == 1
