"""Betting odds beside results: what a market expected of a game, as one more contender.

Decimal odds: 2.50 pays two and a half times the stake. Their inverses add up to more than 1, the bookmaker's margin; it is
taken out of each in proportion. A's expected score is his chance of winning plus half that of a draw.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from bareme.engines.cells import expanded
from bareme.facts import Facts, Game
from bareme.findings import Refused
from bareme.readers.delimited import Table, tabulate
from bareme.readers.gathering import Options
from bareme.readers.tally import Tally
from bareme.readers.text import LIMIT, decode, fetch, unpack
from bareme.replay import lawful_order


def expected_of(odds: Sequence[float]) -> float | None:
    """A's expected score by the odds of (A, B) or (A, draw, B); None where they are none.

    >>> expected_of([2.0, 2.0]), expected_of([2.0, 4.0, 4.0])
    (0.5, 0.625)
    """
    if not all(math.isfinite(one) and one > 1.0 for one in odds):
        return None
    chances = [1.0 / one for one in odds]
    drawn = chances[1] / 2.0 if len(odds) == 3 else 0.0
    return (chances[0] + drawn) / sum(chances)


def market(paths: Sequence[str | Path], columns: Sequence[str], facts: Facts, options: Options) -> Mapping[int, float]:
    """A's expected score by the odds in these columns of the files, by the game's number in the lawful order.

    Errors: Refused `odds-columns`, `no-odds`, and those of a file that cannot be read.
    """
    if len(columns) not in (2, 3):
        raise Refused("odds-columns", value=",".join(columns))
    told = {(file, line): said for path in paths for file in expanded(str(path)) for line, said in _read(file, columns, options)}
    games = [fact for fact in lawful_order(facts) if isinstance(fact, Game)]
    found = {number: told[place] for number, game in enumerate(games) if (place := (game.source.file, game.source.line)) in told}
    if not found:
        raise Refused("no-odds", value=",".join(columns))
    return found


def _read(path: str | Path, columns: Sequence[str], options: Options) -> Iterator[tuple[int, float]]:
    file = str(path)
    text = decode(unpack(fetch(path, LIMIT), file), file, options.encoding)
    table = tabulate(text.content, Tally(file), options.delimiter, lambda header: len(set(columns) & set(header)))
    if not set(columns) <= set(table.header):
        return  # a file of players or of other results
    for row, line in enumerate(table.lines):
        said = expected_of([_number(table, name, row) for name in columns])
        if said is not None:
            yield line, said


def _number(table: Table, name: str, row: int) -> float:
    cell = table.columns[table.header.index(name)][row].strip().replace(",", ".")
    try:
        return float(cell)
    except ValueError:
        return math.nan
