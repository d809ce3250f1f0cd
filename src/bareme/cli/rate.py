"""`bareme rate`: from files to a ranked list."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bareme.cli import options as shared
from bareme.cli.options import words

if TYPE_CHECKING:
    from datetime import date

    from bareme.facts import Facts
    from bareme.replay import Outcome
    from bareme.rulebooks.base import Rulebook


def add(commands: Any) -> None:
    """The command's options."""
    parser = commands.add_parser(
        "rate", help=words("rate results and print the ranked list", "classe des résultats et montre la liste")
    )
    shared.add_files(parser, "*")
    shared.add_rulebook(parser)
    shared.add_language(parser)
    parser.add_argument(
        "--on",
        metavar="DATE",
        help=words(
            "stop the clock at the end of this day (default: the last fact's, or its list's)",
            "arrête l'horloge à la fin de ce jour (d'ordinaire : celui du dernier fait, ou de sa liste)",
        ),
    )
    parser.add_argument(
        "--since",
        metavar="DATE",
        help=words(
            "also show previous rank and change against the list of this day",
            "montre aussi le rang et l'écart par rapport à la liste de ce jour",
        ),
    )
    parser.add_argument(
        "--out",
        metavar=words("FILE", "FICHIER"),
        help=words(
            "write the list to FILE (.csv, .json, .parquet) instead of the screen",
            "écrit la liste dans FICHIER (.csv, .json, .parquet) et non à l'écran",
        ),
    )
    parser.add_argument(
        "--journal",
        metavar=words("FILE", "FICHIER"),
        help=words(
            "write every movement to FILE (.csv, .jsonl or .parquet)",
            "écrit chaque mouvement dans FICHIER (.csv, .jsonl ou .parquet)",
        ),
    )
    parser.add_argument(
        "--format",
        choices=("table", "csv", "csv-fr", "json"),
        help=words("default: table, or what --out's ending says", "d'ordinaire : table, ou ce que dit la terminaison de --out"),
    )
    parser.add_argument(
        "--records",
        action="store_true",
        help=words(
            "after the list, the pool's records over its monthly lists",
            "après la liste, les records au fil des listes mensuelles",
        ),
    )
    parser.add_argument(
        "--mark",
        action="append",
        type=shared.number,
        default=[],
        metavar="N",
        help=words("with --records: who passed N", "avec --records : qui a dépassé N"),
    )
    parser.add_argument(
        "--save",
        metavar=words("FILE", "FICHIER"),
        help=words(
            "save the state (.json, .parquet), so that a later file can be rated from here",
            "enregistre l'état (.json, .parquet), pour classer plus tard la suite",
        ),
    )
    shared.add_carry(parser)
    parser.add_argument(
        "--top",
        type=shared.whole(1, 10_000_000),
        metavar="N",
        help=words("print only the first N of the list", "ne montre que les N premiers"),
    )
    shared.add_engine(parser, "spark")
    parser.add_argument(
        "--spark",
        metavar="sc://HOST:PORT",
        help=words(
            "engine spark: the cluster (default: SPARK_REMOTE); files are named as it knows them",
            "moteur spark : le cluster (d'ordinaire : SPARK_REMOTE) ; les fichiers ont les noms qu'il connaît",
        ),
    )
    parser.add_argument(
        "--checkpoints",
        metavar=words("DIR", "DOSSIER"),
        help=words(
            "engine fast: keep states in DIR; a late result replays from the last one before it",
            "moteur fast : garde des états dans DOSSIER ; un résultat tardif reprend au dernier qui le précède",
        ),
    )
    parser.add_argument(
        "--every",
        type=shared.whole(1, 100_000),
        metavar="N",
        help=words(
            "with --checkpoints: a state every N days (default: at the end of each season)",
            "avec --checkpoints : un état tous les N jours (d'ordinaire : à la fin de chaque saison)",
        ),
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Read, replay, rank, write."""
    from bareme.cli.output import list_format, output, write_as
    from bareme.cli.screen import complain, progress, say_counts, say_summary
    from bareme.findings import worst
    from bareme.lists import ranked
    from bareme.replay import people_of, replay

    rulebook = shared.rulebook(options)
    shared.outputs_apart(options.files, options.out, options.journal, options.save)
    engine = _engine(options, rulebook)
    if engine == "spark":
        from bareme.cli.spark import rate as rate_on_spark

        return rate_on_spark(options, rulebook)
    if engine == "fast":
        from bareme.cli.bulk import rate

        return rate(options, rulebook)
    on, since = shared.day(options.on), shared.day(options.since)
    chosen = list_format(options)
    carried = shared.carried(options)
    reading = shared.read(options, people_of(carried))
    try:
        with _journal(options.journal, rulebook) as record, progress(words("rating", "calcul")) as told:
            outcome = replay(
                rulebook,
                reading.facts,
                on=on,
                record=record,
                carried=carried,
                also_on=_also(rulebook, reading.facts, since, on, options.records),
                progress=told,
            )
    except BaseException:
        complain(reading.findings, options.lang)
        raise
    findings = [*reading.findings, *outcome.findings]
    rows = ranked(outcome.standings, outcome.earlier.get(since) if since else None)
    if options.top is not None:
        rows = rows[: options.top]
    with output(options.out) as out:
        write_as(chosen, rows, outcome, findings, options, out)
    if options.records:
        _records(outcome, reading.facts, options)
    if options.save:
        _save(outcome, options.save)
    if chosen != "json":
        say_summary(reading, options.lang)
        say_counts(outcome.counted, outcome.not_counted, options.lang)
        complain(findings, options.lang)
    return 1 if worst(findings) == "error" else 0


def _engine(options: argparse.Namespace, rulebook: Rulebook) -> str:
    """Some outputs only one of the engines writes."""
    from bareme.engines.cells import is_frame_file

    files = (options.out, options.journal, options.save, options.carry)
    wants_fast = any(file and is_frame_file(file) for file in files) or options.checkpoints is not None
    text_journal = options.journal is not None and not is_frame_file(options.journal)
    return shared.engine(options, rulebook.name, wants_fast=wants_fast, wants_reference=options.records or text_journal)


@contextmanager
def _journal(path: str | None, rulebook: Rulebook) -> Iterator[Any]:
    if path is None:
        yield None
        return
    from bareme.writers.files import replacing
    from bareme.writers.tables import journal_writer

    with replacing(path) as file:
        yield journal_writer(file, rulebook.house_rules, as_json=Path(path).suffix.lower() in (".json", ".jsonl"))


def _also(rulebook: Rulebook, facts: Facts, since: date | None, on: date | None, records: bool) -> list[date]:
    from bareme.lists import monthly
    from bareme.replay import lawful_order

    days = [since] if since else []
    if records:
        ordered = lawful_order(facts)
        if ordered:
            days.extend(monthly(ordered[0].date, on or ordered[-1].date))
    return days


def _records(outcome: Outcome, facts: Facts, options: argparse.Namespace) -> None:
    from bareme.cli.listing import show_records
    from bareme.lists import ranked, records

    lists = {day: ranked(standings) for day, standings in outcome.earlier.items()}
    lists[outcome.on] = ranked(outcome.standings)
    show_records(records(lists, outcome.book.people, options.mark), len(lists), options.lang)


def _save(outcome: Outcome, path: str) -> None:
    from bareme.replay import carry
    from bareme.writers.files import replacing
    from bareme.writers.tables import write_state

    with replacing(path) as file:
        write_state(carry(outcome), file)
