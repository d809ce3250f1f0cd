"""What commands print: tables in a terminal, plain lines when piped, findings on the error stream."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from bareme.findings import Finding
    from bareme.readers.reading import Reading
    from bareme.rulebooks.speech import Speech

SHOWN = 40  # findings shown in full before the rest is only counted


def show_table(
    columns: Sequence[tuple[str, bool]], rows: Iterable[Sequence[str]], title: str = "", out: TextIO | None = None
) -> None:
    """A table of (heading, right-aligned) columns: ruled in a terminal, aligned plain text when piped."""
    from bareme.findings import visible

    out = out or sys.stdout
    safe = ([visible(cell) for cell in row] for row in rows)
    if out.isatty():
        _rich_table(columns, safe, title, out)
    else:
        _plain_table(columns, safe, title, out)


def _rich_table(columns: Sequence[tuple[str, bool]], rows: Iterable[Sequence[str]], title: str, out: TextIO) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(title) if title else None, box=box.SIMPLE_HEAD, title_justify="left")
    for heading, right in columns:
        table.add_column(Text(heading), justify="right" if right else "left")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))  # Text: a player called [red] stays a player
    Console(file=out).print(table)


def _plain_table(columns: Sequence[tuple[str, bool]], rows: Iterable[Sequence[str]], title: str, out: TextIO) -> None:
    cells = [[heading for heading, _ in columns], *(list(row) for row in rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(columns))]
    if title:
        out.write(title + "\n")
    for row in cells:
        aligned = (
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, (_, right) in zip(row, widths, columns, strict=True)
        )
        out.write("  ".join(aligned).rstrip() + "\n")


def complain(findings: Iterable[Finding], language: str, out: TextIO | None = None, *, limit: int | None = SHOWN) -> None:
    """Findings, gravest first, each with its place, code, message and remedy; after `limit` the rest is counted."""
    from bareme.findings import SEVERITIES, visible

    out = out or sys.stderr
    words = {"error": ("error", "erreur"), "warning": ("warning", "attention"), "info": ("info", "info")}
    ordered = sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity))
    for finding in ordered[:limit]:
        word = words[finding.severity][language == "fr"]
        place = f"{visible(str(finding.place))}: " if finding.place.file else ""
        colon = " : " if language == "fr" else ": "
        out.write(f"{place}{word}{colon}{finding.message(language)} [{finding.code}]\n    {finding.remedy(language)}\n")
    if limit is not None and len(ordered) > limit:
        rest = len(ordered) - limit
        more, autres = "findings" if rest > 1 else "finding", "autres constats" if rest > 1 else "autre constat"
        out.write(
            f"... et {rest} {autres} (bareme check les donne tous)\n"
            if language == "fr"
            else f"... and {rest} more {more} (bareme check gives them all)\n"
        )


def say_summary(reading: Reading, language: str, out: TextIO | None = None) -> None:
    """One line per file: how it was read, and what became of its rows."""
    from bareme.findings import visible
    from bareme.readers.reading import KIND_WORDS
    from bareme.rulebooks.speech import Speech

    say = Speech(language)
    out = out or sys.stderr
    for file in reading.files:
        separator = say("tab", "tabulation") if file.delimiter in ("\t", "tab") else say("{}", "« {} »").format(file.delimiter)
        kind = say.of(KIND_WORDS.get(file.kind, file.kind))
        parts = (kind, file.encoding, file.delimiter and say("separator ", "séparateur ") + separator)
        how = visible(", ".join(filter(None, parts))) or "?"
        counts = [
            say.count(file.rows_read, {"en": "row read", "fr": "ligne lue"}, {"en": "rows read", "fr": "lignes lues"}),
            say.count(file.rows_counted, {"en": "taken", "fr": "retenue"}, {"en": "taken", "fr": "retenues"}),
            say.count(file.rows_refused, {"en": "refused", "fr": "refusée"}, {"en": "refused", "fr": "refusées"})
            + _in_brackets(file.refused, say),
        ]
        if file.rows_blank:
            counts.append(say.count(file.rows_blank, {"en": "blank", "fr": "vide"}, {"en": "blank", "fr": "vides"}))
        out.write(f"{visible(file.file)}{say.colon}{how}{say.colon}{', '.join(counts)}\n")


def say_counts(counted: int, not_counted: Mapping[str, int], language: str, out: TextIO | None = None) -> None:
    """One line: how many facts counted, and how many did not and why; nothing where all did."""
    if not not_counted:
        return
    from bareme.rulebooks.speech import Speech

    say = Speech(language)
    out = out or sys.stderr
    done = say.count(counted, {"en": "fact counted", "fr": "fait compté"}, {"en": "facts counted", "fr": "faits comptés"})
    left = sum(not_counted.values())
    undone = say.count(left, {"en": "not counted", "fr": "non compté"}, {"en": "not counted", "fr": "non comptés"})
    out.write(f"{done}, {undone}{_in_brackets(not_counted, say)}\n")


def _in_brackets(counts: Mapping[str, int], say: Speech) -> str:
    """` (no such day: 1; empty cell: 2)`; nothing for no counts."""
    from bareme.findings import short

    parts = [f"{short(code, say.language)}{say.colon}{count}" for code, count in counts.items()]
    return f" ({say('; ', ' ; ').join(parts)})" if parts else ""


@contextmanager
def progress(label: str) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on the error stream, only in a terminal; yields what to tell (done, total)."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
