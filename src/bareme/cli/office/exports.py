"""`bareme office export`, `export-all`, `backup`, `restore`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from bareme.cli import options as shared
from bareme.cli.office.entry import add_command, say
from bareme.cli.office.runs import phases
from bareme.cli.options import add_language, words
from bareme.office.exports.wanted import WHAT


def add(commands: Any) -> None:
    """The commands' options."""
    export = add_command(
        commands,
        "export",
        words(
            "lists, journal, history or facts of a pool as a file",
            "listes, journal, historique ou faits d'un classement, en fichier",
        ),
        export_,
    )
    export.add_argument("what", choices=WHAT)
    export.add_argument("--pool", required=True, metavar=words("POOL", "CLASSEMENT"))
    export.add_argument(
        "--out",
        required=True,
        metavar=words("FILE", "FICHIER"),
        help=words("ending in .csv, .xlsx or .json", "finissant par .csv, .xlsx ou .json"),
    )
    export.add_argument("--date", metavar="DATE", help=words("of an edition: its day", "d'une édition : son jour"))
    export.add_argument("--edition", type=int, metavar="N", help=words("default: the last one", "d'ordinaire : la dernière"))
    export.add_argument(
        "--run",
        type=int,
        dest="number",
        metavar="N",
        help=words(
            "whose journal (default: the live list's)", "de quel calcul le journal (d'ordinaire : celui de la liste courante)"
        ),
    )
    export.add_argument(
        "--profile",
        choices=("machine", "spreadsheet"),
        default="machine",
        help=words("spreadsheet: as one in French opens it", "spreadsheet : comme un tableur français l'ouvre"),
    )
    for name, text, run in (
        (
            "export-all",
            words("the whole office as one file, to fill an empty one", "tout le bureau en un fichier, pour en remplir un vide"),
            all_,
        ),
        ("backup", words("a backup, checked", "une sauvegarde, vérifiée"), backup_),
    ):
        parser = add_command(commands, name, text, run, of_any_version=name == "backup")  # before an upgrade
        parser.add_argument("file", metavar=words("FILE", "FICHIER"))
    restore = commands.add_parser(
        "restore",
        help=words("make a new office from a backup or an export", "fait un nouveau bureau d'une sauvegarde ou d'un export"),
    )
    restore.add_argument("file", metavar=words("FILE", "FICHIER"))
    restore.add_argument("folder", metavar=words("DIR", "DOSSIER"))
    add_language(restore)
    restore.set_defaults(run=restore_)


def export_(options: argparse.Namespace, user: Any) -> int:
    """One file."""
    from bareme.office.exports.service import export
    from bareme.office.exports.wanted import Wanted
    from bareme.office.pools.service import pool_of

    path = Path(options.out)
    ending = path.suffix.lower().removeprefix(".")
    day = shared.day(options.date)
    wanted = Wanted(options.what, ending, options.profile, day, options.edition, options.number)
    export(user, pool_of(options.pool), wanted, path)
    say(options, "Written: {file}.", "Écrit : {file}.", file=path)
    return 0


def all_(options: argparse.Namespace, user: Any) -> int:
    """The whole office."""
    from bareme.office.exports.copies import export_all

    with phases() as told:
        content = export_all(user, Path(options.file), told)
    _say_copy(options, content)
    return 0


def backup_(options: argparse.Namespace, user: Any) -> int:
    """A checked copy."""
    from bareme.office.config import load
    from bareme.office.exports.copies import back_up

    with phases() as told:
        content = back_up(user, Path(options.file), load(options.dir), told)
    _say_copy(options, content)
    return 0


def _say_copy(options: argparse.Namespace, content: str) -> None:
    say(
        options,
        "Written and checked: {file} (content {content}). It holds personal data: keep it safe, and in another place.",
        "Écrit et vérifié : {file} (contenu {content}). Données personnelles : gardez-le en lieu sûr, et ailleurs.",
        file=options.file,
        content=content,
    )


def restore_(options: argparse.Namespace) -> int:
    """A new office, its live lists made again, everything verified."""
    from bareme.findings import Refused

    try:
        from bareme.office.exports.offices import restored
    except ImportError:
        raise Refused("office-extra-missing") from None
    from bareme.cli.screen import complain
    from bareme.findings import worst

    with phases() as told:
        found = restored(Path(options.file), Path(options.folder), told)
    say(options, "The office is ready in {folder}.", "Le bureau est prêt dans {folder}.", folder=options.folder)
    complain(found, options.lang, limit=None)
    return 1 if worst(found) == "error" else 0
