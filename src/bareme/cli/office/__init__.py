"""`bareme office`: the rating office. Thin: every command calls one service function of `bareme.office`."""

from __future__ import annotations

import argparse
from typing import Any

from bareme.cli.options import add_language, words


def add(commands: Any) -> None:
    """The command's commands."""
    parser = commands.add_parser(
        "office",
        help=words(
            "the ledger: members, imports, corrections, lists", "le registre : membres, importations, corrections, listes"
        ),
        description=words(
            "The rating office: a ledger that never loses or rewrites a fact.",
            "Le bureau des classements : un registre qui ne perd et ne réécrit aucun fait.",
        ),
        epilog=words("Start with: bareme office init DIR", "Pour commencer : bareme office init DOSSIER"),
    )
    add_language(parser)

    def fill() -> None:
        from bareme.cli.office import audit, corrections, editions, exports, init, members, pools, runs, seasons, serve, users
        from bareme.cli.office import imports as imports_

        inner = parser.add_subparsers(title=words("commands", "commandes"), metavar=words("COMMAND", "COMMANDE"))
        for command in (init, pools, members, users, imports_, runs, corrections, seasons, editions, exports, audit, serve):
            command.add(inner)

    def show(options: argparse.Namespace) -> int:
        parser.print_help()
        return 2

    parser.fill_when_called(fill)
    parser.set_defaults(run=show)
