"""A table as a file: CSV for machines and for a French spreadsheet, XLSX, JSON. The same content gives the same bytes.

machine        RFC 4180: commas, points, no mark at the beginning
spreadsheet    as a spreadsheet in French opens it: semicolons, decimal commas, UTF-8 with its mark, headings in French

Text is never a formula: in CSV it is guarded by an apostrophe, which the readers take off again; in XLSX it is text.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.db import connection

from bareme.findings import Refused
from bareme.office.config import own_files, with_its_own
from bareme.office.tables import canonical
from bareme.writers.files import cannot_write
from bareme.writers.tables import guarded

FORMATS = ("csv", "xlsx", "json")
PROFILES = ("machine", "spreadsheet")
_XLSX_ROWS = 1_048_575
_LONG_AGO = datetime(2000, 1, 1)  # noqa: DTZ001 - a workbook's clock has no zone; no moment of making in the bytes


@dataclass
class Table:
    """Columns and rows, with a head that JSON keeps. Cells are text, numbers, days, flags, lists or None.

    `words`: for the spreadsheet profile, {column: {code: French word}}.
    """

    name: str
    columns: Sequence[str]
    rows: Iterable[Sequence[Any]]
    head: Mapping[str, Any] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def lines(self, french: bool) -> Iterable[Sequence[Any]]:
        """The rows, with words in the place of codes where they are for people to read."""
        words = [self.words.get(column) for column in self.columns]
        if not french or not any(words):
            return self.rows
        return ([_worded(value, known) if known else value for value, known in zip(row, words, strict=True)] for row in self.rows)


def _worded(value: Any, words: Mapping[str, str]) -> Any:
    if isinstance(value, (list, tuple)):
        return ", ".join(words.get(code, code) for code in value)
    return words.get(value, value) if isinstance(value, str) else value


def write(table: Table, path: Path, format: str, profile: str = "machine") -> None:
    """Write a table to a file, whole or not at all.

    Errors: Refused `cannot-write`, `too-many-rows`.
    """
    with replaced(path) as out:
        _WRITERS[format](table, out, profile)


@contextmanager
def replaced(path: Path, mode: int = 0o644) -> Iterator[Any]:
    """A file to write into, which takes the place of `path` when all is written, and leaves it alone when something fails.

    Errors: Refused `cannot-write`.
    """
    try:
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name[:100]}.", delete=False) as made:
            temporary = Path(made.name)
            try:
                yield made
                made.flush()
                os.fsync(made.fileno())
                temporary.chmod(mode)
                temporary.replace(path)
            except BaseException:
                temporary.unlink(missing_ok=True)
                raise
    except OSError as error:
        raise cannot_write(path, error) from None


def outgoing(path: Path) -> Path:
    """Where a file that leaves the office is written: what a link leads to, but no device, and no file that an office lives on.

    Errors: Refused `cannot-write`.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            raise Refused("cannot-write", file=str(path), why=_NO_FILE)
        own = own_files(target.parent)
    except OSError as error:
        raise cannot_write(path, error) from None
    if connection.vendor == "sqlite":
        own |= with_its_own(Path(connection.settings_dict["NAME"]))
    if target in {Path(os.path.realpath(file)) for file in own}:
        raise Refused("cannot-write", file=str(path), why=_LIVES_ON_IT)
    return target


_NO_FILE = {"en": "it is a folder or a device", "fr": "c'est un dossier ou un périphérique"}
_LIVES_ON_IT = {"en": "the office lives on this file", "fr": "le bureau vit de ce fichier"}


def as_bytes(table: Table, format: str, profile: str = "machine") -> bytes:
    """The file's bytes, for a page or a test."""
    made = io.BytesIO()
    _WRITERS[format](table, made, profile)
    return made.getvalue()


# -- CSV


def _csv(table: Table, out: Any, profile: str) -> None:
    french = profile == "spreadsheet"
    text = io.TextIOWrapper(out, encoding="utf-8-sig" if french else "utf-8", newline="", write_through=True)
    writer = csv.writer(text, delimiter=";" if french else ",", lineterminator="\r\n")
    writer.writerow([FRENCH.get(column, column) for column in table.columns] if french else table.columns)
    cell = _french_cell if french else _cell
    writer.writerows([cell(value) for value in row] for row in table.lines(french))
    text.flush()
    text.detach()


def _cell(value: Any) -> Any:
    if isinstance(value, str):
        return guarded(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return guarded(" ".join(map(str, value)))
    return guarded(canonical(value)) if isinstance(value, Mapping) else value


def _french_cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "oui" if value else "non"
    if isinstance(value, float):
        return repr(int(value) if value.is_integer() and abs(value) < 2**53 else value).replace(".", ",")
    return value.strftime("%d/%m/%Y") if isinstance(value, date) else _cell(value)


# -- XLSX


def _xlsx(table: Table, out: Any, profile: str) -> None:
    import xlsxwriter

    plain = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with xlsxwriter.Workbook(out, {**plain, "constant_memory": True, "nan_inf_to_errors": True}) as book:
        book.set_properties({"title": table.name, "created": _LONG_AGO})
        sheet, day = book.add_worksheet("list"), book.add_format({"num_format": "yyyy-mm-dd"})
        sheet.freeze_panes(1, 0)
        french = profile == "spreadsheet"
        for at, column in enumerate(table.columns):
            sheet.write_string(0, at, FRENCH.get(column, column) if french else column)
        for number, row in enumerate(table.lines(french), 1):
            if number > _XLSX_ROWS:
                raise Refused("too-many-rows", value=table.name, limit=_XLSX_ROWS)
            for at, value in enumerate(row):
                _put(sheet, number, at, value, day)


def _put(sheet: Any, row: int, at: int, value: Any, day: Any) -> None:
    if value is None:
        return
    if isinstance(value, bool):
        sheet.write_boolean(row, at, value)
    elif isinstance(value, (int, float)):
        sheet.write_number(row, at, value)
    elif isinstance(value, date):
        sheet.write_datetime(row, at, value, day)
    else:
        text = value if isinstance(value, str) else canonical(value) if isinstance(value, Mapping) else " ".join(map(str, value))
        sheet.write_string(row, at, text)


# -- JSON


def _json(table: Table, out: Any, profile: str) -> None:
    """The head, then the rows one on a line."""
    out.write(b"{\n")
    for name, value in table.head.items():
        out.write(f"{json.dumps(name)}: {canonical(value)},\n".encode("utf-8", "surrogatepass"))
    out.write(f'"columns": {canonical(list(table.columns))},\n"rows": [\n'.encode())
    for at, line in enumerate(_json_rows(table)):
        out.write((b",\n" if at else b"") + line)
    out.write(b"\n]\n}\n")


def _json_rows(table: Table) -> Iterator[bytes]:
    for row in table.rows:
        yield canonical(dict(zip(table.columns, row, strict=True))).encode("utf-8", "surrogatepass")


_WRITERS = {"csv": _csv, "xlsx": _xlsx, "json": _json}

FRENCH = {
    "rank": "rang",
    "previous_rank": "rang précédent",
    "change": "variation",
    "player": "code",
    "name": "nom",
    "club": "club",
    "committee": "comité",
    "federation": "fédération",
    "rating": "classement exact",
    "elo": "elo exact",
    "experience": "expérience exacte",
    "games": "parties",
    "level": "niveau",
    "states": "état",
    "published_rating": "classement",
    "published_elo": "elo",
    "published_experience": "expérience",
    "date": "date",
    "day": "liste du",
    "edition": "édition",
    "event": "épreuve",
    "round": "ronde",
    "opponent": "code de l'adversaire",
    "opponent_name": "adversaire",
    "kind": "genre",
    "article": "article",
    "version": "version",
    "before": "avant",
    "after": "après",
    "reason": "motif",
    "file": "fichier",
    "line": "ligne",
    "column": "colonne",
    "terms": "termes",
}
