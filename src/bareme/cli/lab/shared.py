"""Options of several commands of the lab, and what is made of them."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from bareme.cli import options as shared
from bareme.cli.options import words

if TYPE_CHECKING:
    from bareme.facts import Facts
    from bareme.findings import Finding
    from bareme.lab.history import History
    from bareme.rulebooks.base import Rulebook


def need_extra() -> None:
    """Before a command imports what the extra `lab` brings: the modules of the lab do so as they are imported.

    Errors: Refused `lab-extra-missing`.
    """
    from bareme.lab.history import need

    need()


def add_scoring(parser: argparse.ArgumentParser) -> None:
    """--warm-up, --draws, --seed, --engine."""
    parser.add_argument(
        "--warm-up",
        type=warm_up,
        metavar=words("SHARE|DATE", "PART|DATE"),
        default=0.2,
        help=words(
            "what is rated and not scored: a share of the games from the first, or all before a day (default: 0.2)",
            "ce qui est classé sans être jugé : une part des parties, les premières, ou tout avant un jour (d'ordinaire : 0.2)",
        ),
    )
    parser.add_argument(
        "--draws",
        type=shared.whole(100, 100_000),
        default=2000,
        metavar="N",
        help=words("draws of the players for the intervals (default: 2000)", "tirages des joueurs pour les intervalles (2000)"),
    )
    parser.add_argument(
        "--seed",
        type=shared.whole(0, 2_000_000_000),
        default=20_240_901,
        metavar="N",
        help=words("the same seed draws the same intervals", "le même germe redonne les mêmes intervalles"),
    )
    shared.add_engine(parser)


def add_outputs(parser: argparse.ArgumentParser) -> None:
    """--report, --json."""
    parser.add_argument(
        "--report",
        metavar=words("FILE", "FICHIER"),
        help=words("also write a page to read and print (.html)", "écrit aussi une page à lire et à imprimer (.html)"),
    )
    shared.add_json(parser)


def warm_up(text: str) -> float | date:
    """For argparse: a share from 0 to 0.9, or a day."""
    try:
        share = float(text.replace(",", "."))
    except ValueError:
        share = math.nan
    if 0.0 <= share <= 0.9:
        return share
    try:
        return date.fromisoformat(text)
    except ValueError:
        told = words(
            f"{text!r}: a share from 0 to 0.9 or a day YYYY-MM-DD is needed",
            f"« {text} » : il faut une part de 0 à 0.9 ou un jour AAAA-MM-JJ",
        )
        raise argparse.ArgumentTypeError(told) from None


def rulebook_of(text: str, sets: Sequence[str] = ()) -> Rulebook:
    """A rulebook and its house rules in one argument: `elo k=32 scale=800`; a house file's path may hold blanks.

    Errors: as `open_rulebook`, and Refused `bad-setting`.
    """
    from bareme.rulebooks.base import open_rulebook

    if text.endswith(".toml"):
        return open_rulebook(text, shared.overrides(list(sets)))
    name, *more = text.split() or [""]
    return open_rulebook(name, shared.overrides([*more, *sets]))


def source_of(options: argparse.Namespace, rulebooks: Sequence[Rulebook]) -> tuple[Any, Sequence[Finding]]:
    """What histories are made from: the paths for the engine fast, else the facts in them and what was found in reading."""
    from bareme.lab.history import is_fast

    if is_fast(options.engine, rulebooks, options.files):
        return options.files, ()
    return facts_of(options)


def facts_of(options: argparse.Namespace) -> tuple[Facts, Sequence[Finding]]:
    """The facts in the files, and what was found in reading.

    Errors: Refused, with the first error, where nothing at all could be read.
    """
    from bareme.findings import Refused

    reading = shared.read(options)
    errors = [finding for finding in reading.findings if finding.severity == "error"]
    if errors and not reading.facts:
        raise Refused(errors[0].code, errors[0].place, **errors[0].details)
    return reading.facts, reading.findings


def histories_of(
    options: argparse.Namespace, rulebooks: Sequence[Rulebook], source: Any, *, yearly: bool = False
) -> list[History]:
    """The histories of these rulebooks, with progress in a terminal."""
    from bareme.cli.screen import progress
    from bareme.facts import Facts
    from bareme.lab.history import histories

    engine = "reference" if isinstance(source, Facts) else "fast"
    with progress(words("rating", "calcul")) as told:
        return histories(
            source, rulebooks, options=shared.reading_options(options), engine=engine, warm_up=options.warm_up, yearly=yearly,
            progress=told,
        )  # fmt: skip


def write_page(path: str, page: str) -> None:
    """Put a page on disk, whole or not at all.

    Errors: Refused `cannot-write`.
    """
    from bareme.writers.files import replacing

    with replacing(path) as file:
        file.write(page)
