"""`bareme office member`: find, show, new, set, erase."""

from __future__ import annotations

import argparse
from typing import Any

from bareme.cli.office.entry import add_command, say
from bareme.cli.options import day, words


def add(commands: Any) -> None:
    """The commands' options."""
    member = commands.add_parser(
        "member", help=words("people: find, show, make, change", "les personnes : chercher, montrer, créer, modifier")
    )
    inner = member.add_subparsers(title=words("commands", "commandes"), metavar=words("COMMAND", "COMMANDE"), required=True)
    find = add_command(
        inner,
        "find",
        words(
            "members by a part of the name, or by number; accents and order forgiven",
            "des membres par une partie du nom, ou par numéro, sans souci d'accents ni d'ordre",
        ),
        find_,
    )
    find.add_argument("text", metavar=words("TEXT", "TEXTE"))
    show = add_command(inner, "show", words("all that is known of a member", "tout ce qu'on sait d'un membre"), show_)
    show.add_argument("member", metavar=words("MEMBER", "MEMBRE"), help=words("his code, or his name", "son code, ou son nom"))
    new = add_command(inner, "new", words("a new member", "un nouveau membre"), new_)
    new.add_argument("name", metavar=words("NAME", "NOM"))
    _what(new)
    change = add_command(
        inner, "set", words("what is newly known of a member, since a day", "ce qu'on apprend d'un membre, depuis un jour"), set_
    )
    change.add_argument("member", metavar=words("MEMBER", "MEMBRE"), help=words("his code, or his name", "son code, ou son nom"))
    change.add_argument("--name", metavar=words("NAME", "NOM"), help=words("he now bears this name", "il porte désormais ce nom"))
    change.add_argument(
        "--licence",
        nargs=2,
        metavar=(words("START", "DÉBUT"), words("END", "FIN")),
        help=words("he holds a licence between these days", "il a une licence entre ces jours"),
    )
    change.add_argument("--birth-date", metavar="DATE")
    change.add_argument("--email")
    _what(change)
    erase = add_command(
        inner,
        "erase",
        words("erase a member's birth date and e-mail", "efface la date de naissance et l'adresse d'un membre"),
        erase_,
    )
    erase.add_argument("member", metavar=words("MEMBER", "MEMBRE"))
    erase.add_argument("--reason", metavar=words("TEXT", "TEXTE"), required=True)


_AFFILIATIONS = ("club", "committee", "federation", "series")


def _what(parser: argparse.ArgumentParser) -> None:
    for kind in _AFFILIATIONS:
        parser.add_argument(f"--{kind}", metavar=words(*_WORDS[kind]).upper())
    parser.add_argument(
        "--number",
        action="append",
        default=[],
        metavar=words("KIND=NUMBER", "GENRE=NUMÉRO"),
        help="licence=12345, fide=1503014 ...",
    )
    parser.add_argument(
        "--since", metavar="DATE", help=words("since when; default: always", "depuis quand ; d'ordinaire : toujours")
    )
    parser.add_argument("--reason", metavar=words("TEXT", "TEXTE"), default="")


def _affiliations(options: argparse.Namespace) -> dict[str, str]:
    return {
        kind: value for kind in ("club", "committee", "federation", "series") if (value := getattr(options, kind)) is not None
    }


def new_(options: argparse.Namespace, user: Any) -> int:
    """A new member."""
    from bareme.cli.options import overrides
    from bareme.office.people.members import NewMember, new_member

    new = NewMember(options.name, overrides(options.number), _affiliations(options), day(options.since))
    print(new_member(user, new, options.reason))
    return 0


def set_(options: argparse.Namespace, user: Any) -> int:
    """One act for each thing said."""
    from bareme.cli.options import overrides
    from bareme.office.people import members

    member, since = members.member_of(options.member), day(options.since)
    if options.name:
        members.rename(user, member, options.name, since, options.reason)
    for kind, value in _affiliations(options).items():
        members.affiliate(user, member, kind, value, since, options.reason)
    for kind, number in overrides(options.number).items():
        members.give_number(user, member, kind, number, options.reason)
    if options.licence:
        start, end = (day(text) for text in options.licence)
        if start and end:
            members.license_member(user, member, start, end, options.federation or "")
    if options.birth_date or options.email is not None:
        members.set_personal_data(user, member, birth_date=day(options.birth_date), email=options.email)
    options.member = member.code  # he may have another name now
    return show_(options, user)


def erase_(options: argparse.Namespace, user: Any) -> int:
    """Erase personal data."""
    from bareme.office.people.members import erase_personal_data, member_of

    erase_personal_data(user, member_of(options.member), options.reason)
    return 0


def find_(options: argparse.Namespace, user: Any) -> int:
    """By name or number."""
    from bareme.cli.screen import show_table
    from bareme.office.people.search import find
    from bareme.office.users.policy import require

    require(user, "see-desk")
    fr = options.lang == "fr"
    show_table([("code", False), ("nom" if fr else "name", False), ("numéros" if fr else "numbers", False)], find(options.text))
    return 0


def show_(options: argparse.Namespace, user: Any) -> int:
    """Everything, dated."""
    from bareme.office.people.members import member_of
    from bareme.office.people.search import known
    from bareme.office.users.policy import require

    require(user, "see-desk")
    member = member_of(options.member)
    print(member)
    for word, value, since in known(member):
        what, when = _WORDS[word][options.lang == "fr"], f" ({since})" if since else ""
        say(options, "  {what}: {value}{when}", "  {what} : {value}{when}", what=what, value=value, when=when)
    return 0


_WORDS = {
    "name": ("name", "nom"),
    "alias": ("known in files as", "connu dans les fichiers sous"),
    "number": ("number", "numéro"),
    "club": ("club", "club"),
    "committee": ("committee", "comité"),
    "federation": ("federation", "fédération"),
    "series": ("series", "série"),
    "licence": ("licence", "licence"),
    "merged": ("merged into", "fusionné dans"),
}
