"""Elo in words: what each journal line says, step by step."""

from __future__ import annotations

from bareme.journal import Line
from bareme.rulebooks.base import Version
from bareme.rulebooks.speech import Column, Speech, Step

LEVELS: dict[str, dict[str, str]] = {}
STATES = {"provisional": {"en": "provisional", "fr": "provisoire"}}
COLUMNS = (Column("published/rating", "Elo", "Elo"),)


def steps(line: Line, version: Version, say: Speech) -> list[Step]:
    """The steps of one line of the journal."""
    if line.kind == "game":
        return _game(line, version, say)
    return [_entry(line, say) if line.kind == "entry" else _decision(line, say)]


def _game(line: Line, version: Version, say: Speech) -> list[Step]:
    t, n = line.terms, say.number
    scale = n(version["scale"])
    change = t["K"] * (t["score"] - t["P"])
    found = [
        Step(
            "probability",
            say("Expected score against this opponent", "Score attendu contre cet adversaire"),
            f"P = 1 / (1 + 10^(-D/{scale})), D = {n(t['own'], 2)} - {n(t['opponent'], 2)}",
            f"P = 1 / (1 + 10^({n(-t['D'], 2)}/{scale}))",
            n(t["P"], 6),
        ),
        Step(
            "development",
            say(f"Coefficient K with {n(t['games'])} games played before", f"Coefficient K après {n(t['games'])} parties jouées"),
            value=f"K = {n(t['K'])}",
        ),
        Step(
            "update",
            say("Change", "Variation"),
            "K·(R - P)",
            f"{n(t['K'])}·({n(t['score'])} - {n(t['P'], 6)})",
            say.signed(change, 4),
        ),
    ]
    if t["floored"]:
        found.append(
            Step("update", say("No rating falls below the floor", "Le plancher arrête la baisse"), value=n(version["floor"]))
        )
    return found


def _entry(line: Line, say: Speech) -> Step:
    given = say("Rating given by a list", "Classement donné par une liste")
    text = (
        given
        if line.terms["listed"]
        else say("First game, with the initial rating", "Première partie, avec le classement initial")
    )
    return Step("start", text, value=say.number(line.after, 2))


def _decision(line: Line, say: Speech) -> Step:
    return Step(
        line.article,
        say("Rating set by decision: ", "Classement fixé par décision : ") + (line.terms["why"] or "-"),
        value=say.number(line.after, 2),
    )
