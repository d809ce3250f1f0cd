"""The desk's own links, findings in words, pictures of who moves."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import template
from django.template.context import RequestContext
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from bareme.findings import Finding
from bareme.office.audit.diary import sentence, topic
from bareme.office.audit.models import Act
from bareme.portal.desk.fields import KINDS, WORDS
from bareme.portal.desk.saying import words as in_words
from bareme.portal.site.pages import allowed
from bareme.portal.site.templatetags.words import exact, speech

register = template.Library()

LINKS = (
    ("desk:home", _("Desk"), "see-desk"),
    ("desk:import", _("Import"), "preview-import"),
    ("desk:corrections", _("Corrections"), "see-desk"),
    ("desk:members", _("Members"), "see-desk"),
    ("desk:pools", _("Rankings"), "see-desk"),
    ("desk:runs", _("Runs and lists"), "see-desk"),
    ("desk:exports", _("Exports"), "export"),
    ("desk:backups", _("Backups"), "backup"),
    ("desk:audit", _("Diary"), "read-audit"),
    ("desk:users", _("Users"), "manage-users"),
    ("account:account", _("My account"), "own-account"),
)


@register.inclusion_tag("desk/_links.html", takes_context=True)
def desk_links(context: RequestContext) -> dict[str, Any]:
    """The desk's pages that whoever asks may open."""
    request = context["request"]
    here = request.resolver_match.view_name if request.resolver_match else ""
    found = []
    for name, text, action in LINKS:
        if allowed(request, action):
            address = reverse(name)
            inside = request.path == address or (name != "desk:home" and request.path.startswith(address))
            found.append({"text": text, "address": address, "here": inside or name == here})
    return {"links": found}


@register.filter
def about(act: Act) -> str:
    """What an act is about."""
    return topic(act, speech().language)


@register.filter
def told(finding: Finding) -> str:
    """A finding and what to do."""
    return in_words(finding)


@register.filter
def message(finding: Finding) -> str:
    """A finding alone."""
    return finding.message(speech().language)


@register.filter
def said(value: Any) -> str:
    """What a fact says: a day as a day, a number as short as exact."""
    return speech().day(value) if isinstance(value, date) else exact(value)


@register.filter
def word(name: str) -> str:
    """A fact's field in words; `game 17 score_a` as `Game 17: Score of A`."""
    kind, _, rest = name.partition(" ")
    number, _, field = rest.partition(" ")
    if not field:
        return str(WORDS.get(name, name))
    return f"{KINDS.get(kind, kind)} {number}{speech().colon}{WORDS.get(field, field)}"


@register.filter
def done(act: Act) -> str:
    """What an act did, in one sentence."""
    return sentence(act, speech().language)


@register.simple_tag(takes_context=True)
def can(context: RequestContext, action: str, about: Any = None) -> bool:
    """May whoever asks do this? For links and buttons."""
    return allowed(context["request"], action, about)
