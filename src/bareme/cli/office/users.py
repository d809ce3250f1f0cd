"""`bareme office user`: new, set, list."""

from __future__ import annotations

import argparse
import os
from typing import Any

from bareme.cli.office.entry import add_command, say
from bareme.cli.options import words

ROLES = ("reader", "reporter", "officer", "administrator")


def add(commands: Any) -> None:
    """The commands' options."""
    user = commands.add_parser(
        "user", help=words("who works here: make one, change one, list them", "qui travaille ici : créer, modifier, lister")
    )
    inner = user.add_subparsers(title=words("commands", "commandes"), metavar=words("COMMAND", "COMMANDE"), required=True)
    new = add_command(
        inner,
        "new",
        words(
            "a new user; a first password comes from BAREME_PASSWORD, or none: command line only",
            "un nouvel utilisateur ; premier mot de passe dans BAREME_PASSWORD, ou aucun : ligne de commande seulement",
        ),
        new_,
    )
    new.add_argument("username", metavar=words("USER", "NOM"))
    new.add_argument("--role", choices=ROLES, default="reader")
    new.add_argument("--name", metavar=words("NAME", "NOM"), default="", help=words("the full name", "le nom complet"))
    change = add_command(
        inner,
        "set",
        words(
            "change a user; a new first password comes from BAREME_PASSWORD; if you change your own, it stays",
            "modifie un utilisateur ; nouveau premier mot de passe dans BAREME_PASSWORD ; le vôtre, lui, reste",
        ),
        set_,
    )
    change.add_argument("username", metavar=words("USER", "NOM"))
    change.add_argument("--role", choices=ROLES)
    change.add_argument(
        "--active",
        action=argparse.BooleanOptionalAction,
        default=None,
        help=words("may he come in?", "a-t-il le droit d'entrer ?"),
    )
    change.add_argument(
        "--reports-for",
        action="append",
        default=[],
        metavar=words("POOL", "CLASSEMENT"),
        help=words("a reporter brings results of this pool", "un correspondant apporte les résultats de ce classement"),
    )
    change.add_argument("--reason", metavar=words("TEXT", "TEXTE"), default="")
    add_command(inner, "list", words("who works here", "qui travaille ici"), list_)


def new_(options: argparse.Namespace, user: Any) -> int:
    """A new user."""
    from bareme.office.users.service import new_user

    password = os.environ.get("BAREME_PASSWORD") or None
    made = new_user(user, options.username, options.role, password, name=options.name, language=options.lang)
    say(options, "User {name}: {role}.", "Utilisateur {name} : {role}.", name=made.username, role=made.role)
    if password:
        say_first(options)
    return 0


def say_first(options: argparse.Namespace) -> None:
    """What becomes of a password that somebody else chose."""
    from bareme.office.users.service import FIRST_DAYS

    say(
        options,
        "It must be used within {days} days; at the first login it is replaced by one that nobody else knows.",
        "Il doit servir dans les {days} jours ; la première connexion le remplace par un autre, que nul autre ne connaît.",
        days=FIRST_DAYS,
    )


def set_(options: argparse.Namespace, user: Any) -> int:
    """Change him."""
    from bareme.office.pools.service import pool_of
    from bareme.office.users.service import by_name, change_user, is_first, let_report

    changed = by_name(options.username)
    password = os.environ.get("BAREME_PASSWORD") or None
    if options.role or options.active is not None or password:
        change_user(user, changed, role=options.role, active=options.active, password=password, reason=options.reason)
    if is_first(changed) and password:
        say_first(options)
    for slug in options.reports_for:
        let_report(user, changed, pool=pool_of(slug))
    return 0


def list_(options: argparse.Namespace, user: Any) -> int:
    """All of them."""
    from bareme.cli.screen import show_table
    from bareme.office.users.models import User
    from bareme.office.users.policy import require

    require(user, "manage-users")
    fr = options.lang == "fr"
    headings = [("utilisateur" if fr else "user", False), ("nom" if fr else "name", False), ("rôle" if fr else "role", False)]
    left = "parti" if fr else "left"
    rows = [(u.username, u.name, u.role if u.is_active else left) for u in User.objects.order_by("username")]
    show_table(headings, rows)
    return 0
