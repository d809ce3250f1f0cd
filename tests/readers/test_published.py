"""Published changes: each row is a statement that the arithmetic must meet."""

from __future__ import annotations

from pathlib import Path

from bareme.readers import read, read_text

HEAD = "player,old_rating,new_rating,kfactor,actual_score,expected_score,bonus\n"


def codes(rows: str) -> list[tuple[str, int]]:
    return [(finding.code, finding.place.line) for finding in read_text(HEAD + rows, "icu.csv").findings]


def test_a_row_that_meets_the_arithmetic() -> None:
    # 1559 + 24·(2.5 - 2.39788) = 1561.45
    assert codes("48,1559,1561,24,2.5,2.397880,0\n") == [("published-changes-checked", 0)]


def test_halves_go_up_and_the_bonus_counts() -> None:
    assert codes("1,1000,1011,10,1,0.95,10\n") == [("published-changes-checked", 0)]  # 1010.5


def test_a_row_that_does_not() -> None:
    reading = read_text(HEAD + "48,1559,1562,24,2.5,2.397880,0\n", "icu.csv")
    finding = next(finding for finding in reading.findings if finding.severity == "error")
    assert (finding.code, finding.place.line, finding.details["computed"]) == ("published-change-differs", 2, 1561)


def test_the_unrated_are_set_aside() -> None:
    reading = read_text(HEAD + "48,0,1562,24,2.5,0,0\n", "icu.csv")
    assert [finding.code for finding in reading.findings] == ["published-changes-checked"]
    assert reading.findings[0].details == {"checked": 0, "unrated": 1}


def test_bad_cells_are_refused_rows() -> None:
    assert ("bad-number", 2) in codes("48,x,1562,24,2.5,1.2,0\n")
    assert ("missing-value", 2) in codes("48,1559,,24,2.5,1.2,0\n")


def test_the_irish_rows(shared: Path) -> None:
    reading = read(next((shared / "data" / "icu_ratings").glob("*.csv.gz")))
    assert [finding.code for finding in reading.findings if finding.severity == "error"] == []
    assert len(reading.facts.published) == 6819
    assert next(f.details for f in reading.findings if f.code == "published-changes-checked") == {"checked": 5996, "unrated": 823}
