"""A ranked list and a pool's records, as people read them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, TextIO

from bareme.cli.screen import show_table
from bareme.lists import Records, Row
from bareme.replay import Outcome
from bareme.rulebooks.speech import Column, Speech
from bareme.writers.tables import list_row


def show_list(rows: Sequence[Row], outcome: Outcome, language: str, out: TextIO, since: date | None = None) -> None:
    """The list under its title: rulebook, version, overrides, day; `since` is the day of the list it is compared with."""
    say = Speech(language)
    rulebook = outcome.book.rulebook
    words = rulebook.module("words")
    compared = any(row.previous_rank is not None or row.change is not None for row in rows)
    columns = [(say("Rank", "Rang"), True)]
    if compared:
        columns.append((say("Before", "Avant"), True))
    columns.append((say("Player", "Joueur"), False))
    columns += [(say(column.en, column.fr), column.numeric) for column in words.COLUMNS]
    if compared:
        columns.append((_change(words.COLUMNS, since, say), True))
    columns += [
        (say("Games", "Parties") if rulebook.kind == "pairs" else say("Events", "Épreuves"), True),
        (say("State", "État"), False),
    ]
    show_table(columns, [_cells(row, words, compared, say) for row in rows], _title(outcome, say), out)


def _change(columns: Sequence[Column], since: date | None, say: Speech) -> str:
    if since is None or not any(column.path == "published/change" for column in columns):
        return say("Change", "Variation")
    return say("Change since ", "Variation depuis le ") + say.day(since)  # beside the change of the period


def _title(outcome: Outcome, say: Speech) -> str:
    rulebook = outcome.book.rulebook
    title = f"{say.of(rulebook.title)}, {say('list of', 'liste du')} {say.day(outcome.on)}"
    title += f" ({say('version', 'version')} {say.version(rulebook.on(outcome.on).name)}"
    if rulebook.overrides:
        title += say("; house rules: ", " ; règles maison : ") + rulebook.house_rules
    return title + ")"


def _cells(row: Row, words: Any, compared: bool, say: Speech) -> list[str]:
    data = list_row(row)
    cells = ["-" if row.rank is None else str(row.rank)]
    if compared:
        cells.append("-" if row.previous_rank is None else str(row.previous_rank))
    cells.append(row.player)
    cells += [_value(data, column, words, say) for column in words.COLUMNS]
    if compared:
        cells.append("-" if row.change is None else say.signed(row.change, 0 if row.change == int(row.change) else 2))
    states = ", ".join(say.of(words.STATES[state]) for state in row.standing.states)
    return [*cells, str(row.standing.games), states]


def _value(data: Any, column: Column, words: Any, say: Speech) -> str:
    for step in column.path.split("/"):
        data = data.get(step) if data else None
    if data is None or data == "":
        return "-"
    if column.path == "level":
        return say.of(words.LEVELS[data])
    return say.number(data, column.digits) if column.numeric else str(data)


def show_records(records: Records, lists: int, language: str) -> None:
    """Who was first most often, the youngest and the oldest of the first hundred, who passed each mark."""
    say = Speech(language)
    print()
    print(say(f"Records over {lists} lists", f"Records sur {lists} listes"))
    for player, count in records.first_most_often:
        print(f"  {say('first most often', 'premier le plus souvent')}{say.colon}{player} ({count})")
    for label, record in (
        (say("youngest in the first hundred", "plus jeune parmi les cent premiers"), records.youngest),
        (say("oldest in the first hundred", "plus âgé parmi les cent premiers"), records.oldest),
    ):
        if record:
            player, age, rank, day = record
            print(f"  {label}{say.colon}{player} ({age} {say('years', 'ans')}, {say('rank', 'rang')} {rank}, {say.day(day)})")
    for mark, players in records.passed.items():
        names = ", ".join(f"{player} ({say.number(number)}, {say.day(day)})" for player, day, number in players)
        print(f"  {say('passed', 'ont dépassé')} {say.number(mark)}{say.colon}{names or say('nobody', 'personne')}")
