"""`bareme lab compare`: the same history under two rules."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from bareme.cli import options as shared
from bareme.cli.lab import shared as lab
from bareme.cli.options import words

if TYPE_CHECKING:
    from bareme.lab.comparing import Comparison
    from bareme.rulebooks.base import Rulebook
    from bareme.rulebooks.speech import Speech

SHOWN = 20


def add(commands: Any) -> None:
    """The command's options."""
    parser = commands.add_parser(
        "compare",
        help=words(
            "the same history under two rules: who moves, who pays", "la même histoire sous deux règles : qui bouge, qui paie"
        ),
        epilog=words(
            'For example: bareme lab compare ffbg "ffbg ramp=false" matches.csv --report ramp.html',
            'Par exemple : bareme lab compare ffbg "ffbg ramp=false" matchs.csv --report rampe.html',
        ),
    )
    for letter, en, fr in (("A", "the rule in force", "la règle en vigueur"), ("B", "the other one", "l'autre")):
        parser.add_argument(
            letter.lower(),
            metavar=letter,
            help=words(
                f'{en}: NAME[@DATE], a house file .toml, or "NAME K=V ..."',
                f"{fr} : NOM[@DATE], un fichier maison .toml, ou « NOM K=V ... »",
            ),
        )
    shared.add_files(parser)
    for letter in "ab":
        parser.add_argument(
            f"--set-{letter}",
            action="append",
            default=[],
            metavar="K=V",
            help=words(f"a house rule of {letter.upper()}", f"un réglage maison de {letter.upper()}"),
        )
    lab.add_scoring(parser)
    lab.add_outputs(parser)
    shared.add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Read, replay twice, compare, say."""
    lab.need_extra()
    pair = lab.rulebook_of(options.a, options.set_a), lab.rulebook_of(options.b, options.set_b)
    if any(rulebook.kind == "placements" for rulebook in pair):
        from bareme.cli.lab.placed import compare_placed

        return compare_placed(options, pair)
    return _games(options, pair)


def _games(options: argparse.Namespace, pair: tuple[Rulebook, Rulebook]) -> int:
    from bareme.cli.screen import complain
    from bareme.findings import worst
    from bareme.lab.comparing import compare
    from bareme.lab.documents import comparison_document, findings_document
    from bareme.lab.words import labels_of
    from bareme.rulebooks.speech import Speech
    from bareme.writers.tables import write_json

    source, found = lab.source_of(options, pair)
    a, b = lab.histories_of(options, pair, source, yearly=True)
    first, second = labels_of(pair)
    comparison = compare(a, b, (first, second), draws=options.draws, seed=options.seed)
    found = [*found, *a.findings, *comparison.evaluation.findings]
    if options.report:
        from bareme.lab.report.comparison import comparison_page

        lab.write_page(options.report, comparison_page(comparison, options.lang))
    if options.json:
        document = comparison_document(comparison, options.lang)
        write_json({**document, "findings": findings_document(found, options.lang)}, sys.stdout)
    else:
        show(comparison, Speech(options.lang))
        complain(found, options.lang)
    return 1 if worst(found) == "error" else 0


def show(comparison: Comparison, say: Speech) -> None:
    """The verdict, then who moves."""
    from bareme.lab.compared import conclusion
    from bareme.lab.words import method

    heading, sentences = conclusion(comparison, say)
    print(heading)
    for sentence in sentences:
        print(f"  {sentence}")
    print()
    if comparison.one_scale:
        _show_groups(comparison, say)
    _show_movers(comparison, say)
    _show_points(comparison, say)
    for sentence in method(comparison.evaluation, say):
        print(sentence)


def _show_groups(comparison: Comparison, say: Speech) -> None:
    from bareme.cli.screen import show_table
    from bareme.lab.report.tables import group_cells, group_columns

    columns, rows = group_columns(say), [group_cells(group, say) for group in comparison.groups]
    show_table(columns, rows, say("Who gains, who pays", "Qui gagne, qui paie"))
    print()


def _show_movers(comparison: Comparison, say: Speech) -> None:
    from bareme.cli.screen import show_table
    from bareme.lab.report.tables import mover_cells, mover_columns

    movers = comparison.movers
    if not movers:
        return
    columns = mover_columns(comparison, say)
    title = say(f"Who moves most, on {say.day(comparison.on)}", f"Qui bouge le plus, au {say.day(comparison.on)}")
    show_table(columns, [mover_cells(move, comparison, say) for move in movers[:SHOWN]], title)
    if len(movers) > SHOWN:
        print(say(f"... and {len(movers) - SHOWN} more", f"... et {len(movers) - SHOWN} autres"))
    print()


def _show_points(comparison: Comparison, say: Speech) -> None:
    from bareme.cli.screen import show_table
    from bareme.lab.report.tables import POINT_COLUMNS, point_rows

    columns = [(say(en, fr), right) for en, fr, right in POINT_COLUMNS]
    for label, pool in zip(comparison.labels, comparison.pools, strict=True):
        show_table(columns, point_rows(pool, say), say(f"Where points come from: {label}", f"D'où viennent les points : {label}"))
        print()
