"""Formulas set as MathML, checked against what a reader expects; every formula of the rulebooks' explanations is set."""

from __future__ import annotations

import pytest
from django.utils import translation

from bareme.office.models import JournalLine
from bareme.portal.public.explained import _NAMES, steps_of
from bareme.portal.public.formula import mathml
from bareme.portal.public.lines import live_run, told
from portal.made_up import MadeUp


def inner(text: str) -> str:
    """What stands inside the element."""
    found = mathml(text)
    assert found is not None
    return str(found).removeprefix('<math displaystyle="true"><mrow>').removesuffix("</mrow></math>")


@pytest.mark.parametrize(
    ("text", "set_as"),
    [
        ("K·(R - P)", "<mi>K</mi><mo>·</mo><mrow><mo>(</mo><mi>R</mi><mo>−</mo><mi>P</mi><mo>)</mo></mrow>"),
        ("1/2", "<mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac>"),
        ("√N", "<msqrt><mi>N</mi></msqrt>"),
        (
            "10^(-D/400)",
            "<msup><mrow><mn>10</mn></mrow><mrow><mfrac><mrow><mo>−</mo><mi>D</mi></mrow><mrow><mn>400</mn></mrow></mfrac></mrow></msup>",
        ),
        ("P1", "<msub><mi>P</mi><mn>1</mn></msub>"),
        ("Exp²", "<msup><mrow><mi>Exp</mi></mrow><mn>2</mn></msup>"),
        ("33²", "<msup><mrow><mn>33</mn></mrow><mn>2</mn></msup>"),
        ("0,5", "<mn>0,5</mn>"),
        (
            "Σ n·Ru / Σ n",
            "<mfrac><mrow><mo>∑</mo><mi>n</mi><mo>·</mo><mi>Ru</mi></mrow><mrow><mo>∑</mo><mi>n</mi></mrow></mfrac>",
        ),
        ("W'", "<mi>W′</mi>"),
        ("a -> b", "<mi>a</mi><mo>→</mo><mi>b</mi>"),
    ],
)
def test_set(text: str, set_as: str) -> None:
    assert inner(text) == set_as


def test_a_product_over_a_number_is_one_fraction() -> None:
    assert inner("D·√N/2000").startswith("<mfrac><mrow><mi>D</mi><mo>·</mo><msqrt>")


@pytest.mark.parametrize("text", ["", "(", "a +", "<b>", "1 / / 2", "a) + (b", "$x", "x^"])
def test_what_is_no_formula_is_left_as_text(text: str) -> None:
    assert mathml(text) is None


def test_nothing_gets_out_of_its_element() -> None:
    assert mathml("a < b") is not None
    assert "<b" not in inner("a < b").replace("<mi>b", "")
    assert inner("a < b") == "<mi>a</mi><mo>&lt;</mo><mi>b</mi>"


def test_the_rulebooks_formulas_are_all_set(office: MadeUp) -> None:
    seen = 0
    for pool in office.pools:
        run = live_run(pool.pk)
        assert run
        rows = JournalLine.objects.filter(run__pool=pool).order_by("pk").values_list(*_NAMES)
        by_kind: dict[tuple[str, str], list[tuple[object, ...]]] = {}
        for row in rows:
            by_kind.setdefault((row[3], row[4]), []).append(row)
        for kind in by_kind.values():
            for language in ("en", "fr"):
                with translation.override(language):
                    for line in told([*kind[:3], *kind[-3:]], run):
                        for step in steps_of(line):
                            assert step.formula is None or step.formula.math or ": " in step.formula.text, step.formula
                            assert step.put_in is None or step.put_in.math or ":" in step.put_in.text, step.put_in
                            seen += step.formula is not None
    assert seen > 100
