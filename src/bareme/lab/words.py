"""What an evaluation says, in sentences of both languages: how it was done, and the verdict on prediction.

A verdict is computed from intervals. Where the interval of the difference holds nought the data cannot tell, and that is said.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from bareme.findings import short
from bareme.lab.evaluating import Contender, Evaluation
from bareme.lab.intervals import Interval
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.speech import Speech

MEASURES: Mapping[str, Mapping[str, str]] = {
    "log_loss": {"en": "Log loss", "fr": "Perte log"},
    "outcome": {"en": "Loss with draws", "fr": "Perte avec nulles"},
    "brier": {"en": "Brier score", "fr": "Score de Brier"},
    "accuracy": {"en": "Favourite won", "fr": "Favori vainqueur"},
    "auc": {"en": "AUC (area)", "fr": "AUC (aire)"},
}
BEST: Mapping[str, Mapping[str, str]] = {
    "log_loss": {"en": "smaller is better", "fr": "plus petit est mieux"},
    "outcome": {"en": "smaller is better", "fr": "plus petit est mieux"},
    "brier": {"en": "smaller is better", "fr": "plus petit est mieux"},
    "accuracy": {"en": "larger is better", "fr": "plus grand est mieux"},
    "auc": {"en": "larger is better", "fr": "plus grand est mieux"},
}
GROUPS: Mapping[str, Mapping[str, str]] = {
    "expected": {"en": "by what was predicted", "fr": "selon la prédiction"},
    "gap": {"en": "by the rating gap", "fr": "selon l'écart de classement"},
    "length": {"en": "by match length", "fr": "selon la longueur du match"},
    "experience": {"en": "by experience of the less experienced", "fr": "selon l'expérience du moins expérimenté"},
}
LITTLE = 0.01  # of what the rule in force itself gains on a coin: a sure difference below this is small
CHANGE, SMALL, KEEP, CANNOT_TELL, ALIKE = "change", "small", "keep", "cannot-tell", "alike"


def labels_of(rulebooks: Sequence[Rulebook]) -> tuple[str, ...]:
    """Rulebooks as they are named in tables: the name with its house rules; alike ones are numbered."""
    labels = [label_of(rulebook) for rulebook in rulebooks]
    again = [labels[:number].count(label) for number, label in enumerate(labels)]
    return tuple(f"{label} ({count + 1})" if count else label for label, count in zip(labels, again, strict=True))


def label_of(rulebook: Rulebook) -> str:
    """A rulebook's name with its house rules."""
    return f"{rulebook.spec} ({rulebook.house_rules})" if rulebook.house_rules else rulebook.spec


def decision(against: Interval, own_log_loss: float) -> str:
    """CHANGE, SMALL (better beyond chance, but by little), KEEP (worse beyond chance), CANNOT_TELL or ALIKE, from the
    difference in log loss to the rule in force.
    """
    if against.value == against.low == against.high == 0.0:
        return ALIKE
    if against.sure == 0 or math.isnan(against.low):
        return CANNOT_TELL
    if against.sure > 0:
        return KEEP
    return CHANGE if share_of_gain(against, own_log_loss) >= LITTLE else SMALL


def share_of_gain(against: Interval, own_log_loss: float) -> float:
    """The difference as a share of what the rule in force gains on a coin; infinite where it gains nothing."""
    gained = math.log(2.0) - own_log_loss
    return abs(against.value) / gained if gained > 0.0 else math.inf


HEADS: Mapping[str, Mapping[str, str]] = {
    CHANGE: {"en": "A change is worth considering", "fr": "Un changement mérite examen"},
    SMALL: {"en": "Better, but by very little", "fr": "Mieux, mais de très peu"},
    KEEP: {"en": "Keep the rule", "fr": "Gardez la règle"},
    CANNOT_TELL: {"en": "The data cannot tell", "fr": "Les données ne tranchent pas"},
    ALIKE: {"en": "Both predict alike", "fr": "Les deux prédisent de même"},
}


def verdict(evaluation: Evaluation, say: Speech) -> list[str]:
    """A few words and a sentence for each rulebook against the one in force: keep or change, as far as prediction goes."""
    others = evaluation.rulebooks[1:]
    return [f"{say.of(HEADS[decided(evaluation, other)])}{say.colon}{judged(evaluation, other, say)}" for other in others]


def decided(evaluation: Evaluation, other: Contender) -> str:
    """The decision that prediction alone supports for one rulebook against the one in force."""
    return decision(other.against["log_loss"], evaluation.contenders[0].measures["log_loss"].value)


def judged(evaluation: Evaluation, other: Contender, say: Speech) -> str:
    """Why, in one sentence with its numbers."""
    own = evaluation.contenders[0]
    difference, loss = other.against["log_loss"], own.measures["log_loss"].value
    a, b = quoted(own, say), quoted(other, say)
    games = grouped(evaluation.games, say)
    share = share_of_gain(difference, loss)
    part = say.percent(share, 1 if share < 0.1 else 0)
    numbers = say("log loss ", "perte logarithmique ") + span(difference, say, 4, signed=True)
    told = say(f"; {part} of the lead of {a} over a coin toss", f" ; {part} de l'avance de {a} sur pile ou face")
    why = numbers + (told if math.isfinite(share) else "")
    sentences = {
        ALIKE: say(
            f"over {games} games {a} and {b} predict exactly the same; what differs is what is published.",
            f"sur {games} parties, {a} et {b} prédisent exactement la même chose ; seul diffère ce qui est publié.",
        ),
        CANNOT_TELL: say(
            f"over {games} games {b} may predict better or worse than {a} ({why}). Nothing here asks for a change.",
            f"sur {games} parties, {b} peut prédire mieux ou moins bien que {a} ({why}). Rien n'impose de changer.",
        ),
        KEEP: say(
            f"over {games} games {b} predicts worse than {a}, beyond chance ({why}).",
            f"sur {games} parties, {b} prédit moins bien que {a}, au-delà du hasard ({why}).",
        ),
        SMALL: say(
            f"over {games} games {b} predicts better than {a}, beyond chance, but hardly ({why}): by itself no reason to change.",
            f"sur {games} parties, {b} prédit mieux que {a}, au-delà du hasard, mais à peine ({why}) : pas de quoi changer.",
        ),
        CHANGE: say(
            f"over {games} games {b} predicts better than {a}, beyond chance ({why}).",
            f"sur {games} parties, {b} prédit mieux que {a}, au-delà du hasard ({why}).",
        ),
    }
    return sentences[decided(evaluation, other)]


def method(evaluation: Evaluation, say: Speech) -> list[str]:
    """How it was done, so that a reader can object: games, warm-up, intervals, draws, what is left out."""
    lines = [_span_told(evaluation, say), _intervals_told(evaluation, say)]
    if evaluation.draws > 0.0:
        lines.append(_draws_told(evaluation, say))
    if evaluation.left_out:
        left = grouped(evaluation.left_out, say)
        lines.append(
            say(
                f"{left} games that not every rulebook predicts are left out.",
                f"{left} parties que tous les règlements ne prédisent pas sont laissées de côté.",
            )
        )
    if evaluation.not_counted:
        parts = [f"{short(code, say.language)}{say.colon}{count}" for code, count in evaluation.not_counted.items()]
        lines.append(say("Not counted: ", "Non comptées : ") + say("; ", " ; ").join(parts) + ".")
    return lines


def _span_told(evaluation: Evaluation, say: Speech) -> str:
    games, players, warm_up = (grouped(n, say) for n in (evaluation.games, evaluation.players, evaluation.warm_up))
    since, until = say.day(evaluation.since), say.day(evaluation.until)
    return say(
        f"{games} games of {players} players are scored, from {since} to {until}. Each was predicted from the ratings in force "
        f"before it. The {warm_up} games before {since} are the warm-up: they are rated, and not scored.",
        f"{games} parties de {players} joueurs sont jugées, du {since} au {until}. Chacune est prédite à partir des classements "
        f"en vigueur avant elle. Les {warm_up} parties d'avant le {since} servent de chauffe : classées, mais non jugées.",
    )


def _intervals_told(evaluation: Evaluation, say: Speech) -> str:
    return say(
        "In brackets: where the number lies in 95 of 100 draws of the players (not of the games, as those of one player are "
        f"not independent). Seed {evaluation.seed}.",
        "Entre crochets : où se trouve le nombre dans 95 tirages des joueurs sur 100 (et non des parties, car celles d'un même "
        f"joueur ne sont pas indépendantes). Germe {evaluation.seed}.",
    )


def _draws_told(evaluation: Evaluation, say: Speech) -> str:
    drawn, nu = say.percent(evaluation.draws, 1), say.number(evaluation.contenders[0].nu, 3)
    return say(
        f"{drawn} of the games are drawn. The rule predicts an expected score; log loss and Brier judge that. “Loss with draws” "
        "judges win, draw and loss apart, by Davidson's draw model: it keeps the expected score, and its one parameter is fitted "
        f"on the warm-up, for each on its own (nu = {nu} for the first).",
        f"{drawn} des parties sont nulles. La règle prédit un score attendu, que jugent la perte logarithmique et Brier. « Perte "
        "avec nulles » juge gain, nulle et perte à part, selon le modèle de Davidson : il conserve le score attendu, et son seul "
        f"paramètre est ajusté pendant la chauffe, pour chacun séparément (nu = {nu} pour le premier).",
    )


# -- numbers and names


def capital(sentence: str) -> str:
    """The same with a capital."""
    return sentence[:1].upper() + sentence[1:]


def quoted(one: Contender, say: Speech) -> str:
    """A contender's name between the language's quotation marks."""
    return say(f"“{say.of(one.name)}”", f"« {say.of(one.name)} »")


def grouped(count: int, say: Speech) -> str:
    """A count with its thousands apart."""
    return f"{count:,}".replace(",", say(",", "\u202f"))


def signed(x: float, say: Speech, digits: int) -> str:
    """A movement with its sign; what rounds to nought is nought."""
    text = say.signed(x, digits)
    return "0" if not float(text.replace(",", ".")) else text


def span(one: Interval, say: Speech, digits: int = 4, *, signed: bool = False) -> str:
    """A number and its interval: 0.5123 [0.5001, 0.5240]."""
    write = say.signed if signed else say.number
    return f"{write(one.value, digits)} [{write(one.low, digits)}{say(', ', ' ; ')}{write(one.high, digits)}]"


def measured(name: str, one: Interval, say: Speech, *, signed: bool = False) -> str:
    """A measure with its interval, accuracy in percent."""
    if name == "accuracy":
        return span(Interval(100 * one.value, 100 * one.low, 100 * one.high), say, 1, signed=signed) + say(" %", " %")
    return span(one, say, 4, signed=signed)


def bounds(low: float, high: float, group: str, say: Speech) -> str:
    """The bounds of a group of games."""
    if group == "expected":
        return f"{say.percent(low, 0)}–{say.percent(min(high, 1.0), 0)}"
    if math.isinf(high):
        return say(f"{low:g} or more", f"{low:g} ou plus")
    if group == "gap":
        return f"{low:g}–{high:g}"
    return f"{low:g}–{high - 1:g}" if high - 1 > low else f"{low:g}"
