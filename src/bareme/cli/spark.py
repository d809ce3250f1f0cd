"""`bareme rate --engine spark`: the lists of many pools, rated on a cluster."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TextIO

from bareme.cli import options as shared
from bareme.cli.options import words

if TYPE_CHECKING:
    from bareme.engines.spark.rating import SparkRating
    from bareme.rulebooks.base import Rulebook

ELSEWHERE = ("journal", "save", "carry", "checkpoints", "records", "date")  # options of the other engines


def rate(options: argparse.Namespace, rulebook: Rulebook) -> int:
    """Have it rated, and write the lists."""
    from bareme.api import rate as local
    from bareme.cli.output import list_format, output
    from bareme.cli.screen import complain, say_counts
    from bareme.engines.cells import is_frame_file
    from bareme.engines.spark.entry import rate_on_spark
    from bareme.findings import Refused, worst
    from bareme.writers.files import replacing_by_name

    for name in ELSEWHERE:
        if getattr(options, name):
            raise Refused("spark-cannot", value=f"--{name}")
    rating = rate_on_spark(
        options.files,
        rulebook,
        local,
        remote=options.spark,
        on=shared.day(options.on),
        since=shared.day(options.since),
        options=shared.reading_options(options),
    )
    table = rating.standings if options.top is None else rating.standings.group_by("pool", maintain_order=True).head(options.top)
    if options.out and is_frame_file(options.out):
        with replacing_by_name(options.out) as new:
            table.write_parquet(new)
    else:
        chosen = list_format(options)
        with output(options.out) as out:
            _write(chosen, rating, table.to_dicts(), options.lang, out)
    for pool in rating.pools.values():
        say_counts(pool.counted, pool.not_counted, options.lang)
    complain(rating.found, options.lang)
    return 1 if worst(rating.found) == "error" else 0


def _write(chosen: str, rating: SparkRating, rows: list[dict[str, Any]], language: str, out: TextIO) -> None:
    from bareme.cli.screen import show_table
    from bareme.writers.tables import write_json, write_rows

    if chosen == "json":
        write_json(_document(rating, rows, language), out)
    elif chosen.startswith("csv"):
        names = ["pool", *(name for name in rating.standings.columns if name != "pool"), *_rules(rating, "")]
        write_rows(({**row, **_rules(rating, row["pool"])} for row in rows), names, out, french=chosen == "csv-fr")
    else:
        headings = [(text, right) for text, right, _ in _columns()]
        shown = [[_cell(row.get(name), language) for _, _, name in _columns()] for row in rows]
        show_table(headings, shown, rating.rulebook.spec, out)


def _document(rating: SparkRating, rows: list[dict[str, Any]], language: str) -> Mapping[str, Any]:
    """The JSON of `rate`, once for each pool."""
    from bareme.writers.tables import finding_row

    lists: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        lists.setdefault(row.pop("pool"), []).append(row)
    return {
        "rulebook": rating.rulebook.name,
        "overrides": dict(rating.rulebook.overrides),
        "pools": [
            {
                "pool": pool.name,
                "version": pool.version,
                "on": pool.on.isoformat() if pool.on else None,
                "counted": pool.counted,
                "not_counted": dict(pool.not_counted),
                "standings": lists.get(pool.name, []),
                "findings": [finding_row(finding, language) for finding in pool.found],
            }
            for pool in rating.pools.values()
        ],
    }


def _rules(rating: SparkRating, name: str) -> dict[str, Any]:
    """Under which rules and for which day: on every row of a CSV."""
    pool, book = rating.pools.get(name), rating.rulebook
    known = {"on": pool.on.isoformat() if pool and pool.on else None, "version": pool.version if pool else None}
    return {**known, "rulebook": book.name, "overrides": book.house_rules}


def _columns() -> list[tuple[str, bool, str]]:
    return [
        (words("Pool", "Classement"), False, "pool"),
        (words("Rank", "Rang"), True, "rank"),
        (words("Player", "Joueur"), False, "player"),
        (words("Rating", "Points"), True, "rating"),
        (words("Games", "Parties"), True, "games"),
        (words("Level", "Niveau"), False, "level"),
    ]


def _cell(value: Any, language: str) -> str:
    if isinstance(value, float):
        text = f"{value:.2f}"
        return text.replace(".", ",") if language == "fr" else text
    return "" if value is None else str(value)
