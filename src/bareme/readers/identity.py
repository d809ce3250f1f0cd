"""Who is who across files: one key for one person, and never a silent match.

- The same licence number is the same person; his key is the name first seen with it.
- The same name with two numbers is two people, `Name #number` each. A bare name that several people bear is nobody's.
- The same name without a number is the same person.
- Names that differ in case, accents, spelling of umlauts or order of words are candidates: said, not matched.
- People known beforehand, of carried standings, are met first, and keep their keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from bareme.facts import NOWHERE, Facts, Place, Player, numbered
from bareme.findings import Finding
from bareme.readers.sightings import Sighting, sightings
from bareme.readers.tally import brief
from bareme.readers.values import bare

NO_NUMBER = "?"  # behind the name of one who bears it without a number, where another has the bare name for his key


@dataclass(slots=True, eq=False)
class Person:
    """One person as the files show him: the name first seen, his number, and every record of him."""

    name: str
    number: str = ""
    key: str = ""
    records: list[tuple[int, Player]] = field(default_factory=list)  # with the weight of the file: 0 weighs most
    known: Player | None = None  # as the carried standings know him: his key stays

    @property
    def first(self) -> Place:
        """Where he was first met."""
        return self.known.source if self.known else self.records[0][1].source


class People:
    """Everybody met so far."""

    def __init__(self, known: Iterable[Player] = ()) -> None:
        self.by_number: dict[str, Person] = {}
        self.by_name: dict[str, Person] = {}  # people without a number
        self.known_as: dict[str, list[Person]] = {}  # people with a number, by every name they bore
        self.findings: list[Finding] = []
        self.respelt: dict[str, list[tuple[Place, dict[str, Any]]]] = {}  # by file: names spelt as before but for accents ...
        self.taken: set[str] = set()  # the keys of those known beforehand
        for player in known:
            self._know(player)

    def _know(self, player: Player) -> None:
        name = _bare_name(player)
        self.taken.add(player.key)
        if player.number and player.number not in self.by_number:
            self.by_number[player.number] = person = Person(name, player.number, player.key, known=player)
            self.known_as.setdefault(name, []).append(person)
        else:
            self.by_name[player.key] = Person(name, "", player.key, known=player)

    def give_numbers(self) -> None:
        """Those known without a number are the one newcomer of their name who has one. Comes after all numbers."""
        for name, person in list(self.by_name.items()):
            bearers = self.known_as.get(name, [])
            if len(bearers) == 1 and not bearers[0].known:
                bearers[0].key, bearers[0].known = person.key, person.known
                del self.by_name[name]

    def with_number(self, player: Player) -> Person:
        """The person of this number; a name he did not bear so far is compared with his own."""
        name = _bare_name(player)
        person = self.by_number.setdefault(player.number, Person(name, player.number))
        namesakes = self.known_as.setdefault(name, [])
        if person not in namesakes:
            namesakes.append(person)
            self._compare(person, name, player.source)
        return person

    def _compare(self, person: Person, name: str, place: Place) -> None:
        if name == person.name:
            return
        words, own = set(spelling(name).split()), set(spelling(person.name).split())
        details = {"number": person.number, "value": name, "name": person.name, "first": brief(person.first)}
        if words == own:
            self.respelt.setdefault(place.file, []).append((place, details))
        else:
            self.findings.append(Finding("number-other-name" if words.isdisjoint(own) else "number-name-varies", place, details))

    def by_bare_name(self, name: str) -> tuple[Person, bool]:
        """The person of this name, whom no number names here; and whether several people bear it."""
        before, _, number = name.rpartition(" #")
        person = self.by_number.get(number)
        if person and person in self.known_as.get(before, ()):
            return person, False
        bearers = self.bearers(name)
        if len(bearers) == 1:
            return bearers[0], False
        if bearers and name in self.taken and name not in self.by_name:  # one of them has the bare name for his key
            key = numbered(name, NO_NUMBER)
            return self.by_name.setdefault(key, Person(name, key=key)), True
        return self.by_name.setdefault(name, Person(name)), len(bearers) > 1

    def bearers(self, name: str) -> list[Person]:
        """Who bears this name: those with a number, and the one known beforehand without."""
        own = self.by_name.get(name)
        return [*self.known_as.get(name, ()), *([own] if own and own.known else ())]

    def name_keys(self) -> None:
        """Give everybody his key: the name, and the number behind it where another has that name."""
        bearers: dict[str, int] = {}
        for person in self.everybody():
            bearers[person.name] = bearers.get(person.name, 0) + 1
        for person in self.everybody():
            if person.key:
                continue
            alone = bearers[person.name] == 1 or not person.number
            person.key = person.name if alone else numbered(person.name, person.number)

    def everybody(self) -> Iterator[Person]:
        """Those with a number, then those without."""
        yield from self.by_number.values()
        yield from self.by_name.values()


@dataclass(frozen=True, slots=True)
class United:
    """The files' facts under common keys, without their players; the players, one record each; what was found."""

    parts: tuple[Facts, ...]
    players: tuple[Player, ...]
    findings: tuple[Finding, ...]


def _bare_name(player: Player) -> str:
    return player.key.removesuffix(numbered("", player.number or NO_NUMBER))


def unite(
    parts: Sequence[Facts], weights: Sequence[int], known: Iterable[Player] = (), uses: Mapping[str, int] | None = None
) -> United:
    """Bring the same person in several files under one key. `weights`, one per file: whose word about a player's
    rating, birth or club goes first (0 before 1); files of equal weight in the order given. `known`: people of carried
    standings, by key and number alone. `uses`: how often a name is used, where the parts show only a few of their facts.
    """
    people = People(known)
    local: list[dict[str, Person]] = []
    for part, weight in zip(parts, weights, strict=True):
        keys = {}
        for player in part.players:
            if player.number:
                keys[player.key] = person = people.with_number(player)
                person.records.append((weight, player))
        local.append(keys)
    people.give_numbers()
    unclear: dict[str, Person] = {}
    for index, (part, weight) in enumerate(zip(parts, weights, strict=True)):
        for player in part.players:
            if not player.number:
                local[index][player.key], _ = people.by_bare_name(player.key)
                local[index][player.key].records.append((weight, player))
        for name in _used(part):
            if name in local[index]:
                continue
            local[index][name], several = people.by_bare_name(name)
            if several:
                unclear.setdefault(name, local[index][name])
    people.name_keys()
    findings = [
        *people.findings,
        *_respelt(people),
        *_unclear(people, parts, local, unclear),
        *_alike(people, parts, local, uses),
        *_contradictions(people),
    ]
    renamed = (_renamed(part, {old: person.key for old, person in keys.items()}) for part, keys in zip(parts, local, strict=True))
    players = tuple(_merged(person) for person in people.everybody() if person.records)
    return United(tuple(renamed), players, tuple(findings))


def _used(part: Facts) -> dict[str, None]:
    """Every key that a file's facts use, in the order in which they first do."""
    singles = ((fact.player for fact in facts) for facts in (part.byes, part.placements, part.adjustments))
    pairs = (name for game in part.games for name in (game.player_a, game.player_b))
    return dict.fromkeys(chain(pairs, *singles))


def names_and_numbers(part: Facts) -> set[str]:
    """All by which a rating list may know the people of a file: names, and numbers."""
    numbers = {player.number for player in part.players if player.number}
    return _used(part).keys() | numbers | {player.name for player in part.players}


def _renamed(part: Facts, keys: Mapping[str, str]) -> Facts:
    new = {old: key for old, key in keys.items() if old != key}
    if not new:
        return replace(part, players=())
    return replace(
        part,
        players=(),
        games=tuple(
            replace(game, player_a=new.get(game.player_a, game.player_a), player_b=new.get(game.player_b, game.player_b))
            if game.player_a in new or game.player_b in new
            else game
            for game in part.games
        ),
        byes=tuple(replace(bye, player=new.get(bye.player, bye.player)) for bye in part.byes),
        placements=tuple(replace(row, player=new.get(row.player, row.player)) for row in part.placements),
        adjustments=tuple(replace(row, player=new.get(row.player, row.player)) for row in part.adjustments),
    )


# -- one record of each person

_FIELDS = ("name", "number", "federation", "club", "sex", "title", "born", "rating", "games", "k", "reached", "series")


def _merged(person: Person) -> Player:
    """One record: for each field, the word of the file that weighs most among those that say something."""
    records = [player for _, player in sorted(person.records, key=lambda record: record[0])]
    first = records[0]
    if len(records) == 1:
        return first if first.key == person.key else replace(first, key=person.key)
    said: dict[str, Any] = {}
    for name in _FIELDS:
        values = (getattr(record, name) for record in records)
        said[name] = next((value for value in values if value not in (None, "")), getattr(first, name))
    return replace(first, key=person.key, **said)


def _contradictions(people: People) -> Iterator[Finding]:
    """Two years of birth for one person; two ratings from sources of the same weight, once for each pair of files."""
    pairs: dict[tuple[str, str], list[tuple[Person, Player, Player]]] = {}
    for person in people.everybody():
        if len(person.records) < 2:
            continue
        records = sorted(person.records, key=lambda record: record[0])
        weight, first = records[0]
        for other_weight, other in records[1:]:
            if None not in (first.born, other.born) and first.born != other.born:
                details: dict[str, Any] = {
                    "player": person.key,
                    "value": other.born,
                    "counted": first.born,
                    "first": brief(first.source),
                }
                yield Finding("born-differs", other.source, details)
            if other_weight == weight and None not in (first.rating, other.rating) and first.rating != other.rating:
                pairs.setdefault((first.source.file, other.source.file), []).append((person, first, other))
    for (file, _), cases in pairs.items():
        person, first, other = cases[0]
        details = {
            "count": len(cases),
            "player": person.key,
            "value": other.rating,
            "counted": first.rating,
            "file": brief(Place(file)),
        }
        yield Finding("rating-differs", other.source, details)


def _respelt(people: People) -> Iterator[Finding]:
    """Numbers whose name differs in case, accents or order alone: once for each file."""
    for cases in people.respelt.values():
        place, details = cases[0]
        yield Finding("number-spelling-varies", place, {**details, "count": len(cases)})


# -- names that are alike, and names that several people bear


def spelling(name: str) -> str:
    """A name as one would compare it by ear: no case, accents or signs, umlauts in one spelling, words in order.

    >>> spelling("BLUEBAUM, Matthias") == spelling("Matthias Blübaum")
    True
    """
    plain = name.casefold() if name.isascii() else bare(name).translate(_LETTERS)
    for double, single in (("ae", "a"), ("oe", "o"), ("ue", "u")):
        plain = plain.replace(double, single)
    return " ".join(sorted(_WORD.findall(plain)))


_WORD = re.compile(r"[^\W_]+")
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "a", "ı": "i", "þ": "th"})


def _alike(
    people: People, parts: Sequence[Facts], local: Sequence[Mapping[str, Person]], uses: Mapping[str, int] | None
) -> Iterator[Finding]:
    """Groups of like names in which somebody has no number: two numbers are two people, and nothing to ask.

    Pointed at is the spelling that is likely wrong: no number, in no list, named least; of two, the later one.
    """
    groups: dict[str, list[Person]] = {}
    for person in people.everybody():
        groups.setdefault(spelling(person.name), []).append(person)
    alike = [
        group
        for group in groups.values()
        if len({p.name for p in group}) > 1 and not all(p.number for p in group) and not all(p.known for p in group)
    ]
    seen = sightings(parts, local, {person for group in alike for person in group}, uses) if alike else {}
    order = {person: number for number, person in enumerate(seen)}
    for group in alike:
        group.sort(key=lambda person: (not person.known, order.get(person, 0)))
        newcomers = [person for person in reversed(group) if not person.known]
        doubtful = min(newcomers, key=lambda person: (bool(person.number), bool(person.records), seen[person].count or 0))
        told = [seen.get(person, Sighting(NOWHERE)).told(person, person is doubtful) for person in group]
        yield Finding("similar-names", seen[doubtful].place, {"names": [person.key for person in group], "seen": told})


def _unclear(
    people: People, parts: Sequence[Facts], local: Sequence[Mapping[str, Person]], unclear: Mapping[str, Person]
) -> Iterator[Finding]:
    seen = sightings(parts, local, set(unclear.values()), None) if unclear else {}
    for name, person in unclear.items():
        keys = [bearer.key for bearer in people.bearers(name)]
        yield Finding("ambiguous-name", seen[person].place, {"value": name, "names": keys})
