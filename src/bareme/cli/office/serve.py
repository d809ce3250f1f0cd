"""`bareme office serve`: the pages."""

from __future__ import annotations

import argparse
from typing import Any

from bareme.cli.office.entry import say
from bareme.cli.options import add_language, words


def add(commands: Any) -> None:
    """The command's options."""
    parser = commands.add_parser(
        "serve",
        help=words("open the pages: lists, players, events, the desk", "ouvre les pages : listes, joueurs, épreuves, bureau"),
    )
    parser.add_argument(
        "folder",
        nargs="?",
        metavar=words("DIR", "DOSSIER"),
        help=words(
            "the office's folder (default: BAREME_OFFICE, else the current one)",
            "dossier du bureau (d'ordinaire : BAREME_OFFICE, sinon le dossier courant)",
        ),
    )
    parser.add_argument(
        "--port", type=int, default=8000, metavar="N", help=words("port to listen on (8000)", "port d'écoute (8000)")
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar=words("ADDRESS", "ADRESSE"),
        help=words("address to listen on (127.0.0.1: this machine alone)", "adresse d'écoute (127.0.0.1 : cette machine seule)"),
    )
    add_language(parser)
    parser.set_defaults(run=serve)


def serve(options: argparse.Namespace) -> int:
    """Make the pages' own tables where they are missing, say the address, serve."""
    from bareme.findings import Refused

    try:
        from bareme.portal import open_portal
        from bareme.portal.server import check_free, serve
    except ImportError:
        raise Refused("office-extra-missing") from None
    check_free(options.host, options.port)
    open_portal(options.folder)
    from bareme.office.setup import check_schema
    from bareme.portal.setup import prepare

    check_schema()
    prepare()
    address = f"http://{options.host}:{options.port}/"
    say(
        options, "The pages are at {address} (Ctrl+C ends).", "Les pages sont à {address} (Ctrl+C pour arrêter).", address=address
    )
    serve(options.host, options.port)
    return 0
