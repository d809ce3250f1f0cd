"""`bareme office import`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from bareme.cli import options as shared
from bareme.cli.office import files
from bareme.cli.office.entry import add_command, say
from bareme.cli.options import words

if TYPE_CHECKING:
    from bareme.office.imports.service import Options, Result

SHOWN = 40  # new members, and players who move


def add(commands: Any) -> None:
    """The command's options."""
    parser = add_command(
        commands,
        "import",
        words(
            "bring files into a pool: read, match people, check, record",
            "fait entrer des fichiers dans un classement : lus, reconnus, vérifiés, enregistrés",
        ),
        run,
        epilog=words(
            "Look first: --dry-run shows who is matched, what is new and what moves, and records nothing.",
            "Regardez d'abord : --dry-run montre qui est reconnu, ce qui est nouveau et ce qui bouge, et n'enregistre rien.",
        ),
    )
    shared.add_files(parser)
    parser.add_argument("--pool", required=True, metavar=words("POOL", "CLASSEMENT"))
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help=words(
            "show what would be recorded and who would move; record nothing",
            "montre ce qui serait enregistré et qui bougerait ; n'enregistre rien",
        ),
    )
    parser.add_argument(
        "--match",
        action="append",
        default=[],
        metavar=words("PERSON=MEMBER", "PERSONNE=MEMBRE"),
        help=words(
            "who somebody of the file is: his name there = a member's code, or new; *=new: whoever is only alike is new",
            "qui est quelqu'un du fichier : son nom = le code d'un membre, ou new ; *=new : qui ressemble seulement est nouveau",
        ),
    )
    parser.add_argument(
        "--both",
        action="store_true",
        help=words(
            "what looks like a game told otherwise is another game: both count",
            "ce qui semble une même partie dite autrement en est une autre : les deux comptent",
        ),
    )
    parser.add_argument(
        "--despite-errors",
        action="store_true",
        help=words(
            "record the good rows though others were refused", "enregistre les bonnes lignes même si d'autres sont refusées"
        ),
    )
    parser.add_argument(
        "--reason",
        metavar=words("TEXT", "TEXTE"),
        default="",
        help=words("kept in the audit trail", "gardé dans la piste d'audit"),
    )
    parser.add_argument(
        "--kind",
        help=words(
            "results, placements, adjustments, players, trf, rating-list (default: found out)",
            "results, placements, adjustments, players, trf, rating-list (d'ordinaire : reconnu)",
        ),
    )
    files.add(commands)


def run(options: argparse.Namespace, user: Any) -> int:
    """0 recorded or nothing new, 1 something must be decided or corrected first, 2 nothing usable."""
    from bareme.cli.office.runs import phases
    from bareme.cli.screen import complain, say_summary
    from bareme.office.imports.service import deliver, import_files
    from bareme.office.pools.service import pool_of
    from bareme.readers.text import LIMIT, fetch

    pool = pool_of(options.pool)
    chosen = _chosen(options)
    deliveries = deliver([(path, fetch(path, LIMIT)) for path in options.files])
    with phases() as told:
        result = import_files(user, pool, deliveries, chosen, reason=options.reason, preview=options.dry_run, told=told)
    say_summary(result.plan.reading, options.lang)
    complain(result.findings, options.lang, limit=None)
    _say_people(options, result)
    if result.stopped:
        say(options, "Nothing was recorded: see the errors above.", "Rien n'a été enregistré : voyez les erreurs ci-dessus.")
        return 1 if result.plan.reading.facts else 2
    _say_counts(options, result)
    if options.dry_run and result.effect is not None:
        _say_effect(options, result)
        say(options, "Nothing was recorded (--dry-run).", "Rien n'a été enregistré (--dry-run).")
    elif result.act is not None:
        say(options, "Recorded as act {act}.", "Enregistré : acte {act}.", act=result.act.pk)
    else:
        say(options, "Nothing was recorded.", "Rien n'a été enregistré.")
    return 0


def _chosen(options: argparse.Namespace) -> Options:
    from bareme.office.imports.service import Options

    columns = shared.overrides([pair for pair in options.columns.split(",") if pair])
    match = {}
    for pair in options.match:
        name, equals, value = pair.rpartition("=")
        if not equals:
            shared.overrides([pair])  # refuses it
        match[name.strip()] = value.strip()
    delimiter = "\t" if options.delimiter in ("tab", "\\t") else options.delimiter
    return Options(
        columns,
        options.encoding,
        delimiter,
        options.kind,
        shared.day(options.date),
        match,
        options.both,
        options.despite_errors,
    )


def _say_people(options: argparse.Namespace, result: Result) -> None:
    from collections import Counter

    how = Counter(match.how for match in result.plan.people.values())
    say(
        options,
        "{all} people: {known} known by number, {named} by name, {decided} as decided, {new} new, {open} to be decided.",
        "{all} personnes : {known} reconnues par leur numéro, {named} par leur nom, {decided} par décision, {new} nouvelles, "
        "{open} à décider.",
        all=how.total(),
        known=how["number"],
        named=how["name"],
        decided=how["decided"],
        new=how["new"],
        open=how["open"],
    )
    if options.dry_run:
        for match in result.plan.newcomers[:SHOWN]:
            say(options, "  new: {name}", "  nouveau : {name}", name=match.person.full_name)


def _say_counts(options: argparse.Namespace, result: Result) -> None:
    counts = ", ".join(f"{count} {_COUNTED[name][options.lang == 'fr']}" for name, count in result.counts.items())
    if counts:
        say(options, "New: {counts}.", "Nouveau : {counts}.", counts=counts)


_COUNTED = {
    "members": ("members", "membres"),
    "numbers": ("numbers", "numéros"),
    "spellings": ("spellings of names", "graphies de noms"),
    "affiliations": ("affiliations", "affiliations"),
    "listings": ("listings", "mentions de liste"),
    "events": ("events", "épreuves"),
    "event_details": ("event details", "précisions d'épreuve"),
    "games": ("games", "parties"),
    "byes": ("byes", "exemptions"),
    "placements": ("placements", "places"),
    "adjustments": ("adjustments", "décisions"),
}


def _say_effect(options: argparse.Namespace, result: Result) -> None:
    """Who would move."""
    from bareme.cli.office.lists import show_effect
    from bareme.office.pools.service import rules_of
    from bareme.rulebooks.speech import Speech

    if result.effect is None:
        return
    day = Speech(options.lang).day(result.effect.on)
    title = words(f"Effect on the ranking, {day}", f"Effet sur le classement, {day}")
    show_effect(result.effect, rules_of(result.plan.pool), options.lang, title, result.names)
