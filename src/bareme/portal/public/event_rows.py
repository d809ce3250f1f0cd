"""The rows of an event's tables, written without a template: of a hundred games that takes a fifth of the time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from bareme.portal.public.meeting import Entrant, Result
from bareme.portal.site.templatetags.words import day, movement, number, signed


@dataclass(frozen=True)
class Rows:
    """Rows for the event of a pool. Every text that comes from outside goes through `escape`."""

    player: str  # addresses, with CODE and 0 for what differs
    lines: str
    line: str
    digits: int

    @classmethod
    def of(cls, pool: str, event: int, digits: int) -> Rows:
        """For one event."""
        return cls(
            reverse("public:player", args=(pool, "CODE")),
            reverse("public:player-event", args=(pool, "CODE", event)),
            reverse("public:line", args=(pool, 0)),
            digits,
        )

    def entrants(self, entrants: Sequence[Entrant], rounds: Sequence[int]) -> list[SafeString]:
        """The cross-table, or the standings where there are too many rounds."""
        return [self._entrant(place, one, rounds) for place, one in enumerate(entrants, 1)]

    def _entrant(self, place: int, one: Entrant, rounds: Sequence[int]) -> SafeString:
        met = "".join(f'<td class="n wide">{escape(" ".join(one.rounds.get(round_, ())))}</td>' for round_ in rounds)
        change = f'<a href="{self._of(self.lines, one.code)}">{signed(one.change, 2)}</a>' if one.line else "–"
        return mark_safe(  # noqa: S308
            f'<td class="n">{place}</td><th scope="row">{self._name(one.code, one.name)}</th>'
            f'<td class="n strong">{number(one.points)}<span class="soft"> / {one.games}</span></td>{met}'
            f'<td class="n wide">{number(one.before, self.digits)}</td><td class="n {movement(one.change)}">{change}</td>'
        )

    def results(self, results: Sequence[Result]) -> list[tuple[bool, SafeString]]:
        """Games, each with whether it counts."""
        does_not, why = escape(_("does not count:")), escape(_("why?"))
        return [(not one.why, self._result(one, does_not, why)) for one in results]

    def _result(self, one: Result, does_not: str, why: str) -> SafeString:
        reason = f"<br><small>{does_not} {escape(one.why)}</small>" if one.why else ""
        link = f'<a href="{self.line.replace("/0/", f"/{one.line}/")}">{why}</a>' if one.line else ""
        return mark_safe(  # noqa: S308
            f'<td class="nowrap wide">{day(one.day)}</td><td class="wide">{escape(one.round)}</td>'
            f'<th scope="row">{self._name(*one.a)}</th>{_change(one.change_a)}<td class="n">{one.score}</td>'
            f"<td>{self._name(*one.b)}{reason}</td>{_change(one.change_b)}"
            f'<td class="n wide">{escape(one.note)}</td><td class="nowrap">{link}</td>'
        )

    def _name(self, code: str, name: str) -> str:
        return f'<a href="{self._of(self.player, code)}"><bdi>{escape(name)}</bdi></a>'

    def _of(self, address: str, code: str) -> str:
        return str(escape(address.replace("CODE", code)))


def _change(value: float | None) -> str:
    return f'<td class="n wide {movement(value)}">{"" if value is None else signed(value, 2)}</td>'
