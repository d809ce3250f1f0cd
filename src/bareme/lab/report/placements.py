"""The reports of rulebooks of placements: is the list's order the order of events; series and quotas under two rules."""

from __future__ import annotations

from collections.abc import Mapping

from bareme.lab.intervals import Interval
from bareme.lab.placed_words import LAST_SERIES, MEASURES, conclusion, measured, method, verdict
from bareme.lab.placements import Placed, PlacedComparison, PlacedEvaluation
from bareme.lab.report import page
from bareme.lab.report.comparison import differing
from bareme.lab.words import capital
from bareme.rulebooks.speech import Speech

SHOWN = 60


def placed_evaluation_page(evaluation: PlacedEvaluation, language: str) -> str:
    """The whole page."""
    say = Speech(language)
    return page.page(_asked(say), placed_evaluation_fragment(evaluation, language), language)


def _asked(say: Speech) -> str:
    return say("Does the list foretell places?", "La liste prédit-elle les places ?")


def placed_evaluation_fragment(evaluation: PlacedEvaluation, language: str) -> str:
    """The report as HTML that any page may hold (with `page.STYLE` inside an element of class `lab`)."""
    say = Speech(language)
    names = ", ".join(one.name for one in evaluation.contenders)
    judged = verdict(evaluation, say)
    told = judged or [
        capital(say(f"pairs in order: {own}.", f"paires dans l'ordre : {own}."))
        for own in [measured("pairs", evaluation.contenders[0].measures["pairs"], say)]
    ]
    heading = say("How well the order foretells", "Ce que vaut l'ordre de la liste")
    return page.head(_asked(say), names) + page.verdict(heading, told) + order_section(evaluation, say)


def order_section(evaluation: PlacedEvaluation, say: Speech) -> str:
    """The measures, and how they were taken."""
    columns = [(say("Rule", "Règle"), False), *((say.of(name), False) for name in MEASURES.values())]
    rows = [order_row(one, one.measures, say) for one in evaluation.contenders]
    apart = [order_row(one, one.against, say, signed=True) for one in evaluation.contenders if one.against]
    own = evaluation.contenders[0].name
    caption = say(f"Difference to {own}, event by event", f"Écart avec {own}, épreuve par épreuve")
    shown = page.table(columns, rows) + (page.table(columns, apart, caption) if apart else "")
    return page.section(say("List and places", "Liste et places"), shown) + page.listed(say, method(evaluation, say))


def order_row(one: Placed, values: Mapping[str, Interval], say: Speech, *, signed: bool = False) -> list[str]:
    """One rule's measures as cells."""
    return [one.name, *(measured(name, values[name], say, signed=signed) for name in MEASURES)]


def placed_comparison_page(comparison: PlacedComparison, language: str) -> str:
    """The whole page."""
    say = Speech(language)
    title = say("Should we change the rule?", "Faut-il changer la règle ?")
    return page.page(title, placed_comparison_fragment(comparison, language), language)


def placed_comparison_fragment(comparison: PlacedComparison, language: str) -> str:
    """The report as HTML that any page may hold (with `page.STYLE` inside an element of class `lab`)."""
    say = Speech(language)
    a, b = comparison.names
    day = say.day(comparison.closed)
    below = say(
        f"A: {a} (in force). B: {b}. The same events under both; series of {day}, had the season ended with the last event.",
        f"A : {a} (en vigueur). B : {b}. Les mêmes épreuves sous les deux ; séries du {day}, comme si la saison finissait là.",
    )
    return (
        page.head(say("Should we change the rule?", "Faut-il changer la règle ?"), below)
        + page.verdict(*conclusion(comparison, say))
        + differing(comparison.rulebooks, say)
        + page.section(
            say("Series gained and lost", "Séries gagnées et perdues"), _matrix(comparison, say), _movers(comparison, say)
        )
        + page.section(say("Bars and quotas", "Barres et quotas"), _bars(comparison, say), _quotas(comparison, say))
        + (order_section(comparison.evaluation, say) if comparison.evaluation else "")
    )


def _matrix(comparison: PlacedComparison, say: Speech) -> str:
    series = sorted({n for pair in comparison.series for n in pair})
    columns = [(say("Under A \\ under B", "Sous A \\ sous B"), False), *((f"S{n}", True) for n in series)]
    rows = [
        [f"S{row}", *(say.number(comparison.series.get((row, column)) or None).strip("-") for column in series)] for row in series
    ]
    caption = say("Players by series: rows under A, columns under B.", "Joueurs par série : lignes sous A, colonnes sous B.")
    return page.table(columns, rows, caption)


def mover_rows(comparison: PlacedComparison, limit: int = SHOWN) -> list[list[str]]:
    """Who changes series, the best series first."""
    return [[move.player, move.federation, f"S{move.before} → S{move.after}"] for move in comparison.moved[:limit]]


def mover_columns(say: Speech) -> list[tuple[str, bool]]:
    """Their headings."""
    return [(say("Player", "Joueur"), False), (say("Federation", "Fédération"), False), (say("Series", "Série"), False)]


def _movers(comparison: PlacedComparison, say: Speech) -> str:
    if not comparison.moved:
        return ""
    shown, total = min(SHOWN, len(comparison.moved)), len(comparison.moved)
    title = say(f"Who changes series: {shown} of {total}", f"Qui change de série : {shown} sur {total}")
    return page.folded(title, page.table(mover_columns(say), mover_rows(comparison)))


def _bars(comparison: PlacedComparison, say: Speech) -> str:
    columns = [(say("Bar of the series", "Barre de la série"), False), *((f"S{n}", True) for n in range(1, LAST_SERIES + 1))]
    rows = []
    for letter, bars in zip("AB", comparison.bars, strict=True):
        known = [*bars, *[None] * LAST_SERIES][:LAST_SERIES]
        rows.append([letter, *("-" if bar is None else say.number(bar, 2) + say(" %", " %") for bar in known)])
    return page.table(columns, rows)


def quota_rows(comparison: PlacedComparison, say: Speech) -> list[list[str]]:
    """Quotas of the next season, by federation and series: A → B."""
    before, after = comparison.quotas
    rows = []
    for federation in sorted(before.keys() | after.keys()):
        cells = []
        for n in range(LAST_SERIES):
            old, new = (quotas.get(federation, (0.0,) * LAST_SERIES)[n] for quotas in (before, after))
            cells.append(say.number(old) if old == new else f"{say.number(old)} → {say.number(new)}")
        rows.append([federation, *cells])
    return rows


def quota_columns(say: Speech) -> list[tuple[str, bool]]:
    """Their headings."""
    return [
        (say("Quotas of the next season", "Quotas de la saison suivante"), False),
        *((f"S{n}", True) for n in range(1, LAST_SERIES + 1)),
    ]


def _quotas(comparison: PlacedComparison, say: Speech) -> str:
    return page.table(quota_columns(say), quota_rows(comparison, say))
