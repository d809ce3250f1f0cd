"""What evaluations and comparisons of placements say, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from bareme.lab.intervals import Interval
from bareme.lab.placements import Placed, PlacedComparison, PlacedEvaluation
from bareme.lab.words import ALIKE, CANNOT_TELL, CHANGE, HEADS, KEEP, capital, grouped, span
from bareme.rulebooks.speech import Speech

MEASURES: Mapping[str, Mapping[str, str]] = {
    "pairs": {"en": "Pairs in order", "fr": "Paires dans l'ordre"},
    "correlation": {"en": "Rank correlation", "fr": "Corrélation des rangs"},
}
LAST_SERIES = 4  # the series that have a percentage, and a bar


def decided(other: Placed) -> str:
    """What prediction alone supports: CHANGE, KEEP, CANNOT_TELL or ALIKE, by the pairs in order."""
    against = other.against["pairs"]
    if against.value == against.low == against.high == 0.0:
        return ALIKE
    return {-1: KEEP, 0: CANNOT_TELL, 1: CHANGE}[against.sure]


def judged(evaluation: PlacedEvaluation, other: Placed, say: Speech) -> str:
    """Why, in one sentence with its numbers."""
    own = evaluation.contenders[0]
    a, b = (say(f"“{one.name}”", f"« {one.name} »") for one in (own, other))
    why = say("pairs in order ", "paires dans l'ordre ") + percents(other.against["pairs"], say, signed=True)
    events = say(f"{evaluation.events} events", f"{evaluation.events} épreuves")
    sentences = {
        ALIKE: say(
            f"over {events} the lists of {a} and {b} are in the same order.", f"sur {events}, {a} et {b} ont le même ordre."
        ),
        CANNOT_TELL: say(
            f"over {events} the order of {b} may foretell places better or worse than that of {a} ({why}).",
            f"sur {events}, l'ordre de {b} peut prédire les places mieux ou moins bien que celui de {a} ({why}).",
        ),
        KEEP: say(
            f"over {events} the order of {b} foretells places worse than that of {a}, beyond chance ({why}).",
            f"sur {events}, l'ordre de {b} prédit moins bien les places que celui de {a}, au-delà du hasard ({why}).",
        ),
        CHANGE: say(
            f"over {events} the order of {b} foretells places better than that of {a}, beyond chance ({why}).",
            f"sur {events}, l'ordre de {b} prédit mieux les places que celui de {a}, au-delà du hasard ({why}).",
        ),
    }
    return sentences[decided(other)]


def verdict(evaluation: PlacedEvaluation, say: Speech) -> list[str]:
    """A few words and a sentence for each rule against the one in force."""
    return [f"{say.of(HEADS[decided(other)])}{say.colon}{judged(evaluation, other, say)}" for other in evaluation.contenders[1:]]


def method(evaluation: PlacedEvaluation, say: Speech) -> list[str]:
    """How it was done."""
    since, until = say.day(evaluation.since), say.day(evaluation.until)
    return [
        say(
            f"{evaluation.events} events are scored, from {since} to {until}; the {evaluation.warm_up} before are the warm-up. "
            "What is predicted is the order: the list of the day before, among the players present whom it ranks.",
            f"{evaluation.events} épreuves sont jugées, du {since} au {until} ; les {evaluation.warm_up} précédentes servent de "
            "chauffe. Ce qui est prédit, c'est l'ordre : la liste de la veille, parmi les présents qu'elle classe.",
        ),
        say(
            "Pairs in order: of each two players with different places, the share whom the list had right; half is chance. In "
            f"brackets: 95 of 100 draws of the events. Seed {evaluation.seed}.",
            "Paires dans l'ordre : de deux joueurs aux places différentes, la part que la liste avait dans le bon ordre ; le "
            f"hasard fait la moitié. Entre crochets : 95 tirages des épreuves sur 100. Germe {evaluation.seed}.",
        ),
    ]


def conclusion(comparison: PlacedComparison, say: Speech) -> tuple[str, list[str]]:
    """The heading, and who pays: series gained and lost, quotas."""
    evaluation = comparison.evaluation
    sentences = []
    heading = say("What the change would do", "Ce que le changement ferait")
    if evaluation:
        other = evaluation.contenders[1]
        heading = say.of(HEADS[decided(other)])
        sentences.append(capital(judged(evaluation, other, say)))
    return heading, [*sentences, *_series_told(comparison, say), *_quotas_told(comparison, say)]


def _series_told(comparison: PlacedComparison, say: Speech) -> list[str]:
    up = sum(count for (a, b), count in comparison.series.items() if b < a)
    down = sum(count for (a, b), count in comparison.series.items() if b > a)
    day = say.day(comparison.closed)
    if not up and not down:
        return [say(f"Nobody changes series on {day}.", f"Personne ne change de série au {day}.")]
    found = [
        say(
            f"On {day} {grouped(up, say)} players stand in a better series under B, {grouped(down, say)} in a worse one.",
            f"Au {day}, sous B, {grouped(up, say)} joueurs gagnent une série, {grouped(down, say)} en perdent une.",
        )
    ]
    lost = [(n, *_flow(comparison, n)) for n in range(1, LAST_SERIES + 1)]
    parts = [
        say(f"S{n}: {gained} enter, {gone} leave", f"S{n} : {gained} entrent, {gone} sortent")
        for n, gained, gone in lost
        if gained or gone
    ]
    return [*found, capital(say("; ", " ; ").join(parts)) + "."] if parts else found


def _flow(comparison: PlacedComparison, n: int) -> tuple[int, int]:
    """How many enter series n under B, and how many leave it."""
    gained = sum(count for (a, b), count in comparison.series.items() if b == n and a != n)
    gone = sum(count for (a, b), count in comparison.series.items() if a == n and b != n)
    return gained, gone


def _quotas_told(comparison: PlacedComparison, say: Speech) -> list[str]:
    before, after = comparison.quotas
    pairs = [
        pair for federation in before.keys() & after.keys() for pair in zip(before[federation], after[federation], strict=True)
    ]
    changes = [new - old for old, new in pairs if old != new]
    if not changes:
        return [say("The quotas of the next season stay as they are.", "Les quotas de la saison suivante restent tels quels.")]
    low, high = (say.signed(change, 0) for change in (min(changes), max(changes)))
    return [
        say(
            f"Of {len(pairs)} quotas of the next season {len(changes)} change, by {low} to {high} players.",
            f"Sur {len(pairs)} quotas de la saison suivante, {len(changes)} changent, de {low} à {high} joueurs.",
        )
    ]


def percents(one: Interval, say: Speech, *, signed: bool = False) -> str:
    """A share with its interval, in percent."""
    return span(Interval(100 * one.value, 100 * one.low, 100 * one.high), say, 1, signed=signed) + say(" %", " %")


def measured(name: str, one: Interval, say: Speech, *, signed: bool = False) -> str:
    """A measure with its interval."""
    return percents(one, say, signed=signed) if name == "pairs" else span(one, say, 3, signed=signed)
