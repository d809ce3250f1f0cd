"""FISF told: explanations in both languages, the calculator, the tables, the categories."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest

from bareme.explain import explain, text
from bareme.facts import Adjustment, Facts, Placement
from bareme.findings import Refused
from bareme.journal import Line
from bareme.lists import Row
from bareme.replay import replay
from bareme.rulebooks.base import Rulebook, open_rulebook
from bareme.rulebooks.fisf import calculators, words
from bareme.rulebooks.fisf.categories import SYNONYMS, category_code
from bareme.rulebooks.fisf.law import law
from bareme.rulebooks.fisf.words import COLUMNS, LEVELS, STATES
from bareme.rulebooks.speech import Speech
from bareme.writers.tables import list_row

FACTS = Facts(
    adjustments=(
        Adjustment(date(2010, 9, 1), "Ada", "assign", rating=40.0, series=2, reason="season 2009-2010"),
        Adjustment(date(2010, 9, 2), "Ada", "licence", federation="FFSc", series=2),
    ),
    placements=(
        *(
            Placement(date(2010, 10, 3), "Coupe", 5, "grand-slam", player, "FFSc", series, place)
            for place, (player, series) in enumerate([("Bea", 1), ("Ada", 2), ("Cleo", 1), ("Dora", 2), ("Eve", 5)], 1)
        ),
        Placement(date(2011, 5, 1), "Interclubs", 1, "interclubs", "Ada", "FFSc", 2, 1),
    ),
)


def explained(language: str, on: date, player: str = "Ada", **overrides: Any) -> str:
    rulebook = open_rulebook("fisf", overrides)
    lines: list[Line] = []
    replay(rulebook, FACTS, on=on, record=lines.append)
    return text([explain(line, rulebook, language) for line in lines if line.player == player], rulebook, language)


def test_an_event_is_told_with_its_numbers() -> None:
    """Coupe: A = 2, 2; Ada is 2nd: %S1 = (2-2+1)/2 = 50, W1 = min(10, 4, 75) = 4, Num1 = 2; %S2 = 100, W2 = 4; 6/6."""
    told = explained("en", date(2010, 10, 3))
    for piece in (
        "Place 2 in 5 rounds, series 2; present of series 1 to 4: 2, 2, 0, 0",
        "its slice is the places 1 to 2",
        "(2 - 2 + 1)/2",
        "50.00 %",
        "min(max(2, 10), 2·2, 10·5·1.5)",
        "its slice is the places 3 to 4; the place comes before it",
        "Nobody of series 3: no weight",
        "Num'2 = 6, W'2 = 6",
        "6 / 6",
        "100.00 %",
    ):
        assert piece in told, piece


def test_the_same_in_french() -> None:
    told = explained("fr", date(2010, 10, 3), "Dora")
    for piece in (
        "Place 4 en 5 manches, série 2",
        "sa tranche va de la place 1 à la place 2 ; place au-delà",
        "min(max(2 ; 15) ; 2·2 ; 15·5·1,5)",
        "50,00 %",
        "Pourcentage de la saison à ce jour en série 2, avant quota",
    ):
        assert piece in told, piece


def test_the_list_of_the_day_is_told_with_its_k() -> None:
    told = explained("en", date(2010, 10, 3), quotas={"2": 12})
    for piece in (
        "6 players short of the quota",
        "6 / max(6, 12)",
        "k = 1.10 months",  # 3 October: 1 + 3/30
        "0.0688·50.00 % + 0.9313·40.00 %",  # 33/480 = 0.06875
        "40.69 %",  # 3.4375 + 37.25 = 40.6875
    ):
        assert piece in told, piece


def test_the_ten_percent_rule_is_told() -> None:
    told = explained("en", date(2010, 10, 3), quotas={"2": 100})
    assert "the raw numerator 4 is less than 10 % of the quota 100" in told
    assert "4 < 10" in told


def test_one_round_has_no_floor() -> None:
    assert "min(0.5·1, 15·1·1)" in explained("en", date(2011, 5, 1))


@pytest.mark.parametrize(
    ("player", "told"),
    [
        # 100 licensed: 1, 3, 6, 18 seats. Ada's %S2: 3/4 of 100 and 1/4 of 40. Nobody of S3 or S4 took part anywhere.
        ("Bea", "S1: 75.00 >= 75.00 -> series 1"),
        ("Ada", "S1: 37.50 < 75.00; S2: 85.00 >= 75.00 -> series 2"),
        ("Cleo", "S1: 0.00 < 75.00; S2: 75.00 >= 75.00 -> series 2"),
        ("Dora", "S1: 0.00 < 75.00; S2: 37.50 < 75.00; S3: nobody; S4: nobody -> series 6"),
        ("Eve", "S1: 0.00 < 75.00; S2: 0.00 < 75.00; S3: nobody; S4: nobody -> series 5"),
    ],
)
def test_the_series_is_told_against_every_bar(player: str, told: str) -> None:
    text = explained("en", date(2011, 9, 1), player, licensees={"FFSc": 100})
    assert told in text


def closing(new: int, own: list[float], bars: Sequence[float | None], language: str = "en") -> str:
    terms = {"blend": own, "bars": bars, "new series": new}
    return words._bars(terms, Speech(language))


def test_the_lower_series_are_told_against_half_of_the_bar() -> None:
    bars = [75.0, 70.0, 60.0, 50.0]
    assert closing(5, [0.0, 1.0, 2.0, 25.0], bars).endswith(
        "S4: 25.00 < 50.00; half of the bar of S4: 25.00 >= 25.00 -> series 5"
    )
    assert closing(6, [0.0, 1.0, 2.0, 24.5], bars, "fr").endswith("moitié de la barre de S4 : 24,50 < 25,00 -> série 6")


def test_a_bar_missed_by_little_is_told_with_more_decimals() -> None:
    assert closing(2, [65.3181, 70.0, 0.0, 0.0], [65.3199, 70.0, None, None]).startswith(
        "S1: 65.318 < 65.320; S2: 70.00 >= 70.00"
    )


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("player", ["Ada", "Bea", "Cleo", "Dora", "Eve"])
@pytest.mark.parametrize("overrides", [{}, {"licensees": {"FFSc": 100}}, {"series_on_1_september": "recorded", "cap": "none"}])
def test_every_line_is_told_and_every_step_names_its_article(language: str, player: str, overrides: dict[str, Any]) -> None:
    rulebook = open_rulebook("fisf", overrides)
    lines: list[Line] = []
    replay(rulebook, FACTS, on=date(2011, 12, 1), record=lines.append)
    own = [line for line in lines if line.player == player]
    assert {"placement", "closing", "opening", "blend"} <= {line.kind for line in own}
    for line in own:
        steps = explain(line, rulebook, language).steps
        assert steps
        assert all(step.article in rulebook.articles and step.text for step in steps)


def test_a_tie_that_binary_numbers_cannot_hold_is_told_as_it_is_published() -> None:
    terms = {"%S": [0.0, 1.005, 0.0, 0.0], "place": 1, "P": [1, 1, 1, 1], "A": [1, 1, 1, 1]}
    assert words._slice(terms, 2, open_rulebook("fisf").latest, Speech("en")).value == "1.01 %"


def test_fractions_are_told_where_the_house_keeps_them() -> None:
    third = {"%S": [100 / 3] * 4, "W": [9] * 4, "Num": [3.0] * 4}
    step = words._numerator(third, 1, open_rulebook("fisf", {"rounding": "exact"}).latest, Speech("en"))
    assert (step.put_in, step.value) == ("33.33333333 %·9", "3")


def test_what_does_not_count_is_told_with_its_values() -> None:
    twice = Facts(placements=(*FACTS.placements, Placement(date(2010, 10, 3), "Coupe", 5, "grand-slam", "Ada", "FFSc", 2, 6)))
    rulebook = open_rulebook("fisf")
    lines: list[Line] = []
    replay(rulebook, twice, on=date(2010, 10, 3), record=lines.append)
    refused = explain(next(line for line in lines if line.kind == "not-counted"), rulebook, "fr")
    assert "la place 2 compte, la place 6 ne compte pas" in refused.steps[0].text


def test_columns_lead_into_the_list() -> None:
    outcome = replay(open_rulebook("fisf"), FACTS, on=date(2010, 12, 1))
    for standing in outcome.standings:
        row = list_row(Row(1, standing))
        for column in COLUMNS:
            found: Any = row
            for step in column.path.split("/"):
                found = found[step]
        assert standing.level in LEVELS
        assert set(standing.states) <= STATES.keys()


# -- the calculator and the tables


@pytest.fixture
def rulebook() -> Rulebook:
    return open_rulebook("fisf")


def test_what_a_place_is_worth(rulebook: Rulebook) -> None:
    """Aix, place 105, a player of S2: bonus 4.0875, so 113 + 4.0875 on both sides."""
    answer = calculators.finish(rulebook.latest, [110, 160, 220], 5, "grand-slam", 105, 2)
    assert answer["bonus"] == 4.0875
    assert (answer["numerator_with_bonus"], answer["weight_with_bonus"]) == (117.0875, 117.0875)
    assert "numerator_with_bonus" not in calculators.finish(rulebook.latest, [110], 5, "", 105, 5)


@pytest.mark.parametrize(
    "change", [{"series_counts": [1, -1]}, {"series_counts": [1] * 8}, {"rounds": 0}, {"place": 0}, {"series": 8}]
)
def test_an_impossible_question_is_refused(rulebook: Rulebook, change: dict[str, Any]) -> None:
    asked = {"series_counts": [10, 10], "rounds": 3, "category": "", "place": 1, "series": 1, **change}
    with pytest.raises(Refused) as refused:
        calculators.finish(rulebook.latest, **asked)
    assert refused.value.finding.code == "finish-impossible"
    named = {"series_counts": "joueurs présents", "rounds": "manches", "place": "place", "series": "série"}
    assert f"({named[next(iter(change))]} : " in refused.value.finding.message("fr")


def test_a_place_behind_all_who_are_present_is_refused(rulebook: Rulebook) -> None:
    assert calculators.finish(rulebook.latest, [2, 5, 11, 6], 3, "", 24, 4)["series"]["4"]["slice_place"] == 6
    with pytest.raises(Refused) as refused:
        calculators.finish(rulebook.latest, [2, 5, 11, 6], 3, "", 25, 4)
    assert refused.value.finding.code == "finish-place-beyond"
    # a player of a series that was not told stands beside those told; told, series 5 to 7 make room behind the four
    assert calculators.finish(rulebook.latest, [2, 5, 11, 6], 3, "", 25, 6)["bonus"] == 0
    assert calculators.finish(rulebook.latest, [2, 5, 11, 6, 0, 30], 3, "", 54, 6)["series"]["4"]["percent"] == 0


def test_the_player_is_one_of_those_present(rulebook: Rulebook) -> None:
    with pytest.raises(Refused) as refused:
        calculators.finish(rulebook.latest, [2, 5, 0, 6], 3, "", 1, 3)
    assert refused.value.finding.code == "finish-not-among-them"


def test_what_had_to_be_supposed_is_said(rulebook: Rulebook) -> None:
    def found(counts: list[int], category: str) -> list[str]:
        return [finding.code for finding in calculators.finish(rulebook.latest, counts, 3, category, 1, 1)["findings"]]

    assert found([2, 5, 11, 6], "Grand Chelem") == []
    assert found([2, 5, 11, 6], "barbecue") == ["finish-category-unknown"]
    assert found([2, 5], "") == ["finish-counts-missing"]
    told = calculators.finish(rulebook.latest, [2, 5], 3, "", 1, 1)["findings"][0].message("fr")
    assert told == "Aucun nombre de joueurs pour les séries 3, 4 : on suppose qu'il n'y en a pas."


@pytest.mark.parametrize("asked", [calculators.odds, calculators.event])
def test_there_are_no_odds(rulebook: Rulebook, asked: Any) -> None:
    with pytest.raises(Refused) as refused:
        asked(rulebook.latest, 1500, 1400, length=None)
    assert "finish" in refused.value.finding.remedy("en")
    assert "finish" in refused.value.finding.remedy("fr")


def test_the_printed_table_of_shares(rulebook: Rulebook) -> None:
    table = calculators.blend(rulebook.latest)
    printed = {(row[0], row[1]): (row[4], row[5]) for row in table.rows}
    assert [printed[key] for key in printed] == [
        *((100, 0), (94, 6), (88, 12), (86, 14), (81, 19), (75, 25), (69, 31), (63, 37)),
        *((56, 44), (50, 50), (44, 56), (38, 62), (31, 69), (25, 75)),
    ]
    assert [row[0] for row in table.rows][:4] == ["09-01", "10-01", "11-01", "11-05"]


def test_the_table_of_weights(rulebook: Rulebook) -> None:
    rows = calculators.weights(rulebook.latest).rows
    assert rows[0] == ("F", "", 10, 15, 20, 40)
    assert (3, 1.0, 30, 45, 60, 120) in rows
    assert (3, 1.5, 45, 68, 90, 180) in rows
    assert (5, 1.5, 75, 113, 150, 300) in rows
    assert len(calculators.weights(rulebook.override({"cap": "none"}).latest).rows) == 1


def test_the_table_of_shares(rulebook: Rulebook) -> None:
    rows = calculators.shares(rulebook.override({"licensees": {"FFSc": 150, "FQCSF": 50}}).latest).rows
    assert [row[1:] for row in rows] == [(1, 2, 2), (3, 6, 4), (6, 12, 6), (18, 36, 24)]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_table_fits_its_columns(rulebook: Rulebook, language: str) -> None:
    for maker in calculators.TABLES.values():
        table = maker(rulebook.latest)
        assert table.article in rulebook.articles
        assert Speech(language).of(table.title)
        assert all(len(row) == len(table.columns) == len(table.digits) for row in table.rows)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Championnat du monde Élite", "world"),
        ("championnat-du-monde-blitz", "world-blitz"),
        ("Simultané Mondial", "world-simultaneous"),
        ("GRAND CHELEM", "grand-slam"),
        ("Championnat de France", "national-championship"),
        ("TH 3", "th"),
        ("Tournoi", "regular"),
        ("", ""),
        ("Théâtre", "theatre"),
    ],
)
def test_categories_in_both_languages(text: str, code: str) -> None:
    assert category_code(text) == code


def test_every_synonym_leads_to_a_known_category(rulebook: Rulebook) -> None:
    rule = law(rulebook.latest)
    assert all(rule.factor(code) is not None for code in SYNONYMS.values())
    assert all(category_code(word) == code for word, code in SYNONYMS.items())
