"""The one reference fold: facts, in the lawful order, through a book. It reads like the regulations' "how it works".

1. What is known of people and events is laid out.
2. Facts are put in order: date, event, round, sequence. Adjustments come first in their day.
3. Before a day's facts the calendar turns: seasons roll over, periods close.
4. Each fact counts, or says why it does not.
5. The clock stops on the day of the list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, TypeAlias

from bareme.facts import Adjustment, Event, Facts, Game, Placement, Player
from bareme.findings import Finding, Refused, Text
from bareme.journal import Recorder
from bareme.rulebooks.base import Rulebook, open_rulebook
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
    earlier: Mapping[date, list[Standing]]  # the standings of the other days asked for


def replay(
    rulebook: Rulebook,
    facts: Facts,
    *,
    on: date | None = None,
    record: Recorder | None = None,
    carried: Mapping[str, Any] | None = None,
    also_on: Iterable[date] = (),
    progress: Callable[[int, int], None] | None = None,
    before: Callable[[BaseBook, Sequence[Fact]], None] | None = None,
) -> Outcome:
    """Rate `facts` under `rulebook` up to the end of day `on` (default: the last fact's, or the list after it).

    `record` receives every journal line; without it memory grows with players, not with matches.
    `carried` is the state an earlier replay ended with (`carry`). `also_on` are earlier days whose standings are
    wanted too. `progress` is told now and then how many facts are done, of how many. `before` is shown each fact (the
    rows of a meet together) and the book that is about to count it.

    Errors: Refused `nothing-to-rate`, `before-rulebook`, `carried-later`, `carried-other-rules`, `carried-unreadable`.
    """
    ordered = lawful_order(facts)
    if not ordered and not carried and not facts.players:
        raise Refused("nothing-to-rate")
    if not ordered and not carried and on is None:
        raise Refused("no-day")
    book = open_book(rulebook, record)
    clock = _take_over(book, carried) if carried else (ordered[0].date if ordered else date.min)
    if ordered and ordered[0].date < clock:
        raise Refused("carried-later", ordered[0].source, day=ordered[0].date, clock=clock)
    book.prepare(facts.players, event_spans(facts))
    stop = on or max(book.default_on(ordered[-1].date if ordered else clock), clock)
    earlier: dict[date, list[Standing]] = {}
    done = 0
    for day in sorted({stop, *(other for other in also_on if other < stop)}):
        done = advance(book, ordered, done, clock, day, progress, before)
        clock = max(clock, day)
        if day != stop:
            earlier[day] = book.standings(day)
    book.finish(stop)
    return Outcome(book, stop, book.standings(stop), book.findings, book.counted, dict(book.not_counted), earlier)


def open_book(rulebook: Rulebook, record: Recorder | None = None) -> BaseBook:
    """An empty book of this rulebook."""
    book: BaseBook = rulebook.module("book").Book(rulebook, record)
    return book


def advance(
    book: BaseBook,
    ordered: Sequence[Fact],
    done: int,
    clock: date,
    stop: date,
    progress: Callable[[int, int], None] | None,
    before: Callable[[BaseBook, Sequence[Fact]], None] | None = None,
) -> int:
    """Count the facts from number `done` up to the end of day `stop`; the number of facts done by then."""
    total = len(ordered)
    while done < total and (day := ordered[done].date) <= stop:
        _turn(book, clock, day)
        clock = day
        fact = ordered[done]
        end = done + 1
        while isinstance(fact, Placement) and end < total and _same_meet(fact, ordered[end]):
            end += 1
        if before:
            before(book, ordered[done:end])
        try:
            _count(book, fact, ordered[done:end])
        except Refused as refused:
            raise Refused(refused.finding.code, fact.source, **refused.finding.details) from None
        if progress and done // _PROGRESS_STEP != end // _PROGRESS_STEP:
            progress(end, total)
        done = end
    _turn(book, clock, stop)
    return done


_PROGRESS_STEP = 5000


def _count(book: BaseBook, fact: Fact, meet: Sequence[Fact]) -> None:
    if isinstance(fact, Game):
        if fact.rated:
            book.game(fact)
        else:
            book.skip_game(fact, fact.why or "declared-unrated")
    elif isinstance(fact, Placement):
        book.meet(meet)  # type: ignore[arg-type]  # placements all, by _same_meet
    else:
        book.adjust(fact)


def _same_meet(first: Placement, other: Fact) -> bool:
    return isinstance(other, Placement) and other.date == first.date and other.event == first.event


def _turn(book: BaseBook, clock: date, until: date) -> None:
    if clock < until:
        for day in book.turns(clock, until):
            book.turn(day)


def lawful_order(facts: Facts) -> list[Fact]:
    """Every datable fact in the one order the law knows: date; adjustments; event, round, sequence."""
    return in_order([*facts.adjustments, *facts.games, *facts.placements])


def in_order(facts: Iterable[Fact]) -> list[Fact]:
    """The same of facts in one list; those that the law does not order stay as they come."""
    return sorted(facts, key=_order)


def _order(fact: Fact) -> tuple[Any, ...]:
    if isinstance(fact, Adjustment):
        return (fact.date, 0, "", 0, fact.sequence)
    return (fact.date, 1, fact.event, fact.round if isinstance(fact, Game) else 0, fact.sequence)


def event_spans(facts: Facts) -> dict[str, Event]:
    """Every event by name, its start and end filled in from its facts where no file gave them."""
    spans: dict[str, tuple[date, date]] = {}
    dated: list[Game | Placement] = [*facts.games, *facts.placements]
    for fact in dated:
        start, end = spans.get(fact.event, (fact.date, fact.date))
        spans[fact.event] = (min(start, fact.date), max(end, fact.date))
    events = {name: Event(name, start, end) for name, (start, end) in spans.items()}
    for event in facts.events:
        known = events.get(event.name, event)
        events[event.name] = replace(event, start=event.start or known.start, end=event.end or known.end)
    return events


# -- carrying standings from one file to the next


def carry(outcome: Outcome) -> dict[str, Any]:
    """All that a later replay needs to go on from here, as JSON-ready data."""
    rulebook = outcome.book.rulebook
    return {
        "rulebook": rulebook.spec,
        "overrides": dict(rulebook.overrides),
        "on": outcome.on.isoformat(),
        "people": [[key, *_identity(outcome.book.people.get(key))] for key in _everybody(outcome)],
        "state": outcome.book.state(),
    }


def _everybody(outcome: Outcome) -> list[str]:
    return list(dict.fromkeys([*outcome.book.people, *(standing.player for standing in outcome.standings)]))


def _identity(player: Player | None) -> tuple[str, str]:
    return (player.name, player.number) if player else ("", "")


def people_of(carried: Mapping[str, Any] | None) -> list[Player]:
    """The people of a carried state: their keys, names and numbers, by which later files know them again.

    Errors: Refused `carried-unreadable`.
    """
    try:
        return [Player(str(key), str(name or key), str(number)) for key, name, number in (carried or {}).get("people", ())]
    except (TypeError, ValueError, AttributeError):
        raise Refused("carried-unreadable", why=NOT_SAVED) from None


NOT_SAVED = {"en": "this was not written by bareme rate --save", "fr": "ce n'est pas un fichier de bareme rate --save"}


NO_STATE = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError)  # what comes of reading others


def same_rules(carried: Mapping[str, Any], rulebook: Rulebook) -> None:
    """Was this state made with these rules?

    Errors: Refused `carried-other-rules`; one of NO_STATE where it does not say.
    """
    spec, overrides = carried["rulebook"], carried["overrides"]
    theirs = open_rulebook(spec, overrides)
    if spec != rulebook.spec or theirs.overrides != rulebook.overrides:
        raise Refused("carried-other-rules", rulebook=spec, overrides=_told(theirs.house_rules))


def _take_over(book: BaseBook, carried: Mapping[str, Any]) -> date:
    try:
        same_rules(carried, book.rulebook)
        clock = date.fromisoformat(carried["on"])
        book.restore(carried["state"])
    except NO_STATE:
        raise Refused("carried-unreadable", why=NOT_SAVED) from None
    return clock


def _told(house_rules: str) -> Text:
    if not house_rules:
        return {"en": "without house rules", "fr": "sans réglage maison"}
    return {"en": f"with the house rules {house_rules}", "fr": f"avec les réglages maison {house_rules}"}
