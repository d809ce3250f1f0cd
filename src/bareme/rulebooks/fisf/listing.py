"""A player's row of the list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from bareme.rulebooks.book import Standing
from bareme.rulebooks.fisf.amounts import published
from bareme.rulebooks.fisf.law import RANKED
from bareme.rulebooks.fisf.season import Member, View
from bareme.rulebooks.fisf.terms import players


def standing(player: str, member: Member, seen: View, today: int, bars: dict[str, float | None]) -> Standing:
    """The row: ordered by the series filled on that day (`today`), its percentage, then %S1, %S2, %S3, %S4."""
    never = member.unknown_to_the_ranking
    own, column = seen.shown[member.own - 1], min(today, RANKED[-1]) - 1
    order = (float(-today), float(seen.shown[column]), *map(float, seen.shown))
    return Standing(
        player=player,
        rating=None if never else float(own),
        games=member.events,
        order=None if never or member.inactive else order,
        level=f"S{member.series}",
        states=tuple(_states(member, seen)),
        published={
            "rating": None if never else published(own),
            **{f"%S{n}": published(seen.shown[n - 1]) for n in RANKED},
        },
        more=_more(member, seen, today, bars),
    )


def _states(member: Member, seen: View) -> Iterator[str]:
    if member.unknown_to_the_ranking:
        yield "unrated"
    elif member.inactive:
        yield "inactive"
    elif any(seen.sums.weights):  # without an event, that the season misses its quota goes without saying
        if seen.below_minimum[member.own - 1]:
            yield "below-minimum"
        elif seen.missing(member.own):
            yield "below-quota"
    if member.recovered:
        yield "recovered"


def _more(member: Member, seen: View, today: int, bars: dict[str, float | None]) -> dict[str, Any]:
    """What only this rulebook's list has; percentages and sums as {"1": ..., "4": ...} by series."""
    return {
        "federation": member.federation,
        "series": member.series,
        "series_1_september": member.computed,
        "series_today": today,
        "recovered": member.recovered,
        "events_this_season": member.played,
        "share": float(seen.share),
        "percentages": _by_series(map(float, seen.shown)),
        "raw": _by_series(float(seen.sums.percentage(n, bonus=False)) for n in RANKED),
        "with_bonus": _by_series(float(seen.sums.percentage(n)) for n in RANKED),
        "season": _by_series(map(float, seen.season)),
        "before": _by_series(map(float, seen.older)),
        "sums": _by_series(_sums(seen)),
        "bars": bars,
    }


def _by_series(values: Iterable[Any]) -> dict[str, Any]:
    return {str(n): value for n, value in zip(RANKED, values, strict=True)}


def _sums(seen: View) -> Iterator[dict[str, Any]]:
    """The season's sums of each series in players, and what its quota still misses."""
    for n in RANKED:
        yield {
            "numerator": players(seen.sums.numerators[n - 1]),
            "weight": seen.sums.weights[n - 1],
            "bonus": players(seen.sums.bonuses[n - 1]),
            "quota": float(seen.quotas[n - 1]),
            "missing": players(seen.missing(n)),
            "below_minimum": seen.below_minimum[n - 1],
        }
