"""`bareme office`: the rating office. Thin: every command calls one service function of `bareme.office`."""

from __future__ import annotations

import argparse
from typing import Any

from bareme.cli.office import audit, init, members, pools, users
from bareme.cli.office import imports as imports_
from bareme.cli.options import add_language

COMMANDS = (init, pools, members, users, imports_, audit)


def add(commands: Any) -> None:
    """The command's commands."""
    parser = commands.add_parser(
        "office",
        help="the ledger: members, imports, corrections, lists",
        description="The rating office: a ledger that never loses or rewrites a fact.",
        epilog="Start with: bareme office init DIR",
    )
    add_language(parser)
    inner = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command in COMMANDS:
        command.add(inner)

    def show(options: argparse.Namespace) -> int:
        parser.print_help()
        return 2

    parser.set_defaults(run=show)
