"""What an import would do, worked out before anything is written: who is who, which event is which, what is new."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from bareme.facts import Adjustment, Facts, Game
from bareme.findings import Finding
from bareme.office.imports.events import EventMatch, Events, relabelled
from bareme.office.imports.known import leave_out_what_is_known
from bareme.office.imports.people import Match, People, people_of
from bareme.office.pools.models import Pool
from bareme.office.tables import canonical
from bareme.readers import Reading
from bareme.readers.tally import brief

NEWCOMER = "+"  # before the key of somebody who is no member yet; codes never begin so


@dataclass
class Plan:
    """What an import would do. `facts` are the new ones, under member codes (newcomers: `+key`) and event labels."""

    pool: Pool
    reading: Reading
    people: dict[str, Match] = field(default_factory=dict)
    events: dict[str, EventMatch] = field(default_factory=dict)
    facts: Facts = field(default_factory=Facts)
    told: Facts = field(default_factory=Facts)  # all that the files said, under the same names
    already: Counter[str] = field(default_factory=Counter)  # what the ledger has, by event
    findings: list[Finding] = field(default_factory=list)
    keys: dict[str, str] = field(default_factory=dict)

    @property
    def questions(self) -> list[Finding]:
        """What only the officer can decide, or must correct: nothing is recorded before."""
        return [finding for finding in self.findings if finding.severity == "error"]

    @property
    def faults(self) -> list[Finding]:
        """Rows and files that could not be read."""
        return [finding for finding in self.reading.findings if finding.severity == "error"]

    @property
    def newcomers(self) -> list[Match]:
        """People who become members."""
        return [match for match in self.people.values() if match.how == "new"]

    def content(self, codes: Mapping[str, str] | None = None) -> str:
        """The hash of what the files said, whatever their dialect, order and rows. `codes` are those of the newcomers."""
        told = self.told
        code = {**{key: key for key in self.keys.values()}, **(codes or {})}
        lines = [
            *(_game(game, code) for game in told.games),
            *(canonical(["place", p.event, p.date, code[p.player], p.place, p.series, p.category]) for p in told.placements),
            *(canonical(["decision", *_values(a, code[a.player])]) for a in told.adjustments),
            *(canonical(["bye", b.event, b.date, b.round, code[b.player], b.points]) for b in told.byes),
            *(canonical(["list", code[p.key], p.number, p.born, p.rating, p.games, p.k, p.series]) for p in told.players),
        ]
        return hashlib.sha256("\n".join(sorted(lines)).encode("utf-8", "surrogatepass")).hexdigest()


def _game(g: Game, code: Mapping[str, str]) -> str:
    a, b, score = code[g.player_a], code[g.player_b], g.score_a
    if b < a:
        a, b, score = b, a, 1.0 - score
    return f"game {g.event!r} {g.date} {g.round} {a} {b} {score} {g.length} {g.format!r} {g.rated}"


def _values(fact: Adjustment, player: str) -> tuple[object, ...]:
    values = (fact.rating, fact.elo, fact.experience, fact.entrants, fact.level, fact.federation, fact.series, fact.reason)
    return (fact.date, player, fact.kind, *values)


def plan_import(pool: Pool, reading: Reading, decisions: Mapping[str, str], *, both: bool = False) -> Plan:
    """Work out an import against the ledger as it stands; call it within `reading()` or `acting()`.

    `both`: what looks like a game or event the ledger tells otherwise is another one: both count.
    """
    plan = Plan(pool, reading)
    facts = reading.facts
    people = People(pool.numbers, decisions)
    plan.people = {key: people.match(person) for key, person in people_of(facts).items()}
    _unused_decisions(plan, decisions)
    events = Events(pool)
    plan.events = events.match(facts)
    members = people.accounts.members
    plan.keys = {k: members[m.member][0] if m.member is not None else NEWCOMER + k for k, m in plan.people.items()}
    plan.findings += [*people.findings, *_one_for_two(plan), *events.findings]
    plan.told = relabelled(facts, {name: match.label for name, match in plan.events.items()}, plan.keys)
    plan.findings += [
        Finding("member-meets-himself", game.source, {"value": game.player_a})
        for game in plan.told.games
        if game.player_a == game.player_b
    ]
    known = leave_out_what_is_known(pool, plan.told, reading, both=both)
    plan.facts, plan.already = known.left, known.already
    plan.findings += known.findings
    return plan


def _unused_decisions(plan: Plan, decisions: Mapping[str, str]) -> None:
    used = set(plan.people) | {match.person.name for match in plan.people.values()}
    for name in decisions.keys() - used - {"*"}:
        plan.findings.append(Finding("match-unused", details={"value": name}))


def _one_for_two(plan: Plan) -> list[Finding]:
    """Two people of the files who would be one member."""
    seen: dict[int, str] = {}
    found = []
    for key, match in plan.people.items():
        if match.member is None:
            continue
        first = seen.setdefault(match.member, key)
        if first != key:
            details = {"value": key, "other": first, "first": brief(plan.people[first].person.place)}
            found.append(Finding("two-are-one-member", match.person.place, details))
    return found
