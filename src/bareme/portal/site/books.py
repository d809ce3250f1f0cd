"""A rulebook named by a visitor: the federations' own alone. House files are the machine's, and none can be named from a page."""

from __future__ import annotations

from collections.abc import Iterable

from bareme.findings import Refused
from bareme.rulebooks.base import Rulebook, names, open_rulebook
from bareme.rulebooks.parameters import settings


def rulebook_named(name: str, pairs: Iterable[str] = ()) -> Rulebook:
    """The rulebook of this name, under house rules given as K=V.

    Errors: Refused `unknown-rulebook`, `bad-setting`, `unknown-parameter`, `bad-parameter-value`.
    """
    if name not in names():
        raise Refused("unknown-rulebook", name=name, allowed=names())
    return open_rulebook(name, settings(pairs))
