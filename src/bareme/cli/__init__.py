"""The command line; thin. Heavy imports belong inside the commands, so that --help is immediate."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from bareme.cli import calculators, check, explain, finish, lab, office, rate, rulebooks
from bareme.cli.options import add_language, speak, words
from bareme.cli.parser import Parser

COMMANDS = (rate, explain, check, calculators, finish, rulebooks, lab, office)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Exit codes: 0 done, 1 findings of severity error, 2 unusable input or options."""
    arguments = sys.argv[1:] if arguments is None else arguments
    speak(arguments)
    parser = Parser(
        prog="bareme",
        description=words(
            "Barème: the rating office of a mind-sport federation. Rates, explains, checks.",
            "Barème : le bureau des classements d'une fédération de jeux de l'esprit. Il classe, explique, vérifie.",
        ),
        epilog=words(
            "Start with: bareme rulebooks; bareme rate FILE --rulebook ffbg; bareme explain FILE --rulebook ffbg --player P",
            "Pour commencer : bareme rulebooks ; bareme rate FICHIER --rulebook ffbg ; "
            "bareme explain FICHIER --rulebook ffbg --player P",
        ),
    )
    parser.add_argument(
        "--version", action="store_true", help=words("print the version and leave", "montre la version et s'arrête")
    )
    add_language(parser)
    commands = parser.add_subparsers(title=words("commands", "commandes"), metavar=words("COMMAND", "COMMANDE"))
    for command in COMMANDS:
        command.add(commands)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a screen that cannot show √ shows ? instead of ending the command
            stream.reconfigure(errors="replace")
    options = parser.parse_args(arguments)
    if options.version:
        from bareme import __version__

        print(f"bareme {__version__}")
        return 0
    if not hasattr(options, "run"):
        parser.print_help()
        return 2
    return _guarded(options)


def _guarded(options: argparse.Namespace) -> int:
    from bareme.cli.screen import complain
    from bareme.findings import Refused

    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except Refused as refusal:
        complain([refusal.finding], options.lang)
        return 2
    except BrokenPipeError:  # the reader of our output has gone (head, less): not an error of ours
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return code
