"""Texts as people type them: read as the cells of files are, so that no two names look alike and differ."""

from __future__ import annotations

import unicodedata

from bareme.findings import Refused
from bareme.readers.tally import Bad
from bareme.readers.values import NAME_LIMIT, hidden, one_line


def line(text: str, limit: int = NAME_LIMIT) -> str:
    """A text of one line: trimmed, inner blanks made one, composed. May be empty.

    Errors: Refused `hidden-characters`, `too-long`.
    """
    clean = one_line(text, limit)
    if isinstance(clean, Bad):
        raise Refused(clean.code, **{"value": text, **clean.details})
    return clean


def prose(text: str) -> str:
    """A text of several lines, as every database takes it, without what nobody sees: it cannot turn the lines it is shown in."""
    from bareme.office.tables import storable  # with Django, which an office that is being made has not yet

    return "".join(c for c in storable(text).replace("\t", " ") if c == "\n" or not hidden(c))


def username(text: str) -> str:
    """The name of a user, as the login reads it (NFKC): visible characters alone, no blanks at its ends.

    Errors: Refused `bad-username`.
    """
    clean = unicodedata.normalize("NFKC", text[:1000])
    if not clean.isprintable() or one_line(clean, 150) != clean or not clean:
        raise Refused("bad-username", value=text)
    return clean
