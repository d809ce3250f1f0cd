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
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from bareme.engines.cells import is_frame_file, name_of, parts_of, rows_of
from bareme.engines.choosing import chosen
from bareme.explain import explain, text
from bareme.facts import Facts, Player
from bareme.findings import Finding, Refused
from bareme.journal import Line
from bareme.lists import Row, ranked
from bareme.readers.delimited import table_of
from bareme.readers.files import collector_at_rest
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

    from bareme.engines.rating import BulkRating
    from bareme.engines.spark.rating import SparkRating


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


@overload
def rate(
    source: Any,
    rulebook: str | Rulebook = "elo",
    *,
    engine: Literal["spark"],
    on: date | str | None = None,
    since: date | str | None = None,
    columns: Mapping[str, str] | None = None,
    spark: str | None = None,
    **overrides: Any,
) -> SparkRating: ...


@overload
def rate(
    source: Any,
    rulebook: str | Rulebook = "elo",
    *,
    on: date | str | None = None,
    since: date | str | None = None,
    carried: Mapping[str, Any] | str | Path | None = None,
    columns: Mapping[str, str] | None = None,
    engine: str = "auto",
    journal: str | Path | None = None,
    checkpoints: str | Path | None = None,
    every: int | None = None,
    **overrides: Any,
) -> Rating | BulkRating: ...


def rate(
    source: Any,
    rulebook: str | Rulebook = "elo",
    *,
    on: date | str | None = None,
    since: date | str | None = None,
    carried: Mapping[str, Any] | str | Path | None = None,
    columns: Mapping[str, str] | None = None,
    engine: str = "auto",
    journal: str | Path | None = None,
    checkpoints: str | Path | None = None,
    every: int | None = None,
    spark: str | None = None,
    **overrides: Any,
) -> Rating | BulkRating | SparkRating:
    """Rate results under a rulebook.

    `source`: a path or several (patterns too), a Polars, pandas or Arrow frame, a list of mappings, or `Facts`, with the
    columns promised for files. `on` stops the clock at the end of that day; `since` adds previous ranks and changes;
    `carried` is the state to go on from: what `carry` gave, or a file that `save` wrote. `overrides` are house rules
    (`initial_rating=1800, ramp=False`).

    `engine`: `reference`, `fast` (compiled loops, extra `fast`), or `auto`, which takes `fast` where it pays; the numbers are
    the same to the last bit. Of `fast` alone: `journal`, a Parquet file for every movement, and `checkpoints`, a folder of
    states kept every so many days (`every`) or at the end of each season. `spark` rates tables on a cluster, pool by pool
    (docs/scale.md), at the address `spark` or SPARK_REMOTE; it is never chosen by itself.

    Errors: Refused, with a finding that says what to do, when nothing can be rated or a name or value is wrong.
    """
    book = rulebook if isinstance(rulebook, Rulebook) else open_rulebook(rulebook)
    book = book.override(overrides) if overrides else book
    earlier = _day(since)
    in_file = isinstance(carried, (str, Path))
    if engine == "spark":
        from bareme.engines.spark.entry import rate_on_spark

        for name, given in {"carried": carried, "journal": journal, "checkpoints": checkpoints}.items():
            if given is not None:
                raise Refused("spark-cannot", value=name)
        return rate_on_spark(source, book, rate, remote=spark, on=_day(on), since=earlier, options=Options(columns or {}))
    asked = "fast" if engine == "auto" and (in_file or journal or checkpoints) else engine
    if chosen(asked, book.name, source) == "fast":
        with collector_at_rest():  # the walk over all that was just imported costs as much as rating half a million games
            from bareme.engines.bulk import UnfitError, rate_in_bulk

            try:
                return rate_in_bulk(
                    source, book, on=_day(on), since=earlier, carried=carried, options=Options(columns or {}), journal=journal,
                    checkpoints=checkpoints, every=every,
                )  # fmt: skip
            except UnfitError:  # facts with numbers that no file could give
                pass
    if isinstance(carried, (str, Path)):
        raise Refused("carried-unreadable", why=f"{carried} is for the engine fast")
    reading = _reading(source, columns or {}, people_of(carried))
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
    reading = read_parts(parts_of(source), Options(columns), known)
    errors = [finding for finding in reading.findings if finding.severity == "error"]
    if errors and not reading.facts:  # nothing at all could be read: say why, not that there is nothing
        raise Refused(errors[0].code, errors[0].place, **errors[0].details)
    return reading


def read_parts(parts: Iterable[Any], options: Options, known: Sequence[Player] = ()) -> Reading:
    """Files and tables of every kind, Parquet and frames among them, read the way files are."""
    gathering = Gathering(options)
    gathering.known(known)
    for number, part in enumerate(parts, 1):
        if isinstance(part, (str, Path)) and not is_frame_file(part):
            gathering.add(str(part), partial(fetch, part, LIMIT))
        else:
            header, rows = rows_of(frame_of(part) if is_frame_file(part) else part)
            gathering.add_table(name_of(part, number), table_of(header, enumerate(rows, 1)))
    return gathering.together()


def frame_of(path: str | Path) -> pl.DataFrame:
    """The frame in a Parquet or Arrow file.

    Errors: Refused `fast-extra-missing`, `cannot-open`, `broken-parquet`.
    """
    try:
        from bareme.engines.sources import read_frame
    except ImportError:
        raise Refused("fast-extra-missing", names=["polars"]) from None
    return read_frame(str(path))


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
