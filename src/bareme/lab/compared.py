"""What a comparison says, in sentences: keep or change, who pays, newcomers, inflation, the sum of points."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from bareme.findings import Text
from bareme.lab.comparing import Comparison
from bareme.lab.moves import Group
from bareme.lab.words import HEADS, capital, decided, grouped, judged, signed
from bareme.rulebooks.speech import Speech

KINDS: Mapping[str, Mapping[str, str]] = {
    "entry": {"en": "newcomers' first ratings", "fr": "classements initiaux des nouveaux"},
    "game": {"en": "games", "fr": "parties"},
    "rollover": {"en": "inactivity, at the turn of the season", "fr": "inactivité, au changement de saison"},
    "assign": {"en": "ratings assigned", "fr": "attributions"},
    "revalue": {"en": "revaluations", "fr": "revalorisations"},
    "title": {"en": "titles", "fr": "titres"},
    "licence": {"en": "decisions on licences", "fr": "décisions de licence"},
    "closing": {"en": "rounding of a period", "fr": "arrondi de période"},
    "first-rating": {"en": "first ratings", "fr": "premiers classements"},
    "one-off": {"en": "one-off correction", "fr": "correction unique"},
    "floor": {"en": "below the floor", "fr": "sous le plancher"},
    "pending": {"en": "not rated yet", "fr": "pas encore comptées"},
}


def conclusion(comparison: Comparison, say: Speech) -> tuple[str, list[str]]:
    """The heading, keep or change, and the sentences under it."""
    evaluation = comparison.evaluation
    other = evaluation.rulebooks[1]
    sentences = [capital(judged(evaluation, other, say)), *who_pays(comparison, say)]
    sentences += [sentence for part in (newcomers, inflated, made) if (sentence := part(comparison, say))]
    return say.of(HEADS[decided(evaluation, other)]), sentences


def who_pays(comparison: Comparison, say: Speech) -> list[str]:
    """Who moves in the list, who loses and who gains, and who changes level."""
    b = quote(comparison.labels[1], say)
    movers, players = len(comparison.movers), len(comparison.moves)
    if not movers:
        return [say("Nobody pays: the list stays as it is.", "Personne ne paie : la liste reste telle quelle.")]
    order = say.number(comparison.rank_correlation, 3)
    found = [
        say(
            f"{grouped(movers, say)} of {grouped(players, say)} players stand otherwise under {b} (rank correlation {order}).",
            f"{grouped(movers, say)} joueurs sur {grouped(players, say)} sont classés autrement sous {b} "
            f"(corrélation des rangs {order}).",
        )
    ]
    if comparison.one_scale:
        found += _payers([group for group in comparison.groups if group.name != "all"], say)
    up, down = level_moves(comparison)
    if up or down:
        found.append(
            say(
                f"{up} {'gain' if up != 1 else 'gains'} a level, {down} {'lose' if down != 1 else 'loses'} one.",
                f"{up} {'gagnent' if up > 1 else 'gagne'} un niveau, {down} en {'perdent' if down > 1 else 'perd'} un.",
            )
        )
    return found


def _payers(parts: Sequence[Group], say: Speech) -> list[str]:
    if not parts:
        return []
    lowest, highest = min(parts, key=lambda group: group.mean), max(parts, key=lambda group: group.mean)
    if lowest is highest:
        return []
    low, high = (f"{group_name(group, say)} ({say.signed(group.mean, 1)})" for group in (lowest, highest))
    if lowest.mean >= 0.0:
        return [
            say(f"No group loses on average; {high} gain most.", f"Aucun groupe ne perd en moyenne ; gagnent le plus : {high}.")
        ]
    if highest.mean <= 0.0:
        return [
            say(f"No group gains on average; {low} lose most.", f"Aucun groupe ne gagne en moyenne ; perdent le plus : {low}.")
        ]
    return [
        say(
            f"Who pays, on average in points: {low}; who gains: {high}.",
            f"Qui paie, en points et en moyenne : {low} ; qui gagne : {high}.",
        )
    ]


def group_name(group: Group, say: Speech) -> str:
    """A group of players in words."""
    if group.name == "all":
        return say("all players", "tous les joueurs")
    if group.name == "top":
        return say(f"the first {group.high:g}", f"les {group.high:g} premiers")
    if group.name == "rank":
        thirds = (
            say("the upper third of the list", "le premier tiers de la liste"),
            say("the middle third", "le deuxième tiers"),
            say("the lower third", "le dernier tiers"),
        )
        return thirds[int(group.low)]
    if math.isinf(group.high):
        return say(f"players of {group.low:g} games or more", f"joueurs de {group.low:g} parties ou plus")
    if group.low == 0:
        return say(f"players of fewer than {group.high:g} games", f"joueurs de moins de {group.high:g} parties")
    return say(f"players of {group.low:g} to {group.high - 1:g} games", f"joueurs de {group.low:g} à {group.high - 1:g} parties")


def level_moves(comparison: Comparison) -> tuple[int, int]:
    """How many gain a level under B, and how many lose one. Of two levels the better is that of the higher numbers."""
    numbers: dict[str, list[float]] = {}
    for move in comparison.moves:
        for level, number in ((move.level_before, move.before), (move.level_after, move.after)):
            if level and number is not None:
                numbers.setdefault(level, []).append(number)
    height = {level: sum(values) / len(values) for level, values in numbers.items()}
    up = sum(n for (a, b), n in comparison.levels.items() if height.get(b, 0.0) > height.get(a, 0.0))
    down = sum(n for (a, b), n in comparison.levels.items() if height.get(b, 0.0) < height.get(a, 0.0))
    return up, down


def newcomers(comparison: Comparison, say: Speech) -> str:
    """How soon newcomers find their place under either rule."""
    first, second = (pool.convergence for pool in comparison.pools)
    if not first.far or not second.far:
        return ""
    games = [say.number(one.games[1], 0) for one in (first, second)]
    wobble = [say.number(one.wobble, 0) for one in (first, second)]
    a, b = (quote(label, say) for label in comparison.labels)
    return say(
        f"Half of the newcomers who begin far from their place come within 50 points of it in {games[0]} games under {a}, in "
        f"{games[1]} under {b}; afterwards their rating wobbles by {wobble[0]} and {wobble[1]} points.",
        f"La moitié des nouveaux qui partent loin de leur niveau s'en approchent à 50 points en {games[0]} parties sous {a}, en "
        f"{games[1]} sous {b} ; ensuite leur classement oscille de {wobble[0]} et {wobble[1]} points.",
    )


def inflated(comparison: Comparison, say: Speech) -> str:
    """How the mean and the top of the active players went over the years."""
    courses = [pool.levels for pool in comparison.pools]
    if not comparison.one_scale or min(map(len, courses)) < 2:
        return ""
    a, b = (quote(label, say) for label in comparison.labels)
    mean, top = (
        [say.signed(getattr(levels[-1], name) - getattr(levels[0], name), 0) for levels in courses] for name in ("mean", "top")
    )
    since = say.day(courses[0][0].day)
    return say(
        f"Since {since} the mean of the active players went {mean[0]} points under {a} and {mean[1]} under {b}, the first ten "
        f"{top[0]} and {top[1]}.",
        f"Depuis le {since}, la moyenne des joueurs actifs a bougé de {mean[0]} points sous {a} et de {mean[1]} sous {b}, les "
        f"dix premiers de {top[0]} et {top[1]}.",
    )


def made(comparison: Comparison, say: Speech) -> str:
    """Whether games create points out of nothing."""
    sums = [sum(part.points for part in pool.created) for pool in comparison.pools]
    games = [sum(part.games for part in pool.created) for pool in comparison.pools]
    if not all(games):
        return ""
    a, b = (quote(label, say) for label in comparison.labels)
    if all(abs(points) < 1e-6 * count for points, count in zip(sums, games, strict=True)):
        return say(
            "Under both, games create no points: what one wins the other loses.",
            "Sous les deux, les parties ne créent aucun point : ce que l'un gagne, l'autre le perd.",
        )
    each = [signed(points / count, say, 3) for points, count in zip(sums, games, strict=True)]
    total = [signed(points, say, 0) for points in sums]
    return say(
        f"Games are not zero-sum: each makes {each[0]} points under {a} ({total[0]} in all), {each[1]} under {b} ({total[1]}).",
        f"Le jeu n'est pas à somme nulle : une partie crée {each[0]} points sous {a} ({total[0]} en tout) et {each[1]} sous {b} "
        f"({total[1]}).",
    )


def quote(label: str, say: Speech) -> str:
    """A label between the language's quotation marks."""
    return say(f"“{label}”", f"« {label} »")


def kind_name(kind: str, say: Speech) -> str:
    """What moved points, in words; a kind of line without words is itself."""
    known: Text = KINDS.get(kind, kind)
    return say.of(known)
