"""Every text of the pages has its French, and what is compiled is what is written."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import polib
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))

from make_messages import catalogue, slices, texts

ENGLISH = re.compile(r"\b(?:the|of|and|is|are|was|with|this|which|not|from|default)\b", re.IGNORECASE)
FOLDERS = slices()


def entries(folder: Path) -> dict[tuple[str, str], Any]:
    """What the catalogue of a slice has."""
    path = catalogue(folder)
    return {(entry.msgid, entry.msgid_plural): entry for entry in polib.pofile(str(path))} if path.exists() else {}


def said(entry: Any) -> list[str]:
    """The French of an entry."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def test_there_are_slices() -> None:
    assert {"public", "site"} <= {folder.name for folder in FOLDERS}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
class TestCatalogue:
    def test_has_exactly_the_texts_of_the_pages(self, folder: Path) -> None:
        assert entries(folder).keys() == texts(folder).keys(), "run make messages"

    def test_has_french_for_each(self, folder: Path) -> None:
        assert not [entry.msgid for entry in entries(folder).values() if entry.fuzzy or not all(said(entry))]

    def test_puts_in_the_same_values(self, folder: Path) -> None:
        for entry in entries(folder).values():
            for english, french in zip(
                (entry.msgid, entry.msgid_plural or entry.msgid), said(entry)[:1] + said(entry)[-1:], strict=True
            ):
                assert sorted(re.findall(r"%\(\w+\)s", english)) == sorted(re.findall(r"%\(\w+\)s", french)), entry.msgid

    def test_holds_no_english(self, folder: Path) -> None:
        assert not [french for entry in entries(folder).values() for french in said(entry) if ENGLISH.search(french)]

    def test_is_what_was_compiled(self, folder: Path) -> None:
        path = catalogue(folder).with_suffix(".mo")
        compiled = {(entry.msgid, entry.msgid_plural): said(entry) for entry in polib.mofile(str(path))}
        assert compiled == {key: said(entry) for key, entry in entries(folder).items()}, "run make messages"


def test_one_english_text_has_one_french_everywhere() -> None:
    """Django merges the catalogues of all slices: with two, one of them would be shown in both places."""
    found: dict[tuple[str, str], set[tuple[str, ...]]] = {}
    for folder in FOLDERS:
        for key, entry in entries(folder).items():
            found.setdefault(key, set()).add(tuple(said(entry)))
    assert not {key: texts for key, texts in found.items() if len(texts) > 1}
