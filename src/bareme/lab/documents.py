"""What the lab found, as JSON-ready data. Numbers are unrounded; what is not a number is null."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any

from bareme.findings import Finding
from bareme.lab import placed_words
from bareme.lab.compared import conclusion
from bareme.lab.comparing import Comparison, Pool
from bareme.lab.evaluating import Contender, Evaluation
from bareme.lab.intervals import Interval
from bareme.lab.placements import PlacedComparison, PlacedEvaluation
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


def comparison_document(comparison: Comparison, language: str = "en") -> dict[str, Any]:
    """`{"a":…, "b":…, "verdict":{…}, "moves":[…], "groups":[…], "levels":[…], "pools":{"a":…, "b":…}, "evaluation":…}`."""
    say = Speech(language)
    heading, sentences = conclusion(comparison, say)
    a, b = comparison.names
    return {
        "a": a,
        "b": b,
        "on": comparison.on.isoformat(),
        "verdict": {"heading": heading, "sentences": sentences},
        "one_scale": comparison.one_scale,
        "rank_correlation": number(comparison.rank_correlation),
        "moves": [{**asdict(move), "change": move.change, "climbed": move.climbed} for move in comparison.movers],
        "groups": [{**asdict(group), "high": number(group.high)} for group in comparison.groups],
        "levels": [{"a": pair[0], "b": pair[1], "players": count} for pair, count in sorted(comparison.levels.items())],
        "pools": {letter: _pool(pool) for letter, pool in zip("ab", comparison.pools, strict=True)},
        "evaluation": evaluation_document(comparison.evaluation, language),
    }


def _pool(pool: Pool) -> dict[str, Any]:
    found = pool.convergence
    return {
        "levels": [{**asdict(level), "day": level.day.isoformat()} for level in pool.levels],
        "convergence": {
            "newcomers": found.newcomers,
            "far": found.far,
            "games": [number(games) for games in found.games],
            "start": number(found.start),
            "wobble": number(found.wobble),
        },
        "created": [{**asdict(part), "high": number(part.high), "of_a_game": part.of_a_game} for part in pool.created],
        "totals": {kind: {"lines": lines, "points": points} for kind, (lines, points) in pool.totals.items()},
        "yearly": {str(year): dict(kinds) for year, kinds in pool.yearly.items()},
    }


def placed_evaluation_document(evaluation: PlacedEvaluation) -> dict[str, Any]:
    """`{"events":…, "warm_up":…, "since":…, "contenders":[{"name":…, "measures":{"pairs":…, "correlation":…}}]}`."""
    return {
        "events": evaluation.events,
        "warm_up": evaluation.warm_up,
        "since": evaluation.since.isoformat(),
        "until": evaluation.until.isoformat(),
        "seed": evaluation.seed,
        "contenders": [
            {
                "name": one.name,
                "measures": {name: interval_document(value) for name, value in one.measures.items()},
                "against": {name: interval_document(value) for name, value in one.against.items()},
            }
            for one in evaluation.contenders
        ],
    }


def placed_comparison_document(comparison: PlacedComparison, language: str = "en") -> dict[str, Any]:
    """`{"a":…, "b":…, "closed":…, "verdict":…, "series":[…], "moved":[…], "bars":…, "quotas":…, "evaluation":…}`."""
    heading, sentences = placed_words.conclusion(comparison, Speech(language))
    a, b = comparison.names
    return {
        "a": a,
        "b": b,
        "closed": comparison.closed.isoformat(),
        "verdict": {"heading": heading, "sentences": sentences},
        "series": [{"a": pair[0], "b": pair[1], "players": count} for pair, count in comparison.series.items()],
        "moved": [asdict(move) for move in comparison.moved],
        "bars": dict(zip("ab", map(list, comparison.bars), strict=True)),
        "quotas": {
            letter: {f: list(q) for f, q in quotas.items()} for letter, quotas in zip("ab", comparison.quotas, strict=True)
        },
        "evaluation": placed_evaluation_document(comparison.evaluation) if comparison.evaluation else None,
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
