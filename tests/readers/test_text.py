"""Bytes to text: the ladder, and what is no text."""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path

import pytest

from bareme.findings import Refused
from bareme.readers import read, read_bytes, text

ROW = "A1;Lefèvre;Müller"


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (ROW.encode(), "utf-8"),
        (b"\xef\xbb\xbf" + ROW.encode(), "utf-8"),
        (ROW.encode("windows-1252"), "windows-1252"),
        (ROW.encode("utf-16"), "utf-16-le"),
        (b"\xfe\xff" + ROW.encode("utf-16-be"), "utf-16-be"),
        (ROW.encode("utf-32"), "utf-32-le"),
    ],
)
def test_the_ladder(data: bytes, encoding: str) -> None:
    found = text.decode(data, "a.csv")
    assert (found.content, found.encoding) == (ROW, encoding)
    assert [finding.code for finding in found.findings] == ([] if encoding == "utf-8" else ["decoded-as"])


def test_a_reading_in_another_encoding_is_shown() -> None:
    (finding,) = text.decode("nom\nLefèvre\n".encode("windows-1252"), "a.csv").findings
    assert finding.severity == "info"
    assert finding.details == {"encoding": "windows-1252", "sample": "Lefèvre"}


def test_the_encoding_can_be_named() -> None:
    assert text.decode("Lefèvre".encode("cp850"), "a.csv", "cp850").content == "Lefèvre"
    assert text.decode("Lefèvre".encode("utf-16-le"), "a.csv", "utf-16-le").content == "Lefèvre"


@pytest.mark.parametrize(
    ("data", "encoding", "code"),
    [
        (b"", None, "empty-file"),
        (b" \r\n\t", None, "empty-file"),
        (b"PK\x03\x04rest", None, "not-text"),
        (b"%PDF-1.7", None, "not-text"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", None, "not-text"),
        (b"\x1f\x8bagain", None, "not-text"),
        (b"\n<!DOCTYPE html><html>", None, "web-page"),
        (b"a;b\nc;\x00", None, "nul-bytes"),
        ("Lefèvre".encode("utf-16-le"), None, "nul-bytes"),
        (b"a;\x81\xff", None, "undecodable"),
        (b"\xef\xbb\xbfa;\xff", None, "undecodable"),
        (b"abc\xff", "utf-8", "undecodable"),
        (b"abc", "klingon", "unknown-encoding"),
        (b"abc", "hex", "unknown-encoding"),
        (b"abc", "a\x00b", "unknown-encoding"),
    ],
)
def test_what_is_no_text(data: bytes, encoding: str | None, code: str) -> None:
    with pytest.raises(Refused) as caught:
        text.decode(data, "a.csv", encoding)
    assert caught.value.finding.code == code
    assert caught.value.finding.place.file == "a.csv"


def test_an_undecodable_byte_is_shown_with_its_line() -> None:
    with pytest.raises(Refused) as caught:
        text.decode(b"a\nb\nc\x9d\xe9\n", "a.csv")
    assert caught.value.finding.place.line == 3
    assert caught.value.finding.details["byte"] == "0x9d"


def test_gzip_is_known_by_its_content() -> None:
    data = gzip.compress(b"abc")
    assert text.unpack(data, "a.csv") == b"abc"
    assert text.unpack(data + data, "a.csv") == b"abcabc"
    assert text.unpack(b"abc", "a.gz") == b"abc"


@pytest.mark.parametrize(
    "data",
    [gzip.compress(b"abc" * 1000, mtime=0)[:-9], b"\x1f\x8b", b"\x1f\x8b\x08nonsense", gzip.compress(b"a", mtime=0) + b"x"],
)
def test_damaged_gzip(data: bytes) -> None:
    with pytest.raises(Refused) as caught:
        text.unpack(data, "a.gz")
    assert caught.value.finding.code == "broken-gzip"


def test_the_limit_counts_what_is_unpacked() -> None:
    bomb = gzip.compress(b"\0" * 5_000_000)
    assert len(bomb) < 10_000
    (finding,) = read_bytes([("bomb.gz", bomb)], limit=1_000_000).findings
    assert finding.code == "too-large"
    assert text.unpack(bomb, "bomb.gz", 5_000_000)


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_bytes(b"a" * 1001)
    assert [finding.code for finding in read(file, limit=1000).findings] == ["too-large"]


@pytest.mark.parametrize("name", ["absent.csv", ".", "a\x00b"])
def test_what_cannot_be_opened_is_said(tmp_path: Path, name: str) -> None:
    reading = read([f"{tmp_path}/{name}"])
    assert [finding.code for finding in reading.findings] == ["cannot-open"]
    assert len(reading.files) == 1


def test_the_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"date,player_a,player_b,score_a\n2025-01-01,A,B,1\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(data))))
    reading = read("-")
    assert len(reading.facts.games) == 1
    assert reading.facts.games[0].source.file == "-"
