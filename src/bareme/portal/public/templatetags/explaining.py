"""{{ told|steps }}: a journal line's explanation, set for a page."""

from __future__ import annotations

from django import template

from bareme.findings import Text
from bareme.portal.public.explained import ShownStep, steps_of
from bareme.portal.public.lines import Told
from bareme.portal.site.templatetags.words import speech

register = template.Library()


@register.filter
def steps(told: Told) -> list[ShownStep]:
    """The steps of a line."""
    return steps_of(told)


@register.filter
def article(told: Told) -> str:
    """The title of the article that decided a line."""
    found = told.rulebook.articles.get(told.line.article)
    return speech()(found.en, found.fr) if found else told.line.article or "–"


@register.filter
def spoken(text: Text) -> str:
    """A text of both languages in that of the page."""
    return speech().of(text)
