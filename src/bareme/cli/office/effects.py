"""What a correction does, shown before and after it is done."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from bareme.cli import options as shared
from bareme.cli.office.entry import say
from bareme.cli.office.runs import phases
from bareme.cli.options import words

if TYPE_CHECKING:
    from bareme.office.corrections.changes import Change
    from bareme.office.corrections.preview import Preview


def look(options: argparse.Namespace, user: Any, change: Change) -> Preview:
    """Work out and show who would move on the list of --on, and which published lists it touches."""
    from bareme.office.corrections.service import preview

    with phases() as told:
        seen = preview(user, change, shared.day(options.on), told)
    _show(options, seen)
    return seen


def _show(options: argparse.Namespace, seen: Preview) -> None:
    from bareme.cli.office.lists import show_effect
    from bareme.cli.screen import complain
    from bareme.findings import shown

    print(shown(seen.written.about))
    for name, value in seen.written.after.items():
        before = f"{shown(seen.written.before[name])} -> " if name in seen.written.before else ""
        print(f"  {name}: {before}{shown(value)}")
    complain(seen.findings, options.lang)
    for found in seen.pools:
        title = words(
            f"Effect on {found.pool.slug}, list of {found.effect.on}", f"Effet sur {found.pool.slug}, liste du {found.effect.on}"
        )
        show_effect(found.effect, found.rulebook, options.lang, title)
        for edition in found.editions:
            say(
                options,
                "  Published list of {day}, edition {number}: {n} would move, by {most} at most; claims until {until}.",
                "  Liste parue du {day}, édition {number} : {n} bougeraient, de {most} au plus ; réclamations jusqu'au {until}.",
                day=edition.edition.day,
                number=edition.edition.number,
                n=edition.moves,
                most=f"{edition.largest:g}",
                until=edition.claims_until,
            )
    if not seen.pools:
        say(options, "No list up to {on} is touched.", "Aucune liste jusqu'au {on} n'est touchée.", on=seen.on)


def say_done(options: argparse.Namespace, act: int, number: int) -> None:
    """It is in the ledger; the lists are not made anew by themselves."""
    say(
        options,
        "Recorded as act {act} (correction {number}). Lists follow with bareme office rate and publish.",
        "Enregistré : acte {act} (correction {number}). Les listes suivent avec bareme office rate et publish.",
        act=act,
        number=number,
    )
