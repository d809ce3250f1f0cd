"""`bareme lab tune`: which values of a rulebook's parameters predict best, and whether the data can tell."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from bareme.cli import options as shared
from bareme.cli.lab import answers
from bareme.cli.lab.shared import need_extra, warm_up
from bareme.cli.options import words

if TYPE_CHECKING:
    from bareme.lab.tuning import Tuned


def add(commands: Any) -> None:
    """The command's options."""
    parser = commands.add_parser(
        "tune",
        help=words("which values of the parameters predict best", "quelles valeurs des paramètres prédisent le mieux"),
    )
    shared.add_files(parser)
    shared.add_rulebook(parser)
    parser.add_argument(
        "--vary",
        action="append",
        required=True,
        metavar=words("K=FROM:TO:STEP", "K=DE:À:PAS"),
        help=words(
            "a parameter and the values to try: K=10:60:5, ramp=true,false, k_schedule.30=10:30:5, floors.4=0:200:20; "
            "may be repeated",
            "un paramètre et les valeurs à essayer : K=10:60:5, ramp=true,false, k_schedule.30=10:30:5, floors.4=0:200:20 ; "
            "peut se répéter",
        ),
    )
    parser.add_argument(
        "--jointly",
        action="store_true",
        help=words("every combination, instead of one parameter after the other", "toutes les combinaisons, et non tour à tour"),
    )
    parser.add_argument(
        "--no-refine",
        action="store_true",
        help=words("only the values given, no closer look", "seulement les valeurs données, sans affiner"),
    )
    parser.add_argument(
        "--train-until",
        metavar=words("YYYY-MM-DD", "AAAA-MM-JJ"),
        help=words(
            "last day of training; later games judge (default: the first 70 %% of the games train)",
            "dernier jour de l'apprentissage ; la suite juge (d'ordinaire : les premiers 70 %% des parties)",
        ),
    )
    parser.add_argument(
        "--warm-up",
        type=warm_up,
        default=0.2,
        metavar=words("SHARE|DATE", "PART|DATE"),
        help=words(
            "what is rated and not scored: a share of the games, or all before a day (default: 0.2)",
            "ce qui est classé sans être jugé : une part des parties, ou tout avant un jour (d'ordinaire : 0.2)",
        ),
    )
    answers.add_seed(parser)
    parser.add_argument(
        "--plot",
        metavar=words("FILE.svg", "FICHIER.svg"),
        help=words("draw the first answer", "dessine la première réponse"),
    )
    answers.add_answer(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Tune, print the answers, draw the first."""
    need_extra()
    from bareme.cli.screen import complain, progress
    from bareme.lab.tuning import document, tune
    from bareme.lab.tuning_words import lines
    from bareme.rulebooks.speech import Speech

    rulebook = shared.rulebook(options)
    with progress(words("tuning", "réglage")) as told:
        tuned = tune(
            options.files,
            rulebook,
            options.vary,
            jointly=options.jointly,
            refine=not options.no_refine,
            train_until=shared.day(options.train_until),
            warm_up=options.warm_up,
            seed=options.seed,
            options=shared.reading_options(options),
            progress=told,
        )
    complain(tuned.findings, options.lang)
    say = Speech(options.lang)
    if options.plot:
        _draw(tuned, options.plot, options.lang)
    return answers.give(options, document(tuned), lines(tuned, say))


def _draw(tuned: Tuned, path: str, language: str) -> None:
    from bareme.findings import Refused
    from bareme.lab.tuning_plot import drawing
    from bareme.writers.files import replacing

    picture = drawing(tuned.answers[0], language)
    if picture is None:
        raise Refused("no-picture", count=len(tuned.answers[0].axes))
    with replacing(path) as file:
        file.write(picture)
