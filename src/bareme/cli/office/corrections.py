"""`bareme office facts`, `correct`, `merge`, `split`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bareme.cli import options as shared
from bareme.cli.office import decisions
from bareme.cli.office.effects import look, say_done
from bareme.cli.office.entry import add_command, say
from bareme.cli.options import words

if TYPE_CHECKING:
    from bareme.office.corrections.changes import Change

KINDS = ("game", "bye", "placement", "adjustment", "listing")


def add(commands: Any) -> None:
    """The commands' options."""
    facts = add_command(
        commands,
        "facts",
        words("the facts of a pool, with their numbers", "les faits d'un classement, avec leurs numéros"),
        facts_,
    )
    facts.add_argument("--pool", required=True, metavar=words("POOL", "CLASSEMENT"))
    facts.add_argument("--kind", choices=KINDS, default="game")
    facts.add_argument("--event", metavar=words("EVENT", "ÉPREUVE"))
    facts.add_argument("--player", metavar=words("MEMBER", "MEMBRE"))
    facts.add_argument("--since", metavar="DATE")
    facts.add_argument("--until", metavar="DATE")
    facts.add_argument("--void", action="store_true", help=words("those that are void", "ceux qui sont annulés"))
    _correct(commands)
    merge = add_command(
        commands,
        "merge",
        words("two members are one person; can be undone", "deux membres sont une seule personne ; réversible"),
        merge_,
    )
    merge.add_argument("member", metavar=words("MEMBER", "MEMBRE"))
    merge.add_argument("into", metavar=words("INTO", "DANS"))
    _about(merge)
    split = add_command(commands, "split", words("undo the merge of a member", "défait la fusion d'un membre"), split_)
    split.add_argument("member", metavar=words("MEMBER", "MEMBRE"))
    _about(split)


def _correct(commands: Any) -> None:
    correct = commands.add_parser(
        "correct",
        help=words(
            "correct what was recorded: who moves is shown before", "corrige ce qui a été enregistré : l'effet est montré avant"
        ),
        epilog=words(
            "Find a fact's number with bareme office facts. Look first: --dry-run records nothing.",
            "Trouvez le numéro d'un fait avec bareme office facts. Regardez d'abord : --dry-run n'enregistre rien.",
        ),
    )
    inner = correct.add_subparsers(title=words("commands", "commandes"), metavar=words("COMMAND", "COMMANDE"), required=True)
    for kind in KINDS:
        one = add_command(
            inner, kind, words(f"facts of the kind {kind}, by number", f"des faits du genre {kind}, par numéro"), fact_
        )
        one.set_defaults(kind=kind)
        one.add_argument("numbers", nargs="+", type=int, metavar="N")
        _doing(one, swap=kind == "game")
        _in_pool(one)
    event = add_command(
        inner,
        "event",
        words("what is known of an event, or the whole event", "ce qu'on sait d'une épreuve, ou toute l'épreuve"),
        event_,
    )
    event.add_argument("label", metavar=words("EVENT", "ÉPREUVE"))
    _doing(event)
    _in_pool(event)
    decision = add_command(
        inner,
        "decision",
        words(
            "a new decision about a player: assign, title, revalue, licence",
            "une nouvelle décision sur un joueur : assign, title, revalue, licence",
        ),
        decision_,
    )
    decision.add_argument("player", metavar=words("MEMBER", "MEMBRE"))
    decision.add_argument("--date", required=True, metavar="DATE")
    decision.add_argument("--kind", dest="decided", required=True, choices=("assign", "title", "revalue", "licence"))
    _set(decision)
    _in_pool(decision)
    decisions.add(inner)


def _set(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar=words("FIELD=VALUE", "CHAMP=VALEUR"),
        help=words("may be repeated", "répétable"),
    )


def _doing(parser: argparse.ArgumentParser, *, swap: bool = False) -> None:
    _set(parser)
    doing = parser.add_mutually_exclusive_group()
    doing.add_argument(
        "--void",
        dest="do",
        action="store_const",
        const="void",
        default="set",
        help=words("it does not stand any more", "il ne tient plus"),
    )
    doing.add_argument(
        "--restore",
        dest="do",
        action="store_const",
        const="restore",
        help=words("what was void stands again", "ce qui était annulé tient de nouveau"),
    )
    if swap:
        doing.add_argument(
            "--swap", dest="do", action="store_const", const="swap", help=words("the other one won", "c'est l'autre qui a gagné")
        )


def _in_pool(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pool", required=True, metavar=words("POOL", "CLASSEMENT"))
    _about(parser)


def _about(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--reason", default="", help=words("why; needed", "pourquoi ; nécessaire"))
    parser.add_argument(
        "--evidence", default="", metavar=words("TEXT", "TEXTE"), help=words("what it rests on", "sur quoi cela repose")
    )
    parser.add_argument(
        "--document", action="append", default=[], metavar=words("FILE", "FICHIER"), help=words("kept with it", "gardé avec")
    )
    parser.add_argument(
        "--on",
        metavar="DATE",
        help=words(
            "show the effect on the list of this day (default: today)",
            "montre l'effet sur la liste de ce jour (d'ordinaire : aujourd'hui)",
        ),
    )
    parser.add_argument(
        "--dry-run", action="store_true", help=words("only show who would move", "montre seulement qui bougerait")
    )
    parser.add_argument("--no-preview", action="store_true", help=words("do not work out who moves", "ne calcule pas qui bouge"))


# -- facts


def facts_(options: argparse.Namespace, user: Any) -> int:
    """A table."""
    from bareme.cli.screen import show_table
    from bareme.findings import shown
    from bareme.office.corrections.facts import facts
    from bareme.office.people.members import member_of
    from bareme.office.pools.service import pool_of
    from bareme.office.users.policy import require

    pool = pool_of(options.pool)
    require(user, "see-desk", pool)
    player = member_of(options.player) if options.player else None
    days = {"since": shared.day(options.since), "until": shared.day(options.until)}
    found = list(facts(pool, options.kind, event=options.event, player=player, void=options.void, **days))
    names = list(found[0].said) if found else []
    rows = [
        [str(fact.number), *("" if value is None else shown(value) for value in fact.said.values()), fact.source]
        for fact in found
    ]
    show_table([("N", True), *((name, False) for name in names), (words("from", "d'après"), False)], rows)
    return 0


# -- corrections


def fact_(options: argparse.Namespace, user: Any) -> int:
    """Facts by their numbers."""
    from bareme.office.corrections.changes import Change
    from bareme.office.pools.service import pool_of

    said = shared.overrides(options.set)
    return _go(options, user, Change(options.kind, pool_of(options.pool), tuple(options.numbers), options.do, said))


def event_(options: argparse.Namespace, user: Any) -> int:
    """An event by its label."""
    from bareme.office.corrections.changes import Change, detail_of
    from bareme.office.pools.service import pool_of

    pool = pool_of(options.pool)
    detail = detail_of(pool, options.label)
    return _go(options, user, Change("event", pool, (detail,), options.do, shared.overrides(options.set)))


def decision_(options: argparse.Namespace, user: Any) -> int:
    """A new adjustment."""
    from bareme.office.corrections.changes import Change
    from bareme.office.people.members import member_of
    from bareme.office.pools.service import pool_of

    said = {"player": member_of(options.player).code, "date": options.date, "kind": options.decided, "reason": options.reason}
    return _go(options, user, Change("decision", pool_of(options.pool), said={**said, **shared.overrides(options.set)}))


def merge_(options: argparse.Namespace, user: Any) -> int:
    """Two members are one."""
    from bareme.office.corrections.changes import Change
    from bareme.office.people.members import member_of

    codes = {"member": member_of(options.member).code, "into": member_of(options.into).code}
    return _go(options, user, Change("merge", None, said=codes))


def split_(options: argparse.Namespace, user: Any) -> int:
    """They are two after all."""
    from bareme.office.corrections.changes import Change
    from bareme.office.people.members import member_of

    return _go(options, user, Change("split", None, said={"member": member_of(options.member).code}))


def _go(options: argparse.Namespace, user: Any, change: Change) -> int:
    from bareme.office.corrections.service import ask

    seen = None if options.no_preview and not options.dry_run else look(options, user, change)
    if options.dry_run:
        say(options, "Nothing was recorded (--dry-run).", "Rien n'a été enregistré (--dry-run).")
        return 0
    asked = ask(user, change, options.reason, evidence=options.evidence, documents=_documents(options.document), seen=seen)
    if asked.decision is None:
        say(
            options,
            "Correction {number} waits for a second person: bareme office correct accept {number}.",
            "La correction {number} attend une deuxième personne : bareme office correct accept {number}.",
            number=asked.correction.pk,
        )
    else:
        say_done(options, asked.decision.act_id, asked.correction.pk)
    return 0


def _documents(paths: list[str]) -> list[Any]:
    from bareme.findings import Refused, in_words
    from bareme.office.corrections.service import Document

    found = []
    for path in map(Path, paths):
        try:
            found.append(Document(path.name, path.read_bytes()))
        except OSError as error:
            raise Refused("cannot-open", file=str(path), why=in_words(error)) from None
    return found
