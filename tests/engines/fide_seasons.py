"""Made-up seasons under FIDE's regulation: few players, many lists, every version."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from hypothesis import strategies as st

from bareme.facts import Adjustment, Event, Facts, Game, Player

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Fi")
STARTS = [date(2009, 1, 1), date(2011, 3, 1), date(2012, 5, 1), date(2014, 4, 1), date(2021, 11, 1), date(2023, 11, 1),
          date(2025, 7, 1)]  # fmt: skip  # some months before a version begins
FIDE: list[dict[str, Any]] = [
    {},
    {"floor": 0, "first_games": 2, "first_event_games": 1},
    {"cap_rule": "one-per-event", "rounding": "rating-used", "k_games_limit": 60},
    {"cap_rule": "one-upgrade-per-event", "cap": 100, "rounding": "event", "uncapped_from": 2000},
    {"lists": "quarterly", "closing_days": 20, "pool_months": 3, "first_method": "event-mean", "half_point": 12.5},
    {"one_off_share": 0.3, "one_off_from": 1500, "one_off_below": 2300, "floor": 1700, "k_junior": 40, "junior_age": 25},
    {"first_method": "pooled", "half_point": "none", "first_games": 1, "first_event_games": 1, "zero_disregarded": True,
     "floor": 900, "inactive_games": 3, "new_games": 6},
]  # fmt: skip
ratings = st.one_of(st.none(), st.integers(990, 2800).map(float), st.sampled_from([1399.0, 2399.5, 2650.0, 900.0]))
players = st.lists(
    st.builds(
        lambda key, rating, games, born, k, reached, title: Player(
            key, rating=rating, games=games, born=born, k=k, reached=reached, title=title, federation=title and "FRA"
        ),
        st.sampled_from((*NAMES, "Zoe")),
        ratings,
        st.one_of(st.none(), st.integers(0, 50)),
        st.one_of(st.none(), st.integers(1950, 2012)),
        st.sampled_from([None, None, 10, 20, 40, 7]),
        st.sampled_from([None, None, 0, 2410, 2650]),
        st.sampled_from(["", "GM"]),
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda player: player.key,
)


@st.composite
def games(draw: st.DrawFn, start: date) -> Game:
    """One game; two of an event are seldom far from each other."""
    a, b = draw(st.permutations(NAMES))[:2]
    month = draw(st.integers(0, 7))
    return Game(
        date=start + timedelta(days=31 * month + draw(st.integers(0, 8))),
        event=draw(st.sampled_from(["", f"Open {month}", f"Open {month}", f"Closed {month}", "League"])),
        round=draw(st.integers(0, 3)),
        sequence=0,
        player_a=a,
        player_b=b,
        score_a=draw(st.sampled_from([1.0, 0.0, 0.5])),
        rated=draw(st.integers(0, 9)) > 0,
        why="declared-unrated",
    )


@st.composite
def decisions(draw: st.DrawFn, start: date) -> Adjustment:
    """A decision about one player; FIDE knows assigned ratings only."""
    kind = draw(st.sampled_from(["assign", "assign", "revalue", "title"]))
    return Adjustment(
        date=start + timedelta(days=draw(st.integers(0, 250))),
        player=draw(st.sampled_from((*NAMES, "Zoe"))),
        kind=kind,
        rating=float(draw(st.integers(800, 2500))) if kind != "title" else None,
        entrants=8 if kind == "title" else None,
        reason="made up",
    )


@st.composite
def events(draw: st.DrawFn, start: date) -> Event:
    """What a report says of an event: sometimes other days than those of its games."""
    month = draw(st.integers(0, 7))
    first = start + timedelta(days=31 * month + draw(st.integers(-40, 5)))
    return Event(
        name=draw(st.sampled_from([f"Open {month}", "League", "Nowhere"])),
        start=draw(st.sampled_from([first, None])),
        end=draw(st.sampled_from([first + timedelta(days=draw(st.integers(0, 60))), None])),
        reported=draw(st.sampled_from([None, first + timedelta(days=90)])),
    )


@st.composite
def seasons(draw: st.DrawFn) -> Facts:
    """Up to 40 games of eight months, with players of a list, decisions and what reports say of events."""
    start = draw(st.sampled_from(STARTS))
    found = draw(st.lists(games(start), min_size=1, max_size=40))
    made = draw(st.lists(decisions(start), max_size=4))
    return Facts(
        players=tuple(draw(players)),
        events=tuple(draw(st.lists(events(start), max_size=3))),
        games=tuple(replace(game, sequence=n) for n, game in enumerate(found)),
        adjustments=tuple(replace(decision, sequence=n) for n, decision in enumerate(made)),
    )
