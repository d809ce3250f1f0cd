"""States kept on the way, at the end of each season or every so many days: a late result replays from the last one before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from bareme.engines.fold import Fold
from bareme.engines.games import date_of
from bareme.engines.intake import AgainError, Intake, Learned
from bareme.engines.pools import BasePool, pool_class
from bareme.engines.state import State, input_hashes, load_state, read_receipt, save_state
from bareme.facts import NOWHERE, Player
from bareme.findings import Refused
from bareme.readers.gathering import Options
from bareme.rulebooks.base import Rulebook

LONGEST_SEASON = timedelta(days=800)


@dataclass(slots=True)
class Checkpoints:
    """A folder of states. `every`: days between two; None: at the end of each season, of the year where there are none."""

    folder: Path
    every: int | None = None
    inputs: Mapping[str, str] = field(default_factory=dict)

    def days(self, pool: BasePool) -> Callable[[date], date | None]:
        """The first day after a day at whose end the state is kept."""

        def after(day: date) -> date | None:
            if self.every:
                return day + timedelta(days=self.every)
            turns = pool.season_ends(day + timedelta(days=1), day + LONGEST_SEASON)
            turn: date | None = next(iter(turns), None)
            if turn is None and day < date(day.year, 12, 31):
                return date(day.year, 12, 31)
            return turn - timedelta(days=1) if turn else date(day.year + 1, 12, 31)

        return after

    def saver(self, pool: BasePool, fold: Fold, source: Any) -> Callable[[date], None]:
        """What keeps the state of the end of a day."""

        def save(day: date) -> None:
            self.folder.mkdir(parents=True, exist_ok=True)
            file = self.folder / f"{day.isoformat()}.parquet"
            save_state(file, pool, day, players=source.players, inputs=self.inputs, last=fold.last)

        return save

    def last_before(self, rulebook: Rulebook, sources: Sequence[Any], options: Options, until: date) -> State | None:
        """The last state that the files given would lead to again: those it was made of are unchanged, and what came since
        holds nothing on or before its day. `until`: an earlier day that is wanted.
        """
        paths = [str(source) for source in sources]
        self.inputs = input_hashes(paths)
        first: dict[tuple[str, ...], tuple[date, set[str]]] = {}
        for file in sorted(self.folder.glob("*.json"), reverse=True):
            try:
                receipt = read_receipt(file)
            except Refused:  # damaged, or none of ours
                continue
            made_of: Mapping[str, str] = receipt["inputs"]
            if not set(made_of.values()) <= set(self.inputs.values()):
                continue
            new = tuple(path for path, content in self.inputs.items() if content not in made_of.values())
            if new not in first:
                first[new] = _touched(new, options, pool_class(rulebook).spanned) if new else (date.max, set())
            day = date.fromisoformat(receipt["on"])
            if day < min(first[new][0], until):
                try:
                    state = load_state(file.with_suffix(".parquet"), rulebook)
                except Refused:  # of other rules, or damaged: there may be an older one
                    continue
                if first[new][1].isdisjoint(receipt["noted"].get("closed", ())):
                    return state
        return None


def _touched(paths: Sequence[str], options: Options, spanned: bool) -> tuple[date, set[str]]:
    """The day of the first fact in these files; the very first day of all, where they also say who people are. And the events
    they tell of, where it matters how long an event lasts.
    """
    learned = Learned()
    while True:
        intake = Intake(paths, options, learned, spanned=spanned)
        try:
            days = [date_of(games.day[0]) for games in intake.stretches() if len(games)]
        except AgainError:
            continue
        if any(map(_says_more, intake.players)):
            return date.min, set()
        events = intake.events() if spanned else {}
        days += [event.start for event in events.values() if event.start]
        days += [fact.date for fact in intake.adjustments] + [fact.date for fact in intake.placements]
        return min(days, default=date.max), set(events)


def _says_more(player: Player) -> bool:
    """Does a file say more of a player than his name? It counts from the first fact on."""
    return replace(player, key="", name="", source=NOWHERE) != Player("")
