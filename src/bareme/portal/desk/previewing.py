"""What an import would do: as plain data, which work beside a page leaves for it, and from there as the page shows it."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bareme.findings import Finding
from bareme.office.audit.details import COUNTS
from bareme.office.audit.models import Act
from bareme.office.imports.commit import Delivery
from bareme.office.imports.service import Options, Result
from bareme.office.people.models import Member
from bareme.office.pools.models import Pool
from bareme.office.runs.fold import finding_of, plain
from bareme.office.tables import canonical
from bareme.portal.desk import effects
from bareme.portal.desk.saying import words
from bareme.portal.site.templatetags.words import speech
from bareme.readers import Reading
from bareme.readers.identity import spelling
from bareme.rulebooks.base import Rulebook, open_rulebook

PERSONAL = {"name-alike", "name-of-several", "number-of-another", "number-of-several", "match-unknown-member"}
ASKED = 50  # people
TOLD = 100  # findings of the files
REMARKS = 50  # findings of the ledger
STOPPED = 25
NAMED = 200  # newcomers


def rules(pool: Pool) -> Rulebook:
    """The pool's rulebook."""
    return open_rulebook(pool.rulebook, pool.overrides)


def digits(pool: Pool) -> int:
    """Decimals of the number that a pool's list is known by."""
    columns = rules(pool).module("words").COLUMNS
    found = next((column.digits for column in columns if column.path in ("published/elo", "published/rating")), 0)
    return found or 0


# -- as plain data


def noted(result: Result, deliveries: Sequence[Delivery], options: Options) -> dict[str, Any]:
    """All that the page shows of an import, as JSON keeps it, in no language."""
    plan = result.plan
    newcomers = [match.person.full_name for match in plan.newcomers]
    effect = effects.noted(result.effect) if result.effect else None
    found = {
        "sign": sign(result, deliveries, options),
        "reading": read(plan.reading),
        "stopped": result.stopped,
        "counts": dict(result.counts),
        "earlier": result.earlier.pk if result.earlier else None,
        "people": Counter(match.how for match in plan.people.values()),
        "already": sorted(plan.already.items()),
        "newcomers": {"count": len(newcomers), "names": newcomers[:NAMED]},
        "questions": _asked(result),
        "remarks": [plain(finding) for finding in plan.findings if not _about_person(finding)][:REMARKS],
        "open": [plain(finding) for finding in plan.questions if not _about_person(finding)][:STOPPED],
        "effect": effect,
        "names": {code: name for code in effects.codes(effect) if (name := result.names.get(code))},
    }
    content: dict[str, Any] = json.loads(canonical(found))
    return content


def sign(result: Result, deliveries: Sequence[Delivery], options: Options) -> str:
    """What would be recorded, in short: the files, how they are read, who is who, which events they are, what is new."""
    plan = result.plan
    content = [
        [[delivery.name, hashlib.sha256(delivery.data).hexdigest()] for delivery in deliveries],
        asdict(options),
        sorted((key, match.how, match.member) for key, match in plan.people.items()),
        sorted((name, match.label, match.known.pk if match.known else None) for name, match in plan.events.items()),
        sorted(plan.already.items()),
        dict(result.counts),
    ]
    return hashlib.sha256(canonical(content).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def read(reading: Reading) -> dict[str, Any]:
    """How files were read, and what there is to say of them."""
    findings = reading.findings
    return {
        "files": [asdict(file) for file in reading.files],
        "faults": sum(finding.severity == "error" for finding in findings),
        "findings": [plain(finding) for finding in findings[:TOLD]],
        "more": max(len(findings) - TOLD, 0),
    }


def _about_person(finding: Finding) -> bool:
    """Is it a question of who somebody is, which the page asks with its candidates?"""
    return finding.code in PERSONAL


def _asked(result: Result) -> list[dict[str, Any]]:
    """Those whom the officer must decide about, with the codes of the members whose names are alike."""
    found = []
    asked = {str(f.details["value"]): f for f in result.plan.findings if _about_person(f)}
    for key, finding in list(asked.items())[:ASKED]:
        match = result.plan.people.get(key)
        folded = {spelling(name) for name in ((match.person.name, match.person.full_name) if match else (key,))}
        near = list(Member.objects.filter(folded__in=[text[:200] for text in folded]).order_by("name", "pk")[:8])
        codes = {str(text).rpartition("(")[2].rstrip(")") for text in finding.details.get("near", ())}
        near += [m for m in Member.objects.filter(code__in=codes).order_by("name", "pk") if m not in near]
        found.append({"key": key, "finding": plain(finding), "near": [member.code for member in near]})
    return found


# -- as the page shows it


@dataclass(frozen=True)
class Question:
    """Somebody of the files of whom it is not known who he is: `candidates` are members (code, name)."""

    key: str
    finding: Finding
    candidates: Sequence[Member]


def shown(found: dict[str, Any], pool: Pool) -> dict[str, Any]:
    """What was noted, in the reader's words."""
    return {
        "found": found,
        "people": Counter(found["people"]),  # none is 0
        "counts": _counts(found["counts"]),
        "earlier": Act.objects.filter(pk=found["earlier"]).first() if found["earlier"] else None,
        "questions": _questions(found["questions"]),
        "remarks": [finding_of(content) for content in found["remarks"]],
        "stopped": [words(finding_of(content)) for content in found["open"]],
        "effect": effects.told(found["effect"], rules(pool), found["names"]) if found["effect"] else None,
        "digits": digits(pool),
    }


def _counts(counts: dict[str, int]) -> list[str]:
    """What is new, each with its noun."""
    say = speech()
    return [say.count(n, *_nouns(name)) for name, n in counts.items() if name in COUNTS]


def _nouns(name: str) -> tuple[dict[str, str], dict[str, str]]:
    one, many, un, des = COUNTS[name]
    return {"en": one, "fr": un}, {"en": many, "fr": des}


def _questions(asked: Sequence[dict[str, Any]]) -> list[Question]:
    members = {member.code: member for member in Member.objects.filter(code__in={code for one in asked for code in one["near"]})}
    return [
        Question(one["key"], finding_of(one["finding"]), [members[code] for code in one["near"] if code in members])
        for one in asked
    ]
