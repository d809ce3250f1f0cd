"""What the lab found, as JSON-ready data. Numbers are unrounded; what is not a number is null."""

from __future__ import annotations

import math
from typing import Any

from bareme.findings import Finding
from bareme.lab.evaluating import Contender, Evaluation
from bareme.lab.intervals import Interval
from bareme.lab.scoring import Bin
from bareme.lab.words import decision
from bareme.rulebooks.speech import Speech
from bareme.writers.tables import finding_row


def evaluation_document(evaluation: Evaluation, language: str = "en") -> dict[str, Any]:
    """`{"games":…, "players":…, "warm_up":…, "since":…, "contenders":[{"name":…, "measures":{…}, "against":{…}}], …}`."""
    say = Speech(language)
    own = evaluation.contenders[0].measures["log_loss"].value
    return {
        "games": evaluation.games,
        "players": evaluation.players,
        "warm_up": evaluation.warm_up,
        "since": evaluation.since.isoformat(),
        "until": evaluation.until.isoformat(),
        "draws": evaluation.draws,
        "left_out": evaluation.left_out,
        "not_counted": dict(evaluation.not_counted),
        "experience_unit": evaluation.experience_unit,
        "seed": evaluation.seed,
        "contenders": [_contender(one, own, evaluation, say) for one in evaluation.contenders],
        "findings": findings_document(evaluation.findings, language),
    }


def _contender(one: Contender, own_log_loss: float, evaluation: Evaluation, say: Speech) -> dict[str, Any]:
    judged = {"decision": decision(one.against["log_loss"], own_log_loss)} if one.kind == "rulebook" and one.against else {}
    return {
        "key": one.key,
        "name": say.of(one.name),
        "kind": one.kind,
        "draw_parameter": one.nu,
        "calibration_error": number(one.calibration_error),
        "measures": {name: interval_document(one.measures[name]) for name in evaluation.measures},
        "against": {name: interval_document(one.against[name]) for name in evaluation.measures if one.against},
        **judged,
        "calibration": {group: [_bin(part) for part in parts] for group, parts in one.calibration.items()},
    }


def interval_document(one: Interval) -> dict[str, float | None]:
    """`{"value":…, "low":…, "high":…}`."""
    return {"value": number(one.value), "low": number(one.low), "high": number(one.high)}


def _bin(part: Bin) -> dict[str, Any]:
    return {
        "low": number(part.low),
        "high": number(part.high),
        "games": part.games,
        "predicted": number(part.predicted),
        "actual": number(part.actual),
        "error": number(part.error),
    }


def findings_document(found: Any, language: str) -> list[dict[str, Any]]:
    """Findings as everywhere else."""
    findings: list[Finding] = list(found)
    return [finding_row(finding, language) for finding in findings]


def number(value: float) -> float | None:
    """A number for JSON, which knows neither infinity nor what is no number."""
    return float(value) if math.isfinite(value) else None
