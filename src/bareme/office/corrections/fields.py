"""What can be corrected of each kind of fact, and how a value is read. Players are said by code, events by label."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from bareme.facts import ADJUSTMENT_KINDS
from bareme.findings import Refused, catalogue
from bareme.office.ledger.models import Adjustment, Bye, Event, EventDetail, Game, Listing, Placement
from bareme.office.people.members import member_of
from bareme.office.pools.models import Pool
from bareme.readers import values
from bareme.readers.placements import category, series_number
from bareme.readers.tally import Bad

NONE = ("", "none")
_SCORES = {"1": 1.0, "1.0": 1.0, "0.5": 0.5, "0,5": 0.5, "½": 0.5, "0": 0.0, "0.0": 0.0}
_ROUNDS, _PLACES = 10**6, 10**6

Reader = Callable[[str], Any]


@dataclass(frozen=True)
class Field:
    """One field: how a text is read, and whether it may be empty. `column` is its name in the table."""

    read: Reader
    column: str = ""
    empty: Any = ...  # the value of an empty one; ...: it may not be empty


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refused("bad-date", value=text) from None


def _score(text: str) -> float | Bad:
    return _SCORES.get(text, Bad("bad-correction-value", {"allowed": ["1", "0.5", "0"]}))


def _number(text: str) -> float | Bad:
    return values.numbers([text])(text)


def _kind(text: str) -> str | Bad:
    return text if text in ADJUSTMENT_KINDS else Bad("bad-correction-value", {"allowed": ADJUSTMENT_KINDS})


def _why(text: str) -> str | Bad:
    """Why a game is not rated: a code that pages and explanations have words for."""
    return text if text in catalogue() else Bad("bad-correction-value", {"allowed": WHYS})


WHYS = ("declared-unrated", "forfeit", "double-forfeit", "less-than-one-move", "unconfirmed")
_TEXT, _WHOLE, _NUMBER = Field(values.free_text, empty=""), values.whole, Field(_number, empty=None)
_SERIES = Field(series_number, empty=None)
_PLAYER = Field(lambda text: member_of(text).pk, "player_id")

FIELDS: Mapping[str, Mapping[str, Field]] = {
    "game": {
        "date": Field(_day),
        "round": Field(_WHOLE(0, _ROUNDS)),
        "player_a": Field(lambda text: member_of(text).pk, "player_a_id"),
        "player_b": Field(lambda text: member_of(text).pk, "player_b_id"),
        "score_a": Field(_score),
        "length": Field(_WHOLE(1, values.LENGTH_LIMIT), empty=None),
        "format": Field(values.sets_notation, empty=None),
        "rated": Field(values.yes_or_no),
        "why": Field(_why, empty=""),
    },
    "bye": {"date": Field(_day), "round": Field(_WHOLE(0, _ROUNDS)), "player": _PLAYER, "points": Field(_number)},
    "placement": {
        "date": Field(_day),
        "rounds": Field(_WHOLE(1, _ROUNDS)),
        "category": Field(category, empty=""),
        "player": _PLAYER,
        "federation": Field(values.federation, empty=""),
        "series": Field(series_number),
        "place": Field(_WHOLE(1, _PLACES)),
    },
    "adjustment": {
        "date": Field(_day),
        "player": _PLAYER,
        "kind": Field(_kind),
        "rating": _NUMBER,
        "elo": _NUMBER,
        "experience": _NUMBER,
        "entrants": Field(_WHOLE(1), empty=None),
        "level": _TEXT,
        "federation": Field(values.federation, empty=""),
        "series": _SERIES,
        "reason": Field(values.reason, empty=""),
    },
    "listing": {
        "date": Field(_day, empty=None),
        "player": _PLAYER,
        "federation": Field(values.federation, empty=""),
        "sex": _TEXT,
        "title": _TEXT,
        "born": Field(values.birth_year, empty=None),
        "rating": _NUMBER,
        "games": Field(_WHOLE(0), empty=None),
        "k": Field(_WHOLE(0, 1000), empty=None),
        "reached": Field(_WHOLE(0, 10_000), empty=None),
        "series": _SERIES,
    },
    "event": {
        "name": Field(values.name),
        "start": Field(_day, empty=None),
        "end": Field(_day, empty=None),
        "reported": Field(_day, empty=None),
        "rounds": Field(_WHOLE(1, _ROUNDS), empty=None),
        "category": Field(category, empty=""),
        "city": _TEXT,
        "federation": Field(values.federation, empty=""),
        "time_control": _TEXT,
    },
}
MODELS: Mapping[str, Any] = {
    "game": Game, "bye": Bye, "placement": Placement, "adjustment": Adjustment, "listing": Listing, "event": EventDetail,
}  # fmt: skip
IN_EVENTS = ("game", "bye", "placement")


def columns_of(kind: str, said: Mapping[str, str], pool: Pool) -> dict[str, Any]:
    """Fields as texts to columns with their values.

    Errors: Refused `unknown-field`, `bad-correction-value`, `event-not-in-pool`, and those of the cells' readers.
    """
    found: dict[str, Any] = {}
    for name, text in said.items():
        if name == "event" and kind in IN_EVENTS:
            found["event_id"] = event_of(pool, text).pk if text.strip() not in NONE else None
            continue
        field = FIELDS[kind].get(name)
        if field is None:
            allowed = [*FIELDS[kind], *(["event"] if kind in IN_EVENTS else [])]
            raise Refused("unknown-field", name=name, kind=kind, allowed=allowed)
        found[field.column or name] = _value(name, field, text.strip())
    return found


def _value(name: str, field: Field, text: str) -> Any:
    if text in NONE and field.empty is not ...:
        return field.empty
    value = field.read(text)
    if isinstance(value, Bad):
        raise Refused(value.code, **{"name": name, "value": text, "allowed": "-", **value.details})
    return value


def event_of(pool: Pool, label: str) -> Event:
    """An event of a pool by its label.

    Errors: Refused `event-not-in-pool`.
    """
    event: Event | None = Event.objects.filter(pool=pool, label=label).first()
    if event is None:
        near = Event.objects.filter(pool=pool, label__icontains=label[:60]).order_by("label")
        names = list(near.values_list("label", flat=True)[:10])
        raise Refused("event-not-in-pool", pool=pool.slug, value=label, near=names or ["-"])
    return event
