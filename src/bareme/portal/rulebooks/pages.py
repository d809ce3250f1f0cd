"""A regulation as people read it: article by article, as in force on a day, and what changed between two days."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString

from bareme import calculators
from bareme.office.pools.models import Pool
from bareme.portal.public.formula import mathml
from bareme.portal.site.books import rulebook_named
from bareme.portal.site.templatetags.words import number, speech
from bareme.rulebooks.base import Article, Erratum, Rulebook, Version, cases, names, open_rulebook
from bareme.rulebooks.parameters import Parameter, written
from bareme.rulebooks.speech import Table


@dataclass(frozen=True)
class Setting:
    """A parameter with its value in a version; `house` where nothing but a house rule can have made it so."""

    parameter: Parameter
    value: str
    said: str
    allowed: str


@dataclass(frozen=True)
class Section:
    """An article with all that hangs on it."""

    article: Article
    title: str
    formula: str
    math: SafeString | None
    settings: list[Setting]
    errata: list[dict[str, str]]
    examples: int
    tables: list[tuple[str, str]]


def every(request: HttpRequest) -> HttpResponse:
    """All regulations."""
    found = [open_rulebook(name) for name in names()]
    said = [{"rulebook": one, "title": speech().of(one.title), "pools": _pools(one.name)} for one in found]
    return render(request, "rulebooks/every.html", {"rulebooks": said})


def _pools(name: str) -> list[Pool]:
    """The pools under a rulebook, whatever day's version they are pinned to."""
    return [pool for pool in Pool.objects.order_by("name") if pool.rulebook.partition("@")[0] == name]


def page(request: HttpRequest, name: str) -> HttpResponse:
    """A regulation as it is now."""
    rulebook = rulebook_named(name)
    return shown(request, rulebook, rulebook.latest)


def dated(request: HttpRequest, name: str, day: date) -> HttpResponse:
    """A regulation as it was in force on a day."""
    rulebook = rulebook_named(name)
    return shown(request, rulebook, rulebook.on(day))


def shown(request: HttpRequest, rulebook: Rulebook, version: Version) -> HttpResponse:
    """The page of a version."""
    say = speech()
    makers: Mapping[str, Any] = rulebook.module("calculators").TABLES
    tables = {name: make(version) for name, make in makers.items()}
    examples = list(cases(rulebook.name))
    said = {
        "rulebook": rulebook,
        "title": say.of(rulebook.title),
        "version": version,
        "version_title": say.of(version.title) if version.title else "",
        "published": say.day(version.published) if isinstance(version.published, date) else say.of(version.published),
        "source": say.of(version.source),
        "versions": rulebook.versions[::-1],
        "before": _before(rulebook, version),
        "unverified": [say.of(text) for text in version.unverified],
        "not_modelled": [say.of(text) for text in version.not_modelled],
        "sections": [_section(rulebook, version, article, tables, examples) for article in version.articles],
        "pools": _pools(rulebook.name),
    }
    return render(request, "rulebooks/page.html", said)


def _before(rulebook: Rulebook, version: Version) -> Version | None:
    at = rulebook.versions.index(version)
    return rulebook.versions[at - 1] if at else None


def _section(
    rulebook: Rulebook, version: Version, name: str, tables: Mapping[str, Table], examples: list[Mapping[str, Any]]
) -> Section:
    say, article = speech(), rulebook.articles[name]
    formula = say.of(article.formula) if article.formula else ""
    return Section(
        article=article,
        title=say(article.en, article.fr),
        formula=formula,
        math=mathml(formula) if formula else None,
        settings=[_setting(p, version) for p in rulebook.parameters.values() if p.article == name],
        errata=[_erratum(erratum) for erratum in rulebook.errata if erratum.article == name and erratum.touches(version)],
        examples=sum(case.get("article") == name for case in examples),
        tables=[(key, say.of(table.title)) for key, table in tables.items() if table.article == name],
    )


def _setting(parameter: Parameter, version: Version) -> Setting:
    say = speech()
    value = written(version[parameter.name])
    return Setting(parameter, value, say(parameter.en, parameter.fr), parameter.allowed(say.language))


def _erratum(erratum: Erratum) -> dict[str, str]:
    say = speech()
    return {"id": erratum.id, "printed": say.of(erratum.printed), "reading": say.of(erratum.reading), "set": erratum.parameter}


def compare(request: HttpRequest, name: str, before: date, after: date) -> HttpResponse:
    """The amendment: what one version says otherwise than another."""
    rulebook = rulebook_named(name)
    first, second = rulebook.on(before), rulebook.on(after)
    say = speech()
    changed = [
        (p, say(p.en, p.fr), written(first[p.name]), written(second[p.name]))
        for p in rulebook.parameters.values()
        if first[p.name] != second[p.name]
    ]
    gone = [rulebook.articles[name] for name in first.articles if name not in second.articles]
    new = [rulebook.articles[name] for name in second.articles if name not in first.articles]
    said = {
        "rulebook": rulebook,
        "title": say.of(rulebook.title),
        "first": first,
        "second": second,
        "changed": changed,
        "gone": [(article.id, say(article.en, article.fr)) for article in gone],
        "new": [(article.id, say(article.en, article.fr)) for article in new],
    }
    return render(request, "rulebooks/compare.html", said)


def table(request: HttpRequest, name: str, table: str, day: date | None = None) -> HttpResponse:
    """One of its tables, recomputed from the formulas."""
    rulebook = rulebook_named(name)
    version = calculators.version_of(rulebook, day)
    made = calculators.tables(rulebook, table, on=day)[table]
    say = speech()
    digits = made.digits or (None,) * len(made.columns)
    said = {
        "rulebook": rulebook,
        "title": say.of(made.title),
        "book": say.of(rulebook.title),
        "version": version,
        "table": made,
        "heads": [say.of(column) for column in made.columns],
        "rows": [
            [cell if isinstance(cell, str) else number(cell, places) for cell, places in zip(row, digits, strict=True)]
            for row in made.rows
        ],
    }
    return render(request, "rulebooks/table.html", said)


def examples(request: HttpRequest, name: str) -> HttpResponse:
    """The worked examples and published numbers that the tests hold us to, by article."""
    rulebook = rulebook_named(name)
    say = speech()
    by_article: dict[str, list[dict[str, Any]]] = {}
    for case in cases(name):
        by_article.setdefault(str(case.get("article", "")), []).append(_example(case))
    titles = {name: say(article.en, article.fr) for name, article in rulebook.articles.items()}
    said = {
        "rulebook": rulebook,
        "articles": [(article, titles.get(article, article), found) for article, found in by_article.items()],
        "count": sum(map(len, by_article.values())),
    }
    return render(request, "rulebooks/examples.html", said)


def _example(case: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": case["id"],
        "kind": case.get("kind", ""),
        "source": case.get("source", ""),
        "call": case.get("call", ""),
        "given": ", ".join(_pairs(case.get("args", {}))),
        "files": [(key, case[key]) for key in ("results", "placements", "adjustments", "players") if key in case],
        "expect": ", ".join(_pairs(case["expect"])) if isinstance(case.get("expect"), Mapping) else str(case.get("expect", "")),
    }


def _pairs(values: Mapping[str, Any]) -> Iterator[str]:
    return (f"{name} = {value}" for name, value in values.items())
