"""The XML rating list: <playerslist><player><fideid>…, read as it streams by, with nothing in it that could expand."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from xml.parsers import expat

from bareme.facts import Place
from bareme.findings import Refused
from bareme.readers.tally import Tally

_FIELDS = {
    "fideid": "number",
    "name": "name",
    "country": "federation",
    "sex": "sex",
    "title": "title",
    "w_title": "wtitle",
    "rating": "only",
    "k": "only_k",
    "rapid_rating": "rapid",
    "rapid_k": "rapid_k",
    "blitz_rating": "blitz",
    "blitz_k": "blitz_k",
    "birthday": "born",
    "flag": "flag",
}
_CHUNK = 1 << 16
_DECLARATION = re.compile(r"<!(?:DOCTYPE|ENTITY)")


def xml_rows(text: str, tally: Tally, only: Collection[str] | None) -> Iterator[tuple[int, dict[str, str]]]:
    """(line, row) of every <player> wanted; a file that breaks off is a finding, its players up to there are read.

    Errors: Refused `rating-list-entities`.
    """
    declared = _DECLARATION.search(text)
    if declared:
        line = text.count("\n", 0, declared.start()) + 1
        raise Refused("rating-list-entities", Place(tally.file, line), value=declared[0])
    reader = _Reader(only)
    try:
        for start in range(0, len(text), _CHUNK):
            reader.parser.Parse(text[start : start + _CHUNK].encode("utf-8", "replace"), start + _CHUNK >= len(text))
            yield from reader.taken()
    except expat.ExpatError as error:
        yield from reader.taken()
        tally.say("rating-list-xml", error.lineno, why={"en": f"line {error.lineno}", "fr": f"ligne {error.lineno}"})


class _Reader:
    """Collects the rows of the chunk just parsed."""

    def __init__(self, only: Collection[str] | None) -> None:
        self.only = only
        self.rows: list[tuple[int, dict[str, str]]] = []
        self.row: dict[str, str] | None = None
        self.line = 0
        self.field = ""
        self.parts: list[str] = []
        # The text is decoded already: what its declaration says of an encoding no longer holds.
        self.parser = expat.ParserCreate("utf-8")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._open
        self.parser.EndElementHandler = self._close
        self.parser.CharacterDataHandler = self.parts.append

    def taken(self) -> list[tuple[int, dict[str, str]]]:
        rows, self.rows = self.rows, []
        return rows

    def _open(self, tag: str, _: dict[str, str]) -> None:
        self.parts.clear()
        if tag.lower() == "player":
            self.row, self.line = {}, self.parser.CurrentLineNumber

    def _close(self, tag: str) -> None:
        tag = tag.lower()
        if tag == "player" and self.row is not None:
            row, self.row = self.row, None
            if self.only is None or row.get("number") in self.only or row.get("name") in self.only:
                self.rows.append((self.line, row))
        elif self.row is not None and tag in _FIELDS:
            self.row[_FIELDS[tag]] = "".join(self.parts).strip()
        self.parts.clear()
