"""Delimited files read by columns: what the reader would read otherwise is left to it, wherever in the file it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

import bareme
from bareme.engines.plain_csv import LONGEST_CELL, PIECE, NotPlainError, of_plain_csv
from bareme.findings import Refused
from bareme.readers.gathering import Options

HEADER = b"date,player_a,player_b,score_a\n"


def rows(size: int, name: bytes = b"Ada") -> bytes:
    """So many bytes of a table, and a little more."""
    row = b"2025-01-11,%b,Bo,1\n" % name
    return HEADER + row * (size // len(row) + 1)


def before(size: int) -> bytes:
    """A table of just so many bytes, ended in the middle of a name."""
    table = rows(size - 200)
    start = b"2025-01-12,"
    return table + start + b"x" * (size - len(table) - len(start))


@pytest.mark.parametrize("size", [200 + len(HEADER), PIECE - 1, PIECE, 3 * PIECE + 7])
@pytest.mark.parametrize(
    ("odd", "plain"),
    [
        (b"", True),
        ("é".encode(), True),
        ("é".encode("cp1252"), False),
        (b"\0", False),
        (b"\r", False),
        (b'"', False),
        (b"x" * (LONGEST_CELL + 1), False),
    ],
)
def test_what_the_reader_must_read(tmp_path: Path, size: int, odd: bytes, plain: bool) -> None:
    file = tmp_path / "games.csv"
    for start in (before(size), before(size - 1)):
        file.write_bytes(start + odd + b",Cy,0\n" + rows(1000)[len(HEADER) :])
        if plain:
            of_plain_csv(str(file), Options())
        else:
            with pytest.raises(NotPlainError):
                of_plain_csv(str(file), Options())


@pytest.mark.parametrize("odd", ["é".encode("cp1252"), b"\0", b"\r", b'"', b"x" * (LONGEST_CELL + 1), "é".encode()])
def test_both_engines_say_the_same_of_it(tmp_path: Path, odd: bytes) -> None:
    file = tmp_path / "games.csv"
    file.write_bytes(before(PIECE) + odd + b",Cy,0\n" + rows(1000)[len(HEADER) :])
    found = []
    for engine in ("fast", "reference"):
        try:
            rating = bareme.rate(file, "elo", engine=engine)
            errors = [row for row in rating.findings.rows() if row[0] == "error"]
            found.append((*rating.standings.select("player", "rating").to_dict(as_series=False).values(), errors))
        except Refused as refused:
            found.append(([], [], [(refused.finding.code, refused.finding.place)]))
    assert found[0] == found[1]


@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
def test_lines_that_end_at_the_end_of_a_piece(tmp_path: Path, ending: bytes) -> None:
    file = tmp_path / "games.csv"
    table = rows(2 * PIECE).replace(b"\n", ending)
    for spare in range(24):
        file.write_bytes(table.replace(b"Ada", b"Ada" + b"a" * spare, 1))
        of_plain_csv(str(file), Options())
