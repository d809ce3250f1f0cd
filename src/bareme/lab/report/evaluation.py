"""The report of an evaluation."""

from __future__ import annotations

from bareme.lab.evaluating import Contender, Evaluation
from bareme.lab.report import page, svg
from bareme.lab.report.tables import (
    calibration_columns,
    calibration_rows,
    difference_rows,
    measure_columns,
    measure_rows,
)
from bareme.lab.words import BEST, CANNOT_TELL, GROUPS, HEADS, MEASURES, capital, decided, grouped, judged, method, verdict
from bareme.rulebooks.speech import Speech


def evaluation_page(evaluation: Evaluation, language: str) -> str:
    """The whole page."""
    say = Speech(language)
    title = say("Does the rating foretell results?", "Le classement prédit-il les résultats ?")
    return page.page(title, evaluation_fragment(evaluation, language), language)


def evaluation_fragment(evaluation: Evaluation, language: str) -> str:
    """The report as HTML that any page may hold (with `page.STYLE` inside an element of class `lab`)."""
    say = Speech(language)
    title = say("Does the rating foretell results?", "Le classement prédit-il les résultats ?")
    names = ", ".join(say.of(one.name) for one in evaluation.rulebooks)
    below = say(
        f"{names} on {grouped(evaluation.games, say)} games, {say.day(evaluation.since)} to {say.day(evaluation.until)}",
        f"{names} sur {grouped(evaluation.games, say)} parties, du {say.day(evaluation.since)} au {say.day(evaluation.until)}",
    )
    return (
        page.head(title, below)
        + answer(evaluation, say)
        + predictions(evaluation, say)
        + page.listed(say, method(evaluation, say))
    )


def answer(evaluation: Evaluation, say: Speech) -> str:
    """Keep or change, in the first lines; of one rulebook alone how it stands against a coin."""
    others = evaluation.rulebooks[1:]
    if len(others) == 1:
        return page.verdict(say.of(HEADS[decided(evaluation, others[0])]), [capital(judged(evaluation, others[0], say))])
    if others:
        surely = {decided(evaluation, other) for other in others}
        heading = HEADS[surely.pop()] if len(surely) == 1 else None
        words = say("Keep or change: one by one", "Garder ou changer : cas par cas") if heading is None else say.of(heading)
        return page.verdict(words, verdict(evaluation, say))
    return page.verdict(*alone(evaluation, say))


def alone(evaluation: Evaluation, say: Speech) -> tuple[str, list[str]]:
    """How one rulebook stands, with no other to compare."""
    own = evaluation.contenders[0]
    won = own.measures["accuracy"]
    shares = [say.percent(value, 1) for value in (won.value, won.low, won.high)]
    off = say.percent(own.calibration_error, 1)
    return say("How well it predicts", "Ce que vaut la prédiction"), [
        say(
            f"The favourite won {shares[0]} of the games that somebody won ({shares[1]} to {shares[2]}).",
            f"Le favori a gagné {shares[0]} des parties qui ont un vainqueur ({shares[1]} à {shares[2]}).",
        ),
        say(
            f"What was predicted of favourites is off what they scored by {off} on average.",
            f"Ce qui était prédit des favoris s'écarte de {off} en moyenne de ce qu'ils ont marqué.",
        ),
    ]


def predictions(evaluation: Evaluation, say: Speech) -> str:
    """The measures, the differences, the calibration."""
    best = ", ".join(f"{say.of(MEASURES[name])}{say.colon}{say.of(BEST[name])}" for name in evaluation.measures)
    measured = page.table(measure_columns(evaluation, say), measure_rows(evaluation, say), best)
    own = say.of(evaluation.contenders[0].name)
    caption = say(f"Difference to {own}, game by game", f"Écart avec {own}, partie par partie")
    rows = difference_rows(evaluation, say)
    differing = page.table(measure_columns(evaluation, say), rows, caption) if rows else ""
    return page.section(
        say("How well each predicts", "Qualité des prédictions"), measured, differing, _forest(evaluation, say)
    ) + page.section(say("Is what was said what came?", "Ce qui était dit est-il arrivé ?"), *_calibrations(evaluation, say))


def _forest(evaluation: Evaluation, say: Speech) -> str:
    rows = [(say.of(one.name), one.against["log_loss"]) for one in evaluation.contenders if one.against and one.key != "constant"]
    if not rows:
        return ""
    better = say("better", "mieux"), say("worse", "moins bien")
    own = say.of(evaluation.contenders[0].name)
    caption = say(
        f"Log loss: difference to {own}. Where the bar crosses the line, {HEADS[CANNOT_TELL]['en'].lower()}.",
        f"Perte logarithmique : écart avec {own}. Où la barre coupe la ligne, {HEADS[CANNOT_TELL]['fr'].lower()}.",
    )
    return page.figures([page.figure(svg.intervals(rows, better, say), caption)])


def _calibrations(evaluation: Evaluation, say: Speech) -> list[str]:
    shown = list(evaluation.rulebooks[:2])
    rules = [(say.of(one.name), one.calibration["expected"]) for one in shown]
    caption = say(
        "Each mark is a tenth of the games. Below the dashed line favourites score less than was said, above it more; the bar is "
        "what chance alone may do.",
        "Un point : un dixième des parties. Sous la ligne pointillée, les favoris marquent moins que prédit, au-dessus plus. "
        "La barre est ce que peut le seul hasard.",
    )
    parts = [page.key([name for name, _ in rules]) if len(rules) > 1 else ""]
    parts.append(page.figures([page.figure(svg.calibration(rules, say), caption)]))
    parts += [_groups(one, say) for one in shown]
    return parts


def _groups(one: Contender, say: Speech) -> str:
    tables = [
        page.table(calibration_columns(say), calibration_rows(one, group, say), f"{say.of(one.name)}, {say.of(GROUPS[group])}")
        for group in one.calibration
    ]
    return page.folded(say(f"In numbers: {say.of(one.name)}", f"En nombres : {say.of(one.name)}"), "".join(tables))
