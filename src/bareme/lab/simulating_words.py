"""What was simulated, in words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from bareme.lab.draws import Chances, Field, Share
from bareme.lab.simulating import Estimate, Simulated
from bareme.rulebooks.speech import Speech


def measures(simulated: Simulated, say: Speech) -> Iterator[str]:
    """What was measured on made-up pools."""
    world, rulebook = simulated.world, simulated.rulebook
    placed = rulebook.kind == "placements"
    house = f" ({rulebook.house_rules})" if rulebook.house_rules else ""
    yield f"{say.of(rulebook.title)}{house}"
    facts = say("placements", "places") if placed else say("games", "parties")
    pools = say.count(simulated.runs, {"en": "pool", "fr": "population"}, {"en": "pools", "fr": "populations"})
    years = say.count(world.years, {"en": "year", "fr": "an"}, {"en": "years", "fr": "ans"})
    yield say(
        f"{pools} of {world.players} players over {years}, {simulated.games} {facts}, seed {simulated.seed}",
        f"{pools} de {world.players} joueurs sur {years}, {simulated.games} {facts}, germe {simulated.seed}",
    )
    yield ""
    unit = "%" if placed else say("points", "points")
    yield (
        say(
            f"Error by games played ({unit}): rating minus skill",
            f"Erreur selon les parties jouées ({unit}) : classement moins force",
        )
        if not placed
        else say(
            "Error by events played (% of the list): place minus the place by skill",
            "Erreur selon les épreuves jouées (% de la liste) : place moins celle selon la force",
        )
    )
    played = say("events", "épreuves") if placed else say("games", "parties")
    steps = list(simulated.steps)
    yield from _table(
        (played, "%", say("mean", "moyenne"), "95 %", say("root mean square", "moyenne quadratique"), "95 %"),
        [
            (
                f"{step}-{following - 1}" if following else f"{step}+",
                say.number(100 * row["share"].value, 1),
                *_estimate(row["mean_error"], say, signed=True),
                *_estimate(row["rmse"], say),
            )
            for (step, row), following in zip(simulated.steps.items(), [*steps[1:], None], strict=True)
            if row["share"].value > 0
        ],
    )
    yield ""
    yield from _years(simulated, say, placed=placed)
    if not placed:
        yield ""
        yield from _newcomers(simulated, say)


def _years(simulated: Simulated, say: Speech, *, placed: bool) -> Iterator[str]:
    columns: Sequence[tuple[str, str, int]] = (
        (
            ("correlation", say("correlation of ranks", "corrélation des rangs"), 3),
            ("place_error", say("error of place, %", "erreur de place, %"), 1),
            ("seats", say("series 1 to 3 rightly held", "séries 1 à 3 tenues à bon droit"), 2),
        )
        if placed
        else (
            ("rating", say("mean rating", "classement moyen"), 1),
            ("mean_error", say("mean error", "erreur moyenne"), 1),
            ("rmse", say("root mean square", "moyenne quadratique"), 1),
            ("rating_spread", say("spread of ratings", "dispersion des classements"), 1),
            ("skill_spread", say("of skills", "des forces"), 1),
            ("correlation", say("correlation", "corrélation"), 3),
        )
    )
    yield say("At the end of each year, over all players there", "À la fin de chaque année, sur tous les présents")
    yield from _table(
        (say("year", "année"), *(f"{heading} (95 %)" for _, heading, _ in columns)),
        [
            (str(year), *(_with_interval(row[name], digits, say) for name, _, digits in columns))
            for year, row in simulated.years.items()
        ],
    )


def _newcomers(simulated: Simulated, say: Speech) -> Iterator[str]:
    within = say.number(simulated.within)
    yield say(
        f"Games until within {within} points of the skill, of {simulated.newcomers} newcomers",
        f"Parties jusqu'à {within} points de la force, pour {simulated.newcomers} nouveaux",
    )
    for share, one in simulated.until.items():
        if math.isnan(one.value):
            told = say("not within what was played", "pas dans ce qui a été joué")
        else:
            ends = [
                say("more than was played", "plus qu'il n'a été joué") if math.isnan(x) else say.number(x, 0)
                for x in (one.low, one.high)
            ]
            told = f"{say.number(one.value, 0)} (95 %{say.colon}{ends[0]} {say('to', 'à')} {ends[1]})"
        yield f"  {say.percent(share, 0)}{say.colon}{told}"


def _estimate(one: Estimate, say: Speech, *, signed: bool = False) -> tuple[str, str]:
    shown = say.signed if signed else say.number
    if math.isnan(one.low):
        return shown(one.value, 1), "-"
    return shown(one.value, 1), f"{shown(one.low, 1)} {say('to', 'à')} {shown(one.high, 1)}"


def _with_interval(one: Estimate, digits: int, say: Speech) -> str:
    if math.isnan(one.low):
        return say.number(one.value, digits)
    return f"{say.number(one.value, digits)} ± {say.number(one.high - one.value, digits)}"


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Aligned lines."""
    widths = [max(len(row[n]) for row in (headings, *rows)) for n in range(len(headings))]
    for row in (headings, *rows):
        yield "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))


# -- a tournament


def drawn_lines(played: Field, chances: Sequence[Chances], times: int, say: Speech) -> Iterator[str]:
    """Everybody's chances in a tournament."""
    form = {
        "knock-out": say("Knock-out", "Élimination directe"),
        "round-robin": say("Round robin", "Toutes-rondes"),
        "swiss": say(f"Swiss of {played.rounds} rounds", f"Système suisse en {played.rounds} rondes"),
    }[played.kind]
    yield say(
        f"{form}, {len(chances)} players, drawn {times} times", f"{form}, {len(chances)} joueurs, tiré au sort {times} fois"
    )
    cup = played.kind == "knock-out"
    more = (say("final", "finale"), "95 %") if cup else (say("points", "points"), say("place", "place"))
    rows = [
        (
            row.entrant.name,
            say.number(row.entrant.rating),
            *_share(row.wins, say),
            *(_share(row.final, say) if row.final else (say.number(row.points, 2), say.number(row.place, 2))),
        )
        for row in chances
    ]
    headings = (say("player", "joueur"), say("rating", "classement"), say("wins", "gagne"), "95 %", *more)
    yield from _table(headings, rows)


def _share(share: Share, say: Speech) -> tuple[str, str]:
    return say.percent(share.value, 1), f"{say.number(100 * share.low, 1)} {say('to', 'à')} {say.number(100 * share.high, 1)}"
