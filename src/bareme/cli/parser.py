"""The parser of the command line in the reader's language: argparse's own words, and its complaints."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from bareme.cli.options import language, words


class Parser(argparse.ArgumentParser):
    """An ArgumentParser whose headings, help option and errors are in the language of this run.

    The commands' parsers are of the same class, as argparse makes them after the first one.
    """

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **{"formatter_class": _Formatter, **more, "add_help": False})
        self._fill: Callable[[], None] | None = None
        self._positionals.title = "arguments"
        self._optionals.title = "options"
        self.add_argument("-h", "--help", action="help", help=words("show this help and leave", "montre cette aide et s'arrête"))

    def fill_when_called(self, fill: Callable[[], None]) -> None:
        """Have a command's own commands added when it is called: those of the office take longer to make than a list to print."""
        self._fill = fill

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse does it, all commands being there."""
        if self._fill:
            self._fill()
            self._fill = None
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """The usage and what is wrong with the line, in words; exit code 2."""
        from bareme.findings import visible

        self.print_usage(sys.stderr)
        told = message if language() == "en" else in_french(message)
        self.exit(2, f"{self.prog}{words(': error: ', ' : erreur : ')}{visible(told)}\n")


class _Formatter(argparse.HelpFormatter):
    def start_section(self, heading: str | None) -> None:
        super().start_section(f"{heading}{words('', ' ')}")  # argparse puts the colon behind it

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, words("usage: ", "usage : ") if prefix is None else prefix)


def in_french(message: str) -> str:
    """One of argparse's complaints in French; one that is not known here stays as it is."""
    for english, french in _COMPLAINTS:
        found = re.fullmatch(english, message, re.DOTALL)
        if found:
            return found.expand(french)
    return message


# As argparse words them; a type's own complaint behind the argument's name, the last one, is in French already.
_COMPLAINTS = (
    (r"the following arguments are required: (.*)", r"il manque : \1"),
    (r"one of the arguments (.*) is required", r"il faut l'un de : \1"),
    (r"unrecognized arguments: (.*)", r"inconnu ici : \1"),
    (r"ambiguous option: (.*) could match (.*)", r"\1 est ambigu, entre \2"),
    (r"argument (.*?): invalid choice: '(.*)' \(choose from (.*)\)", r"\1 : « \2 » n'est pas possible ; choisissez parmi \3"),
    (r"argument (.*?): expected one argument", r"\1 demande une valeur"),
    (r"argument (.*?): expected at least one argument", r"\1 demande au moins une valeur"),
    (r"argument (.*?): expected ([0-9]+) arguments", r"\1 demande \2 valeurs"),
    (r"argument (.*?): not allowed with argument (.*)", r"\1 ne va pas avec \2"),
    (r"argument (.*?): ignored explicit argument '(.*)'", r"\1 n'attend pas de valeur : « \2 »"),
    (r"argument (.*?): (.*)", r"\1 : \2"),
)
