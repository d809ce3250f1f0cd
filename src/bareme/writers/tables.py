"""Lists, journals and findings as plain data, JSON and CSV. Numbers stay numbers; text never becomes a formula."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, TextIO

from bareme.facts import Place, Player
from bareme.findings import Finding, Refused, in_words
from bareme.journal import Line, Recorder
from bareme.lists import Row
from bareme.replay import NO_STATE, NOT_SAVED, Outcome

LIST_COLUMNS = (
    "rank", "previous_rank", "change", "player", "number", "federation", "club", "rating", "elo", "experience", "level", "games",
    "states",
)  # fmt: skip
JOURNAL_COLUMNS = (
    "date", "event", "round", "player", "opponent", "kind", "article", "version", "before", "after", "change", "reason",
    "file", "line", "overrides", "terms",
)  # fmt: skip
FINDING_COLUMNS = ("severity", "code", "file", "line", "column", "message", "remedy")


def list_row(row: Row, person: Player | None = None) -> dict[str, Any]:
    """A list's row as JSON-ready data: unrounded numbers, and `published` beside them; who the player is, where it is known."""
    standing = row.standing
    person = person or Player(standing.player)
    return {
        "rank": row.rank,
        "previous_rank": row.previous_rank,
        "change": row.change,
        "player": standing.player,
        "number": person.number or None,
        "federation": person.federation or None,
        "club": person.club or None,
        "rating": standing.rating,
        "elo": standing.elo,
        "experience": standing.experience,
        "level": standing.level or None,
        "games": standing.games,
        "states": list(standing.states),
        "published": dict(standing.published),
        **({"more": dict(standing.more)} if standing.more else {}),
    }


def list_rows(rows: Iterable[Row], outcome: Outcome) -> list[dict[str, Any]]:
    """The rows of a list, each with who the player is."""
    return [list_row(row, outcome.book.people.get(row.player)) for row in rows]


def journal_row(line: Line) -> dict[str, Any]:
    """A journal line as JSON-ready data."""
    return {
        "date": line.date.isoformat(),
        "event": line.event,
        "round": line.round,
        "player": line.player,
        "opponent": line.opponent,
        "kind": line.kind,
        "article": line.article,
        "version": line.version,
        "before": line.before,
        "after": line.after,
        "change": line.change,
        "reason": line.reason,
        "file": line.source.file,
        "line": line.source.line,
        "terms": dict(line.terms),
    }


def finding_row(finding: Finding, language: str = "en") -> dict[str, Any]:
    """A finding as JSON-ready data, its texts in one language."""
    return {
        "severity": finding.severity,
        "code": finding.code,
        "file": finding.place.file,
        "line": finding.place.line,
        "column": finding.place.column,
        "message": finding.message(language),
        "remedy": finding.remedy(language),
    }


def rating_document(outcome: Outcome, rows: Sequence[Row], findings: Iterable[Finding], language: str = "en") -> dict[str, Any]:
    """The promised JSON of `rate`."""
    rulebook = outcome.book.rulebook
    return {
        "rulebook": rulebook.name,
        "version": rulebook.on(outcome.on).name,
        "overrides": dict(rulebook.overrides),
        "on": outcome.on.isoformat(),
        "counted": outcome.counted,
        "not_counted": dict(outcome.not_counted),
        "standings": list_rows(rows, outcome),
        "findings": [finding_row(finding, language) for finding in findings],
    }


def write_json(data: Any, out: TextIO) -> None:
    """One JSON document, numbers as they are, never NaN."""
    json.dump(data, out, ensure_ascii=False, indent=2, allow_nan=False, default=_plain)
    out.write("\n")


def write_state(carried: Mapping[str, Any], out: TextIO) -> None:
    """A state to go on from later, with a seal, by which a change to the file is noticed."""
    content = json.loads(json.dumps(carried, allow_nan=False, default=_plain))
    write_json({**content, "seal": seal_of(content)}, out)


def seal_of(content: Mapping[str, Any]) -> str:
    """The hash of a state as it is read from its file, its seal left out."""
    sealed = {name: value for name, value in content.items() if name != "seal"}
    return hashlib.sha256(json.dumps(sealed, sort_keys=True).encode("ascii")).hexdigest()


def read_state(path: str | Path, *, sealed: bool = False) -> Any:
    """What `write_state` has written. `sealed`: it must bear a seal; a program's own copy of a state bears none.

    Errors: Refused `carried-unreadable`.
    """
    try:
        state = json.loads(Path(path).read_text(encoding="utf-8"))
        whole = state["seal"] == seal_of(state) if sealed or "seal" in state else True
    except OSError as error:
        raise Refused("carried-unreadable", Place(str(path)), why=in_words(error)) from None
    except NO_STATE:
        raise Refused("carried-unreadable", Place(str(path)), why=NOT_SAVED) from None
    if not whole:
        changed = {"en": "the file was changed after it was saved", "fr": "le fichier a été modifié depuis son enregistrement"}
        raise Refused("carried-unreadable", Place(str(path)), why=changed)
    return state


def write_rows(rows: Iterable[Mapping[str, Any]], columns: Sequence[str], out: TextIO, *, french: bool = False) -> None:
    """CSV (RFC 4180) of these columns; text that a spreadsheet would take for a formula gets a leading apostrophe.

    `french`: as a French spreadsheet opens it, with a BOM, semicolons and decimal commas.
    """
    if french:
        out.write("\ufeff")
    writer = csv.writer(out, delimiter=";" if french else ",", lineterminator="\r\n")
    writer.writerow(columns)
    cell = _french_cell if french else _cell
    writer.writerows([cell(row.get(column)) for column in columns] for row in rows)


def write_table(columns: Sequence[str], rows: Iterable[Sequence[Any]], out: TextIO) -> None:
    """One of the regulation's tables as CSV, unrounded."""
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([_cell(cell) for cell in row] for row in rows)


def write_list(rows: Iterable[Row], outcome: Outcome, out: TextIO, *, french: bool = False) -> None:
    """A list as CSV: the common columns, the published numbers, and on every row under which rules and for which day."""
    table = list_rows(rows, outcome)
    rulebook = outcome.book.rulebook
    rules = {
        "on": outcome.on.isoformat(),
        "rulebook": rulebook.name,
        "version": rulebook.on(outcome.on).name,
        "overrides": rulebook.house_rules,
    }
    published = sorted({name for row in table for name in row["published"]})
    flat = ({**row, **{f"published_{name}": row["published"].get(name) for name in published}, **rules} for row in table)
    write_rows(flat, (*LIST_COLUMNS, *(f"published_{name}" for name in published), *rules), out, french=french)


def journal_writer(out: TextIO, overrides: str = "", *, as_json: bool = False) -> Recorder:
    """A recorder that writes each line as it comes, with the house rules that were on: CSV, or one JSON object per line."""
    if as_json:
        return lambda line: _json_line({**journal_row(line), "overrides": overrides}, out)
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(JOURNAL_COLUMNS)

    def record(line: Line) -> None:
        row = {**journal_row(line), "overrides": overrides}
        writer.writerow([_cell(row[column]) for column in JOURNAL_COLUMNS])

    return record


def _json_line(row: Mapping[str, Any], out: TextIO) -> None:
    out.write(json.dumps(row, ensure_ascii=False, default=_plain) + "\n")


_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def guarded(text: str) -> str:
    """Text that no spreadsheet takes for a formula. The readers take the apostrophe off again, one of several."""
    return "'" + text if text.lstrip("'").startswith(_FORMULA_STARTS) else text


def _cell(value: Any) -> Any:
    if isinstance(value, str):
        return guarded(value)
    if isinstance(value, (list, tuple)):
        return guarded(" ".join(map(str, value)))
    if isinstance(value, Mapping):
        return json.dumps(value, ensure_ascii=False, default=_plain)
    return value


def _french_cell(value: Any) -> Any:
    return str(value).replace(".", ",") if isinstance(value, float) else _cell(value)


def _plain(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"not JSON: {value!r}")
