"""Whatever is in a file: no exception, every finding speakable, every row accounted for."""

from __future__ import annotations

import csv
import gzip
import io

from hypothesis import example, given, settings
from hypothesis import strategies as st

from bareme.facts import Facts
from bareme.readers import Reading, read_bytes
from bareme.readers.columns import HEADERS

CELLS = st.text(max_size=6) | st.sampled_from(
    [
        *("", " ", "1", "0", "½", "0,5", "D", "W", "V", "+", "-", "--", "1-0f", "nan", "2x9", "7", "7.0", "1,234", "yes", "non"),
        *("R3", "1/8", "finale", "2025-01-01", "01/02/2025", "12/25/2024", "31/02/2024", "01/02/25", "S4", "12", "99999999999"),
        *("Ada", "ADA", "Ada #7", "Bo", "'=1", "\u202eA", "A\nB", 'A"B', "x" * 101, "assign", "titre"),
    ]
)
WORDS = sorted({word for table in HEADERS.values() for ours, words in table.items() for word in (ours, *words.split())})
LINES = st.lists(
    st.sampled_from(["date", "player_a", "player_b", "winner", "score_a", "place", "kind", *WORDS]), min_size=2, max_size=9
)


def sound(reading: Reading) -> None:
    """What holds for every reading."""
    for summary in reading.files:
        assert summary.rows_read == summary.rows_counted + summary.rows_refused + summary.rows_blank
        assert summary.rows_refused == sum(summary.refused.values())
        assert min(summary.rows_counted, summary.rows_refused, summary.rows_blank) >= 0
    for finding in reading.findings:
        for language in ("en", "fr"):
            assert finding.message(language).isprintable()
            assert finding.remedy(language).isprintable()
        assert finding.severity in ("error", "warning", "info")
    keys = [player.key for player in reading.facts.players]
    assert len(keys) == len(set(keys))
    assert all(game.player_a != game.player_b for game in reading.facts.games)


def rows_of(facts: Facts, kind: str) -> int:
    return len(getattr(facts, {"results": "games"}.get(kind, kind)))


@given(st.binary(max_size=300))
@example(b"\xff\xfe")
@example(b"\xef\xbb\xbf")
@example(b"sep=;")
@example(b'"')
@example(b'date,winner\r"')
@example(b"a,b\n\xef\xbb\xbf,\x1a\n")
def test_any_bytes(data: bytes) -> None:
    for content in (data, gzip.compress(data), b"date;winner;loser\n" + data):
        sound(read_bytes([("a.csv", content)]))


@given(st.text(max_size=300), st.sampled_from([None, ";", "\t", "é", "x"]))
def test_any_text(text: str, delimiter: str | None) -> None:
    sound(read_bytes([("a.csv", text.encode("utf-8", "replace"))], delimiter=delimiter))


@settings(max_examples=300)
@given(header=LINES, data=st.data(), delimiter=st.sampled_from(";,\t|"), kind=st.sampled_from([None, None, *HEADERS]))
def test_any_table(header: list[str], data: st.DataObject, delimiter: str, kind: str | None) -> None:
    rows = data.draw(st.lists(st.lists(CELLS, max_size=len(header) + 1), max_size=8))
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter).writerows([header, *rows])
    reading = read_bytes([("a.csv", out.getvalue().encode("utf-8", "replace"))], kind=kind)
    sound(reading)
    (summary,) = reading.files
    if summary.kind in HEADERS:
        assert summary.rows_counted == rows_of(reading.facts, summary.kind)


@settings(max_examples=200)
@given(st.lists(st.lists(st.sampled_from(["A", "B", "C", "a"]), min_size=2, max_size=2), max_size=12), st.data())
def test_any_two_files(pairs: list[list[str]], data: st.DataObject) -> None:
    """Nothing is dropped without a word, and what is counted stands in one of the files."""
    lines = []
    for a, b in pairs:
        score, number, sequence = data.draw(
            st.tuples(st.sampled_from("01"), st.sampled_from(["", "1"]), st.sampled_from(["", "1", "2"]))
        )
        lines.append(f"2025-01-01,O,{number},{a},{b},{score},{sequence}")
    cut = data.draw(st.integers(0, len(lines)))
    again = data.draw(st.integers(0, len(lines)))
    headers = ["date,event,round,player_a,player_b,score_a,sequence", "date,event,round,player_a,player_b,score_a,unused"]
    contents = [headers[data.draw(st.integers(0, 1))] + "\n" + "\n".join(part) + "\n" for part in (lines[:cut], lines[again:])]
    reading = read_bytes([(name, text.encode()) for name, text in zip("ab", contents, strict=True)])
    sound(reading)
    assert sum(summary.rows_counted for summary in reading.files) == len(reading.facts.games)
