"""Explain: any journal line in words and numbers, article by article, in English or French."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bareme.facts import KNOCK_OUT
from bareme.findings import Finding
from bareme.journal import Line
from bareme.rulebooks.base import Erratum, Rulebook, Version
from bareme.rulebooks.speech import Speech, Step


@dataclass(frozen=True, slots=True)
class Explanation:
    """A line explained: its heading, its movement, the steps, and the errata that touch its articles."""

    line: Line
    heading: str
    movement: str
    steps: tuple[Step, ...]
    errata: tuple[Erratum, ...]


def explain(line: Line, rulebook: Rulebook, language: str = "en") -> Explanation:
    """What this line did and why. The steps come from the rulebook's own words."""
    say = Speech(language)
    version = next(version for version in rulebook.versions if version.name == line.version)
    if line.kind == "not-counted":
        finding = Finding(line.reason, line.source, line.terms)  # what the message shows, where the book kept it
        steps: list[Step] = [Step("", finding.message(language)), Step("", finding.remedy(language))]
    else:
        steps = rulebook.module("words").steps(line, version, say)
    touched = {step.article for step in steps}
    errata = tuple(e for e in rulebook.errata if e.article in touched and e.touches(version))
    return Explanation(line, _heading(line, say), _movement(line, say), tuple(steps), errata)


_KINDS = {
    "entry": ("entry", "entrée"),
    "game": ("game against {}", "partie contre {}"),
    "won": ("win against {}", "gain contre {}"),
    "drawn": ("draw against {}", "nulle contre {}"),
    "lost": ("loss against {}", "perte contre {}"),
    "placement": ("placement", "place obtenue"),
    "assign": ("values assigned", "valeurs attribuées"),
    "title": ("title", "titre"),
    "revalue": ("revaluation", "revalorisation"),
    "licence": ("licence", "licence"),
    "rollover": ("season roll-over", "passage de saison"),
    "first-rating": ("first rating", "premier classement"),
    "closing": ("closing of the period", "clôture de la période"),
    "opening": ("opening of the season", "ouverture de la saison"),
    "blend": ("blend of the day", "pondération du jour"),
    "pending": ("game against {}, not yet in a list", "partie contre {}, pas encore dans une liste"),
    "one-off": ("one-off adjustment", "ajustement unique"),
    "pooled": ("game against {}, towards a first rating", "partie contre {}, vers un premier classement"),
    "floor": ("below the lowest published rating", "sous le plus petit classement publié"),
    "not-counted": ("does not count", "ne compte pas"),
}


_RESULTS = {1.0: "won", 0.5: "drawn", 0.0: "lost"}


def _heading(line: Line, say: Speech) -> str:
    result = _RESULTS.get(line.terms.get("score"), line.kind) if line.kind == "game" else line.kind  # type: ignore[arg-type]
    kind = say(*_KINDS[result]).format(line.opponent)
    if line.kind == "not-counted" and line.opponent:
        kind = say(*_KINDS["game"]).format(line.opponent) + say.colon + kind
    where = line.event
    if line.round:
        where += (", " if where else "") + round_name(line.round, say)
    return say.day(line.date) + "  " + (where + say.colon if where else "") + kind


_KNOCK_OUT_FR = {
    "last-256": "128e de finale",
    "last-128": "64e de finale",
    "last-64": "32e de finale",
    "last-32": "16e de finale",
    "last-16": "8e de finale",
    "quarter-final": "quart de finale",
    "semi-final": "demi-finale",
    "third-place": "petite finale",
    "final": "finale",
}


def round_name(number: int, say: Speech) -> str:
    """A round as people call it: `round 3`, `semi-final`."""
    word = next((word for word, knock_out in KNOCK_OUT.items() if knock_out == number), None)
    if word is None:
        return say("round", "ronde") + f" {number}"
    return say(word.replace("last-", "last "), _KNOCK_OUT_FR[word])


def _movement(line: Line, say: Speech) -> str:
    known = [value for value in (line.before, line.after) if value is not None]
    digits = 0 if all(value == int(value) for value in known) else 2
    before, after = say.number(line.before, digits), say.number(line.after, digits)
    if line.before is None:
        return say("unrated", "non classé") if line.after is None else say("enters at ", "entrée à ") + after
    if line.after is None:
        return before + say(" -> unrated", " -> non classé")
    return f"{before} -> {after}  ({say.signed(line.change, digits)})"


def text(explanations: Iterable[Explanation], rulebook: Rulebook, language: str = "en") -> str:
    """Explanations as plain text, ready to be read or copied into an e-mail."""
    say = Speech(language)
    blocks: list[str] = []
    versions: dict[str, Version] = {}
    errata: dict[str, Erratum] = {}
    for explanation in explanations:
        blocks.append("\n".join(_block(explanation, say)))
        versions.update({v.name: v for v in rulebook.versions if v.name == explanation.line.version})
        errata.update({erratum.id: erratum for erratum in explanation.errata})
    return "\n\n".join([*blocks, "\n".join(_footer(rulebook, versions, errata, say))])


def _block(explanation: Explanation, say: Speech) -> list[str]:
    lines = [explanation.heading + "    " + explanation.movement]
    for step in explanation.steps:
        article = f"  [{step.article}]" if step.article else ""
        lines.append(f"  - {step.text}{article}")
        for part in filter(None, (step.formula, step.put_in, step.value)):
            equals = "" if part == step.formula or "=" in part else "= "
            lines.append(f"      {equals}{part}")
    place = explanation.line.source
    if place.file:
        lines.append(say("  from ", "  d'après ") + str(place))
    return lines


def _footer(rulebook: Rulebook, versions: dict[str, Version], errata: dict[str, Erratum], say: Speech) -> list[str]:
    lines = [say("Rulebook: ", "Règlement : ") + f"{rulebook.name}, {say.of(rulebook.title)}"]
    lines.extend(
        say("Version: ", "Version : ") + f"{say.version(version.name)}, {say.of(version.source)}" for version in versions.values()
    )
    lines.append(say("House overrides: ", "Réglages maison : ") + (rulebook.house_rules or say("none", "aucun")))
    if errata:
        told = say("The source contradicts itself here; our reading: ", "La source se contredit ici ; notre lecture : ")
        lines.append(told + f"bareme rulebooks {rulebook.name} ({', '.join(errata)})")
    return lines
