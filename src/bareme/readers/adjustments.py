"""The adjustments table: `date, player, kind, rating, elo, experience, entrants, level, federation, series, reason`."""

from __future__ import annotations

from bareme.facts import Adjustment, Facts, Player
from bareme.readers import values
from bareme.readers.people import keyed, names
from bareme.readers.placements import series_number
from bareme.readers.sheet import NEEDED, Sheet
from bareme.readers.tally import Bad

ENTRANTS_LIMIT = 1_000_000
_KINDS = {
    **dict.fromkeys(("assign", "assigned", "assignment", "attribution", "assigner", "assignation"), "assign"),
    **dict.fromkeys(("title", "titre"), "title"),
    **dict.fromkeys(("revalue", "revaluation", "revalorisation", "reevaluation", "revalorise"), "revalue"),
    **dict.fromkeys(("licence", "license", "affiliation"), "licence"),
}
_LEVELS = {
    **dict.fromkeys(("debutant", "debutante", "beginner"), "beginner"),
    **dict.fromkeys(("intermediaire", "intermediate"), "intermediate"),
    **dict.fromkeys(("avance", "avancee", "advanced"), "advanced"),
    **dict.fromkeys(("champion", "championne"), "champion"),
    **dict.fromkeys(("maitre", "master"), "master"),
}


def read_adjustments(sheet: Sheet) -> Facts:
    """The decisions of a table; each must have what its kind needs."""
    days = sheet.dates()
    players: dict[str, Player] = {}
    keys = keyed(sheet, names(sheet), "number", players)
    kinds = sheet.read("kind", _kind, NEEDED)
    ratings, elos, experiences = (
        sheet.read(name, values.numbers(set(sheet.cells(name)))) for name in ("rating", "elo", "experience")
    )
    entrants = sheet.read("entrants", values.whole(1, ENTRANTS_LIMIT))
    levels = sheet.read("level", _level, "")
    federations = sheet.read("federation", values.federation, "")
    series = sheet.read("series", series_number)
    reasons = sheet.read("reason", values.reason, "")
    sequences = sheet.sequences()

    adjustments = []
    columns = zip(
        days, keys, kinds, ratings, elos, experiences, entrants, levels, federations, series, reasons, sequences, strict=True
    )
    for row, (day, key, kind, rating, elo, experience, count, level, federation, at, reason, sequence) in enumerate(columns):
        if row in sheet.faults:
            continue
        decision = Adjustment(
            day, key, kind, rating, elo, experience, count, level, federation, at, reason, sequence, sheet.place(row)
        )
        lacking = _lacking(decision, sheet)
        if lacking:
            sheet.mark(row, "kind", lacking, kind)
        else:
            adjustments.append(decision)
    return Facts(players=tuple(players.values()), adjustments=tuple(adjustments))


def _kind(cell: str) -> str | Bad:
    return _KINDS.get(values.folded(cell)) or Bad("bad-kind")


def _level(cell: str) -> str | Bad:
    clean = values.free_text(cell)
    return clean if isinstance(clean, Bad) else _LEVELS.get(values.folded(clean), clean.casefold())


def _lacking(decision: Adjustment, sheet: Sheet) -> Bad | None:
    """What a decision of this kind cannot do without."""
    valued = decision.rating is not None or decision.elo is not None
    if decision.kind == "assign" and not (valued or decision.level):
        return Bad("assign-needs-value", {"columns": [sheet.header("rating"), sheet.header("elo"), sheet.header("level")]})
    if decision.kind == "title" and decision.entrants is None:
        return Bad("title-needs-entrants", {"columns": [sheet.header("entrants")]})
    if decision.kind == "revalue" and not valued:
        return Bad("revalue-needs-value", {"columns": [sheet.header("rating"), sheet.header("elo")]})
    if decision.kind == "revalue" and not decision.reason:
        return Bad("revalue-needs-reason", {"columns": [sheet.header("reason")]})
    return None
