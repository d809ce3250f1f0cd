"""A history: the games a rulebook counts, in the lawful order, each with what the ratings in force predicted of it.

A prediction is made before the game is counted, so no game helps to foretell itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from bareme.engines.choosing import chosen
from bareme.facts import Facts
from bareme.findings import Finding, Refused
from bareme.lists import Row
from bareme.readers.gathering import Options
from bareme.rulebooks.base import Rulebook

if TYPE_CHECKING:
    import numpy as np

Array: TypeAlias = "np.ndarray[Any, Any]"
Movements: TypeAlias = Mapping[tuple[int, str], tuple[int, float]]

GAME_BY_GAME = ("elo", "ffbg")
WARM_UP = 0.2  # the share of the games, from the first, that is not scored


@dataclass(frozen=True, slots=True)
class History:
    """What one rulebook made of the facts. Arrays have one entry, or one row of two (sides A and B), for each game.

    `number` counts all games of the facts in their lawful order, those that do not count among them: the same game has
    the same number under every rulebook. Ratings are in the journal's unit; `after` is not a number where a game moves
    nothing at once (rulebooks by periods), `length` where there is none. Experience is the rulebook's own: games, or
    points of match length.
    """

    rulebook: Rulebook
    names: Sequence[str]  # players by number; the same numbers under every rulebook of one call
    number: Array
    day: Array  # datetime64[D]
    players: Array  # (n, 2) player numbers
    score: Array  # of side A: 1, 0.5, 0
    expected: Array  # of side A, predicted
    before: Array  # (n, 2) ratings the prediction was made from
    after: Array  # (n, 2)
    length: Array  # points
    experience: Array  # (n, 2), before the game
    warm_up: Array  # bool: among the first games, which are not scored
    on: date
    lists: Mapping[date, Sequence[Row]] = field(default_factory=dict)  # by day; the last one is of day `on`
    movements: Movements = field(default_factory=dict)  # {(year, kind of journal line): (lines, sum of changes)}
    findings: Sequence[Finding] = ()
    not_counted: Mapping[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.number)

    @property
    def gap(self) -> Array:
        """Rating of A minus rating of B, before the game."""
        gap: Array = self.before[:, 0] - self.before[:, 1]
        return gap

    @property
    def scored(self) -> Array:
        """bool: the games that are scored, those after the warm-up."""
        scored: Array = ~self.warm_up
        return scored


def histories(
    source: Facts | Sequence[str | Path],
    rulebooks: Sequence[Rulebook],
    *,
    options: Options | None = None,
    engine: str = "auto",
    warm_up: float | date = WARM_UP,
    yearly: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> list[History]:
    """The history of each rulebook over the same facts: by the reference, or by the engine `fast` where it pays.

    `source` is facts, or the paths of files, read as `options` say. `warm_up`: the share of the games from the first,
    or the day before which nothing is scored; games of one day stay together. `yearly`: the list
    of each year's last day is wanted besides the last one.

    Errors: Refused `lab-extra-missing`, `placements-have-no-games`, `no-game-predicted`, and those of `bareme.rate`.
    """
    need()
    placed = next((book.name for book in rulebooks if book.kind == "placements"), None)
    if placed:
        raise Refused("placements-have-no-games", rulebook=placed)
    found = _by_columns(source, rulebooks, options or Options(), yearly, progress) if is_fast(engine, rulebooks, source) else None
    if found is None:
        from bareme.lab.foretold import foretold, read

        facts = source if isinstance(source, Facts) else read(source, options or Options())
        lists = year_ends(game.date.year for game in facts.games) if yearly else []
        found = [foretold(facts, rulebook, lists, progress) for rulebook in rulebooks]
    return _warmed(found, warm_up)


def _by_columns(
    source: Facts | Sequence[str | Path],
    rulebooks: Sequence[Rulebook],
    options: Options,
    yearly: bool,
    progress: Callable[[int, int], None] | None,
) -> list[History] | None:
    """By compiled loops; None where facts hold numbers that only the reference can count."""
    from bareme.engines.games import UnfitError
    from bareme.lab.foretold_fast import foretold_all

    try:
        return foretold_all(source, rulebooks, options, yearly, progress)
    except UnfitError:
        return None


def is_fast(engine: str, rulebooks: Sequence[Rulebook], source: Any) -> bool:
    """Are all of these replayed by compiled loops? Those of rulebooks by periods tell no game by itself.

    Errors: Refused `unknown-engine`, `fast-extra-missing`, `no-bulk-engine`.
    """
    return all(chosen(engine, book.name, source) == "fast" and book.name in GAME_BY_GAME for book in rulebooks)


def year_ends(years: Iterable[int]) -> list[date]:
    """The last day of each year in which something was played, but for the last one."""
    return [date(year, 12, 31) for year in sorted(set(years))[:-1]]


def need() -> None:
    """Refuse politely where the lab's libraries are missing.

    Errors: Refused `lab-extra-missing`.
    """
    missing = [name for name in ("numpy",) if find_spec(name) is None]
    if missing:
        raise Refused("lab-extra-missing", names=missing)


def _warmed(found: list[History], warm_up: float | date) -> list[History]:
    """The same with the warm-up marked: up to one day, the same under every rulebook."""
    from dataclasses import replace

    import numpy as np

    for history in found:
        if not len(history):
            raise Refused("no-game-predicted", rulebook=history.rulebook.name)
    days = found[0].day
    by_share = min(math.ceil(len(days) * warm_up), len(days) - 1) if not isinstance(warm_up, date) else 0
    first: Any = np.datetime64(warm_up, "D") if isinstance(warm_up, date) else days[by_share]
    for history in found:
        if not (history.day >= first).any():
            raise Refused("nothing-after-warm-up", day=first.item())
    return [replace(history, warm_up=history.day < first) for history in found]
