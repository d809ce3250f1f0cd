"""A player in a pool: official and live, his history, his opponents, his lists, what was corrected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from bareme.office.editions.models import EditionRow
from bareme.office.exports.files import Table, as_bytes
from bareme.office.exports.tables import JOURNAL
from bareme.office.people.accounts import Accounts
from bareme.office.people.models import Member
from bareme.office.pools.models import Pool
from bareme.office.pools.service import pool_of
from bareme.office.runs.models import LiveStanding
from bareme.portal.public import editions
from bareme.portal.public.columns import Cell, headline, level_words, shown_columns, state_words, value
from bareme.portal.public.history import Entry, Listed, entries, listed, opponents
from bareme.portal.public.lines import Told, live_run, of_player
from bareme.portal.public.lists import file_response
from bareme.portal.public.lookups import account_of, member_of, rules_of
from bareme.portal.public.player_rows import Rows
from bareme.portal.public.plot import Plot
from bareme.portal.public.progress import bands, missing
from bareme.portal.public.touching import corrections
from bareme.portal.site.context import address
from bareme.portal.site.templatetags.words import number, speech
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.speech import Column

SHOWN = 25  # events and opponents before one asks for all


def everywhere(request: HttpRequest, code: str) -> HttpResponse:
    """A player without a pool: to his only one, else the choice."""
    account = account_of(member_of(code))
    members = Accounts().family(account.pk)
    live = LiveStanding.objects.filter(player__in=members).values_list("pool", flat=True)
    printed = EditionRow.objects.filter(player__in=members).order_by().values_list("edition__pool", flat=True).distinct()
    pools = list(Pool.objects.filter(pk__in={*live, *printed}).order_by("name"))
    if len(pools) == 1:
        return HttpResponseRedirect(reverse("public:player", args=(pools[0].slug, account.code)))
    return render(request, "public/player_pools.html", {"member": account, "pools": pools})


def player(request: HttpRequest, pool: str, code: str) -> HttpResponse:
    """His page."""
    found, member = pool_of(pool), member_of(code)
    account = account_of(member)
    if account.pk != member.pk or account.code != code:
        return HttpResponseRedirect(reverse("public:player", args=(pool, account.code)))
    members = Accounts().family(account.pk)
    rulebook, run = rules_of(found), live_run(found.pk)
    column = headline(rulebook)
    lines = of_player(run, account.pk) if run else []
    lists = listed(found, members, lines, column.path.rpartition("/")[2])
    history = entries(lines)
    met, every = opponents(lines), "all" in request.GET
    written = Rows.of(found.slug, account.code, column.digits or 0, column.path == "published/elo")
    said = {
        "pool": found,
        "member": account,
        "rulebook": rulebook,
        "digits": column.digits or 0,
        "headline": speech()(column.en, column.fr),
        **_now(found, account, lists, rulebook, column),
        "entries": written.entries(history[::-1] if every else history[: -SHOWN - 1 : -1]),
        "entries_all": len(history),
        "opponents": written.opponents(met if every else met[:SHOWN]),
        "opponents_all": len(met),
        "newest": lists[-1] if lists else None,
        "lists": written.lists(lists[::-1] if every else lists[: -SHOWN - 1 : -1]),
        "lists_all": len(lists),
        "plot": _plot(account, lists, history, rulebook, column),
        "extremes": _extremes(lists),
        "corrections": corrections(found, members),
        "every": every,
        "printed": address("printing:player", found.slug, account.code),
    }
    return render(request, "public/player.html", said)


def _now(pool: Pool, account: Member, lists: Sequence[Listed], rulebook: Rulebook, column: Column) -> dict[str, Any]:
    """Official and live, apart; what he lacks, as of the live row."""
    current = editions.current_of_each([pool]).get(pool.pk)
    row = lists[-1].row if lists and current and lists[-1].row.edition_id == current.pk else None
    live = LiveStanding.objects.filter(pool=pool, player=account).select_related("run").first()
    newest = live or row
    day = live.run.on if live else row.edition.day if row else None
    lacking = missing(vars(newest), rulebook, rulebook.on(day).values) if newest and day else []
    return {
        "edition": current,
        "official": row,
        "official_cells": _facts(row, rulebook, column) if row else [],
        "official_states": state_words(row.states, rulebook) if row else [],
        "live": live,
        "live_value": value(vars(live), column.path) if live else None,
        "live_exact": _exact(live) if live else None,
        "live_states": state_words(live.states, rulebook) if live else [],
        "missing": lacking,
        "club": row.club if row else "",
        "committee": row.committee if row else "",
        "federation": row.federation if row else "",
    }


def _exact(live: LiveStanding) -> float | None:
    """The live number unrounded."""
    exact: float | None = live.more.get("live", live.elo if live.elo is not None else live.rating)
    return exact


def _facts(row: EditionRow, rulebook: Rulebook, main: Column) -> list[tuple[str, Cell]]:
    """The other numbers of his line, each with its heading."""
    found = []
    for column in shown_columns(rulebook):
        what = value(vars(row), column.path)
        if column.path == main.path or what in (None, ""):
            continue
        text = (
            level_words(what, rulebook)
            if column.path == "level"
            else number(what, column.digits)
            if column.numeric
            else str(what)
        )
        found.append((speech()(column.en, column.fr), Cell(text)))
    return found


def _extremes(lists: Sequence[Listed]) -> dict[str, Listed | None]:
    known = [one for one in lists if one.value is not None]
    return {
        "highest": max(known, key=lambda one: one.value or 0.0, default=None),
        "lowest": min(known, key=lambda one: one.value or 0.0, default=None),
        "best_rank": min((one for one in known if one.row.rank), key=lambda one: one.row.rank, default=None),
    }


def _plot(account: Member, lists: Sequence[Listed], history: Sequence[Entry], rulebook: Rulebook, column: Column) -> Plot:
    """His number in lists and after events; the Rating beside the ELO, where there are both."""
    both = column.path == "published/elo"
    points = [(entry.days[1], entry.after, entry.name) for entry in history if entry.after is not None]
    name = speech()(column.en, column.fr)
    return Plot(
        title=_("%(what)s of %(name)s") % {"what": name, "name": account.name},
        steps=[(one.row.edition.day, one.value) for one in lists if one.value is not None],
        points=points,
        second=[(one.row.edition.day, one.row.published["rating"]) for one in lists if both],
        bands=[(band.lowest, level_words(band.level, rulebook)) for band in bands(rulebook)],
        until=max((one.row.edition.day for one in lists), default=None),
        digits=column.digits or 0,
        names=(name, *(["Rating"] if both else [])),
    )


def event_lines(request: HttpRequest, pool: str, code: str, event: int) -> HttpResponse:
    """A player's lines of one event, each explained; `?from=` the row of his history that begins with that line."""
    found, account, lines = _lines(pool, code)
    of_event = [entry for entry in entries(lines) if entry.event == event]
    first = request.GET.get("from", "")
    chosen = [entry for entry in of_event if str(entry.pk) == first] or of_event
    own = [told for entry in chosen for told in entry.lines]
    return _explained(request, found, account, own, own[0].line.event if own else "")


def against(request: HttpRequest, pool: str, code: str, opponent: str) -> HttpResponse:
    """Head to head: every game of two players."""
    found, account, lines = _lines(pool, code)
    other = account_of(member_of(opponent))
    games = [told for told in lines if told.opponent_code == other.code and told.opponent is not None]
    total = next(iter(opponents(games)), None)
    said = {"pool": found, "member": account, "other": other, "lines": games[::-1], "total": total}
    return render(request, "public/against.html", said)


def _lines(pool: str, code: str) -> tuple[Pool, Member, list[Told]]:
    found, account = pool_of(pool), account_of(member_of(code))
    run = live_run(found.pk)
    return found, account, of_player(run, account.pk) if run else []


def _explained(request: HttpRequest, pool: Pool, account: Member, lines: list[Told], name: str) -> HttpResponse:
    return render(request, "public/player_event.html", {"pool": pool, "member": account, "lines": lines, "name": name})


def history_file(request: HttpRequest, pool: str, code: str, format: str) -> HttpResponse:
    """A player's journal as a file: every movement, with its terms."""
    found, account, lines = _lines(pool, code)
    rows = ([_in_file(told, account, name) for name in JOURNAL] for told in lines)
    run = live_run(found.pk)
    top = {"pool": found.slug, "player": account.code, "name": account.name}
    top |= {"run": run.pk, "on": run.on, "rulebook": run.rulebook, "overrides": run.overrides} if run else {}
    table = Table(f"{found.slug} {account.code}", JOURNAL, rows, top)
    return file_response(as_bytes(table, format), table.name, format)


def _in_file(told: Told, account: Member, name: str) -> Any:
    line = told.line
    special: dict[str, Any] = {
        "player": account.code,
        "name": line.player,
        "opponent": told.opponent_code,
        "opponent_name": line.opponent,
        "file": line.source.file,
        "line": line.source.line,
        "column": line.source.column,
        "terms": dict(line.terms),
    }
    return special[name] if name in special else getattr(line, name)
