"""`bareme explain`: one player's points, article by article."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bareme.cli import options as shared
from bareme.cli.options import words

if TYPE_CHECKING:
    from bareme.facts import Player
    from bareme.findings import Finding
    from bareme.journal import Line
    from bareme.readers.reading import Reading
    from bareme.rulebooks.base import Rulebook


def add(commands: Any) -> None:
    """The command's options."""
    parser = commands.add_parser(
        "explain",
        help=words("explain a player's points, article by article", "explique les points d'un joueur, article par article"),
    )
    shared.add_files(parser, "*")
    shared.add_rulebook(parser)
    shared.add_language(parser)
    parser.add_argument(
        "--player", required=True, metavar="P", help=words("name or number of the player", "nom ou numéro du joueur")
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--last",
        type=shared.whole(1, 1_000_000),
        default=None,
        metavar="N",
        help=words("the last N movements (default: 5)", "les N derniers mouvements (d'ordinaire : 5)"),
    )
    which.add_argument(
        "--since",
        metavar="DATE",
        help=words(
            "all movements after this day, such as the last list's",
            "tous les mouvements après ce jour, celui de la dernière liste par exemple",
        ),
    )
    which.add_argument("--event", metavar="E", help=words("all movements of one event", "tous les mouvements d'une épreuve"))
    which.add_argument(
        "--all", action="store_true", help=words("every movement since the first", "tous les mouvements depuis le premier")
    )
    shared.add_carry(parser)
    shared.add_engine(parser)
    parser.add_argument(
        "--on", metavar="DATE", help=words("stop the clock at the end of this day", "arrête l'horloge à la fin de ce jour")
    )
    parser.add_argument(
        "--json", action="store_true", help=words("journal lines and steps as JSON", "lignes du journal et étapes en JSON")
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Replay, keep the player's lines, explain those asked for."""
    from bareme.cli.screen import complain
    from bareme.engines.cells import is_frame_file
    from bareme.explain import explain, text
    from bareme.findings import worst

    rulebook = shared.rulebook(options)
    wants_fast = options.carry is not None and is_frame_file(options.carry)
    if shared.engine(options, rulebook.name, wants_fast=wants_fast) == "fast":
        from bareme.cli.bulk import explained as in_bulk

        player, lines, found = in_bulk(options, rulebook)
    else:
        player, lines, found = _replayed(options, rulebook)
    chosen = _chosen(lines, options)
    explained = [explain(line, rulebook, options.lang) for line in chosen]
    if options.json:
        _print_json(explained, rulebook.overrides)
    else:
        print(f"{player}\n")
        print(text(explained, rulebook, options.lang))
    errors = [finding for finding in found if finding.severity == "error"]
    complain(errors, options.lang)
    return 1 if worst(errors) else 0


def _replayed(options: argparse.Namespace, rulebook: Rulebook) -> tuple[str, list[Line], Sequence[Finding]]:
    from bareme.cli.screen import progress
    from bareme.readers.people import find_player
    from bareme.replay import people_of, replay

    carried = shared.carried(options)
    people = people_of(carried)
    reading = shared.read(options, people)
    player = find_player(options.player, _known(reading, people), [*reading.facts.players, *people])
    lines: list[Line] = []
    with progress(words("explaining", "calcul")) as told:
        replay(
            rulebook,
            reading.facts,
            on=shared.day(options.on),
            carried=carried,
            record=lambda line: lines.append(line) if line.player == player else None,
            progress=told,
        )
    return player, lines, reading.findings


def _chosen(lines: list[Line], options: argparse.Namespace) -> list[Line]:
    from bareme.findings import Refused

    if options.event is not None:
        chosen = [line for line in lines if line.event.casefold() == options.event.casefold()]
        if not chosen:
            events = list(dict.fromkeys(line.event for line in lines if line.event))
            raise Refused("no-such-event", event=options.event, player=options.player, events=events[-10:] or NONE)
        return chosen
    if options.since is not None:
        since = shared.day(options.since)
        return [line for line in lines if since is not None and line.date > since]
    return lines if options.all else lines[-(options.last or 5) :]


NONE = {"en": "none", "fr": "aucune"}


def _known(reading: Reading, people: Sequence[Player]) -> list[str]:
    facts = reading.facts
    keys = dict.fromkeys(player.key for player in (*people, *facts.players))
    keys.update(dict.fromkeys(name for game in facts.games for name in (game.player_a, game.player_b)))
    keys.update(dict.fromkeys(placement.player for placement in facts.placements))
    keys.update(dict.fromkeys(adjustment.player for adjustment in facts.adjustments))
    return list(keys)


def _print_json(explained: list[Any], overrides: Any) -> None:
    import sys
    from dataclasses import asdict

    from bareme.writers.tables import journal_row, write_json

    rows = [
        {
            **journal_row(one.line),
            "heading": one.heading,
            "steps": [asdict(step) for step in one.steps],
            "errata": [erratum.id for erratum in one.errata],
        }
        for one in explained
    ]
    write_json({"overrides": dict(overrides), "lines": rows}, sys.stdout)
