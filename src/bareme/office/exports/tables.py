"""What can be exported of a pool: its live list, an edition, every edition there was, the journal of a run, its facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bareme.findings import Refused
from bareme.office.editions.checksum import ROW, head, rows_of
from bareme.office.editions.models import Edition
from bareme.office.exports.files import Table
from bareme.office.people.accounts import Accounts
from bareme.office.pools.models import Pool
from bareme.office.pools.service import rules_of
from bareme.office.runs.journal import journal
from bareme.office.runs.models import LiveStanding, Run
from bareme.rulebooks.base import Rulebook, open_rulebook

LIST = ("rank", "previous_rank", "change", "player", "name", "club", "committee", "federation", "rating", "elo", "experience",
        "games", "level", "states")  # fmt: skip
JOURNAL = ("date", "event", "round", "player", "name", "opponent", "opponent_name", "kind", "article", "version", "before",
           "after", "change", "reason", "file", "line", "column", "terms")  # fmt: skip
_PUBLISHED, _STATES, _PLAYER = ROW.index("published"), ROW.index("states"), ROW.index("player")


def edition_table(edition: Edition) -> Table:
    """An edition: in JSON exactly what its checksum is taken over, with the checksum."""
    rows = rows_of(edition)
    names = _published(rows)
    return Table(
        f"{edition.pool.slug} {edition.day} ({edition.number})",
        (*LIST, *(f"published_{name}" for name in names)),
        (_list_row(row, names) for row in rows),
        {**head(edition), "checksum": edition.checksum},
        french_words(open_rulebook(edition.rulebook)),
    )


def french_words(rulebook: Rulebook) -> dict[str, dict[str, str]]:
    """What levels and states are called in a French spreadsheet."""
    words = rulebook.module("words")
    return {
        column: {code: said["fr"] for code, said in getattr(words, name).items()}
        for column, name in (("level", "LEVELS"), ("states", "STATES"))
    }


def edition_document(edition: Edition) -> Table:
    """An edition with every column, from which its checksum can be taken again."""
    return Table(str(edition.pk), ROW, rows_of(edition), {"head": head(edition), "checksum": edition.checksum})


def _published(rows: Sequence[Sequence[Any]]) -> list[str]:
    return sorted({name for row in rows for name in row[_PUBLISHED]})


def _list_row(row: Sequence[Any], names: Sequence[str]) -> list[Any]:
    said = dict(zip(ROW, row, strict=True))
    return [*(said[name] for name in LIST), *(row[_PUBLISHED].get(name) for name in names)]


def history_table(pool: Pool) -> Table:
    """Every line of every edition of the pool, oldest list first."""
    editions = list(Edition.objects.filter(pool=pool).order_by("day", "number").select_related("pool", "previous"))
    names = sorted({name for edition in editions for name in _published(rows_of(edition))})

    def rows() -> Iterator[list[Any]]:
        for edition in editions:
            for row in rows_of(edition):
                yield [edition.day, edition.number, *_list_row(row, names)]

    checksums = [[edition.day, edition.number, edition.checksum] for edition in editions]
    columns = ("day", "edition", *LIST, *(f"published_{name}" for name in names))
    return Table(
        f"{pool.slug} history", columns, rows(), {"pool": pool.slug, "editions": checksums}, french_words(rules_of(pool))
    )


def live_table(pool: Pool) -> Table:
    """The live list: not official.

    Errors: Refused `no-run`.
    """
    run = last_run(pool)
    names = {member: name for member, (_, name) in Accounts().members.items()}
    codes = {member: code for member, (code, _) in Accounts().members.items()}
    live = list(LiveStanding.objects.filter(pool=pool).order_by("pk"))
    numbers = sorted({name for row in live for name in row.published})
    columns = ("rank", "player", "name", "rating", "elo", "experience", "games", "level", "states")
    rows = (
        [
            *(row.rank, codes[row.player_id], names[row.player_id], row.rating, row.elo, row.experience, row.games, row.level),
            *(row.states, *(row.published.get(name) for name in numbers)),
        ]
        for row in live
    )
    top = {"pool": pool.slug, "official": False, "on": run.on, "rulebook": run.rulebook, "overrides": run.overrides}
    return Table(
        f"{pool.slug} live", (*columns, *(f"published_{name}" for name in numbers)), rows, top, french_words(rules_of(pool))
    )


def journal_table(run: Run) -> Table:
    """Every movement of a run."""
    names = Accounts().names

    def rows() -> Iterator[list[Any]]:
        for line in journal(run):
            place, other = line.source, names.get(line.opponent, "")
            yield [
                *(line.date, line.event, line.round, line.player, names[line.player], line.opponent, other),
                *(line.kind, line.article, line.version, line.before, line.after, line.change, line.reason),
                *(place.file, place.line, place.column, dict(line.terms)),
            ]

    top = {"pool": run.pool.slug, "run": run.pk, "on": run.on, "rulebook": run.rulebook, "overrides": run.overrides}
    return Table(f"{run.pool.slug} journal", JOURNAL, rows(), {**top, "journal_sha256": run.journal_sha256})


def last_run(pool: Pool) -> Run:
    """The run whose standings are the live ones, else the last one.

    Errors: Refused `no-run`.
    """
    live = LiveStanding.objects.filter(pool=pool).select_related("run", "run__pool").first()
    run: Run | None = live.run if live else Run.objects.filter(pool=pool).select_related("pool").order_by("-pk").first()
    if run is None:
        raise Refused("no-run", pool=pool.slug)
    return run
