"""Where a fact stood outside, as journal lines and findings name it: unique in the office, and readable.

12/results.csv:35       line 35 of file 12
act/47                  entered at the desk by act 47
"""

from __future__ import annotations

from collections.abc import Mapping

from bareme.facts import Place


def place(act: int, file: int | None, line: int, column: str, files: Mapping[int, str]) -> Place:
    """The place of a fact; `files` has the names of files, `12/results.csv`, by their number."""
    return Place(f"act/{act}") if file is None else Place(files[file], line, column)


def parsed(source: str) -> tuple[str, int] | None:
    """("file" or "act", its number), or None for a place outside the office."""
    head, _, rest = source.partition("/")
    if head == "act" and rest.isdigit():
        return "act", int(rest)
    return ("file", int(head)) if head.isdigit() else None
