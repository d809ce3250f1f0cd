"""The official engine on a few numbers: odds, a whole event, a finish, a regulation's tables; the regulations themselves."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router

from bareme import calculators
from bareme.findings import Refused
from bareme.portal.site.books import rulebook_named
from bareme.portal.site.errors import said
from bareme.portal.site.templatetags.words import speech
from bareme.rulebooks.base import Rulebook, Version, names, open_rulebook

router = Router(tags=["calculating"])

Rating = Annotated[float, Query(ge=-10_000, le=10_000, allow_inf_nan=False)]
Amount = Annotated[float | None, Query(ge=0, le=1_000_000, allow_inf_nan=False)]
Length = Annotated[int | None, Query(ge=1, le=999)]
Format = Annotated[str | None, Query(max_length=50)]
Many = Annotated[list[str], Query(max_length=200)]
On = Annotated[date | None, Query()]


@router.get("/rulebooks", url_name="rulebooks")
def rulebooks(request: HttpRequest) -> list[dict[str, Any]]:
    """The regulations, with the first days of their versions."""
    return [_rulebook(open_rulebook(name)) for name in names()]


def _rulebook(rulebook: Rulebook) -> dict[str, Any]:
    say = speech()
    return {
        "rulebook": rulebook.name,
        "title": say.of(rulebook.title),
        "kind": rulebook.kind,
        "versions": [{"version": version.name, "start": version.start} for version in rulebook.versions],
    }


@router.get("/rulebooks/{slug:rulebook}", url_name="rulebook")
def rulebook(request: HttpRequest, rulebook: str, on: On = None) -> dict[str, Any]:
    """One regulation as in force on a day: articles with formulas, parameters, errata, what is unverified."""
    found, say = rulebook_named(rulebook, []), speech()
    version = calculators.version_of(found, on)
    errata = [
        {"id": e.id, "article": e.article, "printed": say.of(e.printed), "reading": say.of(e.reading)}
        for e in found.errata
        if e.touches(version)
    ]
    return {
        **_rulebook(found),
        "version": version.name,
        "source": say.of(version.source) if version.source else "",
        "articles": [_article(found, name) for name in version.articles],
        "parameters": _parameters(found, version),
        "errata": errata,
        "unverified": [say.of(text) for text in version.unverified],
        "not_modelled": [say.of(text) for text in version.not_modelled],
    }


def _article(rulebook: Rulebook, name: str) -> dict[str, Any]:
    article, say = rulebook.articles[name], speech()
    return {"id": name, "title": say(article.en, article.fr), "formula": say.of(article.formula) if article.formula else ""}


def _parameters(rulebook: Rulebook, version: Version) -> dict[str, Any]:
    return {name: version.values[name] for name in rulebook.parameters}


@router.get("/rulebooks/{slug:rulebook}/tables/{slug:table}", url_name="table")
def table(request: HttpRequest, rulebook: str, table: str, on: On = None, set: Many = []) -> dict[str, Any]:  # noqa: B006
    """One of a regulation's tables, recomputed."""
    found, say = rulebook_named(rulebook, set), speech()
    made = calculators.tables(found, table, on=on)[table]
    columns = [say.of(column) for column in made.columns]
    return {
        "title": say.of(made.title),
        "article": made.article,
        "columns": columns,
        "rows": made.rows,
        **calculators.under(found, on),
    }


@router.get("/rulebooks/{slug:rulebook}/odds", url_name="odds")
def odds(
    request: HttpRequest,
    rulebook: str,
    a: Rating,
    b: Rating,
    length: Length = None,
    format: Format = None,
    experience_a: Amount = None,
    experience_b: Amount = None,
    k: Amount = None,
    on: On = None,
    set: Many = [],  # noqa: B006 - read only
) -> dict[str, Any]:
    """The probability of either side, and what each would win, draw or lose."""
    both = (experience_a, experience_b)
    experience = None if both == (None, None) else tuple(500.0 if one is None else one for one in both)
    return calculators.odds(rulebook_named(rulebook, set), a, b, on=on, length=length, format=format, experience=experience, k=k)


@router.get("/rulebooks/{slug:rulebook}/event", url_name="whole-event")
def whole_event(
    request: HttpRequest,
    rulebook: str,
    result: Many,
    rating: Annotated[float | None, Query(ge=-10_000, le=10_000, allow_inf_nan=False)] = None,
    games: Annotated[int | None, Query(ge=0, le=100_000)] = None,
    born: Annotated[int | None, Query(ge=1800, le=2200)] = None,
    k: Amount = None,
    experience: Amount = None,
    length: Length = None,
    format: Format = None,
    on: On = None,
    set: Many = [],  # noqa: B006 - read only
) -> dict[str, Any]:
    """A whole event for one player; each `result` is the opponent's rating = 1, 0.5 or 0. Without `rating`: a first rating."""
    return calculators.event(
        rulebook_named(rulebook, set),
        rating,
        [(_rating(opponent, text), score) for text in result for opponent, score in [calculators.result(text)]],
        on=on,
        k=k,
        games_played=games,
        born=born,
        experience=None if experience is None else (experience, experience),
        length=length,
        format=format,
    )


def _rating(opponent: str, said_as: str) -> float:
    try:
        rating = float(opponent)
    except ValueError:
        raise Refused("bad-result", value=said_as) from None
    if not -10_000 <= rating <= 10_000:
        raise Refused("bad-result", value=said_as)
    return rating


@router.get("/rulebooks/{slug:rulebook}/finish", url_name="finish")
def finish(
    request: HttpRequest,
    rulebook: str,
    present: Annotated[list[int], Query(max_length=7)],
    rounds: Annotated[int, Query(ge=1, le=999)],
    place: Annotated[int, Query(ge=1, le=1_000_000)],
    series: Annotated[int, Query(ge=1, le=7)],
    category: Annotated[str, Query(max_length=60)] = "",
    on: On = None,
    set: Many = [],  # noqa: B006 - read only
) -> dict[str, Any]:
    """What a place in an event of many is worth."""
    if any(not 0 <= count <= 1_000_000 for count in present):
        raise Refused("finish-impossible", name="present", value=present)
    answer = calculators.finish(rulebook_named(rulebook, set), present, rounds, category, place, series, on=on)
    return {**answer, "findings": [said(finding) for finding in answer["findings"]]}
