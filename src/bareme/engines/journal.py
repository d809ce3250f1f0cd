"""The journal in columns: what the reference writes line by line, made for many games at once and put on disk in chunks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from bareme.engines.games import FactsPart, Games
from bareme.engines.pools import UNRATED, BasePool, OneByOne
from bareme.facts import Adjustment, Placement
from bareme.journal import Line
from bareme.writers.files import cannot_write

Array: TypeAlias = "np.ndarray[Any, Any]"

CHUNK = 1 << 17  # games written down at a time
COLUMNS: Mapping[str, Any] = {
    "date": pl.Date,
    "event": pl.String,
    "round": pl.Int64,
    "player": pl.String,
    "opponent": pl.String,
    "kind": pl.String,
    "article": pl.String,
    "version": pl.String,
    "before": pl.Float64,
    "after": pl.Float64,
    "change": pl.Float64,
    "reason": pl.String,
    "file": pl.String,
    "line": pl.Int64,
}
TERM = "term_"  # before the names of the formula's symbols, one column each


@dataclass(frozen=True, slots=True)
class Sides:
    """What a kernel recorded: two rows for each game, one for either side, the side shown first above."""

    player: Array  # row numbers
    before: Array
    after: Array
    entered: Array  # 0, 1: enters with this game, 2: was known from a list until now
    terms: Mapping[str, Any]  # columns of the game's lines


class Journaled:
    """A pool whose movements are all written down. `write` takes frames of lines as they come."""

    def __init__(self, pool: BasePool, write: Any) -> None:
        self._pool = pool
        self._write = write
        self._schema = schema(pool)
        self._waiting: list[Line] = []

    def play(self, games: Games) -> None:
        """Count games."""
        pool = self._pool
        if not isinstance(pool, OneByOne):
            pool.watch(games, None, self._record)
            self._flush()
            return
        pool.grow()
        for start in range(0, len(games), CHUNK):
            some = games.take(slice(start, start + CHUNK))
            reasons = pool.reasons(some)
            halves = pool.ready(some)
            pool.counted += int((halves != UNRATED).sum())
            self._write(self._lines(pool, some, reasons, halves, pool.record(some, halves)))

    def adjust(self, fact: Adjustment) -> None:
        """Count a decision."""
        self._pool.adjust(fact, self._record)
        self._flush()

    def meet(self, placements: Sequence[Placement]) -> None:
        """Count one event of placements."""
        self._pool.watch_meet(placements, None, self._record)
        self._flush()

    def turn(self, day: date) -> None:
        """Turn the calendar."""
        if not isinstance(self._pool, OneByOne):
            self._pool.watch_turn(day, None, self._record)
            self._flush()
            return
        found = self._pool.recorded_turn(day)
        if found is not None and found.height:
            self._write(self._filled(found.with_columns(date=pl.lit(day))))

    def finish(self, on: date) -> None:
        """The clock stops."""
        self._pool.watch_finish(on, None, self._record)
        self._flush()

    def _record(self, line: Line) -> None:
        self._waiting.append(line)
        if len(self._waiting) == CHUNK:
            self._flush()

    def _flush(self) -> None:
        lines, self._waiting = self._waiting, []
        rows = [
            {
                **{name: getattr(line, name) for name in COLUMNS if name not in ("file", "line")},
                "file": line.source.file,
                "line": line.source.line,
                **{TERM + name: plain(value, self._schema.get(TERM + name)) for name, value in line.terms.items()},
            }
            for line in lines
        ]
        if rows:
            known = [{name: row.get(name) for name in self._schema} for row in rows]
            self._write(pl.DataFrame(known, schema=self._schema, strict=False))

    def _lines(self, pool: OneByOne, games: Games, reasons: Array, halves: Array, sides: Sides) -> pl.DataFrame:
        """The lines of a stretch: of each game who enters with it, then either side."""
        legend = pool.legend
        row = np.repeat(np.arange(len(games)), 2)
        names = legend.names.series()
        player = names[sides.player]
        opponent = names[sides.player.reshape(-1, 2)[:, ::-1].ravel()]
        counts = np.repeat(halves != UNRATED, 2)
        files, lines = _places(games, pool)
        event = legend.events.series()[games.event[row]] if len(games.event) else pl.repeat("", len(row), eager=True)
        whys = pl.Series(legend.whys)
        common = {
            "order": np.arange(len(row)),
            "date": pl.Series(games.day[row]).cast(pl.Date),
            "player": player,
            "version": pl.repeat(pool.rules.version.name, len(row), eager=True),
            "file": files[row],
            "line": lines[row],
        }
        played = pl.DataFrame(
            {
                **common,
                "event": event,
                "round": games.round[row].astype("i8") if len(games.round) else np.zeros(len(row), "i8"),
                "opponent": opponent,
                "kind": pl.Series(["not-counted", "game"])[counts.astype("u4")],
                "article": pl.Series(["", pool.article])[counts.astype("u4")],
                "before": pl.Series(sides.before).fill_nan(None),
                "after": pl.Series(sides.after).fill_nan(None),
                "reason": whys[reasons[row]] if len(reasons) else pl.repeat("", len(row), eager=True),
                **{TERM + name: column for name, column in sides.terms.items()},
            }
        )
        terms = [name for name in played.columns if name.startswith(TERM)]
        played = played.with_columns(pl.when(pl.Series(counts)).then(pl.col(name)).alias(name) for name in terms)
        entered = np.flatnonzero(sides.entered > 0)
        if entered.size:
            entries = pl.DataFrame(common)[entered].with_columns(
                order=entered // 2 * 2 - 0.75 + 0.25 * (entered % 2),  # both before the game's own two lines
                kind=pl.lit("entry"),
                article=pl.lit(pool.entry_article),
                before=pl.lit(None, pl.Float64),
                after=pl.Series(sides.before[entered]),
                **{TERM + "listed": pl.Series(sides.entered[entered] == 2)},
            )
            played = pl.concat([played.with_columns(pl.col("order").cast(pl.Float64)), entries], how="diagonal").sort("order")
        return self._filled(played)

    def _filled(self, lines: pl.DataFrame) -> pl.DataFrame:
        """All columns in their order and type; texts that are nothing are empty."""
        change = pl.col("after").fill_null(0.0) - pl.col("before").fill_null(0.0)
        lines = lines.with_columns(change=change)
        texts = [name for name, kind in COLUMNS.items() if kind == pl.String]
        shown = [
            (pl.col(name) if name in lines.columns else pl.lit(None)).cast(kind).alias(name)
            for name, kind in self._schema.items()
        ]
        return lines.select(shown).with_columns(pl.col(texts).fill_null(""), pl.col("round", "line").fill_null(0))


def plain(value: Any, kind: Any) -> Any:
    """A term as one cell: in a column of texts, what is none is JSON."""
    return json.dumps(value, ensure_ascii=False) if kind == pl.String and not isinstance(value, (str, type(None))) else value


def schema(pool: BasePool) -> dict[str, Any]:
    """The columns of a pool's journal."""
    return {**COLUMNS, **{TERM + name: kind for name, kind in pool.terms.items()}}


def _places(games: Games, pool: BasePool) -> tuple[pl.Series, pl.Series]:
    """The file and the line of each game."""
    parts = games.part if len(games.part) else np.zeros(len(games), "u2")
    files = [part.file for part in pool.legend.parts]
    lines = np.zeros(len(games), "i8")
    named = pl.Series(files, dtype=pl.String)[parts]
    for index in np.unique(parts).tolist():
        here = parts == index
        part = pool.legend.parts[index]
        if isinstance(part, FactsPart):
            places = [part.place(int(row)) for row in games.row[here]]
            lines[here] = [place.line for place in places]
            named = named.scatter(np.flatnonzero(here), [place.file for place in places])
        else:
            lines[here] = part.place(0).line + games.row[here].astype("i8")
    return named, pl.Series(lines)


@dataclass(slots=True)
class ParquetJournal:
    """A journal on disk, chunk by chunk; it takes its name when it is complete.

    Errors: Refused `cannot-write`.
    """

    path: Path
    _writer: Any = field(default=None)

    def begin(self, columns: Mapping[str, Any]) -> None:
        """An empty journal; what was written by a replay that had to begin again goes."""
        import pyarrow.parquet

        self.close()
        with _told(self.path):
            schema = pl.DataFrame(schema=columns).to_arrow().schema
            self._writer = pyarrow.parquet.ParquetWriter(str(self._new), schema, compression="zstd")

    def write(self, lines: pl.DataFrame) -> None:
        """Put lines behind those that are there."""
        with _told(self.path):
            self._writer.write_table(lines.to_arrow().cast(self._writer.schema))

    def close(self) -> None:
        """No more lines."""
        if self._writer is not None:
            self._writer.close()

    def finish(self) -> None:
        """The journal is complete."""
        with _told(self.path):
            self.close()
            self._new.replace(self.path)

    def give_up(self) -> None:
        """Leave nothing behind."""
        self.close()
        self._new.unlink(missing_ok=True)

    @property
    def _new(self) -> Path:
        return self.path.with_name(f".{self.path.name}.new")


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise cannot_write(path, error) from None
