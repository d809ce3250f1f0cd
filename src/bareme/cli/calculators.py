"""`bareme odds`, `bareme event` and `bareme table`: the official engine on a few numbers."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from bareme.cli import options as shared
from bareme.cli.options import words

if TYPE_CHECKING:
    from bareme.rulebooks.base import Rulebook
    from bareme.rulebooks.speech import Speech, Table


def add(commands: Any) -> None:
    """The options of the three commands."""
    _add_odds(commands)
    _add_event(commands)
    table = commands.add_parser(
        "table", help=words("a regulation's tables, recomputed", "les tables d'un règlement, recalculées")
    )
    table.add_argument("rulebook", metavar=words("NAME[@DATE]", "NOM[@DATE]"))
    table.add_argument(
        "table",
        nargs="?",
        help=words("one of the rulebook's tables (default: all)", "l'une des tables du règlement (d'ordinaire : toutes)"),
    )
    table.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="K=V",
        help=words("a house rule; may be repeated", "un réglage maison ; peut se répéter"),
    )
    shared.add_format(table)
    shared.add_language(table)
    table.set_defaults(run=run_table)


def _add_odds(commands: Any) -> None:
    odds = commands.add_parser(
        "odds",
        help=words(
            "the odds of one game, and what each would win or lose",
            "les chances d'une partie, et ce que chacun y gagnerait ou perdrait",
        ),
    )
    shared.add_rulebook(odds)
    odds.add_argument("a", metavar="A", type=shared.number, help=words("rating of the first", "classement du premier"))
    odds.add_argument("b", metavar="B", type=shared.number, help=words("rating of the second", "classement du second"))
    _add_lengths(odds)
    odds.add_argument(
        "--experience",
        nargs=2,
        type=shared.amount,
        metavar=("EA", "EB"),
        help=words("experience of both (ffbg)", "expérience des deux (ffbg)"),
    )
    odds.add_argument(
        "--k", type=shared.amount, help=words("K of both, instead of the rulebook's", "K des deux, au lieu de celui du règlement")
    )
    shared.add_json(odds)
    shared.add_language(odds)
    odds.set_defaults(run=run_odds)


def _add_event(commands: Any) -> None:
    event = commands.add_parser("event", help=words("a whole event for one player", "une épreuve entière pour un joueur"))
    shared.add_rulebook(event)
    who = event.add_mutually_exclusive_group(required=True)
    who.add_argument("--rating", type=shared.number, metavar="R", help=words("the player's rating", "classement du joueur"))
    who.add_argument("--unrated", action="store_true", help=words("he has none yet", "il n'en a pas encore"))
    event.add_argument(
        "--k",
        type=shared.amount,
        help=words("the player's K, instead of the rulebook's", "K du joueur, au lieu de celui du règlement"),
    )
    event.add_argument(
        "--games",
        type=shared.whole(0, 100_000),
        metavar="G",
        help=words("games he played before", "parties qu'il a jouées avant"),
    )
    event.add_argument(
        "--born", type=shared.whole(1800, 2200), metavar=words("Y", "ANNÉE"), help=words("year of birth", "année de naissance")
    )
    event.add_argument(
        "--experience", type=shared.amount, metavar="E", help=words("his experience (ffbg)", "son expérience (ffbg)")
    )
    _add_lengths(event)
    event.add_argument(
        "results",
        nargs="+",
        metavar=words("OPP=RESULT", "ADV=RÉSULTAT"),
        help=words("opponent's rating = 1, 0.5 or 0", "classement de l'adversaire = 1, 0,5 ou 0"),
    )
    shared.add_json(event)
    shared.add_language(event)
    event.set_defaults(run=run_event)


def _add_lengths(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--length",
        type=shared.whole(1, 999),
        metavar="N",
        help=words("match length in points (ffbg)", "longueur du match en points (ffbg)"),
    )
    which.add_argument("--format", metavar="2x9", help=words("a match in sets (ffbg)", "un match en sets (ffbg)"))


def run_odds(options: argparse.Namespace) -> int:
    """Probability of each side and the changes at stake."""
    from bareme.calculators import odds

    rulebook = shared.rulebook(options)
    experience = tuple(options.experience) if options.experience else None
    given = {"length": options.length, "format": options.format, "experience": experience, "k": options.k}
    answer = odds(rulebook, options.a, options.b, **given)
    if options.json:
        _print_json(answer)
        return 0
    from bareme.cli.screen import show_table
    from bareme.rulebooks.speech import Speech

    say = Speech(options.lang)
    draws = "draw" in answer["a"]
    columns = [
        ("", False),
        (_rating_heading(rulebook, say), True),
        (say("Probability", "Probabilité"), True),
        (say("Win", "Gain"), True),
    ]
    columns += [(say("Draw", "Nulle"), True)] if draws else []
    columns += [(say("Loss", "Perte"), True)]
    factor = next((name for name in ("k", "factor") if name in answer["a"]), None)
    columns += [({"k": "K", "factor": "FA"}[factor], True)] if factor else []
    rows = []
    for name, rating in (("A", options.a), ("B", options.b)):
        side = answer[name.lower()]
        changes = [side["win"], *([side["draw"]] if draws else []), side["loss"]]
        row = [name, say.number(rating), say.percent(side["probability"]), *(say.signed(change, 3) for change in changes)]
        rows.append([*row, say.number(side[factor])] if factor else row)
    title = say.of(rulebook.title)
    if answer["length"] is not None:
        title += say(", match length ", ", match en ") + say.number(answer["length"])
    show_table(columns, rows, title + _house(rulebook, say))
    return 0


def _house(rulebook: Rulebook, say: Speech) -> str:
    return say("; house rules: ", " ; règles maison : ") + rulebook.house_rules if rulebook.overrides else ""


def _rating_heading(rulebook: Rulebook, say: Speech) -> str:
    """What the rulebook's own list calls a rating."""
    heading = next(column for column in rulebook.module("words").COLUMNS if column.path == "published/rating")
    return say(heading.en, heading.fr)


def run_event(options: argparse.Namespace) -> int:
    """A whole event for one player: expected, change, new rating."""
    from bareme.calculators import event

    rulebook = shared.rulebook(options)
    answer = event(
        rulebook,
        None if options.unrated else options.rating,
        [_result(text) for text in options.results],
        k=options.k,
        games_played=options.games,
        born=options.born,
        length=options.length,
        format=options.format,
        experience=None if options.experience is None else (options.experience, options.experience),
    )
    if options.json:
        _print_json(answer)
        return 0
    from bareme.cli.screen import show_table
    from bareme.rounding import half_away
    from bareme.rulebooks.speech import Speech

    say = Speech(options.lang)
    words = {
        "games": ("Games", "Parties"),
        "score": ("Score", "Score"),
        "expected": ("Expected", "Attendu"),
        "k": ("K", "K"),
        "change": ("Change", "Variation"),
        "new": ("New rating", "Nouveau classement"),
        "performance": ("Performance", "Performance"),
    }
    rows = [[say(*words[name]), say.number(half_away(answer[name] * 1e4) / 1e4)] for name in words if answer[name] is not None]
    if answer.get("reason"):
        from bareme.findings import Finding

        rows.append([say("Why", "Pourquoi"), Finding(answer["reason"], details=answer).message(options.lang)])
    title = f"{say.of(rulebook.title)} ({say('version', 'version')} {say.version(rulebook.latest.name)})"
    show_table([("", False), ("", True)], rows, title + _house(rulebook, say))
    return 0


def _result(text: str) -> tuple[float, float]:
    from bareme.calculators import result
    from bareme.findings import Refused

    opponent, score = result(text)
    try:
        return shared.number(opponent), score
    except argparse.ArgumentTypeError:
        raise Refused("bad-result", value=text) from None


def _print_json(answer: Any) -> None:
    from bareme.writers.tables import write_json

    write_json(answer, sys.stdout)


def run_table(options: argparse.Namespace) -> int:
    """One table of the regulation, or all of them."""
    from bareme.calculators import tables, under
    from bareme.findings import Refused

    rulebook = shared.rulebook(options)
    found = tables(rulebook, options.table)
    if options.format == "json":
        shown = {name: {"article": t.article, "columns": _plain(t), "rows": t.rows} for name, t in found.items()}
        _print_json({"tables": shown, **under(rulebook)})
        return 0
    if options.format == "csv" and len(found) > 1:
        raise Refused("table-needs-name", allowed=sorted(found))
    for number, (name, table) in enumerate(found.items()):
        if options.format == "csv":
            from bareme.writers.tables import write_table

            write_table(_plain(table), table.rows, sys.stdout)
        else:
            _show(name, table, options.lang, first=number == 0, house=rulebook)
    return 0


def _plain(table: Table) -> list[str]:
    """The headings as files for machines bear them, whatever the reader's language."""
    from bareme.rulebooks.speech import Speech

    return [Speech("en").of(column) for column in table.columns]


def _show(name: str, table: Table, language: str, *, first: bool, house: Rulebook) -> None:
    from bareme.cli.screen import show_table
    from bareme.rulebooks.speech import Speech

    say = Speech(language)
    digits = table.digits or (None,) * len(table.columns)
    rows = [
        [cell if isinstance(cell, str) else say.number(cell, places) for cell, places in zip(row, digits, strict=True)]
        for row in table.rows
    ]
    if not first:
        print()
    title = f"{name}{say.colon}{say.of(table.title)} [{table.article}]{_house(house, say)}"
    show_table([(say.of(column), True) for column in table.columns], rows, title)
