"""A pool's own results under its own rules and under others: keep or change, why, who pays."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from bareme.facts import Facts
from bareme.findings import Refused
from bareme.office.imports.events import relabelled
from bareme.office.ledger.models import Game, Placement
from bareme.office.ledger.reading import facts_of
from bareme.office.people.models import Member
from bareme.office.pools.models import Pool
from bareme.office.pools.service import pool_of
from bareme.portal.public.lookups import rules_of
from bareme.portal.site.headers import CONTENT_SECURITY_POLICY
from bareme.portal.site.templatetags.words import speech
from bareme.portal.site.turns import Turn
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.parameters import settings, written

RESULTS_AT_MOST = 50_000  # some ten seconds of a processor
TURN = Turn("lab-busy")


def form(request: HttpRequest) -> HttpResponse:
    """Which pool, and what would be set otherwise."""
    chosen = request.GET.get("pool", "")
    pools = list(Pool.objects.order_by("name"))
    pool = next((pool for pool in pools if pool.slug == chosen), None)
    return render(request, "lab/form.html", {"pools": pools, "pool": pool, "parameters": _parameters(pool) if pool else ()})


def _parameters(pool: Pool) -> list[tuple[str, str, str, str]]:
    """What can be set in this pool's rulebook: name, value now, what it is, what is allowed."""
    rulebook, say = rules_of(pool), speech()
    return [
        (p.name, written(rulebook.latest[p.name]), say(p.en, p.fr), p.allowed(say.language)) for p in rulebook.parameters.values()
    ]


def report(request: HttpRequest) -> HttpResponse:
    """The comparison as a page of its own: the same that `bareme lab compare --report` writes.

    Errors: Refused `unknown-pool`, `bad-setting`, `unknown-parameter`, `bad-parameter-value`, `nothing-set`,
    `too-many-for-this-page`, `lab-busy`, and those of the lab.
    """
    pool = pool_of(request.GET.get("pool", ""))
    wanted = settings(request.GET.get("set", "")[:1000].replace(";", " ").split())
    if not wanted:
        raise Refused("nothing-set")
    now = rules_of(pool)
    other = now.override(wanted)
    count = Game.objects.filter(pool=pool).count() + Placement.objects.filter(pool=pool).count()
    if count > RESULTS_AT_MOST:
        raise Refused("too-many-for-this-page", value=count, limit=RESULTS_AT_MOST)
    facts = named(facts_of(pool))
    with TURN.taken():
        page = _placed(facts, (now, other)) if now.kind == "placements" else _games(facts, (now, other))
    return with_its_style(page)


def named(facts: Facts) -> Facts:
    """The facts with people's names in the place of their codes; two of one name keep their codes beside it."""
    names = dict(Member.objects.values_list("code", "name"))
    often = Counter(names.values())
    keys = {code: name if often[name] == 1 else f"{name} ({code})" for code, name in names.items()}
    return relabelled(facts, {event.name: event.name for event in facts.events}, keys)


def _games(facts: Facts, rulebooks: Sequence[Rulebook]) -> str:
    from bareme.lab.comparing import compare
    from bareme.lab.history import histories
    from bareme.lab.report.comparison import comparison_page
    from bareme.lab.words import labels_of

    first, second = histories(facts, rulebooks, yearly=True)
    one, two = labels_of(rulebooks)
    return comparison_page(compare(first, second, (one, two)), speech().language)


def _placed(facts: Facts, rulebooks: Sequence[Rulebook]) -> str:
    from bareme.lab.history import WARM_UP, need
    from bareme.lab.placements import compare_placements, evaluate_placements, placed_history
    from bareme.lab.report.placements import placed_comparison_page
    from bareme.lab.words import labels_of

    need()
    found = [placed_history(facts, rulebook) for rulebook in rulebooks]
    one, two = labels_of(rulebooks)
    try:
        evaluation = evaluate_placements(found, ("A", "B"), warm_up=WARM_UP)
    except Refused:  # one season alone: series and quotas can be compared all the same
        evaluation = None
    return placed_comparison_page(compare_placements(found[0], found[1], (one, two), evaluation), speech().language)


def with_its_style(page: str) -> HttpResponse:
    """A report brings its style with it: that one text is allowed, by its hash, and no other."""
    style = page.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = CONTENT_SECURITY_POLICY.replace("style-src 'self'", f"style-src 'sha256-{digest}'")
    return HttpResponse(page, headers={"Content-Security-Policy": policy})
