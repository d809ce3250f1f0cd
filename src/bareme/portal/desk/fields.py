"""The fields of facts on a page: their words, and their values as the texts that a correction is said in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext_lazy as _

from bareme.facts import ADJUSTMENT_KINDS
from bareme.office.corrections.changes import current_row
from bareme.office.corrections.fields import FIELDS, IN_EVENTS, WHYS
from bareme.office.people.accounts import Accounts
from bareme.office.pools.models import Pool

KINDS = {
    "game": _("Game"),
    "bye": _("Bye"),
    "placement": _("Final place"),
    "adjustment": _("Decision"),
    "listing": _("What a list says of a player"),
    "event": _("Event"),
    "decision": _("New decision"),
    "merge": _("Merge of two members"),
    "split": _("Split of a merged member"),
}
CHANGED = "set"
DOINGS = {
    CHANGED: _("Change what it says"),
    "swap": _("The other one won"),
    "void": _("It does not stand: take it out"),
    "restore": _("It stands after all: bring it back"),
}
WORDS = {
    "date": _("Date"), "event": _("Event"), "round": _("Round"), "player": _("Player"), "player_a": _("Player A"),
    "player_b": _("Player B"), "score_a": _("Score of A"), "length": _("Length"), "format": _("Sets"),
    "rated": _("Counts for the ranking"),
    "why": _("Why not rated"), "points": _("Points"), "rounds": _("Number of rounds"), "category": _("Category"),
    "federation": _("Federation"), "series": _("Series"), "place": _("Place"), "kind": _("Kind"), "rating": _("Rating"),
    "elo": _("Elo"), "experience": _("Experience"), "entrants": _("Entrants"), "level": _("Level"), "reason": _("Reason"),
    "sex": _("Sex"), "title": _("Title"), "born": _("Year of birth"), "games": _("Games"), "k": _("K"),
    "reached": _("Highest rating"), "name": _("Name"), "start": _("First day"), "end": _("Last day"),
    "void": _("taken out"), "reported": _("Reported on"), "city": _("City"), "time_control": _("Time control"),
}  # fmt: skip
DAYS = ("date", "start", "end", "reported")
CHOICES = {
    "score_a": ("1", "0.5", "0"),
    "rated": ("yes", "no"),
    "why": ("", *WHYS),
    "kind": tuple(ADJUSTMENT_KINDS),
}
CHOICE_WORDS = {
    "yes": _("yes"), "no": _("no"), "assign": _("assigned rating"), "title": _("title"), "revalue": _("revaluation"),
    "licence": _("licence"), "declared-unrated": _("declared unrated"), "forfeit": _("forfeit"),
    "double-forfeit": _("double forfeit"), "less-than-one-move": _("less than one move"), "unconfirmed": _("unconfirmed"),
    "0.5": "½",
}  # fmt: skip


@dataclass(frozen=True)
class Given:
    """A field of a form: its name, its word, how it is asked for, what it says now and what is typed."""

    name: str
    word: Any
    type: str
    now: str
    typed: str
    choices: tuple[tuple[str, Any], ...] = ()


def names_of(kind: str) -> list[str]:
    """The fields of a kind, as a correction may say them. The reason of a new decision is that of its asking."""
    if kind == "decision":
        return [name for name in FIELDS["adjustment"] if name != "reason"]
    return [*FIELDS[kind], *(["event"] if kind in IN_EVENTS else [])]


def now_of(kind: str, pool: Pool, number: int) -> dict[str, str]:
    """What a fact says now, as texts.

    Errors: Refused `no-such-fact`.
    """
    row, accounts = current_row(kind, pool, number), Accounts()
    found = {}
    for name in names_of(kind):
        if name.startswith("player"):
            found[name] = accounts.members[getattr(row, f"{name}_id")][0]
        elif name == "event":
            found[name] = row.event.label if row.event_id else ""
        else:
            found[name] = as_text(getattr(row, name))
    return found


def as_text(value: Any) -> str:
    """A value as the readers of corrections read it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value.isoformat() if isinstance(value, date) else str(value)


def form_of(kind: str, now: dict[str, str], typed: dict[str, str]) -> list[Given]:
    """The fields of a form; what is typed already goes before what stands there."""
    return [
        Given(
            name,
            WORDS[name],
            "date" if name in DAYS else "choice" if name in CHOICES else "text",
            now.get(name, ""),
            typed.get(name, now.get(name, "")),
            tuple((choice, CHOICE_WORDS.get(choice, choice)) for choice in CHOICES.get(name, ()) if choice),
        )
        for name in names_of(kind)
    ]
