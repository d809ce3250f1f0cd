"""Levels as bands, and what a player lacks to the next one, told from his row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bareme.portal.public.columns import level_words
from bareme.portal.site.templatetags.words import number
from bareme.rulebooks.base import Rulebook

LOWEST, HIGHEST = 0, 3500  # published numbers between which levels are looked for


@dataclass(frozen=True)
class Band:
    """A level: its code, and the published numbers it holds from (the lowest one) up to the next one's."""

    level: str
    lowest: int


@lru_cache(maxsize=16)
def _bands(name: str) -> tuple[Band, ...]:
    from importlib import import_module

    level = getattr(import_module(f"bareme.rulebooks.{name}.rules"), "level", None)
    found: list[Band] = []
    if level is None:
        return ()
    for value in range(LOWEST, HIGHEST):
        code = level(value)
        if not found or found[-1].level != code:
            found.append(Band(code, value))
    return tuple(found)


def bands(rulebook: Rulebook) -> tuple[Band, ...]:
    """A rulebook's levels, the lowest first, by the rulebook's own function; none where it has no levels."""
    return _bands(rulebook.name)


def missing(row: Mapping[str, Any], rulebook: Rulebook, version: Mapping[str, Any]) -> list[str]:
    """What he lacks, in sentences."""
    more, published = row["more"], row["published"]
    found = []
    if more.get("correction") and row["experience"] is not None:
        horizon = version["correction_horizon"]
        lacking = horizon - row["experience"]
        text = _("%(lacking)s more of experience until ELO and Rating are the same (%(have)s of %(horizon)s).")
        found.append(text % {"lacking": number(lacking), "have": number(row["experience"]), "horizon": number(horizon)})
    if more.get("missing_games"):
        games = more["missing_games"]
        text = ngettext(
            "%(n)s more game against rated opponents to a first rating.",
            "%(n)s more games against rated opponents to a first rating.",
            games,
        )
        found.append(text % {"n": games})
    found += _series(more)
    value = published.get("elo", published.get("rating"))
    if value is not None:
        found += _next_level(value, rulebook)
    return found


def _next_level(value: float, rulebook: Rulebook) -> list[str]:
    above = next((band for band in bands(rulebook) if band.lowest > value), None)
    if above is None or not above.level:
        return []
    text = _("%(points)s points to the level %(level)s, which begins at %(at)s.")
    return [
        text % {"points": number(above.lowest - value), "level": level_words(above.level, rulebook), "at": number(above.lowest)}
    ]


def _series(more: Mapping[str, Any]) -> list[str]:
    """FISF: the quota of his series, and the next better series."""
    series = str(more.get("series_today") or more.get("series") or "")
    sums = more.get("sums", {}).get(series)
    found = []
    if sums and sums.get("missing"):
        text = _("A weight of %(missing)s still lacks to the quota of series %(series)s (%(have)s of %(quota)s).")
        found.append(
            text
            % {
                "missing": number(sums["missing"]),
                "series": series,
                "have": number(sums["weight"]),
                "quota": number(sums["quota"]),
            }
        )
    better = str(int(series) - 1) if series.isdigit() else ""
    bar, own = more.get("bars", {}).get(better), more.get("percentages", {}).get(better)
    if bar is not None and own is not None and own < bar:
        text = _("Series %(series)s begins at %(bar)s %%; he has %(own)s %% there.")
        found.append(text % {"series": better, "bar": number(bar, 2), "own": number(own, 2)})
    return found
