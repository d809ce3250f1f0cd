"""FISF through the bulk engine gives what the reference gives, bit for bit."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np
from fisf_seasons import FISF, NAMES, days, seasons
from hypothesis import given, settings
from hypothesis import strategies as st
from twins import Reference, same

from bareme.engines.fisf_ratios import Ratios
from bareme.facts import Facts
from bareme.readers import read
from bareme.readers.reading import Reading
from bareme.replay import carry, replay
from bareme.rulebooks.base import open_rulebook

maybe = st.one_of(st.none(), days, st.sampled_from([date(2010, 9, 1), date(2011, 9, 1), date(2012, 2, 28)]))


@settings(max_examples=40)
@given(seasons(), st.sampled_from(FISF), maybe, maybe)
def test_fisf(facts: Facts, overrides: dict[str, object], on: date | None, since: date | None) -> None:
    same(open_rulebook("fisf", overrides), Reading(facts), facts, since, on=on)


@settings(max_examples=40)
@given(seasons(), st.sampled_from(FISF), days)
def test_carried_between_the_engines(facts: Facts, overrides: dict[str, object], cut: date) -> None:
    rulebook = open_rulebook("fisf", overrides)
    first = replace(
        facts,
        placements=tuple(row for row in facts.placements if row.date <= cut),
        adjustments=tuple(fact for fact in facts.adjustments if fact.date <= cut),
    )
    second = Facts(
        placements=tuple(row for row in facts.placements if row.date > cut),
        adjustments=tuple(fact for fact in facts.adjustments if fact.date > cut),
    )
    if not first.placements:
        return
    wanted = replay(rulebook, first, on=cut)
    got = same(rulebook, Reading(first), first, on=cut)
    assert got is not None
    assert got.carry()["state"] == carry(wanted)["state"]
    same(rulebook, Reading(second), second, carried=got.carry())


@settings(max_examples=40)
@given(seasons(), st.data())
def test_explained_in_the_same_words(facts: Facts, data: st.DataObject) -> None:
    rulebook = open_rulebook("fisf", data.draw(st.sampled_from(FISF)))
    got = same(rulebook, Reading(facts), facts)
    assert got is not None
    wanted = Reference(rulebook, Reading(facts))
    player = data.draw(st.sampled_from((*NAMES, "Zoe", "Nobody")))
    assert got.lines(player) == [line for line in wanted.lines if line.player == player]


@settings(max_examples=40)
@given(seasons(), st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_nothing(facts: Facts, random: Random) -> None:
    shuffled = list(facts.placements)
    random.shuffle(shuffled)
    rulebook = open_rulebook("fisf")
    got, other = same(rulebook, Reading(facts), facts), same(rulebook, Reading(facts), replace(facts, placements=tuple(shuffled)))
    assert got is not None
    assert other is not None
    assert got.standings.equals(other.standings)


def test_the_examples(root: Path) -> None:
    files = sorted(map(str, (root / "examples" / "fisf").iterdir()))
    got = same(open_rulebook("fisf"), read(files), files)
    assert got is not None
    same(open_rulebook("fisf"), read(files), files, date(2010, 9, 1), on=date(2011, 9, 1))


ratios = st.builds(Fraction, st.integers(0, 10**12), st.integers(1, 10**12))


@given(st.lists(st.one_of(ratios, st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(10**20, 3 * 10**20 + 1)]))))
def test_ratios_are_told_apart_beyond_the_float(found: list[Fraction]) -> None:
    many = Ratios(np.array([2 * f.numerator for f in found], object), np.array([2 * f.denominator for f in found], object))
    assert many.floats().tolist() == list(map(float, found))
    different = sorted({Fraction(0), *found})
    assert many.ranks().tolist() == [different.index(ratio) for ratio in found]
