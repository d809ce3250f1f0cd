"""Made-up facts put into the ledger as they are, without files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bareme.facts import Facts
from bareme.office.audit.trail import Work, acting
from bareme.office.models import Adjustment, Event, EventDetail, Game, Listing, Member, Placement, Pool
from bareme.office.people.members import NewMember, make


def members(work: Work, names: Iterable[str]) -> dict[str, int]:
    """{name: member} of everybody, made where there is none."""
    known: dict[str, int] = dict(Member.objects.values_list("name", "pk"))
    new = [name for name in names if name not in known]
    first = make(work, [(NewMember(name), {}) for name in new])
    return {**known, **{name: first + at for at, name in enumerate(new)}}


def enter(pool: Pool, facts: Facts, by: Any = None) -> None:
    """Record facts whose players are names: one act."""
    with acting(by, "enter", pool=pool) as work:
        names = [p.key for p in facts.players]
        names += [name for game in facts.games for name in (game.player_a, game.player_b)]
        names += [row.player for row in facts.placements] + [row.player for row in facts.adjustments]
        people = members(work, dict.fromkeys(names))
        events = _events(work, pool, facts)
        for player in facts.players:
            said = {name: getattr(player, name) for name in ("federation", "title", "born", "rating", "games", "k", "series")}
            work.add(Listing, pool_id=pool.pk, player_id=people[player.key], weight=0, **said)
        for game in facts.games:
            values = {name: getattr(game, name) for name in ("date", "round", "sequence", "score_a", "length", "rated", "why")}
            sides = {"player_a_id": people[game.player_a], "player_b_id": people[game.player_b]}
            work.add(Game, pool_id=pool.pk, event_id=events.get(game.event), **values, **sides)
        for row in facts.placements:
            values = {n: getattr(row, n) for n in ("date", "rounds", "category", "federation", "series", "place", "sequence")}
            work.add(Placement, pool_id=pool.pk, event_id=events.get(row.event), player_id=people[row.player], **values)
        names = ["date", "kind", "rating", "elo", "experience", "entrants", "level", "federation", "series", "reason", "sequence"]
        for decision in facts.adjustments:
            values = {name: getattr(decision, name) for name in names}
            work.add(Adjustment, pool_id=pool.pk, player_id=people[decision.player], **values)


def _events(work: Work, pool: Pool, facts: Facts) -> dict[str, int]:
    told = {event.name: event for event in facts.events}
    known: dict[str, int] = dict(Event.objects.filter(pool=pool).values_list("label", "pk"))
    for name in dict.fromkeys([*told, *(game.event for game in facts.games), *(row.event for row in facts.placements)]):
        if name and name not in known:
            known[name] = work.add(Event, pool_id=pool.pk, label=name)
            event = told.get(name)
            values = {n: getattr(event, n) for n in ("start", "end", "reported", "rounds", "category")} if event else {}
            work.add(EventDetail, event_id=known[name], name=name, **values)
    return known
