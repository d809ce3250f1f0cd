"""FIDE's one huge pool on a cluster: each list is a join of its games with the ratings in force, and sums of whole numbers.

The games stay on the cluster; what comes to this machine are each player's sums of a period, what goes there the ratings.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import polars as pl

from bareme.engines.cells import rows_of
from bareme.engines.games import Legend
from bareme.engines.pools import open_pool
from bareme.engines.ranking import as_list, ranked
from bareme.engines.spark.fide_games import games_of, law_of, sums_of
from bareme.engines.spark.fide_turn import Sums, turn, wait
from bareme.engines.spark.rating import PoolRating, SparkRating
from bareme.engines.spark.session import told
from bareme.engines.spark.tables import Source
from bareme.engines.spark.worker import finding_of
from bareme.facts import Adjustment, Event, Facts
from bareme.findings import Finding, Refused
from bareme.readers.delimited import table_of
from bareme.readers.gathering import Gathering, Options
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.fide.book import LONG_EVENT, Book
from bareme.rulebooks.fide.terms import Terms

NOW = -1  # the key of today's ratings


def rate_fide(
    session: Any,
    sources: Sequence[Source],
    rulebook: Rulebook,
    on: date | None,
    since: date | None,
    options: Options,
    local: Callable[[], Any],
) -> SparkRating:
    """Rate one pool. Tables of results are read on the cluster, lists of players and decisions here.

    Errors: Refused `nothing-to-rate`, `spark-cannot`, `told-twice`, those of the cluster.
    """
    with told():
        results = [source for source in sources if source.kind == "results"]
        facts, found = _small(sources, options)
        if not results:
            raise Refused("nothing-to-rate")
        for source in results:
            for name in {"number_a", "number_b"} & source.at.keys():
                raise Refused("spark-cannot", value=source.header[source.at[name]])
        games = games_of(results[0], options.columns)
        for source in results[1:]:
            games = games.unionAll(games_of(source, options.columns))
        games = games.persist()
        found += [finding_of(json.loads(said)) for said in _column(games.filter("said is not null"), "said")]
        cluster = Cluster(session, games.filter("said is null"))
        sequenced = all("sequence" in source.at for source in results)
        again = 0 if sequenced else cluster.told_again()
        if again:
            raise Refused("told-twice", count=again)
        try:
            return _Fold(rulebook, cluster, facts, on, since).rated(found, local)
        finally:
            for frame in (games, cluster.games):
                frame.unpersist()


def _small(sources: Sequence[Source], options: Options) -> tuple[Facts, list[Finding]]:
    """What the tables say that are no results: the same readers as on one machine."""
    gathering = Gathering(options)
    for source in sources:
        if source.kind != "results":
            header, rows = rows_of(pl.DataFrame(source.frame.toArrow()))
            gathering.add_table(source.name, table_of(header, enumerate(rows, 1)))
    reading = gathering.together()
    return reading.facts, list(reading.findings)


def _column(frame: Any, name: str) -> list[Any]:
    return pl.DataFrame(frame.select(name).toArrow())[name].to_list()


@dataclass(slots=True)
class Cluster:
    """The games on the cluster, each with the first and the last day of its event."""

    session: Any
    games: Any
    spans: Any = field(init=False)
    days: pl.DataFrame = field(init=False)  # the different first and last days of events

    def __post_init__(self) -> None:
        from pyspark.sql.connect.functions import builtin as f

        self.spans = self.games.groupBy("event").agg(f.min("day").alias("start"), f.max("day").alias("end"))
        self.days = pl.DataFrame(self.spans.select("start", "end").distinct().toArrow())
        self.games = self.games.join(self.spans, "event").persist()

    def told_again(self) -> int:
        """Games of the same two players on one day, in one event and round, beyond the first of each."""
        from pyspark.sql.connect.functions import builtin as f

        pair = (f.least("first", "second").alias("one"), f.greatest("first", "second").alias("other"))
        alike = self.games.filter("round > 0").groupBy("day", "event", "round", *pair).count().filter("count > 1")
        (again,) = _column(alike.agg(f.sum(f.col("count") - 1).alias("again")), "again")
        return again or 0

    def long_events(self) -> list[tuple[str, date, date]]:
        """Events that are likely several ones under one name."""
        long = self.spans.filter(f"datediff(end, start) > {LONG_EVENT}")
        return list(pl.DataFrame(long.toArrow()).select("event", "start", "end").sort("event").iter_rows())

    def not_rated(self, until: date) -> dict[str, int]:
        """How many games up to a day do not count, by the reason."""
        some = self.games.filter("why <> ''").filter(f"day <= date'{until}'").groupBy("why").count()
        return dict(pl.DataFrame(some.toArrow()).select("why", "count").iter_rows())

    def sums(self, days: pl.DataFrame, starts: pl.DataFrame, ratings: pl.DataFrame, law: Any, until: date | None) -> list[Sums]:
        """Everybody's sums of the events with these first and last days, of games up to a day."""
        counting = self.games.filter("why = ''") if until is None else self.games.filter(f"why = '' and day <= date'{until}'")
        due = counting.join(self.send(days), ["start", "end"])
        frame = pl.DataFrame(sums_of(due, self.send(starts), self.send(ratings), law).toArrow())
        return [Sums(*row) for row in frame.select(Sums._fields).iter_rows()]

    def send(self, frame: pl.DataFrame) -> Any:
        """A small frame, to the cluster."""
        return self.session.createDataFrame(frame.to_arrow())


class _Fold:
    """The days of one pool in their order: decisions and lists."""

    def __init__(self, rulebook: Rulebook, cluster: Cluster, facts: Facts, on: date | None, since: date | None) -> None:
        self.book = Book(rulebook)
        self.cluster = cluster
        self.since = since
        self.decisions = sorted(facts.adjustments, key=lambda fact: (fact.date, fact.sequence))
        self.decided: list[date] = []
        self._keys: dict[tuple[date, int], int] = {}
        self.pool = open_pool(rulebook, Legend())
        first, last = cluster.days["start"].min(), cluster.days["end"].max()
        if not isinstance(first, date) or not isinstance(last, date):
            raise Refused("nothing-to-rate")
        events = {name: Event(name, start, end) for name, start, end in cluster.long_events()}
        self.book.prepare(facts.players, {**events, "": Event("", first, last)})
        dates = [fact.date for fact in self.decisions]
        self.clock = min([first, *dates])
        self.stop = on or max(self.book.default_on(max([last, *dates])), self.clock)
        rated = [self.book.rated_on(Event("", start, end)) for start, end in cluster.days.select("start", "end").iter_rows()]
        self.due = cluster.days.with_columns(list=pl.Series(rated, dtype=pl.Date))
        self.laws = {(terms.cap, terms.cap_rule): terms for terms in map(Terms.of, rulebook.versions)}
        self.law = cluster.send(pl.concat([law_of(number, terms) for number, terms in enumerate(self.laws.values())]))

    def rated(self, found: Sequence[Finding], local: Callable[[], Any]) -> SparkRating:
        """All of it, and the list."""
        book, earlier = self.book, None
        if self.since is not None and self.since < self.stop:
            self._advance(self.since)
            earlier = self._standings(self.since)
        self._advance(self.stop)
        self._wait()
        book.not_counted.update(self.cluster.not_rated(self.stop))
        table = ranked(self._standings(self.stop), self.pool.legend.names, earlier)
        frame = as_list(table, list(book.people.values())).select(pl.lit("").alias("pool"), pl.all())
        version = book.rulebook.on(self.stop).name
        about = PoolRating("", self.stop, version, book.counted, dict(book.not_counted), (*found, *book.findings))
        return SparkRating(book.rulebook, [about], frame, [], lambda name: local())

    def _advance(self, until: date) -> None:
        """Lists and decisions up to the end of a day; of one day the list comes first."""
        lists = [(day, 0) for day in self.book.turns(self.clock, until)]
        decided = [fact for fact in self.decisions if fact.date <= until]
        del self.decisions[: len(decided)]
        for day, fact in sorted([*lists, *((fact.date, fact) for fact in decided)], key=_first_lists):
            if isinstance(fact, Adjustment):
                self.book.adjust(fact)
                self.decided.append(day)
            else:
                due = self.due.filter(pl.col("list") <= day)
                self.due = self.due.filter(pl.col("list") > day)
                turn(self.book, day, self._sums(due) if due.height else [])
        self.clock = max(self.clock, until)

    def _sums(self, due: pl.DataFrame, until: date | None = None) -> list[Sums]:
        days = due.select("start", "end")
        starts = sorted(set(days["start"]))
        keys = {day: self._key(day) for day in starts}
        laws = [list(self.laws).index((terms.cap, terms.cap_rule)) for terms in map(self.book.terms, starts)]
        table = pl.DataFrame(
            {
                "start": pl.Series(starts, dtype=pl.Date),
                "key": pl.Series([keys[day] for day in starts], dtype=pl.Int32),
                "law": pl.Series(laws, dtype=pl.Int32),
            }
        )
        return self.cluster.sums(days, table, self._ratings({key: day for day, key in keys.items()}, starts[0]), self.law, until)

    def _key(self, day: date) -> int:
        """Two days with one key have the same ratings and K: the same list is in force, the same decisions are taken."""
        return self._keys.setdefault((self.book.list_in_force(day), sum(one <= day for one in self.decided)), len(self._keys))

    def _ratings(self, keys: Mapping[int, date], first: date) -> pl.DataFrame:
        """The ratings in force on some days; and under `NOW` those of today of who had none on the first of these days."""
        book = self.book
        rows = [
            (key, player, rating, book.k(person, day))
            for key, day in keys.items()
            for player, person in book.persons.items()
            if (rating := person.at(day).rating) is not None
        ]
        rows += [
            (NOW, player, person.now.rating, 0)
            for player, person in book.persons.items()
            if person.now.rating is not None and any(person.at(day).rating is None for day in keys.values())
        ]
        kinds = {"key": pl.Int32, "player": pl.String, "rating": pl.Int64, "k": pl.Int64}
        return pl.DataFrame(rows, schema=kinds, orient="row")

    def _wait(self) -> None:
        """Games of events that no list has rated yet count, and move nothing."""
        waiting = self.due.filter(pl.col("start") <= self.stop)
        if waiting.height:
            wait(self.book, self._sums(waiting, self.stop))

    def _standings(self, day: date) -> pl.DataFrame:
        """The rows of a list, by the local engine."""
        self.pool.take(self.book, self.pool.rows(list(self.book.persons)))
        return self.pool.standings(day)


def _first_lists(one: tuple[date, Any]) -> tuple[date, bool, int]:
    day, fact = one
    return (day, isinstance(fact, Adjustment), fact.sequence if isinstance(fact, Adjustment) else 0)
