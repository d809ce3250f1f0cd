"""`bareme office publish`, `editions`, `list`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from bareme.cli import options as shared
from bareme.cli.office.entry import add_command, say
from bareme.cli.office.runs import add_wait, phases
from bareme.cli.options import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bareme.office.editions.differences import Difference
    from bareme.office.editions.models import Edition

SHOWN = 40


def add(commands: Any) -> None:
    """The commands' options."""
    publish = add_command(
        commands,
        "publish",
        words(
            "publish the list of a day; again after a correction: another edition",
            "publie la liste d'un jour ; de nouveau après une correction : une autre édition",
        ),
        publish_,
    )
    _pool(publish)
    publish.add_argument("--date", required=True, metavar="DATE", help=words("the day of the list", "le jour de la liste"))
    publish.add_argument("--reason", default="", help=words("kept in the audit trail", "gardé dans la trace"))
    publish.add_argument(
        "--top", type=int, default=10, metavar="N", help=words("show the first N (10)", "montre les N premiers (10)")
    )
    add_wait(publish)
    editions = add_command(
        commands,
        "editions",
        words("the lists that were published, and whether they still stand", "les listes parues, et si elles tiennent encore"),
        editions_,
    )
    _pool(editions)
    show = add_command(
        commands,
        "list",
        words(
            "show a published list, or what changed between two editions",
            "montre une liste parue, ou l'écart entre deux éditions",
        ),
        list_,
    )
    _pool(show)
    show.add_argument("--date", required=True, metavar="DATE")
    show.add_argument("--edition", type=int, metavar="N", help=words("default: the last one", "d'ordinaire : la dernière"))
    show.add_argument(
        "--against",
        metavar="DATE[/N]",
        help=words("show what differs from this edition", "montre ce qui diffère de cette édition"),
    )
    show.add_argument("--top", type=int, metavar="N")


def _pool(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pool", required=True, metavar=words("POOL", "CLASSEMENT"))


def publish_(options: argparse.Namespace, user: Any) -> int:
    """Publish; say what changed to the edition it corrects."""
    from bareme.cli.screen import complain
    from bareme.findings import Finding
    from bareme.office.editions.service import publish
    from bareme.office.pools.service import pool_of

    pool, day = pool_of(options.pool), shared.day(options.date)
    assert day  # noqa: S101 - the option is required
    with phases() as told:
        done = publish(user, pool, day, reason=options.reason, wait=options.wait, told=told)
    edition = done.edition
    if not done.new:
        say(
            options,
            "Nothing changed: edition {number} of the list of {day} stands, and none was made.",
            "Rien n'a changé : l'édition {number} de la liste du {day} tient, et aucune n'a été faite.",
            number=edition.number,
            day=day,
        )
        return 0
    if not done.due:
        complain([Finding("list-not-due", details={"pool": pool.slug, "day": day, "rhythm": pool.rhythm})], options.lang)
    _say_edition(options, edition)
    if edition.supersedes_id:
        _show_difference(options, done.difference, f"{edition.number - 1} -> {edition.number}")
    if options.top:
        _show(options, edition, options.top)
    return 0


def _say_edition(options: argparse.Namespace, edition: Edition) -> None:
    from bareme.office.editions.service import claims_until

    counts = edition.counts
    say(
        options,
        "{pool}, list of {day}, edition {number}: {listed} players, {ranked} ranked; {counted} facts counted.",
        "{pool}, liste du {day}, édition {number} : {listed} joueurs, dont {ranked} classés ; {counted} faits comptés.",
        pool=edition.pool.slug,
        day=edition.day,
        number=edition.number,
        listed=counts["listed"],
        ranked=counts["ranked"],
        counted=counts["counted"],
    )
    say(
        options,
        "{rulebook}, version {version}, house rules: {overrides}. Checksum {checksum}.",
        "{rulebook}, version {version}, règles maison : {overrides}. Somme de contrôle {checksum}.",
        rulebook=edition.rulebook,
        version=edition.version,
        overrides=", ".join(f"{name}={value}" for name, value in edition.overrides.items()) or "-",
        checksum=edition.checksum,
    )
    until = claims_until(edition)
    say(options, "Claims until {until}.", "Réclamations jusqu'au {until}.", until=until)


def editions_(options: argparse.Namespace, user: Any) -> int:
    """Every edition, newest list first."""
    from bareme.cli.screen import show_table
    from bareme.office.editions.service import claims_until, editions_of
    from bareme.office.pools.service import pool_of
    from bareme.office.users.policy import require

    pool = pool_of(options.pool)
    require(user, "see-desk", pool)
    headings = [
        (words("list of", "liste du"), False),
        (words("edition", "édition"), True),
        (words("published", "parue le"), False),
        (words("by", "par"), False),
        (words("players", "joueurs"), True),
        (words("claims until", "réclamations jusqu'au"), False),
        (words("state", "état"), False),
        (words("checksum", "somme"), False),
    ]
    rows, seen = [], set()
    for edition, stands in editions_of(pool):
        last = edition.day not in seen
        seen.add(edition.day)
        state = (
            words("corrected", "corrigée")
            if not last
            else words("stands", "tient")
            if stands
            else words("facts changed since", "faits changés depuis")
        )
        published = f"{edition.act.at:%Y-%m-%d}"
        rows.append(
            (
                str(edition.day),
                str(edition.number),
                published,
                edition.act.by_name,
                str(edition.counts["listed"]),
                str(claims_until(edition)),
                state,
                edition.checksum[:12],
            )
        )
    show_table(headings, rows)
    return 0


def list_(options: argparse.Namespace, user: Any) -> int:
    """One edition, or the difference of two."""
    from bareme.office.editions.differences import differences, key
    from bareme.office.editions.service import edition_of
    from bareme.office.pools.service import pool_of
    from bareme.office.users.policy import require

    pool, day = pool_of(options.pool), shared.day(options.date)
    require(user, "see-desk", pool)
    assert day  # noqa: S101 - the option is required
    edition = edition_of(pool, day, options.edition)
    if options.against:
        other, _, number = options.against.partition("/")
        first = shared.day(other)
        assert first  # noqa: S101 - empty is no day, which is refused
        before = edition_of(pool, first, int(number) if number.isdigit() else None)
        title = f"{before.day} ({before.number}) -> {edition.day} ({edition.number})"
        _show_difference(options, differences(key(before), key(edition)), title)
        return 0
    _say_edition(options, edition)
    _show(options, edition, options.top)
    return 0


def _show(options: argparse.Namespace, edition: Edition, top: int | None) -> None:
    from bareme.cli.office.lists import show_list
    from bareme.office.editions.checksum import ROW, rows_of
    from bareme.rulebooks.base import open_rulebook

    rows = [dict(zip(ROW, row, strict=True)) for row in rows_of(edition)[:top]]
    show_list(rows, open_rulebook(edition.rulebook, edition.overrides), options.lang)


def _show_difference(options: argparse.Namespace, found: Sequence[Difference], title: str) -> None:
    from bareme.cli.screen import show_table
    from bareme.rulebooks.speech import Speech

    speech = Speech(options.lang)

    def number(value: float | None) -> str:
        return "-" if value is None else speech.number(value, None)

    headings = [
        ("Code", False),
        (words("Name", "Nom"), False),
        (words("Rank", "Rang"), True),
        (words("Before", "Avant"), True),
        (words("After", "Après"), True),
        (words("Change", "Variation"), True),
    ]
    rows = [
        (
            *(line.player, line.name, f"{line.rank_before or '-'} -> {line.rank_after or '-'}"),
            *(number(line.before), number(line.after), "-" if line.change is None else speech.signed(line.change, 0)),
        )
        for line in found[:SHOWN]
    ]
    show_table(headings, rows, f"{words('Difference', 'Écart')} {title}")
    if len(found) > SHOWN:
        say(options, "... and {n} more", "... et {n} autres", n=len(found) - SHOWN)
