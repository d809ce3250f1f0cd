"""`bareme office audit`: the audit trail, as a diary."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from bareme.cli.office.entry import add_command
from bareme.cli.options import whole, words


def add(commands: Any) -> None:
    """The command's options."""
    parser = add_command(
        commands,
        "audit",
        words("read the audit trail: who did what, when, why", "lit la piste d'audit : qui a fait quoi, quand, pourquoi"),
        run,
    )
    parser.add_argument("--pool", metavar=words("POOL", "CLASSEMENT"))
    parser.add_argument(
        "--action",
        metavar=words("KIND", "GENRE"),
        help=words(
            "only acts of this kind: import, correct, publish ...",
            "seulement les actes de ce genre : import, correct, publish ...",
        ),
    )
    parser.add_argument("--user", metavar=words("USER", "NOM"))
    parser.add_argument(
        "--last", type=whole(1, 10_000_000), metavar="N", help=words("only the last N", "seulement les N derniers")
    )
    parser.add_argument("--format", choices=("table", "json"), default="table")


def run(options: argparse.Namespace, user: Any) -> int:
    """Acts, oldest first."""
    from bareme.findings import shown
    from bareme.office.audit.diary import acts, sentence, whole
    from bareme.office.pools.service import pool_of
    from bareme.office.users.policy import require

    require(user, "read-audit")
    pool = pool_of(options.pool) if options.pool else None
    found = acts(pool=pool, action=options.action, user=options.user, last=options.last)
    if options.format == "json":
        from bareme.writers.tables import write_json

        write_json([whole(act) for act in found], sys.stdout)
        return 0
    for act in found:
        print(f"{act.pk:>6}  {act.at:%Y-%m-%d %H:%M:%S}Z  {shown(act.by_name)}: {sentence(act, options.lang)}")
        if act.reason:
            print(f"        {shown(act.reason)}")
    return 0
