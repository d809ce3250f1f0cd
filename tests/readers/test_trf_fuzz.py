"""A few hundred mutated reports on every run; tests/fuzz/trf.py makes as many as one likes."""

from __future__ import annotations

import random
import runpy
from dataclasses import replace
from pathlib import Path

import pytest
from trf_text import pair, read

FUZZ = runpy.run_path(str(Path(__file__).parent.parent / "fuzz" / "trf.py"))


def test_mutated_reports_are_read_without_a_traceback() -> None:
    assert FUZZ["run"](300, 20240302) == 0


def test_a_copy_can_be_made_again() -> None:
    one, two = (FUZZ["mutated"](random.Random("7:1"), FUZZ["originals"]()) for _ in range(2))
    assert one == two


def test_a_lost_row_would_be_noticed() -> None:
    reading = read(pair())
    FUZZ["adds_up"](reading)
    with pytest.raises(AssertionError):
        FUZZ["adds_up"](replace(reading, facts=replace(reading.facts, games=())))
