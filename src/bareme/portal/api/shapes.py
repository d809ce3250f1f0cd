"""What the API answers: the shapes of its JSON. Numbers are unrounded; `published` holds them as the list prints them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Generic, TypeVar

from ninja import Schema

T = TypeVar("T")


class Fault(Schema):
    """What is wrong, and what to do next, in the language of Accept-Language."""

    code: str
    severity: str
    message: str
    remedy: str
    place: str


class Page(Schema, Generic[T]):
    """A part of many: `count` are all, `page` begins at 1."""

    count: int
    page: int
    per_page: int
    items: list[T]


class Pool(Schema):
    """A ranking: a rulebook with its house rules, applied to the results of one game."""

    pool: str
    name: str
    rulebook: str
    overrides: dict[str, Any]
    latest_list: date | None
    live_on: date | None


class Edition(Schema):
    """A published list. It never changes; a correction makes a new number of the same day."""

    pool: str
    day: date
    edition: int
    published_at: datetime
    rulebook: str
    version: str
    overrides: dict[str, Any]
    counts: dict[str, Any]
    checksum: str


class Row(Schema):
    """A player's line of a list. `change` and `previous_rank` are of official lists only."""

    rank: int | None
    previous_rank: int | None
    change: float | None
    player: str
    name: str
    club: str
    committee: str
    federation: str
    rating: float | None
    elo: float | None
    experience: float | None
    games: int
    level: str
    states: list[str]
    published: dict[str, Any]
    more: dict[str, Any]


class Found(Schema):
    """A member: `player` is the code by which all addresses know him."""

    player: str
    name: str


class InPool(Schema):
    """A player in a pool: his line of the official list, and live; `pool` and the days say where they stand."""

    pool: str
    player: str
    name: str
    official_on: date | None
    official: Row | None
    live_on: date | None
    live: Row | None


class JournalLine(Schema):
    """What one fact did to one player. `kind` not-counted: it counts not at all, `reason` says why."""

    line: int
    date: date
    kind: str
    player: str
    name: str
    event: int | None
    event_name: str
    round: int
    opponent: str
    opponent_name: str
    rating_before: float | None
    rating_after: float | None
    article: str
    version: str
    reason: str
    terms: dict[str, Any]


class Step(Schema):
    """One step of an explanation."""

    article: str
    text: str
    formula: str
    put_in: str
    value: str


class Explained(Schema):
    """A journal line in words and numbers, article by article."""

    line: JournalLine
    heading: str
    movement: str
    steps: list[Step]
    errata: list[str]
    text: str


class Event(Schema):
    """An event of a pool; a void one counts not at all."""

    event: int
    pool: str
    name: str
    start: date | None
    end: date | None
    city: str
    category: str
    rounds: int | None
    void: bool


class Move(Schema):
    """A player whom an import would move."""

    player: str
    name: str
    before: float | None
    after: float | None
    rank_before: int | None
    rank_after: int | None


class Imported(Schema):
    """What an upload did, or would do (`recorded` is false for a preview, and where something must be decided first)."""

    recorded: bool
    stopped: bool
    act: int | None
    earlier_act: int | None
    counts: dict[str, int]
    findings: list[Fault]  # the first thousand
    findings_in_all: int
    people: dict[str, int]
    moves: list[Move]
