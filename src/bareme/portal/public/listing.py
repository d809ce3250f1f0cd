"""A list behind a page: an edition, or the live list; its rows by what is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from django.db.models import F, QuerySet

from bareme.findings import Refused
from bareme.office.editions.differences import Key, key
from bareme.office.editions.models import Edition, EditionRow
from bareme.office.exports.files import Table
from bareme.office.exports.tables import french_words
from bareme.office.pools.models import Pool
from bareme.office.runs.models import LiveStanding, Run
from bareme.portal.public.asked import FIELDS, Asked, licences
from bareme.portal.public.columns import Head, heads, value
from bareme.portal.public.lookups import rulebook_of
from bareme.rulebooks.base import Rulebook

LIVE_FIELDS = {
    "rank": "pk", "name": "player__name", "rating": "rating", "elo": "elo", "experience": "experience", "games": "games",
    "level": "level",
}  # fmt: skip
_VALUES = ("rank", "rating", "elo", "experience", "games", "level", "states", "published", "more")


@dataclass(frozen=True)
class Choices:
    """What a list can be filtered by: the values that stand in it."""

    club: tuple[str, ...] = ()
    committee: tuple[str, ...] = ()
    federation: tuple[str, ...] = ()
    level: tuple[str, ...] = ()
    category: tuple[str, ...] = ()


@dataclass(frozen=True)
class Listing:
    """A list, official or live."""

    pool: Pool
    day: date
    rulebook: Rulebook
    fields: Mapping[str, str]
    rows: QuerySet
    choices: Choices
    listed: int
    edition: Edition | None = None

    @property
    def columns(self) -> list[Head]:
        """Its columns."""
        there = self.choices
        wanted = {"club": bool(there.club), "committee": bool(there.committee), "federation": bool(there.federation)}
        return heads(self.rulebook, official=self.edition is not None, **wanted)

    def chosen(self, asked: Asked) -> QuerySet:
        """The rows that are asked for, as dictionaries, in their order."""
        return asked.ordered(asked.chosen(self.rows, self.day, self.fields), self.fields)

    def count(self, asked: Asked) -> int:
        """How many are asked for."""
        return asked.chosen(self.rows, self.day, self.fields).count() if asked.filters else self.listed

    def table(self, asked: Asked) -> Table:
        """Exactly what is shown, all pages of it, as a file."""
        columns = self.columns
        keys = [part for head in columns for part in (("player", "name") if head.key == "name" else (head.key,))]
        paths = [part for head in columns for part in (("code", "name") if head.key == "name" else (head.path,))]
        rows = ([value(row, path) for path in paths] for row in self.chosen(asked))
        top: dict[str, Any] = {"pool": self.pool.slug, "day": self.day.isoformat(), "official": self.edition is not None}
        if self.edition:
            top |= {"edition": self.edition.number, "version": self.edition.version, "checksum_of_edition": self.edition.checksum}
        top |= {"rulebook": self.rulebook.spec, "overrides": dict(self.rulebook.overrides)}
        top |= {"filters": dict(asked.filters), "sort": asked.sort}
        known = french_words(self.rulebook)
        words = {key: known[path] for key, path in zip(keys, paths, strict=True) if path in known}
        return Table(f"{self.pool.slug} {self.day}", keys, rows, top, words)


def of_edition(edition: Edition) -> Listing:
    """An edition's list."""
    rows = EditionRow.objects.filter(edition=edition).values(
        "position", "previous_rank", "change", "name", "club", "committee", "federation", *_VALUES, code=F("player__code")
    )
    rulebook = rulebook_of(edition.rulebook, edition.overrides)
    choices = choices_of(key(edition), edition.day)
    return Listing(edition.pool, edition.day, rulebook, FIELDS, rows, choices, edition.counts["listed"], edition)


def of_live(pool: Pool) -> Listing:
    """The live list. Errors: Refused `no-list-yet`."""
    live = LiveStanding.objects.filter(pool=pool)
    first = live.select_related("run").first()
    if first is None:
        raise Refused("no-list-yet", pool=pool.name)
    run: Run = first.run
    rows = live.values(*_VALUES, code=F("player__code"), name=F("player__name"))
    levels = tuple(sorted(filter(None, live.order_by().values_list("level", flat=True).distinct())))
    choices = Choices(level=levels)
    return Listing(pool, run.on, rulebook_of(run.rulebook, run.overrides), LIVE_FIELDS, rows, choices, live.count())


@lru_cache(maxsize=256)
def choices_of(edition: Key, day: date) -> Choices:
    """What an edition can be filtered by. An edition never changes, so this is asked once; licences noted later are not seen."""
    rows = EditionRow.objects.filter(edition=edition[0]).order_by()

    def different(field: str) -> tuple[str, ...]:
        return tuple(sorted(filter(None, rows.values_list(field, flat=True).distinct())))

    categories = licences(day).order_by().values_list("category", flat=True).distinct()
    clubs, committees, federations, levels = map(different, ("club", "committee", "federation", "level"))
    return Choices(clubs, committees, federations, levels, tuple(sorted(filter(None, categories))))
