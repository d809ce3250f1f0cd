"""FISF: what holds whatever the numbers."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise

from hypothesis import assume, given
from hypothesis import strategies as st

from bareme.facts import Facts, Placement
from bareme.journal import Line
from bareme.replay import replay
from bareme.rulebooks.base import open_rulebook
from bareme.rulebooks.fisf import rules
from bareme.rulebooks.fisf.event import field, score
from bareme.rulebooks.fisf.law import RANKED, law
from bareme.rulebooks.fisf.season import Sums, view
from bareme.rulebooks.fisf.series import Candidate, classify

LAWS = {rounding: law(open_rulebook("fisf", {"rounding": rounding}).latest) for rounding in ("published", "exact")}

counts = st.tuples(*[st.integers(0, 300)] * 4)
rounds = st.integers(1, 20)
categories = st.sampled_from(["", "world", "grand-slam", "interclubs"])
roundings = st.sampled_from(sorted(LAWS))
series = st.integers(1, 7)


@given(roundings, counts, rounds, categories, st.integers(1, 1300), st.integers(1, 1300), series)
def test_a_better_place_is_never_worth_less(
    rounding: str, a: tuple[int, ...], m: int, category: str, one: int, other: int, own: int
) -> None:
    event = field(LAWS[rounding], a, m, category)
    better, worse = (score(LAWS[rounding], event, place, own) for place in sorted((one, other)))
    assert all(x >= y for x, y in zip(better.percents, worse.percents, strict=True))
    assert all(x >= y for x, y in zip(better.numerators, worse.numerators, strict=True))
    assert better.bonus >= worse.bonus


@given(roundings, counts, rounds, categories, st.integers(1, 1300), series)
def test_percentages_stay_between_0_and_100(
    rounding: str, a: tuple[int, ...], m: int, category: str, place: int, own: int
) -> None:
    event = field(LAWS[rounding], a, m, category)
    worth = score(LAWS[rounding], event, place, own)
    assert all(0 <= numerator <= rules.UNIT * w for numerator, w in zip(worth.numerators, event.weights, strict=True))
    for present, slice_place, percent in zip(a, worth.slice_places, worth.percents, strict=True):
        assert 0 <= percent <= rules.UNIT
        if present and slice_place <= 1:
            assert percent == rules.UNIT
        if slice_place > present:
            assert percent == 0


@given(counts, st.integers(1, 1300))
def test_published_and_exact_differ_by_half_a_hundredth_at_most(a: tuple[int, ...], place: int) -> None:
    published, exact = (score(LAWS[r], field(LAWS[r], a, 3, ""), place, 1).percents for r in ("published", "exact"))
    assert all(abs(Fraction(x) - Fraction(y)) <= Fraction(1, 2) for x, y in zip(published, exact, strict=True))


@given(counts, rounds, categories)
def test_weights_stay_within_their_bounds(a: tuple[int, ...], m: int, category: str) -> None:
    event = field(LAWS["published"], a, m, category)
    for present, floor, weight in zip(a, LAWS["published"].floors, event.weights, strict=True):
        assert 0 <= weight <= 2 * present
        assert weight <= rules.cap(floor, m, event.factor)
        assert (weight == 0) == (present == 0)
        if m > 1:
            assert weight >= min(present, rules.cap(floor, m, event.factor))
        else:
            assert weight <= (present + 1) // 2


@given(counts, rounds, categories, st.integers(0, 3), st.integers(1, 50))
def test_more_players_never_weigh_less(a: tuple[int, ...], m: int, category: str, n: int, more: int) -> None:
    grown = tuple(present + (more if at == n else 0) for at, present in enumerate(a))
    before, after = (field(LAWS["published"], players, m, category).weights for players in (a, grown))
    assert all(x <= y for x, y in zip(before, after, strict=True))


# -- the season

scores = st.lists(st.tuples(counts, rounds, categories, st.integers(1, 1300)), max_size=6)
quotas = st.tuples(*[st.integers(0, 2000)] * 4)
percentages = st.tuples(*[st.fractions(0, 100)] * 4)


@given(roundings, scores, st.integers(1, 7), quotas, percentages, st.fractions(0, Fraction(3, 4)))
def test_a_seasons_percentages_are_percentages(
    rounding: str,
    events: list[tuple[tuple[int, ...], int, str, int]],
    own: int,
    given_quotas: tuple[int, ...],
    older: tuple[Fraction, ...],
    share: Fraction,
) -> None:
    rule, sums = LAWS[rounding], Sums()
    for a, m, category, place in events:
        event = field(rule, a, m, category)
        sums.add(event, score(rule, event, place, own), own)
    seen = view(rule, sums, given_quotas, older, share)
    for n in RANKED:
        raw, running, season = sums.percentage(n, bonus=False), sums.percentage(n), seen.season[n - 1]
        assert 0 <= raw <= running <= 100  # a bonus raises numerator and divisor alike
        assert 0 <= season <= running  # a quota and the 10 % rule only lower
        assert min(season, older[n - 1]) <= seen.shown[n - 1] <= max(season, older[n - 1])
        assert (seen.missing(n) > 0) == (
            rules.UNIT * given_quotas[n - 1] > rules.divisor(sums.weights[n - 1], sums.bonuses[n - 1], 0)
        )
    assert Sums.read(sums.written()).written() == sums.written()


@given(st.dates(date(2010, 9, 1), date(2030, 8, 31)))
def test_the_share_grows_through_the_season(day: date) -> None:
    rule = LAWS["published"]
    today, tomorrow = rule.share(day), rule.share(day + timedelta(days=1))
    assert 0 <= today <= Fraction(3, 4)
    if (day.month, day.day) == (8, 31):
        assert (today, tomorrow) == (Fraction(3, 4), Fraction(0))
    else:
        assert today <= tomorrow


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=60), st.integers(0, 100))
def test_a_quota_is_reached_by_its_share_of_the_players(sums: list[int], reaching: int) -> None:
    ordered = sorted(sums)
    quota = ordered[rules.quota_place(len(ordered), reaching) - 1]
    assert 100 * sum(one >= quota for one in sums) >= reaching * len(sums)


# -- 1 September

candidates = st.lists(
    st.tuples(st.sampled_from(["P", "Q", "R"]), st.integers(1, 7), st.tuples(*[st.integers(0, 20)] * 4), st.booleans()),
    max_size=40,
)


@given(candidates, st.integers(0, 300), st.integers(0, 100), st.randoms())
def test_the_series_of_1_september(drawn: list[tuple[str, int, tuple[int, ...], bool]], p: int, q: int, chance: object) -> None:
    people = [
        Candidate(f"{at}", federation, now, tuple(map(Fraction, shown)), played)
        for at, (federation, now, shown, played) in enumerate(drawn)
    ]
    licensees = {"P": p, "Q": q, "R": 0}
    shares = (100, 300, 600, 1800)
    found = classify(people, licensees, shares)
    assert found.series.keys() == {one.player for one in people}
    assert classify(people[::-1], licensees, shares).series == found.series
    for n in RANKED:
        inside = [one for one in people if found.series[one.player] <= n]
        chosen = [one for one in people if found.series[one.player] == n]
        outside = [one for one in people if found.series[one.player] > n]
        assert all(one.percentages[n - 1] > 0 for one in chosen)
        filled = [one for one in chosen if one.player not in found.recovered]
        worst = min((one.percentages[n - 1] for one in filled), default=None)
        assert worst is None or all(one.percentages[n - 1] < worst for one in outside)  # ties are in
        for federation, count in licensees.items():
            able = [one for one in outside if one.federation == federation and one.percentages[n - 1] > 0]
            held = sum(one.federation == federation for one in inside)
            assert not able or held >= rules.seats(count, shares[n - 1])
    seats = rules.seats(p + q, shares[0])
    if seats == 0 and not found.recovered:
        assert 1 not in found.series.values()


# -- whole histories


@st.composite
def histories(draw: st.DrawFn) -> list[Placement]:
    """A few events of some of ten people over three seasons, equal places among them."""
    rows: list[Placement] = []
    for number in range(draw(st.integers(1, 5))):
        day = draw(st.dates(date(2009, 9, 1), date(2012, 12, 31)))
        there = draw(st.lists(st.integers(0, 9), min_size=1, max_size=10, unique=True))
        played = draw(st.integers(1, 5))
        place = 1
        for at, person in enumerate(there, 1):
            place = place if at > 1 and draw(st.booleans()) else at
            rows.append(Placement(day, f"e{number}", played, "", f"p{person}", "PQ"[person % 2], 1 + person // 2, place, at))
    return rows


@given(histories(), st.dates(date(2010, 1, 1), date(2014, 9, 1)), roundings)
def test_a_players_movements_add_up_and_ties_share(rows: list[Placement], on: date, rounding: str) -> None:
    assume(min(row.date for row in rows) <= on)
    lines: list[Line] = []
    outcome = replay(open_rulebook("fisf", {"rounding": rounding}), Facts(placements=tuple(rows)), on=on, record=lines.append)
    for standing in outcome.standings:
        own = [line for line in lines if line.player == standing.player]
        assert abs(sum(line.change for line in own) - (standing.rating or 0.0)) < 1e-9
        assert all(earlier.after == later.before for earlier, later in pairwise(own))
    placed = [line for line in lines if line.kind == "placement"]
    for one, other in pairwise(placed):
        if (one.date, one.event, one.terms["place"]) == (other.date, other.event, other.terms["place"]):
            assert one.terms["%S"] == other.terms["%S"]
