"""Made-up seasons for property tests, as Hypothesis strategies."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from hypothesis import strategies as st

from bareme.facts import Adjustment, Facts, Game

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed")
FIRST_DAY = date(2019, 6, 1)

days = st.integers(0, 900).map(lambda n: FIRST_DAY + timedelta(days=n))


@st.composite
def games(draw: st.DrawFn, *, draws: bool = True) -> Game:
    """One game between two of NAMES."""
    a, b = draw(st.permutations(NAMES))[:2]
    return Game(
        date=draw(days),
        event=draw(st.sampled_from(["Club", "Open"])),
        round=draw(st.integers(0, 3)),
        sequence=0,
        player_a=a,
        player_b=b,
        score_a=draw(st.sampled_from([1.0, 0.0, 0.5] if draws else [1.0, 0.0])),
        length=draw(st.integers(1, 25)),
        rated=draw(st.integers(0, 9)) > 0,
        why="declared-unrated",
    )


@st.composite
def decisions(draw: st.DrawFn) -> Adjustment:
    """One FFBG decision about one of NAMES."""
    kind = draw(st.sampled_from(["assign", "title", "revalue", "licence"]))
    return Adjustment(
        date=draw(days),
        player=draw(st.sampled_from(NAMES)),
        kind=kind,
        elo=draw(st.integers(1200, 1900)) if kind == "revalue" else None,
        entrants=draw(st.integers(8, 80)) if kind == "title" else None,
        level=draw(st.sampled_from(["intermediate", "advanced", "champion", "master"])) if kind == "assign" else "",
        reason="made up",
    )


@st.composite
def seasons(draw: st.DrawFn, *, draws: bool = True, with_decisions: bool = False) -> Facts:
    """Up to 40 games of several seasons, each with a sequence of its own."""
    found = draw(st.lists(games(draws=draws), min_size=1, max_size=40))
    made = draw(st.lists(decisions(), max_size=6)) if with_decisions else []
    return Facts(
        games=tuple(replace(game, sequence=n) for n, game in enumerate(found)),
        adjustments=tuple(replace(decision, sequence=n) for n, decision in enumerate(made)),
    )
