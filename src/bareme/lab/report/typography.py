"""Text as it may stand in a page: escaped, and no line broken where French and numbers must hold together."""

from __future__ import annotations

import re
from html import escape

_HELD = re.compile(r" (?=[:;!?%»])|(?<=«) ")


def escaped(text: str) -> str:
    """Safe in a page, between tags and in attributes; blanks before a colon, a percent sign and inside « » do not break."""
    return escape(_HELD.sub("\u00a0", text))
