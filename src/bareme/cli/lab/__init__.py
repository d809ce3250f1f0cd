"""`bareme lab`: should we change the rule? Thin: every command calls functions of `bareme.lab`."""

from __future__ import annotations

import argparse
from typing import Any

from bareme.cli.options import add_language, words


def add(commands: Any) -> None:
    """The command's commands."""
    parser = commands.add_parser(
        "lab",
        help=words("should we change the rule? on real results", "faut-il changer la règle ? sur de vrais résultats"),
        description=words(
            "The lab: how well a rulebook predicts, and what another one would change.",
            "Le labo : à quel point un règlement prédit, et ce qu'un autre changerait.",
        ),
        epilog=words(
            'Start with: bareme lab evaluate FILE --rulebook elo --against "elo k=32"',
            'Pour commencer : bareme lab evaluate FICHIER --rulebook elo --against "elo k=32"',
        ),
    )
    add_language(parser)

    def fill() -> None:
        from bareme.cli.lab import compare, evaluate, simulate, tune

        inner = parser.add_subparsers(title=words("commands", "commandes"), metavar=words("COMMAND", "COMMANDE"))
        for command in (evaluate, compare, tune, simulate):
            command.add(inner)

    def show(options: argparse.Namespace) -> int:
        parser.print_help()
        return 2

    parser.fill_when_called(fill)
    parser.set_defaults(run=show)
