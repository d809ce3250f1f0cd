"""The results table, in the words of two languages."""

from __future__ import annotations

import gzip
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from bareme.facts import Place
from bareme.readers import Reading, read, read_rows, read_text

HEAD = "date,event,round,player_a,player_b,score_a"


def one(row: str, head: str = HEAD) -> Reading:
    return read_text(f"{head}\n{row}\n", "a.csv")


def codes(reading: Reading) -> list[str]:
    return [finding.code for finding in reading.findings]


def test_the_canonical_table() -> None:
    reading = one("2025-09-03,Open,3,Ada,Bo,0.5")
    (game,) = reading.facts.games
    assert (game.date, game.event, game.round, game.sequence) == (date(2025, 9, 3), "Open", 3, 1)
    assert (game.player_a, game.player_b, game.score_a, game.rated, game.why) == ("Ada", "Bo", 0.5, True, "")
    assert game.source == Place("a.csv", 2)
    assert not reading.findings
    (summary,) = reading.files
    assert (summary.kind, summary.encoding, summary.delimiter) == ("results", "utf-8", ",")
    assert (summary.rows_read, summary.rows_counted, summary.rows_refused) == (1, 1, 0)
    assert (reading.facts.rows_read, reading.facts.rows_refused) == (1, 0)


@pytest.mark.parametrize(
    ("head", "row"),
    [
        ("Date;Tournoi;Ronde;Joueur 1;Joueur 2;Score", "03/09/2025;Open;3;Ada;Bo;1"),
        ("date\tépreuve\ttour\tblancs\tnoirs\trésultat", "03.09.2025\tOpen\tR3\tAda\tBo\t1-0"),
        ("Jour|Compétition|Round|Joueur|Adversaire|Résultat", "2025-09-03|Open|Ronde 3|Ada|Bo|gagné"),
        ("DATE;EVENT;ROUND;WHITE;BLACK;RESULT", "3/9/2025;Open;3;Ada;Bo;win"),
        ("date;event;round;winner;loser", "2025-09-03;Open;3;Ada;Bo"),
        ("date;tournoi;ronde;gagnant;perdant", "2025-09-03;Open;3;Ada;Bo"),
        ("date,event,round,player_a,player_b,winner", "2025-09-03,Open,3,Ada,Bo,Ada"),
        ("date,event,round,player_a,player_b,points_a,points_b", "2025-09-03,Open,3,Ada,Bo,7,5"),
        ("date,event,round,player_a,player_b,score_a,score_b", "2025-09-03,Open,3,Ada,Bo,1,0"),
        ("date,event,round,player_a,player_b,score_b", "2025-09-03,Open,3,Ada,Bo,0"),
        ("joueur_a,joueur_b,score_a,date,tournoi,ronde", "Ada,Bo,1,2025-09-03,Open,3"),
    ],
)
def test_headers_and_shapes(head: str, row: str) -> None:
    reading = one(row, head)
    (game,) = reading.facts.games
    assert (game.date, game.event, game.round) == (date(2025, 9, 3), "Open", 3)
    assert (game.player_a, game.player_b, game.score_a) == ("Ada", "Bo", 1.0)
    assert not reading.findings


def test_length_format_rated_and_sequence() -> None:
    reading = read_text(
        "date;gagnant;perdant;longueur;format;compte;sequence\n"
        "2025-09-03;Ada;Bo;7;;oui;2\n2025-09-03;Cy;Di;;2×9-11;;1\n2025-09-03;Cy;Ed;5;;non;3\n",
    )
    assert [(game.length, game.format) for game in reading.facts.games] == [(7, None), (None, "2x9-11"), (5, None)]
    assert [(game.rated, game.why) for game in reading.facts.games] == [(True, ""), (True, ""), (False, "declared-unrated")]
    assert [game.sequence for game in reading.facts.games] == [2, 1, 3]
    assert [game.event for game in reading.facts.games] == ["", "", ""]


def test_a_draw_beside_winner_and_loser() -> None:
    reading = read_text("date,winner,loser,draw\n2025-09-03,Ada,Bo,yes\n2025-09-03,Ada,Cy,\n")
    assert [game.score_a for game in reading.facts.games] == [0.5, 1.0]
    reading = read_text("date,player_a,player_b,winner,draw\n2025-09-03,Ada,Bo,,yes\n2025-09-03,Ada,Cy,Cy,no\n")
    assert [game.score_a for game in reading.facts.games] == [0.5, 0.0]


def test_points_are_compared() -> None:
    reading = read_text(
        "date,home,away,goals,against\n2025-01-01,A,B,3,1\n2025-01-01,C,D,2,2\n2025-01-01,E,F,2½,3\n",
        columns={"player_a": "home", "player_b": "away", "points_a": "goals", "points_b": "against"},
    )
    assert [game.score_a for game in reading.facts.games] == [1.0, 0.5, 0.0]


def test_forfeits_and_walkovers_are_kept_and_not_rated() -> None:
    reading = read_text(
        "date,player_a,player_b,score_a\n2025-01-01,A,B,+\n2025-01-01,C,D,0-1f\n2025-01-01,E,F,1\n2025-01-01,G,H,--\n"
    )
    kept = [(game.score_a, game.rated, game.why) for game in reading.facts.games]
    assert kept == [(1.0, False, "forfeit"), (0.0, False, "forfeit"), (1.0, True, ""), (0.0, False, "double-forfeit")]
    reading = read_text(
        "date,player_a,player_b,points_a,points_b,walkover_a,walkover_b\n"
        "2025-01-01,A,B,0,0,True,False\n2025-01-01,C,D,,,False,True\n2025-01-01,E,F,5,3,False,False\n"
    )
    kept = [(game.score_a, game.rated, game.why) for game in reading.facts.games]
    assert kept == [(1.0, False, "forfeit"), (0.0, False, "forfeit"), (1.0, True, "")]


@pytest.mark.parametrize(
    ("row", "code", "column"),
    [
        ("hier,Open,1,Ada,Bo,1", "bad-date", "date"),
        (",Open,1,Ada,Bo,1", "missing-value", "date"),
        ("2025-01-01,Open,x,Ada,Bo,1", "bad-round", "round"),
        ("2025-01-01,Open,1,,Bo,1", "missing-value", "player_a"),
        ("2025-01-01,Open,1,Ada,,1", "missing-value", "player_b"),
        ("2025-01-01,Open,1,Ada,Bo,", "missing-value", "score_a"),
        ("2025-01-01,Open,1,Ada,Bo", "missing-value", "score_a"),
        ("2025-01-01,Open,1,Ada,Bo,2", "unreadable-score", "score_a"),
        ("2025-01-01,Open,1,Ada,Bo,-1", "unreadable-score", "score_a"),
        ("2025-01-01,Open,1,Ada,Bo,NaN", "unreadable-score", "score_a"),
        ("2025-01-01,Open,1,Ada,Bo,D", "ambiguous-score", "score_a"),
        ("2025-01-01,Open,1,Ada, Ada ,1", "self-match", "player_b"),
        ("2025-01-01,Open,1,A\u202eda,Bo,1", "hidden-characters", "player_a"),
        (f"2025-01-01,Open,1,{'x' * 101},Bo,1", "too-long", "player_a"),
    ],
)
def test_a_refused_row_says_where_and_why(row: str, code: str, column: str) -> None:
    reading = read_text(f"{HEAD}\n2025-01-01,Open,1,Cy,Di,1\n{row}\n2025-01-01,Open,1,Ed,Fa,1\n", "a.csv")
    (finding,) = reading.findings
    assert (finding.code, finding.severity, finding.place) == (code, "error", Place("a.csv", 3, column))
    assert len(reading.facts.games) == 2
    assert reading.files[0].refused == {code: 1}
    for language in ("en", "fr"):
        assert "{" not in finding.message(language)
        assert "{" not in finding.remedy(language)


@pytest.mark.parametrize(
    ("head", "row", "code"),
    [
        ("date,winner,loser,length,format", "2025-01-01,A,B,7,2x9", "length-and-format"),
        ("date,winner,loser,length", "2025-01-01,A,B,0", "bad-whole"),
        ("date,winner,loser,length", "2025-01-01,A,B,1000", "bad-whole"),
        ("date,winner,loser,format", "2025-01-01,A,B,2y9", "bad-format"),
        ("date,winner,loser,rated", "2025-01-01,A,B,perhaps", "bad-flag"),
        ("date,winner,loser,why,rated", "2025-01-01,A,B,nonsense,no", "bad-why"),
        ("date,winner,loser", "2025-01-01,A,A", "self-match"),
        ("date,player_a,player_b,winner", "2025-01-01,A,B,C", "winner-not-playing"),
        ("date,player_a,player_b,winner", "2025-01-01,A,B,", "missing-value"),
        ("date,player_a,player_b,score_a,score_b", "2025-01-01,A,B,3,1", "points-as-scores"),
        ("date,player_a,player_b,score_a,score_b", "2025-01-01,A,B,1,1", "points-as-scores"),
        ("date,player_a,player_b,points_a,points_b", "2025-01-01,A,B,3,x", "bad-points"),
        ("date,player_a,player_b,points_a,points_b", "2025-01-01,A,B,3,", "missing-value"),
        ("date,player_a,player_b,score_a,sequence", "2025-01-01,A,B,1,x", "bad-whole"),
    ],
)
def test_rows_refused_in_other_shapes(head: str, row: str, code: str) -> None:
    reading = one(row, head)
    assert codes(reading) == [code]
    assert not reading.facts.games


def test_every_bad_cell_of_a_row_is_said_and_the_row_counts_once() -> None:
    reading = one("hier,Open,x,Ada,Bo,2")
    assert Counter(codes(reading)) == Counter(["bad-date", "bad-round", "unreadable-score"])
    assert reading.files[0].rows_refused == 1


def test_blank_rows_are_counted_apart() -> None:
    (summary,) = read_text(f"{HEAD}\n,,,,,\n2025-01-01,Open,1,A,B,1\n\n ; \n".replace(" ; ", " , ")).files
    assert (summary.rows_read, summary.rows_counted, summary.rows_refused, summary.rows_blank) == (4, 1, 0, 3)


# -- headers


def test_a_missing_column_is_named_with_those_that_are_there() -> None:
    (finding,) = one("2025-01-01,A,B", "date,player_a,player_b").findings
    assert finding.code == "missing-column"
    assert finding.details["names"] == {"en": ["score_a"], "fr": ["Score"]}
    assert "--columns score_a=..." in finding.remedy()


def test_a_table_without_dates_takes_the_day_it_is_given(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("winner,loser\nA,B\n")
    assert codes(read(file)) == ["missing-column"]
    reading = read(file, date=date(2025, 1, 1))
    assert [game.date for game in reading.facts.games] == [date(2025, 1, 1)]


def test_unused_columns_are_named_once() -> None:
    (finding,) = one("2025-01-01,O,1,A,B,1,x,y", f"{HEAD},stadium,weather").findings
    assert (finding.code, finding.severity, finding.details["names"]) == ("unused-columns", "info", ["stadium", "weather"])
    (finding,) = one("2025-01-01,A,B,11-7", "date,winner,loser,score").findings
    assert finding.details["names"] == ["score"]


@pytest.mark.parametrize("head", ["date,winner,loser,winner", "date,gagnant,loser,vainqueur"])
def test_a_header_that_stands_twice_is_refused(head: str) -> None:
    assert codes(one("2025-01-01,A,B,C", head)) == ["duplicate-header"]


def test_our_own_word_goes_before_another_for_the_same_column() -> None:
    (game,) = one("2025-01-01,x,A,B,1", "date,joueur,player_a,player_b,score_a").facts.games
    assert game.player_a == "A"


def test_a_mapped_column_goes_before_all_words(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("date,player_a,player_b,score_a,Équipe Domicile\n2025-01-01,x,B,1,A\n", encoding="utf-8")
    (game,) = read(file, columns={"player_a": "equipe domicile"}).facts.games
    assert game.player_a == "A"


def test_a_mapped_column_that_no_file_has_is_an_error() -> None:
    reading = read_text("date,winner,loser\n2025-01-01,A,B\n", columns={"winner": "champion"})
    assert codes(reading) == ["mapped-column-absent"]
    assert len(reading.facts.games) == 1


def test_mapping_to_no_column_of_ours() -> None:
    reading = read_text("date,winner,loser\n2025-01-01,A,B\n", columns={"home": "winner"})
    assert codes(reading) == ["unknown-own-column"]
    assert not reading.facts


def test_columns_that_make_no_table() -> None:
    reading = one("1,2,3", "id,old_rating,new_rating")
    assert codes(reading) == ["unknown-columns"]
    assert reading.files[0].refused == {"unknown-columns": 1}


def test_a_header_without_rows() -> None:
    assert codes(read_text(HEAD + "\n")) == ["no-rows"]


def test_the_kind_can_be_named() -> None:
    assert codes(read_text("player,rating\nA,1\n", kind="results")) == ["missing-column"]
    assert codes(read_text("player,rating\nA,1\n", kind="opera")) == ["unknown-kind"]


def test_rows_of_a_frame() -> None:
    reading = read_rows(["date", "winner", "loser"], [["2025-01-01", "A", "B"], ["x", "C", "D"]], "frame")
    assert len(reading.facts.games) == 1
    assert [finding.place for finding in reading.findings] == [Place("frame", 2, "date")]


def test_licence_numbers_keep_namesakes_apart() -> None:
    reading = read_text("date,player_a,number_a,player_b,number_b,score_a\n2025-01-01,Ada,1,Ada,2,1\n2025-01-01,Bo,,Ada,1,1\n")
    assert [(game.player_a, game.player_b) for game in reading.facts.games] == [("Ada #1", "Ada #2"), ("Bo", "Ada #1")]
    assert not reading.findings


# -- real files


FOOTBALL: dict[str, Any] = {
    "columns": {
        "player_a": "home_team",
        "player_b": "away_team",
        "points_a": "home_score",
        "points_b": "away_score",
        "event": "tournament",
    }
}


def test_football(shared: Path) -> None:
    reading = read(shared / "data/games/football_internationals_1872-1999.csv.gz", **FOOTBALL)
    assert reading.files[0].rows_counted == 24062
    # counted from the file with awk: home team has more goals, as many, fewer
    assert Counter(game.score_a for game in reading.facts.games) == {1.0: 12010, 0.5: 5330, 0.0: 6722}
    assert not [finding for finding in reading.findings if finding.severity == "error"]


def test_snooker(shared: Path) -> None:
    file = shared / "data/games/snooker_matches_2016-17.csv.gz"
    names = {"player_a": "player1Id", "player_b": "player2Id", "points_a": "score1", "points_b": "score2", "date": "startDate"}
    reading = read(file, columns={**names, "event": "eventId"})
    assert reading.files[0].rows_counted == 2461
    lines = gzip.decompress(file.read_bytes()).decode().splitlines()
    for game in reading.facts.games:
        cells = lines[game.source.line - 1].split(",")
        winner = game.player_a if game.score_a else game.player_b
        assert winner == cells[9]
        assert game.rated is ("True" not in (cells[5], cells[8]))


def test_a_file_of_rating_histories_is_no_table_of_results(shared: Path) -> None:
    reading = read(shared / "data/icu_ratings/icu_rating_histories_1999-2001.csv.gz", kind="results")
    assert codes(reading) == ["missing-column"]
    assert "old_rating" in reading.findings[0].message()
    assert reading.files[0].rows_refused == reading.files[0].rows_read == 6819
