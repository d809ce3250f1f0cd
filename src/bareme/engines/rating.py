"""What a bulk replay found: the same questions as to `bareme.Rating`, answered without a Python object per player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from bareme.engines.games import Games
from bareme.engines.job import Job
from bareme.engines.journal import Journaled, ParquetJournal, schema
from bareme.engines.pools import BasePool
from bareme.engines.ranking import as_list, ranked
from bareme.explain import explain, text
from bareme.facts import Adjustment, Facts, Placement
from bareme.findings import Finding
from bareme.journal import Line
from bareme.lists import Row
from bareme.lists import ranked as ranked_rows
from bareme.readers.people import find_player
from bareme.readers.reading import FileSummary
from bareme.replay import Outcome
from bareme.rulebooks.base import Rulebook
from bareme.writers.tables import FINDING_COLUMNS, finding_row, rating_document

if TYPE_CHECKING:
    from bareme.engines.checkpoints import Checkpoints


class BulkRating:
    """What `rate` found: the ranked list and the findings as Polars frames; explanations on demand."""

    def __init__(
        self, job: Job, since: date | None = None, journal: str | Path | None = None, kept: Checkpoints | None = None
    ) -> None:
        self._job = job
        self._since = since
        self._journal = journal
        self._kept = kept
        self.rulebook: Rulebook = job.rulebook

    def run(self) -> None:
        """Replay, with a journal on disk and checkpoints where they are asked for."""
        if self._journal is None:
            self._done = self._job.run(keep=self._kept)
            return
        writer = ParquetJournal(Path(self._journal))
        try:
            self._done = self._job.run(lambda pool: _journaled(pool, writer), self._kept)
            writer.finish()
        except BaseException:
            writer.give_up()
            raise

    @property
    def read_findings(self) -> Sequence[Finding]:
        """What the reading has found; known even when nothing could be rated."""
        return self._job.source.findings if self._job.source else ()

    def __repr__(self) -> str:
        outcome = self.outcome
        counts = f"{outcome.counted} facts counted, {sum(outcome.not_counted.values())} not, {len(self.found)} findings"
        return f"<Rating {self.rulebook.spec}, list of {outcome.on}: {self.ranked.height} players, {counts}>"

    @cached_property
    def ranked(self) -> pl.DataFrame:
        """The ranked list with everything a row knows."""
        earlier = self._done.earlier.get(self._since) if self._since else None
        return ranked(self._done.pool.standings(self._done.on), self._done.source.legend.names, earlier)

    @property
    def standings(self) -> pl.DataFrame:
        """The ranked list as a frame: rank, player, rating, elo, experience, level, games, published_* ..."""
        return as_list(self.ranked, self._done.source.players)

    @property
    def files(self) -> Sequence[FileSummary]:
        """What became of each file's rows."""
        return self._done.source.files

    @property
    def found(self) -> list[Finding]:
        """What was wrong in the data; of very many alike the first, and their number."""
        resumed = [Finding("resumed", details={"day": self._job.state.on})] if self._job.resumed and self._job.state else []
        return [*resumed, *self._done.source.findings, *self._done.pool.findings]

    @property
    def findings(self) -> pl.DataFrame:
        """The same as a frame."""
        types = {**dict.fromkeys(FINDING_COLUMNS, pl.String), "line": pl.Int64}
        return pl.DataFrame([finding_row(finding) for finding in self.found], schema=types)

    @property
    def outcome(self) -> Outcome:
        """Day, counts and rulebook, as the reference gives them. Its book knows the people and no state; see `rows`."""
        pool = self._done.pool
        pool.rules.people = {player.key: player for player in self._done.source.players}
        return Outcome(pool.rules, self._done.on, [], pool.findings, pool.counted, dict(pool.not_counted), {})

    # -- rows, for those who want them one by one

    @property
    def rows(self) -> list[Row]:
        """The ranked list as rows; a Python object each."""
        return self.top(None)

    def top(self, count: int | None) -> list[Row]:
        """The first rows of the list."""
        table = self.ranked if count is None else self.ranked.head(count)
        numbers = table["number"].to_list()
        standings = self._done.pool.standing_rows(numbers, self._done.on)
        by_name = {row.player: row.standing for row in ranked_rows(standings)}
        columns = table.select("rank", "player", "previous_rank", "change").iter_rows()
        return [Row(rank, by_name[player], previous, change) for rank, player, previous, change in columns]

    def to_dict(self) -> dict[str, Any]:
        """The JSON document of `bareme rate --format json`."""
        return rating_document(self.outcome, self.rows, self.found)

    # -- explanations

    def key_of(self, player: str) -> str:
        """The key of the player meant: exact, by number, or nearly his name.

        Errors: Refused `no-such-player`.
        """
        source = self._done.source
        if self._done.pool.is_there(self._done.pool.rows([player])[0]):
            return player
        met = [*source.legend.names.series()[source.met()], *(fact.player for fact in source.adjustments)]
        met += [fact.player for fact in source.placements]
        return find_player(player, dict.fromkeys([*(one.key for one in source.players), *met]), source.players)

    def lines(self, player: str) -> list[Line]:
        """A player's journal, from another replay with a watch on him."""
        found: list[Line] = []
        self._whole().run(lambda pool: Watched(pool, player, found))
        return found

    @cached_property
    def journal(self) -> pl.DataFrame:
        """Every movement as a frame, the formula's terms in columns of their own; made by another replay."""
        lines: list[pl.DataFrame] = []
        done = self._whole().run(lambda pool: _collected(pool, lines))
        return pl.concat([pl.DataFrame(schema=schema(done.pool)), *lines])

    def _whole(self) -> Job:
        """The job from its very first fact, even if it went on from a checkpoint."""
        return replace(self._job, state=None, resumed=False, done=None) if self._job.resumed else self._job

    def explain(self, player: str, *, last: int = 5, event: str | None = None, language: str = "en") -> str:
        """The player's last movements, or those of one event, article by article, as text.

        Errors: Refused `no-such-player`, with the nearest names.
        """
        lines = [line for line in self.lines(self.key_of(player)) if event is None or line.event == event]
        chosen = lines if event is not None else lines[-last:]
        return text([explain(line, self.rulebook, language) for line in chosen], self.rulebook, language)

    # -- going on

    def carry(self) -> dict[str, Any]:
        """The state to go on from: give it to a later call as `carried`."""
        return {
            "rulebook": self.rulebook.spec,
            "overrides": dict(self.rulebook.overrides),
            "on": self._done.on.isoformat(),
            "people": [list(person) for person in self._people().iter_rows()],
            "state": self._done.pool.state(),
        }

    def _people(self) -> pl.DataFrame:
        """Everybody's key, name and number: those whom the sources speak of, then all others of the pool."""
        done = self._done
        columns = dict.fromkeys(("key", "name", "number"), pl.String)
        rows = [(player.key, player.name, player.number) for player in done.source.players]
        told = pl.DataFrame(rows, schema=columns, orient="row")
        everybody = done.source.legend.names.series()[done.pool.there()]
        others = everybody.filter(~everybody.is_in(told["key"].implode()))
        empty = pl.repeat("", len(others), eager=True)
        return pl.concat([told, pl.DataFrame({"key": others, "name": empty, "number": empty}, schema=columns)])

    def save(self, path: str | Path) -> None:
        """Save the state (Parquet) and its receipt, to go on from: give the path to a later call as `carried`.

        Errors: Refused `cannot-write`.
        """
        from bareme.engines.state import input_hashes, save_state

        done, job = self._done, self._job
        before = job.state.inputs if job.state else {}
        files = [] if isinstance(job.sources, Facts) else [str(part) for part in job.sources if isinstance(part, (str, Path))]
        save_state(
            path, done.pool, done.on, players=done.source.players, inputs={**before, **input_hashes(files)}, last=done.last
        )


def _journaled(pool: BasePool, writer: ParquetJournal) -> Journaled:
    writer.begin(schema(pool))
    return Journaled(pool, writer.write)


def _collected(pool: BasePool, lines: list[pl.DataFrame]) -> Journaled:
    lines.clear()
    return Journaled(pool, lines.append)


class Watched:
    """A pool with a watch on one player: the reference's book writes his lines, on the numbers from the arrays."""

    def __init__(self, pool: BasePool, player: str, lines: list[Line]) -> None:
        self._pool = pool
        self._name = player
        self._lines = lines
        lines.clear()  # of a replay that had to begin again

    @property
    def _row(self) -> int:
        return self._pool.rows([self._name])[0]

    def _record(self, line: Line) -> None:
        if line.player == self._name:
            self._lines.append(line)

    def play(self, games: Games) -> None:
        """Count games; the player's are written down."""
        self._pool.watch(games, self._row, self._record)

    def adjust(self, fact: Adjustment) -> None:
        """Count a decision; written down if it is about him."""
        self._pool.adjust(fact, self._record)

    def meet(self, placements: Sequence[Placement]) -> None:
        """Count one event of placements; written down if he is in it."""
        self._pool.watch_meet(placements, self._row, self._record)

    def turn(self, day: date) -> None:
        """Turn the calendar; what it does to him is written down."""
        self._pool.watch_turn(day, self._row, self._record)

    def finish(self, on: date) -> None:
        """The clock stops; what the list of the day needs of him is written down."""
        self._pool.watch_finish(on, self._row, self._record)
