"""Options that several commands share, and what is made of them."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bareme.facts import Player
    from bareme.readers.reading import Reading
    from bareme.rulebooks.base import Rulebook


def language() -> str:
    """French where the locale says so, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"


def add_language(parser: argparse.ArgumentParser) -> None:
    """--lang."""
    parser.add_argument("--lang", choices=("en", "fr"), default=language(), help="language of the output (default: the locale's)")


def add_rulebook(parser: argparse.ArgumentParser) -> None:
    """--rulebook and --set."""
    parser.add_argument(
        "--rulebook",
        required=True,
        metavar="NAME[@DATE]",
        help="elo, ffbg, fide, fisf; a house file .toml; @DATE pins the version of a day",
    )
    parser.add_argument("--set", action="append", default=[], metavar="K=V", help="a house rule; may be repeated")


def add_carry(parser: argparse.ArgumentParser) -> None:
    """--carry."""
    parser.add_argument("--carry", metavar="FILE", help="go on from a state saved by bareme rate --save")


def add_files(parser: argparse.ArgumentParser, count: str = "+") -> None:
    """FILE... and how to read them."""
    parser.add_argument(
        "files", nargs=count, metavar="FILE", help="results, placements, adjustments, players, TRF; - is standard input"
    )
    parser.add_argument(
        "--columns", default="", metavar="OURS=THEIRS,...", help="names of the file's columns, such as player_a=home_team"
    )
    parser.add_argument("--encoding", help="the files' encoding, when it is not found out by itself")
    parser.add_argument("--delimiter", help="the tables' separator: ; , | or tab")
    parser.add_argument("--date", metavar="YYYY-MM-DD", help="the day of a tournament report that gives none")
    parser.add_argument(
        "--list", choices=("standard", "rapid", "blitz"), default="standard", help="which ratings of a FIDE rating list"
    )


def rulebook(options: argparse.Namespace) -> Rulebook:
    """The rulebook asked for, under the house rules asked for."""
    from bareme.rulebooks.base import open_rulebook

    return open_rulebook(options.rulebook, overrides(options.set))


def overrides(pairs: list[str]) -> dict[str, str]:
    """K=V pairs as a mapping."""
    from bareme.findings import Refused

    found = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise Refused("bad-setting", value=pair)
        found[name.strip()] = value.strip()
    return found


def carried(options: argparse.Namespace) -> Any:
    """The state saved by an earlier run, or None.

    Errors: Refused `carried-unreadable`, and `no-files` where there is neither a state nor a file.
    """
    import json
    from pathlib import Path

    from bareme.findings import Refused

    if options.carry is None:
        if not options.files:
            raise Refused("no-files")
        return None
    try:
        return json.loads(Path(options.carry).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise Refused("carried-unreadable", why=str(error)) from None


def read(options: argparse.Namespace, known: Sequence[Player] = ()) -> Reading:
    """The files read, as the options say; `known` are people of earlier files."""
    from bareme.findings import Refused
    from bareme.readers import read as read_files

    columns = {}
    for pair in filter(None, options.columns.split(",")):
        ours, equals, theirs = pair.partition("=")
        if not equals:
            raise Refused("bad-setting", value=pair)
        columns[ours.strip()] = theirs.strip()
    delimiter = "\t" if options.delimiter in ("tab", "\\t") else options.delimiter
    return read_files(
        options.files,
        columns=columns,
        encoding=options.encoding,
        delimiter=delimiter,
        date=day(options.date),
        pool=options.list,
        known=known,
    )


def day(text: str | None) -> date | None:
    """An option's date: YYYY-MM-DD or dd/mm/yyyy."""
    from bareme.findings import Refused

    try:
        if text and text.count("/") == 2:
            into, month, year = text.split("/")
            text = f"{year}-{month:0>2}-{into:0>2}"
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise Refused("bad-date", value=text) from None


def whole(least: int, most: int) -> Callable[[str], int]:
    """For argparse: a whole number between two bounds."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdecimal() or not least <= int(text[:12]) <= most:
            raise argparse.ArgumentTypeError(f"{text!r}: a whole number from {least} to {most} is needed")
        return int(text)

    return read


def number(text: str) -> Any:
    """For argparse: a finite number."""
    import math

    value = float(text)
    if not math.isfinite(value) or "_" in text:
        raise ValueError(text)
    return value
