"""What an event is called, in either language, and the code it has here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

# Categories that have no factor of their own. The others stand in the parameter `factors`.
PLAIN = frozenset({"", "regular", "festival", "interclubs", "simultaneous", "triplex", "th"})

SYNONYMS = {
    "ordinaire": "regular",
    "normal": "regular",
    "normale": "regular",
    "tournoi": "regular",
    "tournament": "regular",
    "homologable": "regular",
    "simultane": "simultaneous",
    "interclub": "interclubs",
    "championnat-interclubs": "interclubs",
    "world-championship": "world",
    "world-elite": "world",
    "mondial": "world",
    "championnat-du-monde": "world",
    "championnat-du-monde-elite": "world",
    "championnats-du-monde": "world",
    "blitz-mondial": "world-blitz",
    "mondial-blitz": "world-blitz",
    "championnat-du-monde-blitz": "world-blitz",
    "championnat-du-monde-de-blitz": "world-blitz",
    "simultane-mondial": "world-simultaneous",
    "simultanes-mondiaux": "world-simultaneous",
    "simultane-mondial-de-blitz": "world-simultaneous",
    "grand-chelem": "grand-slam",
    "grand-chelem-international": "grand-slam",
    "tournoi-du-grand-chelem": "grand-slam",
    "championnat-national": "national-championship",
    "championnat-national-individuel": "national-championship",
    "championnat-individuel-national": "national-championship",
    "championnat-de-france": "national-championship",
}

# What a French reader writes for the codes that have a factor of their own: each is one of the words above.
FRENCH = {
    "world": "mondial",
    "world-blitz": "mondial-blitz",
    "world-simultaneous": "simultane-mondial",
    "grand-slam": "grand-chelem",
    "national-championship": "championnat-national",
}


def named(codes: Iterable[str]) -> dict[str, list[str]]:
    """The codes in order, as a reader of either language writes them."""
    ordered = sorted(codes)
    return {"en": ordered, "fr": [FRENCH.get(code, code) for code in ordered]}


_PLAIN_LETTERS = str.maketrans("àâäçéèêëîïôöùûü", "aaaceeeeiioouuu")
_ANY_TH = re.compile(r"th-?[0-9]*")


@lru_cache(maxsize=1000)  # every row of an event says its category
def category_code(text: str) -> str:
    """The code of a category as written; unknown words come back as a code of the same shape.

    >>> category_code("Championnat du monde Élite"), category_code("TH5"), category_code("grand_slam")
    ('world', 'th', 'grand-slam')
    """
    code = re.sub(r"[^a-z0-9]+", "-", text.lower().translate(_PLAIN_LETTERS)).strip("-")
    if _ANY_TH.fullmatch(code):
        return "th"
    return SYNONYMS.get(code, code)
