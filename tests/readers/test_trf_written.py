"""Reports written and read back: the same facts, whatever the tournament was like."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trf_text import codes, player, read, report

from bareme.facts import NOWHERE, Bye, Event, Facts, Game, Player
from bareme.findings import Refused
from bareme.readers.text import decode
from bareme.readers.trf import read_trf
from bareme.writers.trf import write_trf

FIXTURES = Path(__file__).parent.parent / "fixtures" / "trf"
DAY = date(2024, 3, 2)


def without_places(facts: Facts) -> Facts:
    return replace(
        facts,
        players=tuple(replace(fact, source=NOWHERE) for fact in facts.players),
        events=tuple(replace(fact, source=NOWHERE) for fact in facts.events),
        games=tuple(replace(fact, source=NOWHERE) for fact in facts.games),
        byes=tuple(replace(fact, source=NOWHERE) for fact in facts.byes),
    )


def again(facts: Facts) -> Facts:
    return without_places(read_trf(write_trf(facts), "again.trf").facts)


# -- tournaments of all kinds

LETTERS = st.characters(codec="cp1252", categories=("Lu", "Ll"))
WORDS = st.text(LETTERS, min_size=1, max_size=12)
NAMES = st.one_of(
    st.builds("{}, {}".format, WORDS, WORDS),
    st.builds("{}-{}, {}".format, WORDS, WORDS, WORDS).map(lambda name: name[:33].strip()),
)
DAYS = st.dates(date(1990, 1, 1), date(2070, 12, 31))
KINDS = {"bye": "PAB", "half-bye": "HPB", "full-bye": "FPB", "zero-bye": "ZPB", "absent": "ZPB"}
USUAL = {"PAB": 1.0, "HPB": 0.5, "FPB": 1.0, "ZPB": 0.0}
OUTCOMES = [(score, "") for score in (1.0, 0.5, 0.0)] * 3 + [
    *((1.0, "forfeit"), (0.0, "forfeit"), (0.0, "double-forfeit")),
    *((score, "less-than-one-move") for score in (1.0, 0.5, 0.0)),
    *((score, "results-contradict") for score in (1.0, 0.5, 0.0)),
    *((score, "unconfirmed") for score in (1.0, 0.5, 0.0)),
]


@st.composite
def persons(draw: st.DrawFn) -> list[Player]:
    names = draw(st.lists(NAMES, min_size=1, max_size=9))
    numbers = iter(draw(st.lists(st.integers(1, 10**10), min_size=len(names), max_size=len(names), unique=True)))
    people = [
        Player(
            key="",
            name=name,
            number=str(next(numbers)) if draw(st.booleans()) else "",
            federation=draw(st.sampled_from(["", "FRA", "IRL"])),
            sex=draw(st.sampled_from(["", "m", "w"])),
            title=draw(st.sampled_from(["", "GM", "WIM", "CM"])),
            born=draw(st.one_of(st.none(), st.integers(1900, 2020))),
            rating=draw(st.one_of(st.none(), st.integers(1, 3000).map(float))),
        )
        for name in names
    ]
    return [replace(person, key=key_of(person, at, names)) for at, person in enumerate(people, 1)]


def key_of(person: Player, start_number: int, names: list[str]) -> str:
    """The reader's promise: the name; behind a namesake's, his number, or his start number in this event."""
    if names.count(person.name) == 1:
        return person.name
    return f"{person.name} #{person.number}" if person.number else f"{person.name} ({start_number}, Test Open)"


@st.composite
def tournaments(draw: st.DrawFn) -> Facts:
    people = draw(persons())
    start = draw(DAYS)
    days = sorted(start + timedelta(draw(st.integers(0, 9))) for _ in range(draw(st.integers(1, 6))))
    end = draw(st.sampled_from([None, days[-1], days[-1] + timedelta(3)]))
    worth = USUAL | draw(st.dictionaries(st.sampled_from(sorted(USUAL)), st.sampled_from([0.0, 0.25, 0.5, 1.0, 3.0]), max_size=2))
    games: list[Game] = []
    byes: list[Bye] = []
    for number, day in enumerate(days, 1):
        order = draw(st.permutations(people))
        pairs = draw(st.integers(0, len(order) // 2))
        met = [(order[2 * at], order[2 * at + 1], *draw(st.sampled_from(OUTCOMES))) for at in range(pairs)]
        met.sort(key=lambda row: first_row(people, *row))
        for sequence, (a, b, score, why) in enumerate(met, 1):
            games.append(Game(day, "Test Open", number, sequence, a.key, b.key, score, rated=not why, why=why))
        for person in sorted(order[2 * pairs :], key=people.index):
            kind = draw(st.sampled_from([None, *KINDS]))
            if kind:
                byes.append(Bye(day, "Test Open", number, person.key, worth[KINDS[kind]], kind))
    last = max([1, *(game.round for game in games), *(bye.round for bye in byes)])
    event = Event(
        "Test Open", start, end, rounds=draw(st.sampled_from([last, last + 2])), city=draw(st.sampled_from(["", "Épinal"]))
    )
    return Facts(tuple(people), (event,), tuple(games), tuple(byes))


def first_row(people: list[Player], a: Player, b: Player, score: float, why: str) -> int:
    """Where a game first shows in the table; one that only its first player tells of, at his line."""
    return people.index(a) if why == "unconfirmed" else min(people.index(a), people.index(b))


@given(tournaments())
def test_what_is_written_is_read_back(facts: Facts) -> None:
    assert again(facts) == facts


@given(tournaments())
def test_what_is_read_is_written_the_same(facts: Facts) -> None:
    text = write_trf(facts)
    assert write_trf(read_trf(text, "again.trf").facts) == text


@given(tournaments())
def test_what_is_written_adds_up(facts: Facts) -> None:
    said = set(codes(read(write_trf(facts))))
    about_games = {"trf-results-contradict", "trf-one-sided", "trf-told-otherwise", "trf-bye-kind"}
    about_rounds = {"trf-rounds-unplayed", "trf-no-games", "trf-round-date-missing"}
    about_people = {"trf-name-twice", "trf-fide-number-short"}
    assert said <= about_games | about_rounds | about_people


@pytest.mark.parametrize("name", ["open.trf", "trf26.trf", "club_cp1252.tab", "broken.trf"])
def test_the_fixtures_are_written_stably(name: str) -> None:
    first = read_trf(decode((FIXTURES / name).read_bytes(), name).content, name).facts
    text = write_trf(first)
    assert write_trf(read_trf(text, name).facts) == text
    assert again(first).games == without_places(read_trf(text, name).facts).games


def test_the_form() -> None:
    """By hand, against the columns of the format."""
    facts = read_trf(decode((FIXTURES / "open.trf").read_bytes(), "open.trf").content, "open.trf").facts
    lines = write_trf(facts).split("\r\n")
    assert lines[:10] == [
        *("012 Open de la Vallée", "022 Saint-Aubin", "032 FRA", "042 2024/03/02", "052 2024/03/04", "062 9", "072 7"),
        *("122 90 minutes + 30 seconds", "142 5", "132" + " " * 88 + "24/03/02  24/03/02  24/03/03  24/03/03  24/03/04"),
    ]
    assert lines[10] == player(
        1,
        "Moreau, Aïda",
        *("6 w 1", "2 b =", "3 w 1", "4 b 1", "5 w ="),
        sex="w",
        title="WIM",
        rating=2212,
        federation="FRA",
        fide=20000011,
        born="1994/00/00",
        points="4.0",
        rank=1,
    )
    assert lines[-1] == ""


# -- what the format cannot say is refused, never altered


def facts_with(*games: Game, players: tuple[str, ...] = ("A", "B"), byes: tuple[Bye, ...] = (), **event: int) -> Facts:
    return Facts(tuple(Player(name, name) for name in players), (Event("Open", DAY, **event),), games, byes)  # type: ignore[arg-type]


def game(a: str = "A", b: str = "B", score: float = 1.0, number: int = 1, day: date = DAY, **rest: object) -> Game:
    return replace(Game(day, "Open", number, 1, a, b, score), **rest)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        (Facts(), "trf-write-events"),
        (facts_with(game(event="Another")), "trf-write-events"),
        (facts_with(game(rated=False, why="declared-unrated")), "trf-write-game"),
        (facts_with(game(rated=False)), "trf-write-game"),
        (facts_with(game(length=7)), "trf-write-game"),
        (facts_with(game(format="2x9")), "trf-write-game"),
        (facts_with(game(score=0.75)), "trf-write-game"),
        (facts_with(game(score=float("nan"))), "trf-write-game"),
        (facts_with(game(b="A")), "trf-write-game"),
        (facts_with(game(score=0.5, rated=False, why="forfeit")), "trf-write-game"),
        (facts_with(game(), game(a="B", b="A")), "trf-write-round-full"),
        (facts_with(game(number=0)), "trf-write-size"),
        (facts_with(game(number=1000)), "trf-write-size"),
        (facts_with(game(), game("C", "D", day=date(2024, 3, 3)), players=("A", "B", "C", "D")), "trf-write-dates"),
        (facts_with(byes=(Bye(DAY, "Open", 1, "A", 0.5, "bye"), Bye(DAY, "Open", 1, "B", 1.0, "bye"))), "trf-write-bye"),
        (facts_with(byes=(Bye(DAY, "Open", 1, "A", 1 / 3, "bye"),)), "trf-write-bye"),
        (facts_with(byes=(Bye(DAY, "Open", 1, "A", 1.0, "rest"),)), "trf-write-bye"),
    ],
)
def test_what_cannot_be_said_is_refused(facts: Facts, code: str) -> None:
    with pytest.raises(Refused) as refused:
        write_trf(facts)
    assert refused.value.finding.code == code
    assert "{" not in refused.value.finding.message("fr")


def test_a_round_beyond_the_last_stays_beyond() -> None:
    text = report(player(1, "A, B", "2 w 1", "2 b 1"), player(2, "C, D", "1 b 0", "1 w 0")) + "XXR 1\n"
    facts = read(text).facts
    assert again(facts) == without_places(facts)


def test_players_whom_only_games_name_are_written_too() -> None:
    facts = Facts(games=(game("Roux, Théo", "Petit, Inès"),), events=(Event("Open", DAY),))
    assert [person.name for person in again(facts).players] == ["Roux, Théo", "Petit, Inès"]


def test_an_event_without_a_start_gets_its_first_day() -> None:
    assert again(Facts((Player("A", "A"), Player("B", "B")), (Event("Open"),), (game(),))).events[0].start == DAY


def test_no_text_of_the_facts_can_add_a_line() -> None:
    name = "Open\n042 1999/01/01"
    players = (Player("A", "A\r\n001    9 x", title="G\nM"), Player("B", "B"))
    facts = Facts(players, (Event(name, DAY, city="a\rb"),), (game(event=name),))
    read_back = again(facts)
    assert [person.name for person in read_back.players] == ["A 001 9 x", "B"]
    assert read_back.events[0].name == "Open 042 1999/01/01"
    assert read_back.events[0].start == DAY


def test_a_long_name_is_cut_and_nothing_moves() -> None:
    read_back = again(facts_with(game("A" * 50, "B"), players=("A" * 50, "B")))
    assert [person.name for person in read_back.players] == ["A" * 33, "B"]
    assert len(read_back.games) == 1


def test_dates_that_two_digits_would_confuse_are_written_in_full() -> None:
    event = Event("Open", date(2010, 1, 1), date(2010, 12, 31))
    facts = Facts((Player("A", "A"), Player("B", "B")), (event,), (game(day=date(2011, 2, 3)),))
    assert again(facts).games[0].date == date(2011, 2, 3)
