"""`bareme office correct list`, `show`, `accept`, `refuse`, `withdraw`: corrections that were asked for."""

from __future__ import annotations

import argparse
from typing import Any

from bareme.cli.office.effects import look, say_done
from bareme.cli.office.entry import add_command, say
from bareme.cli.options import words


def add(inner: Any) -> None:
    """The commands about corrections that were asked for."""
    add_command(inner, "list", words("corrections that wait for a decision", "les corrections en attente"), waiting_)
    show = add_command(
        inner,
        "show",
        words("a correction that was asked for, and its effect now", "une correction demandée, et son effet maintenant"),
        show_,
    )
    show.add_argument("number", type=int, metavar="N")
    show.add_argument("--on", metavar="DATE")
    for name, text in (
        ("accept", words("accept a correction: it is done", "accepte une correction : elle est faite")),
        ("refuse", words("refuse a correction", "refuse une correction")),
        ("withdraw", words("take one's own correction back", "retire sa propre correction")),
    ):
        parser = add_command(inner, name, text, decide_)
        parser.set_defaults(doing=name)
        parser.add_argument("number", type=int, metavar="N")
        parser.add_argument("--reason", default="")
        if name == "accept":
            parser.add_argument("--on", metavar="DATE")
            parser.add_argument(
                "--anew",
                action="store_true",
                help=words("show its effect now, and accept that", "montre son effet maintenant, et l'accepte"),
            )


def waiting_(options: argparse.Namespace, user: Any) -> int:
    """Corrections without a decision."""
    from bareme.cli.screen import show_table
    from bareme.findings import shown
    from bareme.office.audit.diary import topic
    from bareme.office.corrections.service import pending
    from bareme.office.users.policy import require

    require(user, "see-desk")
    rows = [
        (
            str(c.pk),
            c.pool.slug if c.pool else "-",
            topic(c.asked, options.lang),
            c.asked.by_name,
            f"{c.asked.at:%Y-%m-%d}",
            shown(c.asked.reason),
        )
        for c in pending()
    ]
    headings = [
        ("N", True),
        (words("pool", "classement"), False),
        (words("about", "objet"), False),
        (words("asked by", "demandée par"), False),
        (words("on", "le"), False),
        (words("reason", "motif"), False),
    ]
    show_table(headings, rows)
    return 0


def show_(options: argparse.Namespace, user: Any) -> int:
    """What it asks for, why, and who would move now."""
    from bareme.findings import shown
    from bareme.office.corrections.service import change_of, correction_of

    correction = correction_of(options.number)
    asked = correction.asked
    say(
        options,
        "Correction {number}, asked by {by} on {at}: {reason}",
        "Correction {number}, demandée par {by} le {at} : {reason}",
        number=correction.pk,
        by=asked.by_name,
        at=f"{asked.at:%Y-%m-%d}",
        reason=asked.reason,
    )
    if correction.evidence:
        print("  " + shown(correction.evidence))
    for document in correction.documents.order_by("pk"):
        print(f"  {shown(document.name)} (SHA-256 {document.sha256})")
    look(options, user, change_of(correction))
    return 0


def decide_(options: argparse.Namespace, user: Any) -> int:
    """Accept, refuse or withdraw."""
    from bareme.office.corrections.service import change_of, correction_of, decide, withdraw

    correction = correction_of(options.number)
    if options.doing == "withdraw":
        withdraw(user, correction, options.reason)
        say(options, "Correction {number} is withdrawn.", "La correction {number} est retirée.", number=correction.pk)
        return 0
    if options.doing == "refuse":
        decide(user, correction, False, options.reason)
        say(options, "Correction {number} is refused.", "La correction {number} est refusée.", number=correction.pk)
        return 0
    seen = look(options, user, change_of(correction)) if options.anew else None
    decision = decide(user, correction, True, options.reason, seen=seen)
    say_done(options, decision.act_id, correction.pk)
    return 0
