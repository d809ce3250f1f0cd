"""What `tune` and `simulate` give: words on the screen, or one JSON document there or in a file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from bareme.cli import options as shared
from bareme.cli.options import words


def add_answer(parser: argparse.ArgumentParser) -> None:
    """--out, --json, --lang."""
    parser.add_argument(
        "--out",
        metavar=words("FILE", "FICHIER"),
        help=words("write the answer there too, as JSON", "écrit aussi la réponse dans ce fichier, en JSON"),
    )
    shared.add_json(parser)
    shared.add_language(parser)


def add_seed(parser: argparse.ArgumentParser) -> None:
    """--seed."""
    parser.add_argument(
        "--seed",
        type=shared.whole(0, 2_000_000_000),
        default=0,
        metavar="N",
        help=words(
            "the same seed gives the same answer (default: 0)",
            "le même germe redonne la même réponse (d'ordinaire : 0)",
        ),
    )


def give(options: argparse.Namespace, document: Mapping[str, Any], lines: Iterable[str]) -> int:
    """Print and write what was asked for.

    Errors: Refused `cannot-write`.
    """
    from bareme.writers.files import replacing
    from bareme.writers.tables import write_json

    if options.out:
        with replacing(options.out) as file:
            write_json(document, file)
    if options.json:
        write_json(document, sys.stdout)
    else:
        for line in lines:
            print(line)
    return 0
