"""Plots as SVG."""

from __future__ import annotations

import re
from datetime import date

import pytest

from bareme.portal.public.plot import HEIGHT, WIDTH, Plot, nice, ticks

DAYS = [date(2025, month, 1) for month in (1, 2, 3)]


def test_steps_hold_until_the_next_list() -> None:
    svg = Plot("t", steps=list(zip(DAYS, (1500.0, 1520.0, 1510.0), strict=True))).svg()
    path = re.search(r'class="steps" d="([^"]+)"', svg)
    assert path
    assert re.fullmatch(r"M[\d.]+ [\d.]+(H[\d.]+V[\d.]+){2}H[\d.]+", path[1])


def test_everything_lies_within_the_picture() -> None:
    points = [(DAYS[0], 900.0, "a"), (DAYS[2], 2400.0, "b")]
    svg = Plot("t", steps=[(DAYS[1], 1500.0)], points=points, bands=((0, "low"), (1600, "high")), until=date(2025, 12, 1)).svg()
    for x, y in re.findall(r'c?x="([\d.-]+)" c?y="([\d.-]+)"', svg):
        assert 0 <= float(x) <= WIDTH
        assert 0 <= float(y) <= HEIGHT
    assert "high" in svg


def test_names_do_nothing_in_it() -> None:
    svg = Plot("<svg/onload=1>", steps=[(DAYS[0], 1.0)], points=[(DAYS[1], 2.0, '"><script>')]).svg()
    assert "<script" not in svg
    assert svg.count("<svg") == 1


def test_one_value_alone_is_drawn_without_a_fault() -> None:
    assert "<svg" in Plot("t", steps=[(DAYS[0], 1500.0)]).svg()
    assert not Plot("t", steps=[(DAYS[0], 1500.0)]).drawn


@pytest.mark.parametrize(("step", "found"), [(1.0, 1.0), (1.1, 2.0), (33, 50), (77, 100), (0.013, 0.02)])
def test_nice_steps(step: float, found: float) -> None:
    assert nice(step) == pytest.approx(found)


@pytest.mark.parametrize(("first", "last"), [(date(2025, 1, 1), date(2025, 3, 1)), (date(1990, 5, 5), date(2026, 1, 1))])
def test_never_too_many_days_on_the_axis(first: date, last: date) -> None:
    found = ticks(first, last)
    assert 1 <= len(found) <= 10
    assert all(first <= day <= last for day, _ in found)
