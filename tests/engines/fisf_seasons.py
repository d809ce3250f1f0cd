"""Made-up seasons under the FISF's regulation: few players, small events, three years."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from hypothesis import strategies as st

from bareme.facts import Adjustment, Event, Facts, Placement, Player

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Fi", "Guy", "Hal")
FEDERATIONS = ("FFSc", "FBSc", "")
FIRST_DAY = date(2009, 9, 1)
HALF = {"1": 20, "2": 40, "3": 60, "4": 80}
FISF: list[dict[str, Any]] = [
    {},
    {"series_shares": HALF},
    {"series_shares": HALF, "quotas": "printed", "bonus": False, "cap": "none"},
    {"series_shares": {"1": 10, "2": 20, "3": 40, "4": 100}, "quotas": {"2": 3, "FFSc/4": 7.5, "4": 2}, "minimum_share": 0.5},
    {"series_shares": HALF, "rounding": "exact", "final_share": 0.6, "quota_share": 0.4},
    {"licensees": {"FFSc": 40, "Other": 3}, "one_round_factor": 0.75, "cap": "down", "quota_in_season": False},
    {"series_on_1_september": "recorded", "floors": {"1": 2, "2": 3, "3": 5, "4": 9}, "season_start": "02-28"},
]  # fmt: skip
days = st.integers(0, 1200).map(lambda n: FIRST_DAY + timedelta(days=n))


@st.composite
def events(draw: st.DrawFn) -> list[Placement]:
    """One event: everybody's place, with ties now and then, and a row or two that cannot be."""
    there = draw(st.permutations(NAMES))[: draw(st.integers(1, len(NAMES)))]
    day, rounds = draw(days), draw(st.sampled_from([1, 3, 5]))
    name, category = draw(st.sampled_from(["Club", "Open"])), draw(st.sampled_from(["", "", "grand-slam", "unheard-of"]))
    odd = draw(st.integers(0, 12))
    place, rows = 1, []
    for number, player in enumerate(there, 1):
        place = number if draw(st.booleans()) else place
        rows.append(
            Placement(
                day,
                name,
                rounds if odd != 1 or number > 1 else rounds + 1,
                category,
                player if odd != 2 or number > 1 else there[-1],
                draw(st.sampled_from(FEDERATIONS)),
                draw(st.integers(1, 7)) if odd != 3 else draw(st.integers(0, 8)),
                place,
            )
        )
    return rows


@st.composite
def decisions(draw: st.DrawFn) -> Adjustment:
    """A licence, an assigned percentage, or what the FISF does not know."""
    kind = draw(st.sampled_from(["licence", "licence", "assign", "title"]))
    return Adjustment(
        date=draw(days),
        player=draw(st.sampled_from((*NAMES, "Zoe"))),
        kind=kind,
        rating=draw(st.sampled_from([None, 0.0, 12.34, 50.0, 101.0])) if kind == "assign" else None,
        entrants=8 if kind == "title" else None,
        federation=draw(st.sampled_from(FEDERATIONS)) if kind == "licence" else "",
        series=draw(st.sampled_from([None, 1, 2, 4, 6, 8])) if kind != "title" else None,
        reason="made up",
    )


players = st.lists(
    st.builds(
        lambda key, federation, series: Player(key, federation=federation, series=series),
        st.sampled_from((*NAMES, "Zoe")),
        st.sampled_from(FEDERATIONS),
        st.sampled_from([None, 1, 3, 4, 5, 7, 9]),
    ),
    max_size=5,
    unique_by=lambda player: player.key,
)


@st.composite
def seasons(draw: st.DrawFn) -> Facts:
    """Up to 12 events of three years and more, with a register now and then, decisions and what is said of events."""
    found = [row for event in draw(st.lists(events(), min_size=1, max_size=12)) for row in event]
    made = draw(st.lists(decisions(), max_size=4))
    said = draw(
        st.lists(st.builds(Event, st.sampled_from(["Club", "Open"]), category=st.sampled_from(["", "world"])), max_size=1)
    )
    return Facts(
        players=tuple(draw(players)),
        events=tuple(said),
        placements=tuple(replace(row, sequence=n) for n, row in enumerate(found)),
        adjustments=tuple(replace(decision, sequence=n) for n, decision in enumerate(made)),
    )
