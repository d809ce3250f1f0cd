"""FISF over several seasons: quotas from the season before, roll-over, idle seasons, series, licences, what is wrong."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from bareme.facts import Adjustment, Event, Facts, Game, Placement, Player
from bareme.findings import Refused
from bareme.journal import Line
from bareme.lists import ranked
from bareme.replay import Outcome, carry, replay
from bareme.rulebooks.base import open_rulebook
from bareme.rulebooks.book import Standing

FIRST = date(2010, 9, 1)


def meeting(day: date, event: str, entrants: str, rounds: int = 3, category: str = "") -> list[Placement]:
    """An event from `name:series:federation` in order of their places; `=` before a name ties him with the one above."""
    rows: list[Placement] = []
    for position, entrant in enumerate(entrants.split(), 1):
        name, series, *federation = entrant.lstrip("=").split(":")
        place = rows[-1].place if entrant.startswith("=") else position
        rows.append(Placement(day, event, rounds, category, name, (*federation, "FFSc")[0], int(series), place, position))
    return rows


def rate(facts: Sequence[Placement | Adjustment], on: date, *, lines: list[Line] | None = None, **overrides: Any) -> Outcome:
    return replay(
        open_rulebook("fisf", overrides),
        Facts(
            placements=tuple(fact for fact in facts if isinstance(fact, Placement)),
            adjustments=tuple(fact for fact in facts if isinstance(fact, Adjustment)),
        ),
        on=on,
        record=lines.append if lines is not None else None,
    )


def row(outcome: Outcome, player: str) -> Standing:
    return next(standing for standing in outcome.standings if standing.player == player)


def codes(outcome: Outcome) -> list[str]:
    return [finding.code for finding in outcome.findings]


# -- quotas

# five players of S1; Σ W1: A, B, C play both events (5 players: 10, 10), D and E one each
TWO_EVENTS = [
    *meeting(date(2010, 10, 3), "Un", "A:1 B:1 C:1 D:1"),  # W1 = min(max(4, 10), 8, 30) = 8
    *meeting(date(2010, 11, 7), "Deux", "B:1 A:1 C:1 E:1 F:1 G:2"),  # W1 = min(max(5, 10), 10, 30) = 10, W2 = 2
]


def test_quotas_come_from_the_season_before() -> None:
    """Σ W1: A, B, C 18, D 8, E and F 10. Of 8 10 10 18 18 18, ceil(6/4) = the second: 10."""
    outcome = rate([*TWO_EVENTS, *meeting(date(2011, 10, 2), "Trois", "A:1 B:1")], date(2011, 12, 1))
    sums = row(outcome, "A").more["sums"]
    assert (sums["1"]["quota"], sums["2"]["quota"], sums["3"]["quota"]) == (10, 2, 0)
    assert sums["1"]["weight"] == 4
    assert sums["1"]["missing"] == 6
    assert row(outcome, "A").more["season"]["1"] == pytest.approx(40)  # 4/10
    assert row(outcome, "B").more["season"]["1"] == pytest.approx(20)  # 2/10


def test_given_quotas_go_first_the_federations_own_before_the_common_one() -> None:
    facts = [*TWO_EVENTS, *meeting(date(2011, 10, 2), "Trois", "A:1 B:1:FQCSF")]
    outcome = rate(facts, date(2011, 12, 1), quotas={"1": 20, "ffsc/1": 40})
    assert row(outcome, "A").more["sums"]["1"]["quota"] == 40
    assert row(outcome, "B").more["sums"]["1"]["quota"] == 20
    assert row(outcome, "A").more["sums"]["2"]["quota"] == 2


def test_quotas_only_at_the_end_of_the_season_if_the_house_wants_so() -> None:
    facts = meeting(date(2010, 10, 3), "Un", "A:1 B:1")
    assert row(rate(facts, date(2010, 12, 1), quotas={"1": 8}), "A").more["season"]["1"] == 50
    during = rate(facts, date(2010, 12, 1), quotas={"1": 8}, quota_in_season=False)
    assert row(during, "A").more["season"]["1"] == 100
    assert row(during, "A").more["sums"]["1"]["missing"] == 4
    assert row(rate(facts, date(2011, 9, 1), quotas={"1": 8}, quota_in_season=False), "A").more["season"]["1"] == 50


# -- two seasons, then none

ONE_A_YEAR = [
    *meeting(date(2010, 10, 3), "Un", "A:1 B:1"),  # A 100 %, B 50 %
    *meeting(date(2011, 10, 2), "Deux", "B:1 A:1 C:1"),  # A 66.67 %, B 100 %
]
LICENSEES = {"FFSc": 200}  # 2, 6, 12, 36 seats


@pytest.mark.parametrize(
    ("on", "a"),
    [
        (date(2011, 8, 31), Fraction(75)),
        (date(2011, 9, 1), Fraction(75)),  # the final list of the season closed
        (date(2011, 9, 2), 100 * (1 - Fraction(2, 480))),  # nothing played yet: the season before has nearly all
        (date(2011, 10, 1), 100 * (1 - Fraction(1, 16))),
        (date(2011, 10, 2), Fraction(6667 * 32, 48000) + 100 * (1 - Fraction(32, 480))),
        (date(2012, 9, 1), Fraction(6667, 100) * Fraction(3, 4) + 25),
        (date(2013, 3, 1), Fraction(6667, 100) * Fraction(10, 16)),
        (date(2013, 9, 1), Fraction(6667, 100) / 4),
        (date(2013, 9, 2), Fraction(0)),
        (date(2014, 9, 1), Fraction(0)),
    ],
)
def test_the_shown_percentage_through_the_years(on: date, a: Fraction) -> None:
    outcome = rate(ONE_A_YEAR, on, licensees=LICENSEES, quotas={"1": 0})
    assert row(outcome, "A").rating == pytest.approx(float(a))


def test_two_idle_seasons_leave_nothing_and_are_said() -> None:
    outcome = rate(ONE_A_YEAR, date(2014, 9, 1), licensees=LICENSEES)
    assert {standing.states for standing in outcome.standings} == {("inactive",)}
    assert {standing.order for standing in outcome.standings} == {None}
    one_idle = rate(ONE_A_YEAR, date(2013, 8, 31), licensees=LICENSEES)
    assert "inactive" not in row(one_idle, "A").states


@pytest.mark.parametrize("on", [date(2011, 8, 31), date(2011, 9, 1), date(2011, 10, 2), date(2012, 9, 1), date(2014, 9, 1)])
@pytest.mark.parametrize("licensees", [{"FFSc": 200}, {"FFSc": 10}])
def test_movements_add_up_also_where_the_series_changes(on: date, licensees: dict[str, int]) -> None:
    lines: list[Line] = []
    outcome = rate(ONE_A_YEAR, on, lines=lines, licensees=licensees)
    for standing in outcome.standings:
        moved = sum(line.change for line in lines if line.player == standing.player)
        assert moved == pytest.approx(standing.rating)


def test_the_kinds_of_lines() -> None:
    lines: list[Line] = []
    rate(ONE_A_YEAR, date(2013, 1, 1), lines=lines, licensees=LICENSEES)
    assert [line.kind for line in lines if line.player == "A"] == [
        *("placement", "closing", "opening"),
        *("placement", "closing", "opening"),
        "blend",
    ]
    closing = next(line for line in lines if line.kind == "closing")
    assert (closing.version, closing.article) == ("2010-09-01", "final")


def test_the_old_system_gives_the_series_of_1_september_2010() -> None:
    facts = meeting(date(2009, 10, 4), "Un", "A:3 B:2")
    outcome = rate(facts, date(2010, 9, 1), licensees={"FFSc": 200})
    assert (row(outcome, "A").level, row(outcome, "B").level) == ("S3", "S2")
    assert row(outcome, "A").more["series_1_september"] == 2  # what the percentages would have made


def test_before_the_first_season_nothing_is_rated() -> None:
    with pytest.raises(Refused, match="2009-09-01"):
        rate(meeting(date(2009, 8, 31), "Un", "A:1"), date(2009, 9, 30))


def test_another_first_day_of_the_season() -> None:
    """From 15 September: on 10 October k = 0 + 26/30, on 15 October k = 1."""
    facts = meeting(date(2010, 9, 20), "Un", "A:1")
    on_the_10th = rate(facts, date(2010, 10, 10), season_start="09-15")
    assert row(on_the_10th, "A").more["share"] == pytest.approx(26 / 480)
    assert row(rate(facts, date(2010, 10, 15), season_start="09-15"), "A").more["share"] == pytest.approx(1 / 16)
    assert row(rate(facts, date(2011, 9, 14), season_start="09-15"), "A").more["share"] == pytest.approx(0.75)
    assert row(rate(facts, date(2011, 3, 1), season_start="08-31"), "A").more["share"] == pytest.approx((6 * 30 + 2) / 480)


# -- licences, percentages assigned, the register


def test_a_licence_gives_federation_and_series() -> None:
    licence = Adjustment(date(2010, 9, 2), "New", "licence", federation="FQCSF", series=6)
    outcome = rate([licence, *meeting(date(2010, 10, 3), "Un", "A:1")], date(2010, 12, 1))
    new = row(outcome, "New")
    assert (new.level, new.more["federation"], new.states, new.rating, new.order) == ("S6", "FQCSF", ("unrated",), None, None)


def test_the_season_before_can_be_assigned() -> None:
    assigned = Adjustment(FIRST, "A", "assign", rating=62.5, series=2)
    outcome = rate([assigned, *meeting(date(2010, 10, 3), "Un", "A:2 B:2")], date(2010, 11, 1))
    assert row(outcome, "A").more["percentages"]["2"] == pytest.approx(100 * 2 / 16 + 62.5 * 14 / 16)


@pytest.mark.parametrize("change", [{"rating": None}, {"rating": 100.5}, {"rating": -1.0}, {"series": 5}])
def test_an_impossible_percentage_is_refused(change: dict[str, Any]) -> None:
    assigned = replace(Adjustment(FIRST, "A", "assign", rating=62.5, series=2), **change)
    lines: list[Line] = []
    outcome = rate([assigned], date(2010, 11, 1), lines=lines)
    assert codes(outcome) == ["licence-or-percentage-impossible"]
    assert outcome.not_counted == {"licence-or-percentage-impossible": 1}
    assert not outcome.standings
    assert [(line.kind, line.reason) for line in lines] == [("not-counted", "licence-or-percentage-impossible")]


def test_other_decisions_are_unknown_here() -> None:
    outcome = rate([Adjustment(FIRST, "A", "title", entrants=10)], date(2010, 11, 1))
    assert codes(outcome) == ["adjustment-unknown-here"]


def test_a_register_of_players_counts_as_licensed() -> None:
    """100 in the register and three who play: 1.03 and 3.09 seats, one in S1, two more in S2."""
    register = tuple(Player(f"p{n}", federation="FFSc", series=6) for n in range(100))
    facts = Facts(players=register, placements=tuple(meeting(date(2010, 10, 3), "Un", "A:1 B:1 C:2")))
    outcome = replay(open_rulebook("fisf"), facts, on=date(2011, 9, 1))
    best = [(one.player, one.standing.level, one.rank) for one in ranked(outcome.standings)[:3]]
    assert best == [("A", "S1", 1), ("B", "S2", 2), ("C", "S2", 3)]
    assert row(outcome, "p7").states == ("unrated",)
    alone = replay(open_rulebook("fisf"), Facts(players=register), on=date(2011, 9, 1))
    assert len(alone.standings) == 100


def test_a_game_of_two_does_not_count() -> None:
    facts = Facts(games=(Game(date(2010, 10, 3), "Un", 1, 1, "A", "B", 1.0),))
    outcome = replay(open_rulebook("fisf"), facts)
    assert outcome.not_counted == {"placements-only": 1}


# -- what is wrong


def test_who_stands_twice_counts_with_his_better_place() -> None:
    outcome = rate(meeting(date(2010, 10, 3), "Un", "A:1 B:1 A:1"), date(2010, 12, 1))
    assert codes(outcome) == ["placed-twice"]
    assert (outcome.counted, outcome.not_counted) == (2, {"placed-twice": 1})
    assert row(outcome, "A").more["raw"]["1"] == 100


@pytest.mark.parametrize(
    ("change", "code"),
    [({"place": 0}, "place-impossible"), ({"series": 8}, "series-impossible"), ({"series": 0}, "series-impossible")],
)
def test_an_impossible_row_does_not_count(change: dict[str, int], code: str) -> None:
    rows = meeting(date(2010, 10, 3), "Un", "A:1 B:1")
    outcome = rate([rows[0], replace(rows[1], **change)], date(2010, 12, 1))  # type: ignore[arg-type]
    assert codes(outcome) == [code]
    assert outcome.counted == 1


@pytest.mark.parametrize("change", [{"rounds": 5}, {"category": "grand-slam"}])
def test_rows_that_disagree_stop_the_event(change: dict[str, Any]) -> None:
    rows = meeting(date(2010, 10, 3), "Un", "A:1 B:1", category="festival")
    outcome = rate([rows[0], replace(rows[1], **change)], date(2010, 12, 1))
    assert codes(outcome) == ["event-rows-disagree"] * 2
    assert outcome.counted == 0


def test_rounds_and_category_may_stand_in_the_events_own_record() -> None:
    rows = tuple(replace(one, rounds=0) for one in meeting(date(2010, 10, 3), "Un", "A:1 B:1"))
    told = Facts(placements=rows, events=(Event("Un", rounds=1, category="world"),))
    outcome = replay(open_rulebook("fisf"), told, on=date(2010, 12, 1))
    assert row(outcome, "A").more["sums"]["1"]["weight"] == 1  # one round: half of 2
    untold = replay(open_rulebook("fisf"), Facts(placements=rows), on=date(2010, 12, 1))
    assert codes(untold) == ["rounds-unknown"] * 2


def test_an_unknown_category_counts_with_factor_1_and_a_warning() -> None:
    outcome = rate(meeting(date(2010, 10, 3), "Un", "A:1", category="barbecue"), date(2010, 12, 1))
    assert codes(outcome) == ["category-unknown"]
    assert outcome.counted == 1
    assert "barbecue" in outcome.findings[0].message("fr")


def test_a_series_other_than_the_computed_one_is_told_once() -> None:
    facts = [
        *ONE_A_YEAR,
        *meeting(date(2011, 12, 4), "Trois", "A:1 B:1"),
    ]
    outcome = rate(
        facts, date(2012, 8, 31), licensees={"FFSc": 67}
    )  # 0.67 -> one seat in S1: A; nobody of S2 played, so B has 0 % there
    told = [(finding.code, finding.details["player"]) for finding in outcome.findings]
    assert told == [("series-other-than-computed", "B")]
    assert row(outcome, "B").level == "S1"


def test_a_series_that_changes_within_a_season_is_told() -> None:
    facts = [*meeting(date(2010, 10, 3), "Un", "A:1"), *meeting(date(2010, 11, 7), "Deux", "A:2")]
    assert codes(rate(facts, date(2010, 12, 1))) == ["series-changed-in-season"]
    decided = Adjustment(date(2010, 10, 15), "A", "licence", series=2)
    assert codes(rate([*facts, decided], date(2010, 12, 1))) == []


@pytest.mark.parametrize(
    "overrides",
    [
        {"floors": {"1": 10}},
        {"floors": {"1": 10.5, "2": 15, "3": 20, "4": 40}},
        {"quotas": {"FFSc": 305}},
        {"quotas": {"FFSc/5": 305}},
        {"factors": {"world": 1.555}},
        {"series_shares": {"1": 1, "2": 3}},
    ],
)
def test_a_table_that_means_nothing_is_refused(overrides: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        rate(ONE_A_YEAR, date(2010, 12, 1), **overrides)
    assert refused.value.finding.code == "bad-parameter-value"


# -- order and halves


def many(seed: int) -> list[Placement]:
    """Two seasons of made-up events, two federations, ties, every kind of series."""
    chance = random.Random(seed)  # made-up results, not secrets
    people = [f"{'PQ'[n % 2]}{n}:{1 + n // 6}:{'FFSc' if n % 2 else 'FQCSF'}" for n in range(40)]
    rows: list[Placement] = []
    for number in range(14):
        there = chance.sample(people, chance.randint(5, 40))
        tied = " ".join(("=" if at and chance.random() < 0.1 else "") + one for at, one in enumerate(there))
        day = date(2010, 9, 1).toordinal() + 50 * number + chance.randint(0, 20)
        category = chance.choice(("", "grand-slam", "interclubs"))
        rows += meeting(date.fromordinal(day), f"Coupe {number}", tied, chance.randint(1, 5), category)
    return rows


@pytest.mark.parametrize("rounding", ["published", "exact"])
@pytest.mark.parametrize("seed", range(3))
def test_halves_equal_the_whole(seed: int, rounding: str) -> None:
    rows = many(seed)
    days = sorted({one.date for one in rows})
    rulebook = open_rulebook("fisf", {"rounding": rounding})
    end = date(2012, 9, 1)
    whole_lines: list[Line] = []
    whole = replay(rulebook, Facts(placements=tuple(rows)), on=end, record=whole_lines.append)
    for cut in (days[3], date(2011, 8, 31), date(2011, 9, 1), days[-2]):
        first = replay(rulebook, Facts(placements=tuple(one for one in rows if one.date <= cut)), on=cut)
        carried = json.loads(json.dumps(carry(first)))
        rest = Facts(placements=tuple(one for one in rows if one.date > cut))
        lines: list[Line] = []
        second = replay(rulebook, rest, on=end, carried=carried, record=lines.append)
        assert by_name(second) == by_name(whole)
        assert second.book.state() == whole.book.state()
        assert sorted_lines(lines) == sorted_lines([line for line in whole_lines if line.date > cut])


def by_name(outcome: Outcome) -> dict[str, Standing]:
    return {standing.player: standing for standing in outcome.standings}


def sorted_lines(lines: list[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: (line.date, line.event, line.player, line.kind))


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_rows_is_irrelevant(seed: int) -> None:
    rows = many(seed)
    shuffled = rows.copy()
    random.Random(seed).shuffle(shuffled)
    renumbered = [replace(one, sequence=number) for number, one in enumerate(shuffled)]
    journals: list[list[Line]] = [[], []]
    outcomes = [
        rate(facts, date(2012, 1, 15), lines=journal) for facts, journal in zip((rows, renumbered), journals, strict=True)
    ]
    assert by_name(outcomes[0]) == by_name(outcomes[1])
    assert journals[0] == journals[1]


def test_recoveries_bring_each_federation_to_its_share() -> None:
    outcome = rate(many(1), date(2011, 9, 1), licensees={"FFSc": 100, "FQCSF": 100})
    for federation in ("FFSc", "FQCSF"):
        held = [standing.more["series"] for standing in outcome.standings if standing.more["federation"] == federation]
        for n, seats in ((1, 1), (2, 3), (3, 6), (4, 18)):
            able = sum(
                standing.more["percentages"][str(n)] > 0
                for standing in outcome.standings
                if standing.more["federation"] == federation
            )
            assert sum(series <= n for series in held) >= min(seats, able)
