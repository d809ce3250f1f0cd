"""A journal line explained on a page of its own, and as text to copy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from bareme.explain import text
from bareme.findings import Refused
from bareme.office.ledger.places import parsed
from bareme.office.runs.journal import segments
from bareme.office.runs.lines import COLUMNS
from bareme.office.runs.models import JournalLine, Run
from bareme.portal.public.formula import mathml
from bareme.portal.public.lines import Told, live_run, told
from bareme.portal.public.lookups import names_of
from bareme.portal.site.context import address
from bareme.portal.site.templatetags.words import speech
from bareme.rulebooks.base import Article, Version
from bareme.rulebooks.parameters import written

_NAMES = ("pk", *COLUMNS)


@dataclass(frozen=True)
class Part:
    """A formula or the numbers put in: its text, and how it is set, where it can be."""

    text: str
    math: SafeString | None


@dataclass(frozen=True)
class ShownStep:
    """A step of an explanation for a page."""

    text: str
    article: Article | None
    article_name: str
    formula: Part | None
    put_in: Part | None
    value: Part | None


def steps_of(line: Told) -> list[ShownStep]:
    """The steps of a line, set."""
    articles, say = line.rulebook.articles, speech()
    found = []
    for step in line.explanation.steps:
        article = articles.get(step.article)
        name = (say(article.en, article.fr)) if article else step.article
        found.append(ShownStep(step.text, article, name, _part(step.formula), _part(step.put_in), _part(step.value)))
    return found


def _part(said: str) -> Part | None:
    return Part(said, mathml(said)) if said else None


def version_of(line: Told) -> Version:
    """The version by which the line was made."""
    return next(version for version in line.rulebook.versions if version.name == line.line.version)


def line_of(pool: str, number: int) -> tuple[Run, Told]:
    """A line of a pool, with its run. Errors: Refused `no-such-page`."""
    row = JournalLine.objects.filter(pk=number, run__pool__slug=pool).select_related("run__pool").first()
    if row is None:
        raise Refused("no-such-page", path=f"{pool}/lines/{number}")
    run: Run = row.run
    return run, told(JournalLine.objects.filter(pk=number).values_list(*_NAMES), run)[0]


def line(request: HttpRequest, pool: str, number: int) -> HttpResponse:
    """The page of a line."""
    run, one = line_of(pool, number)
    current = live_run(run.pool_id)
    mirror = _mirror(one, run)
    said = {
        "pool": run.pool,
        "told": one,
        "member": {"name": one.line.player, "pk": one.player},
        "code": _code(one),
        "rulebook": one.rulebook,
        "version": version_of(one),
        "errata": [
            {"erratum": erratum, "printed": speech().of(erratum.printed), "reading": speech().of(erratum.reading)}
            for erratum in one.explanation.errata
        ],
        "still": current is not None and _within(one.pk, current),
        "mirror": mirror,
        "sides": _sides(one, mirror),
        "opponent_before": _line_before(one, run) if one.opponent is not None else None,
        "file": _file(one),
        "calculator": _calculator(one),
        "rulebook_page": address("rulebooks:page", one.rulebook.name),
    }
    return render(request, "public/line.html", said)


def line_text(request: HttpRequest, pool: str, number: int) -> HttpResponse:
    """The same as plain text."""
    _, one = line_of(pool, number)
    said = text([one.explanation], one.rulebook, speech().language)
    return HttpResponse(f"{one.line.player}\n\n{said}\n", content_type="text/plain; charset=utf-8")


def _code(one: Told) -> str:
    return names_of([one.player])[one.player][0]


def _within(number: int, run: Run) -> bool:
    """Does the line stand in this run's journal?"""
    return any(segment.first <= number <= segment.last for segment in segments(run))


def _mirror(one: Told, run: Run) -> Told | None:
    """The opponent's line of the same game."""
    if one.opponent is None:
        return None
    same = JournalLine.objects.filter(
        player=one.opponent,
        opponent=one.player,
        event=one.event,
        round=one.line.round,
        date=one.line.date,
        kind=one.line.kind,
    )
    same = same.filter(source=one.line.source.file, line=one.line.source.line, pk__range=(one.pk - 4, one.pk + 4))
    rows = list(same.values_list(*_NAMES)[:1])
    return told(rows, run)[0] if rows else None


def _line_before(one: Told, run: Run) -> Told | None:
    """The opponent's last line before this one: where his number came from."""
    parts = {segment.run: segment.last for segment in segments(run)}
    rows = JournalLine.objects.filter(player=one.opponent, run__in=parts, pk__lt=one.pk).exclude(kind="not-counted")
    rows = rows.exclude(pk__range=(one.pk - 1, one.pk), opponent=one.player, event=one.event, round=one.line.round)
    for number, *row in rows.order_by("-pk").values_list("run_id", *_NAMES)[:20]:
        if row[0] <= parts[number]:
            return told([tuple(row)], run)[0]
    return None


# The terms of a line that say the same of both players: (his, the opponent's).
_PAIRS = (("own", "opponent"), ("Exp", "opponent_Exp"), ("FA", "FA_opponent"))
_ALONE = ("K", "score")
_WORDS = {"own": _("number before"), "Exp": _("experience, Exp"), "score": _("result")}


def _sides(one: Told, mirror: Told | None) -> list[tuple[str, Any, Any]]:
    """What entered the formula for either: (symbol, his, the opponent's)."""
    terms, other = one.line.terms, (mirror.line.terms if mirror else {})
    found = [(name, terms[name], terms[opposite]) for name, opposite in _PAIRS if name in terms and opposite in terms]
    found += [(name, terms[name], other.get(name)) for name in _ALONE if name in terms]
    told_in = [(str(_WORDS.get(name, name)), his, opposite) for name, his, opposite in found]
    return [*told_in, (str(_("change")), one.line.change, mirror.line.change if mirror else None)]


def _file(one: Told) -> str:
    """Where the fact stood, for people."""
    where = parsed(one.line.source.file)
    return str(one.line.source) if where else ""


def _calculator(one: Told) -> str:
    """The address of the calculator with this line's numbers, where there is one."""
    terms: Mapping[str, Any] = one.line.terms
    base = address("calculators:match")
    if not base or "own" not in terms or not isinstance(terms.get("opponent"), (int, float)):
        return ""
    asked = {
        "rulebook": one.rulebook.name,
        "a": terms["own"],
        "b": terms["opponent"],
        "on": terms.get("start") or one.day.isoformat(),
    }
    if terms.get("format"):
        asked["format"] = terms["format"]
    elif "N" in terms:
        asked["length"] = f"{terms['N']:g}"
    asked |= {key: f"{terms[name]:g}" for key, name in (("ea", "Exp"), ("eb", "opponent_Exp"), ("k", "K")) if name in terms}
    if one.rulebook.overrides:
        asked["set"] = ";".join(f"{name}={written(value)}" for name, value in one.rulebook.overrides.items())
    return f"{base}?{urlencode(asked)}"
