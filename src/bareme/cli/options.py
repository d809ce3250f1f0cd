"""Options that several commands share, and what is made of them."""

from __future__ import annotations

import argparse
import glob
import itertools
import os
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from datetime import date
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bareme.facts import Player
    from bareme.readers.gathering import Options
    from bareme.readers.reading import Reading
    from bareme.rulebooks.base import Rulebook


_asked: ContextVar[str | None] = ContextVar("asked", default=None)


def speak(arguments: Sequence[str]) -> None:
    """Take the language from --lang, wherever it stands on the line: the texts of --help are made before it is parsed."""
    chosen = None
    for word, following in itertools.pairwise([*arguments, ""]):
        name = following if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and name in ("en", "fr"):
            chosen = name
    _asked.set(chosen)


def words(en: str, fr: str) -> str:
    """The text in the language of this run, at the place that says it."""
    return fr if language() == "fr" else en


def language() -> str:
    """The language of this run: what --lang says, else French where the locale says so, else English."""
    asked = _asked.get()
    if asked:
        return asked
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"


def add_language(parser: argparse.ArgumentParser) -> None:
    """--lang."""
    parser.add_argument(
        "--lang",
        choices=("en", "fr"),
        default=language(),
        help=words("language of the output (default: the locale's)", "langue des textes (d'ordinaire : celle du système)"),
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """--json."""
    parser.add_argument("--json", action="store_true", help=words("the answer as JSON", "la réponse en JSON"))


def add_format(parser: argparse.ArgumentParser) -> None:
    """--format, for the screen or for machines."""
    parser.add_argument(
        "--format", choices=("table", "csv", "json"), default="table", help=words("default: table", "d'ordinaire : table")
    )


def add_rulebook(parser: argparse.ArgumentParser) -> None:
    """--rulebook and --set."""
    parser.add_argument(
        "--rulebook",
        required=True,
        metavar=words("NAME[@DATE]", "NOM[@DATE]"),
        help=words(
            "elo, ffbg, fide, fisf; a house file .toml; @DATE pins the version of a day",
            "elo, ffbg, fide, fisf ; un fichier maison .toml ; @DATE impose la version d'un jour",
        ),
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="K=V",
        help=words("a house rule; may be repeated", "un réglage maison ; peut se répéter"),
    )


def add_carry(parser: argparse.ArgumentParser) -> None:
    """--carry."""
    parser.add_argument(
        "--carry",
        metavar=words("FILE", "FICHIER"),
        help=words("go on from a state saved by bareme rate --save", "reprend un état enregistré par bareme rate --save"),
    )


def add_files(parser: argparse.ArgumentParser, count: str = "+") -> None:
    """FILE... and how to read them."""
    parser.add_argument(
        "files",
        nargs=count,
        metavar=words("FILE", "FICHIER"),
        help=words(
            "results, placements, adjustments, players, TRF; - is standard input",
            "résultats, places, décisions, joueurs, TRF ; - est l'entrée standard",
        ),
    )
    parser.add_argument(
        "--columns",
        default="",
        metavar=words("OURS=THEIRS,...", "NÔTRE=LEUR,..."),
        help=words(
            "names of the file's columns, such as player_a=home_team", "noms des colonnes du fichier, comme player_a=domicile"
        ),
    )
    parser.add_argument(
        "--encoding",
        metavar=words("NAME", "NOM"),
        help=words("the files' encoding, when it is not found out by itself", "codage des fichiers, s'il n'est pas reconnu"),
    )
    parser.add_argument(
        "--delimiter",
        metavar=words("SIGN", "SIGNE"),
        help=words("the tables' separator: ; , | or tab", "séparateur des tableaux : ; , | ou tab"),
    )
    parser.add_argument(
        "--date",
        metavar=words("YYYY-MM-DD", "AAAA-MM-JJ"),
        help=words("the day of a tournament report that gives none", "jour d'un rapport de tournoi qui n'en donne pas"),
    )
    parser.add_argument(
        "--list",
        choices=("standard", "rapid", "blitz"),
        default="standard",
        help=words("which ratings of a FIDE rating list", "classements à lire dans une liste de la FIDE"),
    )


def rulebook(options: argparse.Namespace) -> Rulebook:
    """The rulebook asked for, under the house rules asked for."""
    from bareme.rulebooks.base import open_rulebook

    return open_rulebook(options.rulebook, overrides(options.set))


def overrides(pairs: list[str]) -> dict[str, str]:
    """K=V pairs as a mapping."""
    from bareme.rulebooks.parameters import settings

    return settings(pairs)


def carried(options: argparse.Namespace) -> Any:
    """The state saved by an earlier run, or None.

    Errors: Refused `carried-unreadable`, and `no-files` where there is neither a state nor a file.
    """
    from bareme.findings import Refused
    from bareme.writers.tables import read_state

    if options.carry is None and not options.files:
        raise Refused("no-files")
    return None if options.carry is None else read_state(options.carry)


def outputs_apart(files: Sequence[str], *outputs: str | None) -> None:
    """No output takes the place of a file that is read, or of another output.

    Errors: Refused `cannot-write`.
    """
    from bareme.findings import Refused

    read = {name for file in files for name in (file, *glob.glob(file, recursive=True))}  # noqa: PTH207  # as in reading
    taken = set(map(os.path.realpath, read))
    for output in filter(None, outputs):
        place = os.path.realpath(output)
        if os.path.exists(place) and not os.path.isfile(place):  # noqa: PTH110, PTH113  # Path's fail for a name too long
            continue  # a device, a pipe: nothing is replaced
        if place in taken:
            why = {"en": "this command reads or writes it already", "fr": "cette commande le lit ou l'écrit déjà"}
            raise Refused("cannot-write", file=output, why=why)
        taken.add(place)


def read(options: argparse.Namespace, known: Sequence[Player] = ()) -> Reading:
    """The files read, as the options say; `known` are people of earlier files."""
    from bareme.engines.cells import expanded, is_frame_file
    from bareme.readers import read as read_files

    how = reading_options(options)
    files = [file for part in options.files for file in expanded(part)]
    if any(map(is_frame_file, files)):
        from bareme.api import read_parts

        return read_parts(files, how, known)
    return read_files(
        files,
        columns=how.columns,
        encoding=how.encoding,
        delimiter=how.delimiter,
        date=how.date,
        pool=how.pool,
        known=known,
    )


def reading_options(options: argparse.Namespace) -> Options:
    """How the files are to be read."""
    from bareme.findings import Refused
    from bareme.readers.gathering import Options

    columns = {}
    for pair in filter(None, options.columns.split(",")):
        ours, equals, theirs = pair.partition("=")
        if not equals:
            raise Refused("bad-setting", value=pair)
        columns[ours.strip()] = theirs.strip()
    delimiter = "\t" if options.delimiter in ("tab", "\\t") else options.delimiter
    return Options(columns, options.encoding, delimiter, date=day(options.date), pool=options.list)


def add_engine(parser: argparse.ArgumentParser, *more: str) -> None:
    """--engine; `more` names those that this command knows besides."""
    parser.add_argument(
        "--engine",
        choices=("auto", "reference", "fast", *more),
        default="auto",
        help=words(
            "which engine replays; all give the same numbers (default: fast for many results)",
            "le moteur du calcul ; tous donnent les mêmes nombres (d'ordinaire : fast pour beaucoup de résultats)",
        ),
    )


def engine(options: argparse.Namespace, rulebook: str, *, wants_fast: bool = False, wants_reference: bool = False) -> str:
    """The engine that replays: `fast` or `reference`; `spark` where it is asked for.

    Errors: Refused `fast-extra-missing`, `no-bulk-engine`.
    """
    from bareme.engines.choosing import chosen

    asked: str = options.engine
    if asked == "auto" and wants_reference:
        return "reference"
    return chosen("fast" if asked == "auto" and wants_fast else asked, rulebook, options.files)


def day(text: str | None) -> date | None:
    """An option's date: YYYY-MM-DD or dd/mm/yyyy."""
    from bareme.findings import Refused
    from bareme.readers import values
    from bareme.readers.tally import Bad

    read = values.dates(())(text) if text else None
    if isinstance(read, Bad):
        raise Refused(read.code, value=text)
    return read


def whole(least: int, most: int) -> Callable[[str], int]:
    """For argparse: a whole number between two bounds."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdecimal() or len(text) > 12 or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(
                words(
                    f"{text!r}: a whole number from {least} to {most} is needed",
                    f"« {text} » : il faut un nombre entier de {least} à {most}",
                )
            )
        return int(text)

    return read


BILLION = 10**9  # ratings and the like, as in files, are within it: beyond, their powers and products have no number


def number(text: str, least: float = -BILLION) -> Any:
    """For argparse: a number between `least` and a billion."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not least <= value <= BILLION or "_" in text:
        raise argparse.ArgumentTypeError(
            words(
                f"{text!r} is no number from {least} to {BILLION}",
                f"« {text} » n'est pas un nombre de {least} à {BILLION}",
            )
        )
    return value


def amount(text: str) -> Any:
    """For argparse: a number between nought and a billion."""
    return number(text, 0)
