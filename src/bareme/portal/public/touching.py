"""Corrections that touched a player: facts of his that another fact took the place of, each with its act and reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from bareme.office.ledger.models import Adjustment, EventDetail, Game, Placement
from bareme.office.people.models import Merge
from bareme.office.pools.models import Pool


@dataclass(frozen=True)
class Touch:
    """One correction: when it was recorded, what it was about, whether it took something away, why."""

    act: int
    at: datetime
    what: str
    void: bool
    reason: str


def corrections(pool: Pool, members: Sequence[int]) -> list[Touch]:
    """What was corrected about these members' facts in a pool, the latest first."""
    his = Q(player_a__in=members) | Q(player_b__in=members)
    corrected = list(_superseding(EventDetail.objects.filter(event__pool=pool).select_related("act", "event")))
    played = _played(his, members, {detail.event_id for detail in corrected})
    found = [
        *(_touch(row, _game(row)) for row in _of_pool(Game.objects.filter(his), pool)),
        *(
            _touch(row, _("place in %(event)s") % {"event": row.event.label if row.event else ""})
            for row in _of_pool(Placement.objects.filter(player__in=members), pool)
        ),
        *(
            _touch(row, _("decision"))
            for row in _superseding(Adjustment.objects.filter(player__in=members, pool=pool).select_related("act"))
        ),
        *(_touch(row, _("event %(event)s") % {"event": row.event.label}) for row in corrected if row.event_id in played),
        *(
            _touch(row, _("two entries for one person"))
            for row in Merge.objects.filter(Q(into__in=members) | Q(member__in=members)).select_related("act")
        ),
    ]
    once = {(touch.act, touch.what): touch for touch in found}
    return sorted(once.values(), key=lambda touch: -touch.act)


def _superseding(query: Any) -> Any:
    """Rows that took another's place: few, and found by the index of those alone, which "greater than nought" lets be used."""
    return query.filter(supersedes__gt=0)


def _of_pool(query: Any, pool: Pool) -> list[Any]:
    """Superseding rows of a pool. Asked of the database, the pool would lead it through all of its facts."""
    return [row for row in _superseding(query.select_related("act", "event")) if row.pool_id == pool.pk]


def _played(his: Q, members: Sequence[int], events: set[int]) -> set[int]:
    """Those of these events in which he has facts, void ones too."""
    if not events:
        return set()
    games = Game.objects.filter(his, event__in=events).order_by().values_list("event", flat=True)
    places = Placement.objects.filter(player__in=members, event__in=events).order_by().values_list("event", flat=True)
    return {*games, *places}


def _game(row: Game) -> str:
    if row.event is None:
        return str(_("a result"))
    return str(_("result in %(event)s") % {"event": row.event.label})


def _touch(row: Any, what: str) -> Touch:
    return Touch(row.act_id, row.act.at, what, bool(row.void), row.act.reason)
