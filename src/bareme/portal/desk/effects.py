"""Who moves, for a page: names, numbers, ranks, levels; and the histogram as a picture in the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field
from datetime import date
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from bareme.lists import Step
from bareme.office.people.models import Member
from bareme.office.runs.effect import Effect, Move, bars
from bareme.portal.site.templatetags.words import signed, speech
from bareme.rulebooks.base import Rulebook

MOST = 60
WIDTH, ROW, LEFT, RIGHT = 640, 24, 130, 50


@dataclass(frozen=True)
class Moved:
    """One player who moves. `level` from what to what, in words, where it changes."""

    code: str
    name: str
    member: bool
    move: Move
    level: tuple[str, str] | None = None


@dataclass(frozen=True)
class Shown:
    """An effect as the page shows it. `more`: how many are not shown."""

    on: date
    moves: Sequence[Moved]
    count: int
    below: int = 0
    picture: SafeString = field(default_factory=SafeString)

    @property
    def more(self) -> int:
        """How many are not shown."""
        return self.count - len(self.moves)


def shown(effect: Effect, rulebook: Rulebook) -> Shown:
    """The first of those who move."""
    return told(noted(effect), rulebook)


def noted(effect: Effect) -> dict[str, Any]:
    """An effect as JSON keeps it: as much of it as a page shows."""
    return {
        "on": effect.on.isoformat(),
        "moves": [astuple(move) for move in effect.moves[:MOST]],
        "count": len(effect.moves),
        "below": effect.below,
        "bins": [astuple(step) for step in bars(effect.changes)],
    }


def codes(effect: dict[str, Any] | None) -> list[str]:
    """Of those of whom an effect that was noted speaks."""
    return [player for player, *_ in effect["moves"]] if effect else []


def told(effect: dict[str, Any], rulebook: Rulebook, newcomers: Mapping[str, str] | None = None) -> Shown:
    """What was noted of an effect, for a page; `newcomers` are no members yet: {code: name}."""
    first = [Move(*values) for values in effect["moves"]]
    names = dict(Member.objects.filter(code__in=[move.player for move in first]).values_list("code", "name"))
    levels = getattr(rulebook.module("words"), "LEVELS", {})
    say = speech()

    def word(code: str) -> str:
        return say.of(levels[code]) if code in levels else code or "–"

    moves = [
        Moved(
            move.player,
            names.get(move.player) or (newcomers or {}).get(move.player, move.player),
            move.player in names,
            move,
            (word(move.level_before), word(move.level_after)) if move.level_before != move.level_after else None,
        )
        for move in first
    ]
    bins = [Step(*values) for values in effect["bins"]]
    return Shown(date.fromisoformat(effect["on"]), moves, effect["count"], effect["below"], picture(bins))


def picture(bins: Sequence[Step]) -> SafeString:
    """The histogram, a bar for each step; nothing where there is less than two."""
    if len(bins) < 2:
        return SafeString("")
    most = max(step.count for step in bins)
    rows = []
    for at, step in enumerate(bins):
        width = round(step.count / most * (WIDTH - LEFT - RIGHT), 1)
        y, kind = at * ROW, "down" if step.high <= 0 else "up"
        label = f"{signed(step.low)} … {signed(step.high)}"
        rows.append((LEFT - 10, y + 16, label, kind, LEFT, y + 4, width, ROW - 8, LEFT + width + 6, y + 16, step.count or ""))
    bar = '<text x="{}" y="{}" text-anchor="end">{}</text><rect class="{}" x="{}" y="{}" width="{}" height="{}"/>'
    height = len(bins) * ROW
    return format_html(
        '<svg class="bars" viewBox="0 0 {} {}" role="img" aria-label="{}">{}<path class="axis" d="M{} 0V{}"/></svg>',
        WIDTH,
        height,
        _("How many move by how much"),
        format_html_join("", bar + '<text x="{}" y="{}">{}</text>', rows),
        LEFT,
        height,
    )
