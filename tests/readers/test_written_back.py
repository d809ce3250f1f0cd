"""What is written as canonical tables is read back as it was."""

from __future__ import annotations

import string
from dataclasses import replace
from datetime import date
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bareme.facts import ADJUSTMENT_KINDS, KNOCK_OUT, NOWHERE, Adjustment, Facts, Game, Placement, Player
from bareme.readers import read_bytes, values
from bareme.writers.facts_csv import facts_as_csv, number

LETTERS = string.ascii_letters + string.digits + " '=+-@,;\"|#éÉœßüŁ½Ⅷ"


def texts(limit: int = 30, least: int = 0) -> st.SearchStrategy[str]:
    """Texts as the readers leave them: one line, composed, nothing hidden."""
    clean = st.text(LETTERS, max_size=limit).map(lambda text: values.one_line(text)).filter(lambda text: isinstance(text, str))
    return clean.filter(lambda text: len(text) >= least)  # type: ignore[arg-type]  # texts only


NAMES = (
    st.integers(0, 9).flatmap(lambda n: texts(20).map(lambda text: f"{text} {n}".strip())).filter(lambda name: " #" not in name)
)
DAYS = st.dates(date(1850, 1, 1), date(2100, 1, 1))
FLOATS = st.floats(-1e6, 1e6, allow_nan=False) | st.integers(-3000, 3000).map(float) | st.decimals(-999, 999, places=3).map(float)
WORDS = st.text(string.ascii_lowercase, max_size=8)
SERIES = st.none() | st.integers(1, 7)


def maybe(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | values


@st.composite
def games(draw: st.DrawFn) -> tuple[Game, ...]:
    found = []
    for sequence in range(1, draw(st.integers(0, 6)) + 1):
        a, b = draw(st.lists(NAMES, min_size=2, max_size=2, unique=True))
        length, sets = draw(st.sampled_from([(None, None), (7, None), (None, "2x9"), (None, "2x9-11")]))
        why = draw(st.sampled_from(["", "", "forfeit", "declared-unrated"]))
        number = draw(st.integers(0, 999) | st.sampled_from(sorted(KNOCK_OUT.values())))
        score = draw(st.sampled_from([1.0, 0.5, 0.0]))
        found.append(Game(draw(DAYS), draw(texts()), number, sequence, a, b, score, length, sets, not why, why))
    return tuple(found)


@st.composite
def placements(draw: st.DrawFn) -> tuple[Placement, ...]:
    names = draw(st.lists(NAMES, max_size=5, unique=True))
    day, rounds, category = draw(DAYS), draw(st.integers(1, 9)), draw(WORDS)
    return tuple(
        Placement(
            day, "TH 2", rounds, category, name, draw(st.sampled_from(["", "FFSc", "BEL"])), draw(st.integers(1, 7)), place, place
        )
        for place, name in enumerate(names, 1)
    )


@st.composite
def adjustments(draw: st.DrawFn) -> tuple[Adjustment, ...]:
    found = []
    for sequence in range(1, draw(st.integers(0, 5)) + 1):
        kind = draw(st.sampled_from(ADJUSTMENT_KINDS))
        rating, elo, experience = draw(FLOATS), draw(maybe(FLOATS)), draw(maybe(FLOATS))
        level = draw(st.sampled_from(["", "advanced", "candidate"]))
        reason = "why " + draw(texts())
        row = Adjustment(
            draw(DAYS), draw(NAMES), kind, rating, elo, experience, draw(st.integers(1, 99)), level, "BEL", draw(SERIES)
        )
        found.append(replace(row, reason=reason.strip(), sequence=sequence))
    return tuple(found)


@st.composite
def players(draw: st.DrawFn) -> tuple[Player, ...]:
    found = []
    for index, name in enumerate(draw(st.lists(NAMES, max_size=5, unique=True))):
        number = draw(st.sampled_from(["", f"A{index}", str(10 + index)]))
        born, games, k = draw(maybe(st.integers(1900, 2020))), draw(maybe(st.integers(0, 5000))), draw(maybe(st.integers(1, 40)))
        full, club, sex, title = draw(texts(least=1) | st.just(name)), draw(texts()), draw(WORDS), draw(WORDS)
        rating, reached = draw(maybe(FLOATS)), draw(maybe(st.integers(0, 3000)))
        found.append(Player(name, full, number, "BEL", club, sex, title, born, rating, games, k, reached, draw(SERIES)))
    return tuple(found)


def without_sources(facts: Facts) -> Facts:
    return Facts(
        players=tuple(replace(row, source=NOWHERE) for row in facts.players),
        games=tuple(replace(row, source=NOWHERE) for row in facts.games),
        placements=tuple(replace(row, source=NOWHERE) for row in facts.placements),
        adjustments=tuple(replace(row, source=NOWHERE) for row in facts.adjustments),
    )


@given(players(), games(), placements(), adjustments())
def test_what_is_written_is_read_back(
    players: tuple[Player, ...], games: tuple[Game, ...], placements: tuple[Placement, ...], adjustments: tuple[Adjustment, ...]
) -> None:
    facts = Facts(players=players, games=games, placements=placements, adjustments=adjustments)
    reading = read_bytes([(f"{kind}.csv", text.encode()) for kind, text in facts_as_csv(facts).items()])
    assert not [finding for finding in reading.findings if finding.severity == "error"]
    back = without_sources(reading.facts)
    assert sorted(back.players, key=lambda player: player.key) == sorted(players, key=lambda player: player.key)
    assert back.games == games
    assert back.placements == placements
    assert back.adjustments == adjustments


def test_namesakes_are_read_back() -> None:
    people = (Player("Ada #1", "Ada", "1", rating=1500.0), Player("Ada #2", "Ada", "2", rating=1600.0))
    facts = Facts(players=people, games=(Game(date(2025, 1, 1), "O", 1, 1, "Ada #1", "Ada #2", 1.0),))
    reading = read_bytes([(kind, text.encode()) for kind, text in facts_as_csv(facts).items()])
    assert without_sources(reading.facts) == facts
    assert not reading.findings


def test_no_cell_is_a_formula_and_numbers_stay_numbers() -> None:
    facts = Facts(adjustments=(Adjustment(date(2025, 1, 1), "=1+1", "assign", rating=-12.5, reason="'@x"),))
    text = facts_as_csv(facts)["adjustments"]
    assert text.splitlines()[1] == "2025-01-01,'=1+1,assign,-12.5,,,,,,,''@x,0"


@given(FLOATS | st.floats(-1e-5, 1e-5))
def test_a_number_is_read_back_exactly(value: float) -> None:
    assert values.numbers([number(value)])(number(value)) == value
