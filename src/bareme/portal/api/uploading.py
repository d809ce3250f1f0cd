"""Results brought by programs, with a token: looked at first, then recorded."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.http import HttpRequest
from ninja import File, Form, Router, Schema
from ninja.files import UploadedFile

from bareme.office.imports.service import Options, Result, deliver, import_files
from bareme.office.pools.service import pool_of
from bareme.office.runs.effect import Move
from bareme.portal.api import shapes
from bareme.portal.site.errors import said
from bareme.portal.site.sizes import check_sizes

router = Router(tags=["uploading"])
FINDINGS = 1000  # shown
MOVES = 200  # players shown who would move, those who move most first


class Wishes(Schema):
    """What is said with the files: only a preview unless `record`; `despite_errors` records the good rows though others
    were refused; `new`: whoever is only alike somebody known is new.
    """

    record: bool = False
    despite_errors: bool = False
    new: bool = False
    reason: str = ""


@router.post("/pools/{slug:pool}/imports", response=shapes.Imported, url_name="import")
def bring(request: HttpRequest, pool: str, files: File[list[UploadedFile]], wishes: Form[Wishes]) -> Any:
    """Bring files into a pool: every file that the command line reads. The same content twice changes nothing and says so."""
    found = pool_of(pool)
    sent = [(file.name or "file", file.read()) for file in files]
    check_sizes(sent)
    deliveries = deliver(sent)
    options = Options(match={"*": "new"} if wishes.new else {}, despite_errors=wishes.despite_errors)
    result = import_files(request.user, found, deliveries, options, reason=wishes.reason, preview=not wishes.record)
    return _answer(result)


def _answer(result: Result) -> dict[str, Any]:
    moves = result.effect.moves[:MOVES] if result.effect else []
    return {
        "recorded": result.act is not None,
        "stopped": result.stopped,
        "act": result.act.pk if result.act else None,
        "earlier_act": result.earlier.pk if result.earlier else None,
        "counts": dict(result.counts),
        "findings": [said(finding) for finding in result.findings[:FINDINGS]],
        "findings_in_all": len(result.findings),
        "people": dict(Counter(match.how for match in result.plan.people.values())),
        "moves": [_move(move, result) for move in moves],
    }


def _move(move: Move, result: Result) -> dict[str, Any]:
    return {
        "player": move.player,
        "name": result.names.get(move.player, ""),
        "before": move.before,
        "after": move.after,
        "rank_before": move.rank_before,
        "rank_after": move.rank_after,
    }
