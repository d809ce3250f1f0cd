"""Why a decision cannot be carried out: the one cause, with its value, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

Cause: TypeAlias = Mapping[str, str]

NOTHING_ASSIGNED: Cause = {"en": "it gives no rating, ELO or level", "fr": "elle ne donne ni Rating, ni ELO, ni niveau"}
NOTHING_REVALUED: Cause = {"en": "it gives no new ELO or RATING", "fr": "elle ne donne ni nouvel ELO ni nouveau Rating"}
BOTH_REVALUED: Cause = {"en": "it gives both an ELO and a RATING", "fr": "elle donne à la fois un ELO et un Rating"}
NO_ENTRANTS: Cause = {"en": "it gives no number of entrants", "fr": "elle ne donne pas le nombre d'inscrits"}


def unknown_level(level: str) -> Cause:
    """Article attribution knows four levels."""
    return {
        "en": f"{level} is none of the levels intermediate, advanced, champion, master",
        "fr": f"« {level} » n'est pas l'un des niveaux intermédiaire, avancé, champion, master",
    }


def negative_experience(experience: float) -> Cause:
    """Article experience: a sum of lengths."""
    return {"en": f"its experience is {experience:g}, below 0", "fr": f"son expérience est négative ({_french(experience)})"}


def elo_above_rating(elo: float, rating: float) -> Cause:
    """Article attribution: RATING is never below ELO."""
    return {
        "en": f"its ELO {elo:g} would be above its RATING {rating:g}",
        "fr": f"son ELO {_french(elo)} dépasserait son RATING {_french(rating)}",
    }


def _french(x: float) -> str:
    return f"{x:g}".replace(".", ",")
