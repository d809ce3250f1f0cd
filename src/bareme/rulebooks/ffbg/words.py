"""FFBG in words: what each journal line says, step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bareme.journal import Line
from bareme.rulebooks.base import Version
from bareme.rulebooks.speech import Column, Speech, Step

LEVELS = {
    "beginner": {"en": "beginner", "fr": "débutant"},
    "intermediate": {"en": "intermediate", "fr": "intermédiaire"},
    "advanced": {"en": "advanced", "fr": "avancé"},
    "champion": {"en": "champion", "fr": "champion"},
    "master": {"en": "master", "fr": "master"},
}
STATES = {
    "provisional": {"en": "provisional (experience below 500)", "fr": "provisoire (expérience inférieure à 500)"},
    "inactive": {"en": "inactive last season", "fr": "inactif la saison dernière"},
}

COLUMNS = (
    Column("published/elo", "ELO", "ELO"),
    Column("published/rating", "Rating", "Rating"),
    Column("published/experience", "Experience", "Expérience"),
    Column("level", "Level", "Niveau", numeric=False),
)


def steps(line: Line, version: Version, say: Speech) -> list[Step]:
    """The steps of one line of the journal."""
    found = _KINDS[line.kind](line.terms, version, say)
    return [*found, *_elo(line.terms, version, say)] if "elo_after" in line.terms else found


def _game(t: Mapping[str, Any], version: Version, say: Speech) -> list[Step]:
    n, length = say.number, say.number(t["N"])
    found = [_sets(t, say)] if t["format"] else []
    gap = say(
        f"the stronger has {n(max(t['own'], t['opponent']), 2)}, the other {n(min(t['own'], t['opponent']), 2)}",
        f"le plus fort a {n(max(t['own'], t['opponent']), 2)}, l'autre {n(min(t['own'], t['opponent']), 2)}",
    )
    stronger = (t["own"] >= t["opponent"]) == (t["score"] == 1)  # the stronger won: P_loser is P2
    p1 = 1.0 - t["P_loser"] if stronger else t["P_loser"]
    scale = n(version["scale"])
    found.append(
        Step(
            "probability",
            say("Probability that the stronger wins, ", "Probabilité de gain du plus fort : ") + gap,
            f"P1 = 1 / (1 + 10^(-D·√N/{scale}))",
            f"P1 = 1 / (1 + 10^(-{n(t['D'], 2)}·√{length}/{scale}))",
            f"P1 = {n(p1, 4)}, P2 = {n(1.0 - p1, 4)}",
        )
    )
    found.append(_ramp(t, version, say))
    verb = say("Win", "Gain") if t["score"] == 1 else say("Loss", "Perte")
    sign = 1.0 if t["score"] == 1 else -1.0
    stake, minus = n(version["stake"]), "" if t["score"] == 1 else "-"
    change = sign * version["stake"] * t["FA"] * t["P_loser"] * t["N"] ** 0.5
    found.append(
        Step(
            "rating",
            verb + say(": the loser's chance of winning was ", " : la chance de gagner du perdant était ") + n(t["P_loser"], 4),
            f"{minus}{stake}·FA·P·√N",
            f"{minus}{stake}·{n(t['FA'], 2)}·{n(t['P_loser'], 4)}·√{length}",
            say.signed(change, 3),
        )
    )
    if t["FA"] != t["FA_opponent"]:
        found.append(
            Step(
                "acceleration",
                say(
                    f"The opponent has FA = {n(t['FA_opponent'], 2)}: his points are not the mirror of these",
                    f"L'adversaire a FA = {n(t['FA_opponent'], 2)} : ses points ne sont pas le miroir de ceux-ci",
                ),
            )
        )
    if t["assigned"]:
        found.append(
            Step(
                "attribution",
                say(
                    "First counted match: the ELO assigned as printed gives way to ELO = RATING + BCDF - FC(Exp)",
                    "Premier match compté : l'ELO attribué tel qu'imprimé fait place à ELO = RATING + BCDF - FC(Exp)",
                ),
            )
        )
    return found


def _sets(t: Mapping[str, Any], say: Speech) -> Step:
    text = say(
        f"A match in sets {t['format']} counts as one match of length N",
        f"Un match en sets {t['format']} vaut un match de longueur N",
    )
    return Step("sets", text, "L = (log10(W/(1-W))·2000/100)²", value=f"N = {say.number(t['N'], None)}")


def _ramp(t: Mapping[str, Any], version: Version, say: Speech) -> Step:
    n = say.number
    if not version["ramp"]:
        return Step(
            "acceleration", say("No accelerating factor in this house", "Pas de facteur accélérateur ici"), value="FA = 1"
        )
    start, per, comma = n(version["ramp_start"]), n(version["ramp_per"]), say(",", " ;")
    return Step(
        "acceleration",
        say(
            "Accelerating factor, from the experience before the match", "Facteur accélérateur, selon l'expérience avant le match"
        ),
        f"FA = max(1{comma} {start} - (Exp + N)/{per})",
        f"FA = max(1{comma} {start} - ({n(t['Exp'], None)} + {n(t['N'], None)})/{per})",
        f"FA = {n(t['FA'], 2)}",
    )


def _assign(t: Mapping[str, Any], version: Version, say: Speech) -> list[Step]:
    level = LEVELS.get(t["level"])
    text = say("Values assigned by the federation", "Valeurs attribuées par la fédération")
    if level:
        text += say(f", recognised level {say.of(level)}", f", niveau reconnu : {say.of(level)}")
    found = [Step("attribution", text + _why(t, say))]
    if t["printed"]:
        printed, formula = say.number(t["elo_after"], 2), say.number(t["formula_elo"], 2)
        found.append(
            Step(
                "attribution",
                say(
                    f"ELO {printed} is published as printed until the first counted match (the formula gives {formula})",
                    f"L'ELO {printed} est publié tel qu'imprimé jusqu'au premier match compté (la formule donne {formula})",
                ),
            )
        )
    return found


def _title(t: Mapping[str, Any], version: Version, say: Speech) -> list[Step]:
    rate, total = say.number(version["bonus_rate"]), say.number(t["sum_entrants"])
    text = say(
        f"French championship won among {t['entrants']} entrants",
        f"Championnat de France gagné parmi {t['entrants']} participants",
    )
    return [
        Step(
            "bonus",
            text + _why(t, say),
            f"BCDF = {rate}·(Σ {say('entrants', 'participants')})",
            f"BCDF = {rate}·{total}",
            f"BCDF = {say.number(t['BCDF'])}",
        )
    ]


def _revalue(t: Mapping[str, Any], version: Version, say: Speech) -> list[Step]:
    return [Step("revaluation", say("Revalued by decision", "Revalorisation par décision") + _why(t, say))]


def _licence(t: Mapping[str, Any], version: Version, say: Speech) -> list[Step]:
    return [Step("attribution", say("Licence taken", "Licence prise") + _why(t, say))]


def _rollover(t: Mapping[str, Any], version: Version, say: Speech) -> list[Step]:
    n = say.number
    horizon = n(t["horizon"])
    return [
        Step(
            "inactivity",
            say(
                f"Inactive season: experience of the season {n(t['ExpX'])}, not above {horizon}",
                f"Saison inactive : expérience de la saison {n(t['ExpX'])}, pas plus de {horizon}",
            ),
            f"FCI = (ELO - 1200)·n·({horizon} - Exp(X))/{horizon}",
            f"FCI = ({n(t['ELO'], 2)} - 1200)·{n(t['n'])}·({horizon} - {n(t['ExpX'])})/{horizon}",
            say.signed(-t["FCI"], 2),
        )
    ]


def _entry(t: Mapping[str, Any], version: Version, say: Speech) -> list[Step]:
    new = say("First match of a new member", "Premier match d'un nouveau licencié")
    return [Step("attribution", say("Rating given by a list", "Rating donné par une liste") if t["listed"] else new)]


def _why(t: Mapping[str, Any], say: Speech) -> str:
    return say.colon + t["why"] if t["why"] else ""


def _elo(t: Mapping[str, Any], version: Version, say: Speech) -> list[Step]:
    n = say.number
    moved = n(t["elo_after"], 2)
    if t["elo_before"] is not None:
        moved = f"{n(t['elo_before'], 2)} -> {moved}"
    formula = "ELO = RATING + BCDF - FC(Exp)"
    if "FC" not in t:
        return [Step("elo", say("ELO of the list", "ELO du classement"), formula, "", moved)]
    rating = t["elo_after"] - t["BCDF"] + t["FC"]
    put_in = f"{n(rating, 2)} + {n(t['BCDF'])} - {n(t['FC'], 2)}"
    found = [_correction(t, version, say)] if t["FC"] else []
    return [
        *found,
        Step("elo", say("ELO of the list, after the match", "ELO du classement, après le match"), formula, put_in, moved),
    ]


def _correction(t: Mapping[str, Any], version: Version, say: Speech) -> Step:
    experience, horizon = say.number(t["Exp"] + t["N"]), version["correction_horizon"]
    a, b = ("3/2500", "6/5") if horizon == 500 else (f"300/{say.number(horizon)}²", f"600/{say.number(horizon)}")
    return Step(
        "elo",
        say("Correction, from the experience after the match", "Facteur correctif, selon l'expérience après le match"),
        f"FC = {a}·Exp² - {b}·Exp + 300",
        f"FC = {a}·{experience}² - {b}·{experience} + 300",
        f"FC = {say.number(t['FC'], 2)}",
    )


_KINDS: dict[str, Callable[[Mapping[str, Any], Version, Speech], list[Step]]] = {
    "entry": _entry,
    "game": _game,
    "assign": _assign,
    "title": _title,
    "revalue": _revalue,
    "licence": _licence,
    "rollover": _rollover,
}
