"""The calculators' pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from bareme import calculators
from bareme.findings import Finding, Refused
from bareme.portal.calculators.asked import Asked
from bareme.portal.calculators.curve import Curve
from bareme.portal.site.errors import said as in_words
from bareme.portal.site.templatetags.words import number, speech
from bareme.rulebooks.base import Rulebook, open_rulebook

PAIRS = ("ffbg", "fide", "elo")
LENGTHS = (1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25)
DIFFERENCES = (-400, -300, -200, -150, -100, -50, -25, 0, 25, 50, 100, 150, 200, 300, 400)
REACH = 500  # of the gain curve, either way


def every(request: HttpRequest) -> HttpResponse:
    """Which calculators there are."""
    return render(request, "calculators/every.html")


def match(request: HttpRequest) -> HttpResponse:
    """One match: the odds, what each would win or lose, a table over lengths or differences, the gain curve."""
    asked = Asked(request.GET)
    page: dict[str, Any] = {"given": asked.told(), "rulebooks": _titles(PAIRS), "chosen": asked.text("rulebook", PAIRS[0])}
    try:
        rulebook = asked.rulebook(PAIRS[0], PAIRS)
        page |= {"rulebook": rulebook, "has_lengths": rulebook.name == "ffbg"}
        if asked.text("a") and asked.text("b"):
            page |= _match(asked, rulebook)
    except Refused as refused:
        page["fault"] = in_words(refused.finding)
    return _page(request, "calculators/match.html", page, asked)


def _match(asked: Asked, rulebook: Rulebook) -> dict[str, Any]:
    a, b, on = asked.number("a"), asked.number("b"), asked.day("on")
    options = _options(asked, rulebook)
    if a is None or b is None or asked.faults:
        return {}
    answer = calculators.odds(rulebook, a, b, on=on, **options)
    factor = next((name for name in ("k", "factor") if name in answer["a"]), "")
    return {
        "answer": answer,
        "under": calculators.under(rulebook, on),
        "house": rulebook.house_rules,
        "sides": [(text, rating, answer[side]) for text, rating, side in ((_("First"), a, "a"), (_("Second"), b, "b"))],
        "draws": "draw" in answer["a"],
        "factor": {"k": "K", "factor": "FA", "": ""}[factor],
        "factors": [answer[side].get(factor) for side in ("a", "b")],
        "lengths": _lengths(rulebook, a, b, on, options) if rulebook.name == "ffbg" else (),
        "differences": _differences(rulebook, b, on, options) if rulebook.name != "ffbg" else (),
        "curve": _curve(rulebook, a, b, on, options),
    }


def _options(asked: Asked, rulebook: Rulebook) -> dict[str, Any]:
    """What else this rulebook's calculator takes."""
    if rulebook.name != "ffbg":
        return {"k": asked.number("k", None, 0, 1000)}
    both = (asked.number("ea", None, 0), asked.number("eb", None, 0))
    length = asked.whole("length", None, 1, 999)
    sets = asked.text("format") or None
    if length is None and sets is None and "length" not in asked.faults:
        length = 7
    experience = None if both == (None, None) else tuple(500.0 if one is None else one for one in both)
    return {"length": None if sets else length, "format": sets, "experience": experience}


def _lengths(rulebook: Rulebook, a: float, b: float, on: Any, options: Mapping[str, Any]) -> list[tuple[int, dict[str, Any]]]:
    given = {**options, "format": None}
    return [(n, calculators.odds(rulebook, a, b, on=on, **{**given, "length": n})["a"]) for n in LENGTHS]


def _differences(rulebook: Rulebook, b: float, on: Any, options: Mapping[str, Any]) -> list[tuple[int, dict[str, Any]]]:
    return [(d, calculators.odds(rulebook, b + d, b, on=on, **options)["a"]) for d in DIFFERENCES]


def _curve(rulebook: Rulebook, a: float, b: float, on: Any, options: Mapping[str, Any]) -> Curve:
    """What the first would win and lose against opponents from far below to far above."""

    def at(difference: float) -> tuple[float, float, float]:
        side = calculators.odds(rulebook, a, a - difference, on=on, **options)["a"]
        return difference, side["win"], side["loss"]

    title = _("What a win brings and a loss costs, by the difference of the ratings")
    return Curve(title, [at(d) for d in range(-REACH, REACH + 1, 25)], at(max(-REACH, min(REACH, a - b))))


def event(request: HttpRequest) -> HttpResponse:
    """A whole event for one player, or a first rating."""
    asked = Asked(request.GET)
    page: dict[str, Any] = {"given": asked.told(), "rulebooks": _titles(PAIRS), "chosen": asked.text("rulebook", "fide")}
    try:
        rulebook = asked.rulebook("fide", PAIRS)
        page["rulebook"] = rulebook
        if games := asked.results("results"):
            page |= _event(asked, rulebook, games)
    except Refused as refused:
        page["fault"] = in_words(refused.finding)
    return _page(request, "calculators/event.html", page, asked)


def _event(asked: Asked, rulebook: Rulebook, games: list[tuple[float, float]]) -> dict[str, Any]:
    rating, on = asked.number("rating"), asked.day("on")
    options: dict[str, Any] = {"k": asked.number("k", None, 0, 1000)}
    if rulebook.name == "fide":
        options |= {"games_played": asked.whole("games"), "born": asked.whole("born", None, 1800, 2200)}
    if rulebook.name == "ffbg":
        experience = asked.number("experience", None, 0)
        options = {"length": asked.whole("length", 7, 1, 999), "experience": None if experience is None else (experience,) * 2}
    if asked.faults:
        return {}
    answer = calculators.event(rulebook, rating, games, on=on, **options)
    names = {
        "games": _("Games"),
        "score": _("Score"),
        "expected": _("Expected"),
        "k": "K",
        "change": _("Change"),
        "new": _("New rating"),
        "performance": _("Performance"),
    }
    why = in_words(Finding(answer["reason"], details=answer)) if answer.get("reason") else None
    return {
        "answer": answer,
        "rows": [(text, number(round(answer[name], 4))) for name, text in names.items() if answer.get(name) is not None],
        "why": why,
        "under": calculators.under(rulebook, on),
        "house": rulebook.house_rules,
    }


def finish(request: HttpRequest) -> HttpResponse:
    """What a place in an event of many is worth."""
    asked = Asked(request.GET)
    rulebook = open_rulebook("fisf")
    page: dict[str, Any] = {"given": asked.told(), "rulebook": rulebook, "chosen": "fisf"}
    try:
        if asked.text("place"):
            page |= _finish(asked, rulebook)
    except Refused as refused:
        page["fault"] = in_words(refused.finding)
    return _page(request, "calculators/finish.html", page, asked)


def _finish(asked: Asked, rulebook: Rulebook) -> dict[str, Any]:
    present = [asked.whole(f"s{series}", 0, 0, 1_000_000) for series in range(1, 8)]
    rounds, place = asked.whole("rounds", 1, 1, 999), asked.whole("place", None, 1, 1_000_000)
    series = asked.whole("series", 1, 1, 7)
    if asked.faults:
        return {}
    counts = [count or 0 for count in present]
    on = asked.day("on")
    answer = calculators.finish(rulebook, counts, rounds or 1, asked.text("category"), place or 1, series or 1, on=on)
    return {
        "answer": answer,
        "series": answer["series"].items(),
        "findings": [in_words(finding) for finding in answer["findings"]],
        "under": calculators.under(rulebook, on),
    }


def _titles(rulebooks: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(name, speech().of(open_rulebook(name).title)) for name in rulebooks]


def _page(request: HttpRequest, template: str, page: dict[str, Any], asked: Asked) -> HttpResponse:
    page["faults"] = [in_words(finding) for finding in asked.faults.values()]
    return render(request, template, page)
