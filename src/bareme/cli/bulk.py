"""`bareme rate` and `bareme explain` by the engine `fast`: the same answers, from columns instead of records."""

from __future__ import annotations

import argparse
import gc
import os
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from bareme.cli import options as shared

if TYPE_CHECKING:
    from datetime import date

    from bareme.engines.rating import BulkRating
    from bareme.findings import Finding
    from bareme.journal import Line
    from bareme.rulebooks.base import Rulebook

PARQUET = "parquet"


def rate(options: argparse.Namespace, rulebook: Rulebook) -> int:
    """Read, replay, rank, write."""
    from bareme.cli.output import list_format, output, write_as
    from bareme.cli.screen import complain, say_counts, say_summary
    from bareme.engines.cells import is_frame_file
    from bareme.findings import Refused, worst
    from bareme.readers.reading import Reading
    from bareme.writers.files import replacing_by_name

    since = shared.day(options.since)
    chosen = PARQUET if options.out and is_frame_file(options.out) else list_format(options)
    if options.records:
        raise Refused("reference-only", value="--records")
    if options.journal and not is_frame_file(options.journal):
        raise Refused("journal-in-parquet", value=options.journal)
    rating = _run(options, rulebook, since, journal=options.journal, checkpoints=options.checkpoints, every=options.every)
    found, outcome = rating.found, rating.outcome
    if chosen == PARQUET:
        with replacing_by_name(options.out) as new:
            (rating.standings if options.top is None else rating.standings.head(options.top)).write_parquet(new)
    else:
        with output(options.out) as out:
            write_as(chosen, rating.top(options.top), outcome, found, options, out)
    if options.save:
        _save(rating, options.save)
    if chosen != "json":
        say_summary(Reading(files=tuple(rating.files)), options.lang)
        say_counts(outcome.counted, outcome.not_counted, options.lang)
        complain(found, options.lang)
    return 1 if worst(found) == "error" else 0


def explained(options: argparse.Namespace, rulebook: Rulebook) -> tuple[str, list[Line], Sequence[Finding]]:
    """The player meant, his journal, and what was found in the files."""
    rating = _run(options, rulebook, None)
    player = rating.key_of(options.player)
    return player, rating.lines(player), rating.found


def _run(options: argparse.Namespace, rulebook: Rulebook, since: date | None, **more: Any) -> BulkRating:
    from bareme.cli.screen import complain, progress

    _load_engine()
    from bareme.engines.bulk import bulk_rating

    with progress(shared.words("rating", "calcul")) as told:
        rating = bulk_rating(
            options.files,
            rulebook,
            on=shared.day(options.on),
            since=since,
            carried=options.carry,
            options=shared.reading_options(options),
            progress=told,
            **more,
        )
        try:
            rating.run()
        except BaseException:
            complain(rating.read_findings, options.lang)
            raise
    return rating


def _load_engine() -> None:
    """Import the engine and its libraries, which stay until the process ends: nobody need look for garbage among them, now or
    at the end. Matrices are not multiplied here, so no threads need be started for that. Measured: a sixth of a second.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.disable()
    try:
        import_module("bareme.engines.bulk")
        gc.freeze()
    finally:
        gc.enable()


def _save(rating: BulkRating, path: str) -> None:
    from bareme.engines.cells import is_frame_file
    from bareme.writers.files import replacing
    from bareme.writers.tables import write_state

    if is_frame_file(path):
        rating.save(path)
        return
    with replacing(path) as file:
        write_state(rating.carry(), file)
