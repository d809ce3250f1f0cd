"""The entry of the engine `fast`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bareme.engines.cells import parts_of
from bareme.engines.games import UnfitError
from bareme.engines.job import Job
from bareme.engines.rating import BulkRating
from bareme.facts import Facts
from bareme.findings import Refused
from bareme.readers.gathering import Options
from bareme.rulebooks.base import Rulebook

if TYPE_CHECKING:
    from bareme.engines.checkpoints import Checkpoints


def rate_in_bulk(source: Any, rulebook: Rulebook, **options: Any) -> BulkRating:
    """Rate with compiled loops: see `bulk_rating` for the options.

    Errors: Refused, as `bareme.rate`; UnfitError where facts hold numbers that only the reference can count.
    """
    rating = bulk_rating(source, rulebook, **options)
    try:
        rating.run()
    except Refused as refused:
        errors = [finding for finding in rating.read_findings if finding.severity == "error"]
        if errors and refused.finding.code == "nothing-to-rate":  # nothing at all could be read: say why
            raise Refused(errors[0].code, errors[0].place, **errors[0].details) from None
        raise
    return rating


def bulk_rating(
    source: Any,
    rulebook: Rulebook,
    *,
    on: date | None = None,
    since: date | None = None,
    carried: Mapping[str, Any] | str | Path | None = None,
    options: Options | None = None,
    journal: str | Path | None = None,
    checkpoints: str | Path | None = None,
    every: int | None = None,
    lists: Sequence[date] = (),
    progress: Callable[[int, int], None] | None = None,
) -> BulkRating:
    """What is to be rated; `run` rates it. See `bareme.rate`.

    `journal`: a Parquet file for every movement. `checkpoints`: a folder of states kept every so many days, or at the end of
    each season; a later call with the same files and others that came since goes on from the last one it can. `lists`: more
    days whose standings are wanted.

    Errors: Refused `no-file-matches`, and those of a state that cannot be taken over.
    """
    sources = source if isinstance(source, Facts) else parts_of(source)
    job = Job(rulebook, sources, options or Options(), on, sorted({*lists, *([since] if since else [])}), progress=progress)
    if carried is not None:
        from bareme.engines.state import load_state, of_carried

        job.state = of_carried(carried, rulebook) if isinstance(carried, Mapping) else load_state(carried, rulebook)
    return BulkRating(job, since, journal, _checkpoints(job, checkpoints, every, whole=journal is not None))


def _checkpoints(job: Job, folder: str | Path | None, every: int | None, *, whole: bool) -> Checkpoints | None:
    """The checkpoints asked for; the job goes on from one, if it can and the `whole` replay is not wanted for its journal."""
    if folder is None or isinstance(job.sources, Facts) or job.state is not None:
        return None
    if not all(isinstance(part, (str, Path)) for part in job.sources):
        return None
    from bareme.engines.checkpoints import Checkpoints

    kept = Checkpoints(Path(folder), every)
    until = min([job.on or date.max, *job.lists])
    state = kept.last_before(job.rulebook, job.sources, job.options, until)  # it learns on the way what the files hold
    job.state = None if whole else state
    job.resumed = job.state is not None
    return kept


__all__ = ["UnfitError", "bulk_rating", "rate_in_bulk"]
