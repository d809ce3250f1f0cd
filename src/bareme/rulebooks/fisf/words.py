"""FISF in words: what each journal line says, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from bareme.journal import Line
from bareme.rulebooks.base import Version
from bareme.rulebooks.fisf.amounts import published
from bareme.rulebooks.fisf.law import LAST_SERIES, RANKED, law
from bareme.rulebooks.speech import Column, Speech, Step

LEVELS = {f"S{n}": {"en": f"series {n}", "fr": f"série {n}"} for n in range(1, LAST_SERIES + 1)}
STATES = {
    "unrated": {"en": "no event yet", "fr": "aucune épreuve"},
    "inactive": {"en": "inactive: two seasons without an event", "fr": "inactif : deux saisons sans épreuve"},
    "below-quota": {"en": "quota of the series not reached", "fr": "quota de la série non atteint"},
    "below-minimum": {
        "en": "this season so far: under 10 % of the quota, counted 0 %",
        "fr": "saison en cours : moins de 10 % du quota, comptée 0 %",
    },
    "recovered": {"en": "in the series by recovery on 1 September", "fr": "récupéré dans la série au 1er septembre"},
}

COLUMNS = (
    Column("more/federation", "Federation", "Fédération", numeric=False),
    Column("level", "Series", "Série", numeric=False),
    Column("more/series_today", "Today", "Du jour"),
    *(Column(f"published/%S{n}", f"%S{n}", f"%S{n}", 2) for n in RANKED),
    Column("published/rating", "% of the series", "% de la série", 2),
)


def steps(line: Line, version: Version, say: Speech) -> list[Step]:
    """The steps of one line of the journal."""
    return list(_KINDS[line.kind](line.terms, version, say))


# -- one event


def _placement(t: Mapping[str, Any], version: Version, say: Speech) -> Iterator[Step]:
    yield Step(
        "slice",
        say(
            f"Place {t['place']} in {t['rounds']} rounds, series {t['series']}; present of series 1 to 4: ",
            f"Place {t['place']} en {t['rounds']} manches, série {t['series']} ; présents des séries 1 à 4 : ",
        )
        + ", ".join(map(str, t["A"])),
    )
    for n in RANKED:
        if t["A"][n - 1]:
            yield _slice(t, n, version, say)
            yield _weight(t, n, version, say)
            yield _numerator(t, n, version, say)
        else:
            yield Step("slice", say(f"Nobody of series {n}: no weight", f"Personne de la série {n} : aucun poids"))
    if t["bonus"]:
        yield _bonus(t, say)
    yield _running(t, say)


def _slice(t: Mapping[str, Any], n: int, version: Version, say: Speech) -> Step:
    a, p, worth = t["A"][n - 1], t["P"][n - 1], _event_percent(t, n, version, say)
    first = t["place"] - p + 1
    text = say(
        f"Series {n}: its slice is the places {first} to {first + a - 1}",
        f"Série {n} : sa tranche va de la place {first} à la place {first + a - 1}",
    )
    formula = f"%S{n} = (A - P + 1)/A"
    if p < 1:
        return Step("slice", text + say("; the place comes before it", " ; place en deçà"), formula, "", worth)
    if p > a:
        return Step("slice", text + say("; the place comes after it", " ; place au-delà"), formula, "", worth)
    return Step("slice", text, formula, f"({a} - {p} + 1)/{a}", worth)


def _event_percent(t: Mapping[str, Any], n: int, version: Version, say: Speech) -> str:
    """%S of an event as it goes into the product: to 0.01 %, or as it is where the house keeps fractions."""
    s = t["%S"][n - 1]
    return say.number(s) + say(" %", " %") if version["rounding"] == "exact" else _percent(s, say)


def _weight(t: Mapping[str, Any], n: int, version: Version, say: Speech) -> Step:
    a, c = t["A"][n - 1], say.number(t["c"])
    rule = law(version)
    floor = rule.floors[n - 1]
    cap = "" if rule.cap == "none" else say(", ", " ; ") + f"{floor}·{t['rounds']}·{c}"
    value = str(t["W"][n - 1])
    if t["rounds"] == 1:
        half = say.number(version["one_round_factor"])
        text = say("Weight of an event of one round: no floor", "Poids d'une épreuve en une manche : pas de plancher")
        return Step("one-round", text, f"W{n} = min({half}·A{say(',', ' ;')} F·c)", f"min({half}·{a}{cap})", value)
    text = say(f"Weight: floor {floor}, factor c = {c}", f"Poids : plancher {floor}, coefficient c = {c}")
    formula = f"W{n} = " + say("min(max(A, F), 2·A, F·rounds·c)", "min(max(A ; F) ; 2·A ; F·manches·c)")
    separator = say(", ", " ; ")
    return Step("weight", text, formula, f"min(max({a}{separator}{floor}){separator}2·{a}{cap})", value)


def _numerator(t: Mapping[str, Any], n: int, version: Version, say: Speech) -> Step:
    s, w = _event_percent(t, n, version, say), t["W"][n - 1]
    return Step("numerator", say("Contribution, in players", "Contribution, en joueurs"), f"Num{n} = %S{n}·W{n}", f"{s}·{w}",
                say.number(t["Num"][n - 1]))  # fmt: skip


def _bonus(t: Mapping[str, Any], say: Speech) -> Step:
    n = t["series"]
    parts = " + ".join(say.number(x) for x in t["Num"][: n - 1] if x)
    text = say(
        f"Bonus: finished inside the slice of a better series than his own, {n}; it raises numerator and weight alike",
        f"Bonus : fini dans la tranche d'une série supérieure à la sienne ({n}) ; il majore numérateur et poids de même",
    )
    numerator, weight = say.number(t["Num'"][n - 1]), say.number(t["W'"][n - 1])
    raised = f"Num'{n} = {numerator}, W'{n} = {weight}"
    return Step("bonus", text, f"Σ Num, {say('series better than', 'séries au-dessus de')} {n}", parts, raised)


def _running(t: Mapping[str, Any], say: Speech) -> Step:
    n = min(t["series"], RANKED[-1])
    total, weight = t["sum Num'"], t["sum W'"]
    text = say(
        f"Percentage of the season so far in series {n}, before quota",
        f"Pourcentage de la saison à ce jour en série {n}, avant quota",
    )
    value = _percent(100 * total / weight if weight else 0.0, say)
    return Step("season", text, f"Σ Num'{n} / Σ W'{n}", f"{say.number(total)} / {say.number(weight)}", value)


# -- the season


def _closing(t: Mapping[str, Any], version: Version, say: Speech) -> Iterator[Step]:
    yield from _seasons(t, version, say, "final", RANKED)
    new = t["new series"]
    if not t["computed"]:
        yield Step("series", say("The series come from another system", "Les séries viennent d'un autre système"))
        return
    told = say(f"Series {new} from this 1 September", f"Série {new} à partir de ce 1er septembre")
    if t["recovered"]:
        told += say(
            ": a recovery, his federation held fewer than its share",
            " : une récupération, sa fédération n'atteignait pas son quota",
        )
        yield Step("recovery", told, _bars(t, say))
    elif new in RANKED:
        told += say(": the percentage is not under its bar", " : le pourcentage n'est pas sous la barre")
        yield Step("series", told, _bars(t, say))
    else:
        yield Step("lower-series", told, _bars(t, say))


def _bars(t: Mapping[str, Any], say: Speech) -> str:
    """The player's percentage against the bar of each series down to his own, and of the lower ones half of that of S4."""
    new, told = t["new series"], []
    for n in RANKED[:new]:
        own, bar = t["blend"][n - 1], t["bars"][n - 1]
        told.append(f"S{n}{say.colon}{_against(own, bar, say) if bar is not None else say('nobody', 'personne')}")
    if new > RANKED[-1] and bar is not None:
        half = say("half of the bar of S4", "moitié de la barre de S4")
        told.append(f"{half}{say.colon}{_against(own, bar / 2, say)}")
    return say("; ", " ; ").join(told) + say(f" -> series {new}", f" -> série {new}")


def _against(own: float, bar: float, say: Speech) -> str:
    """Both in percent, to 0.01 %, or as many decimals more as show them apart."""
    shown = [say.number(published(Fraction(f"{x:.12g}")), 2) for x in (own, bar)]
    for digits in range(3, 9):
        if own == bar or shown[0] != shown[1]:
            break
        shown = [say.number(x, digits) for x in (own, bar)]
    return f"{shown[0]} {'<' if own < bar else '>='} {shown[1]}"


def _opening(t: Mapping[str, Any], version: Version, say: Speech) -> Iterator[Step]:
    kept = ", ".join(f"%S{n} {_percent(t['%S before'][n - 1], say)}" for n in RANKED)
    yield Step(
        "during",
        say(
            "A new season: the sums begin at nought; the season just closed becomes the one before: ",
            "Nouvelle saison : les sommes repartent de zéro ; la saison close devient la précédente : ",
        )
        + kept,
    )


def _blend(t: Mapping[str, Any], version: Version, say: Speech) -> Iterator[Step]:
    own = min(t["series"], RANKED[-1])
    if t["closed"]:
        yield Step(
            "final",
            say(
                "On the first day of a season the list is the final one of the season just closed",
                "Le premier jour d'une saison, la liste est la liste finale de la saison close",
            ),
        )
    article = "final" if t["closed"] else "during"
    yield from _seasons(t, version, say, article, (own,))
    if not t["W"][own - 1] and not t["%S before"][own - 1]:
        nobody = say(
            f"Nobody of series {own} was in his events, this season or the one before",
            f"Personne de la série {own} dans ses épreuves, cette saison ni la précédente",
        )
        yield Step(article, nobody, value=_percent(0.0, say))


def _seasons(t: Mapping[str, Any], version: Version, say: Speech, article: str, series: tuple[int, ...]) -> Iterator[Step]:
    for n in series:
        if t["W"][n - 1] or t["%S before"][n - 1]:
            yield _season(t, n, version, say)
            yield _mixed(t, n, say, article)


def _season(t: Mapping[str, Any], n: int, version: Version, say: Speech) -> Step:
    number, quota = say.number, t["quota"][n - 1]
    numerator = t["Num"][n - 1] + t["bonus"][n - 1]
    weight = t["W"][n - 1] + t["bonus"][n - 1]
    value = _percent(t["%S"][n - 1], say)
    if t["below minimum"][n - 1]:
        share = say.percent(version["minimum_share"], 0)
        raw = number(t["Num"][n - 1])
        text = say(
            f"Season, series {n}: the raw numerator {raw} is less than {share} of the quota {number(quota)}",
            f"Saison, série {n} : le numérateur brut {raw} est inférieur à {share} du quota {number(quota)}",
        )
        return Step("minimum", text, f"Σ Num{n} < {share}·quota", f"{raw} < {number(version['minimum_share'] * quota)}", value)
    put_in = f"{number(numerator)} / {number(weight)}"
    if not quota:
        return Step("season", say(f"Season, series {n}", f"Saison, série {n}"), f"%S{n} = Σ Num' / Σ W'", put_in, value)
    missing = quota - weight
    if missing > 0:
        text = say(
            f"Season, series {n}: {number(missing)} players short of the quota, which divides",
            f"Saison, série {n} : il manque {number(missing)} joueurs pour le quota, qui divise",
        )
    else:
        text = say(f"Season, series {n}: the quota is reached", f"Saison, série {n} : le quota est atteint")
    formula = f"%S{n} = Σ Num' / max(Σ W'{say(',', ' ;')} quota)"
    put_in = f"{number(numerator)} / max({number(weight)}{say(',', ' ;')} {number(quota)})"
    return Step("quota", text, formula, put_in, value)


def _mixed(t: Mapping[str, Any], n: int, say: Speech, article: str) -> Step:
    share = t["share"]
    this, before, shown = (_percent(t[key][n - 1], say) for key in ("%S", "%S before", "blend"))
    put_in = f"{say.number(share, 4)}·{this} + {say.number(1 - share, 4)}·{before}"
    if article == "final":
        text = say(f"Final percentage of series {n}", f"Pourcentage final de la série {n}")
        return Step("final", text, f"{say.number(share)}·%S(N) + {say.number(1 - share)}·%S(N-1)", put_in, shown)
    k = say.number(t["k"], 2)
    text = say(
        f"Percentage of the day in series {n}: k = {k} months since the season began",
        f"Pourcentage du jour en série {n} : k = {k} mois depuis le début de la saison",
    )
    return Step("during", text, "k/16·%S(N) + (1 - k/16)·%S(N-1)", put_in, shown)


# -- decisions


def _licence(t: Mapping[str, Any], version: Version, say: Speech) -> Iterator[Step]:
    text = say(f"Licence: series {t['level']}", f"Licence : série {t['level']}")
    if t["federation"]:
        text += say(f", federation {t['federation']}", f", fédération {t['federation']}")
    yield Step("licence", text + _why(t, say))


def _assign(t: Mapping[str, Any], version: Version, say: Speech) -> Iterator[Step]:
    n = t["series"]
    text = say(
        f"Percentage of series {n} assigned for the season before",
        f"Pourcentage de la série {n} attribué pour la saison précédente",
    )
    yield Step("final", text + _why(t, say), value=_percent(t["%S before"], say))


def _why(t: Mapping[str, Any], say: Speech) -> str:
    return say(": ", " : ") + t["why"] if t["why"] else ""


def _percent(x: float, say: Speech) -> str:
    """Two decimals, halves up as in the list: a tie that binary numbers cannot hold (1.005) is a tie all the same."""
    return say.percent(published(Fraction(f"{x:.12g}")) / 100)


_KINDS: dict[str, Callable[[Mapping[str, Any], Version, Speech], Iterator[Step]]] = {
    "placement": _placement,
    "licence": _licence,
    "assign": _assign,
    "closing": _closing,
    "opening": _opening,
    "blend": _blend,
}
