"""What tuning found, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bareme.lab.tuning import CHANGE, KEEP_UNTOLD, Answer, Interval, Tuned
from bareme.lab.tuning_axes import Axis
from bareme.rulebooks.parameters import written
from bareme.rulebooks.speech import Speech


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
    if isinstance(value, float):
        return say.number(float(f"{value:.5g}"))
    return written(value)
