"""Tournament reports: what a sound file says becomes facts, each game once."""

from __future__ import annotations

import time
from collections import Counter
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trf_text import codes, pair, player, read, report

from bareme.facts import Event, Place
from bareme.readers.text import decode
from bareme.readers.trf import looks_like_trf, read_trf

FIXTURES = Path(__file__).parent.parent / "fixtures" / "trf"


def text_of(name: str) -> str:
    return decode((FIXTURES / name).read_bytes(), name).content


# -- the open: nine players, five rounds

OPEN = read_trf(text_of("open.trf"), "open.trf")


def test_the_event() -> None:
    assert OPEN.facts.events == (
        Event(
            name="Open de la Vallée",
            start=date(2024, 3, 2),
            end=date(2024, 3, 4),
            rounds=5,
            city="Saint-Aubin",
            federation="FRA",
            time_control="90 minutes + 30 seconds",
            source=Place("open.trf", 1),
        ),
    )


def test_the_players() -> None:
    first, second, _, _, fifth, _, seventh, eighth, ninth = OPEN.facts.players
    assert (first.key, first.name, first.number) == ("Moreau, Aïda", "Moreau, Aïda", "20000011")
    assert (first.sex, first.title, first.rating, first.federation, first.born) == ("w", "WIM", 2212.0, "FRA", 1994)
    assert (second.sex, second.title, second.born) == ("m", "FM", 1987)  # 1987/00/00
    assert fifth.born is None
    assert (seventh.rating, seventh.number) == (None, "")  # a rating of 0 is none
    assert eighth.rating is None
    assert (ninth.name, ninth.federation, ninth.source) == ("Çelik, Zoé", "TUR", Place("open.trf", 23))
    assert all(person.games is person.k is person.reached is None for person in OPEN.facts.players)


def test_each_game_once_white_first_in_the_order_of_the_table() -> None:
    first_round = [(game.sequence, game.player_a, game.player_b, game.score_a) for game in OPEN.facts.games if game.round == 1]
    assert first_round == [
        (1, "Moreau, Aïda", "Blanc, Luc", 1.0),
        (2, "Noël, Rose", "Roux, Théo", 0.0),
        (3, "Petit, Inès", "Brun, Hugo", 1.0),
        (4, "Çelik, Zoé", "Girard, Léo", 0.0),
    ]
    # Five rounds of nine players: 20 games by hand, of which two forfeits and one without a move.
    assert len(OPEN.facts.games) == 20
    assert Counter(game.why for game in OPEN.facts.games) == {"": 17, "forfeit": 2, "less-than-one-move": 1}
    assert all(game.rated == (game.why == "") for game in OPEN.facts.games)


def test_forfeits_and_games_of_no_move_are_kept_unrated() -> None:
    unrated = {(game.round, game.player_a, game.player_b, game.score_a, game.why) for game in OPEN.facts.games if not game.rated}
    assert unrated == {
        (3, "Brun, Hugo", "Çelik, Zoé", 0.0, "forfeit"),
        (4, "Noël, Rose", "Faure, Éva", 1.0, "forfeit"),
        (5, "Noël, Rose", "Çelik, Zoé", 1.0, "less-than-one-move"),
    }


def test_byes_and_blank_rounds() -> None:
    byes = [(bye.round, bye.player, bye.why, bye.points) for bye in OPEN.facts.byes]
    assert byes == [
        (1, "Faure, Éva", "half-bye", 0.5),
        (2, "Brun, Hugo", "bye", 1.0),
        (3, "Blanc, Luc", "zero-bye", 0.0),
        (4, "Brun, Hugo", "full-bye", 1.0),
    ]  # and nothing for round 5 of Brun, which is blank


def test_games_have_the_day_of_their_round() -> None:
    days = {game.round: game.date for game in OPEN.facts.games}
    assert days == {1: date(2024, 3, 2), 2: date(2024, 3, 2), 3: date(2024, 3, 3), 4: date(2024, 3, 3), 5: date(2024, 3, 4)}


def test_the_account_adds_up() -> None:
    (summary,) = OPEN.files
    assert (summary.kind, summary.rows_read, summary.rows_counted, summary.rows_refused) == ("trf", 24, 24, 0)
    assert (OPEN.facts.rows_read, OPEN.facts.rows_refused) == (24, 0)


def test_a_sound_file_gives_no_warning() -> None:
    assert codes(OPEN) == ["trf-bye-kind"]  # an F alone in its round, a note


# -- TRF26


def test_trf26() -> None:
    reading = read_trf(text_of("trf26.trf"), "trf26.trf")
    assert codes(reading) == ["trf-national-lines"]
    (event,) = reading.facts.events
    assert (event.start, event.end, event.rounds, event.time_control) == (date(2026, 1, 10), date(2026, 1, 11), 2, "5400+30")
    assert [(person.name, person.title, person.sex, person.rating) for person in reading.facts.players] == [
        ("Test, Ann", "GM", "w", 2501.0),  # FIDE's rating, not the national line's 2399
        ("Essai, Bob", "IM", "m", 2440.0),
        ("Probe, Cid", "", "m", None),
    ]
    assert [(bye.round, bye.player, bye.why, bye.points) for bye in reading.facts.byes] == [
        (1, "Probe, Cid", "bye", 1.0),  # P of line 162
        (2, "Test, Ann", "half-bye", 1.0),  # D of line 162
    ]
    assert len(reading.facts.games) == 2


# -- the dialect of a club, Windows-1252 with bare carriage returns


def test_the_dialect_of_a_club() -> None:
    reading = read_trf(text_of("club_cp1252.tab"), "club.tab")
    assert [person.name for person in reading.facts.players] == ["Ó Briain, Seán", "Müller, Jürgen", "Nuñez, Inés", "O'Hara, Zoë"]
    assert [(person.sex, person.title) for person in reading.facts.players] == [("m", "FM"), ("m", ""), ("w", "WIM"), ("w", "")]
    assert [person.federation for person in reading.facts.players] == ["IRL", "IRL", "", "IRL"]
    assert [person.number for person in reading.facts.players] == ["412", "", "", ""]  # 87 is borne by two: it is nobody's
    assert [person.rating for person in reading.facts.players] == [2105.0, None, 1990.0, 1511.0]
    assert [game.date.isoformat() for game in reading.facts.games] == ["2011-02-25"] * 2 + ["2011-02-26"] * 2 + ["2011-02-27"]
    assert [(bye.player, bye.why, bye.points) for bye in reading.facts.byes] == [
        ("Müller, Jürgen", "half-bye", 0.5),
        ("Nuñez, Inés", "absent", 0.0),
    ]


# -- who is who


def test_namesakes_have_their_fide_number_behind_the_name() -> None:
    reading = read(report(player(1, "Roux, Léo", "2 w 1", fide=20000011), player(2, "Roux, Léo", "1 b 0", fide=20000022)))
    assert [person.key for person in reading.facts.players] == ["Roux, Léo #20000011", "Roux, Léo #20000022"]
    assert [person.name for person in reading.facts.players] == ["Roux, Léo"] * 2
    (game,) = reading.facts.games
    assert (game.player_a, game.player_b) == ("Roux, Léo #20000011", "Roux, Léo #20000022")
    assert "trf-name-twice" in codes(reading)


def test_namesakes_without_numbers_belong_to_this_event_alone() -> None:
    reading = read(report(player(1, "Roux, Léo", "2 w 1"), player(2, "Roux, Léo", "1 b 0")))
    assert [person.key for person in reading.facts.players] == ["Roux, Léo (1, Spring Open)", "Roux, Léo (2, Spring Open)"]


def test_blanks_in_names_are_made_one() -> None:
    reading = read(report(player(1, " Roux,   Léo", "2 w 1"), player(2, "Petit, Inès", "1 b 0")))
    assert [person.name for person in reading.facts.players] == ["Roux, Léo", "Petit, Inès"]


# -- what is a report


@pytest.mark.parametrize("name", ["open.trf", "trf26.trf", "club_cp1252.tab", "broken.trf"])
def test_reports_are_known_by_their_lines(name: str) -> None:
    assert looks_like_trf(text_of(name))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "date;event;round;player_a;player_b;score_a\n",
        "001;Dupont;1500\n",
        "ID Number      Name      Fed\n",
        "001 is a number\n",
    ],
)
def test_other_texts_are_not_reports(text: str) -> None:
    assert not looks_like_trf(text)


def test_a_report_of_rankings_only_is_read_too() -> None:
    assert looks_like_trf("### a remark\n\n" + player(1, "Roux, Léo"))


def test_an_empty_text_says_so() -> None:
    reading = read("")
    assert set(codes(reading)) == {"trf-no-players", "trf-no-name"}
    assert not reading.facts


@given(st.text())
def test_any_text_is_read_without_a_traceback(text: str) -> None:
    reading = read(text)
    assert reading.facts.rows_read == len(reading.facts.games) + len(reading.facts.byes) + reading.facts.rows_refused
    assert looks_like_trf(text) in (True, False)


@given(
    st.lists(st.sampled_from(["001", "012", "042", "132", "162", "240", "299", "XXR", "XXS", "RUS"])),
    st.text("0123456789 wb-=+HFUZ/.\t", max_size=200),
)
def test_any_line_is_read_without_a_traceback(tags: list[str], rest: str) -> None:
    read("\n".join(f"{tag} {rest[at:]}" for at, tag in enumerate(tags)))


def test_a_large_file_is_read_in_a_blink() -> None:
    players = [
        player(n, f"Player, Nr {n}", *(f"{n + 1 if n % 2 else n - 1} {'w' if n % 2 else 'b'} =",) * 14, rating=2000)
        for n in range(1, 251)
    ]
    text = report(*players)
    fastest = min(_seconds(text) for _ in range(5))
    assert fastest < 0.1  # seconds; some 0.03 on a small machine


def _seconds(text: str) -> float:
    start = time.process_time()
    reading = read(text)
    assert len(reading.facts.games) == 125 * 14
    return time.process_time() - start


def test_the_smallest_tournament() -> None:
    reading = read(pair())
    (game,) = reading.facts.games
    assert (game.player_a, game.player_b, game.score_a, game.rated) == ("Moreau, Aïda", "Roux, Théo", 1.0, True)
    assert game.source == Place("spring.trf", 4, "92")
    assert codes(reading) == []
