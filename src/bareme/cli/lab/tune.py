"""`bareme lab tune`: which values of a rulebook's parameters predict best, and whether the data can tell."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bareme.cli import options as shared
from bareme.cli.lab import answers
from bareme.cli.lab.shared import warm_up
from bareme.cli.options import words

if TYPE_CHECKING:
    from bareme.lab.tuning import Answer, Interval, Tuned
    from bareme.lab.tuning_axes import Axis
    from bareme.rulebooks.speech import Speech


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
    from bareme.cli.screen import progress
    from bareme.lab.tuning import document, tune
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


# -- in words


def lines(tuned: Tuned, say: Speech) -> Iterator[str]:
    """The answers in words."""
    span, (training, later) = tuned.span, tuned.games
    scored = say("pairs of placements", "paires de places") if tuned.pairs else say("games", "parties")
    house = f" ({tuned.rulebook.house_rules})" if tuned.rulebook.house_rules else ""
    yield f"{say.of(tuned.rulebook.title)}{house}"
    yield say(
        f"training: {training} {scored}, {say.day(span.first)} to {say.day(span.until)}; "
        f"later: {later} {scored}, {say.day(span.since)} to {say.day(span.last)}",
        f"apprentissage : {training} {scored}, du {say.day(span.first)} au {say.day(span.until)} ; "
        f"ensuite : {later} {scored}, du {say.day(span.since)} au {say.day(span.last)}",
    )
    yield say(
        f"{tuned.settings} settings tried in {say.number(tuned.seconds, 1)} s, seed {tuned.seed}",
        f"{tuned.settings} réglages essayés en {say.number(tuned.seconds, 1)} s, germe {tuned.seed}",
    )
    for answer in tuned.answers:
        yield ""
        yield from _answer(answer, say)


def _answer(answer: Answer, say: Speech) -> Iterator[str]:
    from bareme.lab.tuning import CHANGE, KEEP_UNTOLD

    for axis, present, best, interval in zip(answer.axes, answer.present, answer.best, answer.intervals, strict=True):
        yield (
            f"{axis.name}{say.colon}{say('now', 'actuel')} {_value(present, say)}, "
            f"{say('best', 'meilleur')} {_value(best, say)}, {_interval(axis, interval, say)}"
        )
    mean, low, high = answer.gain
    yield say("log loss in training: ", "perte logarithmique à l'apprentissage : ") + _losses(
        answer.loss_present, answer.loss_best, say
    )
    yield (
        say("log loss later: ", "perte logarithmique ensuite : ")
        + _losses(answer.later_present, answer.later_best, say)
        + say(", gain ", ", gain de ")
        + f"{say.signed(mean, 5)} (95 %{say.colon}{say.signed(low, 5)} {say('to', 'à')} {say.signed(high, 5)})"
    )
    if answer.verdict == CHANGE:
        yield say(
            "Change: the best predicts better than the present rule, in training and on later games.",
            "Changer : le meilleur réglage prédit mieux que la règle actuelle, à l'apprentissage et ensuite.",
        )
    elif answer.verdict == KEEP_UNTOLD:
        yield say(
            "Keep: the data cannot tell the present rule from the best one.",
            "Garder : les données ne distinguent pas la règle actuelle de la meilleure.",
        )
    else:
        yield say(
            "Keep: the best was better in training, but the later games do not confirm it.",
            "Garder : le meilleur réglage l'emporte à l'apprentissage, mais la suite ne le confirme pas.",
        )


def _losses(present: float, best: float, say: Speech) -> str:
    return f"{say('now', 'actuel')} {say.number(present, 5)}, {say('best', 'meilleur')} {say.number(best, 5)}"


def _interval(axis: Axis, interval: Interval, say: Speech) -> str:
    if interval.low is None or interval.high is None:
        values = ", ".join(_value(value, say) for value in interval.values)
        return say(f"not to be told from it: {values}", f"ne s'en distinguent pas : {values}")
    low, high = _value(interval.low, say), _value(interval.high, say)
    told = say(f"95 %: {low} to {high}", f"95 % : {low} à {high}")
    ends = {
        (True, True): say("nothing in the range can be told apart", "rien dans l'intervalle essayé ne se distingue"),
        (True, False): say("perhaps less: the range ends there", "peut-être moins : on n'a pas essayé plus bas"),
        (False, True): say("perhaps more: the range ends there", "peut-être plus : on n'a pas essayé plus haut"),
    }
    more = ends.get((interval.open_low, interval.open_high))
    return f"{told} ({more})" if more else told


def _value(value: Any, say: Speech) -> str:
    from bareme.rulebooks.parameters import written

    if isinstance(value, float):
        return say.number(float(f"{value:.5g}"))
    return written(value)
