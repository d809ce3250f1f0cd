"""The report of a comparison: keep or change, why, who pays."""

from __future__ import annotations

from datetime import date

from bareme.lab.compared import conclusion
from bareme.lab.comparing import Comparison
from bareme.lab.report import page, svg
from bareme.lab.report.evaluation import predictions
from bareme.lab.report.tables import (
    POINT_COLUMNS,
    difference_columns,
    group_cells,
    group_columns,
    mover_cells,
    mover_columns,
    point_rows,
    rule_rows,
)
from bareme.lab.words import grouped, method
from bareme.lists import histogram
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.speech import Speech

SHOWN = 25
ROUNDING = 1e-6  # points of a game, below which it is the machine's arithmetic that creates them


def comparison_page(comparison: Comparison, language: str) -> str:
    """The whole page."""
    say = Speech(language)
    title = say("Should we change the rule?", "Faut-il changer la règle ?")
    return page.page(title, comparison_fragment(comparison, language), language)


def comparison_fragment(comparison: Comparison, language: str) -> str:
    """The report as HTML that any page may hold (with `page.STYLE` inside an element of class `lab`)."""
    say = Speech(language)
    a, b = comparison.names
    below = say(
        f"A: {a} (in force). B: {b}. The same results under both, up to {say.day(comparison.on)}.",
        f"A : {a} (en vigueur). B : {b}. Les mêmes résultats sous les deux, jusqu'au {say.day(comparison.on)}.",
    )
    return (
        page.head(say("Should we change the rule?", "Faut-il changer la règle ?"), below)
        + page.verdict(*conclusion(comparison, say))
        + page.key([f"A{say.colon}{a}", f"B{say.colon}{b}"])
        + differing(comparison.rulebooks, say)
        + page.section(say("Who gains, who pays", "Qui gagne, qui paie"), *_who(comparison, say))
        + page.section(say("Levels", "Niveaux"), _levels(comparison, say))
        + page.section(say("The pool over the years", "Le groupe au fil des ans"), *_pool(comparison, say))
        + predictions(comparison.evaluation, say)
        + page.listed(say, [*method(comparison.evaluation, say), *_definitions(say)])
    )


def differing(rulebooks: tuple[Rulebook, Rulebook], say: Speech) -> str:
    """What the two rules differ in, parameter by parameter."""
    rows = rule_rows(*rulebooks, say)
    return page.table(difference_columns(say), rows) if rows else ""


def _who(comparison: Comparison, say: Speech) -> list[str]:
    parts = []
    changes = [move.change for move in comparison.moves if move.change]
    if comparison.one_scale and changes:
        caption = say("How many players gain or lose how much under B.", "Combien de joueurs gagnent ou perdent combien sous B.")
        name = say("change under B", "écart sous B")
        parts.append(page.figures([page.figure(svg.histogram(histogram(changes), name, say), caption)]))
        parts.append(_groups(comparison, say))
    movers = comparison.movers[:SHOWN]
    if movers:
        columns = mover_columns(comparison, say)
        total = len(comparison.movers)
        caption = say(
            f"Who moves most, on {say.day(comparison.on)}: {len(movers)} of {grouped(total, say)}",
            f"Qui bouge le plus, au {say.day(comparison.on)} : {len(movers)} sur {grouped(total, say)}",
        )
        parts.append(page.table(columns, [mover_cells(move, comparison, say) for move in movers], caption))
    return parts


def _groups(comparison: Comparison, say: Speech) -> str:
    columns = [*group_columns(say), (say("Ranks", "Rangs"), True)]
    rows = [[*group_cells(group, say), say.signed(group.climbed, 1)] for group in comparison.groups]
    return page.table(columns, rows)


def _levels(comparison: Comparison, say: Speech) -> str:
    if len(comparison.levels) < 2:
        return ""
    numbers: dict[str, list[float]] = {}
    for move in comparison.moves:
        if move.level_before and move.before is not None:
            numbers.setdefault(move.level_before, []).append(move.before)
    names = sorted({name for pair in comparison.levels for name in pair}, key=lambda name: -max(numbers.get(name, [0.0])))
    columns = [(say("Under A \\ under B", "Sous A \\ sous B"), False)]
    columns += [(say.of(comparison.level_words.get(name, name)), True) for name in names]
    rows = [
        [
            say.of(comparison.level_words.get(row, row)),
            *(grouped(count, say) if (count := comparison.levels.get((row, column), 0)) else "" for column in names),
        ]
        for row in names
    ]
    caption = say("Players by level: rows under A, columns under B.", "Joueurs par niveau : lignes sous A, colonnes sous B.")
    return page.table(columns, rows, caption)


def _pool(comparison: Comparison, say: Speech) -> list[str]:
    pictures = []
    courses = [pool.levels for pool in comparison.pools]
    if comparison.one_scale and min(map(len, courses)) > 1:
        for field, name in (("mean", say("mean", "moyenne")), ("top", say("mean of the first ten", "moyenne des dix premiers"))):
            rules = [[(_year(level.day), getattr(level, field)) for level in course] for course in courses]
            caption = say(f"Players active in the year: {name}.", f"Joueurs actifs dans l'année : {name}.")
            pictures.append(page.figure(svg.courses(rules, name, say), caption))
    made = [pool.created for pool in comparison.pools]
    drift = max((abs(part.of_a_game) for rule in made for part in rule), default=0.0)
    if drift > ROUNDING and len(made[0]) == len(made[1]):
        groups = [f"{part.low:g}+" for part in made[0]]
        names = (
            say("experience of the less experienced", "expérience du moins expérimenté"),
            say("points made by a game", "points créés par partie"),
        )
        caption = say(
            "Points that a game makes out of nothing, by experience: nought where what one wins the other loses.",
            "Points qu'une partie crée de rien, selon l'expérience : zéro quand ce que l'un gagne, l'autre le perd.",
        )
        rules_made = [[part.of_a_game for part in rule] for rule in made]
        pictures.append(page.figure(svg.columns(groups, rules_made, names, say), caption))
    return [page.figures(pictures), _newcomers(comparison, say), *_points(comparison, say)]


def _year(day: date) -> float:
    return day.year + (day.timetuple().tm_yday - 1) / 365.25


def _newcomers(comparison: Comparison, say: Speech) -> str:
    columns = [
        (say("Rule", "Règle"), False),
        (say("Newcomers", "Nouveaux"), True),
        (say("Began far", "Partis de loin"), True),
        (say("Games: quarter", "Parties : quart"), True),
        (say("half", "moitié"), True),
        (say("three quarters", "trois quarts"), True),
        (say("Wobble", "Oscillation"), True),
    ]
    rows = []
    for letter, pool in zip("AB", comparison.pools, strict=True):
        one = pool.convergence
        rows.append(
            [
                letter,
                grouped(one.newcomers, say),
                grouped(one.far, say),
                *(say.number(n, 0) for n in one.games),
                say.number(one.wobble, 1),
            ]
        )
    caption = say(
        "Newcomers: games until within 50 points of where they settle, and how much they waver there.",
        "Nouveaux : parties jusqu'à 50 points de leur niveau, et oscillation une fois arrivés.",
    )
    return page.table(columns, rows, caption)


def _points(comparison: Comparison, say: Speech) -> list[str]:
    columns = [(say(en, fr), right) for en, fr, right in POINT_COLUMNS]
    return [
        page.table(columns, point_rows(pool, say), say(f"Where points come from: {label}", f"D'où viennent les points : {label}"))
        for label, pool in zip(comparison.labels, comparison.pools, strict=True)
    ]


def _definitions(say: Speech) -> list[str]:
    return [
        say(
            "A newcomer has settled at the mean rating of his last 20 games; only newcomers of 40 games or more are counted, and "
            "of these for the games needed only who began more than 50 points away. Active: played in the 365 days before.",
            "Un nouveau a trouvé son niveau à la moyenne de ses 20 dernières parties ; seuls comptent ceux d'au moins 40 parties "
            "et, pour les parties nécessaires, ceux partis à plus de 50 points. Actif : a joué dans les 365 jours précédents.",
        )
    ]
