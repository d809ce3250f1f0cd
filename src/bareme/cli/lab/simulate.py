"""`bareme lab simulate`: pools whose skills are known, to measure a rulebook on; and tournaments drawn by lot."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from bareme.cli import options as shared
from bareme.cli.lab import answers
from bareme.cli.lab.shared import need_extra
from bareme.cli.options import words

if TYPE_CHECKING:
    from bareme.lab.draws import Entrant
    from bareme.lab.simulating_world import World
    from bareme.rulebooks.base import Rulebook
    from bareme.rulebooks.speech import Speech

TIMES = 10_000


def add(commands: Any) -> None:
    """The command's options."""
    parser = commands.add_parser(
        "simulate",
        help=words(
            "rate made-up players whose skill is known; draw a tournament by lot",
            "classe des joueurs inventés de force connue ; tire au sort un tournoi",
        ),
    )
    shared.add_files(parser, "*")
    shared.add_rulebook(parser)
    _add_world(parser)
    _add_tournament(parser)
    answers.add_seed(parser)
    answers.add_answer(parser)
    parser.set_defaults(run=run)


def _add_world(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(words("made-up pools", "populations inventées"))
    for name, kind, sign, told in _world_options():
        group.add_argument(name, type=kind, metavar=sign, help=told)
    group.add_argument(
        "--write",
        metavar=words("FOLDER", "DOSSIER"),
        help=words(
            "write the first pool there as tables, to rate or tune on", "écrit là la première population, en tableaux à classer"
        ),
    )
    group.add_argument(
        "--lengths",
        metavar="N,N,...",
        help=words("lengths of matches (ffbg: 5,7,9,11)", "longueurs des matchs (ffbg : 5,7,9,11)"),
    )


def _world_options() -> Iterator[tuple[str, Any, str, str]]:
    number = shared.number
    yield (
        "--players",
        shared.whole(1, 100_000),
        "N",
        words("players at the start (200; fisf 500)", "joueurs au départ (200 ; fisf 500)"),
    )
    yield "--years", shared.whole(1, 100), "N", words("how long (5)", "durée en années (5)")
    games = words("games, or events, a year and player (40; fisf 10)", "parties, ou épreuves, par an et joueur (40 ; fisf 10)")
    yield "--games", number, "X", games
    yield "--mean", number, "X", words("mean skill (1500; fide 1900)", "force moyenne (1500 ; fide 1900)")
    yield "--spread", number, "X", words("standard deviation of skill (200; ffbg 150)", "écart type des forces (200 ; ffbg 150)")
    drift = words("standard deviation of a skill's change in a year (0)", "écart type de l'évolution d'une force en un an (0)")
    yield "--drift", number, "X", drift
    yield "--entering", number, "X", words("share that enters each year (0.1)", "part des arrivées chaque année (0.1)")
    yield "--leaving", number, "X", words("share that leaves each year (0.1)", "part des départs chaque année (0.1)")
    above = words("newcomers' mean skill, above the others' (0)", "force moyenne des nouveaux, au-dessus de celle des autres (0)")
    yield "--newcomers", number, "X", above
    yield (
        "--draws",
        number,
        "X",
        words("share of draws between equals (0; fide 0.3)", "part de nulles entre égaux (0 ; fide 0.3)"),
    )
    luck = words("luck of the day, as a multiple of --spread (fisf: 0.5)", "chance du jour, en multiple de --spread (fisf : 0.5)")
    yield "--luck", number, "X", luck
    listed = words(
        "the first players have ratings, off by this much (fide 50)", "les premiers ont un classement, faux d'autant (fide 50)"
    )
    yield "--listed", number, "X", listed
    yield "--within", number, "X", words("near is within so many points (50)", "« proche » veut dire à tant de points (50)")
    runs = words("pools, from which the intervals come (5)", "populations, d'où viennent les intervalles (5)")
    yield "--runs", shared.whole(1, 1000), "N", runs


def _add_tournament(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(words("a tournament", "un tournoi"))
    group.add_argument(
        "--tournament",
        choices=("knock-out", "round-robin", "swiss"),
        help=words("draw this instead; FILE is a list with ratings", "tire au sort un tournoi ; FICHIER est une liste classée"),
    )
    group.add_argument(
        "--player",
        action="append",
        default=[],
        metavar=words("NAME=RATING", "NOM=CLASSEMENT"),
        help=words("one who takes part; may be repeated", "un participant ; peut se répéter"),
    )
    group.add_argument(
        "--length",
        type=shared.whole(1, 1000),
        metavar="N",
        help=words("length of each match, in points (ffbg)", "longueur de chaque match, en points (ffbg)"),
    )
    group.add_argument(
        "--rounds",
        type=shared.whole(1, 1000),
        metavar="N",
        help=words(
            "rounds of a Swiss (default: enough for one winner); how often everybody meets in a round robin (1)",
            "rondes d'un système suisse (d'ordinaire : assez pour un vainqueur) ; tours d'un toutes-rondes (1)",
        ),
    )
    group.add_argument(
        "--as-listed",
        action="store_true",
        help=words("bracket in the order given, not seeded by rating", "tableau dans l'ordre donné, sans têtes de série"),
    )
    group.add_argument(
        "--times",
        type=shared.whole(100, 1_000_000),
        default=TIMES,
        metavar="N",
        help=words("how often it is drawn (default: 10000)", "nombre de tirages (d'ordinaire : 10000)"),
    )


def run(options: argparse.Namespace) -> int:
    """Draw a tournament, or measure a rulebook on made-up pools.

    Errors: Refused `simulate-bad-number`, and those of `draws.field`.
    """
    from bareme.findings import Refused
    from bareme.rulebooks.speech import Speech

    need_extra()
    rulebook = shared.rulebook(options)
    if options.tournament:
        return _tournament(options, rulebook, Speech(options.lang))
    if options.files or options.player:
        raise Refused("draw-no-tournament")
    return _pools(options, rulebook, Speech(options.lang))


# -- pools


def _pools(options: argparse.Namespace, rulebook: Rulebook, say: Speech) -> int:
    from bareme.cli.screen import progress
    from bareme.lab.simulating import WITHIN, document, simulate
    from bareme.lab.simulating_words import measures

    world = world_of(options, rulebook)
    with progress(words("simulating", "simulation")) as told:
        simulated = simulate(
            rulebook,
            world,
            runs=options.runs or 5,
            seed=options.seed,
            within=WITHIN if options.within is None else options.within,
            progress=told,
        )
    if options.write:
        _write(options.write, rulebook, world, options.seed)
    return answers.give(options, document(simulated), measures(simulated, say))


def _write(folder: str, rulebook: Rulebook, world: World, seed: int) -> None:
    from pathlib import Path

    from bareme.findings import Refused, in_words
    from bareme.lab.simulating import first_facts
    from bareme.writers.facts_csv import facts_as_csv
    from bareme.writers.files import replacing

    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused("cannot-write", file=folder, why=in_words(error)) from None
    for kind, table in facts_as_csv(first_facts(rulebook, world, seed)).items():
        with replacing(Path(folder) / f"{kind}.csv") as file:
            file.write(table)


BOUNDS: Mapping[str, tuple[float, float]] = {
    "games": (0.1, 5000.0), "mean": (-1e6, 1e6), "spread": (0.0, 1e5), "drift": (0.0, 1e5), "entering": (0.0, 10.0),
    "leaving": (0.0, 10.0), "newcomers": (-1e5, 1e5), "draws": (0.0, 0.95), "luck": (0.0, 100.0), "listed": (0.0, 1e5),
    "within": (0.0, 1e5),
}  # fmt: skip


def world_of(options: argparse.Namespace, rulebook: Rulebook) -> World:
    """The usual world of the rulebook with what the options say of it.

    Errors: Refused `simulate-bad-number`.
    """
    from dataclasses import replace

    from bareme.findings import Refused
    from bareme.lab.simulating_world import usual

    for name, (low, high) in BOUNDS.items():
        value = getattr(options, name)
        if value is not None and not low <= value <= high:
            raise Refused("simulate-bad-number", name=f"--{name}", value=value, low=f"{low:g}", high=f"{high:g}")
    names = (
        "players",
        "years",
        "games",
        "mean",
        "spread",
        "drift",
        "entering",
        "leaving",
        "newcomers",
        "draws",
        "luck",
        "listed",
    )
    given = {name: getattr(options, name) for name in names if getattr(options, name) is not None}
    if options.lengths:
        pieces = options.lengths.split(",")
        if not all(piece.strip().isascii() and piece.strip().isdecimal() and 0 < int(piece) <= 1000 for piece in pieces):
            raise Refused("simulate-bad-number", name="--lengths", value=options.lengths, low="1", high="1000")
        given["lengths"] = tuple(map(int, pieces))
    return replace(usual(rulebook), **given)


# -- a tournament


def _tournament(options: argparse.Namespace, rulebook: Rulebook, say: Speech) -> int:
    from bareme.cli.screen import progress
    from bareme.findings import Refused
    from bareme.lab.draws import document, drawn, field
    from bareme.lab.simulating_words import drawn_lines

    low, high = BOUNDS["draws"]
    share = options.draws or 0.0
    if not low <= share <= high:
        raise Refused("simulate-bad-number", name="--draws", value=share, low=f"{low:g}", high=f"{high:g}")
    played = field(
        rulebook.latest,
        entrants(options, rulebook),
        options.tournament,
        length=options.length,
        draws=share,
        rounds=options.rounds,
        seeded=not options.as_listed,
    )
    with progress(words("drawing", "tirage")) as told:
        chances = drawn(played, options.times, options.seed, told)
    found = document(rulebook.latest, played, chances, options.times, options.seed)
    return answers.give(options, found, drawn_lines(played, chances, options.times, say))


def entrants(options: argparse.Namespace, rulebook: Rulebook) -> list[Entrant]:
    """Who takes part: of the files' lists, and named one by one.

    Errors: Refused `draw-bad-player`, `draw-no-rating`, and those of reading.
    """
    from bareme.findings import Refused
    from bareme.lab.draws import Entrant

    found = []
    if options.files:
        reading = shared.read(options)
        errors = [finding for finding in reading.findings if finding.severity == "error"]
        if errors:
            raise Refused(errors[0].code, errors[0].place, **errors[0].details)
        for player in reading.facts.players:
            if player.rating is None:
                raise Refused("draw-no-rating", player.source, name=player.key)
            found.append(Entrant(player.key, float(player.rating)))
    for text in options.player:
        name, equals, rating = text.rpartition("=")
        try:
            value = float(rating.replace(",", "."))
        except ValueError:
            value = math.nan
        if not equals or not name.strip() or not abs(value) < 1e6:
            raise Refused("draw-bad-player", value=text)
        found.append(Entrant(name.strip(), value))
    return found
