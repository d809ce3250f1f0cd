"""docs/files.md and docs/fichiers.md say what is accepted: the columns are ours, every header and token is read as they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bareme.readers import scores
from bareme.readers.columns import FRENCH, HEADERS, NEEDED, identify

ENGLISH_PAGE, FRENCH_PAGE = "files.md", "fichiers.md"
TITLES = {
    ENGLISH_PAGE: ("Results", "Placements", "Adjustments", "Players", "Published changes"),
    FRENCH_PAGE: ("Résultats", "Places", "Décisions", "Joueurs", "Variations publiées"),
}
SECTIONS = [(page, title, kind) for page, titles in TITLES.items() for title, kind in zip(titles, HEADERS, strict=True)]


def text(root: Path, page: str) -> str:
    return (root / "docs" / page).read_text(encoding="utf-8")


def section(page: str, title: str) -> str:
    return re.split(r"^## ", page.split(f"## {title}\n")[1], flags=re.MULTILINE)[0]


def rows(text: str) -> dict[str, list[str]]:
    found = {}
    for line in text.splitlines():
        cells = line.split("|")
        if re.match(r"\| `\w+` \|", line) and len(cells) == 5:
            found[cells[1].strip(" `")] = re.findall(r"`([^`]+)`", cells[2])
    return found


@pytest.mark.parametrize(("page", "title", "kind"), SECTIONS)
def test_every_column_is_on_the_page_and_every_header_is_known(root: Path, page: str, title: str, kind: str) -> None:
    table = rows(section(text(root, page), title))
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


@pytest.mark.parametrize(
    ("page", "row", "score"),
    [
        *((ENGLISH_PAGE, row, score) for row, score in (("won", 1.0), ("drawn", 0.5), ("lost", 0.0))),
        *((FRENCH_PAGE, row, score) for row, score in (("gagné", 1.0), ("nulle", 0.5), ("perdu", 0.0))),
    ],
)
def test_every_score_token_is_read_as_the_page_says(root: Path, page: str, row: str, score: float) -> None:
    (line,) = re.findall(rf"^\| {row} \|(.*)\|$", text(root, page), flags=re.MULTILINE)
    tokens = re.findall(r"`([^`]+)`", line)
    assert len(tokens) > 9
    for token in tokens:
        assert scores.scores([token])(token) == (score, ""), token
