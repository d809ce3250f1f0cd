"""`bareme office pool`: new, set, list."""

from __future__ import annotations

import argparse
from typing import Any

from bareme.cli.office.entry import add_command, say
from bareme.cli.options import overrides, whole, words


def add(commands: Any) -> None:
    """The commands' options."""
    pool = commands.add_parser(
        "pool", help=words("rankings: make one, change one, list them", "les classements : créer, modifier, lister")
    )
    inner = pool.add_subparsers(title=words("commands", "commandes"), metavar=words("COMMAND", "COMMANDE"), required=True)
    new = add_command(inner, "new", words("a new ranking", "un nouveau classement"), new_)
    new.add_argument(
        "slug",
        metavar=words("POOL", "CLASSEMENT"),
        help=words("its short name: small letters, digits, hyphens", "son nom court : minuscules, chiffres, traits d'union"),
    )
    new.add_argument(
        "--rulebook",
        required=True,
        metavar=words("NAME[@DATE]", "NOM[@DATE]"),
        help=words("elo, ffbg, fide, fisf; a house file .toml", "elo, ffbg, fide, fisf ; un fichier maison .toml"),
    )
    _settings(new)
    change = add_command(inner, "set", words("change a ranking's settings", "modifie les réglages d'un classement"), set_)
    change.add_argument("slug", metavar=words("POOL", "CLASSEMENT"))
    change.add_argument("--rulebook", metavar=words("NAME[@DATE]", "NOM[@DATE]"))
    change.add_argument("--reason", metavar=words("TEXT", "TEXTE"), required=True)
    _settings(change)
    add_command(inner, "list", words("the rankings of this office", "les classements de ce bureau"), list_)


def _settings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="K=V",
        help=words("a house rule; may be repeated", "un réglage maison ; peut se répéter"),
    )
    parser.add_argument(
        "--name", metavar=words("NAME", "NOM"), help=words("its name, as pages show it", "son nom, tel que les pages le montrent")
    )
    parser.add_argument(
        "--numbers",
        metavar=words("KIND", "GENRE"),
        help=words(
            "the kind of number its files know people by: licence, fide ...",
            "le genre de numéro de ses fichiers : licence, fide ...",
        ),
    )
    parser.add_argument(
        "--rhythm",
        metavar=words("DAYS", "JOURS"),
        help=words(
            "when lists are due: monthly, none, or days such as 01-01,07-01",
            "quand paraissent les listes : monthly, none, ou des jours comme 01-01,07-01 (mois-jour)",
        ),
    )
    parser.add_argument(
        "--claim-days",
        type=whole(0, 3650),
        dest="claim_window_days",
        metavar="N",
        help=words("days in which a list may be contested", "jours pendant lesquels une liste se conteste"),
    )
    parser.add_argument(
        "--two-person",
        action=argparse.BooleanOptionalAction,
        default=None,
        help=words("a second person accepts corrections", "une seconde personne accepte les corrections"),
    )


def _given(options: argparse.Namespace) -> dict[str, Any]:
    names = ("name", "numbers", "rhythm", "claim_window_days", "two_person")
    return {name: getattr(options, name) for name in names if getattr(options, name) is not None}


def new_(options: argparse.Namespace, user: Any) -> int:
    """A new pool."""
    from bareme.office.pools.service import new_pool

    pool = new_pool(user, options.slug, options.rulebook, overrides(options.set), **_given(options))
    say(options, "Pool {slug}: {rulebook}.", "Classement {slug} : {rulebook}.", slug=pool.slug, rulebook=pool.rulebook)
    return 0


def set_(options: argparse.Namespace, user: Any) -> int:
    """Change it."""
    from bareme.office.pools.service import change_pool, pool_of

    settings = _given(options)
    if options.rulebook:
        settings["rulebook"] = options.rulebook
    pool = pool_of(options.slug)
    if options.set:
        settings["overrides"] = {**({} if options.rulebook else pool.overrides), **overrides(options.set)}
    change_pool(user, pool, options.reason, **settings)
    return list_(options, user)


def list_(options: argparse.Namespace, user: Any) -> int:
    """All of them."""
    from bareme.cli.screen import show_table
    from bareme.office.pools.models import Pool
    from bareme.office.users.policy import require

    require(user, "see-desk")
    fr = options.lang == "fr"
    headings = [
        ("classement" if fr else "pool", False),
        ("nom" if fr else "name", False),
        ("règlement" if fr else "rulebook", False),
        ("réglages maison" if fr else "house rules", False),
        ("listes" if fr else "lists", False),
        ("deux personnes" if fr else "two people", False),
    ]
    words = ("non", "oui") if fr else ("no", "yes")
    rows = []
    for pool in Pool.objects.order_by("slug"):
        house = ", ".join(f"{name}={value}" for name, value in pool.overrides.items())
        rows.append((pool.slug, pool.name, pool.rulebook, house or "-", pool.rhythm, words[pool.two_person]))
    show_table(headings, rows)
    return 0
