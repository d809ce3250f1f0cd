"""What the office's commands share: which office, as whom, and how trouble with the database is told."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from bareme.cli.options import add_language, words

if TYPE_CHECKING:
    from bareme.office.users.models import User

Command = Callable[[argparse.Namespace, Any], int]


def add_command(
    commands: Any, name: str, help: str, run: Command, *, of_any_version: bool = False, **more: Any
) -> argparse.ArgumentParser:
    """One command of the office. `run` gets the options and the acting user, in an office that is open.

    `of_any_version`: the office may be of another version of Barème; then only what policy asks is known of the user.
    """
    parser: argparse.ArgumentParser = commands.add_parser(name, help=help, **more)
    parser.add_argument(
        "--dir",
        metavar=words("DIR", "DOSSIER"),
        help=words(
            "the office's folder (default: BAREME_OFFICE, else the current one)",
            "dossier du bureau (d'ordinaire : BAREME_OFFICE, sinon le dossier courant)",
        ),
    )
    parser.add_argument(
        "--as",
        dest="acting",
        metavar=words("USER", "NOM"),
        help=words(
            "who acts (default: BAREME_USER, else your name on this machine)",
            "qui agit (d'ordinaire : BAREME_USER, sinon votre nom sur cette machine)",
        ),
    )
    add_language(parser)
    parser.set_defaults(run=lambda options: _entered(run, options, of_any_version))
    return parser


def _entered(run: Command, options: argparse.Namespace, of_any_version: bool) -> int:
    from bareme.office import open_office

    open_office(options.dir)
    from bareme.findings import Refused
    from bareme.office.database import told
    from bareme.office.setup import check_schema
    from bareme.office.users.service import acting_user

    with told():
        check_schema(of_any_version=of_any_version)
        try:
            user: User = acting_user(options.acting, of_any_version=of_any_version)
            return run(options, user)
        except UnicodeEncodeError as error:  # bytes of the line that are no UTF-8: the database takes none of it
            raise Refused("hidden-characters", value=error.object) from None


def say(options: argparse.Namespace, en: str, fr: str, **values: Any) -> None:
    """One line to the user, in his language; values shown safely."""
    from bareme.findings import shown

    text = fr if options.lang == "fr" else en
    print(text.format_map({name: shown(value) for name, value in values.items()}))
