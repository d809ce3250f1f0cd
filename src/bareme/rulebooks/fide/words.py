"""FIDE in words: what each journal line says, step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from bareme.findings import Finding
from bareme.journal import Line
from bareme.rounding import half_up
from bareme.rulebooks.base import Version
from bareme.rulebooks.speech import Column, Speech, Step

LEVELS = {
    "beginner-child": {"en": "beginner (child)", "fr": "débutant (enfant)"},
    "beginner": {"en": "beginner", "fr": "débutant"},
    "amateur": {"en": "amateur", "fr": "joueur amateur"},
    "good-club": {"en": "good club player", "fr": "bon joueur de club"},
    "very-good-club": {"en": "very good club player", "fr": "très bon joueur de club"},
    "national": {"en": "national level", "fr": "niveau national"},
    "national-master": {"en": "national master", "fr": "maître national"},
    "international-master": {"en": "IM level", "fr": "niveau MI"},
    "grandmaster": {"en": "GM level", "fr": "niveau GMI"},
    "top-150": {"en": "the world's 150 best", "fr": "les 150 meilleurs mondiaux"},
    "top-20": {"en": "the world's 20 best", "fr": "les 20 meilleurs mondiaux"},
    "above-2800": {"en": "beyond 2800 (four players by 2008)", "fr": "au-delà de 2800 (quatre joueurs en 2008)"},
}
STATES = {
    "unrated": {"en": "unrated", "fr": "non classé"},
    "provisional": {"en": "new (fewer than 30 games)", "fr": "nouveau (moins de 30 parties)"},
    "inactive": {"en": "inactive", "fr": "inactif"},
}
COLUMNS = (
    Column("more/title", "Title", "Titre", numeric=False),
    Column("more/federation", "Fed.", "Féd.", numeric=False),
    Column("published/rating", "Rating", "Classement"),
    Column("published/change", "Period change", "Variation de la période"),
    Column("published/games", "Period games", "Parties de la période"),
    Column("more/k", "K", "K"),
    Column("more/live", "Live", "En direct", 2),
    Column("more/born", "Born", "Né en"),
)


def steps(line: Line, version: Version, say: Speech) -> list[Step]:
    """The steps of one line of the journal."""
    return _KINDS[line.kind](line, version, say)


# -- a game of a rated player


def _game(line: Line, version: Version, say: Speech) -> list[Step]:
    t = line.terms
    start = say.day(date.fromisoformat(t["start"]))
    whence = say(
        f"Ratings of the list in force on {start}, when the event began",
        f"Classements de la liste en vigueur le {start}, au début du tournoi",
    )
    found = [
        Step("difference", whence, say("D = R - R(opp)", "D = R - R(adv)"), f"{t['own']} - {t['opponent']}", f"D = {t['D']}")
    ]
    if t["late"]:
        text = say(
            "Unrated when the event began and rated since: his current rating counts for him",
            "Non classé au début du tournoi et classé depuis : son classement actuel compte pour lui",
        )
        found.insert(0, Step("late-rating", text))
    if abs(t["D"]) > version["cap"]:
        found.append(Step("difference", _cap(t, version, say), value=f"D = {t['D_counted']}"))
    found.append(
        Step(
            "probability",
            say("Scoring probability, from the table", "Probabilité de gain, lue dans la table"),
            value=f"P({t['D_counted']}) = {say.number(t['P'], 2)}",
        )
    )
    found += _k(t, version, say)
    k, score = say.number(t["K"]), say.number(t["score"])
    change = Step(
        "change",
        say("Change for this game", "Variation pour cette partie"),
        say("K·(score - P)", "K·(résultat - P)"),
        f"{k}·({score} - {say.number(t['P'], 2)})",
        say.signed(t["change"], 2),
    )
    return [*found, change]


def _cap(t: Mapping[str, Any], version: Version, say: Speech) -> str:
    cap, uncapped_from = version["cap"], version["uncapped_from"]
    if t["D_counted"] != t["D"]:
        return say(f"A difference above {cap} counts as {cap}", f"Un écart supérieur à {cap} compte pour {cap}")
    if uncapped_from is not None and t["own"] >= uncapped_from:
        return say(
            f"From {uncapped_from} on a player counts the true difference himself",
            f"À partir de {uncapped_from}, le joueur compte lui-même l'écart vrai",
        )
    return say(
        f"Only the largest difference of an event counts as {cap}: another game has it",
        f"Seul le plus grand écart d'un tournoi compte pour {cap} : une autre partie l'a",
    )


def _k(t: Mapping[str, Any], version: Version, say: Speech) -> list[Step]:
    found = [
        Step(
            "development",
            say("K published with that list", "K publié avec cette liste"),
            value=f"K = {t['K_published']}",
        )
    ]
    if t["K"] != t["K_published"]:
        limit = version["k_games_limit"]
        found.append(
            Step(
                "development-limit",
                say(f"K times {t['n']} games would exceed {limit}", f"K multiplié par {t['n']} parties dépasserait {limit}"),
                say(f"K = floor({limit}/n)", f"K = partie entière de {limit}/n"),
                say(f"floor({limit}/{t['n']})", f"partie entière de {limit}/{t['n']}"),
                f"K = {t['K']}",
            )
        )
    return found


def _pending(line: Line, version: Version, say: Speech) -> list[Step]:
    text = say(
        "No list has rated this event yet: nothing moves, and this is what the game would bring",
        "Aucune liste n'a encore calculé ce tournoi : rien ne bouge, voici ce que la partie apporterait",
    )
    found = [Step("lists", text)]
    return found + (_game(line, version, say) if "own" in line.terms else _pooled(line, version, say))


# -- the closing of a period


def _closing(line: Line, version: Version, say: Speech) -> list[Step]:
    t = line.terms
    digits = version["change_decimals"]
    found = []
    for part, change, points in t["parts"]:
        text = say("Sum of the period, to the nearest whole, halves away from zero",
                   "Somme de la période, au plus proche, les demis en s'éloignant de zéro")  # fmt: skip
        if len(t["parts"]) > 1:
            what = {
                "rating-used": say(f"Games played at {part}", f"Parties jouées à {part}"),
                "event": say(f"Event {part}", f"Tournoi {part}"),
            }
            text = what[t["rounding"]] + say(", to the nearest whole, halves away from zero",
                                             ", au plus proche, les demis en s'éloignant de zéro")  # fmt: skip
        found.append(Step("rounding", text, put_in=say.signed(change, digits), value=f"{points:+d}"))
    new = Step(
        "rounding",
        say(f"Rating of the list, after {t['n']} games", f"Classement de la liste, après {t['n']} parties"),
        say("R(new) = R(old) + change", "R(nouveau) = R(ancien) + variation"),
        f"{t['list']} {'-' if t['change'] < 0 else '+'} {abs(t['change'])}",
        str(t["new"]),
    )
    return [*found, new]


def _floor(line: Line, version: Version, say: Speech) -> list[Step]:
    return [Step("floor", Finding(line.reason).message(say.language), value=f"{line.terms['rating']} < {line.terms['floor']}")]


def _one_off(line: Line, version: Version, say: Speech) -> list[Step]:
    t = line.terms
    share = say.number(t["share"], 2)
    return [
        Step(
            "one-off",
            say(
                "One-off increase of every rating in this range, to the nearest whole",
                "Relèvement unique des classements de cette tranche, au plus proche",
            ),
            f"R + {share}·({t['below']} - R)",
            f"{t['rating']} + {share}·({t['below']} - {t['rating']})",
            say.number(line.after),
        )
    ]


def _entry(line: Line, version: Version, say: Speech) -> list[Step]:
    return [
        Step("lists", say("Rating given by the list read", "Classement donné par la liste lue"), value=say.number(line.after))
    ]


def _decision(line: Line, version: Version, say: Speech) -> list[Step]:
    text = say("Rating set by decision: ", "Classement fixé par décision : ") + (line.terms["why"] or "-")
    return [Step("decision", text, value=say.number(line.after))]


# -- a first rating


def _pooled(line: Line, version: Version, say: Speech) -> list[Step]:
    t = line.terms
    text = say("Unrated: this game counts towards a first rating", "Non classé : cette partie compte pour un premier classement")
    against = say(f"{say.number(t['score'])} against {t['opponent']}", f"{say.number(t['score'])} contre {t['opponent']}")
    return [Step("first-games", text, value=against)]


def _first_rating(line: Line, version: Version, say: Speech) -> list[Step]:
    t = line.terms
    need = say(
        f"{t['n']} games against rated opponents; a first rating needs {t['minimum']}",
        f"{t['n']} parties contre des classés ; un premier classement en demande {t['minimum']}",
    )
    found = [
        Step("first-games", need, value="" if not t["missing"] else say(f"{t['missing']} missing", f"{t['missing']} manquent"))
    ]
    if "Ru" not in t:
        return found
    found += _event_mean(t, say) if t["method"] == "event-mean" else [_one_event(t, version, say)]
    if t["limited"]:
        text = say("No first rating is above this", "Aucun premier classement ne dépasse cette valeur")
        found.append(Step("first-rating", text, value=str(t["Ru"])))
    if line.reason:
        found.append(Step("floor", Finding(line.reason).message(say.language), value=f"{t['Ru']} < {t['floor']}"))
    return found


def _event_mean(t: Mapping[str, Any], say: Speech) -> list[Step]:
    n = say.number
    found = [
        Step(
            "first-rating",
            say(f"Event {e['event']}: {n(e['score'])} of {e['n']}", f"Tournoi {e['event']} : {n(e['score'])} sur {e['n']}"),
            value=f"Rc = {n(e['Rc'], 2)}, Ru = {n(e['Ru'], 2)}",
        )
        for e in t["events"]
    ]
    put_in = " + ".join(f"{n(e['Ru'], 2)}·{e['n']}" for e in t["events"])
    mean = Step(
        "first-rating",
        say(
            "Mean of the events weighted by games, to the nearest whole",
            "Moyenne des tournois pondérée par les parties, au plus proche",
        ),
        "Rn = Σ n·Ru / Σ n",
        f"({put_in}) / {t['n']}",
        str(t["computed"]),
    )
    return [*found, mean]


def _one_event(t: Mapping[str, Any], version: Version, say: Speech) -> Step:
    n = say.number
    text = say(
        f"All games as one event: {n(t['score'])} of {t['n']}",
        f"Toutes les parties comme un seul tournoi : {n(t['score'])} sur {t['n']}",
    )
    if t["virtual"]:
        text += say(
            f", and a draw against each of {t['virtual']} virtual opponents rated {version['virtual_rating']}",
            f", et une nulle contre chacun de {t['virtual']} adversaires fictifs classés {version['virtual_rating']}",
        )
    step = version["half_point"]
    if step is not None and t["above"] > 0:
        points = n(half_up(step * 100) / 100)
        formula = say(f"Ru = Ra + {points} per half point above 50 %", f"Ru = Ra + {points} par demi-point au-dessus de 50 %")
        put_in = f"{n(t['Ra'], 2)} + {points}·{t['above']}"
    else:
        formula = f"Ru = Ra + dp(p), p = {n(t['p'], 2)}"
        put_in = f"{n(t['Ra'], 2)} {'-' if t['dp'] < 0 else '+'} {abs(t['dp'])}"
    return Step("first-rating", text, formula, put_in, str(t["computed"]))


_KINDS: dict[str, Callable[[Line, Version, Speech], list[Step]]] = {
    "entry": _entry,
    "game": _game,
    "pending": _pending,
    "closing": _closing,
    "floor": _floor,
    "one-off": _one_off,
    "assign": _decision,
    "revalue": _decision,
    "pooled": _pooled,
    "first-rating": _first_rating,
}
