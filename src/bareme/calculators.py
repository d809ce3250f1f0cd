"""The official engine on a few numbers: the odds of a game, a whole event, a finish, a regulation's tables.

What the command line, the pages and the API show is asked for here. Every answer says under which rules it was worked out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from inspect import signature
from typing import Any

from bareme.findings import Refused
from bareme.rulebooks.base import Rulebook, Version
from bareme.rulebooks.speech import Table


def version_of(rulebook: Rulebook, on: date | None = None) -> Version:
    """The version in force on a day; without one, the version that was asked for, else the last one.

    Errors: Refused `before-rulebook`.
    """
    return rulebook.on(on) if on else rulebook.latest


def odds(rulebook: Rulebook, a: float, b: float, *, on: date | None = None, **options: Any) -> dict[str, Any]:
    """Probability of each side, and what each would win or lose. Options that are None are not given.

    Errors: Refused `option-not-here`, and those of the rulebook's `calculators.odds`.
    """
    version, asked = version_of(rulebook, on), rulebook.module("calculators").odds
    answer: dict[str, Any] = asked(version, a, b, **_taken(rulebook, asked, options))
    return _under(rulebook, version, answer)


def event(
    rulebook: Rulebook, rating: float | None, games: Sequence[tuple[float, float]], *, on: date | None = None, **options: Any
) -> dict[str, Any]:
    """A whole event for one player; `games` are (opponent's rating, score), an unrated player's `rating` is None.

    Errors: Refused `option-not-here`, and those of the rulebook's `calculators.event`.
    """
    version, asked = version_of(rulebook, on), rulebook.module("calculators").event
    taken = _taken(rulebook, asked, options)
    if "on" in signature(asked).parameters:
        taken["on"] = on or rulebook.pinned
    answer: dict[str, Any] = asked(version, rating, games, **taken)
    return _under(rulebook, version, answer)


def finish(
    rulebook: Rulebook,
    present: Sequence[int],
    rounds: int,
    category: str,
    place: int,
    series: int,
    *,
    on: date | None = None,
) -> dict[str, Any]:
    """What a place in an event of many is worth; `findings` say what had to be supposed.

    Errors: Refused `pairs-only`, and those of the rulebook's `calculators.finish`.
    """
    asked = getattr(rulebook.module("calculators"), "finish", None)
    if asked is None:
        raise Refused("pairs-only")
    version = version_of(rulebook, on)
    return _under(rulebook, version, asked(version, present, rounds, category, place, series))


def tables(rulebook: Rulebook, name: str | None = None, *, on: date | None = None) -> dict[str, Table]:
    """A regulation's tables, recomputed: all of them, or the one of this name.

    Errors: Refused `unknown-table`.
    """
    makers: Mapping[str, Any] = rulebook.module("calculators").TABLES
    if name is not None and name not in makers:
        raise Refused("unknown-table", name=name, rulebook=rulebook.name, allowed=sorted(makers))
    return {each: makers[each](version_of(rulebook, on)) for each in ([name] if name else makers)}


def under(rulebook: Rulebook, on: date | None = None) -> dict[str, Any]:
    """The rules an answer was worked out under."""
    return {"rulebook": rulebook.name, "version": version_of(rulebook, on).name, "overrides": dict(rulebook.overrides)}


def _under(rulebook: Rulebook, version: Version, answer: Mapping[str, Any]) -> dict[str, Any]:
    return {**answer, **under(rulebook), "version": version.name}


def _taken(rulebook: Rulebook, function: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are given, once it is sure that this rulebook's calculator takes them.

    Errors: Refused `option-not-here`.
    """
    given = {name: value for name, value in options.items() if value is not None}
    for name in given:
        if name not in signature(function).parameters:
            raise Refused("option-not-here", rulebook=rulebook.name, option="--" + name.replace("games_played", "games"))
    return given


def result(text: str) -> tuple[str, float]:
    """`2100=0.5` as the opponent's rating, as written, and the score: 1, 0.5 (or ½, 0,5) or 0.

    Errors: Refused `bad-result`.
    """
    opponent, _, score = text.partition("=")
    try:
        points = 0.5 if score.strip() == "½" else float(score.replace(",", "."))
    except ValueError:
        raise Refused("bad-result", value=text) from None
    if points not in (0.0, 0.5, 1.0):
        raise Refused("bad-result", value=text)
    return opponent, points
