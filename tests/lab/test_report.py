"""Reports: one page that needs nothing else, well formed, safe, in both languages."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from made_up import pool
from test_order_of_lists import SEASON
from test_statements import rows

from bareme.facts import Facts, Game
from bareme.lab.comparing import Comparison, compare
from bareme.lab.evaluating import Evaluation, evaluate
from bareme.lab.history import histories
from bareme.lab.placements import compare_placements, evaluate_placements, placed_history
from bareme.lab.report import svg
from bareme.lab.report.comparison import comparison_fragment, comparison_page
from bareme.lab.report.evaluation import evaluation_fragment, evaluation_page
from bareme.lab.report.placements import placed_comparison_page, placed_evaluation_page
from bareme.lab.report.statements import statement_page
from bareme.lab.report.typography import escaped
from bareme.lab.statements import evaluate_statements
from bareme.lists import histogram
from bareme.rulebooks.base import open_rulebook
from bareme.rulebooks.speech import Speech

ODD = '<script>alert(1)</script> & "Ada"'


def renamed(facts: Facts) -> Facts:
    def name(player: str) -> str:
        return ODD if player == "Player 001" else player

    def one(game: Game) -> Game:
        return replace(game, player_a=name(game.player_a), player_b=name(game.player_b))

    return replace(facts, games=tuple(map(one, facts.games)))


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    facts = renamed(pool(players=30, games=1500, lengths=(5, 9)))
    a, b = histories(facts, [open_rulebook("ffbg"), open_rulebook("ffbg", {"ramp": False})], yearly=True)
    return compare(a, b, ("ffbg <now>", "ffbg (ramp=false)"), draws=100)


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    found = histories(pool(draws=0.4, games=1200), [open_rulebook("elo"), open_rulebook("elo", {"k": 60})])
    return evaluate(found, ["elo", "elo (k=60)"], baselines=("constant",), draws=100)


def pages(comparison: Comparison, evaluation: Evaluation, language: str) -> list[str]:
    placed = [placed_history(SEASON, open_rulebook("fisf", {"quota_share": share})) for share in (0.75, 0.5)]
    foretold = evaluate_placements(placed, ["A", "B"], warm_up=0.2, draws=100)
    return [
        comparison_page(comparison, language),
        evaluation_page(evaluation, language),
        evaluation_page(replace(evaluation, contenders=evaluation.contenders[:1]), language),
        placed_evaluation_page(foretold, language),
        placed_comparison_page(compare_placements(placed[0], placed[1], ("A", "B"), foretold), language),
        statement_page(evaluate_statements(rows(0.2), draws=100), language),
    ]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_page_needs_nothing_else_and_is_well_formed(comparison: Comparison, evaluation: Evaluation, language: str) -> None:
    for page in pages(comparison, evaluation, language):
        assert page.startswith("<!doctype html>")
        body = page.partition("</head>")[2].removesuffix("</html>\n")
        ElementTree.fromstring(body.replace("&nbsp;", " "))  # noqa: S314  # our own page
        assert f'lang="{language}"' in page
        assert "prefers-color-scheme:dark" in page
        assert not re.search(r"<th[^>]*></th>", page)  # a heading that says nothing to who hears the page
        assert not re.search(r"<script|<link|@import|url\(|\bsrc=|href=|\bon\w+=", page)
        assert not re.search(r"\bnan\b|\binf\b|None", body)


def test_names_are_escaped(comparison: Comparison) -> None:
    fragment = comparison_fragment(comparison, "en")
    assert "<script>" not in fragment
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Ada&quot;" in fragment
    assert "ffbg &lt;now&gt;" in fragment


def test_the_answer_comes_first(comparison: Comparison, evaluation: Evaluation) -> None:
    for fragment in (comparison_fragment(comparison, "fr"), evaluation_fragment(evaluation, "fr")):
        assert fragment.index('class="verdict"') < fragment.index("<h2>")
    told = comparison_fragment(comparison, "fr")
    assert "Qui gagne, qui paie" in told
    assert "à somme nulle" in told


def test_what_differs_is_told(comparison: Comparison) -> None:
    fragment = comparison_fragment(comparison, "en")
    assert re.search(
        r"<th scope=\"row\">ramp</th><td>.*</td><td class=\"right\">true</td><td class=\"right\">false</td>", fragment
    )


def test_french_typography_holds_lines_together() -> None:
    assert escaped("« a » : 5 %") == "«\u00a0a\u00a0»\u00a0: 5\u00a0%"
    assert escaped("a < b") == "a &lt; b"


def test_ticks_are_round() -> None:
    assert svg.ticks(0.0, 1.0) == pytest.approx([0.0, 0.2, 0.4, 0.6, 0.8, 1.0])
    assert svg.ticks(-3.0, 47.0) == [0.0, 10.0, 20.0, 30.0, 40.0]
    assert svg.ticks(2.0, 2.0) == [2.0]


def test_a_picture_says_what_it_shows() -> None:
    picture = svg.histogram(histogram([-30.0, 5.0, 12.0]), "change", Speech("en"))
    tree = ElementTree.fromstring(picture)  # noqa: S314  # our own picture
    assert tree.get("role") == "img"
    assert tree[0].text == "change"
    assert picture.count('class="fill-loss"') >= 1
