"""Published changes: what was expected against what came."""

from __future__ import annotations

from pathlib import Path

import pytest

from bareme.facts import Published
from bareme.findings import Refused
from bareme.lab.report.statements import statement_verdict
from bareme.lab.statements import Statements, evaluate_statements
from bareme.readers import read
from bareme.rulebooks.speech import Speech


def rows(more: float, count: int = 40, old: int = 1500) -> list[Published]:
    """Rows of as many players, who score so much more than expected; the sign of a little luck alternates."""
    return [
        Published(f"Player {old} {number}", str(old), "1500", "24", str(2.5 + more + (0.25 if number % 2 else -0.25)), "2.5", "0")
        for number in range(count)
    ]


def told(found: Statements) -> str:
    return " ".join(statement_verdict(found, Speech("en")))


def test_what_was_expected_came() -> None:
    found = evaluate_statements(rows(0.0), draws=300)
    everybody = found.groups[0]
    assert (everybody.rows, everybody.expected, everybody.score) == (40, 2.5, 2.5)
    assert everybody.more.low < 0.0 < everybody.more.high
    assert told(found).startswith("On the whole the federation expected what came")


@pytest.mark.parametrize(("more", "words"), [(0.5, "lags behind"), (-0.5, "rated too high")])
def test_a_pool_that_is_rated_wrong_is_told(more: float, words: str) -> None:
    assert words in told(evaluate_statements(rows(more), draws=300))


def test_groups_that_stand_out_are_named() -> None:
    found = evaluate_statements([*rows(0.5, old=1100), *rows(-0.5, old=1900)], draws=300)
    assert [(group.by, group.low) for group in found.groups] == [("all", 0), ("rating", 1000), ("rating", 1800), ("k", 24)]
    assert "1000–1199 (+0.50); 1800–1999 (-0.50)" in told(found)


def test_players_unrated_before_are_set_aside() -> None:
    found = evaluate_statements([*rows(0.0), Published("New", "0", "1400", "40", "3", "0", "0")], draws=100)
    assert (found.rows, found.unrated) == (40, 1)
    with pytest.raises(Refused) as refused:
        evaluate_statements([Published("New", "0", "1400", "40", "3", "0", "0")])
    assert refused.value.finding.code == "no-statement"


def test_a_national_federations_rows(shared: Path) -> None:
    file = shared / "data" / "icu_ratings" / "icu_rating_histories_1999-2001.csv.gz"
    published = read([str(file)]).facts.published
    known = [(float(row.score), float(row.expected)) for row in published if float(row.old) > 0 and float(row.expected) > 0]
    found = evaluate_statements(published, draws=200)
    assert found.rows == len(known) == 5996
    assert found.groups[0].more.value == pytest.approx(sum(s - e for s, e in known) / len(known), abs=1e-9)
