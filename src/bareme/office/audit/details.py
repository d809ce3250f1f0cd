"""What an act did, in the words of its officer: counts with their nouns, days as days, what changed from what to what."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any

from bareme.findings import shown

COUNTS = {
    "moves": ("player moves", "players move", "joueur bouge", "joueurs bougent"),
    "levels": ("changes level", "change level", "change de niveau", "changent de niveau"),
    "games": ("game", "games", "partie", "parties"),
    "byes": ("bye", "byes", "exemption", "exemptions"),
    "placements": ("place", "places", "place", "places"),
    "adjustments": ("decision", "decisions", "décision", "décisions"),
    "listings": ("listed player", "listed players", "joueur d'une liste", "joueurs d'une liste"),
    "events": ("event", "events", "épreuve", "épreuves"),
    "event_details": ("event told more about", "events told more about", "épreuve précisée", "épreuves précisées"),
    "members": ("new member", "new members", "nouveau membre", "nouveaux membres"),
    "numbers": ("number learnt", "numbers learnt", "numéro appris", "numéros appris"),
    "spellings": ("spelling learnt", "spellings learnt", "graphie apprise", "graphies apprises"),
    "affiliations": ("affiliation", "affiliations", "affiliation", "affiliations"),
    "listed": ("player", "players", "joueur", "joueurs"),
    "ranked": ("ranked", "ranked", "classé", "classés"),
    "provisional": ("provisional", "provisional", "provisoire", "provisoires"),
    "inactive": ("inactive", "inactive", "inactif", "inactifs"),
    "unrated": ("unrated", "unrated", "sans cote", "sans cote"),
    "counted": ("fact counted", "facts counted", "fait compté", "faits comptés"),
    "written": (
        "new line of the journal",
        "new lines of the journal",
        "nouvelle ligne du journal",
        "nouvelles lignes du journal",
    ),
    "sessions_ended": ("session ended", "sessions ended", "session close", "sessions closes"),
    "tokens_ended": ("token taken back", "tokens taken back", "jeton repris", "jetons repris"),
    "entrants": ("entrant", "entrants", "participant", "participants"),
}
NAMES = {
    "numbers": ("number", "numéro"),
    "club": ("club", "club"),
    "committee": ("committee", "comité"),
    "federation": ("federation", "fédération"),
    "series": ("series", "série"),
    "since": ("since", "depuis le"),
    "start": ("from", "du"),
    "end": ("to", "au"),
    "role": ("role", "rôle"),
    "name": ("name", "nom"),
    "active": ("may come in", "peut entrer"),
    "can_log_in": ("may log in", "peut se connecter"),
    "new_password": ("new password", "nouveau mot de passe"),
    "second_factor": ("second factor", "second facteur"),
    "changed": ("changed", "modifié"),
    "rulebook": ("rulebook", "règlement"),
    "overrides": ("house rules", "règles maison"),
    "rhythm": ("lists", "listes"),
    "claim_window_days": ("days to contest a list", "jours pour contester une liste"),
    "two_person": ("two people for corrections", "deux personnes pour les corrections"),
    "claims_until": ("claims until", "réclamations jusqu'au"),
    "from": ("replayed from", "rejoué depuis le"),
    "not_counted": ("not counted", "non comptés"),
    "quotas": ("quotas", "quotas"),
    "void": ("void", "annulé"),
    "score_a": ("score", "score"),
    "length": ("length", "longueur"),
    "round": ("round", "ronde"),
    "date": ("date", "date"),
    "place": ("place", "place"),
    "reported": ("reported", "rapporté le"),
    "rating": ("rating", "cote"),
    "experience": ("experience", "expérience"),
    "reason": ("for", "pour"),
    "player_a": ("player A", "joueur A"),
    "player_b": ("player B", "joueur B"),
    "rated": ("rated", "compté"),
    "correction": ("correction", "correction n°"),
    "claim": ("claim", "réclamation n°"),
}
VALUES = {  # words of ours that an act keeps as they are typed on the command line
    ("role", "reader"): ("reader", "lecteur"),
    ("role", "reporter"): ("reporter", "correspondant"),
    ("role", "officer"): ("officer", "responsable"),
    ("role", "administrator"): ("administrator", "administrateur"),
    ("rhythm", "monthly"): ("monthly", "chaque mois"),
    ("rhythm", "none"): ("on no fixed day", "sans jour fixe"),
}
BARE = {"affiliations", "numbers", "states"}  # what is in them has names of its own
ORDER = {name: at for at, name in enumerate(dict.fromkeys((*COUNTS, *NAMES)))}  # what is kept is in the order of the alphabet
# A checksum is for machines; the other names say again what the sentence says: whom, which day, who is who.
UNSAID = {"checksum", "on", "facts", "lines", "merged", "kind", "player", "pool"}
_FACT = re.compile(r"^((?:game|bye|placement|adjustment|listing|event) [0-9]+) (.+)$")
_DAY = re.compile(r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")


def details(before: Mapping[str, Any], after: Mapping[str, Any], language: str) -> str:
    """What an act did, value by value; empty where the sentence says all."""
    say = _Words(language == "fr")
    between = " ; " if say.french else "; "
    if _listing(after):  # a correction of several facts says of each which it is; of one, its sentence does
        return between.join(say.facts(before, after))
    return between.join(say.parts(before, after))


def _listing(after: Mapping[str, Any]) -> bool:
    return any(_FACT.match(name) for name in after)


class _Words:
    """One language."""

    def __init__(self, french: bool) -> None:
        self.french = french

    def facts(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
        """Corrected facts, each with what became of it."""
        facts: dict[str, list[str]] = {}
        for name, value in after.items():
            found = _FACT.match(name)
            if found:
                facts.setdefault(found[1], []).append(self.change(found[2], before.get(name), value))
        for fact, changes in facts.items():
            yield f"{fact}: {', '.join(changes)}" if len(facts) > 1 else ", ".join(changes)
        if "correction" in after:
            yield f"{self.name('correction')} {after['correction']}"

    def parts(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
        """Anything else."""
        for name, value in sorted(after.items(), key=lambda item: ORDER.get(item[0], len(ORDER))):
            if name in before and before[name] != value:
                yield self.change(name, before[name], value)
            elif name not in before and name not in UNSAID and value not in (None, "", [], {}, False, 0):
                yield self.value(name, value)

    def change(self, name: str, before: Any, after: Any) -> str:
        """From what to what."""
        return f"{self.name(name)} {self.said(name, before)} -> {self.said(name, after)}"

    def value(self, name: str, value: Any) -> str:
        """One thing said."""
        if name in COUNTS and isinstance(value, int) and not isinstance(value, bool):
            return f"{value} {COUNTS[name][2 * self.french + (value > 1 or (value == 0 and not self.french))]}"
        if name in BARE and isinstance(value, Mapping):
            return self.plain(value)
        if value is True:
            return self.name(name)
        return f"{self.name(name)} {self.said(name, value)}"

    def said(self, name: str, value: Any) -> str:
        """A value in words of ours, where it has some."""
        words = VALUES.get((name, value)) if isinstance(value, str) else None
        return words[self.french] if words else self.plain(value)

    def name(self, name: str) -> str:
        """How a value is called; a rulebook's own names stay."""
        return NAMES[name][self.french] if name in NAMES else shown(name.replace("_", " "))

    def plain(self, value: Any) -> str:
        """A value of an act, which is JSON."""
        if value is None or value == "":
            return "-"
        if isinstance(value, bool):
            return _YES[self.french](value)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, str) and _DAY.match(value):
            value = date.fromisoformat(value)
        if isinstance(value, Mapping):
            return ", ".join(f"{self._key(key)} {self._pair(inner)}" for key, inner in value.items()) or "-"
        if isinstance(value, list):
            return ", ".join(map(self.plain, value)) or "-"
        return shown(value, "fr" if self.french else "en")

    def _key(self, name: str) -> str:
        """What a number in a list of numbers is the number of."""
        return COUNTS[name][2 * self.french + 1] if name in COUNTS else self.name(name)

    def _pair(self, value: Any) -> str:
        """Of a count of players: before and after."""
        pair = isinstance(value, list) and len(value) == 2 and all(isinstance(part, int) for part in value)
        return f"{value[0]} -> {value[1]}" if pair else self.plain(value)


_YES: tuple[Callable[[bool], str], ...] = (lambda value: "yes" if value else "no", lambda value: "oui" if value else "non")
