"""Corrections that touched a player: facts of his that another fact took the place of, each with its act and reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from bareme.office.ledger.models import Adjustment, Event, EventDetail, Game, Placement
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
    played = Event.objects.filter(pool=pool).filter(
        Q(pk__in=Game.objects.filter(his, pool=pool).values("event"))
        | Q(pk__in=Placement.objects.filter(player__in=members, pool=pool).values("event"))
    )
    found = [
        *(_touch(row, _game(row)) for row in _superseding(Game.objects.filter(his, pool=pool).select_related("act", "event"))),
        *(
            _touch(row, _("place in %(event)s") % {"event": row.event.label if row.event else ""})
            for row in _superseding(Placement.objects.filter(player__in=members, pool=pool).select_related("act", "event"))
        ),
        *(
            _touch(row, _("decision"))
            for row in _superseding(Adjustment.objects.filter(player__in=members, pool=pool).select_related("act"))
        ),
        *(
            _touch(row, _("event %(event)s") % {"event": row.event.label})
            for row in _superseding(EventDetail.objects.filter(event__in=played).select_related("act", "event"))
        ),
        *(
            _touch(row, _("two entries for one person"))
            for row in Merge.objects.filter(Q(into__in=members) | Q(member__in=members)).select_related("act")
        ),
    ]
    once = {(touch.act, touch.what): touch for touch in found}
    return sorted(once.values(), key=lambda touch: -touch.act)


def _superseding(query: Any) -> Any:
    return query.filter(supersedes__isnull=False)


def _game(row: Game) -> str:
    if row.event is None:
        return str(_("a result"))
    return str(_("result in %(event)s") % {"event": row.event.label})


def _touch(row: Any, what: str) -> Touch:
    return Touch(row.act_id, row.act.at, what, bool(row.void), row.act.reason)
