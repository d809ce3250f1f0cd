"""The results table: `date, event, round, player_a, player_b, score_a`, or winner and loser, or points of both sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from bareme.facts import Facts, Game, Place, Player
from bareme.findings import catalogue
from bareme.readers import scores, values
from bareme.readers.people import keyed
from bareme.readers.rounds import round_number
from bareme.readers.scores import Outcome
from bareme.readers.sheet import NEEDED, Sheet
from bareme.readers.tally import Bad

Found: TypeAlias = "list[Outcome | Bad]"


def read_results(sheet: Sheet) -> Facts:
    """The games of a results table."""
    days = sheet.dates()
    events = sheet.read("event", values.free_text, "")
    rounds = sheet.read("round", round_number, 0)
    names_a, names_b, outcomes = _met(sheet)
    players: dict[str, Player] = {}
    players_a, players_b = keyed(sheet, names_a, "number_a", players), keyed(sheet, names_b, "number_b", players)
    why_not = _declared(sheet)
    lengths = sheet.read("length", values.whole(1, values.LENGTH_LIMIT))
    formats = sheet.read("format", values.sets_notation)
    sequences = sheet.sequences()
    _impossible(sheet, players_a, players_b, lengths, formats)

    games = []
    faults, file = sheet.faults, sheet.tally.file
    columns = zip(
        days, events, rounds, players_a, players_b, outcomes, why_not, lengths, formats, sequences, sheet.lines, strict=True
    )
    for row, (day, event, number, a, b, outcome, declared, length, sets, sequence, line) in enumerate(columns):
        if row in faults:
            continue
        score, why = outcome
        why = why or declared
        games.append(Game(day, event, number, sequence, a, b, score, length, sets, not why, why, Place(file, line)))
    return Facts(players=tuple(players.values()), games=tuple(games))


# -- who met, and who won


def _met(sheet: Sheet) -> tuple[list[str], list[str], list[Outcome]]:
    """Both sides' names and the outcome of the first; the rows where it cannot be read are marked."""
    pair = {"player_a", "player_b"} <= sheet.columns.at.keys()
    sides = ("player_a", "player_b") if pair else ("winner", "loser")
    a, b = sheet.read(sides[0], values.name, NEEDED), sheet.read(sides[1], values.name, NEEDED)
    if not pair:
        found, names = _of_winner(sheet, a, a, b), ["winner"]
    elif sheet.has("score_a") or sheet.has("score_b"):
        found, names = _of_scores(sheet), ["score_a", "score_b"]
    elif sheet.has("points_a") and sheet.has("points_b"):
        found, names = _of_points(sheet), ["points_a", "points_b"]
    else:
        found, names = _of_winner(sheet, sheet.read("winner", values.name, ""), a, b), ["winner"]
    if sheet.has("walkover_a") or sheet.has("walkover_b"):
        walked = (sheet.read(name, values.yes_or_no, False) for name in ("walkover_a", "walkover_b"))
        found = list(map(scores.walked_over, found, *walked))
    present = [name for name in names if sheet.has(name)]
    sheet.mark_all(present[0], found, *map(sheet.cells, present))
    return a, b, found  # type: ignore[return-value]  # marked rows hold Bad values and are not read


def _of_scores(sheet: Sheet) -> Found:
    a, b = sheet.cells("score_a"), sheet.cells("score_b")
    read = scores.scores([*set(a), *set(b)])

    def of_pair(cell_a: str, cell_b: str) -> Outcome | Bad:
        if not cell_b.strip():
            return read(cell_a) if cell_a.strip() else NEEDED
        if not cell_a.strip():
            return scores.mirrored(read(cell_b))
        return scores.both(read(cell_a), read(cell_b))

    return _each_pair_once(of_pair, a, b)


def _of_points(sheet: Sheet) -> Found:
    def of_pair(cell_a: str, cell_b: str) -> Outcome | Bad:
        if not cell_a.strip() or not cell_b.strip():
            return NEEDED
        return scores.compared(scores.points(cell_a), scores.points(cell_b))

    return _each_pair_once(of_pair, sheet.cells("points_a"), sheet.cells("points_b"))


def _each_pair_once(read: Callable[[str, str], Outcome | Bad], a: Sequence[str], b: Sequence[str]) -> Found:
    pairs = list(zip(a, b, strict=True))
    known = {pair: read(*pair) for pair in set(pairs)}
    return [known[pair] for pair in pairs]


def _of_winner(sheet: Sheet, winners: Sequence[str], players_a: Sequence[str], players_b: Sequence[str]) -> Found:
    drawn = sheet.read("draw", values.yes_or_no, False)

    def of_row(winner: str | Bad, a: str | Bad, b: str | Bad, draw: bool) -> Outcome | Bad:
        if draw is True:
            return scores.DRAWN
        if winner == "":
            return NEEDED
        if isinstance(winner, Bad) or isinstance(a, Bad) or isinstance(b, Bad):
            return scores.WON  # the row is marked already
        return scores.WON if winner == a else scores.LOST if winner == b else Bad("winner-not-playing", {"names": [a, b]})

    return list(map(of_row, winners, players_a, players_b, drawn))


def _declared(sheet: Sheet) -> list[str]:
    """Why each game is declared not rated; empty where it is rated."""
    rated = sheet.read("rated", values.yes_or_no, True)
    why = sheet.read("why", _reason, "declared-unrated")
    return ["" if counts else reason for counts, reason in zip(rated, why, strict=True)]


def _reason(cell: str) -> str | Bad:
    return cell.strip() if cell.strip() in catalogue() else Bad("bad-why")


# -- rows that cannot be


def _impossible(
    sheet: Sheet, a: Sequence[str], b: Sequence[str], lengths: Sequence[int | None], formats: Sequence[str | None]
) -> None:
    """Mark the rows whose cells are each readable and together impossible."""
    for row, (player_a, player_b, length, sets) in enumerate(zip(a, b, lengths, formats, strict=True)):
        if row in sheet.faults:
            continue
        if player_a == player_b:
            sheet.mark(row, "player_b" if sheet.has("player_b") else "loser", Bad("self-match"), player_b)
        elif length is not None and sets is not None:
            details: Mapping[str, Any] = {"length": length, "format": sets}
            sheet.mark(row, "format", Bad("length-and-format", details), sets)
