"""`bareme.rate`: the whole way in one call, for notebooks and programs.

>>> import bareme
>>> games = [{"date": "2025-01-11", "winner": "Ada", "loser": "Bo", "length": 7}]
>>> rating = bareme.rate(games, rulebook="ffbg")
>>> [(row.rank, row.player, row.standing.published["elo"]) for row in rating.rows]
[(1, 'Ada', 1233), (2, 'Bo', 1183)]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bareme.explain import explain, text
from bareme.facts import Facts, Player
from bareme.findings import Finding, Refused
from bareme.journal import Line
from bareme.lists import Row, ranked
from bareme.readers.delimited import table_of
from bareme.readers.gathering import Gathering, Options
from bareme.readers.people import find_player
from bareme.readers.reading import Reading
from bareme.readers.text import LIMIT, fetch
from bareme.replay import Outcome, carry, people_of, replay
from bareme.rulebooks.base import Rulebook, open_rulebook
from bareme.writers.tables import (
    FINDING_COLUMNS,
    JOURNAL_COLUMNS,
    finding_row,
    journal_row,
    list_rows,
    rating_document,
)

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Rating:
    """What `rate` found: `rows` is the ranked list, `lines` the journal, and the same as Polars frames."""

    rulebook: Rulebook
    outcome: Outcome
    rows: list[Row]
    lines: list[Line]
    found: list[Finding]

    def __repr__(self) -> str:
        counts = f"{self.outcome.counted} facts counted, {sum(self.outcome.not_counted.values())} not, {len(self.found)} findings"
        return f"<Rating {self.rulebook.spec}, list of {self.outcome.on}: {len(self.rows)} players, {counts}>"

    @property
    def standings(self) -> pl.DataFrame:
        """The ranked list as a frame: rank, player, rating, elo, experience, level, games, published_* ..."""
        table = list_rows(self.rows, self.outcome)
        return _frame([{**_plain(row), **{f"published_{k}": v for k, v in row["published"].items()}} for row in table], _LIST)

    @property
    def journal(self) -> pl.DataFrame:
        """Every movement as a frame; the formula's terms as JSON text."""
        import json

        rows = (journal_row(line) for line in self.lines)
        told = [{**row, "terms": json.dumps(row["terms"], ensure_ascii=False, default=str)} for row in rows]
        return _frame(
            told,
            dict.fromkeys(JOURNAL_COLUMNS, str) | {"round": int, "before": float, "after": float, "change": float, "line": int},
        )

    @property
    def findings(self) -> pl.DataFrame:
        """What was wrong in the data, as a frame."""
        return _frame([finding_row(finding) for finding in self.found], dict.fromkeys(FINDING_COLUMNS, str) | {"line": int})

    def explain(self, player: str, *, last: int = 5, event: str | None = None, language: str = "en") -> str:
        """The player's last movements, or those of one event, article by article, as text.

        Errors: Refused `no-such-player`, with the nearest names.
        """
        key = find_player(player, dict.fromkeys(line.player for line in self.lines), self.outcome.book.people.values())
        lines = [line for line in self.lines if line.player == key and (event is None or line.event == event)]
        chosen = lines if event is not None else lines[-last:]
        return text([explain(line, self.rulebook, language) for line in chosen], self.rulebook, language)

    def to_dict(self) -> dict[str, Any]:
        """The JSON document of `bareme rate --format json`."""
        return rating_document(self.outcome, self.rows, self.found)

    def carry(self) -> dict[str, Any]:
        """The state to go on from: give it to a later call as `carried`."""
        return carry(self.outcome)


def rate(
    source: Any,
    rulebook: str | Rulebook = "elo",
    *,
    on: date | str | None = None,
    since: date | str | None = None,
    carried: Mapping[str, Any] | None = None,
    columns: Mapping[str, str] | None = None,
    **overrides: Any,
) -> Rating:
    """Rate results under a rulebook.

    `source`: a path or several, a Polars, pandas or Arrow frame, a list of mappings, or `Facts`, with the columns
    promised for files. `on` stops the clock at the end of that day; `since` adds previous ranks and changes;
    `overrides` are house rules (`initial_rating=1800, ramp=False`).

    Errors: Refused, with a finding that says what to do, when nothing can be rated or a name or value is wrong.
    """
    book = rulebook if isinstance(rulebook, Rulebook) else open_rulebook(rulebook)
    book = book.override(overrides) if overrides else book
    reading = _reading(source, columns or {}, people_of(carried))
    earlier = _day(since)
    lines: list[Line] = []
    outcome = replay(book, reading.facts, on=_day(on), record=lines.append, carried=carried, also_on=[earlier] if earlier else [])
    rows = ranked(outcome.standings, outcome.earlier.get(earlier) if earlier else None)
    return Rating(book, outcome, rows, lines, [*reading.findings, *outcome.findings])


def _day(day: date | str | None) -> date | None:
    if not isinstance(day, str):
        return day
    try:
        return date.fromisoformat(day)
    except ValueError:
        raise Refused("bad-date", value=day) from None


def _reading(source: Any, columns: Mapping[str, str], known: Sequence[Player]) -> Reading:
    """What a source holds, read the way files are."""
    if isinstance(source, Facts):
        return Reading(source)
    gathering = Gathering(Options(columns))
    gathering.known(known)
    for number, part in enumerate(_parts(source), 1):
        if isinstance(part, (str, Path)):
            gathering.add(str(part), partial(fetch, part, LIMIT))
        else:
            header, rows = _rows(part)
            gathering.add_table(f"table {number}", table_of(header, enumerate(rows, 1)))
    reading = gathering.together()
    errors = [finding for finding in reading.findings if finding.severity == "error"]
    if errors and not reading.facts:  # nothing at all could be read: say why, not that there is nothing
        raise Refused(errors[0].code, errors[0].place, **errors[0].details)
    return reading


def _parts(source: Any) -> Iterable[Any]:
    """The files and tables of a source: itself, or each of a list of several."""
    if isinstance(source, (str, Path)) or not isinstance(source, Sequence):
        return [source]
    return [source] if source and isinstance(source[0], Mapping) else source


def _rows(source: Any) -> tuple[list[str], Iterable[list[str]]]:
    """A frame or a list of mappings as a header and rows of text, the way a file would have them.

    Errors: Refused `bad-source`.
    """
    if hasattr(source, "collect") and hasattr(source, "collect_schema"):  # a lazy Polars frame
        source = source.collect()
    if hasattr(source, "iter_rows"):  # Polars
        return list(source.columns), ([_text(cell) for cell in row] for row in source.iter_rows())
    if hasattr(source, "itertuples"):  # pandas
        filled = source.astype(object).where(source.notna(), None)  # pandas writes a missing value as NaN, NaT or NA
        return list(map(str, source.columns)), ([_text(cell) for cell in row] for row in filled.itertuples(index=False))
    records = source.to_pylist() if hasattr(source, "to_pylist") else source  # Arrow, or mappings
    if not isinstance(records, Sequence) or not all(isinstance(record, Mapping) for record in records):
        raise Refused("bad-source", type=type(source).__name__)
    header = list(dict.fromkeys(str(name) for record in records for name in record))
    return header, ([_text(record.get(name)) for name in header] for record in records)


def _text(cell: Any) -> str:
    if cell is None:
        return ""
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: " ".join(value) if name == "states" else value for name, value in row.items() if name not in ("published", "more")
    }


_LIST = {"rank": int, "previous_rank": int, "change": float, "player": str, "rating": float, "elo": float, "experience": float,
         "level": str, "games": int, "states": str, "published_rating": float}  # fmt: skip


def _frame(rows: list[dict[str, Any]], columns: Mapping[str, type]) -> pl.DataFrame:
    """Rows as a frame; `columns` are there, in their types, even when there are no rows."""
    import polars as pl

    names = dict.fromkeys([*columns, *(name for row in rows for name in row)])
    types = {str: pl.String, int: pl.Int64, float: pl.Float64}
    schema = {name: types[columns[name]] for name in names if name in columns}
    return (
        pl.DataFrame(
            {name: [row.get(name) for row in rows] for name in names},
            schema_overrides=schema,
            strict=False,
            infer_schema_length=None,
        )
        if rows
        else pl.DataFrame(schema=schema)
    )
