"""FISF: what a place is worth, and the regulation's tables. There are no odds: nobody plays against anybody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from bareme.findings import Finding, Refused, Text
from bareme.rulebooks.base import Version
from bareme.rulebooks.fisf import rules
from bareme.rulebooks.fisf.categories import category_code, named
from bareme.rulebooks.fisf.event import field, score
from bareme.rulebooks.fisf.law import LAST_SERIES, RANKED, Law, law
from bareme.rulebooks.fisf.terms import players
from bareme.rulebooks.speech import Table

AIX = (2, 5)  # months and day of 5 November, the one day inside a month of the printed table
POOL = 20_000  # licensed players of the table `shares`


def odds(version: Version, *_: Any, **__: Any) -> NoReturn:
    """Not of this rulebook.

    Errors: Refused `no-pairs-in-duplicate`.
    """
    raise Refused("no-pairs-in-duplicate", asked="odds")


def event(version: Version, *_: Any, **__: Any) -> NoReturn:
    """Not of this rulebook: an event is one place among many, see `finish`.

    Errors: Refused `no-pairs-in-duplicate`.
    """
    raise Refused("no-pairs-in-duplicate", asked="event")


def finish(version: Version, series_counts: Sequence[int], rounds: int, category: str, place: int, series: int) -> dict[str, Any]:
    """What finishing at `place` is worth to a player of `series`, among so many players of series 1, 2 ... (himself in it;
    the last three of the seven weigh nothing, and need not be told unless the place is behind them).

    Percentages in percent, weights and numerators in players; under `series` one table for each series "1" to "4",
    `numerator_with_bonus` and `weight_with_bonus` for his own series, where he is in one of the four; under `findings`
    what had to be supposed.

    Errors: Refused `finish-impossible`, naming the argument, `finish-not-among-them`, `finish-place-beyond`.
    """
    counts = (*series_counts, *(0 for _ in RANKED))[: len(RANKED)]
    _possible("present", list(series_counts), len(series_counts) <= LAST_SERIES and min((0, *series_counts)) >= 0)
    _possible("rounds", rounds, rounds >= 1)
    _possible("place", place, place >= 1)
    _possible("series", series, 1 <= series <= LAST_SERIES)
    _among_them(series_counts, place, series)
    rule = law(version)
    met = field(rule, counts, rounds, category_code(category))
    worth = score(rule, met, place, series)
    answer: dict[str, Any] = {
        "place": place,
        "rounds": rounds,
        "category": met.category,
        "factor": met.factor / 100,
        "bonus": players(worth.bonus),
        "series": {
            str(n): {
                "present": met.present[n - 1],
                "slice_place": worth.slice_places[n - 1],
                "percent": float(worth.percents[n - 1]) / 100,
                "weight": met.weights[n - 1],
                "numerator": players(worth.numerators[n - 1]),
            }
            for n in RANKED
        },
        "findings": list(_supposed(rule, series_counts, met.category, category)),
    }
    if series in RANKED:
        answer["numerator_with_bonus"] = players(worth.numerators[series - 1] + worth.bonus)
        answer["weight_with_bonus"] = players(rules.UNIT * met.weights[series - 1] + worth.bonus)
    return answer


def _possible(name: str, value: Any, possible: bool) -> None:
    if not possible:
        raise Refused("finish-impossible", name=_NAMES[name], value=value)


_NAMES = {
    "present": {"en": "players present", "fr": "joueurs présents"},
    "rounds": {"en": "rounds", "fr": "manches"},
    "place": {"en": "place", "fr": "place"},
    "series": {"en": "series", "fr": "série"},
}


def _among_them(series_counts: Sequence[int], place: int, series: int) -> None:
    """The player is one of those present, and no place is behind them all."""
    told = len(series_counts) >= series
    if told and not series_counts[series - 1]:
        raise Refused("finish-not-among-them", series=series, counts=list(series_counts))
    present = sum(series_counts) + (not told)
    if place > present:
        raise Refused("finish-place-beyond", value=place, present=present)


def _supposed(rule: Law, series_counts: Sequence[int], code: str, category: str) -> Iterator[Finding]:
    if rule.factor(code) is None:
        yield Finding("finish-category-unknown", details={"value": category, "allowed": named(rule.factors)})
    if missing := RANKED[len(series_counts) :]:
        yield Finding("finish-counts-missing", details={"missing": missing})


def weights(version: Version) -> Table:
    """Floors and caps by the number of rounds, factor 1 and the highest factor."""
    rule = law(version)
    highest = max((100, *rule.factors.values()))
    unlimited = 10**9
    caps: list[tuple[Any, ...]] = [
        (rounds, factor / 100, *(rule.cap_of(unlimited, floor, rounds, factor) for floor in rule.floors))
        for rounds in range(1, 11)
        for factor in sorted({100, highest})
    ]
    rows = caps if rule.cap != "none" else []
    title = {
        "en": "Weights: the floor (never above twice the players present), then the cap by rounds and factor c",
        "fr": "Poids : le plancher (jamais plus du double des présents), puis le plafond selon les manches et le coefficient c",
    }
    columns: tuple[Text, ...] = ({"en": "rounds", "fr": "manches"}, "c", *(f"S{n}" for n in RANKED))
    return Table(title, "weight", columns, (("F", "", *rule.floors), *rows), (None, 1, *(None for _ in RANKED)))


def blend(version: Version) -> Table:
    """The shares of the season before and of this one, at the beginning of each month of a season and on 5 November."""
    rule = law(version)
    final = rule.final_share * 100
    rows = []
    for months, into in sorted([*((months, 1) for months in range(13)), AIX]):
        day = f"{(rule.season_start[0] - 1 + months) % 12 + 1:02}-{rule.season_start[1] - 1 + into:02}"
        t = rules.thirtieths(months, into)
        share = rules.share(t, rule.final_share)
        older = rules.older_share_printed(t, final.numerator) if final.denominator == 1 else 100 * float(1 - share)
        rows.append((day, t / 30, float(1 - share), float(share), older, 100 - older))
    title = {
        "en": "Shares of the season before and of this one (%: as printed)",
        "fr": "Parts de la saison précédente et de la saison en cours (% : comme imprimé)",
    }
    columns: tuple[Text, ...] = ({"en": "MM-DD", "fr": "MM-JJ"}, "k", "N-1", "N", "N-1 %", "N %")
    return Table(title, "during", columns, tuple(rows), (None, 2, 4, 4, None, None))


def shares(version: Version) -> Table:
    """The cumulative shares of the series, and how many players they hold."""
    rule = law(version)
    total = sum(rule.licensees.values()) or POOL
    held = [rules.seats(total, share) for share in rule.shares]
    rows = tuple(
        (f"S{n}", share / 100, seats, seats - before)
        for n, share, seats, before in zip(RANKED, rule.shares, held, (0, *held), strict=False)
    )
    title = {
        "en": f"Series by cumulative share, for {total} licensed players",
        "fr": f"Séries par part cumulée, pour {total} licenciés",
    }
    columns: tuple[Text, ...] = ("S", "%", {"en": "cumulated", "fr": "cumulé"}, {"en": "of the series", "fr": "de la série"})
    return Table(title, "series", columns, rows, (None, 2, None, None))


TABLES = {"weights": weights, "blend": blend, "shares": shares}
