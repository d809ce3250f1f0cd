"""`bareme lab evaluate`: how well rulebooks predict."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from bareme.cli import options as shared
from bareme.cli.lab import shared as lab
from bareme.cli.options import words

if TYPE_CHECKING:
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
    from bareme.cli.screen import complain
    from bareme.findings import worst
    from bareme.lab.documents import evaluation_document, findings_document
    from bareme.lab.evaluating import evaluate
    from bareme.lab.words import label_of
    from bareme.rulebooks.speech import Speech
    from bareme.writers.tables import write_json

    rulebooks = [shared.rulebook(options), *(lab.rulebook_of(text) for text in options.against)]
    source, found = lab.source_of(options, rulebooks)
    histories = lab.histories_of(options, rulebooks, source)
    found = [*found, *histories[0].findings]
    labels = [label_of(rulebook) for rulebook in rulebooks]
    evaluation = evaluate(histories, labels, baselines=options.baselines, draws=options.draws, seed=options.seed)
    if options.json:
        document = evaluation_document(evaluation, options.lang)
        write_json({**document, "findings": findings_document([*found, *evaluation.findings], options.lang)}, sys.stdout)
    else:
        show(evaluation, Speech(options.lang))
        complain([*found, *evaluation.findings], options.lang)
    return 1 if worst(found) == "error" else 0


def show(evaluation: Evaluation, say: Speech) -> None:
    """The tables and the sentences."""
    from bareme.cli.screen import show_table
    from bareme.lab.words import BEST, MEASURES, measured, method, verdict

    names = list(evaluation.measures)
    columns = [("", False), *((say.of(MEASURES[name]).strip(), False) for name in names)]
    rows = [[say.of(one.name), *(measured(name, one.measures[name], say) for name in names)] for one in evaluation.contenders]
    rows.append(["", *(say.of(BEST[name]) for name in names)])
    show_table(columns, rows, say("How well each predicts", "Qualité des prédictions"))
    others = [one for one in evaluation.contenders if one.against]
    if others:
        print()
        first = say.of(evaluation.contenders[0].name)
        rows = [[say.of(one.name), *(measured(name, one.against[name], say, signed=True) for name in names)] for one in others]
        show_table(columns, rows, say(f"Difference to {first}, game by game", f"Écart avec {first}, partie par partie"))
    show_calibration(evaluation, say)
    print()
    for sentence in [*method(evaluation, say), *verdict(evaluation, say)]:
        print(sentence)


def show_calibration(evaluation: Evaluation, say: Speech) -> None:
    """What the first rulebook said of its favourites, and what came."""
    from bareme.cli.screen import show_table
    from bareme.lab.words import GROUPS, bounds, grouped

    own = evaluation.contenders[0]
    for group, bins in own.calibration.items():
        print()
        columns = [
            (say("Favourites", "Favoris"), False),
            (say("Games", "Parties"), True),
            (say("Predicted", "Prédit"), True),
            (say("Actual", "Réel"), True),
        ]
        rows = [
            [
                bounds(part.low, part.high, group, say),
                grouped(part.games, say),
                say.percent(part.predicted, 1),
                say.percent(part.actual, 1),
            ]
            for part in bins
        ]
        show_table(columns, rows, f"{say.of(own.name)}{say.colon}{say('calibration', 'calibrage')} {say.of(GROUPS[group])}")
