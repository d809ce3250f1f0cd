"""The same thing twice, and two things that cannot both be."""

from __future__ import annotations

import pytest

from bareme.facts import Game
from bareme.readers import Reading, read_bytes

HEAD = "date,event,round,player_a,player_b,score_a"
EVENT = ["2025-01-01,Open,1,A,B,1", "2025-01-01,Open,1,C,D,0.5", "2025-01-02,Open,2,A,C,0", "2025-01-02,Open,2,B,D,1"]


def files(*tables: list[str], head: str = HEAD) -> Reading:
    texts = ["\n".join((head, *rows)) + "\n" for rows in tables]
    return read_bytes([(f"{name}.csv", text.encode()) for name, text in zip("abcdef", texts, strict=False)])


def found(reading: Reading) -> list[tuple[str, str, int]]:
    return [(finding.code, finding.place.file, finding.place.line) for finding in reading.findings]


def counted(reading: Reading) -> list[tuple[str, str, float]]:
    return [(game.player_a, game.player_b, game.score_a) for game in reading.facts.games]


# -- one file, with a round


@pytest.mark.parametrize("again", ["2025-01-01,Open,1,A,B,1", "2025-01-01,Open,1,B,A,0"])
def test_a_row_twice_is_refused_once(again: str) -> None:
    reading = files([*EVENT, again])
    assert found(reading) == [("duplicate-row", "a.csv", 6)]
    assert reading.findings[0].details["first"] == "a.csv:2"
    assert len(reading.facts.games) == 4
    assert reading.files[0].refused == {"duplicate-row": 1}


@pytest.mark.parametrize("other", ["2025-01-01,Open,1,A,B,0", "2025-01-01,Open,1,B,A,1", "2025-01-01,Open,1,A,B,½"])
def test_a_beat_b_while_b_beat_a(other: str) -> None:
    reading = files([*EVENT, other])
    assert found(reading) == [("contradiction", "a.csv", 2), ("contradiction", "a.csv", 6)]
    assert [finding.details["first"] for finding in reading.findings] == ["a.csv:6", "a.csv:2"]
    assert {finding.severity for finding in reading.findings} == {"error"}
    assert ("A", "B", 1.0) not in counted(reading)
    assert reading.files[0].rows_counted == 3


def test_a_third_word_on_a_contradiction_does_not_settle_it() -> None:
    reading = files(["2025-01-01,Open,1,A,B,1", "2025-01-01,Open,1,A,B,0", "2025-01-01,Open,1,A,B,1"])
    assert not reading.facts.games
    assert reading.files[0].rows_refused == 3


def test_other_rounds_dates_and_events_are_other_games() -> None:
    rows = ["2025-01-01,Open,1,A,B,1", "2025-01-01,Open,2,A,B,1", "2025-01-02,Open,1,A,B,1", "2025-01-01,Cup,1,B,A,1"]
    reading = files(rows)
    assert len(reading.facts.games) == 4
    assert not reading.findings


def test_games_numbered_apart_are_two() -> None:
    head = HEAD + ",sequence"
    reading = files(["2025-01-01,Open,1,A,B,1,1", "2025-01-01,Open,1,A,B,1,2", "2025-01-01,Open,1,A,B,0,3"], head=head)
    assert len(reading.facts.games) == 3
    assert not reading.findings


def test_games_numbered_alike_are_one() -> None:
    head = HEAD + ",sequence"
    reading = files(["2025-01-01,Open,1,A,B,1,1", "2025-01-01,Open,1,A,B,1,1", "2025-01-01,Open,1,A,B,0,1"], head=head)
    assert [code for code, _, _ in found(reading)] == ["contradiction", "duplicate-row", "contradiction"]
    assert not reading.facts.games


def test_a_forfeit_told_from_both_sides_is_one_game() -> None:
    reading = files(["2025-01-01,Open,1,A,B,+", "2025-01-01,Open,1,B,A,-"])
    assert found(reading) == [("duplicate-row", "a.csv", 3)]


# -- one file, without a round


def test_the_same_result_twice_a_day_counts_twice_with_a_warning() -> None:
    reading = files(["2025-01-01,Club,,A,B,1", "2025-01-01,Club,,A,B,1"])
    assert found(reading) == [("possible-duplicate", "a.csv", 3)]
    assert len(reading.facts.games) == 2


def test_opposite_results_of_a_day_count_as_two_games() -> None:
    reading = files(["2025-01-01,Club,,A,B,1", "2025-01-01,Club,,B,A,1"])
    assert found(reading) == [("opposite-results", "a.csv", 3)]
    assert reading.findings[0].severity == "info"
    assert len(reading.facts.games) == 2


def test_a_day_of_many_equal_games_takes_little_time() -> None:
    reading = files(["2025-01-01,Club,,A,B,1"] * 20_000, ["2025-01-01,Club,,A,B,1"] * 20_001)
    assert len(reading.facts.games) == 20_001


# -- several files


def test_the_same_bytes_count_once() -> None:
    reading = files(EVENT, EVENT)
    assert found(reading) == [("duplicate-file", "b.csv", 0)]
    assert len(reading.facts.games) == 4
    assert [file.kind for file in reading.files] == ["results", "duplicate"]


def test_an_event_in_another_dialect_counts_once() -> None:
    german = "date;tournoi;ronde;joueur2;joueur1;score\n"
    rows = "01/01/2025;OPEN;1;A;B;0\n01/01/2025;OPEN;1;D;C;½\n02/01/2025;OPEN;2;A;C;1-0\n02/01/2025;OPEN;2;B;D;0-1\n"
    reading = read_bytes([("a.csv", ("\n".join((HEAD, *EVENT))).encode()), ("b.csv", (german + rows).encode())])
    assert [finding.code for finding in reading.findings] == ["duplicate-event"]
    assert reading.findings[0].severity == "warning"
    assert len(reading.facts.games) == 4
    assert reading.files[1].refused == {"duplicate-event": 4}


def test_the_same_pairings_a_year_later_are_another_event() -> None:
    reading = files(EVENT, [row.replace("2025", "2026") for row in EVENT])
    assert len(reading.facts.games) == 8
    assert not reading.findings


def test_two_exports_that_overlap() -> None:
    reading = files(EVENT, [*EVENT[2:], "2025-01-03,Open,3,A,D,1"])
    assert found(reading) == [("duplicate-row", "b.csv", 2), ("duplicate-row", "b.csv", 3)]
    assert len(reading.facts.games) == 5


def test_two_exports_that_overlap_without_rounds() -> None:
    day = ["2025-01-01,Club,,A,B,1"]
    reading = files(day * 2, [*day * 3, "2025-01-01,Club,,B,A,1"])
    assert len(reading.facts.games) == 4  # three times A, once B
    assert [code for code, file, _ in found(reading) if file == "b.csv"].count("duplicate-row") == 2


def test_two_files_that_contradict_each_other() -> None:
    reading = files(EVENT, ["2025-01-01,Open,1,A,B,0"])
    assert found(reading) == [("contradiction", "a.csv", 2), ("contradiction", "b.csv", 2)]
    assert [file.rows_counted for file in reading.files] == [3, 0]


def test_the_canonical_table_beside_its_source() -> None:
    rows = ["2025-01-01,Club,,A,B,1", "2025-01-01,Club,,A,C,1"]
    numbered = "date,event,round,player_a,player_b,score_a,sequence\n" + "".join(f"{row},{n}\n" for n, row in enumerate(rows, 1))
    reading = read_bytes([("a.csv", "\n".join((HEAD, *rows)).encode()), ("b.csv", numbered.encode())])
    assert len(reading.facts.games) == 2


def test_rows_go_on_counting_from_file_to_file() -> None:
    reading = files(EVENT, ["2025-01-03,Open,3,A,D,1"])
    assert [game.sequence for game in reading.facts.games] == [1, 2, 3, 4, 5]


def test_placements_and_decisions_of_two_files_count_once() -> None:
    places = "date,event,rounds,player,series,place\n2025-01-01,TH2,2,A,4,1\n"
    decided = "date,player,kind,entrants\n2025-01-01,A,title,33\n"
    reading = read_bytes(
        [
            ("a", places.encode()),
            ("b", decided.encode()),
            ("c", places.replace(",", ";").encode()),
            ("d", decided.replace(",", ";").encode()),
        ]
    )
    assert [finding.code for finding in reading.findings] == ["placement-repeated", "adjustment-repeated"]
    assert (len(reading.facts.placements), len(reading.facts.adjustments)) == (1, 1)


def test_every_kept_game_is_the_record_first_read() -> None:
    (game,) = files(["2025-01-01,Open,1,A,B,1", "2025-01-01,Open,1,B,A,0"]).facts.games
    assert isinstance(game, Game)
    assert (game.player_a, game.source.line) == ("A", 2)
