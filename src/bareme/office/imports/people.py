"""Who the people of a file are: members known here, new ones, or a question for the officer. Never a silent guess.

1. What the officer decided (`--match`).
2. The number, if his name agrees with it.
3. The exact name, if one member alone bears it and no other number speaks against it.
4. A name that is only alike is a question; a name like no other is a new member.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from bareme.facts import Adjustment, Bye, Facts, Place, Placement, Player, numbered
from bareme.findings import Finding
from bareme.office.people.accounts import Accounts
from bareme.office.people.codes import read
from bareme.office.people.models import MemberName, MemberNumber
from bareme.readers.identity import spelling

NEW = "new"
EVERYBODY = "*"
SHOWN = 5


@dataclass(frozen=True)
class Person:
    """Somebody of a file: the key his facts have there, and what the file says of him."""

    key: str
    place: Place
    record: Player | None = None

    @property
    def number(self) -> str:
        """His number, empty if the file gives none."""
        return self.record.number if self.record else ""

    @property
    def name(self) -> str:
        """The name the file's facts know him by."""
        return self.key.removesuffix(numbered("", self.number)) if self.number else self.key

    @property
    def full_name(self) -> str:
        """The name to enter him under."""
        return (self.record.name if self.record else "") or self.name


@dataclass(frozen=True)
class Match:
    """What became of a person: the member (None: a new one), and how he was recognised.

    `how`: `decided`, `number`, `name`, `new`, or `open`: a question that stops the import.
    `learn`: the file's number or spelling is news, and is kept.
    """

    person: Person
    member: int | None
    how: str
    learn_number: bool = False
    learn_name: bool = False


@dataclass
class People:
    """Everybody the office knows, by name and number, for one import."""

    numbers_kind: str
    decisions: Mapping[str, str]
    accounts: Accounts = field(default_factory=Accounts)
    findings: list[Finding] = field(default_factory=list)

    # -- what is known

    @cached_property
    def _numbers(self) -> dict[str, dict[str, int]]:
        """{kind: {number: account}}."""
        found: dict[str, dict[str, int]] = {}
        for kind, number, member in _current(MemberNumber, "kind", "number", "member_id"):
            found.setdefault(kind, {})[number] = self._account(member)
        return found

    @cached_property
    def _numbered(self) -> set[int]:
        """The accounts that have a number of the pool's kind."""
        return set(self._numbers.get(self.numbers_kind, {}).values())

    @cached_property
    def _names(self) -> dict[str, set[int]]:
        """{name: accounts that bear it, bore it, or are known by it in files}."""
        found: dict[str, set[int]] = {}
        for name, member in _current(MemberName, "name", "member_id"):
            found.setdefault(name, set()).add(self._account(member))
        return found

    @cached_property
    def _spellings(self) -> dict[str, set[int]]:
        found: dict[str, set[int]] = {}
        for name, accounts in self._names.items():
            found.setdefault(spelling(name), set()).update(accounts)
        return found

    @cached_property
    def _names_of(self) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {}
        for name, accounts in self._names.items():
            for account in accounts:
                found.setdefault(account, []).append(name)
        return found

    def _account(self, member: int) -> int:
        return self.accounts.merged.get(member, member)

    def _shown(self, accounts: Iterable[int]) -> list[str]:
        ordered = sorted(accounts)
        shown = [f"{name} ({code})" for code, name in (self.accounts.members[account] for account in ordered[:SHOWN])]
        return [*shown, f"... (+{len(ordered) - SHOWN})"] if len(ordered) > SHOWN else shown

    # -- one person after the other

    def match(self, person: Person) -> Match:
        """Who he is. A question is among the findings."""
        decision = self.decisions.get(person.key) or self.decisions.get(person.name)
        if decision:
            return self._decided(person, decision)
        return self._by_number(person) if person.number else self._by_name(person, NEW)

    def _decided(self, person: Person, decision: str) -> Match:
        if decision == NEW:
            return Match(person, None, NEW)
        member = self.accounts.numbers.get(read(decision) or "")
        if member is None:
            return self._ask("match-unknown-member", person, decision=decision)
        account = self._account(member)
        news = bool(person.number) and account not in self._numbered
        return Match(person, account, "decided", news, person.name not in self._names_of.get(account, ()))

    def _by_number(self, person: Person) -> Match:
        kinds = [self.numbers_kind, *sorted(self._numbers.keys() - {self.numbers_kind})]
        holders = [self._numbers[kind][person.number] for kind in kinds if person.number in self._numbers.get(kind, {})]
        if not holders:
            return self._by_name(person, "number")
        account = holders[0]
        if len(set(holders)) > 1 and person.number not in self._numbers.get(self.numbers_kind, {}):
            return self._ask("number-of-several", person, number=person.number, near=self._shown(set(holders)))
        own = {spelling(name) for name in self._names_of.get(account, ())}
        if own.isdisjoint((spelling(person.name), spelling(person.full_name))):
            return self._ask("number-of-another", person, number=person.number, near=self._shown([account]))
        return Match(person, account, "number", learn_name=person.name not in self._names_of[account])

    def _by_name(self, person: Person, how: str) -> Match:
        """By exact name; who has another number of the same kind is another person."""
        bearers = self._names.get(person.name, set()) | self._names.get(person.full_name, set())
        if person.number:
            bearers = bearers - self._numbered
        if len(bearers) == 1:
            return Match(person, next(iter(bearers)), "name", learn_number=bool(person.number))
        if bearers:
            return self._ask("name-of-several", person, near=self._shown(bearers))
        alike = self._spellings.get(spelling(person.name), set()) | self._spellings.get(spelling(person.full_name), set())
        if person.number:
            alike = alike - self._numbered
        if alike and self.decisions.get(EVERYBODY) != NEW:
            return self._ask("name-alike", person, near=self._shown(alike))
        return Match(person, None, NEW)

    def _ask(self, code: str, person: Person, **details: Any) -> Match:
        self.findings.append(Finding(code, person.place, {"value": person.key, **details}))
        return Match(person, None, "open")


def _current(model: Any, *names: str) -> list[tuple[Any, ...]]:
    gone = set(model.objects.filter(supersedes__isnull=False).values_list("supersedes_id", flat=True))
    rows = model.objects.order_by("pk").values_list("pk", "void", *names)
    return [row[2:] for row in rows.iterator(chunk_size=5000) if row[0] not in gone and not row[1]]


def people_of(facts: Facts) -> dict[str, Person]:
    """Everybody that facts name, and everybody a list names, in the order met."""
    found = {player.key: Person(player.key, player.source, player) for player in facts.players}
    for game in facts.games:
        for key in (game.player_a, game.player_b):
            if key not in found:
                found[key] = Person(key, game.source)
    singles: list[Bye | Placement | Adjustment] = [*facts.byes, *facts.placements, *facts.adjustments]
    for single in singles:
        if single.player not in found:
            found[single.player] = Person(single.player, single.source)
    return found
