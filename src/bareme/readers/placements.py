"""The placements table: `date, event, rounds, category, player, federation, series, place`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from bareme.facts import Facts, Place, Placement, Player
from bareme.readers import values
from bareme.readers.people import keyed, names
from bareme.readers.sheet import NEEDED, Sheet
from bareme.readers.tally import Bad

ROUNDS_LIMIT = 999
PLACE_LIMIT = 1_000_000


def read_placements(sheet: Sheet) -> Facts:
    """The placements of a table; its events are checked as wholes."""
    days = sheet.dates()
    events = sheet.read("event", values.name, NEEDED)
    rounds = sheet.read("rounds", values.whole(1, ROUNDS_LIMIT), NEEDED)
    categories = sheet.read("category", category, "")
    players: dict[str, Player] = {}
    keys = keyed(sheet, names(sheet), "number", players)
    federations = sheet.read("federation", values.federation, "")
    series = sheet.read("series", series_number, NEEDED)
    places = sheet.read("place", values.whole(1, PLACE_LIMIT), NEEDED)
    sequences = sheet.sequences()
    _one_event_one_kind(sheet, list(zip(days, events, strict=True)), list(zip(rounds, categories, strict=True)))

    placements = []
    columns = zip(days, events, rounds, categories, keys, federations, series, places, sequences, strict=True)
    for row, (day, event, played, kind, key, federation, level, place, sequence) in enumerate(columns):
        if row in sheet.faults:
            continue
        placements.append(Placement(day, event, played, kind, key, federation, level, place, sequence, sheet.place(row)))
    return Facts(players=tuple(players.values()), placements=tuple(placements))


def category(cell: str) -> str | Bad:
    """An event's category, as a code in lower case: `Grand Slam` is `grand-slam`."""
    clean = values.free_text(cell)
    return clean if isinstance(clean, Bad) else "-".join(clean.casefold().split())


def series_number(cell: str) -> int | Bad:
    """A series, 1 to 7: `3`, `S3`, `série 3`."""
    found = _SERIES.fullmatch(values.bare(cell.strip()))
    return int(found[1]) if found else Bad("bad-series")


_SERIES = re.compile(r"(?:s|series?)? ?([1-7])(?:\.0)?")


def _one_event_one_kind(sheet: Sheet, events: Sequence[tuple[object, ...]], kinds: Sequence[tuple[object, ...]]) -> None:
    """Mark the rows that give their event another number of rounds, or another category, than its first row."""
    first: dict[tuple[object, ...], int] = {}
    for row in list(sheet.good()):
        start = first.setdefault(events[row], row)
        if kinds[row] != kinds[start]:
            details = {"event": events[row][1], "value": kinds[row], "first": kinds[start], "line": sheet.lines[start]}
            sheet.mark(row, "rounds", Bad("event-disagrees", details), "")


def broken_places(placements: Sequence[Placement]) -> list[tuple[Place, dict[str, object]]]:
    """For each event whose places do not run as 1, 2, 2, 4: where, and what was expected. The first fault of each."""
    events: dict[tuple[object, str], list[Placement]] = {}
    for placement in placements:
        events.setdefault((placement.date, placement.event), []).append(placement)
    faults = []
    for rows in events.values():
        counts = Counter(row.place for row in rows)
        expected = 1
        for place in sorted(counts):
            if place != expected:
                source = next(row.source for row in rows if row.place == place)
                faults.append((source, {"event": rows[0].event, "expected": expected, "value": place}))
                break
            expected += counts[place]
    return faults
