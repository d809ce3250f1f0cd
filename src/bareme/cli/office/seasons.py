"""`bareme office rollover`, `calendar`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from bareme.cli import options as shared
from bareme.cli.office.entry import add_command, say
from bareme.cli.office.runs import add_wait, phases
from bareme.cli.options import words

if TYPE_CHECKING:
    from bareme.office.seasons.service import Turn


def add(commands: Any) -> None:
    """The commands' options."""
    rollover = add_command(
        commands,
        "rollover",
        words(
            "turn the season or period: inactivity, quotas, new series",
            "passe la saison ou la période : inactivité, quotas, nouvelles séries",
        ),
        rollover_,
    )
    rollover.add_argument("--pool", required=True, metavar=words("POOL", "CLASSEMENT"))
    rollover.add_argument(
        "--date", metavar="DATE", help=words("its day (default: the next one)", "son jour (d'ordinaire : le prochain)")
    )
    rollover.add_argument("--dry-run", action="store_true", help=words("only show what it does", "montre seulement son effet"))
    rollover.add_argument("--reason", default="")
    add_wait(rollover)
    calendar = add_command(
        commands,
        "calendar",
        words(
            "when lists are due, seasons turn, and events will be rated",
            "quand les listes paraissent, les saisons passent, les épreuves comptent",
        ),
        calendar_,
    )
    calendar.add_argument("--pool", required=True, metavar=words("POOL", "CLASSEMENT"))
    calendar.add_argument("--since", metavar="DATE", help=words("default: today", "d'ordinaire : aujourd'hui"))
    calendar.add_argument("--until", metavar="DATE", help=words("default: a year later", "d'ordinaire : un an après"))


def rollover_(options: argparse.Namespace, user: Any) -> int:
    """Look at the turn, and do it."""
    from bareme.office.pools.service import pool_of
    from bareme.office.seasons.service import look, next_turn, roll_over

    pool = pool_of(options.pool)
    day = shared.day(options.date) or next_turn(pool)
    with phases() as told:
        if options.dry_run:
            turn, made = look(user, pool, day, told), None
        else:
            turn, made = roll_over(user, pool, day, reason=options.reason, wait=options.wait, told=told)
    _show(options, turn)
    if made is None:
        say(options, "Nothing was recorded (--dry-run).", "Rien n'a été enregistré (--dry-run).")
    elif made.new:
        say(
            options,
            "Recorded as act {act} (run {run}).",
            "Enregistré : acte {act} (calcul {run}).",
            act=made.run.act_id,
            run=made.run.pk,
        )
    else:
        say(options, "It was done already: run {run}.", "C'était déjà fait : calcul {run}.", run=made.run.pk)
    return 0


def _show(options: argparse.Namespace, turn: Turn) -> None:
    from bareme.cli.office.lists import show_effect
    from bareme.cli.screen import show_table
    from bareme.rulebooks.speech import Speech

    speech = Speech(options.lang)
    title = words(f"Turn of {turn.day} in {turn.pool.slug}", f"Passage du {turn.day} dans {turn.pool.slug}")
    show_effect(turn.effect, turn.rulebook, options.lang, title)
    if turn.events:
        say(options, "Events rated: {events}.", "Épreuves comptées : {events}.", events=turn.events)
    states = turn.rulebook.module("words").STATES
    for state, (before, after) in turn.states.items():
        if before != after:
            print(f"  {speech.of(states[state])}{speech.colon}{before} -> {after}")
    if turn.quotas:
        heading = words("Quotas of the new season", "Quotas de la nouvelle saison")
        series = max(map(len, turn.quotas.values()))
        columns = [(words("Federation", "Fédération"), False), *((f"S{n}", True) for n in range(1, series + 1))]
        rows = [[name or "-", *(speech.number(value) for value in values)] for name, values in turn.quotas.items()]
        show_table(columns, rows, heading)


def calendar_(options: argparse.Namespace, user: Any) -> int:
    """What comes, and what waits."""
    from datetime import timedelta

    from bareme.cli.screen import show_table
    from bareme.office.pools.service import pool_of
    from bareme.office.runs.service import today
    from bareme.office.seasons.service import calendar, waiting
    from bareme.office.users.policy import require

    pool = pool_of(options.pool)
    require(user, "see-desk", pool)
    since = shared.day(options.since) or today()
    until = shared.day(options.until) or since + timedelta(days=366)
    what = {"list": words("list", "liste"), "turn": words("season or period", "saison ou période")}
    rows = [(str(coming.day), ", ".join(what[name] for name in coming.what)) for coming in calendar(pool, since, until)]
    show_table([(words("Day", "Jour"), False), (words("What", "Quoi"), False)], rows)
    events = waiting(pool, since)
    if events:
        headings = [
            (words("Event", "Épreuve"), False),
            (words("ended", "finie le"), False),
            (words("reported", "annoncée le"), False),
            (words("rated on", "comptée le"), False),
        ]
        show_table(
            headings,
            [(event.event, str(event.end), str(event.reported or "-"), str(event.rated_on)) for event in events],
            words("Events that wait for their list", "Épreuves qui attendent leur liste"),
        )
    return 0
