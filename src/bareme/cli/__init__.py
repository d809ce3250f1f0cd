"""The command line; thin. Heavy imports belong inside the commands, so that --help is immediate."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from bareme.cli import calculators, check, explain, finish, lab, office, rate, rulebooks
from bareme.cli.options import add_language, language, speak, words
from bareme.cli.parser import Parser
from bareme.cli.stopping import stoppable, stopped

COMMANDS = (rate, explain, check, calculators, finish, rulebooks, lab, office)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Exit codes: 0 done, 1 findings of severity error, 2 unusable input or options, 128 and the
    signal's number where it was told to stop.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    _all_streams()
    try:
        return _stoppable(arguments)
    except BrokenPipeError:  # the reader of our output has gone (head, less): not an error of ours
        _give_up(sys.stdout)
        return 0
    except OSError as error:
        if error.filename is not None:
            raise
        return _unwritable(error)


def _stoppable(arguments: Sequence[str]) -> int:
    try:
        with stoppable():
            return _run(arguments)
    except KeyboardInterrupt as interrupt:
        _give_up(sys.stdout)  # a part of an answer is none
        return stopped(interrupt)


def _run(arguments: Sequence[str]) -> int:
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
    options = parser.parse_args(arguments)
    if options.version:
        from bareme import __version__

        print(f"bareme {__version__}")
        return 0
    if not hasattr(options, "run"):
        parser.print_help()
        return 2
    if getattr(options, "json", False) or getattr(options, "format", None) in ("json", "csv", "csv-fr"):
        _for_machines(sys.stdout)
    return _guarded(options)


def _guarded(options: argparse.Namespace) -> int:
    from bareme.cli.screen import complain
    from bareme.findings import Refused

    try:
        code: int = options.run(options)
    except Refused as refusal:
        complain([refusal.finding], options.lang)
        code = 2
    sys.stdout.flush()
    return code


def _all_streams() -> None:
    """What a caller has closed is an empty device; a screen that cannot show √ shows ? instead of ending the command."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  # until the process ends
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _for_machines(stream: TextIO) -> None:
    """CSV and JSON are UTF-8, as in files, whatever the screen shows: no letter of a name is lost."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _unwritable(error: OSError) -> int:
    """Our own output cannot be written, as on a full disk: said where it still can be."""
    from bareme.cli.screen import complain
    from bareme.findings import Finding, in_words

    _give_up(sys.stdout)
    told = {"en": "the output", "fr": "la sortie"}
    try:
        complain([Finding("cannot-write", details={"file": told, "why": in_words(error)})], language())
        sys.stderr.flush()
    except OSError:
        _give_up(sys.stderr)
    return 2


def _give_up(stream: TextIO) -> None:
    """What is still to be written goes nowhere; else Python would try again at its end, and complain."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):  # it is no file
        return
