"""Faults that real importers had, one test each: what went wrong there, and what is right here."""

from __future__ import annotations

import io
import zipfile
from datetime import date
from pathlib import Path

import pytest

from bareme.readers import Reading, read, read_bytes

DIALECTS = ("windows-1252.csv", "utf-8-with-mark.csv", "utf-16.tsv", "bare-cr.txt")
RESULTS = "date;event;round;player_a;player_b;score_a\n"


@pytest.fixture
def tables(root: Path) -> Path:
    return root / "tests" / "fixtures" / "tables"


def of(text: str | bytes, file: str = "a.csv") -> Reading:
    return read_bytes([(file, text if isinstance(text, bytes) else text.encode())])


def codes(reading: Reading) -> list[str]:
    return [finding.code for finding in reading.findings]


def test_one_short_french_row_is_not_taken_for_macroman() -> None:
    """A detector answered MacRoman for `A1;Lefèvre`."""
    reading = of("player;club\nA1;Lefèvre\n")
    assert reading.facts.players[0].club == "Lefèvre"
    assert reading.files[0].encoding == "utf-8"


@pytest.mark.parametrize("name", DIALECTS)
def test_one_table_in_four_dialects(tables: Path, name: str) -> None:
    """Windows-1252 was refused, a mark hid the first column, a tab made nameless people, a bare CR one long line."""
    reading = read(tables / name)
    assert [(game.date, game.event, game.round, game.player_a, game.player_b, game.score_a) for game in reading.facts.games] == [
        (date(2024, 9, 12), "Soirée d'Évian", 1, "Anne Lefèvre", "Jörg Müller", 0.5),
        (date(2024, 9, 12), "Soirée d'Évian", 1, "Zoé Garçon", "Élie Bœuf", 1.0),
    ]
    assert [game.source.line for game in reading.facts.games] == [2, 3]
    assert codes(reading) == (["decoded-as"] if reading.files[0].encoding != "utf-8" else [])


def test_the_four_dialects_together_are_one_event(tables: Path) -> None:
    """Everything was doubled."""
    reading = read([tables / name for name in DIALECTS])
    assert len(reading.facts.games) == 2
    assert codes(reading).count("duplicate-row") == 6
    assert [file.rows_counted for file in reading.files] == [2, 0, 0, 0]


def test_the_same_file_twice_changes_nothing_and_says_so(tables: Path) -> None:
    once, twice = read(tables / DIALECTS[1]), read([tables / DIALECTS[1], str(tables / DIALECTS[1])])
    assert once.facts == twice.facts
    assert codes(twice) == ["duplicate-file"]


def test_a_table_whose_rows_look_like_another_format_is_a_table() -> None:
    reading = of("player;rating\n012 Open de Nice;1500\n001    1 mAda;1600\n")
    assert [player.key for player in reading.facts.players] == ["012 Open de Nice", "001 1 mAda"]
    assert reading.files[0].kind == "players"


def test_one_column_is_refused() -> None:
    """Nameless people were created."""
    reading = of("player\nAda\nBo\n")
    assert codes(reading) == ["one-column"]
    assert not reading.facts


def test_a_decimal_comma_is_no_separator_of_thousands() -> None:
    """9,99 was read as 999, 96.3 as 963."""
    reading = of("player;rating\nAda;9,99\nBo;96.3\n")
    assert [player.rating for player in reading.facts.players] == [9.99, 96.3]


def test_an_ambiguous_number_is_refused_and_said() -> None:
    reading = of("player;rating\nAda;1,234\nBo;1500\n")
    assert codes(reading) == ["ambiguous-number"]
    assert [player.key for player in reading.facts.players] == ["Bo"]
    assert "1,234" in reading.findings[0].message()


@pytest.mark.parametrize(("cell", "score"), [("½", 0.5), ("0,5", 0.5), ("=", 0.5), ("1-0", 1.0)])
def test_score_tokens(cell: str, score: float) -> None:
    assert of(f"{RESULTS}2025-01-01;O;1;A;B;{cell}\n").facts.games[0].score_a == score


def test_five_and_a_half_is_no_score_of_one_game_but_points() -> None:
    """NFKC turned 5½ into 51/2."""
    assert codes(of(f"{RESULTS}2025-01-01;O;1;A;B;5½\n")) == ["unreadable-score"]
    reading = of("date;player_a;player_b;points_a;points_b\n2025-01-01;A;B;5½;4½\n2025-01-01;C;D;5½;10\n")
    assert [game.score_a for game in reading.facts.games] == [1.0, 0.0]


@pytest.mark.parametrize("cell", ["1_000", "١٢٣", "nan"])
def test_only_the_digits_0_to_9_make_numbers(cell: str) -> None:
    """They were accepted."""
    assert codes(of(f"player;rating\nAda;{cell}\n")) == ["bad-number"]


def test_a_federation_code_in_lower_case() -> None:
    """A page broke."""
    assert of("player;federation\nAda;ind\nBo;Belgique\n").facts.players[0].federation == "IND"


def test_names_that_differ_in_spelling_are_candidates() -> None:
    """They were not matched, or matched silently."""
    reading = of(f"{RESULTS}2025-01-01;O;1;Blübaum;Élodie;1\n2025-01-01;O;2;Bluebaum;Elodie;1\n")
    assert codes(reading) == ["similar-names", "similar-names"]
    assert len({game.player_a for game in reading.facts.games}) == 2


def test_two_rows_with_one_licence_number() -> None:
    """Two players."""
    assert codes(of("player;licence\nAda;7\nBo;7\n")) == ["number-twice"]


def test_a_beat_b_while_b_beat_a() -> None:
    """Accepted silently."""
    reading = of(f"{RESULTS}2025-01-01;O;1;A;B;1\n2025-01-01;O;1;B;A;1\n")
    assert codes(reading) == ["contradiction", "contradiction"]
    assert not reading.facts.games


def test_a_player_who_beats_himself() -> None:
    """Rated."""
    reading = of(f"{RESULTS}2025-01-01;O;1;Ada;Ada;1\n")
    assert codes(reading) == ["self-match"]
    assert not reading.facts.games


def test_an_unreadable_date_is_never_today() -> None:
    """History was re-ordered."""
    reading = of(f"{RESULTS}demain;O;1;A;B;1\n;O;1;A;C;1\n")
    assert codes(reading) == ["bad-date", "missing-value"]
    assert not reading.facts.games


def test_a_workbook_is_named_and_not_unpacked() -> None:
    """1.3 MB unpacked to 153 MB of XML."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", "<c/>" * 1_000_000)
    reading = of(buffer.getvalue(), "a.xlsx")
    assert codes(reading) == ["not-text"]
    assert "XLSX" in reading.findings[0].message()


def test_forfeits_are_shown_and_not_rated() -> None:
    """+ and - were rated."""
    reading = of(f"{RESULTS}2025-01-01;O;1;A;B;+\n2025-01-01;O;1;C;D;-\n")
    assert [(game.rated, game.why) for game in reading.facts.games] == [(False, "forfeit")] * 2


@pytest.mark.parametrize(
    "name", ["<svg/onload=alert()>", "=10+20+cmd|' /C calc'!A0", "{0.__class__}", "%s%n", "a'; DROP TABLE--"]
)
def test_a_hostile_name_stays_text(name: str) -> None:
    reading = of(f'{RESULTS}2025-01-01;O;1;"{name}";B;1\n2025-01-01;O;1;"{name}";B;x\n')
    assert reading.facts.games[0].player_a == name
    assert codes(reading) == ["unreadable-score"]
    assert reading.findings[0].message()
