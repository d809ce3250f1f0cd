"""What an evaluation of published changes says: its table, and its verdict."""

from __future__ import annotations

from typing import Any

from bareme.lab.report import page
from bareme.lab.statements import Group, Statements
from bareme.lab.words import grouped, span
from bareme.rulebooks.speech import Speech


def statement_columns(say: Speech) -> list[tuple[str, bool]]:
    """The headings."""
    return [
        (say("Players", "Joueurs"), False),
        (say("Rows", "Lignes"), True),
        (say("Expected", "Attendu"), True),
        (say("Scored", "Marqué"), True),
        (say("Scored more by", "Marqué en plus"), False),
    ]


def statement_rows(found: Statements, say: Speech) -> list[list[str]]:
    """A row for each group, in points of a game for one event."""
    return [
        [
            _name(group, say),
            grouped(group.rows, say),
            say.number(group.expected, 3),
            say.number(group.score, 3),
            span(group.more, say, 3, signed=True),
        ]
        for group in found.groups
    ]


def _name(group: Group, say: Speech) -> str:
    if group.by == "all":
        return say("all", "tous")
    return f"K = {group.low:g}" if group.by == "k" else f"{group.low:g}–{group.high - 1:g}"


def statement_verdict(found: Statements, say: Speech) -> list[str]:
    """Whether the expected scores were right, and of whom they were not."""
    everybody = found.groups[0]
    number = span(everybody.more, say, 3, signed=True)
    heading = {
        0: say(
            f"On the whole the federation expected what came: {number} points an event.",
            f"Dans l'ensemble, la fédération attendait ce qui est venu : {number} point par épreuve.",
        ),
        1: say(
            f"Players scored more than the federation expected: {number} points an event. The pool lags behind its strength.",
            f"Les joueurs ont marqué plus qu'attendu : {number} point par épreuve. Le classement est en retard sur leur force.",
        ),
        -1: say(
            f"Players scored less than the federation expected: {number} points an event. The pool is rated too high.",
            f"Les joueurs ont marqué moins qu'attendu : {number} point par épreuve. Le groupe est classé trop haut.",
        ),
    }[everybody.more.sure]
    apart = [f"{_name(group, say)} ({say.signed(group.more.value, 2)})" for group in found.groups[1:] if group.more.sure]
    if not apart:
        return [heading, say("No group stands out beyond chance.", "Aucun groupe ne s'écarte au-delà du hasard.")]
    return [heading, say("Beyond chance stand out: ", "S'écartent au-delà du hasard : ") + say("; ", " ; ").join(apart) + "."]


def statement_method(found: Statements, say: Speech) -> list[str]:
    """How it was done."""
    rows, players, unrated = (grouped(count, say) for count in (found.rows, found.players, found.unrated))
    return [
        say(
            f"{rows} published changes of {players} players; {unrated} of players unrated until then are set aside. In brackets: "
            f"95 of 100 draws of the players. Seed {found.seed}.",
            f"{rows} variations publiées de {players} joueurs ; {unrated}, de joueurs non classés jusque-là, sont mises de côté. "
            f"Entre crochets : 95 tirages des joueurs sur 100. Germe {found.seed}.",
        )
    ]


def statement_page(found: Statements, language: str) -> str:
    """The report as a page."""
    say = Speech(language)
    title = say("Did players score what was expected?", "Les joueurs ont-ils marqué ce qui était attendu ?")
    heading, *more = statement_verdict(found, say)
    body = (
        page.head(title, "")
        + page.verdict(heading, more)
        + page.table(statement_columns(say), statement_rows(found, say))
        + page.listed(say, statement_method(found, say))
    )
    return page.page(title, body, language)


def statement_document(found: Statements) -> dict[str, Any]:
    """`{"rows":…, "players":…, "groups":[{"by":…, "low":…, "expected":…, "score":…, "more":{…}}]}`."""
    return {
        "rows": found.rows,
        "players": found.players,
        "unrated": found.unrated,
        "seed": found.seed,
        "groups": [
            {
                "by": group.by,
                "low": group.low,
                "high": None if group.by == "all" else group.high,
                "rows": group.rows,
                "expected": group.expected,
                "score": group.score,
                "more": {"value": group.more.value, "low": group.more.low, "high": group.more.high},
            }
            for group in found.groups
        ],
    }
