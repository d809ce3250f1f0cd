"""`bareme finish`: what a place in an event of many is worth."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bareme.cli import options as shared
from bareme.cli.options import words

if TYPE_CHECKING:
    from bareme.rulebooks.speech import Speech


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
        help=words(
            "players present of series 1, 2, 3, 4 (then of 5, 6, 7, which weigh nothing)",
            "joueurs présents des séries 1, 2, 3, 4 (puis 5, 6, 7, qui ne pèsent rien)",
        ),
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
    from bareme.calculators import finish
    from bareme.cli.screen import complain
    from bareme.rulebooks.speech import Speech

    rulebook = shared.rulebook(options)
    answer = finish(rulebook, options.present, options.rounds, options.category, options.place, options.series)
    findings = answer["findings"]
    if options.json:
        from bareme.writers.tables import finding_row, write_json

        write_json({**answer, "findings": [finding_row(finding, options.lang) for finding in findings]}, sys.stdout)
        return 0
    say = Speech(options.lang)
    _show(answer, say.of(rulebook.title), say)
    print(_sentence(answer, min(options.series, len(answer["series"])), say))
    complain(findings, options.lang)
    return 0


def _show(answer: Mapping[str, Any], title: str, say: Speech) -> None:
    from bareme.cli.screen import show_table

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
            str(row["slice_place"]) if row["slice_place"] >= 1 else say("above", "au-dessus"),
            _short(row["percent"], say),
            str(row["weight"]),
            _short(row["numerator"], say),
        ]
        for series, row in answer["series"].items()
    ]
    show_table(columns, rows, f"{title} (c = {say.number(answer['factor'])})")


def _sentence(answer: Mapping[str, Any], series: int, say: Speech) -> str:
    """The answer in one sentence, for the player's own series; 4 for those below."""
    row = answer["series"][str(series)]
    if not row["present"]:
        return say(
            f"Nobody of series {series} is present: this place is worth nothing there.",
            f"Personne de la série {series} n'est présent : cette place n'y vaut rien.",
        )
    percent, weight = say.percent(row["percent"] / 100), str(row["weight"])
    if bonus := answer["bonus"]:  # placed above his whole slice: 100 %, and the bonus raises both sides alike
        more = say("and a bonus of", "et un bonus de")
        weight = f"{_short(answer['weight_with_bonus'], say)} ({weight} {more} {_short(bonus, say)})"
    return say(
        f"This place is worth {percent} in series {series}, with a weight of {weight}.",
        f"Cette place vaut {percent} en série {series}, avec un poids de {weight}.",
    )


def _short(x: float, say: Speech) -> str:
    """At most four decimals, and no zeros behind them."""
    text = say.number(x, 4)
    return text.rstrip("0").rstrip(".,")
