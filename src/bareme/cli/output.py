"""Where a list goes, and in which form: to the screen or into a file, as a table, CSV or JSON."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from bareme.cli import options as shared

if TYPE_CHECKING:
    from bareme.findings import Finding
    from bareme.lists import Row
    from bareme.replay import Outcome


def write_as(
    chosen: str, rows: list[Row], outcome: Outcome, findings: list[Finding], options: argparse.Namespace, out: TextIO
) -> None:
    """Write the list as it is wanted."""
    from bareme.cli.listing import show_list
    from bareme.writers.tables import rating_document, write_json, write_list

    if chosen == "json":
        write_json(rating_document(outcome, rows, findings, options.lang), out)
    elif chosen.startswith("csv"):
        write_list(rows, outcome, out, french=chosen == "csv-fr")
    else:
        show_list(rows, outcome, options.lang, out, shared.day(options.since))


def list_format(options: argparse.Namespace) -> str:
    """The form of the list: what --format says, else the ending of --out.

    Errors: Refused `unknown-ending`.
    """
    from bareme.findings import Refused

    if options.format:
        return str(options.format)
    ending = Path(options.out or "").suffix.lower()
    formats = {"": "table", ".txt": "table", ".json": "json", ".csv": "csv"}
    if ending not in formats:
        raise Refused("unknown-ending", value=ending, allowed=[name for name in formats if name])
    return formats[ending]


@contextmanager
def output(path: str | None) -> Iterator[TextIO]:
    """Where the list goes."""
    if path is None:
        yield sys.stdout
        return
    from bareme.writers.files import replacing

    with replacing(path) as file:
        yield file
