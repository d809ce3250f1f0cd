"""docs/files.md says what is accepted: its columns are ours, and every header and token on it is read as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bareme.readers import scores
from bareme.readers.columns import FRENCH, HEADERS, NEEDED, identify

TITLES = {"Published changes": "published", **{kind.capitalize(): kind for kind in HEADERS if kind != "published"}}


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    return (root / "docs" / "files.md").read_text(encoding="utf-8")


def section(page: str, title: str) -> str:
    return re.split(r"^## ", page.split(f"## {title}\n")[1], flags=re.MULTILINE)[0]


def rows(text: str) -> dict[str, list[str]]:
    found = {}
    for line in text.splitlines():
        cells = line.split("|")
        if re.match(r"\| `\w+` \|", line) and len(cells) == 5:
            found[cells[1].strip(" `")] = re.findall(r"`([^`]+)`", cells[2])
    return found


@pytest.mark.parametrize(("title", "kind"), TITLES.items())
def test_every_column_is_on_the_page_and_every_header_is_known(page: str, title: str, kind: str) -> None:
    table = rows(section(page, title))
    assert table.keys() == HEADERS[kind].keys()
    for ours, headers in table.items():
        for header in headers:
            others = [column for column in (*NEEDED[kind], "winner", "loser", "rating") if column != ours]
            columns = identify([header, *dict.fromkeys(others)], {}, "a.csv", kind=kind)
            assert columns.at.get(ours) == 0, header


@pytest.mark.parametrize("kind", NEEDED)
def test_the_french_headers_that_findings_name_are_known(kind: str) -> None:
    assert set(NEEDED[kind]) <= FRENCH.keys()
    named = {ours: french for ours, french in FRENCH.items() if ours in HEADERS[kind]}
    for ours, french in named.items():
        others = [column for column in NEEDED[kind] if column != ours]
        assert identify([french, *others], {}, "a.csv", kind=kind).at.get(ours) == 0, french


@pytest.mark.parametrize(("row", "score"), [("won", 1.0), ("drawn", 0.5), ("lost", 0.0)])
def test_every_score_token_is_read_as_the_page_says(page: str, row: str, score: float) -> None:
    (line,) = re.findall(rf"^\| {row} \|(.*)\|$", page, flags=re.MULTILINE)
    tokens = re.findall(r"`([^`]+)`", line)
    assert len(tokens) > 9
    for token in tokens:
        assert scores.scores([token])(token) == (score, ""), token
