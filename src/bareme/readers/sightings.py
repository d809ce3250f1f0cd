"""Where people are met in the files, and how often: to point at the likelier mistake of two like names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from bareme.facts import Adjustment, Bye, Facts, Place, Placement
from bareme.findings import Text

if TYPE_CHECKING:
    from bareme.readers.identity import Person


@dataclass(slots=True)
class Sighting:
    """Where a person is first met in the files, and how many facts name him (None: nobody counted)."""

    place: Place
    count: int | None = 0

    def told(self, person: Person, pointed_at: bool) -> Text:
        """His key, and how often he is named; of the one pointed at also the line."""
        if person.known:
            return {"en": f"{person.key} (known)", "fr": f"{person.key} (déjà connu)"}
        count, line = self.count, self.place.line if pointed_at else 0
        en = "" if count is None else "in a list" if not count else "once" if count == 1 else f"{count} times"
        fr = "" if count is None else "dans une liste" if not count else f"{count} fois"
        if line:
            en += (", first on" if count and count > 1 else "," if en else "") + f" line {line}"
            fr += (", d'abord" if count and count > 1 else "," if fr else "") + f" ligne {line}"
        return {"en": f"{person.key} ({en.strip()})", "fr": f"{person.key} ({fr.strip()})"} if en else person.key


def sightings(
    parts: Sequence[Facts], local: Sequence[Mapping[str, Person]], wanted: set[Person], uses: Mapping[str, int] | None
) -> dict[Person, Sighting]:
    """Those of the people wanted who are met in the files, in the order in which they are."""
    seen: dict[Person, Sighting] = {}
    for part, everybody in zip(parts, local, strict=True):
        keys = {key: person for key, person in everybody.items() if person in wanted}
        for player in part.players:
            if person := keys.get(player.key):
                seen.setdefault(person, Sighting(player.source))
        singles: list[Bye | Placement | Adjustment] = [*part.byes, *part.placements, *part.adjustments]
        named = chain(
            ((key, game.source) for game in part.games for key in (game.player_a, game.player_b)),
            ((fact.player, fact.source) for fact in singles),
        )
        for key, place in named:
            if person := keys.get(key):
                sighting = seen.setdefault(person, Sighting(place))
                sighting.count = (sighting.count or 0) + 1
    if uses is not None:
        counted: dict[Person, set[str]] = {}
        for key, person in chain.from_iterable(everybody.items() for everybody in local):
            if person in seen:
                counted.setdefault(person, set()).add(key)
        for person, keys_used in counted.items():
            seen[person].count = sum(uses[key] for key in keys_used) if keys_used <= uses.keys() else None
    return seen
