"""The one entry: files to facts and findings."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from functools import partial
from pathlib import Path

from bareme.facts import Player
from bareme.readers.delimited import table_of
from bareme.readers.gathering import Gathering, Options
from bareme.readers.reading import Reading
from bareme.readers.text import LIMIT, fetch


def read(
    paths: str | Path | Iterable[str | Path],
    *,
    columns: Mapping[str, str] | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
    kind: str | None = None,
    date: date | None = None,
    limit: int = LIMIT,
    pool: str = "standard",
    known: Sequence[Player] = (),
) -> Reading:
    """Read one file or several: results, placements, adjustments and players tables, TRF, rating lists, any mixture.

    `-` is the standard input; gzip is known by its content. `columns` maps our columns to the headers of the file
    (`{"player_a": "home_team"}`). `date` is the day of a file that has none. `limit`: the most bytes a file may have,
    once unpacked. `pool`: which ratings of a FIDE list, standard, rapid or blitz. `known`: the people
    of carried standings, whose keys stay. Never raises for what a file holds: whatever is wrong is among the findings.
    """
    every = [paths] if isinstance(paths, (str, Path)) else paths
    files = Gathering(Options(columns or {}, encoding, delimiter, kind, date, limit, pool))
    files.known(known)
    with collector_at_rest():
        for path in every:
            files.add(str(path), partial(fetch, path, limit))
        return files.together()


def read_bytes(
    contents: Iterable[tuple[str, bytes]],
    *,
    columns: Mapping[str, str] | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
    kind: str | None = None,
    date: date | None = None,
    limit: int = LIMIT,
) -> Reading:
    """The same from (file name, bytes), for what was sent and not saved."""
    files = Gathering(Options(columns or {}, encoding, delimiter, kind, date, limit))
    with collector_at_rest():
        for file, data in contents:
            files.add(file, partial(bytes, data))
        return files.together()


def read_text(text: str, file: str = "", *, kind: str | None = None, columns: Mapping[str, str] | None = None) -> Reading:
    """The same from one text."""
    return read_bytes([(file, text.encode("utf-8", "surrogatepass"))], kind=kind, columns=columns)


def read_rows(
    header: Sequence[str],
    rows: Iterable[Sequence[str]],
    file: str = "",
    *,
    columns: Mapping[str, str] | None = None,
    kind: str | None = None,
    date: date | None = None,
) -> Reading:
    """The same from rows already in cells, as a data frame has them. Lines count the rows from 1, without the header."""
    files = Gathering(Options(columns or {}, kind=kind, date=date))
    with collector_at_rest():
        files.add_table(file, table_of(header, enumerate(rows, 1)))
        return files.together()


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """While hundreds of thousands of records are made, Python's collector would walk them again and again, a third of the
    time, to find none in a cycle.
    """
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
