"""Journal lines for people: with names instead of codes, their published numbers, what they are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any

from bareme.explain import Explanation, explain, round_name
from bareme.facts import Place
from bareme.findings import short
from bareme.journal import Line
from bareme.office.runs.journal import rows
from bareme.office.runs.lines import COLUMNS
from bareme.office.runs.models import LiveStanding, Run
from bareme.portal.public.columns import headline
from bareme.portal.public.lookups import labels_of, names_of, rulebook_of
from bareme.portal.site.templatetags.words import speech
from bareme.rulebooks.base import Rulebook


@dataclass(frozen=True)
class Told:
    """A line with its number in the ledger, and whom and what it names: members and the event by number."""

    pk: int
    line: Line
    player: int
    opponent: int | None
    event: int | None
    opponent_code: str
    rulebook: Rulebook
    by_elo: bool  # the list is known by the ELO, which not every line moves

    @property
    def day(self) -> date:
        """When it was played, where the line stands at the day of a later list."""
        played = self.line.terms.get("played")
        return date.fromisoformat(played) if played else self.line.date

    @property
    def counted(self) -> bool:
        """Does it count?"""
        return self.line.kind != "not-counted"

    @property
    def score(self) -> float | None:
        """1, 0.5 or 0, where a game was played."""
        return self.line.terms.get("score") if self.counted and self.opponent is not None else None

    @property
    def before(self) -> float | None:
        """The number the list is known by, before: ELO where there is one."""
        before: float | None = self.line.terms.get("elo_before") if self.by_elo else self.line.before
        return before

    @property
    def after(self) -> float | None:
        """The same, after."""
        after: float | None = self.line.terms.get("elo_after") if self.by_elo else self.line.after
        return after

    @property
    def change(self) -> float:
        """The movement of that number."""
        return (self.after or 0.0) - (self.before or 0.0)

    @property
    def round(self) -> str:
        """The round as people call it."""
        return round_name(self.line.round, speech()) if self.line.round else ""

    @property
    def why(self) -> str:
        """Why it does not count, in a few words."""
        return short(self.line.reason, speech().language) if self.line.reason else ""

    @cached_property
    def explanation(self) -> Explanation:
        """The line explained, in the language of the page."""
        return explain(self.line, self.rulebook, speech().language)

    @property
    def movement(self) -> str:
        """The movement in words, where it is none of one number to another."""
        return self.explanation.movement.replace("->", "→").replace("-", "\N{MINUS SIGN}")

    @property
    def headline(self) -> str:
        """What the number is called."""
        column = headline(self.rulebook)
        return speech()(column.en, column.fr)

    @property
    def rating_word(self) -> str:
        """What the rating proper is called, beside an ELO."""
        columns = self.rulebook.module("words").COLUMNS
        return next(speech()(column.en, column.fr) for column in columns if column.path == "published/rating")

    @property
    def heading(self) -> str:
        """What the line is, without its day."""
        return self.explanation.heading.partition("  ")[2]


def live_run(pool: int) -> Run | None:
    """The run whose standings are the live ones, else the last one."""
    live = LiveStanding.objects.filter(pool=pool).select_related("run__pool").first()
    if live:
        found: Run = live.run
        return found
    last: Run | None = Run.objects.filter(pool=pool).select_related("pool").order_by("-pk").first()
    return last


def of_player(run: Run, account: int) -> list[Told]:
    """A player's lines of a run's journal, in their order."""
    return told(rows(run, player=account), run)


def of_event(run: Run, event: int) -> list[Told]:
    """An event's lines of a run's journal, in their order."""
    return told(rows(run, event=event), run)


def told(found: Iterable[tuple[Any, ...]], run: Run) -> list[Told]:
    """Rows (the id, then COLUMNS) with names."""
    read = [(row[0], dict(zip(COLUMNS, row[1:], strict=True))) for row in found]
    members = names_of(number for _, values in read for number in (values["player_id"], values["opponent_id"]))
    labels = labels_of(values["event_id"] for _, values in read)
    rulebook = rulebook_of(run.rulebook, run.overrides)
    return [_told(pk, values, members, labels, rulebook) for pk, values in read]


def _told(
    pk: int, values: dict[str, Any], members: Mapping[int, tuple[str, str]], labels: Mapping[int, str], rulebook: Rulebook
) -> Told:
    player, opponent, event = values.pop("player_id"), values.pop("opponent_id"), values.pop("event_id")
    code, name = members[opponent] if opponent is not None else ("", "")
    day = values.pop("date")
    line = Line(
        date=day if isinstance(day, date) else date.fromisoformat(day),
        player=members[player][1],
        opponent=name,
        event=labels[event] if event is not None else "",
        source=Place(values.pop("source"), values.pop("line"), values.pop("column")),
        **values,
    )
    by_elo = headline(rulebook).path == "published/elo"
    return Told(pk, line, player, opponent, event, code, rulebook, by_elo)


def with_code(line: Told, code: str) -> Line:
    """The line as files have it: the player and his opponent by their codes."""
    return replace(line.line, player=code, opponent=line.opponent_code)
