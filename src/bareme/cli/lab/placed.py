"""`bareme lab evaluate` and `compare` for rulebooks of placements."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bareme.cli.lab import shared as lab
from bareme.cli.options import words

if TYPE_CHECKING:
    from bareme.findings import Finding
    from bareme.lab.placements import PlacedComparison, PlacedEvaluation, PlacedHistory
    from bareme.rulebooks.base import Rulebook
    from bareme.rulebooks.speech import Speech

SHOWN = 20


def _histories(options: argparse.Namespace, rulebooks: Sequence[Rulebook]) -> tuple[list[PlacedHistory], list[Finding]]:
    from bareme.cli.screen import progress
    from bareme.lab.placements import placed_history

    facts, told_in_reading = lab.facts_of(options)
    found = []
    for rulebook in rulebooks:
        with progress(words("rating", "calcul")) as told:
            found.append(placed_history(facts, rulebook, told))
    return found, [*told_in_reading, *found[0].findings]


def evaluate_placed(options: argparse.Namespace, rulebooks: Sequence[Rulebook]) -> int:
    """Is the order of the list the order at the events?"""
    from bareme.cli.screen import complain
    from bareme.findings import worst
    from bareme.lab.documents import findings_document, placed_evaluation_document
    from bareme.lab.placements import evaluate_placements
    from bareme.lab.report.placements import placed_evaluation_page
    from bareme.lab.words import labels_of
    from bareme.rulebooks.speech import Speech
    from bareme.writers.tables import write_json

    histories, found = _histories(options, rulebooks)
    evaluation = evaluate_placements(
        histories, labels_of(rulebooks), warm_up=options.warm_up, draws=options.draws, seed=options.seed
    )
    if options.report:
        lab.write_page(options.report, placed_evaluation_page(evaluation, options.lang))
    if options.json:
        document = placed_evaluation_document(evaluation)
        write_json({**document, "findings": findings_document(found, options.lang)}, sys.stdout)
    else:
        _show_evaluation(evaluation, Speech(options.lang))
        complain(found, options.lang)
    return 1 if worst(found) == "error" else 0


def compare_placed(options: argparse.Namespace, pair: tuple[Rulebook, Rulebook]) -> int:
    """Series gained and lost, bars, quotas."""
    from bareme.cli.screen import complain
    from bareme.findings import Refused, worst
    from bareme.lab.documents import findings_document, placed_comparison_document
    from bareme.lab.placements import compare_placements, evaluate_placements
    from bareme.lab.report.placements import placed_comparison_page
    from bareme.lab.words import labels_of
    from bareme.rulebooks.speech import Speech
    from bareme.writers.tables import write_json

    histories, found = _histories(options, pair)
    first, second = labels_of(pair)
    evaluation = None
    try:
        evaluation = evaluate_placements(histories, ("A", "B"), warm_up=options.warm_up, draws=options.draws, seed=options.seed)
    except Refused as refused:  # one season alone: series and quotas can be compared all the same
        found = [*found, refused.finding]
    comparison = compare_placements(histories[0], histories[1], (first, second), evaluation)
    if options.report:
        lab.write_page(options.report, placed_comparison_page(comparison, options.lang))
    if options.json:
        document = placed_comparison_document(comparison, options.lang)
        write_json({**document, "findings": findings_document(found, options.lang)}, sys.stdout)
    else:
        _show_comparison(comparison, Speech(options.lang))
        complain(found, options.lang)
    return 1 if worst(found) == "error" else 0


def _show_evaluation(evaluation: PlacedEvaluation, say: Speech) -> None:
    from bareme.cli.screen import show_table
    from bareme.lab.placed_words import MEASURES, method, verdict
    from bareme.lab.report.placements import order_row

    columns = [(say("Rule", "Règle"), False), *((say.of(name), False) for name in MEASURES.values())]
    show_table(
        columns,
        [order_row(one, one.measures, say) for one in evaluation.contenders],
        say("Is the list's order the order of places?", "L'ordre de la liste est-il celui des places ?"),
    )
    apart = [order_row(one, one.against, say, signed=True) for one in evaluation.contenders if one.against]
    if apart:
        print()
        own = evaluation.contenders[0].name
        show_table(columns, apart, say(f"Difference to {own}, event by event", f"Écart avec {own}, épreuve par épreuve"))
    print()
    for sentence in [*method(evaluation, say), *verdict(evaluation, say)]:
        print(sentence)


def _show_comparison(comparison: PlacedComparison, say: Speech) -> None:
    from bareme.cli.screen import show_table
    from bareme.lab.placed_words import conclusion, method
    from bareme.lab.report.placements import mover_columns, mover_rows, quota_columns, quota_rows

    heading, sentences = conclusion(comparison, say)
    print(heading)
    for sentence in sentences:
        print(f"  {sentence}")
    print()
    if comparison.moved:
        rows = mover_rows(comparison, SHOWN)
        show_table(mover_columns(say), rows, say("Who changes series", "Qui change de série"))
        rest = len(comparison.moved) - len(rows)
        if rest:
            print(say(f"... and {rest} more", f"... et {rest} autres"))
        print()
    show_table(quota_columns(say), quota_rows(comparison, say))
    print()
    for sentence in method(comparison.evaluation, say) if comparison.evaluation else ():
        print(sentence)
