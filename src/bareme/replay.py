"""The one reference fold: facts, in the lawful order, through a book. It reads like the regulations' "how it works".

1. What is known of people and events is laid out.
2. Facts are put in order: date, event, round, sequence. Adjustments come first in their day.
3. Before a day's facts the calendar turns: seasons roll over, periods close.
4. Each fact counts, or says why it does not.
5. The clock stops on the day of the list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import Any, TypeAlias

from bareme.facts import Adjustment, Event, Facts, Game, Placement
from bareme.findings import Finding, Refused
from bareme.journal import Recorder
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.book import BaseBook, Standing

Fact: TypeAlias = Adjustment | Game | Placement


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a replay gives: the standings of day `on`, and the book itself to go on from."""

    book: BaseBook
    on: date
    standings: list[Standing]
    findings: list[Finding]
    counted: int
    not_counted: Mapping[str, int]


def replay(
    rulebook: Rulebook,
    facts: Facts,
    *,
    on: date | None = None,
    record: Recorder | None = None,
    carried: Mapping[str, Any] | None = None,
) -> Outcome:
    """Rate `facts` under `rulebook` up to the end of day `on` (default: the last fact's, or the list after it).

    `record` receives every journal line; without it memory grows with players, not with matches.
    `carried` is the state an earlier replay ended with (`carry`).

    Errors: Refused `nothing-to-rate`, `before-rulebook`, `carried-...`.
    """
    ordered = lawful_order(facts)
    if not ordered and not carried and not facts.players:
        raise Refused("nothing-to-rate")
    book = open_book(rulebook, record)
    clock = date.min
    if carried:
        clock = _take_over(book, carried)
        if ordered and ordered[0].date < clock:
            raise Refused("carried-later", ordered[0].source, day=ordered[0].date, clock=clock)
    elif ordered:
        clock = ordered[0].date
    last = ordered[-1].date if ordered else clock
    stop = on or max(book.default_on(last), clock)
    book.prepare(facts.players, event_spans(facts))
    _run(book, ordered, clock, stop)
    book.finish(stop)
    return Outcome(book, stop, book.standings(stop), book.findings, book.counted, dict(book.not_counted))


def open_book(rulebook: Rulebook, record: Recorder | None = None) -> BaseBook:
    """An empty book of this rulebook."""
    book: BaseBook = rulebook.module("book").Book(rulebook, record)
    return book


def _run(book: BaseBook, ordered: list[Fact], clock: date, stop: date) -> None:
    for day, facts in groupby(ordered, key=lambda fact: fact.date):
        if day > stop:
            break
        _turn(book, clock, day)
        clock = day
        for same in _events(facts):
            if isinstance(same, list):
                book.meet(same)
            elif isinstance(same, Game):
                if same.rated:
                    book.game(same)
                else:
                    book.skip_game(same, same.why or "declared-unrated")
            else:
                book.adjust(same)
    _turn(book, clock, stop)


def _turn(book: BaseBook, clock: date, until: date) -> None:
    for day in book.turns(clock, until):
        book.turn(day)


def _events(facts: Iterable[Fact]) -> Iterator[Game | Adjustment | list[Placement]]:
    """A day's facts, the placements of one event gathered into one list."""
    for event, group in groupby(facts, key=lambda fact: fact.event if isinstance(fact, Placement) else None):
        if event is None:
            yield from group  # type: ignore[misc]  # groupby loses that these are not placements
        else:
            yield list(group)  # type: ignore[arg-type]


def lawful_order(facts: Facts) -> list[Fact]:
    """Every datable fact in the one order the law knows: date; adjustments; event, round, sequence."""
    ordered: list[Fact] = [*facts.adjustments, *facts.games, *facts.placements]
    ordered.sort(key=_order)
    return ordered


def _order(fact: Fact) -> tuple[Any, ...]:
    if isinstance(fact, Adjustment):
        return (fact.date, 0, "", 0, fact.sequence)
    return (fact.date, 1, fact.event, fact.round if isinstance(fact, Game) else 0, fact.sequence)


def event_spans(facts: Facts) -> dict[str, Event]:
    """Every event by name, its start and end filled in from its facts where no file gave them."""
    spans: dict[str, tuple[date, date]] = {}
    for fact in (*facts.games, *facts.placements):
        start, end = spans.get(fact.event, (fact.date, fact.date))
        spans[fact.event] = (min(start, fact.date), max(end, fact.date))
    events = {name: Event(name, start, end) for name, (start, end) in spans.items()}
    for event in facts.events:
        start, end = spans.get(event.name, (event.start, event.end))  # type: ignore[assignment]  # both or neither
        events[event.name] = replace(event, start=event.start or start, end=event.end or end)
    return events


# -- carrying standings from one file to the next


def carry(outcome: Outcome) -> dict[str, Any]:
    """All that a later replay needs to go on from here, as JSON-ready data."""
    rulebook = outcome.book.rulebook
    return {
        "rulebook": rulebook.name,
        "overrides": dict(rulebook.overrides),
        "on": outcome.on.isoformat(),
        "state": outcome.book.state(),
    }


def _take_over(book: BaseBook, carried: Mapping[str, Any]) -> date:
    try:
        name, overrides = carried["rulebook"], book.rulebook.override(carried["overrides"]).overrides
        clock = date.fromisoformat(carried["on"])
        if name != book.rulebook.name or overrides != book.rulebook.overrides:
            raise Refused("carried-other-rules", rulebook=name, overrides=carried["overrides"])
        book.restore(carried["state"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refused("carried-unreadable", why=repr(error)) from None
    return clock
