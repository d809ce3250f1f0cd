"""`bareme office rate`, `verify`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from bareme.cli import options as shared
from bareme.cli.office.entry import add_command, say
from bareme.cli.options import words

if TYPE_CHECKING:
    from bareme.office.runs.replaying import Told

PHASES = {
    "files": ("reading the files", "lecture des fichiers"),
    "match": ("recognising people and events", "reconnaissance des joueurs et des épreuves"),
    "rows": ("entering the rows", "saisie des lignes"),
    "read": ("reading the facts", "lecture des faits"),
    "replay": ("replaying", "calcul"),
    "write": ("writing the journal", "écriture du journal"),
    "verify": ("verifying", "vérification"),
    "export": ("exporting", "export"),
    "backup": ("copying", "copie"),
    "restore": ("restoring", "restauration"),
}


def add(commands: Any) -> None:
    """The commands' options."""
    rate = add_command(
        commands,
        "rate",
        words("replay a pool: standings, journal, receipt", "calcule un classement : liste, journal, reçu"),
        rate_,
    )
    rate.add_argument("--pool", required=True, metavar=words("POOL", "CLASSEMENT"))
    rate.add_argument(
        "--on",
        metavar="DATE",
        help=words("up to the end of this day (default: today)", "jusqu'à la fin de ce jour (d'ordinaire : aujourd'hui)"),
    )
    rate.add_argument(
        "--top",
        type=int,
        default=10,
        metavar="N",
        help=words("show the first N of the list (10)", "montre les N premiers de la liste (10)"),
    )
    rate.add_argument(
        "--from-zero",
        action="store_true",
        help=words("from the first fact, whatever checkpoints there are", "depuis le premier fait, malgré les points de reprise"),
    )
    add_wait(rate)
    verify = add_command(
        commands,
        "verify",
        words(
            "check the whole office: audit trail, editions, and a replay from zero",
            "vérifie tout le bureau : trace, éditions, et un calcul depuis le début",
        ),
        verify_,
    )
    verify.add_argument(
        "--pool",
        action="append",
        default=[],
        metavar=words("POOL", "CLASSEMENT"),
        help=words("only this pool is replayed; may be repeated", "seul ce classement est recalculé ; répétable"),
    )
    verify.add_argument(
        "--every-run",
        action="store_true",
        help=words("replay every run there was, not only the last", "recalcule chaque calcul passé, et pas seulement le dernier"),
    )


def add_wait(parser: argparse.ArgumentParser) -> None:
    """--wait."""
    parser.add_argument(
        "--wait",
        type=float,
        default=60.0,
        metavar="SECONDS",
        help=words("how long to wait for a run that is going on (60)", "combien de secondes attendre un calcul en cours (60)"),
    )


@contextmanager
def phases() -> Iterator[Told | None]:
    """Progress on the error stream, one bar for each phase; only in a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        tasks: dict[str, Any] = {}

        def told(phase: str, done: int, total: int) -> None:
            if phase not in tasks:
                tasks[phase] = bar.add_task(words(*PHASES[phase]), total=None)
            bar.update(tasks[phase], completed=done, total=total or None)

        yield told


def rate_(options: argparse.Namespace, user: Any) -> int:
    """Run, say the receipt, show the top of the list."""
    from bareme.cli.office.lists import show_rows
    from bareme.cli.screen import complain, say_counts
    from bareme.office.pools.service import pool_of
    from bareme.office.runs.fold import finding_of
    from bareme.office.runs.service import make_run

    pool = pool_of(options.pool)
    with phases() as told:
        made = make_run(user, pool, shared.day(options.on), wait=options.wait, told=told, from_zero=options.from_zero)
    run = made.run
    if made.new:
        say(
            options,
            "Run {run}: {pool} up to {on}, {facts} facts, journal of {lines} lines ({written} new, from {since}).",
            "Calcul {run} : {pool} au {on}, {facts} faits, journal de {lines} lignes ({written} nouvelles, depuis {since}).",
            run=run.pk,
            pool=pool.slug,
            on=run.on,
            facts=run.facts,
            lines=run.lines,
            written=run.lines - run.kept_lines,
            since=run.since or words("the first fact", "le premier fait"),
        )
    else:
        say(options, "Nothing changed since run {run}.", "Rien n'a changé depuis le calcul {run}.", run=run.pk)
    say_counts(run.counted, run.not_counted, options.lang)
    complain([finding_of(content) for content in run.findings], options.lang)
    if options.top:
        show_rows(made.replayed.rows[: options.top], made.replayed.basis.rulebook, options.lang)
    return 0


def verify_(options: argparse.Namespace, user: Any) -> int:
    """0 all is well, 1 something is not as it was recorded."""
    from bareme.cli.screen import complain
    from bareme.findings import worst
    from bareme.office.config import find
    from bareme.office.pools.service import pool_of
    from bareme.office.verify import verify

    pools = [pool_of(slug) for slug in options.pool]
    with phases() as told:
        found = verify(user, pools, every_run=options.every_run, told=told, folder=find(options.dir))
    complain(found, options.lang, limit=None)
    if worst(found) == "error":
        say(options, "{n} faults.", "{n} défauts.", n=len(found))
        return 1
    say(
        options,
        "All is as it was recorded, and a replay from zero gives the same bits.",
        "Tout est tel qu'enregistré, et un calcul depuis le début donne les mêmes bits.",
    )
    return 0
