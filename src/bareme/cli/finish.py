"""`bareme finish`: what a place in an event of many is worth."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from bareme.cli import options as shared
from bareme.cli.options import words


def add(commands: Any) -> None:
    """The command's options."""
    parser = commands.add_parser(
        "finish",
        help=words(
            "what a place in an event of many is worth (fisf)", "ce que vaut une place dans une épreuve à plusieurs (fisf)"
        ),
    )
    shared.add_rulebook(parser)
    parser.add_argument(
        "--present",
        nargs="+",
        type=shared.whole(0, 1_000_000),
        required=True,
        metavar="A",
        help=words("players present of series 1, 2, 3, 4", "joueurs présents des séries 1, 2, 3, 4"),
    )
    parser.add_argument(
        "--rounds",
        type=shared.whole(1, 999),
        required=True,
        metavar="N",
        help=words("rounds of the event", "manches de l'épreuve"),
    )
    parser.add_argument(
        "--category",
        default="",
        metavar="C",
        help=words(
            "such as grand-slam, world, national-championship (default: an ordinary event)",
            "comme grand-slam, world, national-championship (d'ordinaire : une épreuve régulière)",
        ),
    )
    parser.add_argument(
        "--place",
        type=shared.whole(1, 1_000_000),
        required=True,
        metavar="P",
        help=words("the player's place", "place du joueur"),
    )
    parser.add_argument(
        "--series",
        type=shared.whole(1, 7),
        required=True,
        metavar="S",
        help=words("the player's series, 1 to 7", "série du joueur, 1 à 7"),
    )
    shared.add_json(parser)
    shared.add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Percentage, weight and contribution in each series, and the bonus."""
    from bareme.cli.screen import show_table
    from bareme.findings import Refused
    from bareme.rulebooks.speech import Speech

    rulebook = shared.rulebook(options)
    finish = getattr(rulebook.module("calculators"), "finish", None)
    if finish is None:
        raise Refused("pairs-only")
    answer = finish(rulebook.latest, options.present, options.rounds, options.category, options.place, options.series)
    if options.json:
        from bareme.writers.tables import write_json

        write_json(answer, sys.stdout)
        return 0
    say = Speech(options.lang)
    columns = [
        (say("Series", "Série"), True),
        (say("Present", "Présents"), True),
        (say("Place in the slice", "Place dans la tranche"), True),
        ("%", True),
        (say("Weight", "Poids"), True),
        ("Num", True),
    ]
    rows = [
        [
            series,
            str(row["present"]),
            str(row["slice_place"]),
            say.number(row["percent"], 2),
            say.number(row["weight"]),
            say.number(row["numerator"], 4),
        ]
        for series, row in answer["series"].items()
    ]
    show_table(columns, rows, f"{say.of(rulebook.title)} (c = {say.number(answer['factor'])})")
    if "numerator_with_bonus" in answer:
        with_bonus = f"Num' = {say.number(answer['numerator_with_bonus'], 4)}, W' = {say.number(answer['weight_with_bonus'], 4)}"
        print(say("With the bonus", "Avec le bonus") + f" ({say.number(answer['bonus'], 4)}), " + with_bonus)
    return 0
