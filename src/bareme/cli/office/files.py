"""`bareme office file`: the files as they came."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from bareme.cli.office.entry import add_command, say
from bareme.cli.options import words


def add(commands: Any) -> None:
    """The commands' options."""
    which = words(
        "its number: 12 for what findings call 12/results.csv", "son numéro : 12 pour ce que les constats nomment 12/results.csv"
    )
    help_ = words("imported files: list them, get one back, erase one", "fichiers importés : liste, restitution, effacement")
    file = commands.add_parser("file", help=help_)
    inner = file.add_subparsers(title=words("commands", "commandes"), metavar=words("COMMAND", "COMMANDE"), required=True)
    listed = add_command(inner, "list", words("the files that were imported", "les fichiers importés"), list_)
    listed.add_argument("--pool", metavar=words("POOL", "CLASSEMENT"))
    get = add_command(
        inner, "get", words("a file as it came, byte for byte", "un fichier tel qu'il est arrivé, octet pour octet"), get_
    )
    get.add_argument("number", type=int, metavar=words("NUMBER", "NUMÉRO"), help=which)
    get.add_argument(
        "--out", metavar=words("FILE", "FICHIER"), help=words("default: the standard output", "par défaut : la sortie standard")
    )
    erase = add_command(
        inner,
        "erase",
        words(
            "erase a file's bytes, for the personal data in it; what was read from it stays",
            "efface le contenu d'un fichier, pour les données personnelles qu'il contient ; ce qu'on y a lu demeure",
        ),
        erase_,
    )
    erase.add_argument("number", type=int, metavar=words("NUMBER", "NUMÉRO"), help=which)
    erase.add_argument("--reason", required=True, metavar=words("REASON", "MOTIF"))


def list_(options: argparse.Namespace, user: Any) -> int:
    """All of them, or those of one pool."""
    from bareme.cli.screen import show_table
    from bareme.office.imports.service import files_of
    from bareme.office.pools.service import pool_of

    fr = options.lang == "fr"
    headings = [
        ("nᵒ" if fr else "no.", True),
        ("fichier" if fr else "file", False),
        ("classement" if fr else "pool", False),
        ("acte" if fr else "act", True),
        ("lignes" if fr else "rows", True),
        ("genre" if fr else "kind", False),
        ("octets" if fr else "bytes", True),
        ("SHA-256", False),
    ]
    files = files_of(user, pool_of(options.pool) if options.pool else None)
    rows = [
        (
            *(str(file.pk), file.name, file.imported.pool.slug, str(file.imported.act_id), str(file.rows_read), file.kind),
            *(str(file.size), file.sha256[:16]),
        )
        for file in files
    ]
    show_table(headings, rows)
    return 0


def get_(options: argparse.Namespace, user: Any) -> int:
    """Its bytes."""
    from pathlib import Path

    from bareme.office.exports.files import outgoing, replaced
    from bareme.office.imports.service import file_bytes, file_of

    data = file_bytes(user, file_of(options.number))
    if options.out is None:
        sys.stdout.buffer.write(data)
        return 0
    with replaced(outgoing(Path(options.out)), 0o600) as out:
        out.write(data)
    return 0


def erase_(options: argparse.Namespace, user: Any) -> int:
    """Erase its bytes."""
    from bareme.office.imports.service import erase_file, file_of

    file = file_of(options.number)
    erase_file(user, file, options.reason)
    say(options, "The bytes of {file} are erased.", "Le contenu de {file} est effacé.", file=file.place)
    return 0
