"""Made-up FIDE pools for property tests: listed players, a few unrated ones, events with their days."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import strategies as st

from bareme.facts import Adjustment, Event, Facts, Game, Player

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")
UNRATED = ("Gus", "Hal")
SPANS = (date(2009, 2, 1), date(2011, 5, 1), date(2014, 5, 1), date(2021, 11, 1), date(2023, 12, 1), date(2025, 8, 1))


@st.composite
def pools(draw: st.DrawFn, *, decisions: bool = True) -> Facts:
    """Up to seven events over seven months around a day on which the rules change."""
    first = draw(st.sampled_from(SPANS))
    players = [
        Player(
            name,
            rating=draw(st.integers(1400, 2700)),
            games=draw(st.sampled_from([None, 0, 25, 100])),
            born=draw(st.sampled_from([None, first.year - 17, first.year - 40])),
        )
        for name in NAMES
    ]
    players += [Player(name) for name in UNRATED]
    events, games = [], []
    for number in range(draw(st.integers(1, 7))):
        start = first + timedelta(days=draw(st.integers(0, 180)))
        length = draw(st.integers(0, 9))
        late = draw(st.sampled_from([0, 0, 0, 45]))
        end = start + timedelta(days=length)
        events.append(Event(f"E{number}", start, end, end + timedelta(days=late) if late else None))
        for sequence in range(draw(st.integers(1, 12))):
            a, b = draw(st.permutations(NAMES + UNRATED))[:2]
            day = start + timedelta(days=draw(st.integers(0, length)))
            score = draw(st.sampled_from([0.0, 0.5, 1.0]))
            games.append(Game(day, f"E{number}", draw(st.integers(1, 9)), sequence, a, b, score))
    made = draw(st.lists(_decisions(first), max_size=3)) if decisions else []
    return Facts(
        players=tuple(players),
        events=tuple(events),
        games=tuple(games),
        adjustments=tuple(
            Adjustment(day, name, kind, rating=rating, sequence=n) for n, (day, name, kind, rating) in enumerate(made)
        ),
    )


def _decisions(first: date) -> st.SearchStrategy[tuple[date, str, str, int]]:
    return st.tuples(
        st.integers(0, 200).map(lambda n: first + timedelta(days=n)),
        st.sampled_from(NAMES + UNRATED),
        st.sampled_from(["assign", "revalue"]),
        st.integers(1300, 2500),
    )
