"""`bareme office init`, `upgrade`."""

from __future__ import annotations

import argparse
import os
import shlex
from pathlib import Path
from typing import Any

from bareme.cli.office.entry import add_command, say
from bareme.cli.office.users import say_first
from bareme.cli.options import add_language, words


def add(commands: Any) -> None:
    """The commands' options."""
    parser = commands.add_parser(
        "init",
        help=words(
            "make an office in a folder: database, secret, settings, administrator",
            "crée un bureau dans un dossier : base, secret, réglages, administrateur",
        ),
    )
    parser.add_argument("folder", metavar=words("DIR", "DOSSIER"))
    parser.add_argument(
        "--name",
        metavar=words("NAME", "NOM"),
        default="Barème",
        help=words("the office's name, as its pages show it", "nom du bureau, tel que ses pages le montrent"),
    )
    parser.add_argument(
        "--admin",
        metavar=words("USER", "NOM"),
        help=words(
            "the administrator's name (default: yours on this machine)",
            "nom de l'administrateur (d'ordinaire : le vôtre sur cette machine)",
        ),
    )
    add_language(parser)
    parser.set_defaults(run=init)
    add_command(
        commands,
        "upgrade",
        words(
            "bring the database to this version; make a backup before",
            "met la base à cette version ; faites d'abord une sauvegarde",
        ),
        upgrade,
        of_any_version=True,
    )


def init(options: argparse.Namespace) -> int:
    """Make the office, show the password once, say what to do next."""
    from bareme.findings import Refused

    try:
        from bareme.office.setup import make_office
        from bareme.office.users.names import os_user
    except ImportError:
        raise Refused("office-extra-missing") from None
    admin = options.admin or os_user()
    given = os.environ.get("BAREME_ADMIN_PASSWORD") or None
    made = make_office(options.folder, name=options.name, language=options.lang, admin=admin, password=given)
    say(options, "The office is ready in {folder}.", "Le bureau est prêt dans {folder}.", folder=options.folder)
    if made:
        say(options, "Administrator: {admin}", "Administrateur : {admin}", admin=admin)
        say(options, "Password, shown this once: {word}", "Mot de passe, montré cette seule fois : {word}", word=made)
        say_first(options)
    say(options, "Next:", "Ensuite :")
    for line in (
        f"    export BAREME_OFFICE={shlex.quote(str(Path(options.folder).resolve()))}",
        "    bareme office pool new ladder --rulebook elo",
        "    bareme office import results.csv --pool ladder --dry-run",
        "    bareme office import results.csv --pool ladder",
    ):
        print(line)
    return 0


def upgrade(options: argparse.Namespace, user: Any) -> int:
    """Apply what is missing."""
    from bareme.office.setup import upgrade as apply
    from bareme.office.users.policy import require

    require(user, "backup")
    applied = apply()
    if not applied:
        say(options, "The database is up to date.", "La base de données est à jour.")
    for migration in applied:
        print(migration)
    return 0
