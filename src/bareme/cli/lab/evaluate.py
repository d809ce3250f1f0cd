"""`bareme lab evaluate`: how well rulebooks predict."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bareme.cli import options as shared
from bareme.cli.lab import shared as lab
from bareme.cli.options import words

if TYPE_CHECKING:
    from bareme.facts import Facts
    from bareme.findings import Finding
    from bareme.lab.evaluating import Evaluation
    from bareme.rulebooks.speech import Speech


def add(commands: Any) -> None:
    """The command's options."""
    parser = commands.add_parser(
        "evaluate",
        help=words(
            "how well a rulebook predicts, against others and baselines", "à quel point un règlement prédit, face à d'autres"
        ),
    )
    shared.add_files(parser)
    shared.add_rulebook(parser)
    parser.add_argument(
        "--against",
        action="append",
        default=[],
        metavar=words('"NAME[@DATE] K=V ..."', '"NOM[@DATE] K=V ..."'),
        help=words(
            "another rule on the same games, with its own house rules; may be repeated",
            "une autre règle sur les mêmes parties, avec ses réglages maison ; peut se répéter",
        ),
    )
    parser.add_argument(
        "--baselines",
        type=baselines,
        metavar=words("NAMES", "NOMS"),
        default=("glicko2", "trueskill", "openskill", "constant"),
        help=words(
            "glicko2,trueskill,openskill,constant or none (default: all)",
            "glicko2,trueskill,openskill,constant ou none (d'ordinaire : tous)",
        ),
    )
    parser.add_argument(
        "--odds",
        metavar=words("A[,DRAW],B", "A[,NULLE],B"),
        help=words(
            "columns of decimal betting odds in the files: a contender too; only games with odds are scored",
            "colonnes de cotes décimales dans les fichiers : un concurrent de plus ; seules ces parties sont jugées",
        ),
    )
    lab.add_scoring(parser)
    lab.add_outputs(parser)
    shared.add_language(parser)
    parser.set_defaults(run=run)


def baselines(text: str) -> tuple[str, ...]:
    """For argparse: names of baselines."""
    known = ("glicko2", "trueskill", "openskill", "constant")
    names = tuple(name.strip() for name in text.split(",")) if text != "none" else ()
    if set(names) - set(known):
        told = words(f"{text!r}: choose from {', '.join(known)}", f"« {text} » : choisissez parmi {', '.join(known)}")
        raise argparse.ArgumentTypeError(told)
    return names


def run(options: argparse.Namespace) -> int:
    """Read, replay under each rulebook, score, say."""
    lab.need_extra()
    from bareme.cli.screen import complain
    from bareme.facts import Facts
    from bareme.findings import worst
    from bareme.lab.documents import evaluation_document, findings_document
    from bareme.lab.evaluating import evaluate
    from bareme.lab.words import labels_of
    from bareme.rulebooks.speech import Speech
    from bareme.writers.tables import write_json

    rulebooks = [shared.rulebook(options), *(lab.rulebook_of(text) for text in options.against)]
    if rulebooks[0].kind == "placements":
        from bareme.cli.lab.placed import evaluate_placed

        return evaluate_placed(options, rulebooks)
    if options.odds:  # odds are found by the line of each game, which the reference's facts bear
        source, found = lab.facts_of(options)
    else:
        source, found = lab.source_of(options, rulebooks)
    if isinstance(source, Facts) and source.published and not source.games:
        return _statements(options, source, found)
    odds = _odds(options, source)
    histories = lab.histories_of(options, rulebooks, source)
    found = [*found, *histories[0].findings]
    evaluation = evaluate(
        histories, labels_of(rulebooks), baselines=options.baselines, odds=odds, draws=options.draws, seed=options.seed
    )
    if options.report:
        from bareme.lab.report.evaluation import evaluation_page

        lab.write_page(options.report, evaluation_page(evaluation, options.lang))
    if options.json:
        document = evaluation_document(evaluation, options.lang)
        write_json({**document, "findings": findings_document([*found, *evaluation.findings], options.lang)}, sys.stdout)
    else:
        show(evaluation, Speech(options.lang))
        complain([*found, *evaluation.findings], options.lang)
    return 1 if worst(found) == "error" else 0


def _odds(options: argparse.Namespace, source: Any) -> Mapping[int, float] | None:
    """What the market expected of each game that has odds."""
    from bareme.lab.market import market

    if not options.odds:
        return None
    names = [name.strip() for name in options.odds.split(",")]
    return market(options.files, names, source, shared.reading_options(options))


def _statements(options: argparse.Namespace, facts: Facts, found: Sequence[Finding]) -> int:
    """Changes that somebody published: their expected scores against what came."""
    from bareme.cli.screen import complain, show_table
    from bareme.lab.report.statements import (
        statement_columns,
        statement_document,
        statement_method,
        statement_page,
        statement_rows,
        statement_verdict,
    )
    from bareme.lab.statements import evaluate_statements
    from bareme.rulebooks.speech import Speech
    from bareme.writers.tables import write_json

    say = Speech(options.lang)
    statements = evaluate_statements(facts.published, draws=options.draws, seed=options.seed)
    if options.report:
        lab.write_page(options.report, statement_page(statements, options.lang))
    if options.json:
        write_json(statement_document(statements), sys.stdout)
        return 0
    title = say("What was expected, and what came", "Ce qui était attendu, et ce qui est venu")
    show_table(statement_columns(say), statement_rows(statements, say), title)
    print()
    for sentence in [*statement_method(statements, say), *statement_verdict(statements, say)]:
        print(sentence)
    complain(found, options.lang)
    return 0


def show(evaluation: Evaluation, say: Speech) -> None:
    """The tables and the sentences."""
    from bareme.cli.screen import show_table
    from bareme.lab.report.tables import calibration_columns, calibration_rows, difference_rows, measure_columns, measure_rows
    from bareme.lab.words import BEST, GROUPS, method, verdict

    columns = measure_columns(evaluation, say)
    best = ["", *(say.of(BEST[name]) for name in evaluation.measures)]
    show_table(columns, [*measure_rows(evaluation, say), best], say("How well each predicts", "Qualité des prédictions"))
    print()
    own = evaluation.contenders[0]
    name = say.of(own.name)
    rows = difference_rows(evaluation, say)
    if rows:
        show_table(columns, rows, say(f"Difference to {name}, game by game", f"Écart avec {name}, partie par partie"))
        print()
    for group in own.calibration:
        title = f"{name}{say.colon}{say('calibration', 'calibrage')} {say.of(GROUPS[group])}"
        show_table(calibration_columns(say), calibration_rows(own, group, say), title)
        print()
    for sentence in [*method(evaluation, say), *verdict(evaluation, say)]:
        print(sentence)
