"""Tournament reports whose cells, counts and points do not agree: what is said, and what becomes of each game."""

from __future__ import annotations

from datetime import date

import pytest
from trf_text import COUNTED, codes, games, message, pair, player, read, report, rounds_line

from bareme.readers.reading import Reading

# -- start numbers


def test_a_start_number_given_twice() -> None:
    """The lines that name each other are sure; those that cannot be told apart are refused."""
    reading = read(
        report(
            player(1, "Moreau, Aïda", "2 w 1", "2 w 1"),
            player(2, "Roux, Théo", "1 b 0", "1 b 0"),
            player(2, "Petit, Inès", "3 w 1", "1 b 0"),
            player(3, "Girard, Léo", "2 b 0", ""),
        )
    )
    assert games(reading) == [*COUNTED, ("Petit, Inès", "Girard, Léo", 1.0, "")]
    assert "Roux, Théo (2); Petit, Inès (2) (lines 5, 6)" in message(reading, "trf-start-number-twice")
    assert reading.files[0].refused == {"trf-pairing-doubtful": 3}


def test_a_start_number_that_cannot_be_read() -> None:
    reading = read(report(player("x", "Moreau, Aïda", "2 w 1"), player(2, "Roux, Théo", "1 b 0")))
    assert "Moreau, Aïda" in message(reading, "trf-start-number")
    assert reading.files[0].refused == {"trf-opponent-unknown": 1}
    assert games(reading) == [("Moreau, Aïda", "Roux, Théo", 1.0, "unconfirmed")]


def test_a_gap_in_the_start_numbers() -> None:
    reading = read(report(player(1, "Moreau, Aïda", "3 w 1"), player(3, "Roux, Théo", "1 b 0")))
    assert games(reading) == COUNTED
    assert "Missing numbers: 2." in message(reading, "trf-start-number-gap")


# -- pairings that contradict themselves


def test_an_opponent_who_is_not_there_is_refused() -> None:
    reading = read(pair("99 w 1", ""))
    assert games(reading) == []
    assert message(reading, "trf-opponent-unknown") == (
        "Moreau, Aïda (1) met number 99 in round 1, and no player has this number; the game is refused."
    )
    assert reading.files[0].refused == {"trf-opponent-unknown": 1}


def test_a_player_against_himself_is_refused() -> None:
    reading = read(pair("1 w 1", ""))
    assert games(reading) == []
    assert reading.files[0].refused == {"trf-self-paired": 1}


@pytest.mark.parametrize(
    ("first", "second", "score"),
    [("2 w 1", "1 b 1", 1.0), ("2 w 0", "1 b 0", 0.0), ("2 w =", "1 b 0", 0.5), ("2 b 1", "1 w +", 0.0)],
)
def test_results_that_do_not_fit_are_kept_and_never_counted(first: str, second: str, score: float) -> None:
    reading = read(pair(first, second))
    (game,) = reading.facts.games
    assert (game.rated, game.why, game.score_a) == (False, "results-contradict", score)
    told = f"Moreau, Aïda (1) has {first} against Roux, Théo (2), who has {second}"
    assert message(reading, "trf-results-contradict") == f"Round 1: {told}. The results do not fit; the game is not rated."


@pytest.mark.parametrize("second", ["", "1 b"])
def test_a_result_on_one_side_only_is_kept_and_never_counted(second: str) -> None:
    reading = read(pair("2 w 1", second))
    assert games(reading) == [("Moreau, Aïda", "Roux, Théo", 1.0, "unconfirmed")]
    assert "whose line has no result for this round" in message(reading, "trf-one-sided")


def test_the_claimant_comes_first() -> None:
    assert games(read(pair("2 w", "1 b 1"))) == [("Roux, Théo", "Moreau, Aïda", 1.0, "unconfirmed")]


def test_a_result_the_other_line_tells_otherwise() -> None:
    reading = read(report(player(1, "A, B", "2 w 1"), player(2, "C, D", "3 w 1"), player(3, "E, F", "2 b 0")))
    assert games(reading) == [("A, B", "C, D", 1.0, "unconfirmed"), ("C, D", "E, F", 1.0, "")]
    assert "whose line says otherwise: 3 w 1" in message(reading, "trf-told-otherwise")


def test_a_pairing_without_a_result_is_no_game() -> None:
    reading = read(pair("2 w", "1 b"))
    assert games(reading) == []
    assert (reading.facts.rows_read, reading.facts.rows_refused) == (1, 1)
    assert message(reading, "trf-no-result").startswith("Moreau, Aïda (1) and Roux, Théo (2) are paired in round 1")


def test_equal_colours_count() -> None:
    reading = read(pair("2 b 1", "1 b 0"))
    assert games(reading) == COUNTED
    assert "both have the colour b" in message(reading, "trf-colours-equal")


@pytest.mark.parametrize(
    ("first", "second", "said"), [("2 - 1", "1 - 0", True), ("2  1", "1  0", True), ("2 - +", "1 - -", False)]
)
def test_results_without_a_colour(first: str, second: str, said: bool) -> None:
    reading = read(pair(first, second))
    assert games(reading) == [("Moreau, Aïda", "Roux, Théo", 1.0, "" if said else "forfeit")]
    assert ("trf-no-colour" in codes(reading)) == said


def test_one_colour_says_both() -> None:
    assert games(read(pair("2 - 1", "1 w 0"))) == [("Roux, Théo", "Moreau, Aïda", 0.0, "")]


def test_a_colour_and_a_result_without_an_opponent() -> None:
    reading = read(pair("0000 w 1", ""))
    assert reading.files[0].refused == {"trf-opponent-missing": 1}


def test_a_bye_with_an_opponent() -> None:
    reading = read(pair("2 w H", "1 b 0"))
    assert games(reading) == []
    assert reading.files[0].refused == {"trf-bye-with-opponent": 1}


def test_a_cell_that_cannot_be_read() -> None:
    reading = read(pair("2 w X", "1 b 0"))
    assert reading.files[0].refused == {"trf-cell": 1}
    assert games(reading) == [("Roux, Théo", "Moreau, Aïda", 0.0, "unconfirmed")]
    assert "round 1 cannot be read: 2 w X" in message(reading, "trf-cell")


# -- games that are not games


@pytest.mark.parametrize(("first", "second", "score"), [("2 w +", "1 b -", 1.0), ("2 w -", "1 b +", 0.0)])
def test_forfeits(first: str, second: str, score: float) -> None:
    reading = read(pair(first, second))
    assert games(reading) == [("Moreau, Aïda", "Roux, Théo", score, "forfeit")]
    assert codes(reading) == []


@pytest.mark.parametrize("cells", [("2 w -", "1 b -"), ("2 b -", "1 w -")])
def test_a_double_forfeit(cells: tuple[str, str]) -> None:
    (game,) = read(pair(*cells)).facts.games
    assert (game.rated, game.why, game.score_a) == (False, "double-forfeit", 0.0)


@pytest.mark.parametrize(
    ("first", "second", "score"), [("2 w W", "1 b L", 1.0), ("2 w D", "1 b D", 0.5), ("2 w L", "1 b W", 0.0)]
)
def test_games_of_less_than_one_move(first: str, second: str, score: float) -> None:
    assert games(read(pair(first, second))) == [("Moreau, Aïda", "Roux, Théo", score, "less-than-one-move")]


@pytest.mark.parametrize(
    ("cell", "kind", "points"),
    [
        ("0000 - H", "half-bye", 0.5),
        ("0000 - F", "full-bye", 1.0),
        ("0000 - U", "bye", 1.0),
        ("0000 - Z", "zero-bye", 0.0),
        ("0000 - A", "absent", 0.0),  # a code some programs write and could not read back
        ("0000 - -", "absent", 0.0),
        ("0000 -", "absent", 0.0),
        ("-", "absent", 0.0),
        ("0000 - =", "half-bye", 0.5),  # the old form
        ("0000 - +", "full-bye", 1.0),
        ("0000 - 0", "absent", 0.0),
    ],
)
def test_byes(cell: str, kind: str, points: float) -> None:
    reading = read(pair(cell, ""))
    assert [(bye.player, bye.round, bye.why, bye.points) for bye in reading.facts.byes] == [("Moreau, Aïda", 1, kind, points)]
    assert reading.facts.games == ()
    assert ("trf-bye-old-form" in codes(reading)) == (cell[-1] in "=+0")


def test_the_odd_player_out_exported_as_f() -> None:
    reading = read(report(player(1, "A, B", "2 w 1"), player(2, "C, D", "1 b 0"), player(3, "E, F", "0000 - F")))
    assert reading.facts.byes[0].why == "full-bye"  # as the file says; no bye is rated
    assert "E, F (3)" in message(reading, "trf-bye-kind")
    assert "trf-bye-kind" not in codes(read(report(player(1, "A, B", "0000 - F"), player(2, "C, D", "0000 - F"))))


def test_byes_of_line_240() -> None:
    """TRF26: a bye for a round in which the player's own line is blank."""
    text = report(player(1, "A, B", "2 w 1", ""), player(2, "C, D", "1 b 0", "")) + "240 H   2    1\n240 Z   2    2\n"
    assert [(bye.player, bye.why) for bye in read(text).facts.byes] == [("A, B", "half-bye"), ("C, D", "zero-bye")]


def test_line_240_against_the_players_line() -> None:
    assert "2 w 1" in message(read(pair() + "240 H   1    1\n"), "trf-bye-and-game")
    assert "88" in message(read(pair() + "240 H   1   88\n"), "trf-number-unknown")
    assert "240 Q" in message(read(pair() + "240 Q   1    1\n"), "trf-bye-line-unreadable")


def test_the_byes_of_teams_are_not_the_players() -> None:
    team = "310   1 Reds                             RED     2100      2.0    2.0   1     1    2\n"
    reading = read(pair() + team + "240 H   1    1\n")
    assert reading.facts.byes == ()
    assert codes(reading) == ["trf-team-lines"]


# -- rounds and counts


def test_a_round_beyond_the_last_is_kept_and_never_counted() -> None:
    reading = read(report(player(1, "A, B", "2 w 1", "2 b 1"), player(2, "C, D", "1 b 0", "1 w 0")) + "XXR 1\n")
    assert [(game.round, game.rated, game.why) for game in reading.facts.games] == [(1, True, ""), (2, False, "round-beyond")]
    assert message(reading, "trf-round-beyond").startswith("The file announces 1 rounds, but games stand in later ones: round 2")


def test_a_sixteenth_column_in_a_tournament_of_fifteen_rounds() -> None:
    reading = read(report(player(1, "A, B", *["2 w 1"] * 16), player(2, "C, D", *["1 b 0"] * 16)) + "142 15\n")
    assert [game.round for game in reading.facts.games if not game.rated] == [16]


def test_an_unfinished_tournament() -> None:
    reading = read(pair() + "142 9\n")
    assert codes(reading) == ["trf-rounds-unplayed"]
    assert reading.facts.events[0].rounds == 9


def test_rounds_said_in_several_ways() -> None:
    assert "(142: 1, XXR: 3); 1 is used" in message(read(pair() + "142 1\nXXR 3\n"), "trf-rounds-disagree")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("062 3", "trf-count-players"),
        ("072 1", "trf-count-rated"),
        ("062 2", ""),
        ("072 0", ""),
        ("062 2 (2)", ""),
        ("082 0", ""),
    ],
)
def test_counts_of_the_header(line: str, code: str) -> None:
    assert codes(read(pair() + line)) == ([code] if code else [])


def test_no_round_played_yet() -> None:
    reading = read(pair("", ""))
    assert codes(reading) == ["trf-no-games"]
    assert len(reading.facts.players) == 2


def test_a_tournament_without_a_name_is_called_after_the_file() -> None:
    reading = read(pair(t012=""))
    assert reading.facts.events[0].name == reading.facts.games[0].event == "spring"
    assert "trf-no-name" in codes(reading)


# -- points


def standing(points: str, *lines: str, cells: tuple[str, ...] = ("2 w 1",)) -> Reading:
    replies = [{"w": "1 b 0", "b": "1 w 0"}.get(cell[2:3], "") for cell in cells]
    return read(report(player(1, "A, B", *cells, points=points), player(2, "C, D", *replies)) + "\n".join(lines))


@pytest.mark.parametrize("points", ["1.0", "1,0", "1", ""])
def test_points_that_are_the_sum(points: str) -> None:
    assert codes(standing(points)) == []


def test_points_that_are_not_the_sum() -> None:
    reading = standing("2.0")
    assert message(reading, "trf-points-sum") == "A, B (1) has 2.0 points in the table, but the results add up to 1.0."
    assert len([game for game in reading.facts.games if game.rated]) == 1  # points rate nobody


def test_points_that_an_unmarked_round_may_explain() -> None:
    reading = read(report(player(1, "A, B", "", "2 w 1", points=1.5), player(2, "C, D", "", "1 b 0")))
    assert "An unmarked round may have been a bye: 1." in message(reading, "trf-points-unmarked")


@pytest.mark.parametrize("scoring", ["162  W 3.0    D 1.0    L 0.0", "XXS W=3 D=1", "XXS WW=3\nXXS BW=3"])
def test_points_under_another_scoring(scoring: str) -> None:
    assert codes(standing("3.0", scoring)) == []


@pytest.mark.parametrize(
    ("scoring", "cell", "points"),
    [
        ("162  W 1.0    P 0.5", "0000 - U", 0.5),
        ("162  W 3.0", "0000 - U", 3.0),  # worth a win unless P says otherwise
        ("162  P 0.5    W 3.0", "0000 - U", 0.5),
        ("162  P 0.5\n162  W 3.0", "0000 - U", 0.5),
        ("XXS PAB=.5", "0000 - U", 0.5),
        ("XXS ZPB=0.25", "0000 - Z", 0.25),
        ("XXS HPB=1", "0000 - H", 1.0),
    ],
)
def test_what_byes_are_worth(scoring: str, cell: str, points: float) -> None:
    reading = standing(str(points), scoring, cells=(cell,))
    assert reading.facts.byes[0].points == points
    assert codes(reading) == ["trf-no-games"]


@pytest.mark.parametrize("line", ["162 W one", "XXS W=", "XXS FOO=1", "162 W 1.0 and more"])
def test_a_scoring_that_cannot_be_read(line: str) -> None:
    assert "trf-scoring-unreadable" in codes(standing("1.0", line))


@pytest.mark.parametrize("points", [1.0, 1.5])
def test_byes_of_rounds_to_come_may_be_in_the_points_or_not(points: float) -> None:
    text = report(player(1, "A, B", "2 w 1", points=points), player(2, "C, D", "1 b 0")) + "240 H   2    1\n"
    assert codes(read(text)) == []


def test_points_given_by_line_299_are_not_checked() -> None:
    assert codes(standing("4.0", "299     3.0  3.0    1    1")) == []


def test_many_wrong_sums_are_said_once() -> None:
    players = [player(n, f"P {n}", f"{n + 1 if n % 2 else n - 1} {'w' if n % 2 else 'b'} =", points=1.0) for n in range(1, 13)]
    reading = read(report(*players))
    assert message(reading, "trf-points-system").startswith("The points of 12 of 12 players are not the sum")
    assert codes(reading).count("trf-points-sum") == 0


# -- no date


def test_without_any_date_the_games_are_refused_and_the_remedy_is_said() -> None:
    reading = read(pair(t042="", t052=""))
    assert reading.facts.games == ()
    assert len(reading.facts.players) == 2
    assert (reading.facts.rows_read, reading.facts.rows_refused) == (1, 1)
    (finding,) = (finding for finding in reading.findings if finding.code == "trf-no-date")
    assert finding.severity == "error"
    assert "--date YYYY-MM-DD" in finding.remedy()
    assert "--date AAAA-MM-JJ" in finding.remedy("fr")


def test_the_date_that_the_user_gives() -> None:
    reading = read(pair(t042="", t052=""), date(2024, 5, 1))
    assert [game.date for game in reading.facts.games] == [date(2024, 5, 1)]
    assert reading.facts.events[0].start == date(2024, 5, 1)
    assert codes(reading) == []


def test_the_users_date_does_not_replace_the_files() -> None:
    assert read(pair(), date(1999, 1, 1)).facts.games[0].date == date(2024, 3, 2)


def test_the_dates_of_132_serve_where_042_is_missing() -> None:
    reading = read(pair(t042="", t052="", t132=rounds_line("24/03/02")))
    assert [game.date for game in reading.facts.games] == [date(2024, 3, 2)]
    assert codes(reading) == ["trf-start-missing"]
