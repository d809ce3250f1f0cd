"""`bareme finish`: what a place in an event of many is worth."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from bareme.cli import options as shared


def add(commands: Any) -> None:
    """The command's options."""
    parser = commands.add_parser("finish", help="what a place in an event of many is worth (fisf)")
    shared.add_rulebook(parser)
    parser.add_argument("--present", nargs="+", type=int, required=True, metavar="A", help="players present of series 1, 2, 3, 4")
    parser.add_argument("--rounds", type=int, required=True, metavar="N", help="rounds of the event")
    parser.add_argument(
        "--category", default="", help="such as grand-slam, world, national-championship (default: an ordinary event)"
    )
    parser.add_argument("--place", type=int, required=True, metavar="P", help="the player's place")
    parser.add_argument("--series", type=int, required=True, metavar="S", help="the player's series, 1 to 7")
    parser.add_argument("--json", action="store_true")
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
