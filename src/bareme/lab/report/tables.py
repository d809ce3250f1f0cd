"""Tables of the lab as columns and cells of text, for a screen and for a page alike."""

from __future__ import annotations

from collections.abc import Mapping

from bareme.findings import Text
from bareme.lab.compared import group_name, kind_name
from bareme.lab.comparing import Comparison, Pool
from bareme.lab.evaluating import Contender, Evaluation
from bareme.lab.moves import Group, Move
from bareme.lab.words import MEASURES, bounds, capital, grouped, measured, signed
from bareme.rounding import half_away
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.parameters import written
from bareme.rulebooks.speech import Speech

Columns = list[tuple[str, bool]]

MOVER_COLUMNS = (
    ("Player", "Joueur", False),
    ("Games", "Parties", True),
    ("Under A", "Sous A", True),
    ("Under B", "Sous B", True),
    ("Change", "Écart", True),
    ("Rank", "Rang", True),
    ("Level", "Niveau", False),
)
POINT_COLUMNS = (
    ("From", "Origine", False),
    ("Lines", "Lignes", True),
    ("Sum of points", "Somme des points", True),
    ("Of one", "Par ligne", True),
)


def measure_columns(evaluation: Evaluation, say: Speech) -> Columns:
    """The measures of contenders."""
    return [(say("Who predicts", "Qui prédit"), False), *((say.of(MEASURES[name]), False) for name in evaluation.measures)]


def measure_rows(evaluation: Evaluation, say: Speech) -> list[list[str]]:
    """Every contender's measures with their intervals."""
    return [
        [say.of(one.name), *(measured(name, one.measures[name], say) for name in evaluation.measures)]
        for one in evaluation.contenders
    ]


def difference_rows(evaluation: Evaluation, say: Speech) -> list[list[str]]:
    """Every contender's differences to the first."""
    return [
        [say.of(one.name), *(measured(name, one.against[name], say, signed=True) for name in evaluation.measures)]
        for one in evaluation.contenders
        if one.against
    ]


def calibration_columns(say: Speech) -> Columns:
    """Groups of games."""
    return [
        (say("Favourites", "Favoris"), False),
        (say("Games", "Parties"), True),
        (say("Predicted", "Prédit"), True),
        (say("Actual", "Réel"), True),
    ]


def calibration_rows(one: Contender, group: str, say: Speech) -> list[list[str]]:
    """What was said of the favourites of each group, and what came."""
    return [
        [
            bounds(part.low, part.high, group, say),
            grouped(part.games, say),
            say.percent(part.predicted, 1),
            say.percent(part.actual, 1),
        ]
        for part in one.calibration[group]
    ]


def group_columns(say: Speech) -> Columns:
    """The headings of groups of players."""
    return [
        (say("Who", "Qui"), False),
        (say("Players", "Joueurs"), True),
        (say("Mean change", "Écart moyen"), True),
        (say("Median", "Médiane"), True),
        (say("Gain", "Gagnent"), True),
        (say("Lose", "Perdent"), True),
    ]


def group_cells(group: Group, say: Speech) -> list[str]:
    """How the other rule moves a group."""
    return [
        capital(group_name(group, say)),
        grouped(group.players, say),
        say.signed(group.mean, 1),
        say.signed(group.middle, 1),
        say.percent(group.up, 0),
        say.percent(group.down, 0),
    ]


def mover_columns(comparison: Comparison, say: Speech) -> Columns:
    """The headings of players that move; levels only where there are some."""
    columns = [(say(en, fr), right) for en, fr, right in MOVER_COLUMNS]
    return columns if comparison.levels else columns[:-1]


def mover_cells(move: Move, comparison: Comparison, say: Speech) -> list[str]:
    """One player under both rules."""
    words: Mapping[str, Text] = comparison.level_words
    change = move.change if comparison.one_scale else None
    ranks = ["-" if rank is None else say.number(rank) for rank in (move.rank_before, move.rank_after)]
    names = [say.of(words.get(level, level)) or "-" for level in (move.level_before, move.level_after)]
    cells = [
        move.player,
        grouped(move.games, say),
        say.number(move.before),
        say.number(move.after),
        "-" if change is None else signed(change, say, 0 if change == int(change) else 2),
        ranks[0] if ranks[0] == ranks[1] else f"{ranks[0]} → {ranks[1]}",
    ]
    return [*cells, names[0] if names[0] == names[1] else f"{names[0]} → {names[1]}"] if comparison.levels else cells


def point_rows(pool: Pool, say: Speech) -> list[list[str]]:
    """Where the sum of all ratings comes from."""
    return [
        [kind_name(kind, say), grouped(lines, say), _whole(change, say), signed(change / lines if lines else 0.0, say, 3)]
        for kind, (lines, change) in pool.totals.items()
    ]


def _whole(points: float, say: Speech) -> str:
    """A sum of points, to the nearest whole one, with its sign and its thousands apart."""
    whole = half_away(points)
    return f"{'+' if whole > 0 else '-' if whole < 0 else ''}{grouped(abs(whole), say)}"


def difference_columns(say: Speech) -> Columns:
    """The headings of what two rules differ in."""
    return [(say("What differs", "Ce qui diffère"), False), (say("Meaning", "Sens"), False), ("A", True), ("B", True)]


def rule_rows(a: Rulebook, b: Rulebook, say: Speech) -> list[list[str]]:
    """The parameters that differ between two rules of one rulebook, by the last version in force of each."""
    if a.name != b.name:
        return []
    old, new = a.latest.values, b.latest.values
    return [
        [name, say(parameter.en, parameter.fr), written(old[name]), written(new[name])]
        for name, parameter in a.parameters.items()
        if old[name] != new[name]
    ]
