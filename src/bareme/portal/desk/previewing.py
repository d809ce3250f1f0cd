"""What an import would do, for its page: the text as it was decoded, who is who, what is new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bareme.findings import Finding, Refused
from bareme.office.audit.details import COUNTS
from bareme.office.imports.commit import Delivery
from bareme.office.imports.service import Result
from bareme.office.people.models import Member
from bareme.office.pools.models import Pool
from bareme.portal.site.templatetags.words import speech
from bareme.readers.identity import spelling
from bareme.readers.text import decode, unpack
from bareme.rulebooks.base import Rulebook, open_rulebook

PERSONAL = {"name-alike", "name-of-several", "number-of-another", "number-of-several", "match-unknown-member"}
ASKED = 50


@dataclass(frozen=True)
class Preview:
    """The first lines of a file as decoded, or why there are none."""

    name: str
    size: int
    encoding: str = ""
    text: str = ""
    finding: Finding | None = None


def lines(delivery: Delivery, options: dict[str, Any], most: int) -> Preview:
    """The beginning of a file, as it is decoded."""
    name, size = delivery.name, len(delivery.data)
    try:
        found = decode(unpack(delivery.data, name), name, options.get("encoding"))
    except Refused as refusal:
        return Preview(name, size, finding=refusal.finding)
    return Preview(name, size, found.encoding, "\n".join(found.content[:20_000].splitlines()[:most]))


def rules(pool: Pool) -> Rulebook:
    """The pool's rulebook."""
    return open_rulebook(pool.rulebook, pool.overrides)


def digits(pool: Pool) -> int:
    """Decimals of the number that a pool's list is known by."""
    columns = rules(pool).module("words").COLUMNS
    found = next((column.digits for column in columns if column.path in ("published/elo", "published/rating")), 0)
    return found or 0


def people(result: Result) -> Counter[str]:
    """How many were recognised how."""
    return Counter(match.how for match in result.plan.people.values())


def counts(result: Result) -> list[str]:
    """What is new, each with its noun."""
    say = speech()
    return [say.count(n, *_nouns(name)) for name, n in result.counts.items() if name in COUNTS]


def _nouns(name: str) -> tuple[dict[str, str], dict[str, str]]:
    one, many, un, des = COUNTS[name]
    return {"en": one, "fr": un}, {"en": many, "fr": des}


def about_person(finding: Finding) -> bool:
    """Is it a question of who somebody is, which the page asks with its candidates?"""
    return finding.code in PERSONAL


@dataclass(frozen=True)
class Question:
    """Somebody of the files of whom it is not known who he is: `candidates` are members (code, name)."""

    key: str
    finding: Finding
    candidates: Sequence[Member]


def questions(result: Result) -> list[Question]:
    """Who is meant? Those whom the officer must decide about, with the members whose names are alike."""
    found = []
    asked = {str(f.details["value"]): f for f in result.plan.findings if about_person(f)}
    for key, finding in list(asked.items())[:ASKED]:
        match = result.plan.people.get(key)
        folded = {spelling(name) for name in ((match.person.name, match.person.full_name) if match else (key,))}
        near = list(Member.objects.filter(folded__in=[text[:200] for text in folded]).order_by("name", "pk")[:8])
        codes = {str(text).rpartition("(")[2].rstrip(")") for text in finding.details.get("near", ())}
        near += [m for m in Member.objects.filter(code__in=codes).order_by("name", "pk") if m not in near]
        found.append(Question(key, finding, near))
    return found
