"""The journal of a run on its way to the ledger: rows of plain values, hashed as they come, put aside in a file."""

from __future__ import annotations

import json
import marshal
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from tempfile import SpooledTemporaryFile, gettempdir
from typing import Any

from bareme.findings import Refused, in_words
from bareme.journal import Line
from bareme.office.runs.chain import Chain
from bareme.office.tables import canonical

CHUNK = 20_000
IN_MEMORY = 64 * 2**20  # bytes, then the rows go to a temporary file

# The columns of JournalLine after `id` and `run`, in their order.
COLUMNS = (
    *("player_id", "date", "kind", "article", "version", "before", "after", "terms", "event_id", "round", "opponent_id"),
    *("reason", "source", "line", "column"),
)
Row = tuple[Any, ...]


class Lines:
    """A recorder of journal lines. `chain` covers the whole journal; the rows kept are those after the last `forget`."""

    def __init__(self, members: Mapping[str, int], events: Mapping[str, int], chain: Chain) -> None:
        self.members, self.events, self.chain = members, events, chain
        self.kept = 0
        self._rows: list[Row] = []
        self._lengths: list[int] = []
        self._file: Any = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - lives as long as this object

    def forget(self) -> None:
        """The rows so far stand in an earlier run's journal: they need not be written again."""
        self.kept, self._rows, self._lengths = 0, [], []
        self._file.seek(0)
        self._file.truncate()

    def close(self) -> None:
        """Let go of the temporary file."""
        self._file.close()

    def __call__(self, line: Line) -> None:
        """Record one line."""
        row = (
            self.members[line.player],
            _day(line.date),
            line.kind,
            line.article,
            line.version,
            None if line.before is None else float(line.before),
            None if line.after is None else float(line.after),
            canonical(line.terms),
            self.events.get(line.event),
            line.round,
            self.members[line.opponent] if line.opponent else None,
            line.reason,
            line.source.file,
            line.source.line,
            line.source.column,
        )
        self.chain.add(row_text(row))
        self._rows.append(row)
        self.kept += 1
        if len(self._rows) == CHUNK:
            self._put_aside()

    def _put_aside(self) -> None:
        """Errors: Refused `cannot-write`."""
        try:
            self._lengths.append(self._file.write(marshal.dumps(self._rows)))
        except OSError as error:
            raise Refused("cannot-write", file=gettempdir(), why=in_words(error)) from None
        self._rows = []

    def chunks(self) -> Iterator[list[Row]]:
        """The rows kept, in their order."""
        self._file.seek(0)
        for length in self._lengths:
            yield marshal.loads(self._file.read(length))  # noqa: S302 - our own temporary file
        if self._rows:
            yield self._rows


def row_text(row: Sequence[Any]) -> str:
    """A row as the text that is hashed. It stays as it is: the receipts of all runs there are hang on it."""
    return _encode(row)


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@cache
def _day(day: Any) -> str:
    return str(day.isoformat())
