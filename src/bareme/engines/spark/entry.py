"""The entry of the engine `spark`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

from bareme.engines.spark.session import connect
from bareme.facts import Facts
from bareme.findings import Refused
from bareme.readers.gathering import Options
from bareme.rulebooks.base import Rulebook

if TYPE_CHECKING:
    from bareme.engines.spark.rating import SparkRating


def rate_on_spark(
    source: Any,
    rulebook: Rulebook,
    local: Callable[..., Any],
    *,
    remote: str | None = None,
    on: date | None = None,
    since: date | None = None,
    options: Options | None = None,
) -> SparkRating:
    """Rate tables that lie on a cluster. `local` is `bareme.rate`: what a worker calls for one pool.

    `source`: paths as the cluster knows them (Parquet, CSV, folders, patterns), frames, Spark's own frames, or several.

    Errors: Refused, as `bareme.rate`; those of the cluster.
    """
    if isinstance(source, Facts):
        raise Refused("spark-cannot", value="Facts")
    options = options or Options()
    parts = source if isinstance(source, list) and not (source and isinstance(source[0], dict)) else [source]
    frame = next((part for part in parts if hasattr(part, "sparkSession")), None)
    session = frame.sparkSession if frame is not None else connect(remote)
    from bareme.engines.spark.pools import rate_pools, whole_pool
    from bareme.engines.spark.tables import sources_of

    sources = sources_of(session, parts, options)
    if rulebook.name == "fide" and all(source.pool is None for source in sources):
        from bareme.engines.spark.fide import rate_fide

        whole = partial(whole_pool, sources, rulebook, local, on=on, since=since, columns=dict(options.columns))
        return rate_fide(session, sources, rulebook, on, since, options, whole)
    return rate_pools(sources, rulebook, local, on, since, columns=dict(options.columns))
