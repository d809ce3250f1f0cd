"""What was refused, said above the form it came from, so that nobody types twice."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest

from bareme.findings import Finding, Refused
from bareme.portal.site.templatetags.words import speech


def words(finding: Finding) -> str:
    """A finding with its remedy, in the reader's language."""
    language = speech().language
    return f"{finding.message(language)} {finding.remedy(language)}"


@dataclass
class Trial:
    """`with Trial(request) as trial:` what is refused inside becomes a message of the page; `trial.went` says how it went.

    Who may not do it at all is told so by a page of its own, as everywhere.
    """

    request: HttpRequest
    went: bool = False

    def __enter__(self) -> Trial:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        if isinstance(error, Refused) and error.finding.code != "not-allowed":
            messages.error(self.request, words(error.finding))
            return True
        self.went = error is None
        return False


def text(request: HttpRequest, name: str, most: int = 2000) -> str:
    """A field of the form, trimmed."""
    return (request.POST.get(name) or "").replace("\0", "").strip()[:most]


def whole(value: str | None, otherwise: int = 0) -> int:
    """A whole number of an address or a form."""
    return int(value) if value and value.isascii() and value.isdigit() and len(value) < 18 else otherwise
