"""`bareme check`: what is wrong in the files, and nothing else."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from bareme.cli import options as shared
from bareme.cli.options import words


def add(commands: Any) -> None:
    """The command's options."""
    parser = commands.add_parser(
        "check", help=words("read files and say what is wrong in them", "lit des fichiers et dit ce qui ne va pas")
    )
    shared.add_files(parser)
    shared.add_language(parser)
    shared.add_format(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0 clean, 1 findings of severity error, 2 nothing usable."""
    from bareme.cli import screen
    from bareme.findings import worst
    from bareme.writers.tables import FINDING_COLUMNS, finding_row, write_json, write_rows

    reading = shared.read(options)
    rows = [finding_row(finding, options.lang) for finding in reading.findings]
    if options.format == "json":
        write_json({"findings": rows}, sys.stdout)
    elif options.format == "csv":
        write_rows(rows, FINDING_COLUMNS, sys.stdout)
    else:
        screen.complain(reading.findings, options.lang, sys.stdout, limit=None)
        screen.say_summary(reading, options.lang, sys.stdout)
    if worst(reading.findings) == "error":
        return 1 if any(file.kind for file in reading.files) else 2
    return 0
