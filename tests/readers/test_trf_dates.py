"""The dates of tournament reports, in the many ways real files write them."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trf_text import codes, message, pair, player, read, report, rounds_line

from bareme.readers.trf_dates import meanings


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2024/03/02", ["2024-03-02"]),
        ("2024-03-02", ["2024-03-02"]),
        ("2024.3.2", ["2024-03-02"]),
        ("20240302", ["2024-03-02"]),
        ("24/09/2010", ["2010-09-24"]),
        ("02/10/2010", ["2010-10-02", "2010-02-10"]),  # the day comes first
        ("25.02.2011", ["2011-02-25"]),
        ("09/24/2010", ["2010-09-24"]),  # no 24th month
        ("11.09.26", ["2011-09-26", "2026-09-11"]),
        ("11.25.02", ["2011-02-25"]),
        ("25/09/10", ["2025-09-10", "2025-10-09", "2010-09-25"]),
        ("99/12/31", ["1999-12-31"]),
        ("2024/02/30", []),
        ("2024/13/45", []),
        ("0000/00/00", []),
        ("9999/12/31", []),
        ("tomorrow", []),
        ("٢٠٢٤/٠٣/٠٢", []),
        ("", []),
    ],
)
def test_what_a_date_can_mean(text: str, days: list[str]) -> None:
    assert [day.isoformat() for _, day in meanings(text)] == days


@given(st.dates(date(1850, 1, 1), date(2100, 12, 31)), st.sampled_from(["%Y/%m/%d", "%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y"]))
def test_every_day_is_read_back(day: date, layout: str) -> None:
    assert meanings(day.strftime(layout))[0][1] == day


@given(st.text())
def test_any_text_means_days_or_nothing(text: str) -> None:
    assert all(isinstance(day, date) for _, day in meanings(text))


# -- 042 and 052


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("2024/03/02", "2024/03/03"),
        ("02/03/2024", "03/03/2024"),
        ("02.03.2024", "03.03.2024"),
        ("2024-03-02", "2024-03-03"),
    ],
)
def test_the_span(start: str, end: str) -> None:
    reading = read(pair(t042=start, t052=end))
    (event,) = reading.facts.events
    assert (event.start, event.end) == (date(2024, 3, 2), date(2024, 3, 3))
    assert codes(reading) == []


def test_years_of_two_digits_leave_a_doubt_that_is_said() -> None:
    reading = read(pair(t042="11.09.26", t052="12.04.01"))
    assert (reading.facts.events[0].start, reading.facts.events[0].end) == (date(2011, 9, 26), date(2012, 4, 1))
    assert codes(reading) == ["trf-date-two-digits", "trf-date-two-digits"]


def test_the_end_settles_what_the_start_means() -> None:
    """02/03/2024 would be the second of March; with an end in February, day and month are the other way round."""
    reading = read(pair(t042="02/03/2024", t052="2024/02/05"))
    assert (reading.facts.events[0].start, reading.facts.events[0].end) == (date(2024, 2, 3), date(2024, 2, 5))
    assert set(codes(reading)) == {"trf-dates-reconciled"}


def test_an_end_before_the_start() -> None:
    reading = read(pair(t042="2024/03/20", t052="2024/03/02"))
    assert reading.facts.events[0].start == date(2024, 3, 20)
    assert codes(reading) == ["trf-end-before-start"]


def test_a_date_that_cannot_be_read_is_never_today() -> None:
    reading = read(pair(t042="soon", t052=""))
    assert reading.facts.games == ()
    assert message(reading, "trf-date") == "The date soon on line 042 cannot be read."
    assert "trf-no-date" in codes(reading)


def test_a_start_that_cannot_be_read_beside_an_end_that_can() -> None:
    reading = read(pair(t042="soon", t052="2024/03/03"))
    assert reading.facts.games[0].date == date(2024, 3, 3)
    assert codes(reading) == ["trf-start-missing", "trf-date"]


# -- 132

FOUR = [player(1, "A, B", *["2 w ="] * 4), player(2, "C, D", *["1 b ="] * 4)]


def days_of(line: str, *header: str) -> tuple[list[str], list[str]]:
    """The days of four rounds, and what is said, for a 132 line in a tournament from 25 to 27 February 2011."""
    reading = read(report(*FOUR, header=(*(header or ("042 2011/02/25", "052 2011/02/27")), "012 Spring Open", f"132 {line}")))
    return [game.date.isoformat()[5:] for game in reading.facts.games], codes(reading)


@pytest.mark.parametrize(
    "texts",
    [
        ("11/02/25", "11/02/26", "11/02/26", "11/02/27"),  # as the format says
        ("11.25.02", "11.26.02", "11.26.02", "11.27.02"),  # YY.DD.MM
        ("25/02/11", "26/02/11", "26/02/11", "27/02/11"),
        ("2011/02/25", "2011/02/26", "2011/02/26", "2011/02/27"),  # ten characters, no blank between them
        ("25.02.2011", "26.02.2011", "26.02.2011", "27.02.2011"),
    ],
)
def test_every_order_of_day_month_and_year(texts: tuple[str, ...]) -> None:
    days, said = days_of(rounds_line(*texts))
    assert days == ["02-25", "02-26", "02-26", "02-27"]
    assert said == ([] if texts[0].startswith(("11/02", "2011/02")) else ["trf-dates-reconciled"])


def test_the_finding_shows_the_order_and_an_example() -> None:
    reading = read(report(*FOUR, header=("042 25.02.2011", "052 27.02.2011", "132 " + rounds_line(*["11.25.02"] * 4))))
    assert "were read as YY/DD/MM (11.25.02 is 2011-02-25)" in message(reading, "trf-dates-reconciled")


def test_dates_that_only_the_span_can_settle() -> None:
    """11.03.02 to 11.06.02 would be four days of months of 2011; the tournament was from 3 to 6 February."""
    days, said = days_of(rounds_line("11.03.02", "11.04.02", "11.05.02", "11.06.02"), "042 2011/02/03", "052 2011/02/06")
    assert days == ["02-03", "02-04", "02-05", "02-06"]
    assert said == ["trf-dates-reconciled"]


def test_dates_out_of_their_columns_are_taken_in_their_order() -> None:
    days, said = days_of(" 11/02/25 11/02/26  11/02/26 11/02/27")
    assert days == ["02-25", "02-26", "02-26", "02-27"]
    assert said == []


def test_a_date_outside_the_tournament() -> None:
    days, said = days_of(rounds_line("11/02/25", "11/02/26", "11/02/26", "11/03/27"))
    assert days[-1] == "03-27"
    assert said == ["trf-date-outside"]


def test_dates_that_go_back() -> None:
    assert days_of(rounds_line("11/02/26", "11/02/25", "11/02/26", "11/02/27"))[1] == ["trf-round-dates-order"]


def test_a_round_without_a_date_takes_that_of_the_round_before() -> None:
    days, said = days_of(rounds_line("11/02/25", "", "11/02/26", ""))
    assert days == ["02-25", "02-25", "02-26", "02-26"]
    assert said == ["trf-round-date-missing"]


def test_a_first_round_without_a_date_takes_the_first_day() -> None:
    assert days_of(rounds_line("", "11/02/26", "11/02/26", "11/02/27"))[0][0] == "02-25"


def test_one_date_that_cannot_be_read() -> None:
    days, said = days_of(rounds_line("11/02/25", "11/99/99", "11/02/26", "11/02/27"))
    assert days == ["02-25", "02-25", "02-26", "02-27"]
    assert sorted(said) == ["trf-date", "trf-round-date-missing"]


def test_fewer_dates_than_announced_rounds_are_no_contradiction() -> None:
    reading = read(pair(t132=rounds_line("24/03/02")) + "142 5\n")
    assert codes(reading) == ["trf-rounds-unplayed"]


def test_more_dates_than_announced_rounds() -> None:
    assert "trf-rounds-disagree" in codes(read(pair(t132=rounds_line("24/03/02", "24/03/03")) + "142 1\n"))
